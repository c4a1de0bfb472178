//! The body of a player for the minds of `motive-shooter`: what snapshots show becomes an [`BodyObservation`](motive_shooter::BodyObservation), and
//! [`BodyCommand`](motive_shooter::BodyCommand)s become moves.
//!
//! Perception is that of a player who looks at a screen: what is within the field of view with nothing solid between, and sounds nearby. Hands have limits too:
//! [`HandSettings`] says how fast a body turns, how exactly it aims and how long it takes to react.

mod aim;
mod game_info;
mod hands;
pub(crate) mod items;
mod legs;
mod senses;
mod stats;
mod weapons;

pub use game_info::{GameKind, PlayerInfo};
pub use hands::{HandSettings, Hands};
pub use senses::{SenseSettings, Senses};
pub use weapons::{Weapon, weapon_class};

/// The team of the own player in the shooter's words.
pub(crate) fn team_of(info: &PlayerInfo, kind: GameKind) -> motive_shooter::rules::Team {
    game_info::team(info, true, kind)
}

/// A name without its colours.
pub(crate) fn plain_name(name: &str) -> String {
    game_info::plain(name)
}
