//! What can be asked of any view of the world: what an agent remembers, or what a planner imagines.

use super::{Id, Kind, Property, Relation, Threshold, Value, Vocabulary};
use std::ops::ControlFlow;

/// A moment, as the host counts it: a number of ticks and a number of microseconds since the world began.
///
/// Motive has no clock of its own; nothing in a decision reads the time of day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Time {
    /// Number of this tick, from 0.
    pub tick: u64,
    /// Microseconds of the world's time.
    pub micros: u64,
}

impl Time {
    /// The moment of a tick in a world whose ticks take `micros_per_tick`.
    #[must_use]
    pub const fn of_tick(tick: u64, micros_per_tick: u64) -> Self {
        Self { tick, micros: tick.saturating_mul(micros_per_tick) }
    }

    /// Seconds since the world began.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.micros as f64 / 1e6
    }
}

/// The values of one property of one thing: none, those stored, or one computed when asked.
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
    #[must_use]
    pub fn as_slice(&self) -> &[Value] {
        match self {
            Self::Nothing => &[],
            Self::Stored(values) => values,
            Self::Computed(value) => std::slice::from_ref(value),
        }
    }

    /// The first value.
    #[must_use]
    pub fn first(&self) -> Option<&Value> {
        self.as_slice().first()
    }

    /// The first value if it is a number.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.first().and_then(Value::number)
    }

    /// What an expression sees: nothing, the one value, or the list of them all.
    #[must_use]
    pub fn to_value(&self) -> Option<Value> {
        match self.as_slice() {
            [] => None,
            [value] => Some(value.clone()),
            values => Some(Value::List(values.into())),
        }
    }
}

/// Which things to visit. Everything that is a `kind` and has all the `equal` values is visited; more may be, so the
/// visitor still has to check. The point of a query is to visit few.
#[derive(Clone, Copy, Debug, Default)]
pub struct Query<'a> {
    /// The kind wanted.
    pub kind: Option<Kind>,
    /// Values that properties must have (among others, where a property has several).
    pub equal: &'a [(Property, Value)],
}

/// What a change can touch. Conditions and functions say which of these they read, so that only what a change can have
/// changed is evaluated again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dependency {
    /// Which things of a kind there are.
    Kind(Kind),
    /// A property of any thing.
    Property(Property),
    /// A property of things of a kind.
    KindProperty(Kind, Property),
    /// A property of the agent itself.
    Own(Property),
    /// On which side of a threshold a number of the agent itself is.
    OwnCrosses(Property, Threshold),
    /// On which side of a threshold a number of each thing of a kind is.
    KindCrosses(Kind, Property, Threshold),
    /// The rows of a relation.
    Relation(Relation),
    /// Everything.
    Anything,
}

/// A view of the world that can be read: [`Memory`](crate::Memory) or a planner's
/// [`Projection`](crate::Projection). Conditions and host functions read through this trait and so work on both.
pub trait Facts {
    /// The names in use.
    fn vocabulary(&self) -> &Vocabulary;
    /// The moment that this view shows.
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
    /// Whether the thing has a quantity without end, its life span aside, so that any number of users can share it.
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
    /// The number of the next thing to be imagined on top of this view. What is remembered is not imagined, so that it is 0 but for
    /// a planner's view.
    fn next_imagined(&self) -> u64 {
        0
    }
}

/// A view of the world that can be changed by the effects of an action.
///
/// A change that cannot be made (an unknown thing, a value that is not a number) is left out and reported as `false`.
pub trait FactsMut: Facts {
    /// Gives a property a single value.
    fn put(&mut self, id: Id, property: Property, value: Value) -> bool;
    /// Adds a thing of a kind and returns its id, or nothing when there is no room.
    fn create(&mut self, kind: Kind) -> Option<Id>;
    /// Removes a thing and everything known of it.
    fn destroy(&mut self, id: Id) -> bool;
    /// Adds a row to a relation.
    fn relate(&mut self, relation: Relation, row: &[Value]) -> bool;
    /// Removes a row from a relation.
    fn unrelate(&mut self, relation: Relation, row: &[Value]) -> bool;
}
