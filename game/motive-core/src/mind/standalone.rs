//! Running one behaviour without an arbiter.

use super::behaviour::{Behaviour, Outcome};
use super::context::Context;
use crate::action::Proposal;
use crate::binding::{Binder, Budget, Holder, KeyedRng, Ledger};
use crate::condition::BindingRules;
use crate::memory::Memory;
use crate::trace::{NoTrace, Tracer};
use crate::vocabulary::Facts;

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
    #[must_use]
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
