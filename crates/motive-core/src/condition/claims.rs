//! Who may have what: what evaluation asks of the ledger without knowing it.

use super::pattern::Access;
use super::rules::BindingRules;
use crate::vocabulary::{Id, Property};
use smallvec::SmallVec;
use std::sync::Arc;

/// Amounts taken of divisible quantities of one thing.
pub(crate) type Portions = SmallVec<[(Property, f64); 1]>;

/// A thing that a variable got.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The thing.
    pub id: Id,
    /// The variable that got it, if it is named.
    pub name: Option<Arc<str>>,
    /// Exclusive or shared.
    pub access: Access,
    /// Whether the variable should keep the thing in the next tick.
    pub persistent: bool,
    /// What was taken of divisible quantities.
    pub portions: Portions,
    /// Any number of tasks may use it at once, so nothing is reserved.
    pub(crate) endless: bool,
}

/// What a condition may have, given what others hold.
pub trait Claimant {
    /// How things are matched and handed out.
    fn rules(&self) -> &BindingRules;
    /// Whether others leave the thing to a user with this access who does or does not ask for a portion of it.
    fn is_free(&self, id: Id, access: Access, portion: bool) -> bool;
    /// How much of a quantity is spoken for.
    fn reserved(&self, id: Id, property: Property) -> f64;
    /// Whether a portion of the thing is spoken for.
    fn is_divided(&self, _: Id) -> bool {
        false
    }
    /// What the variable of this name had last tick.
    fn remembered(&self, name: &str) -> Option<Id>;
    /// Reserves a thing.
    fn claim(&mut self, claim: Claim);
    /// A point to undo to.
    fn mark(&self) -> usize;
    /// Takes back all claims made since a mark.
    fn undo(&mut self, mark: usize);
    /// A random number, keyed by a place in the program.
    fn draw(&mut self, place: u64) -> u64;
    /// Pays for work; false when there is none left to pay with.
    fn spend(&mut self, work: u64) -> bool;
    /// Things to be left to others where something else will do.
    fn avoid(&self) -> &[Id] {
        &[]
    }
    /// Where to write down things that would have fitted but that others hold, if anybody wants to know.
    fn missed(&mut self) -> Option<&mut Vec<Id>> {
        None
    }
}

/// Nobody holds anything: for conditions that only look.
pub struct NoClaims {
    rules: BindingRules,
}

impl Default for NoClaims {
    fn default() -> Self {
        Self::new()
    }
}

impl NoClaims {
    /// Read-only access under the default rules.
    pub fn new() -> Self {
        let tie_break = super::rules::BindingTieBreak::Oldest;
        Self { rules: BindingRules { persistence: false, tie_break, ..BindingRules::default() } }
    }
}

impl Claimant for NoClaims {
    fn rules(&self) -> &BindingRules {
        &self.rules
    }
    fn is_free(&self, _: Id, _: Access, _: bool) -> bool {
        true
    }
    fn reserved(&self, _: Id, _: Property) -> f64 {
        0.0
    }
    fn remembered(&self, _: &str) -> Option<Id> {
        None
    }
    fn claim(&mut self, _: Claim) {}
    fn mark(&self) -> usize {
        0
    }
    fn undo(&mut self, _: usize) {}
    fn draw(&mut self, _: u64) -> u64 {
        0
    }
    fn spend(&mut self, _: u64) -> bool {
        true
    }
}
