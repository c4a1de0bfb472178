//! The running step of a plan: whether it may begin, continues or has ended.

use super::compile::CompiledAbility;
use super::domain::Domain;
use super::plan::Step;
use motive_core::mind::Context;
use motive_core::vocabulary::{ActionLifetime, Facts, Id, Query, Time, Value};
use std::ops::ControlFlow;

/// The running step of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RunningStep {
    pub(super) since: Time,
    /// Its duration in microseconds.
    pub(super) lasts: u64,
}

/// The status of a running step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepStatus {
    Running,
    Ended,
    /// It failed, or its thing is gone.
    Failed,
}

impl RunningStep {
    pub(super) fn begin(action: &CompiledAbility, step: &Step, memory: &impl Facts) -> Self {
        let seconds = action.built.seconds(memory, &step.arguments());
        Self { since: memory.time(), lasts: (seconds * 1e6).round() as u64 }
    }

    /// Its status: reported by the world for a latched action, otherwise by its duration.
    pub(super) fn status(&self, step: &Step, domain: &Domain, facts: &impl Facts) -> StepStatus {
        let now = facts.time();
        // An action that succeeded has often removed its thing: an enemy that was killed, a potion that was drunk.
        let shown = shown(step, domain, facts);
        if shown != Some(StepStatus::Ended) && step.thing.is_some_and(|thing| !facts.exists(thing)) {
            return StepStatus::Failed;
        }
        let latched = domain
            .names
            .action_info(step.action)
            .is_some_and(|info| info.lifetime == ActionLifetime::Latched);
        match shown {
            Some(status) => status,
            None if latched || now.tick == self.since.tick => StepStatus::Running,
            None if now.micros.saturating_sub(self.since.micros) >= self.lasts => StepStatus::Ended,
            None => StepStatus::Running,
        }
    }

    /// When it ends without a change in memory, in microseconds; none for a latched action.
    pub(super) fn ends(&self, step: &Step, domain: &Domain) -> Option<u64> {
        let latched = domain
            .names
            .action_info(step.action)
            .is_some_and(|info| info.lifetime == ActionLifetime::Latched);
        (!latched).then(|| self.since.micros.saturating_add(self.lasts))
    }
}

/// The status that memory shows of a latched action.
fn shown(step: &Step, domain: &Domain, facts: &impl Facts) -> Option<StepStatus> {
    let builtin = domain.names.builtin();
    let action = domain.names.action_info(step.action)?.name;
    let mut shown = None;
    let query = Query { kind: Some(builtin.action), equal: &[(builtin.name, Value::Symbol(action))] };
    facts.candidates(&query, &mut |id| {
        if facts.values(id, builtin.name).first() == Some(&Value::Symbol(action)) {
            let status = facts.values(id, builtin.status);
            shown = status.first().map(|status| match status.symbol() {
                Some(status) if status == builtin.succeeded => StepStatus::Ended,
                Some(status) if status == builtin.failed => StepStatus::Failed,
                _ => StepStatus::Running,
            });
        }
        ControlFlow::Continue(())
    });
    shown
}

/// Whether an action can begin: its precondition holds, and the things it binds are free. They are reserved.
pub(super) fn may_begin(action: &CompiledAbility, thing: Option<Id>, cx: &mut Context<'_>) -> bool {
    let mut bindings = action.bindings(thing);
    action.parts.iter().all(|part| {
        part.condition.degree(cx.memory(), &mut bindings) >= 1.0 && cx.ask(&part.condition, &mut bindings)
    })
}

/// Whether the things that a running action must keep are still free. They are reserved again.
pub(super) fn still_holds(action: &CompiledAbility, thing: Option<Id>, cx: &mut Context<'_>) -> bool {
    let mut bindings = action.bindings(thing);
    action.parts.iter().filter(|part| part.holds).all(|part| cx.ask(&part.condition, &mut bindings))
}

/// The first part of the precondition that does not hold, or the reason why the action cannot begin.
pub(super) fn unmet(action: &CompiledAbility, thing: Option<Id>, facts: &impl Facts) -> String {
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
