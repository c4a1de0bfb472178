//! What is in sight: within the field of view, with nothing solid between.

use super::senses::{AT_PLACE, BLUE_FLAG, BotSenses, RED_FLAG, angle};
use super::{ITEM, MIDDLE, NOT_DRAWN, is_player, player_id, position};
use crate::game::{ItemKind, Weapon, item_class, item_kind};
use crate::map::GamePlace;
use crate::session::GameSession;
use crate::wire::{EntityField, EntityState, GameSnapshot};
use glam::Vec3;
use motive_shooter::body::{Id, SeenFlag, SeenItem, SeenNode, SeenPlayer, ids};
use motive_shooter::geometry::{normalised, turn_between, yaw_toward};
use motive_shooter::map::PlaceKind;

/// How high the eyes are above the middle.
const EYES: Vec3 = Vec3::new(0.0, 0.0, 26.0);
/// Milliseconds after which the game takes away what somebody dropped.
const DROPPED_LASTS: i32 = 30_000;

/// What is in sight.
pub(super) struct FieldOfView<'a> {
    pub(super) senses: &'a BotSenses,
    pub(super) eyes: Vec3,
    pub(super) yaw: i32,
}

impl FieldOfView<'_> {
    fn sees(&self, point: Vec3) -> bool {
        let settings = &self.senses.settings;
        let near = self.eyes.distance(point) < 60.0;
        let turn = turn_between(self.yaw, yaw_toward(self.eyes, point)).abs();
        let walls = self.senses.map.walls();
        self.eyes.distance(point) <= settings.sight
            && (near || turn <= settings.field_of_view / 2)
            && walls.is_clear(self.eyes, point)
    }

    fn is_reachable(&self, feet: Vec3) -> bool {
        let navigation = self.senses.map.navigation();
        let from = self.eyes - EYES;
        navigation.is_walkable(from, feet + MIDDLE)
    }

    pub(super) fn players(&self, snapshot: &GameSnapshot, session: &GameSession) -> Vec<SeenPlayer> {
        let seen = |entity: &EntityState| {
            let client = entity.int(EntityField::Client);
            let feet = entity.base() - MIDDLE;
            if !is_player(entity) || client == session.client() || !self.sees_body(entity) {
                return None;
            }
            let info = session.player(client)?;
            let weapon = Weapon::of_number(entity.int(EntityField::Weapon)).and_then(Weapon::shooter_class);
            Some(SeenPlayer {
                id: player_id(client),
                name: info.name.as_str().into(),
                team: info.team_in(self.senses.kind, false),
                position: feet,
                velocity: entity.velocity(),
                yaw: normalised(angle(entity.float(EntityField::AngleBaseYaw))),
                weapon,
                reachable: self.is_reachable(feet),
            })
        };
        snapshot.entities.iter().filter_map(seen).collect()
    }

    fn sees_body(&self, entity: &EntityState) -> bool {
        self.sees(entity.base() + Vec3::Z * 20.0) || self.sees(entity.base() - Vec3::Z * 10.0)
    }

    /// Items and flags that lie somewhere, and the places whose item is there.
    pub(super) fn items(&self, snapshot: &GameSnapshot) -> (Vec<SeenItem>, Vec<SeenFlag>, Vec<usize>) {
        let (mut items, mut flags, mut there) = (Vec::new(), Vec::new(), Vec::new());
        let places = self.senses.map.places();
        for entity in &snapshot.entities {
            let hidden = entity.int(EntityField::Flags) & NOT_DRAWN != 0;
            if entity.int(EntityField::Type) != ITEM || hidden {
                continue;
            }
            let Some(class) = item_class(entity.int(EntityField::Model)) else { continue };
            let origin = position(entity, snapshot.time);
            let here = |(_, place): &(usize, &GamePlace)| {
                place.class == class && (place.position + MIDDLE).distance(origin) < AT_PLACE
            };
            let place = places.iter().enumerate().find(here).map(|(number, _)| number);
            there.extend(place);
            let reachable = place.and_then(|place| places.get(place)).is_none_or(|place| place.reachable);
            if !reachable || !self.sees(origin) {
                continue;
            }
            let feet =
                place.and_then(|place| places.get(place)).map_or(origin - Vec3::Z * 15.0, |it| it.position);
            let id = ids::place(place.unwrap_or(places.len() + usize::from(entity.number)));
            let reachable = self.is_reachable(feet);
            match item_kind(class) {
                Some(ItemKind::Place(kind)) => items.push(SeenItem { id, kind, position: feet, reachable }),
                Some(ItemKind::Flag(team)) => flags.push(SeenFlag {
                    id: ids::flag(team),
                    team,
                    position: feet,
                    at_base: place.is_some(),
                    carrier: None,
                    reachable,
                }),
                _ => {}
            }
        }
        (items, flags, there)
    }

    pub(super) fn carried_flags(
        &self,
        snapshot: &GameSnapshot,
        session: &GameSession,
        mut flags: Vec<SeenFlag>,
    ) -> Vec<SeenFlag> {
        for entity in snapshot.entities.iter().filter(|entity| is_player(entity)) {
            let powers = entity.int(EntityField::Powerups);
            for (team, bit) in [(0, RED_FLAG), (1, BLUE_FLAG)] {
                let known = flags.iter().any(|flag| flag.team == team);
                let client = entity.int(EntityField::Client);
                if powers >> bit & 1 == 0 || known || client == session.client() || !self.sees_body(entity) {
                    continue;
                }
                let feet = entity.base() - MIDDLE;
                flags.push(SeenFlag {
                    id: ids::flag(team),
                    team,
                    position: feet,
                    at_base: false,
                    carrier: Some(player_id(client)),
                    reachable: self.is_reachable(feet),
                });
            }
        }
        flags
    }

    pub(super) fn nodes(&self) -> Vec<SeenNode> {
        let is_node = |kind: &PlaceKind| !kind.is_item() && !matches!(kind, PlaceKind::Flag(_));
        let near = |at: Vec3| at.distance(self.eyes) < 1_500.0;
        let places = self.senses.map.places().iter().enumerate();
        places
            .filter(|(_, place)| {
                is_node(&place.kind)
                    && place.reachable
                    && near(place.position)
                    && self.sees(place.position + MIDDLE)
            })
            .map(|(number, place)| SeenNode {
                id: ids::place(number),
                position: place.position,
                reachable: self.is_reachable(place.position),
            })
            .collect()
    }

    /// Dropped items that are not where they were, or that the game has taken away by now.
    pub(super) fn gone(&self, items: &[SeenItem], now: i32) -> Vec<Id> {
        let missing = self.senses.dropped.iter().filter(|(id, _)| !items.iter().any(|item| item.id == **id));
        let gone = missing.filter(|(_, (at, seen))| {
            now.wrapping_sub(*seen) > DROPPED_LASTS || self.sees(*at + Vec3::Z * 15.0)
        });
        gone.map(|(id, _)| *id).collect()
    }

    /// Places of items and flags that are in sight without them.
    pub(super) fn bare(&self, there: &[usize]) -> Vec<Id> {
        let places = self.senses.map.places().iter().enumerate();
        let missing = places.filter(|(number, place)| {
            let holds = place.kind.is_item() || matches!(place.kind, PlaceKind::Flag(_));
            holds && !there.contains(number) && place.position.distance(self.eyes) < 1_500.0
        });
        let seen = missing.filter(|(_, place)| self.sees(place.position + Vec3::Z * 15.0));
        seen.map(|(number, place)| match place.kind {
            PlaceKind::Flag(team) => ids::flag(team),
            _ => ids::place(number),
        })
        .collect()
    }
}
