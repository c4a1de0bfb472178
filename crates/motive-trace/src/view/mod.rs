//! The thinking pane: what an agent wants, plans and does, drawn in a terminal with ratatui.
//!
//! Follow an agent's records with an [`AgentHistory`](crate::AgentHistory), live or from a file, take an [`AgentView`] of it after
//! each tick, and draw a [`ThinkingPane`]. It needs about 36 columns and 12 rows, and never wraps a line.

mod agent;
mod palette;
mod pane;

pub use agent::{ActionView, AgentView, GoalView, PlanView};
pub use palette::Palette;
pub use pane::{PaneLayout, ThinkingPane};
