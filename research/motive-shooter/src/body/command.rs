//! What a bot can be told to do. A command goes on until it is done or another takes its place, as in GameBots.

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

/// A command to a body.
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
