//! The body of a player for the minds of `motive-shooter`: what snapshots show becomes an [`BodyObservation`](motive_shooter::BodyObservation), and
//! [`BodyCommand`](motive_shooter::BodyCommand)s become moves.
//!
//! Perception is that of a player who looks at a screen: what is within the field of view with nothing solid between, and sounds nearby. Input has limits too:
//! [`InputSettings`] says how fast a body turns, how exactly it aims and how long it takes to react.

mod aim;
mod input;
mod movement;
mod senses;
mod sight;

pub use input::{InputSettings, PlayerInput};
pub use senses::{BotSenses, SenseSettings};

use crate::game::Weapon;
use crate::wire::{EntityField, EntityState, PlayerField, PlayerState};
use glam::Vec3;
use motive_shooter::body::{Id, ids};

/// How high the middle of a body is above its feet.
const MIDDLE: Vec3 = Vec3::new(0.0, 0.0, 24.0);

/// Types of entities.
const PLAYER: i32 = 1;
const ITEM: i32 = 2;
const MISSILE: i32 = 3;
const MOVER: i32 = 4;
/// Flags of entities.
const DEAD: i32 = 1;
const NOT_DRAWN: i32 = 0x80;

// What the game tells a player about itself in lists of numbers: which number is what. OpenArena has one more than Quake III, for powers that last, so all after
// it stand one place further on.
const HEALTH: usize = 0;
const WEAPONS: usize = 3;
const ARMOUR: usize = 4;

/// Whether the player owns a weapon, with or without shots for it.
fn owns(player: &PlayerState, weapon: Weapon) -> bool {
    player.stats[WEAPONS] >> weapon as i32 & 1 == 1
}

/// The shots that the player has for a weapon; negative for one that needs none.
fn shots(player: &PlayerState, weapon: Weapon) -> i32 {
    player.ammo[weapon as usize]
}

/// Whether the player is in the game and lives.
fn is_alive(player: &PlayerState) -> bool {
    player.stats[HEALTH] > 0 && player.int(PlayerField::MoveType) == 0
}

/// Whether an entity is a player that lives.
fn is_player(entity: &EntityState) -> bool {
    let flags = entity.int(EntityField::Flags);
    entity.int(EntityField::Type) == PLAYER && flags & (DEAD | NOT_DRAWN) == 0
}

fn player_id(client: i32) -> Id {
    ids::player(usize::try_from(client).unwrap_or(0))
}

/// Where an entity is at a time: how it moves is one of a few kinds.
fn position(entity: &EntityState, now: i32) -> Vec3 {
    let elapsed = now.wrapping_sub(entity.int(EntityField::PosTime)).clamp(0, 20_000) as f32 / 1_000.0;
    match entity.int(EntityField::PosType) {
        2 => entity.base() + entity.velocity() * elapsed,
        // Until it stops.
        3 => {
            let lasts = entity.int(EntityField::PosDuration).clamp(0, 20_000) as f32 / 1_000.0;
            entity.base() + entity.velocity() * elapsed.min(lasts)
        }
        5 => entity.base() + entity.velocity() * elapsed - Vec3::Z * (400.0 * elapsed * elapsed),
        _ => entity.base(),
    }
}
