//! Things in memory.

use crate::vocabulary::{Id, Kind, Property, Symbol, Time, Value};
use smallvec::{SmallVec, smallvec};

/// The values of a property, usually one.
pub type ValueVec = SmallVec<[Value; 1]>;

/// A thing that an agent knows: an object of the world, a fact, or a note. It has an id, kinds, and properties with one or more values.
///
/// ```
/// use motive_core::{Thing, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let (pickaxe, weapon) = (names.kind("pickaxe"), names.kind("weapon"));
/// let cursed = names.property("cursed", Type::Bool);
/// let id = names.id("Pickaxe102");
///
/// let pickaxe = Thing::new(id).kind(pickaxe).kind(weapon).with(cursed, false);
/// assert!(pickaxe.is_a(weapon));
/// ```
#[derive(Clone, Debug)]
pub struct Thing {
    pub(crate) id: Id,
    /// The first entry is always the kinds.
    pub(crate) entries: Vec<PropertyEntry>,
    /// Its insertion number.
    pub(crate) order: u64,
    /// When it was last put or changed.
    pub(crate) seen: Time,
    /// The `notice` of memory at its last noted change.
    pub(crate) noted: u64,
    /// The task that wrote this note.
    pub creator: Option<u64>,
}

/// A property of a thing. One cache line: memory is full of them, and every write touches one.
#[derive(Clone, Debug)]
pub(crate) struct PropertyEntry {
    pub(crate) property: Property,
    pub(crate) values: ValueVec,
    pub(crate) divisible: bool,
    pub(crate) stamp: Time,
    /// In which epoch of the memory it changed last, and where its former values are logged.
    pub(crate) epoch: u32,
    pub(crate) logged: u32,
    /// The former value, if it was one number: `logged` is then [`PropertyEntry::FORMER_NUMBER`].
    pub(crate) former_number: f64,
    /// Where the watchers of the property begin in the memory's list; [`PropertyEntry::NOT_INDEXED`] if that has to be searched for.
    pub(crate) first_watcher: u16,
}

impl PropertyEntry {
    /// The former value is in the entry itself.
    pub(crate) const FORMER_NUMBER: u32 = u32::MAX;
    pub(crate) const NOT_INDEXED: u16 = u16::MAX;

    pub(crate) fn new(property: Property, values: ValueVec, divisible: bool) -> Self {
        Self {
            property,
            values,
            divisible,
            stamp: Time::default(),
            epoch: 0,
            logged: 0,
            former_number: 0.0,
            first_watcher: Self::NOT_INDEXED,
        }
    }
}

impl Thing {
    /// A thing without kinds and properties.
    #[must_use]
    pub fn new(id: Id) -> Self {
        let kinds = PropertyEntry::new(Property::KIND, SmallVec::new(), false);
        Self { id, entries: vec![kinds], order: 0, seen: Time::default(), noted: 0, creator: None }
    }

    /// Adds a kind.
    #[must_use]
    pub fn kind(mut self, kind: Kind) -> Self {
        self.add_kind(kind);
        self
    }

    pub(crate) fn add_kind(&mut self, kind: Kind) {
        if !self.is_a(kind) {
            self.entries[0].values.push(Value::Symbol(kind.0));
        }
    }

    /// Gives a property one value.
    #[must_use]
    pub fn with(self, property: Property, value: impl Into<Value>) -> Self {
        self.with_entry(PropertyEntry::new(property, smallvec![value.into()], false))
    }

    /// Gives a property several values.
    #[must_use]
    pub fn with_all(self, property: Property, values: impl IntoIterator<Item = Value>) -> Self {
        self.with_entry(PropertyEntry::new(property, values.into_iter().collect(), false))
    }

    /// Gives a property a quantity that several users can divide among themselves.
    #[must_use]
    pub fn divisible(self, property: Property, amount: f64) -> Self {
        self.with_entry(PropertyEntry::new(property, smallvec![Value::Number(amount)], true))
    }

    fn with_entry(mut self, entry: PropertyEntry) -> Self {
        match self.entries.iter_mut().find(|known| known.property == entry.property) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
        self
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// Whether it is of a kind.
    #[must_use]
    pub fn is_a(&self, kind: Kind) -> bool {
        self.kind_values().iter().any(|value| value.symbol() == Some(kind.0))
    }

    /// Its kinds.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.kind_values().iter().filter_map(Value::symbol).map(Kind)
    }

    pub(crate) fn kind_values(&self) -> &[Value] {
        self.entries.first().map_or(&[], |entry| &entry.values)
    }

    pub(crate) fn has_kind_symbol(&self, symbol: Symbol) -> bool {
        self.kind_values().iter().any(|value| value.symbol() == Some(symbol))
    }

    /// The values of a property, if it has it.
    #[must_use]
    pub fn values(&self, property: Property) -> Option<&[Value]> {
        self.entry(property).map(|entry| &*entry.values)
    }

    /// The first value of a property, if it has it.
    #[must_use]
    pub fn get(&self, property: Property) -> Option<&Value> {
        self.values(property).and_then(<[Value]>::first)
    }

    /// Whether a property is a divisible quantity.
    #[must_use]
    pub fn is_divisible(&self, property: Property) -> bool {
        self.entry(property).is_some_and(|entry| entry.divisible)
    }

    /// When a property was last written.
    #[must_use]
    pub fn stamp(&self, property: Property) -> Option<Time> {
        self.entry(property).map(|entry| entry.stamp)
    }

    /// When it was last put into memory or changed.
    #[must_use]
    pub fn seen(&self) -> Time {
        self.seen
    }

    /// Its properties with their values, kinds aside, in the order in which they were first given.
    pub fn properties(&self) -> impl Iterator<Item = (Property, &[Value])> + '_ {
        self.entries[1..]
            .iter()
            .filter(|entry| !entry.values.is_empty())
            .map(|entry| (entry.property, &*entry.values))
    }

    /// The properties that were written in a tick or later, with their present values, without kinds. A removed property has none. A
    /// written value may equal the old one.
    pub fn written_since(&self, tick: u64) -> impl Iterator<Item = (Property, &[Value])> + '_ {
        let fresh = move |entry: &&PropertyEntry| entry.stamp.tick >= tick;
        self.entries[1..].iter().filter(fresh).map(|entry| (entry.property, &*entry.values))
    }

    pub(crate) fn entry(&self, property: Property) -> Option<&PropertyEntry> {
        self.entries.iter().find(|entry| entry.property == property && !entry.values.is_empty())
    }

    /// The position of a property, which is added if needed. The agent itself has fixed slots.
    pub(crate) fn place_for(&mut self, property: Property, slot: Option<u32>) -> usize {
        // The kinds come before the slots.
        if let Some(at) = slot.map(|slot| slot as usize + 1)
            && self.entries.get(at).is_some_and(|entry| entry.property == property)
        {
            return at;
        }
        let known = self.entries.iter().position(|entry| entry.property == property);
        known.unwrap_or_else(|| {
            self.entries.push(PropertyEntry::new(property, ValueVec::new(), false));
            self.entries.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_is_one_cache_line() {
        assert_eq!(size_of::<PropertyEntry>(), 64);
    }
}
