//! What the `motive` program is made of.
//!
//! Each module uses only those above it:
//!
//! - [`console`] is where output goes, and what exit codes mean; `interrupt` catches signals.
//! - `files` reads and writes whole files.
//! - `minds` finds the minds of files.
//! - [`commands`] has one module for each command: its arguments, its help, and what it does. [`commands::play`] runs minds in a world, records them, and loads
//!   changed files into them.

pub mod commands;
pub mod console;
mod files;
mod interrupt;
mod minds;
mod program;

pub use program::run_program;

use motive_trace::text;
