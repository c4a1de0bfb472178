//! Errors between processes.

use motive::networks::NetworkError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of a network over several processes.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// A name is not valid.
    #[error(
        "`{name}` is not a valid name of a network: use letters, digits, `-`, `_` and `.`, at most {most} characters"
    )]
    Name {
        /// The name.
        name: String,
        /// The most characters.
        most: usize,
    },
    /// An endpoint is not valid.
    #[error("`{endpoint}` is not a valid endpoint; write it like `tcp/127.0.0.1:7447`")]
    Endpoint {
        /// The endpoint.
        endpoint: String,
    },
    /// An endpoint with TLS, and no files for it.
    #[error(
        "`{endpoint}` needs a certificate and its key to listen, or the certificate of an authority to connect"
    )]
    NoTlsFiles {
        /// The endpoint.
        endpoint: String,
    },
    /// Another dispatcher serves a network of this name.
    #[error("`{name}` is already served, by {by}; stop it first or use another name")]
    ServedTwice {
        /// The name of the network.
        name: String,
        /// The other dispatcher.
        by: String,
    },
    /// No dispatcher answers.
    #[error(
        "no dispatcher of `{name}` answered within {seconds} seconds; start one with `motive net serve {name}`"
    )]
    NoDispatcher {
        /// The name of the network.
        name: String,
        /// The time waited.
        seconds: f64,
    },
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
    #[error("a message cannot be parsed: {why}")]
    Garbled {
        /// The reason.
        why: String,
    },
    /// A message is too large.
    #[error("a message has {bytes} bytes, and at most {most} are allowed")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The largest allowed size.
        most: usize,
    },
    /// An agent does not belong to this process.
    #[error("`{who}` is not registered by this process")]
    NotMine {
        /// The agent.
        who: String,
    },
    /// The network rejected an update.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// An operation of zenoh failed.
    #[error("cannot {what}: {why}")]
    Transport {
        /// The operation.
        what: &'static str,
        /// The reason.
        why: String,
    },
    /// A file cannot be read or written.
    #[error("cannot {what} {path}: {source}", path = path.display())]
    File {
        /// "read" or "write".
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The contents of a file are not valid.
    #[error("{path} cannot be used: {why}", path = path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
}

impl NetError {
    /// Converts an error of zenoh.
    pub(crate) fn transport(what: &'static str) -> impl FnOnce(zenoh::Error) -> Self {
        move |error| Self::Transport { what, why: without_locations(&error.to_string()) }
    }
}

/// The error for a file that cannot be read or written.
pub(crate) fn cannot(what: &'static str, path: &Path) -> impl Fn(std::io::Error) -> NetError {
    let path = path.to_owned();
    move |source| NetError::File { what, path: path.clone(), source }
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
mod tests {
    use super::*;

    #[test]
    fn a_message_contains_no_source_locations() {
        let message =
            "Unable to bind: in use at /build/zenoh/src/a.rs:61. - Caused by a thing at work at /b/c.rs:7.";
        assert_eq!(without_locations(message), "Unable to bind: in use. - Caused by a thing at work.");
        assert_eq!(without_locations("nobody is at home"), "nobody is at home");
        assert_eq!(without_locations(""), "");
    }
}
