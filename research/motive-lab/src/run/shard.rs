//! Shards: a part of all runs, for one of several machines.

use super::todo;
use crate::error::LabError;
use crate::results::Results;
use std::fmt;
use std::str::FromStr;

/// One of several equal parts of all runs, such as `3/16`. Together they are all runs, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Default for Shard {
    fn default() -> Self {
        Self { number: 1, of: 1 }
    }
}

impl Shard {
    /// Whether a run is in this shard. Successive runs are in different shards, so that all take about the same time.
    pub(crate) fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }

    /// The name of the journal that this shard writes, so that several can run in one directory at once.
    pub(crate) fn journal(self) -> String {
        match self.of {
            1 => "runs.log".to_owned(),
            of => format!("runs-{}-of-{of}.log", self.number),
        }
    }

    /// Whether this is everything.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }
}

/// Of so many shards the numbers of those whose runs are not all there, from 1.
pub fn missing_shards(results: &Results, of: usize) -> Vec<usize> {
    (1..=of).filter(|number| !todo(results, Shard { number: *number, of }).is_empty()).collect()
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = LabError;

    fn from_str(text: &str) -> Result<Self, LabError> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
            (number >= 1 && number <= of).then_some(Self { number, of })
        };
        let why = || format!("`{text}` is not a shard; write `I/N`, such as 3/16, with I from 1 to N");
        read().ok_or_else(|| LabError::Request(why()))
    }
}

#[cfg(test)]
#[path = "../../tests/unit/run_shard.rs"]
mod tests;
