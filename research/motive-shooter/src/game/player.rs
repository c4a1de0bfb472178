//! A player's body.

use super::settings::MatchSettings;
use crate::body::{Aim, BodyCommand, BodyEvent, Gait};
use crate::geometry::{normalised, whole_angle};
use crate::rules::{Team, WeaponClass};
use glam::Vec3;
use std::sync::Arc;

/// The health of a healthy player (thesis).
pub(super) const FULL_HEALTH: i32 = 100;
/// The most armour (specified).
const FULL_ARMOUR: i32 = 100;
/// The part of damage that armour takes (specified).
const ARMOUR_TAKES: f64 = 0.5;

/// Where a body runs to, and what it looks at meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RunOrder {
    pub(super) to: Aim,
    pub(super) look_at: Option<Aim>,
}

/// What a body turns to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TurnOrder {
    /// A place or thing.
    Toward(Aim),
    /// An angle.
    To(i32),
}

/// What a player did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerCounts {
    /// Enemies killed.
    pub kills: u32,
    /// How often it died.
    pub deaths: u32,
    /// How often it died by its own fault.
    pub suicides: u32,
    /// Flags brought home.
    pub captures: u32,
    /// Own flags returned.
    pub returns: u32,
    /// Domination points taken.
    pub points_taken: u32,
    /// Shots fired.
    pub shots: u32,
    /// Shots that hit somebody.
    pub hits: u32,
    /// Items picked up.
    pub items: u32,
    /// Commands obeyed.
    pub commands: u32,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    pub(super) name: Arc<str>,
    pub(super) team: Team,
    pub(super) position: Vec3,
    pub(super) velocity: Vec3,
    pub(super) yaw: i32,
    pub(super) pitch: i32,
    pub(super) health: i32,
    pub(super) armour: i32,
    pub(super) weapon: Option<WeaponClass>,
    /// Shots by weapon; none for one that it has not.
    pub(super) ammunition: [Option<i32>; WeaponClass::ALL.len()],
    pub(super) alive: bool,
    /// The step in which it comes back.
    pub(super) respawns: u64,
    pub(super) run: Option<RunOrder>,
    pub(super) turn: Option<TurnOrder>,
    pub(super) trigger: Option<Aim>,
    /// When it can fire again, in seconds of the game.
    pub(super) fires_at: f64,
    pub(super) jumps: bool,
    pub(super) gait: Gait,
    pub(super) airborne: bool,
    /// Whether it touches a wall already, so that it is not told again.
    pub(super) at_wall: bool,
    /// Whom it touches already.
    pub(super) touches: Option<usize>,
    pub(super) steps_heard_at: f64,
    pub(super) events: Vec<BodyEvent>,
    pub(super) counts: PlayerCounts,
}

impl Player {
    pub(super) fn new(name: &str, team: Team) -> Self {
        Self {
            name: name.into(),
            team,
            position: Vec3::ZERO,
            velocity: Vec3::ZERO,
            yaw: 0,
            pitch: 0,
            health: 0,
            armour: 0,
            weapon: None,
            ammunition: [None; WeaponClass::ALL.len()],
            alive: false,
            respawns: 0,
            run: None,
            turn: None,
            trigger: None,
            fires_at: 0.0,
            jumps: false,
            gait: Gait::Run,
            airborne: false,
            at_wall: false,
            touches: None,
            steps_heard_at: f64::NEG_INFINITY,
            events: Vec::new(),
            counts: PlayerCounts::default(),
        }
    }

    /// Comes into the game with nothing but what everybody starts with.
    pub(super) fn spawn(&mut self, position: Vec3, yaw: i32, settings: &MatchSettings) {
        let (name, team, counts) = (self.name.clone(), self.team, self.counts);
        let events = std::mem::take(&mut self.events);
        *self = Self { name, position, yaw, counts, events, ..Self::new("", team) };
        (self.health, self.alive) = (FULL_HEALTH, true);
        if settings.armed {
            self.gain_weapon(WeaponClass::Enforcer);
        }
        self.events.push(BodyEvent::Spawned);
    }

    /// Is out of the game until a step.
    pub(super) fn take_out(&mut self, respawns: u64) {
        (self.alive, self.health, self.respawns) = (false, 0, respawns);
        (self.run, self.turn, self.trigger) = (None, None, None);
        self.velocity = Vec3::ZERO;
    }

