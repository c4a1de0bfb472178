//! GameBots: what `motive arena` and `motive bot` share, and how a bot plays.

pub(crate) mod bot_mind;
pub(crate) mod common;
pub(crate) mod map_file;
pub(crate) mod observer;
