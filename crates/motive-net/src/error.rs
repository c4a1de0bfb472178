//! Errors between processes.

use motive::network::NetworkError;
use std::path::PathBuf;
use thiserror::Error;

/// What went wrong between processes.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetError {
    /// A dude cannot have this name.
    #[error(
        "`{name}` cannot be a dude's name: use letters, digits, `-`, `_` and `.`, at most {most} of them"
    )]
    Name {
        /// What was given.
        name: String,
        /// How many characters there may be.
        most: usize,
    },
    /// This says nowhere to meet.
    #[error("`{endpoint}` is no place to meet; write it as `tcp/127.0.0.1:7447`")]
    Endpoint {
        /// What was given.
        endpoint: String,
    },
    /// A dispatcher of this name is there already.
    #[error("`{name}` is served already, by {by}; stop it first or use another name")]
    ServedTwice {
        /// The dude.
        name: String,
        /// The other dispatcher.
        by: String,
    },
    /// Nobody answers.
    #[error(
        "no dispatcher of `{name}` answers within {seconds} seconds; start one with `motive net serve {name}`"
    )]
    Nobody {
        /// The dude.
        name: String,
        /// How long was waited.
        seconds: f64,
    },
    /// A message cannot be understood.
    #[error("a message cannot be understood: {why}")]
    Garbled {
        /// Explanation.
        why: String,
    },
    /// A message is too large.
    #[error("a message has {bytes} bytes, and may have {most}")]
    TooLarge {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        most: usize,
    },
    /// An agent is not one of this process.
    #[error("`{who}` is not registered by this process")]
    NotMine {
        /// Which.
        who: String,
    },
    /// The network refused something.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// zenoh could not do something.
    #[error("cannot {what}: {why}")]
    Transport {
        /// What was wanted.
        what: &'static str,
        /// Explanation not.
        why: String,
    },
    /// A file cannot be read or written.
    #[error("cannot {what} {path}: {source}", path = path.display())]
    File {
        /// Read or write.
        what: &'static str,
        /// Which file.
        path: PathBuf,
        /// Explanation not.
        source: std::io::Error,
    },
    /// A file is not what it ought to be.
    #[error("{path} cannot be used: {why}", path = path.display())]
    BadFile {
        /// Which file.
        path: PathBuf,
        /// Explanation not.
        why: String,
    },
}

impl NetError {
    /// What zenoh says, as an error of ours.
    pub(crate) fn transport(what: &'static str) -> impl FnOnce(zenoh::Error) -> Self {
        move |error| Self::Transport { what, why: without_places(&error.to_string()) }
    }
}

/// A message of zenoh's without the places in its source code that it comes from: ` at FILE.rs:LINE.`
fn without_places(message: &str) -> String {
    let mut left = String::new();
    for (number, part) in message.split(" at ").enumerate() {
        let (word, rest) =
            part.split_once(char::is_whitespace).map_or((part, ""), |(word, rest)| (word, rest));
        let is_place = number > 0 && word.contains(".rs:");
        match (number, is_place) {
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
    fn a_message_does_not_tell_where_zenoh_was_built() {
        let told =
            "Unable to bind: in use at /build/zenoh/src/a.rs:61. - Caused by a thing at work at /b/c.rs:7.";
        assert_eq!(without_places(told), "Unable to bind: in use. - Caused by a thing at work.");
        assert_eq!(without_places("nobody is at home"), "nobody is at home");
        assert_eq!(without_places(""), "");
    }
}
