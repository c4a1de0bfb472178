//! What claims things for a task: its binder, its random numbers and its work budget.

use super::{Holder, Ledger};
use crate::condition::{Access, BindingRules, Claim, Claimant, SharedHold};
use crate::vocabulary::{Id, Property};
use std::sync::Arc;

/// The thing that each named variable had in the previous tick.
pub type RememberedBindings = Vec<(Arc<str>, Id)>;

/// Claims things in a ledger on behalf of one task.
#[must_use]
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
    pub fn remembering(mut self, remembered: &'a [(Arc<str>, Id)]) -> Self {
        self.remembered = remembered;
        self
    }

    /// Sets the things to choose only if nothing else fits.
    pub fn avoiding(mut self, avoid: &'a [Id]) -> Self {
        self.avoid = avoid;
        self
    }

    /// Collects the things that are granted exclusively although others share them.
    pub fn noting_overridden(mut self, overridden: &'a mut Vec<Id>) -> Self {
        self.overridden = Some(overridden);
        self
    }

    /// Collects the things that would have fitted but are held by others.
    pub fn noting_missed(mut self, missed: Option<&'a mut Vec<Id>>) -> Self {
        self.missed = missed;
        self
    }

    /// Whether the result may differ next tick although nothing in memory changed.
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

/// An amount of work: candidates tested, rules tried, plan nodes expanded. It is never wall-clock time, so the same input always gives the
/// same decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    left: u64,
    spent: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(1_000_000)
    }
}

impl Budget {
    /// A budget of this much work.
    pub const fn new(work: u64) -> Self {
        Self { left: work, spent: 0 }
    }

    /// Spends work. Returns `false` if not enough is left; the decision then ends with what it has.
    pub fn spend(&mut self, work: u64) -> bool {
        self.spent = self.spent.saturating_add(work);
        match self.left.checked_sub(work) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.left = 0;
                false
            }
        }
    }

    /// The work that is left.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// All work requested so far, granted or not.
    pub const fn spent(&self) -> u64 {
        self.spent
    }
}

pub use motive_util::splitmix64;

/// Random numbers keyed by seed, agent, tick and place in the program. There is no stream, so skipping a draw (by caching, on another
/// thread, without a trace) never changes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct KeyedRng {
    key: u64,
}

impl KeyedRng {
    /// The random numbers of one agent in one tick.
    pub fn new(seed: u64, agent: u64, tick: u64) -> Self {
        Self::in_tick(Self::key_of_agent(seed, agent), tick)
    }

    /// What the random numbers of one agent have in common, for [`KeyedRng::in_tick`].
    pub(crate) fn key_of_agent(seed: u64, agent: u64) -> u64 {
        splitmix64(splitmix64(seed) ^ agent)
    }

    /// The random numbers of an agent in one tick.
    pub(crate) fn in_tick(agent_key: u64, tick: u64) -> Self {
        Self { key: splitmix64(agent_key ^ tick) }
    }

    /// The random number of a place.
    pub fn at(self, place: u64) -> u64 {
        splitmix64(self.key ^ splitmix64(place))
    }

    /// The random numbers of a part of the program, independent of other parts.
    pub fn within(self, part: u64) -> Self {
        Self { key: splitmix64(self.key ^ part.rotate_left(32)) }
    }

    /// The random number of a place as a fraction in `0.0..1.0`.
    pub fn fraction(self, place: u64) -> f64 {
        (self.at(place) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// SplitMix64 as a stream, for studies, worlds and tests. Decisions use [`KeyedRng`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next number of the stream.
    pub fn next_u64(&mut self) -> u64 {
        let drawn = splitmix64(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        drawn
    }
}

#[cfg(test)]
#[path = "../../tests/unit/binder.rs"]
mod tests;
