//! Executing tasks without planning: each is decomposed when its turn comes.

mod any_order;
mod definition;
mod dot;
mod executor;
mod failure;
mod library;
mod running_actions;

pub use definition::{
    Alternative, Behave, Body, Call, GoalsNeeded, HtnTask, Line, Method, Monitor, OnInterrupt, Primitive,
    Settings,
};
pub use executor::TaskExecutor;
pub use failure::{TaskError, TaskFailure};
pub(crate) use library::{CompiledAlternative, CompiledBody, CompiledCall, CompiledPrimitive, CompiledTask};
pub use library::{TaskLibrary, TaskProgram};
pub use motive_core::trace::SubtaskEvent;
pub(crate) use running_actions::{Status, is_weighted, status, taken};
