//! What lies, stands and moves on a map: items that are picked up and return after a while; flags that stand at their base, are carried, or lie where their
//! carrier died; points that belong to the team that touched them last; doors that open for whoever is near; lifts that take up whoever stands on them.

use super::Match;
use super::settings::{MatchSettings, steps};
use crate::body::{BodyEvent, Noise, ids};
use crate::map::{ArenaMap, MapLevel, MapPlace, MovingParts, PlaceKind};
use crate::rules::{STEP, Team};
use glam::Vec3;
use std::sync::Arc;

/// How near one must be to pick something up (ours).
const ITEM_REACH: f32 = 45.0;
/// How much higher or lower it may be (ours).
const ITEM_HEIGHT: f32 = 60.0;
/// How near one must be to take a point (specified).
const POINT_REACH: f32 = 60.0;
/// How near one must be to a door (ours).
const DOOR_REACH: f32 = 160.0;
/// Seconds that a door stays open (ours).
const STAYS_OPEN: f64 = 1.0;
/// Units that a lift moves in a second (ours).
const LIFT_SPEED: f32 = 250.0;
/// Seconds that a lift stays up when it was left (ours).
const STAYS_UP: f64 = 1.0;

/// Whether a body touches what lies at a place.
fn touches(body: Vec3, place: Vec3) -> bool {
    crate::geometry::flat_distance(body, place) <= ITEM_REACH && (body.z - place.z).abs() <= ITEM_HEIGHT
}

/// Which items are there.
#[derive(Clone, Debug)]
pub(super) struct Items {
    /// For each place the step from which its item is there; never for places without items.
    there_from: Vec<u64>,
}

impl Items {
    pub(super) fn new(map: &ArenaMap) -> Self {
        let there = |kind: &PlaceKind| if kind.is_item() { 0 } else { u64::MAX };
        Self { there_from: map.places().iter().map(|place| there(&place.kind)).collect() }
    }

    pub(super) fn is_there(&self, place: usize, now: u64) -> bool {
        self.there_from.get(place).is_some_and(|from| *from <= now)
    }

    fn take(&mut self, place: usize, returns: u64) {
        if let Some(from) = self.there_from.get_mut(place) {
            *from = returns;
        }
    }
}

impl Match {
    /// A living player picks up what it stands on, if it has use for it.
    pub(super) fn pick_up(&mut self, number: usize) {
        let map = self.map.clone();
        let returns = self.step + steps(self.settings.item_returns);
        for (at, place) in map.places().iter().enumerate() {
            let Some(player) = self.players.get_mut(number) else { return };
            if !touches(player.position, place.position) || !self.items.is_there(at, self.step) {
                continue;
            }
            let taken = match &place.kind {
                PlaceKind::Weapon(class) => {
                    player.gain_weapon(*class);
                    true
                }
                PlaceKind::Ammunition(class) => player.gain_ammunition(*class),
                PlaceKind::Health => player.gain_health(self.settings.health_pack),
                PlaceKind::Armour => player.gain_armour(self.settings.armour_pack),
                _ => false,
            };
            if taken {
                player.counts.items += 1;
                self.items.take(at, returns);
                self.tell(number, BodyEvent::PickedUp { item: ids::place(at) });
                self.noise(number, Noise::PickUp, place.position);
            }
        }
    }
}

/// Where a flag is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FlagState {
    /// At its base.
    AtBase,
    /// Carried by a player.
    Carried(usize),
    /// On the floor, until it returns by itself.
    Dropped {
        /// Where.
        at: Vec3,
        /// The step in which it returns.
        returns: u64,
    },
}

/// A flag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flag {
    /// Whose it is.
    pub team: Team,
    /// Where it stands when nobody has taken it.
    pub base: Vec3,
    /// Where it is.
    pub state: FlagState,
}

/// What a player did with flags in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlagEvent {
    Captured,
    Returned,
}

/// Both flags; none where there is no such game.
#[derive(Clone, Debug, Default)]
pub(super) struct Flags {
    pub(super) all: Vec<Flag>,
    returns_after: u64,
}

