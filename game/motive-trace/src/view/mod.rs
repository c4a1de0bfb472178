//! What an agent wants, plans and does after a tick; with the feature `terminal` also the thinking pane, which draws it with ratatui.
//!
//! Follow an agent's records with an [`AgentHistory`](crate::AgentHistory), live or from a file, take an [`AgentView`] of it after
//! each tick, and draw a `ThinkingPane`. It needs about 36 columns and 12 rows, and never wraps a line.

mod agent;
#[cfg(feature = "terminal")]
mod pane;

pub use agent::{ActionView, AgentView, GoalView, PlanView};
#[cfg(feature = "terminal")]
pub use pane::{Palette, PaneLayout, ThinkingPane};
