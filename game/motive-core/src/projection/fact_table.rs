//! Numbering of facts.

use crate::vocabulary::{Id, Property};
use rustc_hash::FxHashMap;

/// The number of a fact: one property of one thing. It is stable under simulated changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FactId(u32);

impl FactId {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The numbers of facts.
#[derive(Clone, Debug, Default)]
pub(super) struct FactTable {
    facts: Vec<(Id, Property)>,
    numbers: FxHashMap<(Id, Property), FactId>,
}

impl FactTable {
    pub(super) fn find(&self, id: Id, property: Property) -> Option<FactId> {
        self.numbers.get(&(id, property)).copied()
    }

    pub(super) fn about(&self, fact: FactId) -> Option<(Id, Property)> {
        self.facts.get(fact.index()).copied()
    }

    pub(super) fn add(&mut self, id: Id, property: Property) -> FactId {
        // 2^32 facts do not fit into memory.
        let number = FactId(self.facts.len() as u32);
        self.facts.push((id, property));
        self.numbers.insert((id, property), number);
        number
    }

    /// All facts with their numbers, in the order of the numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (FactId, Id, Property)> + '_ {
        (0..).map(FactId).zip(&self.facts).map(|(number, (id, property))| (number, *id, *property))
    }
}
