//! Bound variables, and the claims on things that they are bound to.

use super::binding_rules::BindingRules;
use super::pattern::Access;
use crate::vocabulary::{Facts, Id, Property, Value};
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
    pub fn id(&self) -> Id {
        self.id
    }

    /// The variable that was bound, if it has a name.
    pub fn name(&self) -> Option<&Arc<str>> {
        self.name.as_ref()
    }

    /// Exclusive or shared.
    pub fn access(&self) -> Access {
        self.access
    }

    /// Whether the variable should keep the thing in the next tick.
    pub fn is_persistent(&self) -> bool {
        self.persistent
    }

    /// The amounts taken of divisible quantities.
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
    pub fn get(&self, variable: u16) -> Option<Value> {
        match self.slots.get(variable as usize)? {
            Slot::Empty => None,
            Slot::Thing(id, _) => Some(Value::Id(*id)),
            Slot::Value(value) => Some(value.clone()),
        }
    }

    /// The thing in a variable.
    pub fn thing(&self, variable: u16) -> Option<Id> {
        match self.slots.get(variable as usize)? {
            Slot::Thing(id, _) => Some(*id),
            Slot::Value(value) => value.id(),
            Slot::Empty => None,
        }
    }

    /// A property of the thing in a variable: for a divisible quantity, the reserved portion.
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
