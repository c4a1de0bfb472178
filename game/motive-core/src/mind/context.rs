//! What a behaviour works with while it proposes, under an arbiter or alone.

use super::behaviour::{Behaviour, Outcome};
use crate::action::{Command, Proposal};
use crate::binding::{Binder, Budget, Holder, KeyedRng, Ledger};
use crate::condition::{BindingRules, Bindings, Claim, Claimant, CompiledCondition, CompiledExpr, Eval};
use crate::memory::Memory;
use crate::trace::{Event, MindPart, NoTrace, Tracer};
use crate::vocabulary::{Facts, Id, Time, Value};

/// What a behaviour works with while it proposes: memory to read, things to reserve, random numbers, a work budget, a trace.
///
/// Memory does not change while behaviours propose. A thing that a behaviour reserves is its own until the tick ends;
/// behaviours that are asked later cannot get it.
pub struct Context<'a> {
    memory: &'a Memory,
    binder: Binder<'a>,
    priority: f64,
    until: u64,
    proposals: &'a mut Vec<Proposal>,
    trace: &'a mut dyn Tracer,
}

impl<'a> Context<'a> {
    /// The context of a task with this priority: things are reserved through the binder, proposals are appended to the list.
    pub fn new(
        memory: &'a Memory,
        binder: Binder<'a>,
        priority: f64,
        proposals: &'a mut Vec<Proposal>,
        trace: &'a mut dyn Tracer,
    ) -> Self {
        Self { memory, binder, priority, until: u64::MAX, proposals, trace }
    }

