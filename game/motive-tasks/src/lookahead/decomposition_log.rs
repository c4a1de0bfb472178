//! A log of what a search tried, for explanations.

use motive_core::vocabulary::{Value, Vocabulary};
use std::sync::Arc;

/// A task that was tried, and the result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DecompositionAttempt {
    /// Its depth in the tree.
    pub depth: usize,
    /// The task, or `Task.method`.
    pub task: Arc<str>,
    /// Its arguments.
    pub arguments: Vec<Value>,
    /// The result.
    pub came: AttemptResult,
}

/// The result of trying a task.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AttemptResult {
    /// It is part of the plan.
    Taken,
    /// It is this step of the plan.
    Step(usize),
    /// Its goals hold already.
    Reached,
    /// A precondition does not hold.
    Needs(Arc<str>),
    /// The precondition of the action does not hold.
    CannotAct(Arc<str>),
    /// The slot is empty.
    EmptySlot,
    /// An argument has no value.
    NoValue,
    /// The same was tried before from the same state, without success.
    TriedBefore,
    /// It costs at least as much as the best plan so far.
    TooDear,
    /// Tasks are nested too deeply.
    TooDeep,
    /// It worked, but what follows did not.
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
            AttemptResult::Reached => format!("{task}{call}: goals hold already"),
            AttemptResult::Needs(what) => format!("x {task}{call}: precondition {what} does not hold"),
            AttemptResult::CannotAct(what) => {
                format!("x {task}{call}: the precondition {what} of the action does not hold")
            }
            AttemptResult::EmptySlot => format!("x {task}{call}: the slot is empty"),
            AttemptResult::NoValue => format!("x {task}: an argument has no value"),
            AttemptResult::TriedBefore => format!("x {task}{call}: tried before from the same state"),
            AttemptResult::TooDear => format!("x {task}{call}: costs as much as the best plan so far"),
            AttemptResult::TooDeep => format!("x {task}{call}: tasks are nested too deeply"),
            AttemptResult::TakenBack => format!("x {task}{call}: worked, but what follows did not"),
        };
        format!("{}{said}", "  ".repeat(self.depth))
    }
}
