//! Minds and behaviours: the traits at which the engines meet, and the agent that runs them.
//!
//! A [`Behaviour`] proposes actions; a [`Program`] is what behaviours are made from; a [`Mind`] decides for a whole
//! [`Agent`]. The arbiter is a mind that runs behaviours; the other engines are behaviours, and minds by way of it.

mod agent;
mod behaviour;
mod callable;
mod context;
pub(crate) mod prefetch;
mod standalone;
mod task_view;
mod text;

pub use agent::Agent;
pub use behaviour::{Behaviour, Mind, Outcome, Program, Stuck, TickContext, WakeCondition};
pub use callable::Callable;
pub use context::Context;
pub(crate) use prefetch::prefetch_slice;
pub use standalone::Standalone;
pub use task_view::{GoalMode, TaskState, TaskView};
pub use text::{GoalText, MindText, RuleText};
