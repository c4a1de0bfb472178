//! What the `motive` program is made of.
//!
//! - [`commands`] has one module for each command: its arguments, its help, and what it does.
//! - [`commands::play`] runs minds in a world, records them, and loads changed files into them.
//! - [`console`] is where output goes, and what exit codes mean.

pub mod commands;
pub mod console;
mod files;
mod interrupt;
mod minds;

use motive_trace::text;
