//! Shots, rockets, damage and death.

use super::settings::{MatchSettings, steps};
use super::{Damage, Match};
use crate::body::{BodyEvent, Noise, ids};
use crate::geometry::{direction, pitch_toward, turn_between, upright_capsule_hit, yaw_toward};
use crate::rules::{RADIUS, Shot, WeaponClass};
use glam::Vec3;

/// A weapon fires only when it points this close to its target.
const AIMED: i32 = 1500;
/// Players are told of rockets that are this near.
const ROCKET_NOTICED: f32 = 800.0;

/// A rocket in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rocket {
    /// Where it is.
    pub position: Vec3,
    /// Units a second.
    pub velocity: Vec3,
    pub(super) owner: usize,
    pub(super) weapon: WeaponClass,
    pub(super) range_left: f32,
}

/// The way of a shot that hits at once, for pictures of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShotTrail {
    /// The number of the player who fired.
    pub by: usize,
    /// Where it was fired.
    pub from: Vec3,
    /// Where it ended: in a player, in a wall, or at the end of its range.
    pub to: Vec3,
    /// Whether it hit a player.
    pub hit: bool,
}

impl Match {
    /// Everybody who holds the trigger fires. Damage comes after all have fired, so that nobody is first.
    pub(super) fn fire_all(&mut self) -> Vec<Damage> {
        let mut damages = Vec::new();
        for number in 0..self.players.len() {
            if let Some((weapon, from, toward)) = self.pull_trigger(number) {
                self.noise(number, Noise::Shot, from);
                match weapon.info().shot {
                    Shot::Hitscan => damages.extend(self.hit(number, weapon, from, toward)),
                    Shot::Rocket { speed, .. } => {
                        let (velocity, range_left) = (toward * speed, weapon.info().range);
                        self.rockets.push(Rocket {
                            position: from,
                            velocity,
                            owner: number,
                            weapon,
                            range_left,
                        });
                    }
                }
            }
        }
        damages
    }

    /// Uses up a shot, if the player can fire. Returns the weapon, the muzzle and the direction.
    fn pull_trigger(&mut self, number: usize) -> Option<(WeaponClass, Vec3, Vec3)> {
        let now = self.time();
        let player = self.players.get(number)?;
        let (aim, weapon) = (player.trigger?, player.weapon?);
        let ready = player.alive && player.shots() > 0 && now >= player.fires_at;
        let target = ready.then(|| self.aim_point(number, aim))??;
        let eyes = player.eyes();
        if turn_between(player.yaw, yaw_toward(eyes, target)).abs() > AIMED {
            return None;
        }
        let info = weapon.info();
        let draws = self.draws(number).within(1);
        let ahead = direction(player.yaw, pitch_toward(eyes, target));
        let toward =
            strayed(ahead, info.accuracy.sideways(draws.fraction(0) as f32), draws.fraction(1) < 0.5);
        let player = self.players.get_mut(number)?;
        player.fires_at = player.fires_at.max(now - MatchSettings::STEP) + info.interval;
        player.counts.shots += 1;
        if let Some(shots) = &mut player.ammunition[weapon.index()] {
            *shots -= 1;
        }
        Some((weapon, eyes, toward))
    }

    /// The first player that a shot hits, if no wall is before it.
    fn hit(&mut self, by: usize, weapon: WeaponClass, from: Vec3, toward: Vec3) -> Option<Damage> {
        let info = weapon.info();
        let wall = self.map.level().obstruction(from, from + toward * info.range, &self.movers.parts);
        let reach = info.range * wall.unwrap_or(1.0);
        let met = self.first_on_line(by, from, toward, info.range);
        let met = met.filter(|(_, distance)| self.is_clear(from, from + toward * *distance));
        let to = from + toward * met.map_or(reach, |(_, distance)| distance);
        self.shot_trails.push(ShotTrail { by, from, to, hit: met.is_some() });
        let (victim, _) = met?;
        if let Some(shooter) = self.players.get_mut(by) {
            shooter.counts.hits += 1;
        }
        Some(Damage { victim, by: Some(by), amount: info.damage })
    }

    /// The nearest living player on a line, with the distance.
    fn first_on_line(&self, except: usize, from: Vec3, toward: Vec3, range: f32) -> Option<(usize, f32)> {
        let hit = |(number, player): (usize, &super::Player)| {
            if number == except || !player.alive {
                return None;
            }
            let (low, high) = (player.position + Vec3::Z * RADIUS, player.height() - 2.0 * RADIUS);
            let distance = upright_capsule_hit(from - low, toward, high, RADIUS)?;
            (distance <= range).then_some((number, distance))
        };
        let hits = self.players.iter().enumerate().filter_map(hit);
        hits.min_by(|(_, one), (_, other)| one.total_cmp(other))
    }

