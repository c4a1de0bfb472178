//! What a coordinator knows of its members: Hansen's coordinator had nothing of the kind, so all of this is ours.

use super::observation_writer::{HIDDEN, tell_points};
use crate::body::{BodyObservation, Id, SeenPlayer};
use crate::vocabulary::{GameStanding, ShooterNames, Visibility};
use motive::declare::Perception;
use motive::kernel::{Facts, Memory};

/// Writes what members sensed last into the memory of their coordinator.
#[derive(Clone, Debug, Default)]
pub struct TeamBlackboard {
    perception: Perception,
}

impl TeamBlackboard {
    /// Writes how members are, the enemies that any of them sees, and how the game stands. The memory has the names of this crate.
    pub fn write(&mut self, memory: &mut Memory, members: &[(&str, &BodyObservation)], names: &ShooterNames) {
        for (name, seen) in members {
            let id = memory.vocabulary().find_symbol(name).map(Id::named);
            if let Some(id) = id.filter(|id| memory.exists(*id)) {
                self.perception.of(names.game.types(), memory).describe(id, &seen.own);
            }
        }
        let mut to = self.perception.of(names.game.types(), memory);
        // Whoever looked last knows best how the game stands.
        let newest =
            members.iter().map(|(_, seen)| *seen).max_by(|one, other| one.time.total_cmp(&other.time));
        if let Some(seen) = newest {
            to.update(&GameStanding::of(seen));
            tell_points(&mut to, seen);
        }
        let enemies = members
            .iter()
            .flat_map(|(_, seen)| seen.players.iter().filter(|player| player.team != seen.own.team));
        let enemies: Vec<&SeenPlayer> = enemies.collect();
        to.perceive_lasting(enemies.iter().copied(), &HIDDEN);
        for enemy in enemies {
            to.describe(enemy.id, &Visibility { visible: true });
        }
    }
}
