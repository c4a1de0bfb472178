//! Smart objects: things that say what can be done with them, and how.

use motive_core::condition::{CompiledCondition, Condition};
use motive_core::vocabulary::{ActionId, Kind, Point, Symbol};

/// How an action is done with a thing of some kind: where one stands, and what it looks like.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Interaction {
    /// How far from the thing one stands.
    pub stand_off: f64,
    /// Where one stands, seen from the thing; without it, on the side from which one comes.
    pub offset: Option<Point>,
    /// Whether one faces it.
    pub face: bool,
    /// A place at the thing that only one can have.
    pub slot: Option<Symbol>,
    /// What it looks like.
    pub animation: Option<Symbol>,
}

impl Interaction {
    /// Standing this far off, facing the thing.
    #[must_use]
    pub fn stand_off(distance: f64) -> Self {
        Self { stand_off: distance, face: true, ..Self::default() }
    }

    /// Standing at a place seen from the thing: in front of a door.
    #[must_use]
    pub fn at(offset: Point) -> Self {
        Self { offset: Some(offset), face: true, ..Self::default() }
    }

    /// What it looks like.
    #[must_use]
    pub fn animated(mut self, animation: Symbol) -> Self {
        self.animation = Some(animation);
        self
    }

    /// A place at the thing that only one can have.
    #[must_use]
    pub fn slot(mut self, slot: Symbol) -> Self {
        self.slot = Some(slot);
        self
    }

    /// Where one stands who comes from a place to a thing at another.
    #[must_use]
    pub fn place(&self, from: Point, thing: Point) -> Point {
        if let Some(offset) = self.offset {
            return Point { x: thing.x + offset.x, y: thing.y + offset.y, z: thing.z + offset.z };
        }
        let distance = from.distance(thing);
        if distance <= self.stand_off || distance == 0.0 {
            return from;
        }
        let share = (self.stand_off / distance) as f32;
        let along = |from: f32, to: f32| to + (from - to) * share;
        Point { x: along(from.x, thing.x), y: along(from.y, thing.y), z: along(from.z, thing.z) }
    }

    /// Which way one looks, as a step from where one stands toward the thing; none if one does not look at it.
    #[must_use]
    pub fn facing(&self, standing: Point, thing: Point) -> Option<Point> {
        let toward = Point { x: thing.x - standing.x, y: thing.y - standing.y, z: thing.z - standing.z };
        self.face.then_some(toward)
    }
}

/// Everything of a kind, its sub-kinds included, lets an action be done with it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Offer {
    pub(super) kind: Kind,
    pub(super) action: ActionId,
    pub(super) interaction: Interaction,
    /// When this interaction applies; the thing is called `it`.
    pub(super) when: Option<Condition>,
}

/// An offer made ready.
#[derive(Clone, Debug)]
pub(super) struct CompiledOffer {
    pub(super) kind: Kind,
    pub(super) action: ActionId,
    pub(super) interaction: Interaction,
    pub(super) when: Option<CompiledCondition>,
}
