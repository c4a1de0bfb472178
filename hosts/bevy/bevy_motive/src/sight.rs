//! How games say what agents see.

use bevy_ecs::prelude::*;
use motive::declare::Percept;
use std::marker::PhantomData;

/// Agents see everything of a type that is at most this far away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Within(pub f32);

/// Agents see this many things of a type: the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest(pub usize);

impl Nearest {
    /// And those only up to a distance.
    pub fn within(self, distance: f32) -> SightLimits {
        SightLimits { nearest: Some(self.0), distance }
    }
}

/// Agents see everything of a type, wherever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Everywhere;

/// Agents see what a system of yours says: it fills the component [`Sees`] of each agent, in [`MotiveSet::Perceive`](crate::MotiveSet::Perceive).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed;

/// What agents see of a type: [`Within`], [`Nearest`] or [`Everywhere`]. `Nearest(3).within(20.0)` is both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightLimits {
    pub(crate) nearest: Option<usize>,
    pub(crate) distance: f32,
}

/// How the plug-in finds out what agents see of a type: [`Within`], [`Nearest`], [`Everywhere`], or [`Listed`] by a system of yours.
pub trait Seeing {
    /// What agents see; nothing if a system of yours says so.
    fn sight(self) -> Option<SightLimits>;
}

impl Seeing for Within {
    fn sight(self) -> Option<SightLimits> {
        Some(SightLimits { nearest: None, distance: self.0 })
    }
}

impl Seeing for Nearest {
    fn sight(self) -> Option<SightLimits> {
        Some(self.within(f32::INFINITY))
    }
}

impl Seeing for Everywhere {
    fn sight(self) -> Option<SightLimits> {
        Some(SightLimits { nearest: None, distance: f32::INFINITY })
    }
}

impl Seeing for SightLimits {
    fn sight(self) -> Option<SightLimits> {
        Some(self)
    }
}

impl Seeing for Listed {
    fn sight(self) -> Option<SightLimits> {
        None
    }
}

/// The entities with the component `C` that an agent perceives, for types that are [`Listed`]. Every agent has one; a system of yours
/// fills it.
#[derive(Component, Debug)]
pub struct Sees<C: Percept> {
    /// Who is perceived. Entities that are gone or lack the component are left out.
    pub entities: Vec<Entity>,
    of: PhantomData<fn() -> C>,
}

impl<C: Percept> Default for Sees<C> {
    fn default() -> Self {
        Self { entities: Vec::new(), of: PhantomData }
    }
}
