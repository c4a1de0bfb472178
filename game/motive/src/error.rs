//! What can go wrong between a game and its minds.

use crate::kernel::{MemoryError, VocabularyError};
#[cfg(feature = "files")]
use std::fmt;

/// What can go wrong when a game is declared, or a mind loaded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Two declarations do not agree.
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    /// A character that cannot be built.
    #[cfg(feature = "arbiter")]
    #[error(transparent)]
    Character(#[from] motive_arbiter::CharacterError),
    /// A condition or an action that cannot be built.
    #[error(transparent)]
    Build(#[from] crate::kernel::BuildError),
    /// A mind in Rust that uses a type which the game has not declared.
    #[error(transparent)]
    Mistake(#[from] Mistake),
    /// A part of a mind in Rust that its engine refuses.
    #[error("`{part}`: {source}")]
    Part {
        /// The program, plan, tasks, machine or network.
        part: String,
        /// What is wrong with it.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A goal of a mind in Rust that nothing says the importance of.
    #[error("the goal `{0}` has no priority; add `.priority(...)`")]
    NoPriority(String),
    /// Two engines of a mind in Rust with one name.
    #[error("there are two engines called `{0}`; rename one")]
    Twice(String),
    /// Tasks of a mind in Rust without any task.
    #[error("`{0}` has no tasks")]
    Empty(String),
    /// A memory that cannot be restored.
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
    Load(#[from] LoadError),
}

impl Error {
    #[cfg(feature = "arbiter")]
    pub(crate) fn part(part: &str, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Part { part: part.to_owned(), source: Box::new(source) }
    }
}

/// What a game did wrong while it ran. Nothing stops because of it: what is wrong is left out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Mistake {
    /// A type that the game has not declared.
    #[error("the game has not declared `{0}`; name it in `Game::sees` or `Game::is`")]
    Undeclared(&'static str),
    /// A value that memory refuses.
    #[error(transparent)]
    Refused(#[from] MemoryError),
}

#[cfg(feature = "files")]
/// A file with mistakes. It prints like errors of rustc: every mistake with its line and, where possible, a suggestion.
pub struct LoadError {
    pub(crate) report: String,
}

#[cfg(feature = "files")]
impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.report.trim_end())
    }
}

/// Like `Display`, so that a `main` that returns the error prints it readably.
#[cfg(feature = "files")]
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the file has mistakes\n\n{self}")
    }
}

#[cfg(feature = "files")]
impl std::error::Error for LoadError {}
