//! The shooter: bots in an arena with weapons, flags and domination points.
//!
//! The game, its maps and the names that bots use are in the crate `motive-shooter`; this is the same as a [`AnyWorld`](crate::World).

mod backdrop;
mod options;
mod sight_cones;
mod view;
mod world;

pub use backdrop::ShooterBackdrop;
pub use view::{ShooterFrame, ShooterPlayer, ShooterShot, ShooterSign};
pub use world::ShooterWorld;
