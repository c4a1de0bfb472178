//! Goal-oriented action planning as it is used in games: one goal at a time, with one target, by the cheapest plan over symbols.
//!
//! What the agent knows becomes a handful of [symbols](GoapBuilder::truth); a goal asks for some of them; actions need and change
//! them. The most important goal that is not met is planned for, with A* over all needs ([`compact`](motive_core::projection::compact)). The
//! algorithms as the sources print them, which are greedy, are [`literal`].
//!
//! It is what plans from drives are compared with: it wants one thing at a time, knows no half-measures, and takes the world
//! to stand still.

mod build;
mod follow;
pub mod literal;
mod situation;

pub use build::{Goap, GoapAction, GoapBuilder, GoapError, GoapGoal, Symbol, Wanted};
pub use follow::{GoapBehaviour, GoapFor};
pub use situation::Situation;
