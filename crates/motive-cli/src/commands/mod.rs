//! One module for each command: its arguments, its help, and what it does.

pub mod check;
pub mod completions;
pub mod convert;
pub mod fmt;
pub mod lab;
pub mod net;
pub mod new;
pub mod plan;
pub mod play;
pub mod trace;
pub mod verify;
pub mod why;
pub mod world;
