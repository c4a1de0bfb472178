//! From commands to moves: what a player does with keys and mouse.

use super::aim::Aiming;
use super::movement::{Footing, Movement, Stride, flat};
use super::{MIDDLE, is_alive, is_player, owns, player_id, position, shots};
use crate::game::Weapon;
use crate::map::GameMap;
use crate::wire::{EntityField, GameSnapshot, PlayerField, PlayerState, UserMove};
use glam::Vec3;
use motive_core::KeyedRng;
use motive_shooter::body::{Aim, BodyCommand, BodyEvent, Gait, Id, ids};
use motive_shooter::geometry::direction;
use motive_shooter::map::{PATH_LIMIT, SEGMENT_LIMIT};
use motive_shooter::rules::WeaponClass;
use std::sync::Arc;

/// The number of the ground for a body in the air.
const NO_GROUND: i32 = 1_023;
/// Milliseconds between two choices of a weapon.
const CHOICE: i32 = 300;
/// What the weapon in hand is worth more than its worth, because a change takes time.
const IN_HAND: f32 = 12.0;
/// Milliseconds that a body looks to where it was hit from.
const GLANCE: i32 = 700;
/// What the game has for the direction of a hit that came from nowhere in particular.
const NO_DIRECTION: i32 = 255;
/// Milliseconds that a body keeps to a side while it strafes.
const KEEPS_SIDE: i32 = 400;
/// Milliseconds that a body aims at where it lost an enemy.
const LOOKS_AFTER: i32 = 900;

/// The limits of a body. The defaults are those of a practised human player, and ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputSettings {
    /// How fast it turns, in degrees a second.
    pub turn_rate: f32,
    /// How far its aim strays, in degrees.
    pub aim_error: f32,
    /// How late it sees, in milliseconds.
    pub reaction: i32,
}

