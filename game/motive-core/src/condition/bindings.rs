//! The values of the variables of one rule.

use super::claim::Portions;
use crate::vocabulary::{Facts, Id, Property, Value};
use smallvec::SmallVec;

/// The values of the variables of one rule.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    slots: SmallVec<[Slot; 4]>,
    /// Portions of divisible quantities, by variable.
    portions: SmallVec<[(u16, Property, f64); 1]>,
    /// The slots that were set, in order, with their previous values, for undo.
    trail: SmallVec<[(u16, Slot); 4]>,
}

#[derive(Clone, Debug, Default)]
enum Slot {
    #[default]
    Empty,
    /// A thing, and the start of its portions.
    Thing(Id, u32),
    Value(Value),
}

impl Bindings {
    /// `count` variables without values.
    pub fn new(count: usize) -> Self {
        Self { slots: smallvec::smallvec![Slot::Empty; count], ..Self::default() }
    }

    /// `count` variables, of which one has a value.
    pub fn with(count: usize, variable: u16, value: impl Into<Value>) -> Self {
        let mut bindings = Self::new(count);
        if let Some(place) = bindings.slots.get_mut(variable as usize) {
            *place = Slot::Value(value.into());
        }
        bindings
    }

    /// How many variables there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// Sets a variable by its number. A number that is out of range is ignored.
    pub fn set(&mut self, variable: u16, value: impl Into<Value>) {
        self.put(variable, Slot::Value(value.into()));
    }

    pub(crate) fn set_thing(&mut self, variable: u16, id: Id, portions: &Portions) {
        self.put(variable, Slot::Thing(id, self.portions.len() as u32));
        self.portions.extend(portions.iter().map(|(property, amount)| (variable, *property, *amount)));
    }

    fn put(&mut self, variable: u16, slot: Slot) {
        if let Some(place) = self.slots.get_mut(variable as usize) {
            let before = std::mem::replace(place, slot);
            self.trail.push((variable, before));
        }
    }

    /// The value of a variable: the id of a thing, or a plain value.
    #[must_use]
    pub fn get(&self, variable: u16) -> Option<Value> {
        match self.slots.get(variable as usize)? {
            Slot::Empty => None,
            Slot::Thing(id, _) => Some(Value::Id(*id)),
            Slot::Value(value) => Some(value.clone()),
        }
    }

    /// The thing in a variable.
    #[must_use]
    pub fn thing(&self, variable: u16) -> Option<Id> {
        match self.slots.get(variable as usize)? {
            Slot::Thing(id, _) => Some(*id),
            Slot::Value(value) => value.id(),
            Slot::Empty => None,
        }
    }

    /// A property of the thing in a variable: for a divisible quantity, the reserved portion.
    #[must_use]
    pub fn property(&self, variable: u16, property: Property, facts: &impl Facts) -> Option<Value> {
        if let Slot::Thing(id, from) = self.slots.get(variable as usize)?
            && facts.divisible(*id, property)
            && let Some(own) = self.portions.get(*from as usize..)
            && let Some((.., taken)) = own.iter().find(|(whose, of, _)| *whose == variable && *of == property)
        {
            return Some(Value::Number(*taken));
        }
        facts.values(self.thing(variable)?, property).to_value()
    }

    pub(crate) fn things(&self) -> impl Iterator<Item = Id> + '_ {
        self.slots.iter().filter_map(|slot| if let Slot::Thing(id, _) = slot { Some(*id) } else { None })
    }

    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(crate) fn undo(&mut self, mark: usize) {
        for (variable, before) in self.trail.drain(mark.min(self.trail.len())..).rev() {
            if let Some(slot) = self.slots.get_mut(variable as usize) {
                *slot = before;
            }
        }
    }
}
