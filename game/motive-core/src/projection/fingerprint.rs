//! The numbers of facts, and fingerprints of states.

use super::ImaginedThing;
use crate::binding::splitmix64;
use crate::vocabulary::{Id, Property, Relation, Value};
use rustc_hash::FxHashMap;

const FACT: u64 = 1;
const IMAGINED: u64 = 2;
const GONE: u64 = 3;
const ROW: u64 = 4;

fn with(print: u64, part: u64) -> u64 {
    splitmix64(print ^ part)
}

fn with_value(print: u64, value: &Value) -> u64 {
    let (sort, bits) = value.key();
    with(with(print, u64::from(sort)), bits)
}

/// A property has this value.
pub(super) fn fact(id: Id, property: Property, value: &Value) -> u64 {
    with_value(with(with(splitmix64(FACT), id.bits()), property.index() as u64), value)
}

/// A thing was created.
pub(super) fn imagined(imagined: &ImaginedThing) -> u64 {
    let start = with(splitmix64(IMAGINED), imagined.thing.id().bits());
    imagined.thing.kind_values().iter().fold(start, with_value)
}

/// A thing of the base was destroyed.
pub(super) fn gone(id: Id) -> u64 {
    with(splitmix64(GONE), id.bits())
}

/// A row of a relation differs from the base.
pub(super) fn row(relation: Relation, row: &[Value]) -> u64 {
    row.iter().fold(with(splitmix64(ROW), relation.index() as u64), with_value)
}

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
