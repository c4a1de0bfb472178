//! One module for each command: its arguments, its help, and what it does.

#[cfg(feature = "gamebots")]
pub mod arena;
#[cfg(feature = "gamebots")]
pub mod bot;
pub mod check;
pub mod completions;
pub mod convert;
pub mod fmt;
pub mod lab;
mod left_out;
pub mod net;
pub mod new;
#[cfg(feature = "openarena")]
pub mod openarena;
pub mod plan;
pub mod play;
pub mod studio;
pub mod trace;
pub mod verify;
pub mod why;
pub mod world;

pub(crate) use left_out::*;
