//! The interface for reading memory and planning states.

use super::{Id, Kind, Property, Relation, Threshold, Value, Vocabulary};
use std::ops::ControlFlow;

/// A point in time, as the host counts it: ticks and microseconds since the start.
///
/// Motive has no clock of its own; decisions never read the wall clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Time {
    /// Number of this tick, from 0.
    pub tick: u64,
    /// Microseconds since the start.
    pub micros: u64,
}

impl Time {
    /// The time of a tick, if every tick takes `micros_per_tick`.
    pub const fn of_tick(tick: u64, micros_per_tick: u64) -> Self {
        Self { tick, micros: tick.saturating_mul(micros_per_tick) }
    }

    /// Seconds since the start.
    pub fn seconds(self) -> f64 {
        self.micros as f64 / 1e6
    }
}

/// The values of a property of a thing.
#[derive(Clone, Debug)]
pub enum PropertyValues<'a> {
    /// The thing has no such property.
    Nothing,
    /// One or more stored values.
    Stored(&'a [Value]),
    /// A value computed when asked.
    Computed(Value),
}

impl PropertyValues<'_> {
    /// All values, in order.
    pub fn as_slice(&self) -> &[Value] {
        match self {
            Self::Nothing => &[],
            Self::Stored(values) => values,
            Self::Computed(value) => std::slice::from_ref(value),
        }
    }

    /// The first value.
    pub fn first(&self) -> Option<&Value> {
        self.as_slice().first()
    }

    /// The first value if it is a number.
    pub fn number(&self) -> Option<f64> {
        self.first().and_then(Value::number)
    }

    /// The value in expressions: none, the only value, or the list of all values.
    pub fn to_value(&self) -> Option<Value> {
        match self.as_slice() {
            [] => None,
            [value] => Some(value.clone()),
            values => Some(Value::List(values.into())),
        }
    }
}

/// Which things to visit. All things of the kind with all the `equal` values are visited; others may be visited too, so the visitor must
/// check.
#[derive(Clone, Copy, Debug, Default)]
pub struct Query<'a> {
    /// The kind.
    pub kind: Option<Kind>,
    /// Values that properties must have, possibly among others.
    pub equal: &'a [(Property, Value)],
}

/// A part of memory that conditions and functions can depend on. They are evaluated again only when something they depend on changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dependency {
    /// The set of things of a kind.
    Kind(Kind),
    /// A property of any thing.
    Property(Property),
    /// A property of things of a kind.
    KindProperty(Kind, Property),
    /// A property of the agent itself.
    Own(Property),
    /// On which side of a threshold a number of the agent itself lies.
    OwnCrosses(Property, Threshold),
    /// On which side of a threshold a number of each thing of a kind lies.
    KindCrosses(Kind, Property, Threshold),
    /// The rows of a relation.
    Relation(Relation),
    /// Everything.
    Anything,
}

/// A state that can be read: [`Memory`](crate::Memory) or a planner's [`Projection`](crate::Projection). Conditions and host functions read
/// through this trait, so they work on both.
pub trait Facts {
    /// The names in use.
    fn vocabulary(&self) -> &Vocabulary;
    /// The current time.
    fn time(&self) -> Time;
    /// Whether the thing is known.
    fn exists(&self, id: Id) -> bool;
    /// Whether the thing is of the kind.
    fn is_a(&self, id: Id, kind: Kind) -> bool;
    /// The values of a property of a thing.
    fn values(&self, id: Id, property: Property) -> PropertyValues<'_>;
    /// The values that the property had at the end of the previous tick.
    fn previous(&self, id: Id, property: Property) -> PropertyValues<'_>;
    /// Whether the property of this thing is a quantity that can be divided among several users.
    fn divisible(&self, id: Id, property: Property) -> bool;
    /// Whether the thing has an infinite quantity, other than its life span, so that any number of users can share it.
    fn is_endless(&self, id: Id) -> bool;
    /// Visits the things that a query is about, oldest first, until told to stop.
    fn candidates(&self, query: &Query<'_>, visit: &mut dyn FnMut(Id) -> ControlFlow<()>);
    /// Whether a row is in a relation.
    fn related(&self, relation: Relation, row: &[Value]) -> bool;
    /// Visits the rows of a relation that agree with the known columns, oldest first, until told to stop.
    fn rows(
        &self,
        relation: Relation,
        known: &[Option<Value>],
        visit: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    );
    /// The number of the next imagined thing; 0 except in a [`Projection`](crate::Projection).
    fn next_imagined(&self) -> u64 {
        0
    }
}

/// A state that effects of actions can change.
///
/// A change that cannot be made (an unknown thing, NaN) is skipped and reported as `false`.
pub trait FactsMut: Facts {
    /// Gives a property a single value.
    fn put(&mut self, id: Id, property: Property, value: Value) -> bool;
    /// Adds a thing of a kind and returns its id.
    fn create(&mut self, kind: Kind) -> Option<Id>;
    /// Removes a thing and everything known of it.
    fn destroy(&mut self, id: Id) -> bool;
    /// Adds a row to a relation.
    fn relate(&mut self, relation: Relation, row: &[Value]) -> bool;
    /// Removes a row from a relation.
    fn unrelate(&mut self, relation: Relation, row: &[Value]) -> bool;
}
