//! The plug-in as a game uses it: build an app, let it run, look at the components.

#![expect(clippy::unwrap_used, reason = "a test that lacks something fails there")]

mod actions;
mod bad_input;
mod common;
mod determinism;
mod herds;
mod minds;
mod observing;
mod perception;
#[cfg(feature = "studio")]
mod studio;
mod thinking;
mod whole_game;
