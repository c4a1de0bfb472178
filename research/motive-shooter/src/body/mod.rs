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
    const PLACES: u64 = 1_000;
    const FLAGS: u64 = 10_000;
    const MOVERS: u64 = 20_000;
    const SAFE_POINTS: u64 = 30_000;
    const EVENTS: u64 = 1_000_000;

    /// A function to a number, and one back where it is needed.
    macro_rules! numbers {
        ($($doc:literal $name:ident($kind:ty) from $first:expr $(, $back_doc:literal $back:ident below $end:expr)?;)*) => { $(
            #[doc = $doc]
            #[must_use]
            pub fn $name(number: $kind) -> u64 {
                $first + number as u64
            }

            $(
                #[doc = $back_doc]
                #[must_use]
                pub fn $back(id: u64) -> Option<$kind> {
                    ($first..$end).contains(&id).then(|| (id - $first) as $kind)
                }
            )?
        )* };
    }

    numbers! {
        "The number of a player." player(usize) from 1, "The player of a number." player_of below PLACES;
        "The number of a place of the map: of its item, navigation point or domination point."
            place(usize) from PLACES, "The place of a number." place_of below FLAGS;
        "The number of the flag of a team." flag(u8) from FLAGS, "The team of a flag." flag_of below MOVERS;
        "The number of a door or lift." mover(usize) from MOVERS;
        "The number of a safe point." safe_point(usize) from SAFE_POINTS;
        "The number of an event or answer, counted from the beginning." event(u64) from EVENTS;
    }
}