impl Default for InputSettings {
    fn default() -> Self {
        Self { turn_rate: 540.0, aim_error: 1.2, reaction: 200 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum TurnGoal {
    Toward(Aim),
    To(f32),
}

/// What a body was told to do and has not done yet.
#[derive(Clone, Debug)]
struct Orders {
    run: Option<Aim>,
    look: Option<Aim>,
    turn: Option<TurnGoal>,
    trigger: Option<Aim>,
    jump: bool,
    gait: Gait,
    /// When it last chose a side to strafe to.
    strafed: i32,
}

/// The weapon to have in hand.
#[derive(Clone, Copy, Debug)]
struct WeaponChoice {
    in_hand: Weapon,
    /// The class that was asked for.
    wanted: Option<WeaponClass>,
    /// When it was last chosen.
    chosen: i32,
}

/// Where a body looks, in degrees.
#[derive(Clone, Copy, Debug, Default)]
struct ViewAngles {
    yaw: f32,
    pitch: f32,
}

/// The last hit that a body felt.
#[derive(Clone, Copy, Debug)]
struct LastHit {
    /// The number that the game gave it.
    number: i32,
    /// Where it came from, in degrees.
    from: f32,
    time: i32,
}

/// The input of one bot on one map: what it does with keys and mouse.
#[derive(Clone, Debug)]
pub struct PlayerInput {
    map: Arc<GameMap>,
    settings: InputSettings,
    orders: Orders,
    movement: Movement,
    aiming: Aiming,
    view: ViewAngles,
    weapon: WeaponChoice,
    hit: LastHit,
    last_time: i32,
    blocked: bool,
}

impl PlayerInput {
    /// The input of a bot that comes to a map. Seed and number decide how its aim strays.
    pub fn new(map: Arc<GameMap>, settings: InputSettings, seed: u64, agent: u64) -> Self {
        let (run, look, turn, trigger) = (None, None, None, None);
        Self {
            movement: Movement::new(map.clone()),
            map,
            settings,
            orders: Orders { run, look, turn, trigger, jump: false, gait: Gait::Run, strafed: 0 },
            aiming: Aiming::new(KeyedRng::new(seed, agent, 0)),
            view: ViewAngles::default(),
            weapon: WeaponChoice { in_hand: Weapon::MachineGun, wanted: None, chosen: 0 },
            hit: LastHit { number: 0, from: 0.0, time: i32::MIN / 2 },
            last_time: 0,
            blocked: false,
        }
    }

    /// Whether the bot wants to fire.
    pub fn is_shooting(&self) -> bool {
        self.orders.trigger.is_some()
    }

    /// Whom the bot shoots at.
    pub fn target(&self) -> Option<Id> {
        match self.orders.trigger {
            Some(Aim::Thing(id)) => Some(id),
            _ => None,
        }
    }

    /// Whether the body has just run into something.
    pub fn take_blocked(&mut self) -> bool {
        std::mem::take(&mut self.blocked)
    }

    /// Obeys a command. Questions are answered at once.
    pub fn obey(&mut self, command: &BodyCommand, snapshot: &GameSnapshot) -> Option<BodyEvent> {
        let orders = &mut self.orders;
        match command {
            BodyCommand::RunTo(aim) => (orders.run, orders.look, orders.turn) = (Some(*aim), None, None),
            BodyCommand::StrafeTo(to, look) => self.strafe(*to, *look, snapshot),
            BodyCommand::TurnTo(aim) => {
                (orders.run, orders.look, orders.turn) = (None, None, Some(TurnGoal::Toward(*aim)));
            }
            BodyCommand::Rotate(by) => {
                let by = (*by).clamp(-1e6, 1e6) as f32 / 65_536.0 * 360.0;
                orders.turn = Some(TurnGoal::To(self.view.yaw + by));
            }
            BodyCommand::Jump => orders.jump = true,
            BodyCommand::Shoot(aim) => orders.trigger = Some(*aim),
            BodyCommand::StopShooting => orders.trigger = None,
            BodyCommand::Stop => {
                (orders.run, orders.look, orders.turn) = (None, None, None);
                self.movement.rest(snapshot.time);
            }
            BodyCommand::ChangeWeapon(wanted) => {
                self.weapon.wanted = wanted.class();
                self.weapon.chosen = 0;
            }
            BodyCommand::Run => orders.gait = Gait::Run,
            BodyCommand::Walk => orders.gait = Gait::Walk,
            BodyCommand::Crouch => orders.gait = Gait::Crouch,
            BodyCommand::GetPath { to, query } => {
                let (navigation, from) = (self.map.navigation(), snapshot.player.origin());
                let stops = navigation.stops(from, *to + MIDDLE, SEGMENT_LIMIT, PATH_LIMIT);
                let nodes = stops.map(|stops| stops.into_iter().map(|stop| stop - MIDDLE).collect());
                return Some(BodyEvent::Path { query: *query, nodes });
            }
            BodyCommand::CheckReach { to, query } => {
                let navigation = self.map.navigation();
                let reachable = navigation.is_walkable(snapshot.player.origin(), *to + MIDDLE);
                return Some(BodyEvent::Reach { query: *query, reachable });
            }
            _ => {}
        }
        None
    }

    /// Runs to a place while it looks at another. Whoever turned back at every shot that hits would not get away from where it is, so a body keeps to its direction for a moment.
    fn strafe(&mut self, to: Vec3, look: Aim, snapshot: &GameSnapshot) {
        let away = flat(to + MIDDLE - snapshot.player.origin());
        let back = flat(snapshot.player.velocity()).dot(away) < 0.0;
        let recent = (0..KEEPS_SIDE).contains(&snapshot.time.wrapping_sub(self.orders.strafed));
        if self.orders.look == Some(look) && back && recent {
            return;
        }
        if self.orders.look != Some(look) || back {
            self.orders.strafed = snapshot.time;
        }
        let orders = &mut self.orders;
        (orders.run, orders.look, orders.turn) = (Some(Aim::At(to)), Some(look), None);
    }

    /// The moves until the next snapshot.
    pub fn moves(&mut self, snapshot: &GameSnapshot) -> Vec<UserMove> {
        let player = &snapshot.player;
        let interval = snapshot.time.wrapping_sub(self.last_time).clamp(10, 100);
        if self.last_time == 0 || !(0..2_000).contains(&snapshot.time.wrapping_sub(self.last_time)) {
            (self.view.yaw, self.view.pitch) =
                (player.float(PlayerField::ViewYaw), player.float(PlayerField::ViewPitch));
        }
        self.last_time = snapshot.time;
        if !is_alive(player) {
            (self.view.yaw, self.view.pitch) =
                (player.float(PlayerField::ViewYaw), player.float(PlayerField::ViewPitch));
            let orders = &mut self.orders;
            (orders.run, orders.look, orders.turn, orders.trigger) = (None, None, None, None);
            self.movement.rest(snapshot.time);
            // Whoever is dead comes back by the fire button, which has to be released in between.
            let buttons = if snapshot.time / 100 % 4 == 0 { UserMove::ATTACK } else { 0 };
            return vec![UserMove { time: snapshot.time, buttons, ..self.still(player) }];
        }
        self.notice(snapshot);
        self.feel(snapshot);
        self.choose_weapon(snapshot);
        let stride = self.stride(snapshot);
        self.blocked |= stride.blocked;
        let half = interval / 2;
        let mut moves = Vec::with_capacity(2);
        for (time, elapsed) in [(snapshot.time + half, half), (snapshot.time + interval, interval - half)] {
            let fires = self.view(snapshot, time, elapsed, stride);
            moves.push(UserMove { time, ..self.make_move(player, stride, fires) });
        }
        self.orders.jump = false;
        moves
    }

    fn still(&self, player: &PlayerState) -> UserMove {
        let short = |degrees: f32| (degrees / 360.0 * 65_536.0).round() as i32;
        let less = |angle: i32, delta: PlayerField| angle.wrapping_sub(player.int(delta)) as u16;
        UserMove {
            angles: [
                less(short(self.view.pitch), PlayerField::DeltaPitch),
                less(short(self.view.yaw), PlayerField::DeltaYaw),
                less(0, PlayerField::DeltaRoll),
            ],
            weapon: self.weapon.in_hand as u8,
            ..UserMove::default()
        }
    }

    fn make_move(&self, player: &PlayerState, stride: Stride, fires: bool) -> UserMove {
        let (ahead, aside) = {
            let yaw = self.view.yaw.to_radians();
            let forward = Vec3::new(libm::cosf(yaw), libm::sinf(yaw), 0.0);
            let right = Vec3::new(forward.y, -forward.x, 0.0);
            (stride.direction.dot(forward), stride.direction.dot(right))
        };
        let most = ahead.abs().max(aside.abs()).max(0.001);
        let full = if flat(stride.direction).length() > 0.3 { 127.0 / most } else { 127.0 };
        let pace = if self.orders.gait == Gait::Walk { 0.5 } else { 1.0 };
        let up = match () {
            () if stride.crouch || self.orders.gait == Gait::Crouch => -127,
            // Whoever holds the button does not jump again.
            () if (stride.jump || self.orders.jump) && player.int(PlayerField::MoveFlags) & 2 == 0 => 127,
            () => (stride.direction.z * 127.0) as i8,
        };
        UserMove {
            forward: (ahead * full * pace) as i8,
            right: (aside * full * pace) as i8,
            up,
            buttons: if fires { UserMove::ATTACK } else { 0 }
                | if self.orders.gait == Gait::Walk { UserMove::WALK } else { 0 },
            ..self.still(player)
        }
    }

    /// Remembers who is in sight.
    fn notice(&mut self, snapshot: &GameSnapshot) {
        let eyes = eyes(&snapshot.player);
        let mut in_sight = Vec::new();
        for entity in snapshot.entities.iter().filter(|entity| is_player(entity)) {
            let id = player_id(entity.int(EntityField::Client));
            let origin = entity.base();
            let walls = self.map.walls();
            if walls.is_clear(eyes, origin + Vec3::Z * 20.0) || walls.is_clear(eyes, origin - Vec3::Z * 10.0)
            {
                let grounded = entity.int(EntityField::Ground) != NO_GROUND;
                self.aiming.tracker.saw(id, snapshot.time, origin, entity.velocity(), grounded);
                in_sight.push(id);
            }
        }
        self.aiming.tracker.lost_all_but(&in_sight);
    }

    /// Remembers where it was hit from; a screen shows that to a player.
    fn feel(&mut self, snapshot: &GameSnapshot) {
        let player = &snapshot.player;
        let (number, yaw) = (player.int(PlayerField::DamageEvent), player.int(PlayerField::DamageYaw));
        if number != self.hit.number && yaw != NO_DIRECTION {
            // The game has the direction in which the shot flew.
            (self.hit.from, self.hit.time) = (yaw as f32 / 256.0 * 360.0 + 180.0, snapshot.time);
        }
        self.hit.number = number;
    }

    /// Where it was hit from a moment ago, in degrees.
    fn hit_from(&self, time: i32) -> Option<f32> {
        let age = time.wrapping_sub(self.hit.time).wrapping_sub(self.settings.reaction);
        (0..GLANCE).contains(&age).then_some(self.hit.from)
    }

    fn choose_weapon(&mut self, snapshot: &GameSnapshot) {
        let player = &snapshot.player;
        let has = |weapon: Weapon| owns(player, weapon) && shots(player, weapon) != 0;
        let due = !(0..CHOICE).contains(&snapshot.time.wrapping_sub(self.weapon.chosen));
        if !due && has(self.weapon.in_hand) {
            return;
        }
        self.weapon.chosen = snapshot.time;
        let target = self.orders.trigger.and_then(|aim| self.place_of(aim, snapshot));
        let distance = target.map_or(400.0, |target| target.distance(player.origin()));
        let worth = |weapon: &Weapon| {
            let wanted = self.weapon.wanted.is_some() && weapon.shooter_class() == self.weapon.wanted;
            let held = if *weapon == self.weapon.in_hand { IN_HAND } else { 0.0 };
            weapon.worth(distance) + held + if wanted { 1_000.0 } else { 0.0 }
        };
        let best = Weapon::ALL.into_iter().filter(|weapon| has(*weapon));
        if let Some(best) = best.max_by(|one, other| worth(one).total_cmp(&worth(other))) {
            self.weapon.in_hand = best;
        }
    }

    /// Where something is, as the middle of a body; things that are out of sight where they were last.
    fn place_of(&self, aim: Aim, snapshot: &GameSnapshot) -> Option<Vec3> {
        let id = match aim {
            Aim::At(feet) => return Some(feet + MIDDLE),
            Aim::Thing(id) => id,
        };
        if ids::player_of(id).is_some() {
            return self.aiming.tracker.last(id);
        }
        let places = self.map.places();
        let number = ids::place_of(id)?;
        if let Some(place) = places.get(number) {
            return Some(place.position + MIDDLE);
        }
        let entity = snapshot.entity(u16::try_from(number - places.len()).ok()?)?;
        Some(position(entity, snapshot.time) + Vec3::Z * 9.0)
    }

    fn stride(&mut self, snapshot: &GameSnapshot) -> Stride {
        let player = &snapshot.player;
        let body = Footing {
            origin: player.origin(),
            velocity: player.velocity(),
            grounded: player.int(PlayerField::Ground) != NO_GROUND,
            now: snapshot.time,
            snapshot,
        };
        let Some(goal) = self.orders.run.and_then(|aim| self.place_of(aim, snapshot)) else {
            self.movement.rest(snapshot.time);
            return Stride::default();
        };
        let sideways = self.orders.look.is_some() && flat(goal - body.origin).length() < 400.0;
        if sideways { self.movement.sidestep(body, goal) } else { self.movement.stride(body, goal) }
    }

    /// Turns toward what matters most, within the limits. Returns whether to fire.
    fn view(&mut self, snapshot: &GameSnapshot, time: i32, elapsed: i32, stride: Stride) -> bool {
        let eyes = eyes(&snapshot.player);
        let aimed = self.orders.trigger.and_then(|aim| self.aim_point(aim, eyes, snapshot));
        let look = self.orders.look.and_then(|aim| self.place_of(aim, snapshot));
        let goal = match (aimed, look, self.orders.turn) {
            (Some((point, _)), _, _) => Some(point),
            (None, Some(point), _) => Some(point),
            (None, None, Some(TurnGoal::Toward(aim))) => self.place_of(aim, snapshot),
            _ => None,
        };
        let (mut yaw, mut pitch) = match (goal, self.orders.turn, self.hit_from(time)) {
            (Some(point), _, _) => angles(point - eyes),
            (None, Some(TurnGoal::To(yaw)), _) | (None, _, Some(yaw)) => (yaw, 0.0),
            _ if flat(stride.direction) != Vec3::ZERO => (angles(flat(stride.direction)).0, 0.0),
            _ => (self.view.yaw, 0.0),
        };
        if aimed.is_some() {
            let (across, up) = self.aiming.stray(time, self.settings.aim_error);
            (yaw, pitch) = (yaw + across, pitch + up);
        }
        let most = self.settings.turn_rate * elapsed as f32 / 1_000.0;
        self.view.yaw += turn(self.view.yaw, yaw).clamp(-most, most);
        self.view.yaw -= (self.view.yaw / 360.0).floor() * 360.0;
        self.view.pitch =
            (self.view.pitch + turn(self.view.pitch, pitch).clamp(-most, most)).clamp(-85.0, 85.0);
        aimed.is_some_and(|(point, ready)| ready && self.is_on(point, eyes))
    }

    /// Where to aim, and whether the target has been in sight for long enough to fire.
    fn aim_point(&mut self, aim: Aim, eyes: Vec3, snapshot: &GameSnapshot) -> Option<(Vec3, bool)> {
        let Aim::Thing(id) = aim else { return Some((self.place_of(aim, snapshot)?, true)) };
        if ids::player_of(id).is_none() {
            return Some((self.place_of(aim, snapshot)?, true));
        }
        if let Some(seen) = self.aiming.tracker.in_sight(id, snapshot.time) {
            self.aiming.seen_at = snapshot.time;
            let late = self.settings.reaction / 2;
            let aim = self.aiming.tracker.aim_at(id, eyes, self.weapon.in_hand, snapshot.time, late)?;
            let floor = aim.floor.filter(|floor| self.map.walls().is_clear(eyes, *floor));
            return Some((floor.unwrap_or(aim.body), seen >= self.settings.reaction));
        }
        let recent = snapshot.time.wrapping_sub(self.aiming.seen_at) < LOOKS_AFTER;
        Some((self.aiming.tracker.last(id).filter(|_| recent)?, false))
    }

    /// Whether a shot would come near to a point.
    fn is_on(&self, point: Vec3, eyes: Vec3) -> bool {
        let away = point - eyes;
        let distance = away.length();
        let (yaw, pitch) = angles(away);
        let slack = libm::atanf(28.0 / distance.max(30.0)).to_degrees()
            + if self.weapon.in_hand.explodes() { 3.0 } else { 0.6 };
        if turn(self.view.yaw, yaw).abs() > slack || turn(self.view.pitch, pitch).abs() > slack {
            return false;
        }
        if distance > self.weapon.in_hand.range() + 20.0 {
            return false;
        }
        // Nobody fires a rocket at the wall beside.
        let ahead = direction(units(self.view.yaw), -units(self.view.pitch));
        !self.weapon.in_hand.explodes()
            || (distance > 100.0 && self.map.walls().is_clear(eyes, eyes + ahead * 110.0))
    }
}

fn units(degrees: f32) -> i32 {
    (degrees / 360.0 * 65_536.0).round() as i32
}

fn eyes(player: &PlayerState) -> Vec3 {
    player.origin() + Vec3::Z * player.int(PlayerField::ViewHeight) as f32
}

/// Yaw and pitch of a direction in degrees; down is positive, as in the game.
fn angles(away: Vec3) -> (f32, f32) {
    let yaw = libm::atan2f(away.y, away.x).to_degrees();
    let pitch = -libm::atan2f(away.z, libm::hypotf(away.x, away.y)).to_degrees();
    (yaw, pitch)
}

/// The shortest turn from one angle to another in degrees.
fn turn(from: f32, to: f32) -> f32 {
    let by = (to - from).rem_euclid(360.0);
    if by > 180.0 { by - 360.0 } else { by }
}
