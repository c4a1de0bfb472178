//! Things and the values of their properties.

use crate::vocabulary::{Id, Kind, Property, Symbol, Time, Value};
use std::ops::{Deref, DerefMut};

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
#[must_use]
pub struct Thing {
    pub(crate) id: Id,
    /// The first entry is always the kinds.
    pub(crate) entries: Vec<PropertyEntry>,
    /// Its insertion number.
    pub(crate) order: u64,
    /// When it was last put or changed.
    pub(crate) seen: Time,
    /// The `notice` of memory at its last noted change.
    pub(crate) noted: u32,
    /// The task that wrote this note.
    pub creator: Option<u64>,
}

/// A property of a thing. Small: memory is full of them, and every write touches one.
#[derive(Clone, Debug)]
pub(crate) struct PropertyEntry {
    pub(crate) values: ValueList,
    pub(crate) stamp: Time,
    /// The former value as a number, or where the former values are logged.
    former: u64,
    pub(crate) property: Property,
    /// In which epoch of the memory it changed last, what it was before, and whether it is divisible.
    state: u32,
}

/// The values that a property had at the last decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Former {
    /// None.
    Nothing,
    /// One number.
    Number(f64),
    /// Others, at this position of the memory's log.
    Logged(u32),
}

impl PropertyEntry {
    const DIVISIBLE: u32 = 1;
    const FORMER: u32 = 0b110;
    const FORMER_NUMBER: u32 = 0b010;
    const FORMER_LOGGED: u32 = 0b100;
    const EPOCH_SHIFT: u32 = 3;
    /// The greatest epoch.
    pub(super) const LAST_EPOCH: u32 = u32::MAX >> Self::EPOCH_SHIFT;

    pub(super) fn new(property: Property, values: ValueList, divisible: bool) -> Self {
        Self { values, stamp: Time::default(), former: 0, property, state: u32::from(divisible) }
    }

    /// Whether it is a quantity that several users can divide among themselves.
    #[inline]
    pub(super) fn is_divisible(&self) -> bool {
        self.state & Self::DIVISIBLE != 0
    }

    pub(super) fn set_divisible(&mut self, divisible: bool) {
        self.state = self.state & !Self::DIVISIBLE | u32::from(divisible);
    }

    /// Whether it has changed in an epoch of the memory.
    #[inline]
    pub(super) fn has_changed(&self, epoch: u32) -> bool {
        self.state >> Self::EPOCH_SHIFT == epoch
    }

    /// Notes that it has changed in an epoch of the memory, and what it was before.
    #[inline]
    pub(super) fn note_change(&mut self, epoch: u32, former: Former) {
        let (kind, bits) = match former {
            Former::Nothing => (0, 0),
            Former::Number(number) => (Self::FORMER_NUMBER, number.to_bits()),
            Former::Logged(at) => (Self::FORMER_LOGGED, at.into()),
        };
        self.former = bits;
        self.state = epoch << Self::EPOCH_SHIFT | kind | self.state & Self::DIVISIBLE;
    }

    /// What it was before it changed.
    pub(super) fn former(&self) -> Former {
        match self.state & Self::FORMER {
            Self::FORMER_NUMBER => Former::Number(f64::from_bits(self.former)),
            Self::FORMER_LOGGED => Former::Logged(self.former as u32),
            _ => Former::Nothing,
        }
    }
}

impl Thing {
    /// A thing without kinds and properties.
    pub fn new(id: Id) -> Self {
        let kinds = PropertyEntry::new(Property::KIND, ValueList::Nothing, false);
        Self { id, entries: vec![kinds], order: 0, seen: Time::default(), noted: 0, creator: None }
    }

    /// Adds a kind.
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
    pub fn with(self, property: Property, value: impl Into<Value>) -> Self {
        self.with_entry(PropertyEntry::new(property, ValueList::One(value.into()), false))
    }

    /// Gives a property several values.
    pub fn with_all(self, property: Property, values: impl IntoIterator<Item = Value>) -> Self {
        self.with_entry(PropertyEntry::new(property, values.into_iter().collect(), false))
    }

    /// Gives a property a quantity that several users can divide among themselves.
    pub fn divisible(self, property: Property, amount: f64) -> Self {
        self.with_entry(PropertyEntry::new(property, ValueList::One(Value::Number(amount)), true))
    }

    fn with_entry(mut self, entry: PropertyEntry) -> Self {
        match self.entries.iter_mut().find(|known| known.property == entry.property) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
        self
    }

    /// Its id.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Whether it is of a kind.
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
    pub fn values(&self, property: Property) -> Option<&[Value]> {
        self.entry(property).map(|entry| &*entry.values)
    }

    /// The first value of a property, if it has it.
    pub fn get(&self, property: Property) -> Option<&Value> {
        self.values(property).and_then(<[Value]>::first)
    }

    /// Whether a property is a divisible quantity.
    pub fn is_divisible(&self, property: Property) -> bool {
        self.entry(property).is_some_and(PropertyEntry::is_divisible)
    }

    /// When a property was last written.
    pub fn stamp(&self, property: Property) -> Option<Time> {
        self.entry(property).map(|entry| entry.stamp)
    }

    /// When it was last put into memory or changed.
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
            self.entries.push(PropertyEntry::new(property, ValueList::Nothing, false));
            self.entries.len() - 1
        })
    }
}

/// The values of a property, usually one. As large as a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum ValueList {
    #[default]
    Nothing,
    One(Value),
    /// At least two.
    #[expect(clippy::box_collection, reason = "a list is to be no larger than a value")]
    Several(Box<Vec<Value>>),
}

impl ValueList {
    pub(crate) fn push(&mut self, value: Value) {
        *self = match std::mem::take(self) {
            Self::Nothing => Self::One(value),
            Self::One(first) => Self::Several(Box::new(vec![first, value])),
            Self::Several(mut values) => {
                values.push(value);
                Self::Several(values)
            }
        };
    }
}

impl Deref for ValueList {
    type Target = [Value];

    #[inline]
    fn deref(&self) -> &[Value] {
        match self {
            Self::Nothing => &[],
            Self::One(value) => std::slice::from_ref(value),
            Self::Several(values) => values,
        }
    }
}

impl DerefMut for ValueList {
    fn deref_mut(&mut self) -> &mut [Value] {
        match self {
            Self::Nothing => &mut [],
            Self::One(value) => std::slice::from_mut(value),
            Self::Several(values) => values,
        }
    }
}

impl FromIterator<Value> for ValueList {
    fn from_iter<T: IntoIterator<Item = Value>>(values: T) -> Self {
        let mut list = Self::Nothing;
        values.into_iter().for_each(|value| list.push(value));
        list
    }
}

#[cfg(test)]
#[path = "../../tests/unit/thing.rs"]
mod tests;
