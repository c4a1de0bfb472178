//! Errors between processes.

use motive::networks::NetworkError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of a network over several processes.
#[derive(Debug, Error)]
pub enum NetError {
    /// A name of a network is not valid, or has more characters than this.
    #[error(
        "`{0}` is not a valid name of a network: use letters, digits, `-`, `_` and `.`, at most {1} characters"
    )]
    Name(String, usize),
    /// An endpoint is not valid.
    #[error("`{0}` is not a valid endpoint; write it like `tcp/127.0.0.1:7447`")]
    Endpoint(String),
    /// An endpoint with TLS, and no files for it.
    #[error("`{0}` needs a certificate and its key to listen, or the certificate of an authority to connect")]
    NoTlsFiles(String),
    /// Another dispatcher, at this place, serves a network of this name.
    #[error("`{0}` is already served, by {1}; stop it first or use another name")]
    ServedTwice(String, String),
    /// No dispatcher of this network answered within these seconds.
    #[error("no dispatcher of `{0}` answered within {1} seconds; start one with `motive net serve {0}`")]
    NoDispatcher(String, f64),
    /// A process with a login was not let in.
    #[error(
        "`{user}` was not let in at {endpoints} within {seconds} seconds: no process listens there, or the name or the password is wrong ({why})"
    )]
    NotLetIn {
        /// The name of the login.
        user: String,
        /// Where it tried.
        endpoints: String,
        /// The time waited.
        seconds: f64,
        /// What zenoh says.
        why: String,
    },
    /// A message cannot be parsed.
    #[error("a message cannot be parsed: {0}")]
    Garbled(String),
    /// A message has too many bytes; and how many are allowed.
    #[error("a message has {0} bytes, and at most {1} are allowed")]
    TooLarge(usize, usize),
    /// An agent does not belong to this process.
    #[error("`{0}` is not registered by this process")]
    NotMine(String),
    /// The network rejected an update.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// An operation of zenoh failed, for a reason.
    #[error("cannot {0}: {1}")]
    Transport(&'static str, String),
    /// A file cannot be read or written, as the first word says, for a reason.
    #[error("cannot {0} {path}: {2}", path = .1.display())]
    File(&'static str, PathBuf, #[source] std::io::Error),
    /// The contents of a file are not valid, for a reason.
    #[error("{path} cannot be used: {1}", path = .0.display())]
    BadFile(PathBuf, String),
}

impl NetError {
    /// Converts an error of zenoh.
    pub(crate) fn transport(what: &'static str) -> impl FnOnce(zenoh::Error) -> Self {
        move |error| Self::Transport(what, without_locations(&error.to_string()))
    }
}

/// The error for a file that cannot be read or written.
pub(crate) fn cannot(what: &'static str, path: &Path) -> impl Fn(std::io::Error) -> NetError {
    let path = path.to_owned();
    move |source| NetError::File(what, path.clone(), source)
}

/// A message of zenoh without the source locations that it contains: ` at FILE.rs:LINE.`
fn without_locations(message: &str) -> String {
    let mut left = String::new();
    for (number, part) in message.split(" at ").enumerate() {
        let (word, rest) =
            part.split_once(char::is_whitespace).map_or((part, ""), |(word, rest)| (word, rest));
        let is_location = number > 0 && word.contains(".rs:");
        match (number, is_location) {
            (0, _) => left.push_str(part),
            (_, false) => left.extend([" at ", part]),
            (_, true) if rest.is_empty() => left.push('.'),
            (_, true) => left.extend([". ", rest]),
        }
    }
    left
}

#[cfg(test)]
#[path = "../tests/unit/error.rs"]
mod tests;
