//! OpenArena for bots: a client of the game's own network protocol, its maps and navigation files, and a body for the minds of `motive-shooter`.
pub mod body;
pub mod bot;
pub mod log;
pub mod map;
pub mod server;
pub mod session;
pub mod socket;
pub mod wire;
