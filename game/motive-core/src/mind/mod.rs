//! Minds and behaviours: the traits that engines implement, and the agent that runs them.
//!
//! A [`Behaviour`] proposes commands; a [`Program`] is the shared definition of behaviours; a [`Mind`] decides for a whole [`Agent`]. The
//! arbiter is a mind that runs behaviours; the other engines are behaviours that it runs.

mod agent;
mod behaviour;
mod callable;
mod context;
mod display;
mod joint;
mod observer;
mod standalone;
mod task_view;

pub use agent::{Agent, AgentIdentity};
pub use behaviour::{Behaviour, Mind, Outcome, Program, Stuck, TickContext, WakeCondition};
pub use callable::Callable;
pub use context::Context;
pub use display::{GoalText, MindText, RuleText};
pub use joint::JointMind;
pub use observer::{AgentLabel, CrowdObserver, Observer};
pub use standalone::Standalone;
pub use task_view::{GoalMode, TaskState, TaskView};