    /// Its team.
    pub fn team(&self) -> Team {
        self.team
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where its feet are.
    pub fn position(&self) -> Vec3 {
        self.position
    }

    /// Units a second.
    pub fn velocity(&self) -> Vec3 {
        self.velocity
    }

    /// The direction it looks in.
    pub fn yaw(&self) -> i32 {
        self.yaw
    }

    /// Health left.
    pub fn health(&self) -> i32 {
        self.health
    }

    /// Armour left.
    pub fn armour(&self) -> i32 {
        self.armour
    }

    /// Whether it is in the game.
    pub fn is_alive(&self) -> bool {
        self.alive
    }

    /// The weapon in hand.
    pub fn weapon(&self) -> Option<WeaponClass> {
        self.weapon
    }

    /// Shots left in the weapon in hand.
    pub fn shots(&self) -> i32 {
        self.weapon.and_then(|weapon| self.ammunition[weapon.index()]).unwrap_or(0)
    }

    /// What it did so far.
    pub fn counts(&self) -> &PlayerCounts {
        &self.counts
    }

    /// How high it is.
    pub(super) fn height(&self) -> f32 {
        if self.gait == Gait::Crouch { 50.0 } else { 78.0 }
    }

    /// Where it sees and shoots from.
    pub fn eyes(&self) -> Vec3 {
        self.position + Vec3::Z * (self.height() - 14.0)
    }

    /// The middle of its body.
    pub(super) fn middle(&self) -> Vec3 {
        self.position + Vec3::Z * (self.height() / 2.0)
    }

    /// Takes a weapon, or its ammunition if it has it.
    pub(super) fn gain_weapon(&mut self, weapon: WeaponClass) {
        let info = weapon.info();
        let shots = self.ammunition[weapon.index()].unwrap_or(0) + info.supply;
        self.ammunition[weapon.index()] = Some(shots.min(info.capacity));
        if self.weapon.is_none_or(|other| other.info().rank < info.rank || self.shots() == 0) {
            self.weapon = Some(weapon);
        }
    }

    /// Takes ammunition of a weapon that it has and that is not full.
    pub(super) fn gain_ammunition(&mut self, weapon: WeaponClass) -> bool {
        let info = weapon.info();
        match &mut self.ammunition[weapon.index()] {
            Some(shots) if *shots < info.capacity => {
                *shots = (*shots + info.supply).min(info.capacity);
                true
            }
            _ => false,
        }
    }

    pub(super) fn gain_health(&mut self, amount: i32) -> bool {
        let healthy = self.health >= FULL_HEALTH;
        self.health = (self.health + amount).min(FULL_HEALTH);
        !healthy
    }

    pub(super) fn gain_armour(&mut self, amount: i32) -> bool {
        let full = self.armour >= FULL_ARMOUR;
        self.armour = (self.armour + amount).min(FULL_ARMOUR);
        !full
    }

    /// Takes damage, part of it from armour. Returns what was lost in health.
    pub(super) fn hurt(&mut self, damage: i32) -> i32 {
        let taken = ((f64::from(damage) * ARMOUR_TAKES) as i32).min(self.armour);
        self.armour -= taken;
        self.health -= damage - taken;
        damage - taken
    }

    /// Obeys a command that concerns only the body. Questions and talk are the arena's business.
    pub(super) fn obey(&mut self, command: &BodyCommand) {
        match command {
            BodyCommand::RunTo(to) => {
                (self.run, self.turn) = (Some(RunOrder { to: *to, look_at: None }), None);
            }
            BodyCommand::StrafeTo(to, look_at) => {
                (self.run, self.turn) = (Some(RunOrder { to: Aim::At(*to), look_at: Some(*look_at) }), None);
            }
            BodyCommand::TurnTo(aim) => (self.run, self.turn) = (None, Some(TurnOrder::Toward(*aim))),
            BodyCommand::Rotate(by) => {
                self.turn = Some(TurnOrder::To(normalised(self.yaw.wrapping_add(whole_angle(*by)))));
            }
            BodyCommand::Jump => self.jumps = true,
            BodyCommand::Shoot(aim) => self.trigger = Some(*aim),
            BodyCommand::StopShooting => self.trigger = None,
            BodyCommand::Stop => (self.run, self.turn) = (None, None),
            BodyCommand::ChangeWeapon(wanted) => self.change_weapon(wanted.class()),
            BodyCommand::Run => self.gait = Gait::Run,
            BodyCommand::Walk => self.gait = Gait::Walk,
            BodyCommand::Crouch => self.gait = Gait::Crouch,
            BodyCommand::GetPath { .. }
            | BodyCommand::CheckReach { .. }
            | BodyCommand::Say(_)
            | BodyCommand::SayToAll(_) => {}
        }
    }

    fn change_weapon(&mut self, wanted: Option<WeaponClass>) {
        let has = |weapon: &WeaponClass| self.ammunition[weapon.index()].is_some();
        let loaded = |weapon: &WeaponClass| self.ammunition[weapon.index()].is_some_and(|shots| shots > 0);
        let all = WeaponClass::ALL.into_iter();
        let found = match wanted {
            Some(class) => Some(class).filter(has),
            None => all.filter(loaded).max_by_key(|weapon| weapon.info().rank),
        };
        self.weapon = found.or(self.weapon);
    }
}
