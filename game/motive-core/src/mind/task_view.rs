//! The tasks of a mind, for display.

use crate::vocabulary::Id;
use std::sync::Arc;

/// Whether a goal is achieved once or maintained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GoalMode {
    /// The task ends when the goal is reached.
    Achieve,
    /// The task stays and keeps what it holds, so that no task of lower priority can undo it.
    Maintain,
}

/// Whether a task is active or suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// It is run in the order of its priority.
    Active,
    /// It is suspended because it was stuck.
    Suspended,
}

/// A task, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskView<'a> {
    /// Its number: later tasks have greater ones.
    pub number: u64,
    /// The goal.
    pub goal: &'a str,
    /// Its priority.
    pub priority: f64,
    /// Achieve once, or maintain.
    pub mode: GoalMode,
    /// The program that pursues it.
    pub program: &'a str,
    /// Active or suspended.
    pub state: TaskState,
    /// What it is doing, such as the current rule.
    pub current: Option<&'a str>,
    /// The tick in which it began.
    pub created: u64,
    /// The things in its variables.
    pub bindings: &'a [(Arc<str>, Id)],
}
