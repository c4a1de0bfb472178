//! Running, turning, jumping and falling.

use super::player::{Player, TurnOrder};
use super::settings::MatchSettings;
use super::{Damage, Match};
use crate::body::{Aim, BodyEvent, Gait, Noise, ids};
use crate::geometry::{flat_distance, pitch_toward, turn_between, yaw_toward};
use crate::map::{FloorSupport, MapLevel, MovingParts};
use crate::rules::{RADIUS, STEP};
use glam::Vec3;

/// Seconds of a step.
const DT: f32 = MatchSettings::STEP as f32;
/// Units a second, each second (ours).
const GRAVITY: f32 = 950.0;
/// Units a second upward at the beginning of a jump (ours).
const JUMP: f32 = 340.0;
/// Landing faster than this hurts (ours).
const SAFE_LANDING: f32 = 700.0;
/// Units a second of landing speed for each point of damage (ours).
const SPEED_PER_DAMAGE: f32 = 5.0;
/// The parts of the speed when walking and when crouching (ours).
const WALKING: f32 = 0.5;
const CROUCHING: f32 = 0.4;
/// Seconds between two steps that are heard (ours).
const STEPS_HEARD: f64 = 0.5;

impl Match {
    /// Turns a living player for a step. Everybody has moved before, so that whoever is on the move aims as well as who stands.
    pub(super) fn turn_player(&mut self, number: usize) {
        let Some(run_to) = self.run_target(number) else { return };
        let (look_at, rate) = (self.look_target(number), self.settings.turn_rate);
        if let Some(player) = self.players.get_mut(number) {
            player.turn_step(look_at, run_to, rate);
        }
    }

    /// Moves a living player for a step.
    pub(super) fn move_player(&mut self, number: usize) {
        let now = self.time();
        let others: Vec<(usize, Vec3)> = self.bodies_beside(number);
        let Some(run_to) = self.run_target(number) else { return };
        let (settings, map, parts) = (&self.settings, self.map.clone(), &self.movers.parts);
        let Some(player) = self.players.get_mut(number) else { return };
        let before = player.position;
        let wanted = player.wanted_move(run_to, settings.speed);
        let bumped = player.displace(wanted, map.level(), parts, &others);
        let landed = player.rise_or_fall(map.level(), parts);
        player.velocity = Vec3::new(
            (player.position.x - before.x) / DT,
            (player.position.y - before.y) / DT,
            player.velocity.z,
        );
        if !player.airborne && map.level().lift_at(player.position.x, player.position.y).is_some() {
            player.velocity.z = (player.position.z - before.z) / DT;
        }
        let running = player.gait == Gait::Run && flat_distance(before, player.position) > 1.0;
        let steps = running && !player.airborne && now - player.steps_heard_at >= STEPS_HEARD;
        if steps {
            player.steps_heard_at = now;
        }
        let at = player.position;
        if let Some(whom) = bumped {
            self.tell(number, BodyEvent::Bumped { whom: ids::player(whom) });
            self.tell(whom, BodyEvent::Bumped { whom: ids::player(number) });
        }
        if steps {
            self.noise(number, Noise::Steps, at);
        }
        if let Some(speed) = landed {
            self.noise(number, Noise::Landing, at);
            self.tell(number, BodyEvent::Fell { speed });
            let damage = ((speed - SAFE_LANDING) / SPEED_PER_DAMAGE) as i32;
            if damage > 0 {
                self.damage(Damage { victim: number, by: None, amount: damage });
            }
        }
    }

    fn bodies_beside(&self, number: usize) -> Vec<(usize, Vec3)> {
        let living = self.players.iter().enumerate().filter(|(other, it)| *other != number && it.alive);
        living.map(|(other, it)| (other, it.position)).collect()
    }

    /// Where a player runs to, if it runs. `None` if there is no such player.
    fn run_target(&self, number: usize) -> Option<Option<Vec3>> {
        let player = self.players.get(number)?;
        Some(player.run.and_then(|run| match run.to {
            Aim::At(place) => Some(place),
            Aim::Thing(id) => self.position_of(id),
        }))
    }

    /// What a player looks at because it fires, was told to turn, or strafes.
    fn look_target(&self, number: usize) -> Option<Vec3> {
        let player = self.players.get(number)?;
        let turn =
            player.turn.and_then(|turn| if let TurnOrder::Toward(aim) = turn { Some(aim) } else { None });
        let strafe = player.run.and_then(|run| run.look_at);
        let aim = if let Some(TurnOrder::To(_)) = player.turn {
            player.trigger?
        } else {
            player.trigger.or(turn).or(strafe)?
        };
        self.aim_point(number, aim)
    }
}

