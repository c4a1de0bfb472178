//! What the `motive` program is made of.
//!
//! - [`commands`] has one module for each command: its arguments, its help, and what it does.
//! - [`play`] runs minds in a world, records them, and loads changed files into them.
//! - [`console`] is where output goes, and what exit codes mean.

pub mod commands;
pub mod console;
mod files;
#[cfg(feature = "gamebots")]
mod gamebots;
mod hddl;
mod interrupt;
mod minds;
pub mod net;
#[cfg(feature = "openarena")]
mod openarena;
pub mod play;
mod replay_page;
mod text;
