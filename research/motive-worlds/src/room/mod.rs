//! A room: a dude that wants out, or a robot that has to sand a board.
//!
//! The worlds of the two examples that skill networks were published with, which their authors only typed in by hand: M. B. Johnson's
//! dude with a glass in its only hand, a door and a window (*Build-a-Dude*, 1991), and the robot of Charniak and McDermott that
//! P. Maes used (1989). The room has two dimensions: walking goes cell by cell, past the window. Where things stand is ours.

mod scene;
mod world;

pub use scene::RoomScene;
pub use world::{RoomOptions, RoomWorld};
