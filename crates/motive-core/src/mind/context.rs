//! What a behaviour works with while it proposes.

use crate::action::{Command, Proposal};
use crate::binding::{Binder, Budget, Holder, KeyedRng, Ledger};
use crate::condition::{BindingRules, Bindings, CompiledCondition, CompiledExpr, Eval};
use crate::memory::Memory;
use crate::trace::{Event, Tracer};
use crate::vocabulary::{Facts, Id, Time, Value};
use std::sync::Arc;

/// What a behaviour works with while it proposes: memory to read, things to ask for, draws, a budget, a trace.
///
/// Memory does not change while behaviours are asked. What a behaviour asks for stays its own until the tick ends, and
/// behaviours asked later cannot get it.
pub struct Context<'a> {
    /// What the agent knows.
    pub memory: &'a Memory,
    /// The reservations of this tick.
    pub ledger: &'a mut Ledger,
    /// How things are matched and handed out.
    pub rules: &'a BindingRules,
    /// The task that asks.
    pub holder: Holder,
    /// How important the task is.
    pub priority: f64,
    /// Which thing each named variable had in the previous tick.
    pub remembered: &'a [(Arc<str>, Id)],
    /// Random numbers of this agent, tick and task.
    pub rng: KeyedRng,
    /// How much work is left.
    pub budget: &'a mut Budget,
    /// Set when the answer may differ next tick though nothing in memory changed.
    pub volatile: &'a mut bool,
    /// From when on the answer may differ, in microseconds.
    pub until: &'a mut u64,
    /// Collects things that were granted exclusively though others share them.
    pub overridden: &'a mut Vec<Id>,
    /// Things to choose only if nothing else fits.
    pub avoid: &'a [Id],
    /// If present, collects things that fitted but were held by others.
    pub missed: Option<&'a mut Vec<Id>>,
    /// Where proposals go.
    pub proposals: &'a mut Vec<Proposal>,
    /// Who gets events.
    pub trace: &'a mut dyn Tracer,
}

impl Context<'_> {
    /// What the agent knows.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        self.memory
    }

    /// Now.
    #[must_use]
    pub fn time(&self) -> Time {
        self.memory.time()
    }

    /// Who is asking.
    #[must_use]
    pub fn holder(&self) -> Holder {
        self.holder
    }

    /// How important the asker is.
    #[must_use]
    pub fn priority(&self) -> f64 {
        self.priority
    }

    /// How things are matched and handed out.
    #[must_use]
    pub fn rules(&self) -> &BindingRules {
        self.rules
    }

    /// Who holds what.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        self.ledger
    }

    /// The thing that the variable of this name had in the previous tick.
    #[must_use]
    pub fn remembered(&self, name: &str) -> Option<Id> {
        self.remembered.iter().find(|(known, _)| **known == *name).map(|(_, id)| *id)
    }

    /// Asks for what a condition needs. If it holds, what it binds is reserved for the asker; if not, nothing is.
    pub fn ask(&mut self, condition: &CompiledCondition, bindings: &mut Bindings) -> bool {
        let (mark, variables) = (self.ledger.mark(), bindings.mark());
        let held = self.eval(bindings, |eval| eval.holds(&condition.code));
        if !held {
            self.ledger.undo(mark);
            bindings.undo(variables);
        }
        held
    }

    /// The value of an expression.
    pub fn value(&mut self, expression: &CompiledExpr, bindings: &mut Bindings) -> Option<Value> {
        self.eval(bindings, |eval| eval.value(&expression.code))
    }

    /// Proposes something to be done.
    pub fn propose(&mut self, command: Command) {
        self.proposals.push(Proposal { task: self.holder, priority: self.priority, command });
    }

    /// A number drawn by seed, agent, tick and place. The answer may differ next tick, so the behaviour is asked again.
    pub fn draw(&mut self, place: u64) -> u64 {
        *self.volatile = true;
        self.rng.at(place)
    }

    /// Says that the answer may differ next tick though nothing in memory changed.
    pub fn ask_again(&mut self) {
        *self.volatile = true;
    }

    /// Says that the answer may differ from this time on, in microseconds, though nothing in memory changed. Until then it need not be
    /// asked for again.
    pub fn ask_at(&mut self, micros: u64) {
        *self.until = (*self.until).min(micros);
    }

    /// Spends work; `false` when the budget is used up.
    pub fn spend(&mut self, work: u64) -> bool {
        self.budget.spend(work)
    }

    /// Reports something, if events are recorded.
    pub fn trace(&mut self, event: impl FnOnce() -> Event) {
        if self.trace.wants_events() {
            self.trace.event(event());
        }
    }

    /// Whether anybody receives events.
    pub fn is_traced(&self) -> bool {
        self.trace.wants_events()
    }

    /// A point to take back to: reservations and proposals.
    pub fn mark(&self) -> (usize, usize) {
        (self.ledger.mark(), self.proposals.len())
    }

    /// Takes back reservations and proposals made since a mark.
    pub fn undo(&mut self, (ledger, proposals): (usize, usize)) {
        self.ledger.undo(ledger);
        self.proposals.truncate(proposals);
    }

    /// Evaluates something that may reserve. The caller takes back what a failure leaves.
    pub fn eval<T>(&mut self, bindings: &mut Bindings, work: impl FnOnce(&mut Eval<'_, Memory>) -> T) -> T {
        let mut binder = Binder {
            ledger: self.ledger,
            holder: self.holder,
            rules: self.rules,
            remembered: self.remembered,
            rng: self.rng,
            budget: self.budget,
            volatile: self.volatile,
            overridden: self.overridden,
            avoid: self.avoid,
            missed: self.missed.as_deref_mut(),
        };
        work(&mut Eval { facts: self.memory, bindings, claims: &mut binder })
    }
}
