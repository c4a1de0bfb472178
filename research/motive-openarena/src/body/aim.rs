//! Where a player is seen, a moment late, and where to aim so that a shot meets it.

use crate::game::Weapon;
use glam::Vec3;
use motive_core::KeyedRng;
use motive_shooter::body::Id;
use std::collections::{BTreeMap, VecDeque};

/// How many sightings of a player are kept.
const KEPT: usize = 24;
/// Seconds that a missile has flown already when it appears.
const LAUNCHED_AHEAD: f32 = 0.05;
/// Milliseconds from one error of the aim to the next.
const DRIFT: i32 = 250;

/// A player at one moment.
#[derive(Clone, Copy, Debug)]
struct Sighting {
    time: i32,
    origin: Vec3,
    velocity: Vec3,
    grounded: bool,
}

/// Where a shot should go.
#[derive(Clone, Copy, Debug)]
pub(super) struct AimPoint {
    /// At the body.
    pub(super) body: Vec3,
    /// At the floor under it, which is better for what explodes.
    pub(super) floor: Option<Vec3>,
}

/// What eyes remember of other players.
#[derive(Clone, Debug, Default)]
pub(super) struct TargetTracker {
    seen: BTreeMap<Id, VecDeque<Sighting>>,
    /// Since when each player is in sight without a break.
    since: BTreeMap<Id, i32>,
}

impl TargetTracker {
    /// A player in sight.
    pub(super) fn saw(&mut self, id: Id, time: i32, origin: Vec3, velocity: Vec3, grounded: bool) {
        let sightings = self.seen.entry(id).or_default();
        sightings.push_back(Sighting { time, origin, velocity, grounded });
        if sightings.len() > KEPT {
            sightings.pop_front();
        }
        self.since.entry(id).or_insert(time);
    }

    /// Forgets since when players are in sight that are no more.
    pub(super) fn lost_all_but(&mut self, in_sight: &[Id]) {
        self.since.retain(|id, _| in_sight.contains(id));
    }

    /// For how many milliseconds a player has been in sight; none if it is not.
    pub(super) fn in_sight(&self, id: Id, now: i32) -> Option<i32> {
        self.since.get(&id).map(|since| now.wrapping_sub(*since))
    }

    /// Where a player was last seen.
    pub(super) fn last(&self, id: Id) -> Option<Vec3> {
        self.seen.get(&id)?.back().map(|sighting| sighting.origin)
    }

    /// Where to aim at a player with a weapon: what was seen `late` milliseconds ago is carried on to now, and to the moment at which the shot arrives. A shot is taken where
    /// everybody is in the last snapshot, since moves reach the server before its next frame.
    pub(super) fn aim_at(&self, id: Id, eyes: Vec3, weapon: Weapon, now: i32, late: i32) -> Option<AimPoint> {
        let sightings = self.seen.get(&id)?;
        let old = sightings.iter().rev().find(|sighting| now.wrapping_sub(sighting.time) >= late);
        let sighting = old.or_else(|| sightings.front())?;
        let age = now.wrapping_sub(sighting.time).clamp(0, 1_000) as f32 / 1_000.0;
        let place = |after: f32| sighting.origin + sighting.velocity * after;
        let mut flight = 0.0;
        if let Some(speed) = weapon.shot_speed() {
            for _ in 0..3 {
                flight = (place(age + flight).distance(eyes) / speed - LAUNCHED_AHEAD).max(0.0);
            }
        }
        let mut point = place(age + flight.min(1.2));
        if !sighting.grounded {
            let fall = age + flight.min(1.2);
            point.z -= 400.0 * fall * fall;
            point.z = point.z.max(sighting.origin.z - 120.0);
        }
        // What explodes is aimed at the floor that somebody stands on.
        let low = weapon.explodes() && sighting.grounded && eyes.z > sighting.origin.z - 40.0;
        let body = point + Vec3::Z * 6.0;
        Some(AimPoint { body, floor: low.then_some(point - Vec3::Z * 18.0) })
    }
}

/// What a bot needs to aim: whom it has seen, and how its aim strays.
#[derive(Clone, Debug)]
pub(super) struct Aiming {
    pub(super) tracker: TargetTracker,
    /// When a target was last in sight.
    pub(super) seen_at: i32,
    draws: KeyedRng,
}

impl Aiming {
    pub(super) fn new(draws: KeyedRng) -> Self {
        Self { tracker: TargetTracker::default(), seen_at: 0, draws }
    }

    /// How far the aim strays at a time, sideways and up: from one draw to the next.
    pub(super) fn stray(&self, time: i32, error: f32) -> (f32, f32) {
        let (step, part) = (time / DRIFT, (time % DRIFT) as f32 / DRIFT as f32);
        let draw = |step: i32, place: u64| {
            let draws = self.draws.within(step as u64);
            // Three draws together are nearly normal.
            let sum: f64 = (0..3).map(|more| draws.fraction(place * 3 + more) - 0.5).sum();
            (sum * 2.0) as f32 * error
        };
        let between = |place: u64| draw(step, place) * (1.0 - part) + draw(step + 1, place) * part;
        (between(0), between(1))
    }
}
