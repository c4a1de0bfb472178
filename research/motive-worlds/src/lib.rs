//! Worlds for game characters to decide in.
//!
//! Every world is headless, seeded and deterministic: the same seed and the same moves give the same bytes,
//! on any machine and any number of threads. None reads a clock, prints, or panics on any input.
//!
//! - [`World`] is how a world is written, [`AnyWorld`] what every world can do, [`Worlds`] which there are; [`TypedWorld`] makes the second
//!   of the first.
//! - [`Run`] plays agents in a world, tick by tick; on a [`SteppedWorld`] another program drives some of the bodies.
//! - [`arena`]: a wizard against an endless stream of antlions.
//! - [`hospital`]: wards of nurses, doctors, patients and visitors, 32 minds each.
//! - [`pacman`]: a maze, dots, power pills, fruit and four ghosts with four minds of their own.
//! - [`room`]: a dude with a glass in its hand and a shut door, or a robot with a board to sand.
//! - [`household`]: a house whose one tenant has seven drives and 25 actions.
//! - [`scenes`]: a library, a crossing and a guarded site, whose surroundings change what people do.
//! - [`shooter`]: bots in an arena with weapons, flags and domination points.
//! - [`tileworld`]: tiles to be carried into holes before they vanish.

pub mod arena;
mod direction;
mod error;
mod frame;
pub mod hospital;
pub mod household;
mod observation;
mod options;
pub mod pacman;
mod random_draws;
mod registry;
pub mod room;
mod run;
pub mod scenes;
pub mod shooter;
mod stepped;
pub mod tileworld;
mod typed;
mod world;

pub use error::WorldError;
pub use frame::{Backdrop, Frame};
pub use observation::{ObservationLayout, ObservedFeature, ObservedNumbers};
pub use options::OptionInfo;
pub use registry::{About, Worlds, find};
pub use run::{Run, Team};
pub use stepped::{
    ActionShape, ArgumentShape, GivenActions, StartAgent, StartError, StepError, SteppedWorld,
};
pub use typed::{TypedWorld, World};
pub use world::AnyWorld;
