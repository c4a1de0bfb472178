//! Claims on behalf of one task.

use super::{Budget, Holder, KeyedRng, Ledger};
use crate::condition::{Access, BindingRules, Claim, Claimant, SharedHold};
use crate::vocabulary::{Id, Property};
use std::sync::Arc;

/// The thing that each named variable had in the previous tick.
pub type RememberedBindings = Vec<(Arc<str>, Id)>;

/// Claims things in a ledger on behalf of one task.
pub struct Binder<'a> {
    pub(crate) ledger: &'a mut Ledger,
    pub(crate) holder: Holder,
    pub(crate) rules: &'a BindingRules,
    pub(crate) budget: &'a mut Budget,
    rng: KeyedRng,
    remembered: &'a [(Arc<str>, Id)],
    avoid: &'a [Id],
    overridden: Option<&'a mut Vec<Id>>,
    missed: Option<&'a mut Vec<Id>>,
    volatile: bool,
}

impl<'a> Binder<'a> {
    /// A binder for one task. It remembers nothing from the previous tick and avoids nothing.
    #[must_use]
    pub fn new(
        holder: Holder,
        ledger: &'a mut Ledger,
        rules: &'a BindingRules,
        rng: KeyedRng,
        budget: &'a mut Budget,
    ) -> Self {
        let (remembered, avoid): (&[_], &[_]) = (&[], &[]);
        let (overridden, missed) = (None, None);
        Self { ledger, holder, rules, budget, rng, remembered, avoid, overridden, missed, volatile: false }
    }

    /// Sets the thing that each named variable had in the previous tick.
    #[must_use]
    pub fn remembering(mut self, remembered: &'a [(Arc<str>, Id)]) -> Self {
        self.remembered = remembered;
        self
    }

    /// Sets the things to choose only if nothing else fits.
    #[must_use]
    pub fn avoiding(mut self, avoid: &'a [Id]) -> Self {
        self.avoid = avoid;
        self
    }

    /// Collects the things that are granted exclusively although others share them.
    #[must_use]
    pub fn noting_overridden(mut self, overridden: &'a mut Vec<Id>) -> Self {
        self.overridden = Some(overridden);
        self
    }

    /// Collects the things that would have fitted but are held by others.
    #[must_use]
    pub fn noting_missed(mut self, missed: Option<&'a mut Vec<Id>>) -> Self {
        self.missed = missed;
        self
    }

    /// Whether the result may differ next tick although nothing in memory changed.
    #[must_use]
    pub fn is_volatile(&self) -> bool {
        self.volatile
    }

    pub(crate) fn make_volatile(&mut self) {
        self.volatile = true;
    }
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
        if let Some(overridden) = &mut self.overridden
            && self.rules.shared_hold == SharedHold::Warn
            && claim.access() == Access::Exclusive
            && self.ledger.sharers(claim.id()).iter().any(|holder| *holder != self.holder)
        {
            overridden.push(claim.id());
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
        self.volatile = true;
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
