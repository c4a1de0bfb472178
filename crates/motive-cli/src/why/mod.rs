//! Why an agent did what it did, from a recorded run.
//!
//! [`explain`] follows a trace up to a tick and gives an [`Explanation`]: data, and text that reads well aloud.
//! [`compare`] finds the first tick at which two runs part, and what differs there.

mod explain;
mod explanation;
mod history;
mod parting;
mod sentences;
mod words;

pub use explain::{WhyError, explain};
pub use explanation::{
    Attempt, Binding, Explanation, GoalState, GoalStory, PropertyChange, Proposal, TaskStory, ThingChange,
    Turn,
};
pub use parting::{Parting, Side, compare};
