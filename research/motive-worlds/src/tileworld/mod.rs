//! Tileworld: tiles to be carried into holes before either vanishes.
//!
//! A grid with a border of obstacles. Stacks of tiles, holes and obstacles lie on it, at most one in a cell, and come and go
//! by chance. An agent senses a few cells around it, carries one stack at a time, and drops as many tiles of it as it likes into
//! a hole that it stands on: 3 points a tile if the shapes are the same, 1 if not, and 20 when the hole is full.
//!
//! The rules are those of Gordon's thesis (2005, University of Nottingham), after Pollack and Ringuette (1990); what it
//! leaves open is marked as ours in [`TileworldSettings`]. Other published settings are options of the same world: pushing instead of
//! carrying, the knobs of Kinny and Georgeff (1991), fuel, several agents.
//!
//! [`Tileworld`] is the game alone; [`TileworldWorld`] is the game as a [`World`](crate::World) that agents decide in.

mod cell_rating_agent;
mod field;
mod game;
mod options;
mod path;
mod percepts;
mod settings;
mod view;
mod vocabulary;
mod world;

pub use cell_rating_agent::Plain;
pub use field::{GridCell, Sort, TileworldObject};
pub use game::{Body, Tileworld, TileworldAction, TileworldCounts};
pub use settings::{
    Change, MAX_AGENTS, MAX_SIDE, RateMode, Rules, SensorShape, TileworldSettings, TileworldSettingsError,
    Victim, Young,
};
pub use view::{AgentView, ObjectView, TileworldFrame};
pub use world::TileworldWorld;

/// What a tile is worth in a hole of its shape.
pub const MATCH_SCORE: u64 = 3;
/// What a tile is worth in a hole of another shape.
pub const OTHER_SCORE: u64 = 1;
/// What it is worth to fill a hole.
pub const FILL_SCORE: u64 = 20;
