//! Worlds for game characters to decide in.
//!
//! Every world is headless, seeded and deterministic: the same seed and the same moves give the same bytes,
//! on any machine and any number of threads. None reads a clock, prints, or panics on any input.
//!
//! - [`World`] is what every world can do, [`find`] makes one by its name, [`list`] says which there are.
//! - [`Run`] plays agents in a world, tick by tick.
//! - [`pacman`]: a maze, dots, power pills, fruit and four ghosts with four minds of their own.
//! - [`household`]: a house whose one tenant has seven drives and 25 things to do.
//! - [`scenes`]: a library, a crossing and a guarded site, whose surroundings change what people do.
//! - [`tileworld`]: tiles to be carried into holes before they vanish.
//!
//! # Features
//!
//! - `serde`: recordings, settings and events as data.

mod chance;
mod direction;
mod error;
mod frame;
pub mod household;
mod options;
pub mod pacman;
mod registry;
mod run;
pub mod scenes;
pub mod tileworld;
mod world;

pub use error::WorldError;
pub use frame::Frame;
pub use options::OptionInfo;
pub use registry::{About, find, list};
pub use run::Run;
pub use world::World;
