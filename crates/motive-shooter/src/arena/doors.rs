//! Doors open for whoever is near and shut again after a while.

use super::settings::steps;
use crate::map::Level;
use glam::Vec3;

/// How near one must be (ours).
const REACH: f32 = 160.0;
/// Seconds that a door stays open (ours).
const STAYS_OPEN: f64 = 1.0;

/// All doors of a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Doors {
    pub(super) open: Vec<bool>,
    /// The step in which each shuts.
    shuts: Vec<u64>,
}

impl Doors {
    pub(super) fn new(level: &Level) -> Self {
        Self { open: vec![false; level.doors()], shuts: vec![0; level.doors()] }
    }

    pub(super) fn step(&mut self, level: &Level, now: u64, bodies: impl Iterator<Item = Vec3> + Clone) {
        for (door, (open, shuts)) in self.open.iter_mut().zip(&mut self.shuts).enumerate() {
            let Some(at) = level.door_position(door) else { continue };
            if bodies.clone().any(|body| body.distance(at) <= REACH) {
                *shuts = now + steps(STAYS_OPEN);
            }
            *open = now < *shuts;
        }
    }
}
