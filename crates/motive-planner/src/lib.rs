//! Planning ahead with hierarchical task networks.
//!
//! A [`Problem`] is plain data: objects, facts, actions, compound tasks, methods, and the first tasks. [`solve`] looks for a [`Plan`]
//! within [`Limits`]; [`verify`] checks one, apart from the planner. [`hddl`] reads problems and plans
//! from files, [`pddl`] classical planning problems.
//!
//! On the way to a plan, conditions are written out (`normal.rs`), choices that have nothing to do with each other are made apart
//! (`split.rs`), what never changes is pulled up into methods (`pull.rs`), what can matter is grounded (`reach.rs`, `ground.rs`), and
//! situations are searched (`progress.rs`, `search.rs`) with the help of a relaxed problem (`relax.rs`). Before that, and whenever grounding
//! would take too much, methods are followed as they are written without grounding anything (`lifted/`).

mod error;
mod ground_problem;
pub mod hddl;
mod lifted;
mod limits;
mod normal_form;
mod object_types;
pub mod pddl;
mod plan;
mod problem;
mod progression;
mod reachability;
mod relaxed_plan;
mod schema;
mod search;
mod solve;
mod split_choices;
mod static_preconditions;
mod tuple_set;
mod validate;
mod verify;

pub use error::PlanError;
pub use limits::{Limits, StopReason};
pub use plan::{Decomposition, Part, Plan, Step};
pub use problem::*;
pub use solve::{Answer, Report, solve};
pub use verify::{Fault, verify};
