//! One behaviour by itself, without an arbiter.

use super::behaviour::{Behaviour, Outcome};
use super::context::Context;
use crate::action::Proposal;
use crate::binding::{Budget, Holder, KeyedRng, Ledger};
use crate::condition::BindingRules;
use crate::memory::Memory;
use crate::trace::{NoTrace, Tracer};
use crate::vocabulary::Facts;

/// Asks one behaviour by itself: what it would propose if nothing else wanted anything. For tests, measures, and hosts that have an
/// arbitration of their own.
#[derive(Debug, Default)]
pub struct Standalone {
    ledger: Ledger,
    rules: BindingRules,
    proposals: Vec<Proposal>,
    seed: u64,
}

impl Standalone {
    /// With random draws by this seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Asks a behaviour what to do now. What it says, and what it proposes.
    pub fn ask(&mut self, behaviour: &mut dyn Behaviour, memory: &Memory) -> (Outcome, &[Proposal]) {
        self.ask_traced(behaviour, memory, &mut NoTrace)
    }

    /// The same, reporting why.
    pub fn ask_traced(
        &mut self,
        behaviour: &mut dyn Behaviour,
        memory: &Memory,
        trace: &mut dyn Tracer,
    ) -> (Outcome, &[Proposal]) {
        self.ledger.release();
        self.proposals.clear();
        let mut context = Context {
            memory,
            ledger: &mut self.ledger,
            rules: &self.rules,
            holder: Holder(1),
            priority: 1.0,
            remembered: &[],
            rng: KeyedRng::new(self.seed, 0, memory.time().tick),
            budget: &mut Budget::default(),
            volatile: &mut false,
            until: &mut { u64::MAX },
            overridden: &mut Vec::new(),
            avoid: &[],
            missed: None,
            proposals: &mut self.proposals,
            trace,
        };
        let outcome = behaviour.propose(&mut context);
        (outcome, &self.proposals)
    }
}
