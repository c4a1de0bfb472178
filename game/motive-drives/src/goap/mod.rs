//! Goal-oriented action planning (GOAP): one goal at a time, with one target, by the cheapest plan over symbols.
//!
//! The knowledge of the agent is reduced to a few [symbols](GoapBuilder::truth); goals are conditions on symbols, and actions have
//! preconditions and effects on them. The planner finds the cheapest plan for the unmet goal with the highest priority, with A*
//! ([`compact`](motive_core::projection::compact)).
//!
//! GOAP is the baseline for planning with drives: it pursues one goal at a time, goals are met or not, and the world is assumed to stand
//! still.

mod build;
mod follow;
mod situation;

pub use build::{Goap, GoapAction, GoapBuilder, GoapError, GoapGoal, Symbol, Wanted};
pub use follow::{GoapBehaviour, GoapFor};
pub use situation::Situation;
