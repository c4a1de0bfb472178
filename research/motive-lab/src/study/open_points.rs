//! Points that a source leaves open, with the readings that it allows.
//!
//! A study of a publication has to decide what the publication does not say. Each such point is declared with its readings and the passage that supports
//! each of them; a part of the study then plays combinations of readings (*universes*, in the words of multiverse analysis) as it plays values of an option.

use super::read::{self, OneOrMany};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A point that the source leaves open.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenPoint {
    /// A short name: the factor's in tables and conditions.
    pub id: String,
    /// What is open.
    pub question: String,
    /// Two or more readings. The first is what the study's other parts have.
    pub reading: Vec<Reading>,
}

/// One way to read an open point: what the source says for it, and what it changes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// A short name.
    pub name: String,
    /// What it says.
    pub text: String,
    /// The passage that supports it, with its place in the source.
    #[serde(default)]
    pub passage: String,
    /// Options of the world.
    #[serde(default, deserialize_with = "read::options")]
    pub(super) options: Vec<(String, String)>,
    /// Named values of agents' files, by agent.
    #[serde(default)]
    pub(super) set: BTreeMap<String, BTreeMap<String, f64>>,
    /// Other minds, by agent.
    #[serde(default)]
    pub(super) minds: BTreeMap<String, OneOrMany<String>>,
    /// Files that stand in the place of others.
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
}

/// What a reading changes, as the design of a study keeps it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReadingChanges {
    /// The reading's name.
    pub reading: String,
    /// Options of the world.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// Named values of agents' files, by agent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<(String, Vec<(String, f64)>)>,
    /// Other minds, by agent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minds: Vec<(String, Vec<String>)>,
    /// Files that stand in the place of others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<(String, String)>,
}

impl Reading {
    /// What it changes.
    pub fn changes(&self) -> ReadingChanges {
        let numbers =
            |set: &BTreeMap<String, f64>| set.iter().map(|(name, value)| (name.clone(), *value)).collect();
        ReadingChanges {
            reading: self.name.clone(),
            options: self.options.clone(),
            set: self.set.iter().map(|(agent, set)| (agent.clone(), numbers(set))).collect(),
            minds: self.minds.iter().map(|(agent, minds)| (agent.clone(), minds.clone().all())).collect(),
            files: self.files.clone().into_iter().collect(),
        }
    }

    /// The agents that it names.
    pub(super) fn agents(&self) -> impl Iterator<Item = &String> {
        self.set.keys().chain(self.minds.keys())
    }
}

/// Which combinations of readings a part plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Universes {
    /// Every combination.
    #[default]
    All,
    /// The first readings, and each other reading alone among first ones.
    Each,
    /// So many, drawn so that each reading of a point occurs equally often; the first readings are among them.
    Drawn(usize),
}

impl<'de> Deserialize<'de> for Universes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum CountOrWord {
            Count(usize),
            Word(String),
        }
        let wrong = |what: String| {
            serde::de::Error::custom(format!(
                "`universes` cannot be {what}: write \"all\", \"each\", or a number from 2 to {MOST_UNIVERSES}"
            ))
        };
        match CountOrWord::deserialize(deserializer)? {
            CountOrWord::Count(count) if (2..=MOST_UNIVERSES).contains(&count) => Ok(Self::Drawn(count)),
            CountOrWord::Count(count) => Err(wrong(count.to_string())),
            CountOrWord::Word(word) if word == "all" => Ok(Self::All),
            CountOrWord::Word(word) if word == "each" => Ok(Self::Each),
            CountOrWord::Word(word) => Err(wrong(format!("`{word}`"))),
        }
    }
}

/// The most combinations of readings in a part.
pub(crate) const MOST_UNIVERSES: usize = 10_000;