    /// What the agent knows.
    pub fn memory(&self) -> &'a Memory {
        self.memory
    }

    /// The current time.
    pub fn time(&self) -> Time {
        self.memory.time()
    }

    /// The task on whose behalf the behaviour runs.
    pub fn holder(&self) -> Holder {
        self.binder.holder
    }

    /// The priority of the task.
    pub fn priority(&self) -> f64 {
        self.priority
    }

    /// How things are matched and handed out.
    pub fn rules(&self) -> &'a BindingRules {
        self.binder.rules
    }

    /// The reservations made so far in this tick.
    pub fn ledger(&self) -> &Ledger {
        self.binder.ledger
    }

    /// The work that may still be spent in this decision.
    pub fn budget(&self) -> &Budget {
        self.binder.budget
    }

    /// The reservations to read and the budget to spend, for a search that needs both.
    pub fn ledger_and_budget(&mut self) -> (&Ledger, &mut Budget) {
        (self.binder.ledger, self.binder.budget)
    }

    /// The thing that the variable of this name had in the previous tick.
    pub fn remembered(&self, name: &str) -> Option<Id> {
        self.binder.remembered(name)
    }

    /// Evaluates a condition. If it holds, the things it binds are reserved for this task; otherwise nothing is.
    pub fn ask(&mut self, condition: &CompiledCondition, bindings: &mut Bindings) -> bool {
        let (mark, variables) = (self.binder.mark(), bindings.mark());
        let held = self.eval(bindings, |eval| eval.holds(&condition.code));
        if !held {
            self.binder.undo(mark);
            bindings.undo(variables);
        }
        held
    }

    /// The value of an expression.
    pub fn value(&mut self, expression: &CompiledExpr, bindings: &mut Bindings) -> Option<Value> {
        self.eval(bindings, |eval| eval.value(&expression.code))
    }

    /// Claims again what was claimed in an earlier tick. Returns `false`, and claims nothing, if it cannot be had now.
    pub fn reclaim(&mut self, claim: &Claim) -> bool {
        let Binder { ledger, holder, rules, .. } = &mut self.binder;
        let free = ledger.can_have(claim, *holder, rules, self.memory);
        if free {
            ledger.claim(*holder, claim.clone(), rules);
        }
        free
    }

    /// Proposes a command.
    pub fn propose(&mut self, command: Command) {
        let proposal = Proposal { task: self.holder(), priority: self.priority, command };
        self.proposals.push(proposal);
    }

    /// A random number, keyed by seed, agent, tick and place. The result may differ next tick, so the behaviour is asked again then.
    pub fn draw(&mut self, place: u64) -> u64 {
        self.binder.draw(place)
    }

    /// Requests to be asked again next tick even if nothing in memory changes.
    pub fn ask_again(&mut self) {
        self.binder.make_volatile();
    }

    /// Requests to be asked again at this time, in microseconds, even if nothing in memory changes.
    pub fn ask_at(&mut self, micros: u64) {
        self.until = self.until.min(micros);
    }

    /// Whether the answer may differ next tick even if nothing in memory changes.
    pub fn is_volatile(&self) -> bool {
        self.binder.is_volatile()
    }

    /// The time from which on the answer may differ even if nothing in memory changes, in microseconds; [`u64::MAX`] for never.
    pub fn until(&self) -> u64 {
        self.until
    }

    /// Spends work; `false` when the budget is used up.
    pub fn spend(&mut self, work: u64) -> bool {
        self.binder.spend(work)
    }

    /// Runs something without spending the budget, such as finding an explanation for the trace.
    pub fn without_spending<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let budget = *self.binder.budget;
        let result = work(self);
        *self.binder.budget = budget;
        result
    }

    /// Records an event, if events are recorded.
    pub fn trace(&mut self, event: impl FnOnce() -> Event) {
        if self.trace.wants_events() {
            self.trace.event(event());
        }
    }

    /// Whether events are recorded.
    pub fn is_traced(&self) -> bool {
        self.trace.wants_events()
    }

    /// Whether a part of the mind is disabled by hand. Never if events are not recorded.
    pub fn is_disabled(&self, part: MindPart<'_>) -> bool {
        self.trace.wants_events() && self.trace.is_disabled(part)
    }

    /// A point to [undo](Context::undo) to.
    pub fn mark(&self) -> (usize, usize) {
        (self.binder.mark(), self.proposals.len())
    }

    /// Removes the reservations and proposals made since a mark.
    pub fn undo(&mut self, (ledger, proposals): (usize, usize)) {
        self.binder.undo(ledger);
        self.proposals.truncate(proposals);
    }

    /// Evaluates something that may reserve things. On failure the caller undoes the reservations.
    pub fn eval<T>(&mut self, bindings: &mut Bindings, work: impl FnOnce(&mut Eval<'_, Memory>) -> T) -> T {
        work(&mut Eval { facts: self.memory, bindings, claims: &mut self.binder })
    }
}

/// Runs one behaviour alone: what it proposes if no other task holds anything. For tests, benchmarks, and hosts with an arbitration of
/// their own.
#[derive(Debug, Default)]
pub struct Standalone {
    ledger: Ledger,
    rules: BindingRules,
    proposals: Vec<Proposal>,
    seed: u64,
}

impl Standalone {
    /// With random numbers by this seed.
    pub fn seeded(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Asks a behaviour. Returns its outcome and its proposals.
    pub fn ask(&mut self, behaviour: &mut dyn Behaviour, memory: &Memory) -> (Outcome, &[Proposal]) {
        self.ask_traced(behaviour, memory, &mut NoTrace)
    }

    /// The same, recording events.
    pub fn ask_traced(
        &mut self,
        behaviour: &mut dyn Behaviour,
        memory: &Memory,
        trace: &mut dyn Tracer,
    ) -> (Outcome, &[Proposal]) {
        self.ledger.release();
        self.proposals.clear();
        let mut budget = Budget::default();
        let rng = KeyedRng::new(self.seed, 0, memory.time().tick);
        let binder = Binder::new(Holder(1), &mut self.ledger, &self.rules, rng, &mut budget);
        let mut context = Context::new(memory, binder, 1.0, &mut self.proposals, trace);
        let outcome = behaviour.propose(&mut context);
        (outcome, &self.proposals)
    }
}
