//! Minds and behaviours: the traits that engines implement, and the agent that runs them.
//!
//! A [`Behaviour`] proposes commands; a [`Program`] is the shared definition of behaviours; a [`Mind`] decides for a whole [`Agent`]. The
//! arbiter is a mind that runs behaviours; the other engines are behaviours that it runs.

mod agent;
mod behaviour;
mod callable;
mod context;
mod observer;
mod task_view;

pub use agent::{Agent, AgentIdentity};
pub use behaviour::{Behaviour, JointMind, Mind, Outcome, Program, Stuck, TickContext, WakeCondition};
pub use callable::Callable;
pub use context::{Context, Standalone};
pub use observer::{AgentLabel, CrowdObserver, Observer};
pub use task_view::{GoalMode, GoalText, MindText, RuleText, TaskState, TaskView};
