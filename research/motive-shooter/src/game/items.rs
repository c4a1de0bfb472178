//! Items lie on their places, are picked up by whoever walks over them, and return after a while.

use super::Match;
use super::settings::steps;
use crate::body::{BodyEvent, Noise, ids};
use crate::map::{ArenaMap, PlaceKind};
use glam::Vec3;

/// How near one must be to pick something up (ours).
const REACH: f32 = 45.0;
/// How much higher or lower it may be (ours).
const HEIGHT: f32 = 60.0;

/// Whether a body touches what lies at a place.
pub(super) fn touches(body: Vec3, place: Vec3) -> bool {
    crate::geometry::flat_distance(body, place) <= REACH && (body.z - place.z).abs() <= HEIGHT
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
