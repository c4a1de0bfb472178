//! What a mind pursues, for display.

use crate::vocabulary::Id;
use std::sync::Arc;

/// Whether a goal is reached once or kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GoalMode {
    /// The task ends when the goal is reached.
    Achieve,
    /// The task stays and keeps what it holds, so that nothing less important can undo it.
    Maintain,
}

/// Whether a task is run or put aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// It is run in the order of its priority.
    Active,
    /// It was put aside because nothing that it knows to do applied.
    Suspended,
}

/// A live task, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskView<'a> {
    /// Its number: later tasks have greater ones.
    pub number: u64,
    /// The goal.
    pub goal: &'a str,
    /// How important.
    pub priority: f64,
    /// Achieve once, or maintain.
    pub mode: GoalMode,
    /// The program that pursues it.
    pub program: &'a str,
    /// Run or put aside.
    pub state: TaskState,
    /// What it is doing, such as the rule that runs.
    pub current: Option<&'a str>,
    /// The tick in which it began.
    pub created: u64,
    /// What its variables have.
    pub bindings: &'a [(Arc<str>, Id)],
}
