//! The running step of a plan: whether it may begin, continues or has ended.

use crate::domain::{CompiledAbility, Domain};
use crate::plan::PlanStep;
use motive_core::mind::Context;
use motive_core::vocabulary::{ActionId, ActionLifetime, Facts, Id, Query, Symbol, Time, Value, Vocabulary};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// The running step of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RunningStep {
    pub(crate) since: Time,
    /// Its duration in microseconds.
    pub(crate) lasts: u64,
}

/// The status of a running step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepStatus {
    Running,
    Ended,
    /// It failed, or its thing is gone.
    Failed,
}

impl RunningStep {
    pub(crate) fn begin(action: &CompiledAbility, step: &PlanStep, memory: &impl Facts) -> Self {
        let seconds = action.built.seconds(memory, &step.arguments());
        Self { since: memory.time(), lasts: (seconds * 1e6).round() as u64 }
    }

    /// Its status: reported by the world for a latched action, otherwise by its duration.
    pub(crate) fn status(&self, step: &PlanStep, domain: &Domain, facts: &impl Facts) -> StepStatus {
        let now = facts.time();
        // An action that succeeded has often removed its thing: an enemy that was killed, a potion that was drunk.
        let shown = shown(step, domain, facts);
        if shown != Some(StepStatus::Ended) && step.thing.is_some_and(|thing| !facts.exists(thing)) {
            return StepStatus::Failed;
        }
        match shown {
            Some(status) => status,
            None if is_latched(step, domain) || now.tick == self.since.tick => StepStatus::Running,
            None if now.micros.saturating_sub(self.since.micros) >= self.lasts => StepStatus::Ended,
            None => StepStatus::Running,
        }
    }

    /// When it ends without a change in memory, in microseconds; none for a latched action.
    pub(crate) fn ends(&self, step: &PlanStep, domain: &Domain) -> Option<u64> {
        (!is_latched(step, domain)).then(|| self.since.micros.saturating_add(self.lasts))
    }
}

fn is_latched(step: &PlanStep, domain: &Domain) -> bool {
    let info = domain.names.action_info(step.action);
    info.is_some_and(|info| info.lifetime == ActionLifetime::Latched)
}

/// The status that memory shows of a latched action.
fn shown(step: &PlanStep, domain: &Domain, facts: &impl Facts) -> Option<StepStatus> {
    let builtin = domain.names.builtin();
    let status = shown_statuses(step.action, &domain.names, facts).last().copied()??;
    Some(match status {
        status if status == builtin.succeeded => StepStatus::Ended,
        status if status == builtin.failed => StepStatus::Failed,
        _ => StepStatus::Running,
    })
}

/// The status of each run of a latched action in memory, the newest last; none for a run without one.
pub(crate) fn shown_statuses(
    action: ActionId,
    names: &Vocabulary,
    facts: &impl Facts,
) -> SmallVec<[Option<Symbol>; 2]> {
    let builtin = names.builtin();
    let mut statuses = SmallVec::new();
    let Some(name) = names.action_info(action).map(|info| Value::Symbol(info.name)) else { return statuses };
    let query = Query { kind: Some(builtin.action), equal: &[(builtin.name, name.clone())] };
    facts.candidates(&query, &mut |id| {
        if facts.values(id, builtin.name).first() == Some(&name) {
            statuses.push(facts.values(id, builtin.status).first().and_then(Value::symbol));
        }
        ControlFlow::Continue(())
    });
    statuses
}

/// Whether an action can begin: its precondition holds, and the things it binds are free. They are reserved.
pub(crate) fn may_begin(action: &CompiledAbility, thing: Option<Id>, cx: &mut Context<'_>) -> bool {
    let mut bindings = action.bindings(thing);
    action.parts.iter().all(|part| {
        part.condition.degree(cx.memory(), &mut bindings) >= 1.0 && cx.ask(&part.condition, &mut bindings)
    })
}

/// Whether the things that a running action must keep are still free. They are reserved again.
pub(crate) fn still_holds(action: &CompiledAbility, thing: Option<Id>, cx: &mut Context<'_>) -> bool {
    let mut bindings = action.bindings(thing);
    action.parts.iter().filter(|part| part.holds).all(|part| cx.ask(&part.condition, &mut bindings))
}

/// The first part of the precondition that does not hold, or the reason why the action cannot begin.
pub(crate) fn unmet(action: &CompiledAbility, thing: Option<Id>, facts: &impl Facts) -> String {
    if thing.is_some_and(|thing| !facts.exists(thing)) {
        return "its thing still exists".to_owned();
    }
    let mut bindings = action.bindings(thing);
    let missing = action.parts.iter().find(|part| {
        let met = part.condition.degree(facts, &mut bindings) >= 1.0;
        if met && part.binds {
            part.condition.holds(facts, &mut bindings);
        }
        !met
    });
    missing.map_or_else(|| "what it needs is not held by another goal".to_owned(), |part| part.text.clone())
}
