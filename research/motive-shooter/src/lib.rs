//! A first-person shooter without graphics, for bots: seeded, deterministic, far faster than real time.
//!
//! Gordon's flag bots (2005) and Hansen's domination teams (2008) proved themselves in Unreal Tournament over the GameBots protocol. This crate has what
//! that game gave them. Each module uses only those above it:
//!
//! - [`geometry`]: directions and angles.
//! - [`rules`]: teams, kinds of games and weapons.
//! - [`map`]: maps, which are text files.
//! - [`body`]: what a bot senses ([`BodyObservation`]), what it can be told to do ([`BodyCommand`]), what it knows of the map, and primitives that take time. A
//!   body may be one of the game below or one behind a wire.
//! - [`game`]: the match itself.
//! - [`vocabulary`]: the names that a bot's mind uses: what bodies do not tell by themselves, actions that take time, and functions.
//! - [`bot`]: how observations meet a memory, and decisions become commands.
//!
//! ```
//! use motive_shooter::game::{Match, MatchSettings};
//! use motive_shooter::body::{Aim, BodyCommand};
//! use motive_shooter::map::ArenaMap;
//!
//! let map = ArenaMap::shipped("duel").ok_or("no such map")?;
//! let mut arena = Match::new(map.into(), MatchSettings { players: 2, ..Default::default() }, 7)?;
//! let door = arena.map().level().door_position(0).ok_or("no door")?;
//! arena.command(0, BodyCommand::RunTo(Aim::At(door)));
//! for _ in 0..40 {
//!     arena.step();
//! }
//! let seen = arena.observe(0).ok_or("no such player")?;
//! assert!(seen.own.health > 0 && seen.time > 1.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod body;
pub mod bot;
pub mod game;
pub mod geometry;
pub mod map;
pub mod rules;
pub mod vocabulary;

#[doc(no_inline)]
pub use body::{BodyCommand, BodyObservation};
