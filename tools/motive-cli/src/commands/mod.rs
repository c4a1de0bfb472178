//! One module for each command: its arguments, its help, and what it does.

#[cfg(feature = "gamebots")]
pub mod arena;
#[cfg(feature = "gamebots")]
pub mod bot;
pub mod check;
pub mod completions;
pub mod convert;
pub mod fmt;
#[cfg(not(feature = "gamebots"))]
mod gamebots_left_out;
pub mod lab;
pub mod net;
pub mod new;
#[cfg(feature = "openarena")]
pub mod openarena;
#[cfg(not(feature = "openarena"))]
pub mod openarena_left_out;
pub mod plan;
pub mod play;
#[cfg(feature = "studio")]
pub mod studio;
#[cfg(not(feature = "studio"))]
pub mod studio_left_out;
pub mod trace;
pub mod verify;
pub mod why;
pub mod world;

#[cfg(not(feature = "openarena"))]
pub use openarena_left_out as openarena;

#[cfg(not(feature = "gamebots"))]
pub use gamebots_left_out::{arena, bot};
#[cfg(not(feature = "studio"))]
pub use studio_left_out as studio;
