//! The action of a plan that is being done: whether it may begin, goes on, has ended.

use super::compile::CompiledAbility;
use super::domain::Domain;
use super::plan::Step;
use motive_core::mind::Context;
use motive_core::vocabulary::{ActionLifetime, Facts, Id, Query, Time, Value};
use std::ops::ControlFlow;

/// An action that is being done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RunningStep {
    pub(super) since: Time,
    /// How long it takes, in microseconds.
    pub(super) lasts: u64,
}

/// How it goes with the action at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepStatus {
    On,
    Ended,
    /// It failed, or what it is done with is no more.
    Failed,
}

impl RunningStep {
    pub(super) fn begin(action: &CompiledAbility, step: &Step, memory: &impl Facts) -> Self {
        let seconds = action.built.seconds(memory, &step.arguments());
        Self { since: memory.time(), lasts: (seconds * 1e6).round() as u64 }
    }

    /// How it goes: as the world says of a latched action, as the action says of itself, or by the time that it takes.
    pub(super) fn going(
        &self,
        action: &CompiledAbility,
        step: &Step,
        domain: &Domain,
        facts: &impl Facts,
    ) -> StepStatus {
        let now = facts.time();
        if let Some(until) = &action.until {
            let mut bindings = until.bindings(&step.arguments());
            if until.holds(facts, &mut bindings) {
                return StepStatus::Ended;
            }
        }
        // What succeeded has often done away with its thing: an enemy that was killed, a potion that was drunk.
        let shown = shown(step, domain, facts);
        if shown != Some(StepStatus::Ended) && step.thing.is_some_and(|thing| !facts.exists(thing)) {
            return StepStatus::Failed;
        }
        let latched = domain
            .names
            .action_info(step.action)
            .is_some_and(|info| info.lifetime == ActionLifetime::Latched);
        match shown {
            Some(going) => going,
            None if latched || action.until.is_some() || now.tick == self.since.tick => StepStatus::On,
            None if now.micros.saturating_sub(self.since.micros) >= self.lasts => StepStatus::Ended,
            None => StepStatus::On,
        }
    }

    /// When it will end by itself without anything in memory changing, in microseconds, if it does.
    pub(super) fn ends(&self, action: &CompiledAbility, step: &Step, domain: &Domain) -> Option<u64> {
        let latched = domain
            .names
            .action_info(step.action)
            .is_some_and(|info| info.lifetime == ActionLifetime::Latched);
        let timed = !latched && action.until.is_none();
        timed.then(|| self.since.micros.saturating_add(self.lasts))
    }
}

/// What memory shows of a latched action of this verb.
fn shown(step: &Step, domain: &Domain, facts: &impl Facts) -> Option<StepStatus> {
    let builtin = domain.names.builtin();
    let action = domain.names.action_info(step.action)?.name;
    let mut going = None;
    let query = Query { kind: Some(builtin.action), equal: &[(builtin.name, Value::Symbol(action))] };
    facts.candidates(&query, &mut |id| {
        if facts.values(id, builtin.name).first() == Some(&Value::Symbol(action)) {
            let status = facts.values(id, builtin.status);
            going = status.first().map(|status| match status.symbol() {
                Some(status) if status == builtin.succeeded => StepStatus::Ended,
                Some(status) if status == builtin.failed => StepStatus::Failed,
                _ => StepStatus::On,
            });
        }
        ControlFlow::Continue(())
    });
    going
}

/// Whether an action can be begun: its needs are wholly met, and what they ask for can be had. What can be had is reserved.
pub(super) fn may_begin(action: &CompiledAbility, thing: Option<Id>, cx: &mut Context<'_>) -> bool {
    let mut bindings = action.bindings(thing);
    action.parts.iter().all(|part| {
        part.condition.degree(cx.memory(), &mut bindings) >= 1.0 && cx.ask(&part.condition, &mut bindings)
    })
}

/// Whether an action that is being done still has what it needs to hold.
pub(super) fn still_has(action: &CompiledAbility, thing: Option<Id>, cx: &mut Context<'_>) -> bool {
    let mut bindings = action.bindings(thing);
    action.parts.iter().filter(|part| part.holds).all(|part| cx.ask(&part.condition, &mut bindings))
}

/// The first need of an action that is not met, or else that somebody has what it needs.
pub(super) fn unmet(action: &CompiledAbility, thing: Option<Id>, facts: &impl Facts) -> String {
    if thing.is_some_and(|thing| !facts.exists(thing)) {
        return "the thing it is done with, which is no more".to_owned();
    }
    let mut bindings = action.bindings(thing);
    let missing = action.parts.iter().find(|part| {
        let met = part.condition.degree(facts, &mut bindings) >= 1.0;
        if met && part.binds {
            part.condition.holds(facts, &mut bindings);
        }
        !met
    });
    missing.map_or_else(|| "what another goal holds".to_owned(), |part| part.text.clone())
}
