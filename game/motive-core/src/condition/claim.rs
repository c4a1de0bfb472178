//! The interface through which evaluation reserves things.

use super::binding_rules::BindingRules;
use super::pattern::Access;
use crate::vocabulary::{Id, Property};
use smallvec::SmallVec;
use std::sync::Arc;

/// Amounts taken of divisible quantities of one thing.
pub(crate) type Portions = SmallVec<[(Property, f64); 1]>;

/// A thing that a variable was bound to, and how it is reserved.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    pub(super) id: Id,
    pub(super) name: Option<Arc<str>>,
    pub(super) access: Access,
    pub(super) persistent: bool,
    pub(super) portions: Portions,
    pub(super) endless: bool,
}

impl Claim {
    /// The claimed thing.
    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// The variable that was bound, if it has a name.
    #[must_use]
    pub fn name(&self) -> Option<&Arc<str>> {
        self.name.as_ref()
    }

    /// Exclusive or shared.
    #[must_use]
    pub fn access(&self) -> Access {
        self.access
    }

    /// Whether the variable should keep the thing in the next tick.
    #[must_use]
    pub fn is_persistent(&self) -> bool {
        self.persistent
    }

    /// The amounts taken of divisible quantities.
    #[must_use]
    pub fn portions(&self) -> &[(Property, f64)] {
        &self.portions
    }

    /// Whether any number of tasks may use the thing at once, so that nothing is reserved.
    pub(crate) fn is_endless(&self) -> bool {
        self.endless
    }
}

/// Reserves things on behalf of a condition that is being evaluated.
pub trait Claimant {
    /// How things are matched and handed out.
    fn rules(&self) -> &BindingRules;
    /// Whether the thing is free for this access. `portion` says whether only a part of a quantity is requested.
    fn is_free(&self, id: Id, access: Access, portion: bool) -> bool;
    /// How much of a quantity is reserved.
    fn reserved(&self, id: Id, property: Property) -> f64;
    /// Whether a portion of the thing is reserved.
    fn is_divided(&self, _: Id) -> bool {
        false
    }
    /// The thing that the variable of this name had in the previous tick.
    fn remembered(&self, name: &str) -> Option<Id>;
    /// Reserves a thing.
    fn claim(&mut self, claim: Claim);
    /// A point to undo to.
    fn mark(&self) -> usize;
    /// Removes all claims made since a mark.
    fn undo(&mut self, mark: usize);
    /// A random number, keyed by a place in the program.
    fn draw(&mut self, place: u64) -> u64;
    /// Spends work; `false` when the budget is used up.
    fn spend(&mut self, work: u64) -> bool;
    /// Things to choose only if nothing else fits.
    fn avoid(&self) -> &[Id] {
        &[]
    }
    /// Collects things that match but are held by others, if they are wanted.
    fn missed(&mut self) -> Option<&mut Vec<Id>> {
        None
    }
}

/// Evaluates without reserving anything, as if everything were free.
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
        let tie_break = super::binding_rules::BindingTieBreak::Oldest;
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
