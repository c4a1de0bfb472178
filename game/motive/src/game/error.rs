//! What can go wrong between a game and its minds.

use crate::{MemoryError, VocabularyError};

/// What can go wrong between a game and its minds.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// Two declarations do not agree.
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    /// A type that the game has not declared.
    #[error(
        "the game has not declared `{0}`; declare it with `Game::percept` or `Game::own` before loading a mind"
    )]
    Undeclared(&'static str),
    /// An agent that is not in the crowd.
    #[error("there is no agent {0} in the crowd")]
    NoAgent(usize),
    /// A value that memory refuses.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A file that cannot be read.
    #[cfg(feature = "files")]
    #[error("cannot read `{}`: {source}", path.display())]
    Unreadable {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file that cannot be written.
    #[cfg(feature = "files")]
    #[error("cannot write `{}`: {source}", path.display())]
    Unwritable {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file with mistakes.
    #[cfg(feature = "files")]
    #[error(transparent)]
    Load(#[from] super::files::LoadError),
}
