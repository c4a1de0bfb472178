//! Tasks as what pursues a goal.

use motive_core::Value;

/// A task with its arguments that pursues a goal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TaskPursuit {
    /// The name of the program: the task with its arguments and how far it is planned ahead, as text.
    pub(crate) title: String,
    pub(crate) task: String,
    pub(crate) arguments: Vec<Value>,
    /// How far it is planned ahead, if it is.
    pub(crate) ahead: Option<LookAhead>,
}

/// How far a task is planned ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LookAhead {
    /// The number of steps; `None` for all of them.
    pub(crate) steps: Option<usize>,
    /// Whether the cheapest decomposition is searched for.
    pub(crate) cheapest: bool,
    /// Whether a plan that runs is compared with new ones.
    pub(crate) reconsidered: bool,
}
