//! Maps as the installed game has them: nothing of the game is part of this crate.
//!
//! [`GameFiles`] finds a file in the game's archives, [`EntityList`] has what lies and stands on a map, [`Walls`] says what blocks a view, and [`Navigation`]
//! which ways there are and how long they take. [`GameMap`] joins them.

mod archive;
mod entities;
mod game_map;
mod lump;
mod movers;
mod navigation;
mod patch;
mod route;
mod walls;

pub use archive::GameFiles;
pub use entities::{EntityList, MapEntity};
pub use game_map::{GameMap, GamePlace};
pub use movers::{MapBox, closed_doors};
pub use navigation::{AreaId, Navigation, Reach, Travel};
pub use route::Route;
pub use walls::Walls;

/// Why a map cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The game is not installed where it was looked for.
    #[error(
        "there are no archives (.pk3) of the game in `{0}`; on Debian `apt-get install openarena-server` installs it"
    )]
    NoGame(String),
    /// No archive has such a file.
    #[error("no archive of the game has `{0}`")]
    NoFile(String),
    /// A file cannot be read.
    #[error("`{path}` cannot be read: {reason}")]
    Unreadable {
        /// Which.
        path: String,
        /// Why.
        reason: String,
    },
    /// A file is not what it should be.
    #[error("`{path}` is no {expected}: {reason}")]
    Malformed {
        /// Which.
        path: String,
        /// What it should be.
        expected: &'static str,
        /// What is wrong.
        reason: &'static str,
    },
}
