//! The shooter: bots in an arena with weapons, flags and domination points.
//!
//! The game, its maps and the names that bots use are in the crate `motive-shooter`; this is the same as a [`World`](crate::World).

mod blackboard;
mod options;
mod view;
mod world;

pub use view::{ShooterFrame, ShooterPlayer, ShooterSign};
pub use world::ShooterWorld;