impl Player {
    /// Turns by at most what a step allows.
    fn turn_step(&mut self, look_at: Option<Vec3>, run_to: Option<Vec3>, rate: i32) {
        let eyes = self.eyes();
        let (yaw, pitch) = match (look_at, self.turn, run_to) {
            (Some(place), ..) => (yaw_toward(eyes, place), pitch_toward(eyes, place)),
            (None, Some(TurnOrder::To(yaw)), _) => (yaw, 0),
            (None, _, Some(to)) if flat_distance(self.position, to) > 1.0 => {
                (yaw_toward(self.position, to), 0)
            }
            _ => return,
        };
        let most = (rate as f32 * DT) as i32;
        let by = turn_between(self.yaw, yaw);
        self.yaw = crate::geometry::normalised(self.yaw + by.clamp(-most, most));
        self.pitch = pitch;
        if by.abs() <= most && self.trigger.is_none() {
            self.turn = None;
        }
    }

    /// How far it would move in a step if nothing were in the way. Ends a run that arrives.
    fn wanted_move(&mut self, run_to: Option<Vec3>, speed: f32) -> Vec3 {
        let Some(to) = run_to else {
            self.run = None;
            return if self.airborne { flat(self.velocity) * DT } else { Vec3::ZERO };
        };
        let part = match self.gait {
            Gait::Run => 1.0,
            Gait::Walk => WALKING,
            Gait::Crouch => CROUCHING,
        };
        let way = flat(to - self.position);
        let most = speed * part * DT;
        if way.length() <= most {
            self.run = None;
            return way;
        }
        way.normalize_or_zero() * most
    }

    /// Moves as far as walls and other bodies allow. Returns whom it newly ran into.
    fn displace(
        &mut self,
        by: Vec3,
        level: &MapLevel,
        parts: &MovingParts,
        others: &[(usize, Vec3)],
    ) -> Option<usize> {
        if by == Vec3::ZERO {
            self.at_wall = false;
            return None;
        }
        let step = if self.airborne { 1.0 } else { STEP };
        let from = self.position;
        let fits =
            |to: Vec3| matches!(level.support(to.x, to.y, from.z, step, parts), FloorSupport::Floor(_));
        let ways = [by, Vec3::new(by.x, 0.0, 0.0), Vec3::new(0.0, by.y, 0.0)];
        let free = ways.into_iter().find(|way| *way != Vec3::ZERO && fits(from + *way));
        let blocked = free != Some(by);
        if blocked && !self.at_wall {
            self.events.push(BodyEvent::HitWall { at: from });
        }
        self.at_wall = blocked;
        let way = free?;
        let in_the_way = |to: Vec3| {
            others.iter().find(|(_, other)| {
                let near = flat_distance(to, *other);
                near < 2.0 * RADIUS && near < flat_distance(from, *other) && (to.z - other.z).abs() < 78.0
            })
        };
        let Some((other, _)) = in_the_way(from + way) else {
            self.touches = None;
            self.position += way;
            return None;
        };
        // Two who run into each other pass on the right.
        let aside = Vec3::new(-way.y, way.x, 0.0) * 0.5;
        if in_the_way(from + aside).is_none() && fits(from + aside) {
            self.position += aside;
        }
        let new = self.touches != Some(*other);
        self.touches = Some(*other);
        new.then_some(*other)
    }

    /// Follows the floor, jumps or falls. Returns the speed of a landing.
    fn rise_or_fall(&mut self, level: &MapLevel, parts: &MovingParts) -> Option<f32> {
        let FloorSupport::Floor(floor) =
            level.support(self.position.x, self.position.y, self.position.z, STEP, parts)
        else {
            return None;
        };
        if std::mem::take(&mut self.jumps) && !self.airborne {
            (self.airborne, self.velocity.z) = (true, JUMP);
        }
        if !self.airborne && self.position.z - floor <= STEP {
            (self.position.z, self.velocity.z) = (floor, 0.0);
            return None;
        }
        self.airborne = true;
        self.velocity.z -= GRAVITY * DT;
        self.position.z += self.velocity.z * DT;
        if self.position.z > floor {
            return None;
        }
        let speed = -self.velocity.z;
        (self.position.z, self.velocity.z, self.airborne) = (floor, 0.0, false);
        Some(speed)
    }
}

fn flat(by: Vec3) -> Vec3 {
    Vec3::new(by.x, by.y, 0.0)
}
