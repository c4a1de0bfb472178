//! Running actions: when they end, what interrupts them, and the order of alternatives.

use super::OnInterrupt;
use super::executor::Execution;
use super::failure::TaskFailure;
use super::library::{CompiledAlternative, CompiledPrimitive, CompiledTask};
use motive_core::action::{Arguments, Command};
use motive_core::condition::{Bindings, CompiledCondition};
use motive_core::engine::splitmix64;
use motive_core::memory::Memory;
use motive_core::vocabulary::{Facts, Query, Symbol, Value};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Whether it was interrupted, or took too long.
pub(super) fn hindered(
    code: &CompiledTask,
    interrupts: &[(CompiledCondition, OnInterrupt)],
    within: Option<u64>,
    bindings: &Bindings,
    since: &mut u64,
    run: &mut Execution<'_, '_, '_>,
) -> Option<TaskFailure> {
    let now = run.cx.time().micros;
    for (when, then) in interrupts {
        if when.holds(run.cx.memory(), &mut bindings.clone()) {
            match then {
                OnInterrupt::Fail => return Some(TaskFailure::Interrupted(code.name.clone())),
                OnInterrupt::Resume => *since = now,
            }
        }
    }
    let late = within.is_some_and(|within| now.saturating_sub(*since) > within);
    late.then(|| TaskFailure::TooLong(code.name.clone()))
}

/// Whether the order of alternatives is random.
pub(crate) fn is_weighted(alternatives: &[CompiledAlternative]) -> bool {
    alternatives.iter().any(|one| one.weight.is_some())
}

/// The index of the alternative that is tried after `tried` others. With weights it is drawn from those that are left.
pub(crate) fn taken(alternatives: &[CompiledAlternative], tried: usize, drawn: u64) -> Option<usize> {
    if !is_weighted(alternatives) {
        return (tried < alternatives.len()).then_some(tried);
    }
    let mut left: SmallVec<[(usize, f64); 8]> =
        alternatives.iter().map(|one| one.weight.unwrap_or(1.0)).enumerate().collect();
    for turn in 0.. {
        let sum: f64 = left.iter().map(|(_, weight)| weight).sum();
        let mut at = (splitmix64(drawn ^ splitmix64(turn as u64)) >> 11) as f64 / (1_u64 << 53) as f64 * sum;
        let place = left.iter().position(|(_, weight)| {
            at -= weight;
            at < 0.0
        });
        let place = place.unwrap_or(left.len().checked_sub(1)?);
        let (one, _) = left.remove(place);
        if turn == tried {
            return Some(one);
        }
    }
    None
}

/// Continues an action. None while it runs.
pub(super) fn act(
    code: &CompiledTask,
    primitive: &CompiledPrimitive,
    bindings: &mut Bindings,
    since: &mut u64,
    proposed: &mut Option<u64>,
    run: &mut Execution<'_, '_, '_>,
) -> Option<Result<Option<Value>, TaskFailure>> {
    let now = run.cx.time();
    if let Some(first) = *proposed {
        let failure = |failure| Some(Err(failure));
        let reached = |bindings: &mut Bindings| {
            !code.goals.is_empty() && code.goals.iter().all(|goal| goal.holds(run.cx.memory(), bindings))
        };
        if primitive.is_latched {
            match status(run.cx.memory(), primitive.name) {
                Status::Succeeded => return Some(Ok(None)),
                Status::Failed(reason) => {
                    return failure(TaskFailure::Action(code.name.clone(), reason));
                }
                // It was not started or was stopped, because something more important took precedence.
                Status::Unknown => return failure(TaskFailure::Displaced(code.name.clone())),
                Status::Running => {}
            }
        } else if reached(bindings) || (code.goals.is_empty() && now.tick > first) {
            return Some(Ok(None));
        }
        if let Some(found) = hindered(code, &primitive.interrupts, primitive.within, bindings, since, run) {
            return failure(found);
        }
    }
    let values: Option<Arguments> =
        primitive.arguments.iter().map(|argument| run.cx.value(argument, bindings)).collect();
    let Some(arguments) = values else {
        return Some(Err(TaskFailure::NoValue(code.name.clone())));
    };
    proposed.get_or_insert(now.tick);
    run.commands.push(Command::Act { action: primitive.action, arguments });
    None
}

/// The status of a latched action in memory.
pub(crate) enum Status {
    Running,
    Succeeded,
    Failed(Option<Symbol>),
    Unknown,
}

/// The status of the newest run of an action. A running one hides those that have ended.
pub(crate) fn status(memory: &Memory, action: Symbol) -> Status {
    let names = memory.vocabulary().builtin();
    let wanted = [(names.name, Value::Symbol(action))];
    let query = Query { kind: Some(names.action), equal: &wanted };
    let mut found = Status::Unknown;
    memory.candidates(&query, &mut |id| {
        let symbol = |property| memory.values(id, property).first().and_then(Value::symbol);
        if symbol(names.name) != Some(action) {
            return ControlFlow::Continue(());
        }
        let status = symbol(names.status);
        if status == Some(names.running) {
            found = Status::Running;
            return ControlFlow::Break(());
        }
        if status == Some(names.succeeded) {
            found = Status::Succeeded;
        } else if status == Some(names.failed) {
            found = Status::Failed(symbol(names.reason));
        }
        ControlFlow::Continue(())
    });
    found
}
