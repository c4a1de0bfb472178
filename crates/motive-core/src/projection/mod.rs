//! A planner's view of the world: what would be known if these things were done.
//!
//! A [`Projection`] lies over a [`Memory`], or over another projection. It reads what lies below and keeps what is written to
//! itself, so that conditions and the effects of actions work on it as they do on memory and nothing that is imagined is ever
//! believed. Every change can be taken back:
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
//! Three things make it fit for search. Every property of a thing that is mentioned has a number, its [`FactId`], which stays the
//! same whatever is simulated. A [`fingerprint`](Projection::fingerprint) tells, in most cases at once, whether a state was
//! seen before. And the changes can be [saved](Projection::save) apart from memory, so that a planner that runs out of budget
//! keeps its open list and [goes on](Projection::resume) in a later tick.

pub mod compact;
mod fact_table;
mod fingerprint;
#[cfg(test)]
mod memory_equivalence_tests;
mod overlay;
mod reading;
mod row_changes;
#[cfg(test)]
mod tests;
mod writing;

pub use fact_table::FactId;
pub use overlay::Overlay;
pub use writing::Checkpoint;

use crate::memory::{Memory, Thing};
use crate::vocabulary::{Facts, Id, Property, PropertyValues, Value};
use fact_table::FactTable;
use row_changes::RowChanges;
use std::sync::Arc;
use writing::UndoEntry;

/// A view of the world that can be changed without anybody noticing, and changed back.
///
/// What has not been written is what the base says. Kinds do not change; everything else that an effect can do is done, and
/// undone, here: properties are set, things come and go, rows are added to and removed from relations.
#[derive(Debug)]
pub struct Projection<'a, F: Facts + ?Sized = Memory> {
    base: &'a F,
    facts: Arc<FactTable>,
    /// By fact: its simulated value, where that differs from the base's.
    written: Vec<Option<Value>>,
    /// By property: of how many things it has a simulated value.
    written_of: Vec<u32>,
    /// The number of the first thing imagined here; those before it belong to the base.
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
    #[must_use]
    pub fn new(base: &'a F) -> Self {
        Self::with_facts(base, Arc::default(), base.next_imagined())
    }

    /// Like [`Projection::new`], without keeping a [`fingerprint`](Self::fingerprint), which costs more than the rest of a change.
    pub fn without_fingerprint(base: &'a F) -> Self {
        Self { prints: false, ..Self::new(base) }
    }

    fn with_facts(base: &'a F, facts: Arc<FactTable>, first_imagined: u64) -> Self {
        Self {
            base,
            written: vec![None; facts.len()],
            facts,
            written_of: vec![0; base.vocabulary().properties().count()],
            first_imagined,
            imagined: Vec::new(),
            gone: Vec::new(),
            rows: RowChanges::new(base.vocabulary()),
            trail: Vec::new(),
            print: 0,
            prints: true,
        }
    }

    /// What lies below.
    #[must_use]
    pub fn base(&self) -> &'a F {
        self.base
    }

    /// The number of a fact: one property of one thing, known or not. It is given at first mention and never changes.
    pub fn fact(&mut self, id: Id, property: Property) -> FactId {
        if let Some(known) = self.facts.find(id, property) {
            return known;
        }
        self.written.push(None);
        Arc::make_mut(&mut self.facts).add(id, property)
    }

    /// Which property of which thing a fact is. There is an answer for every fact that this projection has numbered.
    #[must_use]
    pub fn about(&self, fact: FactId) -> Option<(Id, Property)> {
        self.facts.about(fact)
    }

    /// The values of a fact.
    #[must_use]
    pub fn read(&self, fact: FactId) -> PropertyValues<'_> {
        match (self.written.get(fact.index()), self.about(fact)) {
            (Some(Some(value)), _) => PropertyValues::Stored(std::slice::from_ref(value)),
            (_, Some((id, property))) => self.values(id, property),
            (_, None) => PropertyValues::Nothing,
        }
    }

    /// A hash of the differences from the base, independent of the order of the changes: projections that
    /// do not differ have the same number, those that do have different ones but for an accident of one in 2^64.
    ///
    /// The order in which rows came into a relation does not count.
    #[must_use]
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

    /// Where among the things imagined here a thing is, alive or not.
    fn place(&self, id: Id) -> Option<usize> {
        let place = id.imagined_number()?.checked_sub(self.first_imagined)? as usize;
        (place < self.imagined.len()).then_some(place)
    }

    fn is_gone(&self, id: Id) -> bool {
        self.gone.binary_search(&id).is_ok()
    }
}
