//! What players see and hear.

use super::map_objects::FlagState;
use super::player::Player;
use super::{Flag, Match};
use crate::body::{
    BodyEvent, BodyObservation, GameState, MoverClass, Noise, OwnState, PointState, SeenFlag, SeenItem,
    SeenMover, SeenNode, SeenPlayer, ids,
};
use crate::geometry::{turn_between, yaw_toward};
use crate::map::{MapPlace, SEGMENT_LIMIT};
use crate::rules::WeaponClass;
use glam::Vec3;
use motive::Id;

/// How far above the floor things are looked at.
const ABOVE_FLOOR: f32 = 20.0;

/// How far each noise is heard (ours).
fn loudness(noise: Noise) -> f32 {
    match noise {
        Noise::Steps | Noise::Landing | Noise::PickUp => 800.0,
        Noise::Shot | Noise::Explosion => 3000.0,
    }
}

fn seen_player(number: usize, player: &Player, reachable: bool) -> SeenPlayer {
    SeenPlayer {
        id: ids::player(number),
        name: player.name.clone(),
        team: player.team,
        position: player.position,
        velocity: player.velocity,
        yaw: player.yaw,
        weapon: player.weapon,
        reachable,
    }
}

impl Match {
    /// All that a player senses now, with what happened since it was last asked.
    pub(super) fn look(&mut self, number: usize) -> Option<BodyObservation> {
        let events = std::mem::take(&mut self.players.get_mut(number)?.events);
        let player = self.players.get(number)?;
        let mut seen = BodyObservation {
            time: self.time(),
            own: self.own_state(number, player),
            game: self.game_state(),
            events,
            ..BodyObservation::default()
        };
        if player.alive {
            self.see_players(number, player, &mut seen);
            self.see_places(player, &mut seen);
            self.see_flags(player, &mut seen);
            self.see_movers(player, &mut seen);
        }
        Some(seen)
    }

    fn own_state(&self, number: usize, player: &Player) -> OwnState {
        let weapons = WeaponClass::ALL.into_iter();
        OwnState {
            id: ids::player(number),
            name: player.name.clone(),
            team: player.team,
            position: player.position,
            velocity: player.velocity,
            yaw: player.yaw,
            pitch: player.pitch,
            health: player.health,
            armour: player.armour,
            weapon: player.weapon,
            ammunition: player.shots(),
            capacity: player.weapon.map_or(0, |weapon| weapon.info().capacity),
            weapons: weapons.filter(|weapon| player.ammunition[weapon.index()].is_some()).collect(),
            shooting: player.trigger.is_some(),
            has_flag: self.flags.is_carried_by(number),
            alive: player.alive,
        }
    }

    fn game_state(&self) -> GameState {
        let point = |point: &super::DominationPoint| PointState {
            id: ids::place(point.place),
            name: point.name.clone(),
            position: point.position,
            owner: point.owner,
        };
        GameState {
            scores: self.scores().to_vec(),
            flags_away: self.flags.all.iter().map(|flag| self.flags.is_away(flag.team)).collect(),
            points: self.points.iter().map(point).collect(),
            over: self.is_over(),
        }
    }

    /// Whether a point is in a player's field of view, with nothing solid before it.
    pub(super) fn sees(&self, player: &Player, point: Vec3) -> bool {
        self.faces(player, point) && self.is_clear(player.eyes(), point)
    }

    fn faces(&self, player: &Player, point: Vec3) -> bool {
        let eyes = player.eyes();
        let turn = turn_between(player.yaw, yaw_toward(eyes, point)).abs();
        eyes.distance(point) <= self.settings.sight && turn <= self.settings.field_of_view / 2
    }

    /// Whether a player sees any of another: its head or its middle.
    pub(super) fn sees_player(&self, player: &Player, other: &Player) -> bool {
        let points = [other.eyes(), other.middle()];
        other.alive && points.into_iter().any(|point| self.sees(player, point))
    }

    fn can_reach(&self, player: &Player, to: Vec3) -> bool {
        player.position.distance(to) <= SEGMENT_LIMIT && self.map.level().can_walk(player.position, to)
    }

    fn see_players(&self, number: usize, player: &Player, seen: &mut BodyObservation) {
        for (other, it) in self.players.iter().enumerate().filter(|(other, _)| *other != number) {
            if self.sees_player(player, it) {
                seen.players.push(seen_player(other, it, self.can_reach(player, it.position)));
            }
        }
    }

    fn see_places(&self, player: &Player, seen: &mut BodyObservation) {
        for (number, place) in self.map.places().iter().enumerate() {
            if self.sees(player, place.position + Vec3::Z * ABOVE_FLOOR) {
                self.see_place(player, number, place, seen);
            }
        }
    }

    fn see_place(&self, player: &Player, number: usize, place: &MapPlace, seen: &mut BodyObservation) {
        let (id, position) = (ids::place(number), place.position);
        if !place.kind.is_item() && !self.settings.shows_nodes {
            return;
        }
        let reachable = self.can_reach(player, position);
        if !place.kind.is_item() {
            seen.nodes.push(SeenNode { id, position, reachable });
        } else if self.items.is_there(number, self.step) {
            seen.items.push(SeenItem { id, kind: place.kind.clone(), position, reachable });
        } else {
            seen.bare.push(id);
        }
    }

