//! The body of a bot, whatever game it is in: what it senses, what it can be told to do, what it knows of the map, and its primitives.

mod atlas;
mod observation;
pub mod primitive;

pub use atlas::{Atlas, AtlasPlace, PriorKnowledge};
pub use observation::{
    BodyEvent, BodyObservation, GameState, MoverClass, Noise, OwnState, PointState, SeenFlag, SeenItem,
    SeenMover, SeenNode, SeenPlayer,
};

use glam::Vec3;
use std::sync::Arc;

/// A place, or a player wherever it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// A place.
    At(Vec3),
    /// Where a thing is that can be seen, by its number.
    Thing(u64),
}

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// Fast, and heard.
    Run,
    /// Slow and silent.
    Walk,
    /// Slower, silent and low.
    Crouch,
}

/// A command to a body. It goes on until it is done or another takes its place, as in GameBots.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BodyCommand {
    /// Turn toward a place and run there in a straight line.
    RunTo(Aim),
    /// Run to a place while looking at another.
    StrafeTo(Vec3, Aim),
    /// Turn toward a place.
    TurnTo(Aim),
    /// Turn by an angle.
    Rotate(i32),
    /// Jump.
    Jump,
    /// Fire at a place until told to stop.
    Shoot(Aim),
    /// Cease fire.
    StopShooting,
    /// Stop running and turning.
    Stop,
    /// Take another weapon in hand: one by its class, or the best that has ammunition.
    ChangeWeapon(Option<Arc<str>>),
    /// Ask for the way to a place.
    GetPath {
        /// Where to.
        to: Vec3,
        /// Comes back with the answer.
        query: f64,
    },
    /// Ask whether a place can be walked to directly.
    CheckReach {
        /// Where to.
        to: Vec3,
        /// Comes back with the answer.
        query: f64,
    },
    /// Say something, to the team or to all.
    Say {
        /// What.
        text: Arc<str>,
        /// Whether all hear it.
        to_all: bool,
    },
    /// Run, walk or crouch from now on.
    SetGait(Gait),
}

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
