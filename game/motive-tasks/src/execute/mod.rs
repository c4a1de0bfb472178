//! Executing tasks without planning: each is decomposed when its turn comes.

mod any_order;
mod call_graph;
mod definition;
mod dot;
mod error;
mod failure;
mod library;
mod perform;
mod running_actions;
mod settings;

pub use definition::{Alternative, Behave, Body, Call, Line, Method, OnInterrupt, Primitive, Task};
pub use error::TaskError;
pub use failure::TaskFailure;
pub(crate) use library::{CompiledAlternative, CompiledBody, CompiledCall, CompiledPrimitive, CompiledTask};
pub use library::{TaskProgram, Tasks};
pub use motive_core::trace::SubtaskEvent;
pub use perform::Performer;
pub(crate) use running_actions::{Status, is_weighted, status, taken};
pub use settings::{GoalMode, Monitor, Settings};

/// The result of a strand in one tick.
enum Told {
    /// It continues.
    Busy,
    /// It succeeded.
    Succeeded,
    /// It failed.
    Failed(TaskFailure),
}
