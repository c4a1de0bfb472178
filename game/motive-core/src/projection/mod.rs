//! Projections: the state of memory after simulated changes, for planners.
//!
//! A [`Projection`] is an overlay on a [`Memory`] or on another projection. It reads from its base and keeps changes to itself, so
//! conditions and effects work on it as on memory. Every change can be undone:
//!
//! ```
//! use motive_core::{Facts, FactsMut, Id, Memory, Projection, Type, Vocabulary};
//!
//! let mut names = Vocabulary::new();
//! let mana = names.own("mana", Type::Number);
//! names.limit(mana, 0.0, 100.0);
//! let mut memory = Memory::new(names.finish()?);
//! memory.set_own(mana, 90)?;
//!
//! let mut imagined = Projection::new(&memory);
//! let before = imagined.mark();
//! imagined.put(Id::SELF, mana, 130.into());                       // what if I drank this?
//! assert_eq!(imagined.values(Id::SELF, mana).number(), Some(100.0)); // limits hold here too
//! assert_eq!(memory.own(mana), Some(90.into()));                  // I have not drunk it
//!
//! imagined.undo(before);
//! assert_eq!(imagined.values(Id::SELF, mana).number(), Some(90.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It supports search in two ways. Every mentioned property of a thing has a stable number, its [`FactId`], and a
//! [`fingerprint`](Projection::fingerprint) identifies a state.

pub mod compact;
mod fingerprint;
mod reading;
mod row_changes;
mod writing;

pub use fingerprint::FactId;
pub use writing::Checkpoint;

use crate::memory::{Memory, Thing};
use crate::vocabulary::{Facts, Id, Property, PropertyValues, Value};
use fingerprint::FactTable;
use row_changes::RowChanges;
use writing::UndoEntry;

/// An overlay of simulated changes on a base state.
///
/// What was not written is read from the base. Properties can be set, things created and destroyed, and rows added to and removed from
/// relations; kinds of existing things cannot change.
#[derive(Debug)]
pub struct Projection<'a, F: Facts + ?Sized = Memory> {
    base: &'a F,
    facts: FactTable,
    /// By fact: its simulated value, where that differs from the base's.
    written: Vec<Option<Value>>,
    /// By property: the number of things with a simulated value.
    written_of: Vec<u32>,
    /// The number of the first thing created here; lower ones belong to the base.
    first_imagined: u64,
    imagined: Vec<ImaginedThing>,
    /// Removed things of the base, sorted.
    gone: Vec<Id>,
    rows: RowChanges,
    trail: Vec<UndoEntry>,
    print: u64,
    /// Whether the fingerprint is kept up to date.
    prints: bool,
}

/// A simulated thing. It keeps its place, and so its number, when it is destroyed.
#[derive(Clone, Debug)]
struct ImaginedThing {
    /// Its id and kinds. Its properties are facts like those of any other thing.
    thing: Thing,
    alive: bool,
}

impl<'a, F: Facts + ?Sized> Projection<'a, F> {
    /// A projection without changes yet.
    pub fn new(base: &'a F) -> Self {
        Self {
            base,
            written: Vec::new(),
            facts: FactTable::default(),
            written_of: vec![0; base.vocabulary().properties().count()],
            first_imagined: base.next_imagined(),
            imagined: Vec::new(),
            gone: Vec::new(),
            rows: RowChanges::new(base.vocabulary()),
            trail: Vec::new(),
            print: 0,
            prints: true,
        }
    }

    /// Like [`Projection::new`], without keeping a [`fingerprint`](Self::fingerprint), which costs more than the rest of a change.
    pub fn without_fingerprint(base: &'a F) -> Self {
        Self { prints: false, ..Self::new(base) }
    }

    /// The base.
    pub fn base(&self) -> &'a F {
        self.base
    }

    /// The number of a fact: one property of one thing, known or not. It is assigned at first use and never changes.
    pub fn fact(&mut self, id: Id, property: Property) -> FactId {
        if let Some(known) = self.facts.find(id, property) {
            return known;
        }
        self.written.push(None);
        self.facts.add(id, property)
    }

    /// The thing and property of a fact.
    pub fn about(&self, fact: FactId) -> Option<(Id, Property)> {
        self.facts.about(fact)
    }

    /// The values of a fact.
    pub fn read(&self, fact: FactId) -> PropertyValues<'_> {
        match (self.written.get(fact.index()), self.about(fact)) {
            (Some(Some(value)), _) => PropertyValues::Stored(std::slice::from_ref(value)),
            (_, Some((id, property))) => self.values(id, property),
            (_, None) => PropertyValues::Nothing,
        }
    }

    /// A hash of the differences from the base, independent of the order of the changes. Different states have different hashes, except for
    /// collisions with a probability of 2^-64.
    ///
    /// The order of rows in a relation does not count.
    pub fn fingerprint(&self) -> u64 {
        self.print
    }

    /// The simulated value of a property, if it has one.
    fn simulated(&self, id: Id, property: Property) -> Option<&Value> {
        if !self.is_written(property) {
            return None;
        }
        let fact = self.facts.find(id, property)?;
        self.written.get(fact.index())?.as_ref()
    }

    fn is_written(&self, property: Property) -> bool {
        self.written_of.get(property.index()).is_some_and(|count| *count > 0)
    }

    /// The index of a thing created here, alive or not.
    fn place(&self, id: Id) -> Option<usize> {
        let place = id.imagined_number()?.checked_sub(self.first_imagined)? as usize;
        (place < self.imagined.len()).then_some(place)
    }

    fn is_gone(&self, id: Id) -> bool {
        self.gone.binary_search(&id).is_ok()
    }
}

#[cfg(test)]
#[path = "../../tests/unit/projection_equals_memory.rs"]
mod memory_equivalence_tests;
#[cfg(test)]
#[path = "../../tests/unit/projection.rs"]
mod tests;
