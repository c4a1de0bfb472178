//! Searches for plans of a grounded problem: forwards over situations, and from both ends of a plan.

pub(crate) mod forward;
pub(crate) mod plan_recorder;
mod progression;
mod task_graph;
pub(crate) mod two_ended;