    /// Rockets fly on and explode at walls and players.
    pub(super) fn fly_rockets(&mut self) -> Vec<Damage> {
        let mut damages = Vec::new();
        let mut flying = Vec::new();
        for mut rocket in std::mem::take(&mut self.rockets) {
            let by = rocket.velocity * MatchSettings::STEP as f32;
            let (length, ahead) = (by.length(), by.normalize_or_zero());
            let body =
                self.first_on_line(rocket.owner, rocket.position, ahead, length).map(|(_, at)| at / length);
            let wall =
                self.map.level().obstruction(rocket.position, rocket.position + by, &self.movers.parts);
            let ends = body.into_iter().chain(wall).reduce(f32::min);
            // A little short of the wall, so that the wall is not between the explosion and its victims.
            rocket.position += by * ends.map_or(1.0, |part| (part - 0.05).max(0.0));
            rocket.range_left -= length;
            if ends.is_some() || rocket.range_left <= 0.0 {
                damages.extend(self.explode(&rocket));
            } else {
                flying.push(rocket);
                self.warn_of(&rocket);
            }
        }
        self.rockets = flying;
        damages
    }

    fn warn_of(&mut self, rocket: &Rocket) {
        for number in 0..self.players.len() {
            let near = self.players.get(number).is_some_and(|player| {
                player.alive
                    && number != rocket.owner
                    && player.position.distance(rocket.position) < ROCKET_NOTICED
            });
            if near && self.step.is_multiple_of(self.settings.steps_per_update()) {
                self.tell(number, BodyEvent::Projectile { at: rocket.position, velocity: rocket.velocity });
            }
        }
    }

    fn explode(&mut self, rocket: &Rocket) -> Vec<Damage> {
        let Shot::Rocket { blast, .. } = rocket.weapon.info().shot else { return Vec::new() };
        self.noise(rocket.owner, Noise::Explosion, rocket.position);
        let damage = rocket.weapon.info().damage as f32;
        let hurt = |(victim, player): (usize, &super::Player)| {
            let distance = (player.middle().distance(rocket.position) - RADIUS).max(0.0);
            let amount = (damage * (1.0 - distance / blast)) as i32;
            let hurt = player.alive && amount > 0 && self.is_clear(rocket.position, player.middle());
            hurt.then_some(Damage { victim, by: Some(rocket.owner), amount })
        };
        let damages: Vec<Damage> = self.players.iter().enumerate().filter_map(hurt).collect();
        let hit_another = damages.iter().any(|damage| damage.victim != rocket.owner);
        if let Some(owner) = self.players.get_mut(rocket.owner).filter(|_| hit_another) {
            owner.counts.hits += 1;
        }
        damages
    }

    /// Hurts a player, and kills it if that was too much.
    pub(super) fn damage(&mut self, damage: Damage) {
        let Damage { victim, by, amount } = damage;
        let team_of = |number: usize| self.players.get(number).map(|player| player.team);
        let spared = by.is_some_and(|by| by != victim && team_of(by) == team_of(victim));
        if spared && !self.settings.friendly_fire {
            return;
        }
        let Some(player) = self.players.get_mut(victim).filter(|player| player.alive) else { return };
        let lost = player.hurt(amount);
        let dead = player.health <= 0;
        self.tell(victim, BodyEvent::Hurt { amount: lost, by: by.map(ids::player) });
        if let Some(by) = by.filter(|by| *by != victim) {
            self.tell(by, BodyEvent::Hit { amount: lost, whom: ids::player(victim) });
        }
        if dead {
            self.die(victim, by);
        }
    }

    fn die(&mut self, victim: usize, by: Option<usize>) {
        let respawns = self.step + steps(self.settings.respawn);
        let Some(player) = self.players.get_mut(victim) else { return };
        player.take_out(respawns);
        player.counts.deaths += 1;
        let (at, team) = (player.position, player.team);
        self.flags.drop_of(victim, at, self.step);
        self.tell(victim, BodyEvent::Died { by: by.map(ids::player) });
        for other in (0..self.players.len()).filter(|other| *other != victim) {
            self.tell(other, BodyEvent::Killed { who: ids::player(victim), by: by.map(ids::player) });
        }
        let killer = by.filter(|by| *by != victim);
        match killer.and_then(|by| self.players.get_mut(by)) {
            Some(killer) if killer.team != team => killer.counts.kills += 1,
            Some(_) => {}
            None => {
                if let Some(player) = self.players.get_mut(victim) {
                    player.counts.suicides += 1;
                }
            }
        }
    }
}

/// A direction that strays to one side.
fn strayed(ahead: Vec3, sideways: f32, to_the_left: bool) -> Vec3 {
    let left = Vec3::Z.cross(ahead).normalize_or(Vec3::X);
    let off = left * if to_the_left { sideways } else { -sideways };
    (ahead + off).normalize_or(ahead)
}
