//! Smart objects: things that offer actions, and how those are performed.

use motive_core::condition::{CompiledCondition, Condition};
use motive_core::vocabulary::{ActionId, Kind, Point, Symbol};

/// How an action is performed with a thing: where the agent stands, and which animation plays.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Interaction {
    /// The distance at which the agent stands.
    pub stand_off: f64,
    /// The position relative to the thing. Without it the agent stands on the side it comes from.
    pub offset: Option<Point>,
    /// Whether the agent faces the thing.
    pub face: bool,
    /// A slot at the thing that only one agent can occupy.
    pub slot: Option<Symbol>,
    /// The animation.
    pub animation: Option<Symbol>,
}

impl Interaction {
    /// Standing at this distance, facing the thing.
    #[must_use]
    pub fn stand_off(distance: f64) -> Self {
        Self { stand_off: distance, face: true, ..Self::default() }
    }

    /// Standing at a position relative to the thing, such as in front of a door.
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

    /// Where an agent that comes from one place stands at a thing in another.
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

    /// The vector from the agent to the thing, if the agent faces it.
    #[must_use]
    pub fn facing(&self, standing: Point, thing: Point) -> Option<Point> {
        let toward = Point { x: thing.x - standing.x, y: thing.y - standing.y, z: thing.z - standing.z };
        self.face.then_some(toward)
    }
}

/// An action that things of a kind, sub-kinds included, supply.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Offer {
    pub(super) kind: Kind,
    pub(super) action: ActionId,
    pub(super) interaction: Interaction,
    /// When this interaction applies. The condition refers to the thing as `it`.
    pub(super) when: Option<Condition>,
}

/// A compiled offer.
#[derive(Clone, Debug)]
pub(super) struct CompiledOffer {
    pub(super) kind: Kind,
    pub(super) action: ActionId,
    pub(super) interaction: Interaction,
    pub(super) when: Option<CompiledCondition>,
}
