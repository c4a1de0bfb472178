//! What was tried while looking ahead, for people who want to know.

use motive_core::vocabulary::{Value, Vocabulary};
use std::sync::Arc;

/// A task that was tried, and what came of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DecompositionAttempt {
    /// How deep in the tree.
    pub depth: usize,
    /// The task, or `Task.method`.
    pub task: Arc<str>,
    /// What it was called with.
    pub arguments: Vec<Value>,
    /// What came of it.
    pub came: AttemptResult,
}

/// What came of a task that was tried.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AttemptResult {
    /// It is part of the plan.
    Taken,
    /// It is this step of the plan.
    Step(usize),
    /// What it is for holds already.
    Reached,
    /// Something that it needs does not hold.
    Needs(Arc<str>),
    /// What the action itself needs does not hold.
    CannotAct(Arc<str>),
    /// There is no task in the slot.
    EmptySlot,
    /// An argument has no value.
    NoValue,
    /// The same was tried before from the same situation, and led nowhere.
    TriedBefore,
    /// It would cost as much as what is known already.
    TooDear,
    /// Tasks are too deeply inside each other.
    TooDeep,
    /// It worked so far, but what came after it did not.
    TakenBack,
}

impl DecompositionAttempt {
    /// One line, indented.
    #[must_use]
    pub fn display(&self, names: &Vocabulary) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(|value| value.display(names)).collect();
        let call = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
        let task = &self.task;
        let said = match &self.came {
            AttemptResult::Taken => format!("{task}{call}"),
            AttemptResult::Step(number) => format!("{}. {task}{call}", number + 1),
            AttemptResult::Reached => format!("{task}{call}: nothing to do, it is so already"),
            AttemptResult::Needs(what) => format!("x {task}{call}: needs {what}"),
            AttemptResult::CannotAct(what) => format!("x {task}{call}: the action needs {what}"),
            AttemptResult::EmptySlot => format!("x {task}{call}: there is no task in the slot"),
            AttemptResult::NoValue => format!("x {task}: an argument has no value"),
            AttemptResult::TriedBefore => format!("x {task}{call}: was tried from here before"),
            AttemptResult::TooDear => format!("x {task}{call}: costs as much as what is known already"),
            AttemptResult::TooDeep => format!("x {task}{call}: tasks are too deeply inside each other"),
            AttemptResult::TakenBack => format!("x {task}{call}: worked, but what follows did not"),
        };
        format!("{}{said}", "  ".repeat(self.depth))
    }
}
