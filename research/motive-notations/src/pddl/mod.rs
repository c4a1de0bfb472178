//! PDDL problems as GOAP planners, and GOAP planners as PDDL problems.
//!
//! [`to_motive`] writes a PDDL problem, read and grounded by [`motive_planner::pddl`], as a `.motive` text with a `goap` planner.
//! [`domain`] and [`problem`] write a GOAP planner and its current situation as PDDL.

mod from_goap;
mod to_motive;

pub use from_goap::{NotPddl, domain, problem};
pub use to_motive::to_motive;
