//! A plan for a mind that is a task.

use super::Arguments;
use super::source::Source;
use crate::console::{Console, Failure, Outcome};
use motive::Facts;
use motive_language::lower::PlannedTask;

/// Plans a task ahead.
pub(super) fn run(
    task: &PlannedTask,
    source: &Source,
    _arguments: &Arguments,
    _console: &mut Console,
) -> Outcome {
    let known = source.memory.vocabulary().verbs().count();
    let why = format!("task `{}` of {known} actions cannot be planned ahead yet", task.name);
    Err(Failure::Input(why))
}