    fn see_flags(&self, player: &Player, seen: &mut BodyObservation) {
        for flag in &self.flags.all {
            let (position, carrier) = self.flag_position(flag);
            if self.sees(player, position + Vec3::Z * ABOVE_FLOOR)
                || carrier
                    .is_some_and(|it| self.players.get(it).is_some_and(|it| self.sees_player(player, it)))
            {
                seen.flags.push(self.seen_flag(flag, self.can_reach(player, position)));
            } else if flag.state != FlagState::AtBase && self.sees(player, flag.base + Vec3::Z * ABOVE_FLOOR)
            {
                seen.bare.push(ids::flag(flag.team));
            }
        }
    }

    fn seen_flag(&self, flag: &Flag, reachable: bool) -> SeenFlag {
        let (position, carrier) = self.flag_position(flag);
        SeenFlag {
            id: ids::flag(flag.team),
            team: flag.team,
            position,
            at_base: flag.state == FlagState::AtBase,
            carrier: carrier.map(ids::player),
            reachable,
        }
    }

    /// Where a flag is, and who carries it.
    pub(super) fn flag_position(&self, flag: &Flag) -> (Vec3, Option<usize>) {
        match flag.state {
            FlagState::AtBase => (flag.base, None),
            FlagState::Dropped { at, .. } => (at, None),
            FlagState::Carried(by) => {
                (self.players.get(by).map_or(flag.base, |player| player.position), Some(by))
            }
        }
    }

    fn see_movers(&self, player: &Player, seen: &mut BodyObservation) {
        let parts = &self.movers.parts;
        for (door, open) in parts.open.iter().enumerate() {
            if let Some(position) = self.map.level().door_position(door)
                && self.faces(player, position + Vec3::Z * ABOVE_FLOOR)
            {
                // The door itself is what blocks the line to its middle.
                let short = position + (player.position - position).normalize_or_zero() * 80.0;
                if self.is_clear(player.eyes(), short + Vec3::Z * ABOVE_FLOOR) {
                    seen.movers.push(self.door(door, position, *open));
                }
            }
        }
        let lifts = self.lifts().filter(|lift| self.sees(player, lift.position + Vec3::Z * ABOVE_FLOOR));
        seen.movers.extend(lifts);
    }

    fn door(&self, number: usize, position: Vec3, open: bool) -> SeenMover {
        SeenMover { id: ids::mover(number), class: MoverClass::Door, position, open }
    }

    /// The lifts. They are numbered after the doors.
    fn lifts(&self) -> impl Iterator<Item = SeenMover> + '_ {
        let (doors, heights) = (self.map.level().doors(), &self.movers.parts.lifts);
        self.map.level().lifts().zip(heights).map(move |((lift, (x, y)), height)| SeenMover {
            id: ids::mover(doors + lift.number),
            class: MoverClass::Lift,
            position: Vec3::new(x, y, *height),
            open: *height >= lift.high,
        })
    }

    /// All that there is, as nobody in the game sees it: for viewers.
    pub fn overview(&self) -> BodyObservation {
        let mut seen =
            BodyObservation { time: self.time(), game: self.game_state(), ..BodyObservation::default() };
        for (number, player) in self.players.iter().enumerate().filter(|(_, player)| player.alive) {
            seen.players.push(seen_player(number, player, false));
        }
        for (number, place) in self.map.places().iter().enumerate() {
            let (id, position) = (ids::place(number), place.position);
            if !place.kind.is_item() {
                seen.nodes.push(SeenNode { id, position, reachable: false });
            } else if self.items.is_there(number, self.step) {
                seen.items.push(SeenItem { id, kind: place.kind.clone(), position, reachable: false });
            }
        }
        seen.flags.extend(self.flags.all.iter().map(|flag| self.seen_flag(flag, false)));
        let level = self.map.level();
        let doors = self.movers.parts.open.iter().enumerate();
        seen.movers.extend(
            doors.filter_map(|(door, open)| Some(self.door(door, level.door_position(door)?, *open))),
        );
        seen.movers.extend(self.lifts());
        seen
    }

    /// Whoever is near enough hears it.
    pub(super) fn noise(&mut self, by: usize, noise: Noise, at: Vec3) {
        for number in (0..self.players.len()).filter(|number| *number != by) {
            let hears = self
                .players
                .get(number)
                .is_some_and(|player| player.alive && player.position.distance(at) <= loudness(noise));
            if hears {
                self.tell(number, BodyEvent::Heard { noise, at, by: ids::player(by) });
            }
        }
    }

    /// The place that an aim means to a player now: things are found while they are in sight.
    pub(super) fn aim_point(&self, number: usize, aim: crate::body::Aim) -> Option<Vec3> {
        match aim {
            crate::body::Aim::At(place) => Some(place + Vec3::Z * ABOVE_FLOOR),
            crate::body::Aim::Thing(id) => {
                let me = self.players.get(number)?;
                match ids::player_of(id).and_then(|other| self.players.get(other)) {
                    Some(other) => {
                        let clear = other.alive && self.is_clear(me.eyes(), other.middle());
                        clear.then(|| other.middle())
                    }
                    None => Some(self.position_of(id)? + Vec3::Z * ABOVE_FLOOR),
                }
            }
        }
    }

    /// Where a thing is.
    pub(super) fn position_of(&self, id: Id) -> Option<Vec3> {
        if let Some(player) = ids::player_of(id) {
            return self.players.get(player).filter(|player| player.alive).map(Player::position);
        }
        if let Some(team) = ids::flag_of(id) {
            let flag = self.flags.all.iter().find(|flag| flag.team == team)?;
            return Some(self.flag_position(flag).0);
        }
        self.map.places().get(ids::place_of(id)?).map(|place| place.position)
    }
}