impl Flags {
    pub(super) fn new(map: &ArenaMap, seconds: f64) -> Self {
        let flag = |place: &MapPlace| match place.kind {
            PlaceKind::Flag(team) => Some(Flag { team, base: place.position, state: FlagState::AtBase }),
            _ => None,
        };
        let mut all: Vec<Flag> = map.places().iter().filter_map(flag).collect();
        all.sort_by_key(|flag| flag.team);
        all.dedup_by_key(|flag| flag.team);
        Self { all, returns_after: steps(seconds) }
    }

    pub(super) fn is_away(&self, team: Team) -> bool {
        self.all.iter().any(|flag| flag.team == team && flag.state != FlagState::AtBase)
    }

    pub(super) fn is_carried_by(&self, player: usize) -> bool {
        self.all.iter().any(|flag| flag.state == FlagState::Carried(player))
    }

    /// A carrier died.
    pub(super) fn drop_of(&mut self, player: usize, at: Vec3, now: u64) {
        for flag in self.all.iter_mut().filter(|flag| flag.state == FlagState::Carried(player)) {
            flag.state = FlagState::Dropped { at, returns: now + self.returns_after };
        }
    }

    /// Dropped flags return by themselves.
    pub(super) fn expire(&mut self, now: u64) {
        for flag in &mut self.all {
            if matches!(flag.state, FlagState::Dropped { returns, .. } if returns <= now) {
                flag.state = FlagState::AtBase;
            }
        }
    }

    /// A living player takes an enemy's flag that it touches, returns its own, or scores.
    pub(super) fn touch(&mut self, player: usize, team: Team, position: Vec3) -> Option<FlagEvent> {
        let mut event = None;
        for flag in &mut self.all {
            let lies = match flag.state {
                FlagState::AtBase => flag.base,
                FlagState::Dropped { at, .. } => at,
                FlagState::Carried(_) => continue,
            };
            if !touches(position, lies) {
                continue;
            }
            if flag.team != team {
                flag.state = FlagState::Carried(player);
            } else if flag.state != FlagState::AtBase {
                flag.state = FlagState::AtBase;
                event = Some(FlagEvent::Returned);
            }
        }
        let own = self.all.iter().find(|flag| flag.team == team);
        let home = own.is_some_and(|own| own.state == FlagState::AtBase && touches(position, own.base));
        if home && self.is_carried_by(player) {
            for flag in self.all.iter_mut().filter(|flag| flag.state == FlagState::Carried(player)) {
                flag.state = FlagState::AtBase;
            }
            event = Some(FlagEvent::Captured);
        }
        event
    }
}

/// A domination point.
#[derive(Clone, Debug, PartialEq)]
pub struct DominationPoint {
    /// Its name.
    pub name: Arc<str>,
    /// The place of the map.
    pub place: usize,
    /// Where it is.
    pub position: Vec3,
    /// Who holds it.
    pub owner: Option<Team>,
}

/// All points of a map.
pub(super) fn points(map: &ArenaMap) -> Vec<DominationPoint> {
    let point = |(place, it): (usize, &MapPlace)| match &it.kind {
        PlaceKind::Point(name) => {
            Some(DominationPoint { name: name.as_str().into(), place, position: it.position, owner: None })
        }
        _ => None,
    };
    map.places().iter().enumerate().filter_map(point).collect()
}

/// A living player takes the points that it touches. Returns how many changed hands.
pub(super) fn take_points(points: &mut [DominationPoint], team: Team, position: Vec3) -> u32 {
    let mut taken = 0;
    for point in points.iter_mut().filter(|point| point.owner != Some(team)) {
        if crate::geometry::flat_distance(position, point.position) <= POINT_REACH
            && (position.z - point.position.z).abs() <= POINT_REACH
        {
            point.owner = Some(team);
            taken += 1;
        }
    }
    taken
}

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
            if bodies.clone().any(|body| body.distance(at) <= DOOR_REACH) {
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
