//! Doors open for whoever is near and shut again after a while; lifts take up whoever stands on them and come back.

use super::settings::{MatchSettings, steps};
use crate::map::{MapLevel, MovingParts, STEP};
use glam::Vec3;

/// How near one must be to a door (ours).
const REACH: f32 = 160.0;
/// Seconds that a door stays open (ours).
const STAYS_OPEN: f64 = 1.0;
/// Units that a lift moves in a second (ours).
const LIFT_SPEED: f32 = 250.0;
/// Seconds that a lift stays up when it was left (ours).
const STAYS_UP: f64 = 1.0;

/// All doors and lifts of a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Movers {
    pub(super) parts: MovingParts,
    /// The step in which each door shuts.
    shuts: Vec<u64>,
    /// The step in which each lift may go down.
    descends: Vec<u64>,
}

impl Movers {
    pub(super) fn new(level: &MapLevel) -> Self {
        let parts = MovingParts::at_rest(level);
        Self { shuts: vec![0; parts.open.len()], descends: vec![0; parts.lifts.len()], parts }
    }

    pub(super) fn step(&mut self, level: &MapLevel, now: u64, bodies: impl Iterator<Item = Vec3> + Clone) {
        for (door, (open, shuts)) in self.parts.open.iter_mut().zip(&mut self.shuts).enumerate() {
            let Some(at) = level.door_position(door) else { continue };
            if bodies.clone().any(|body| body.distance(at) <= REACH) {
                *shuts = now + steps(STAYS_OPEN);
            }
            *open = now < *shuts;
        }
        let by = LIFT_SPEED * MatchSettings::STEP as f32;
        for ((lift, _), (height, descends)) in
            level.lifts().zip(self.parts.lifts.iter_mut().zip(&mut self.descends))
        {
            let stands_on =
                |body: Vec3| (body.z - *height).abs() <= STEP && level.lift_at(body.x, body.y) == Some(lift);
            if bodies.clone().any(stands_on) {
                *descends = now + steps(STAYS_UP);
                *height = (*height + by).min(lift.high);
            } else if now >= *descends {
                *height = (*height - by).max(lift.low);
            }
        }
    }
}
