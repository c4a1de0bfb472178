//! Executing tasks without planning: each is decomposed when its turn comes.

mod act;
mod definition;
mod dot;
mod error;
mod expand;
mod failure;
mod library;
mod perform;
mod reach;
mod settings;

pub(crate) use act::{Status, is_weighted, status, taken};
pub use definition::{Alternative, Behave, Body, Call, Line, Method, OnInterrupt, Primitive, Task};
pub use error::TaskError;
pub use failure::TaskFailure;
pub(crate) use library::{CompiledAlternative, CompiledBody, CompiledCall, CompiledPrimitive, CompiledTask};
pub use library::{TaskProgram, Tasks};
pub use motive_core::trace::SubtaskEvent;
pub use perform::Performer;
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
