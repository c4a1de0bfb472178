//! Planning ahead with hierarchical task networks.

mod error;
mod form;
mod ground;
mod judge;
mod kinds;
mod lists;
mod normal;
mod progress;
mod pull;
mod reach;
mod relax;
mod schema;
mod search;
mod solution;
mod solve;
mod split;
mod tuples;
mod verify;
mod work;

pub use error::PlanError;
pub use form::*;
pub use solution::{Decomposition, Part, Plan, Step};
pub use solve::{Answer, Report, solve};
pub use verify::{Fault, verify};
pub use work::{Limits, Stop};
