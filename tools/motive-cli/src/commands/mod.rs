//! One module for each command: its arguments, its help, and what it does.

pub mod check;
pub mod completions;
pub mod convert;
pub mod env;
pub mod fmt;
#[cfg(feature = "gamebots")]
pub mod gamebots;
pub mod lab;
#[cfg(not(all(feature = "net", feature = "openarena")))]
mod left_out;
pub mod net;
pub mod new;
#[cfg(feature = "openarena")]
pub mod openarena;
mod picture;
pub mod plan;
pub mod play;
pub mod studio;
pub mod trace;
pub mod verify;
pub mod why;
pub mod world;

#[cfg(feature = "gamebots")]
pub use gamebots::{arena, bot};
#[cfg(not(feature = "openarena"))]
pub use left_out::openarena;
#[cfg(not(feature = "gamebots"))]
pub use left_out::{arena, bot};
