//! What the game tells a player about itself in lists of numbers: which number is what. OpenArena has one more than Quake III, for powers that last, so all after it
//! stand one place further on.

use super::weapons::Weapon;
use crate::wire::PlayerState;

const HEALTH: usize = 0;
const WEAPONS: usize = 3;
const ARMOUR: usize = 4;

pub(super) fn health(player: &PlayerState) -> i32 {
    player.stats[HEALTH]
}

pub(super) fn armour(player: &PlayerState) -> i32 {
    player.stats[ARMOUR]
}

/// Whether the player owns a weapon, with or without shots for it.
pub(super) fn owns(player: &PlayerState, weapon: Weapon) -> bool {
    player.stats[WEAPONS] >> weapon as i32 & 1 == 1
}

/// The shots that the player has for a weapon; negative for one that needs none.
pub(super) fn shots(player: &PlayerState, weapon: Weapon) -> i32 {
    player.ammo[weapon as usize]
}
