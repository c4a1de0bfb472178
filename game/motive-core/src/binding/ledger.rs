//! The ledger: who holds what in this tick.

use crate::condition::{Access, BindingRules, Claim, SharedHold, Sharing};
use crate::vocabulary::{Facts, Id, Property};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// The holder of a thing: a task, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Holder(pub u64);

/// The reservations of one tick. Holders ask in order of priority; a thing that one gets is not available to those after it.
///
/// Reservations are tentative: [`Ledger::undo`] removes exactly those made since a mark.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    held: FxHashMap<Id, HeldThing>,
    /// All claims in order, for undo.
    made: Vec<LedgerEntry>,
}

#[derive(Clone, Debug, Default)]
struct HeldThing {
    exclusive: Option<Holder>,
    shared: SmallVec<[Holder; 2]>,
    /// Reserved portions. A list, not a sum, so that undo is exact.
    portions: SmallVec<[(Property, f64); 2]>,
}

#[derive(Clone, Debug)]
struct LedgerEntry {
    holder: Holder,
    claim: Claim,
    effect: ClaimEffect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClaimEffect {
    Nothing,
    Exclusive,
    Shared,
    Portions(usize),
}

/// A thing that a holder has.
#[derive(Clone, Debug, PartialEq)]
pub struct Holding<'a> {
    /// The holder.
    pub holder: Holder,
    /// The variable in the rule.
    pub name: Option<&'a Arc<str>>,
    /// The thing.
    pub id: Id,
    /// Exclusive or shared.
    pub access: Access,
    /// Portions of divisible quantities.
    pub portions: &'a [(Property, f64)],
}

impl Ledger {
    /// Ends the tick: everything is free again.
    pub fn release(&mut self) {
        // Things come and go; entries of old ones are not kept forever.
        if self.held.len() > 256 + 4 * self.made.len() {
            self.held.clear();
        }
        for made in self.made.drain(..) {
            if let Some(held) = self.held.get_mut(&made.claim.id()) {
                held.exclusive = None;
                held.shared.clear();
                held.portions.clear();
            }
        }
    }

    /// A point to undo to.
    pub fn mark(&self) -> usize {
        self.made.len()
    }

