//! Stand-ins for engines that are not there: callables, tasks and programs of the right shape that do nothing.

use motive_arbiter::teleo::{Definition, Rule};
use motive_core::{Behaviour, Callable, Context, Outcome, Stuck};
use motive_tasks::Task;

/// A behaviour that never does anything.
pub(crate) fn stuck() -> Box<dyn Behaviour> {
    Box::new(|_: &mut Context<'_>| Outcome::Stuck(Stuck::Nothing))
}

/// An engine that never does anything.
pub(crate) fn stub_callable(name: &str, arity: usize) -> Callable {
    Callable::new(name, arity, |_| stuck())
}

/// A program that never does anything.
pub(crate) fn stub_program(name: &str, arity: usize) -> Definition {
    let program =
        (0..arity).fold(Definition::new(name), |program, place| program.parameter(&parameter(place)));
    program.rule(Rule::new("nothing"))
}

/// The task `ask` for agents that are not on a team: it has nobody to ask, and fails.
pub(crate) fn unanswered_ask() -> Task {
    let task = ["who", "what", "with"].iter().fold(Task::new("ask"), |task, name| task.parameter(name));
    task.guest(stub_callable("ask", 3))
}

/// The name of a parameter that no file can use.
pub(crate) fn parameter(place: usize) -> String {
    format!("'{place}")
}

/// A task that does nothing, with parameters under names that no file can use.
pub(crate) fn parameters(name: &str, arity: usize) -> Task {
    (0..arity).fold(Task::new(name), |task, place| task.parameter(&parameter(place)))
}
