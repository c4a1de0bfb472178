//! Stand-ins for engines that are not there: tasks and behaviours of the right shape that do nothing.

use motive_core::{Behaviour, Callable, Context, Outcome, Stuck};
use motive_tasks::HtnTask as Task;

/// A behaviour that never does anything.
pub(crate) fn stuck() -> Box<dyn Behaviour> {
    Box::new(|_: &mut Context<'_>| Outcome::Stuck(Stuck::Nothing))
}

/// The task `ask` for agents that are not on a team: it has nobody to ask, and fails.
pub(crate) fn unanswered_ask() -> Task {
    let task = ["who", "what", "with"].iter().fold(Task::new("ask"), |task, name| task.parameter(name));
    task.guest(Callable::new("ask", 3, |_| stuck()))
}

/// The name of a parameter that no file can use.
pub(crate) fn parameter(place: usize) -> String {
    format!("'{place}")
}

/// A task that does nothing, with parameters under names that no file can use.
pub(crate) fn parameters(name: &str, arity: usize) -> Task {
    (0..arity).fold(Task::new(name), |task, place| task.parameter(&parameter(place)))
}
