//! The body of a bot, whatever game it is in: what it senses, what it can do, and how both meet memory and decisions.

mod atlas;
mod bot_body;
mod briefing;
mod command;
mod control;
mod observation;
mod perception;
pub mod primitive;

pub use atlas::{Atlas, AtlasPlace};
pub use bot_body::BotBody;
pub use briefing::PriorKnowledge;
pub use command::{Aim, BodyCommand, Gait};
pub use control::CommandRepeater;
pub use observation::{
    BodyEvent, BodyObservation, GameState, MoverClass, Noise, OwnState, PointState, SeenFlag, SeenItem,
    SeenMover, SeenNode, SeenPlayer,
};
pub use perception::ObservationWriter;

/// Numbers of things: what a mind knows a player, item or flag by.
pub mod ids {
    /// The number of a player.
    #[must_use]
    pub fn player(number: usize) -> u64 {
        1 + number as u64
    }

    /// The player of a number.
    #[must_use]
    pub fn player_of(id: u64) -> Option<usize> {
        (1..PLACES).contains(&id).then(|| (id - 1) as usize)
    }

    /// The number of a place of the map: of its item, navigation point or domination point.
    #[must_use]
    pub fn place(number: usize) -> u64 {
        PLACES + number as u64
    }

    /// The place of a number.
    #[must_use]
    pub fn place_of(id: u64) -> Option<usize> {
        (PLACES..FLAGS).contains(&id).then(|| (id - PLACES) as usize)
    }

    /// The number of the flag of a team.
    #[must_use]
    pub fn flag(team: u8) -> u64 {
        FLAGS + u64::from(team)
    }

    /// The team of a flag.
    #[must_use]
    pub fn flag_of(id: u64) -> Option<u8> {
        (FLAGS..MOVERS).contains(&id).then(|| (id - FLAGS) as u8)
    }

    /// The number of a door.
    #[must_use]
    pub fn mover(number: usize) -> u64 {
        MOVERS + number as u64
    }

    /// The number of a safe point.
    #[must_use]
    pub fn safe_point(number: usize) -> u64 {
        SAFE_POINTS + number as u64
    }

    /// The number of an event or answer, counted from the beginning.
    #[must_use]
    pub fn event(count: u64) -> u64 {
        EVENTS + count
    }

    const PLACES: u64 = 1_000;
    const FLAGS: u64 = 10_000;
    const MOVERS: u64 = 20_000;
    const SAFE_POINTS: u64 = 30_000;
    const EVENTS: u64 = 1_000_000;
}
