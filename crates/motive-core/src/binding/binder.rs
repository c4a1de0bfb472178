//! Claims on behalf of one task.

use super::{Budget, Holder, KeyedRng, Ledger};
use crate::condition::{Access, BindingRules, Claim, Claimant, SharedHold};
use crate::vocabulary::{Id, Property};
use std::sync::Arc;

/// Which thing each named variable had in the previous tick.
pub type RememberedBindings = Vec<(Arc<str>, Id)>;

/// Claims things in a ledger on behalf of one task.
pub struct Binder<'a> {
    /// The reservations of this tick.
    pub ledger: &'a mut Ledger,
    /// The task that asks.
    pub holder: Holder,
    /// How things are matched and handed out.
    pub rules: &'a BindingRules,
    /// Which thing each named variable had in the previous tick.
    pub remembered: &'a [(Arc<str>, Id)],
    /// Random numbers of this agent, tick and task.
    pub rng: KeyedRng,
    /// How much work is left.
    pub budget: &'a mut Budget,
    /// Set when an answer may differ next tick though nothing in memory changed.
    pub volatile: &'a mut bool,
    /// Things that were granted exclusively though others share them.
    pub overridden: &'a mut Vec<Id>,
    /// Things to choose only if nothing else fits.
    pub avoid: &'a [Id],
    /// If present, collects things that fitted but were held by others.
    pub missed: Option<&'a mut Vec<Id>>,
}

impl Claimant for Binder<'_> {
    fn rules(&self) -> &BindingRules {
        self.rules
    }

    fn is_free(&self, id: Id, access: Access, portion: bool) -> bool {
        self.ledger.is_free(id, self.holder, access, portion, self.rules)
    }

    fn reserved(&self, id: Id, property: Property) -> f64 {
        self.ledger.reserved(id, property)
    }

    fn is_divided(&self, id: Id) -> bool {
        self.ledger.is_divided(id)
    }

    fn remembered(&self, name: &str) -> Option<Id> {
        self.remembered.iter().find(|(known, _)| **known == *name).map(|(_, id)| *id)
    }

    fn claim(&mut self, claim: Claim) {
        if self.rules.shared_hold == SharedHold::Warn
            && claim.access == Access::Exclusive
            && self.ledger.sharers(claim.id).iter().any(|holder| *holder != self.holder)
        {
            self.overridden.push(claim.id);
        }
        self.ledger.claim(self.holder, claim, self.rules);
    }

    fn mark(&self) -> usize {
        self.ledger.mark()
    }

    fn undo(&mut self, mark: usize) {
        self.ledger.undo(mark);
    }

    fn draw(&mut self, place: u64) -> u64 {
        *self.volatile = true;
        self.rng.at(place)
    }

    fn spend(&mut self, work: u64) -> bool {
        self.budget.spend(work)
    }

    fn avoid(&self) -> &[Id] {
        self.avoid
    }

    fn missed(&mut self) -> Option<&mut Vec<Id>> {
        self.missed.as_deref_mut()
    }
}