    /// Removes all claims made since a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.made.len() > mark {
            let Some(made) = self.made.pop() else { return };
            let Some(held) = self.held.get_mut(&made.claim.id()) else { continue };
            match made.effect {
                ClaimEffect::Nothing => {}
                ClaimEffect::Exclusive => held.exclusive = None,
                ClaimEffect::Shared => {
                    held.shared.pop();
                }
                ClaimEffect::Portions(count) => {
                    let left = held.portions.len().saturating_sub(count);
                    held.portions.truncate(left);
                }
            }
        }
    }

    /// The holdings claimed since a mark, in order.
    pub fn since(&self, mark: usize) -> impl Iterator<Item = Holding<'_>> {
        self.made[mark.min(self.made.len())..].iter().map(|made| Holding {
            holder: made.holder,
            name: made.claim.name(),
            id: made.claim.id(),
            access: made.claim.access(),
            portions: made.claim.portions(),
        })
    }

    /// Who has exclusive use of a thing.
    pub fn exclusive_holder(&self, id: Id) -> Option<Holder> {
        self.held.get(&id).and_then(|held| held.exclusive)
    }

    /// Who shares a thing.
    pub fn sharers(&self, id: Id) -> &[Holder] {
        self.held.get(&id).map_or(&[], |held| &held.shared)
    }

    /// Whether anybody holds the thing or a portion of it.
    pub fn is_held(&self, id: Id) -> bool {
        self.held.get(&id).is_some_and(|held| {
            held.exclusive.is_some() || !held.shared.is_empty() || !held.portions.is_empty()
        })
    }

    /// Whether nothing of the thing is left: it is held exclusively, or every quantity with reserved portions is used up.
    pub fn is_used_up(&self, id: Id, facts: &impl Facts) -> bool {
        self.held.get(&id).is_some_and(|held| {
            let gone = |(property, _): &(Property, f64)| {
                facts
                    .values(id, *property)
                    .number()
                    .is_none_or(|amount| amount <= self.reserved(id, *property))
            };
            held.exclusive.is_some() || !held.portions.is_empty() && held.portions.iter().all(gone)
        })
    }

    /// How much of a quantity is reserved.
    pub fn reserved(&self, id: Id, property: Property) -> f64 {
        self.held.get(&id).map_or(0.0, |held| {
            held.portions.iter().filter(|(of, _)| *of == property).map(|(_, amount)| amount).sum()
        })
    }

    /// Whether a portion of the thing is reserved.
    pub(crate) fn is_divided(&self, id: Id) -> bool {
        self.held.get(&id).is_some_and(|held| !held.portions.is_empty())
    }

    /// The first other holder of the thing or of a portion of it.
    pub fn other_holder(&self, id: Id, binder: Holder) -> Option<Holder> {
        let has = |made: &&LedgerEntry| {
            made.claim.id() == id && made.holder != binder && made.effect != ClaimEffect::Nothing
        };
        self.made.iter().find(has).map(|made| made.holder)
    }

    /// Whether a claim can be made: the thing exists, is free, and the portions are available.
    pub fn can_have(&self, claim: &Claim, binder: Holder, rules: &BindingRules, facts: &impl Facts) -> bool {
        let left = |(property, portion): &(Property, f64)| {
            let amount = facts.values(claim.id(), *property).number();
            amount.is_some_and(|amount| amount - self.reserved(claim.id(), *property) >= *portion)
        };
        facts.exists(claim.id())
            && (claim.is_endless()
                || self.is_free(claim.id(), binder, claim.access(), !claim.portions().is_empty(), rules))
            && claim.portions().iter().all(left)
    }

    pub(crate) fn is_free(
        &self,
        id: Id,
        binder: Holder,
        access: Access,
        portion: bool,
        rules: &BindingRules,
    ) -> bool {
        let Some(held) = self.held.get(&id) else { return true };
        let others_exclusive = held.exclusive.is_some_and(|holder| holder != binder);
        match rules.sharing {
            Sharing::ByAccess => {
                let others_share = held.shared.iter().any(|holder| *holder != binder);
                let denied = access == Access::Exclusive
                    && rules.exclusive
                    && rules.shared_hold == SharedHold::Deny
                    && others_share;
                !(others_exclusive || denied)
            }
            Sharing::ByQuantity => !others_exclusive && (portion || held.portions.is_empty()),
        }
    }

    /// Records a claim without checking it; see [`Ledger::can_have`].
    pub fn claim(&mut self, holder: Holder, claim: Claim, rules: &BindingRules) {
        let effect = effect_of(&claim, rules);
        let held = self.held.entry(claim.id()).or_default();
        let effect = match effect {
            // A second exclusive claim of the same holder changes nothing, so undoing it must not free the thing.
            ClaimEffect::Exclusive if held.exclusive.is_some() => ClaimEffect::Nothing,
            ClaimEffect::Exclusive => {
                held.exclusive = Some(holder);
                ClaimEffect::Exclusive
            }
            ClaimEffect::Shared => {
                held.shared.push(holder);
                ClaimEffect::Shared
            }
            ClaimEffect::Portions(_) => {
                held.portions.extend(claim.portions().iter().copied());
                ClaimEffect::Portions(claim.portions().len())
            }
            ClaimEffect::Nothing => ClaimEffect::Nothing,
        };
        self.made.push(LedgerEntry { holder, claim, effect });
    }

    /// Records earlier claims again, without checking them.
    pub fn replay(&mut self, holder: Holder, claims: &[Claim], rules: &BindingRules) {
        for claim in claims {
            self.claim(holder, claim.clone(), rules);
        }
    }

    /// The claims made since a mark, in order.
    pub fn claims_since(&self, mark: usize) -> impl Iterator<Item = &Claim> {
        self.made[mark.min(self.made.len())..].iter().map(|made| &made.claim)
    }
}

fn effect_of(claim: &Claim, rules: &BindingRules) -> ClaimEffect {
    if claim.is_endless() {
        return ClaimEffect::Nothing;
    }
    match (rules.sharing, claim.access(), claim.portions().is_empty()) {
        (Sharing::ByQuantity, _, true) => ClaimEffect::Exclusive,
        (Sharing::ByQuantity, _, false) => ClaimEffect::Portions(claim.portions().len()),
        (Sharing::ByAccess, Access::Exclusive, true) if rules.exclusive => ClaimEffect::Exclusive,
        (Sharing::ByAccess, Access::Exclusive, false) if rules.exclusive => {
            ClaimEffect::Portions(claim.portions().len())
        }
        (Sharing::ByAccess, ..) => ClaimEffect::Shared,
    }
}
