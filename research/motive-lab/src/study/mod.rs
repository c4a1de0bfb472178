//! A study: what is run, and what it is compared with.
//!
//! A study is a TOML file. Its parts are worlds, each with options that are varied; each agent plays each condition of each
//! part, with as many seeds as there are runs. Beside what is run stands what was published: tables, claims, and plots
//! to be drawn. Nothing about any study is in code.
//!
//! ```
//! use motive_lab::{AssetSources, Study};
//!
//! let study = Study::parse("mine.toml", r#"
//!     title   = "Do more lives make more points?"
//!     seed    = 7
//!     runs    = 20
//!     steps   = 400
//!     metrics = ["score"]
//!
//!     [[part]]
//!     name  = "lives"
//!     world = "pacman"
//!     vary  = [{ option = "lives", values = [1, 3], label = "lives" }]
//!
//!     [[agent]]
//!     name = "ours"
//!     mind = "agents/pacman/ours.motive"
//!
//!     [[claim]]
//!     id   = "lives"
//!     text = "Three lives make more points than one"
//!
//!     [[claim.check]]
//!     kind          = "significant"
//!     agent         = "ours"
//!     metric        = "score"
//!     where         = { lives = 3 }
//!     against_where = { lives = 1 }
//!     direction     = "greater"
//! "#)?;
//! assert_eq!(study.claims.len(), 1);
//!
//! let error = Study::parse("typo.toml", "title = \"x\"\nseeed = 7").unwrap_err();
//! assert_eq!(error.to_string(), "typo.toml:2: unknown field `seeed`; did you mean `seed`?");
//! # Ok::<(), motive_lab::StudyError>(())
//! ```

mod check;
mod file_format;
mod open_points;
mod read;

pub use file_format::{
    BoundScope, Check, CheckKind, ClaimDirection, Contest, Correction, Fit, MemoryStore, Plot, PlotKind,
    PublishedTable, Seeds, Statistic, StudyClaim, TableStatistic, TestKind, Timed, TuneParameter,
    TuneSection, Where,
};
pub(crate) use open_points::MOST_UNIVERSES;
pub use open_points::{OpenPoint, Reading, ReadingChanges, Universes};
pub use read::OptionText;

use crate::error::StudyError;
use motive_worlds::Worlds;
use read::StudyFile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A study, read and checked as far as that goes without its agents and worlds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Its name: that of its file.
    #[serde(skip)]
    pub name: String,
    /// The file as it was read.
    #[serde(skip)]
    pub text: String,
    /// A description in one line.
    pub title: String,
    /// A description, as paragraphs.
    #[serde(default)]
    pub summary: String,
    /// The publication that it reproduces.
    #[serde(default)]
    pub source: String,
    /// The seed from which those of all runs are derived.
    #[serde(deserialize_with = "read::seed")]
    pub seed: u64,
    /// Runs of each agent in each condition.
    #[serde(deserialize_with = "read::runs")]
    pub runs: usize,
    /// The same for a quick look.
    #[serde(default = "read::two", rename = "quick", deserialize_with = "read::quick_runs")]
    pub quick_runs: usize,
    /// Ticks of a run.
    #[serde(deserialize_with = "read::steps")]
    pub steps: usize,
    /// The metrics that are recorded of each run, by name.
    pub metrics: Vec<String>,
    /// The label of each in reports, with its unit.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// The level of tests that do not name their own.
    #[serde(default = "usual_level")]
    pub alpha: f64,
    /// Worlds and what is varied in them.
    #[serde(default, rename = "part")]
    pub parts: Vec<PartPlan>,
    /// The agents.
    #[serde(default, rename = "agent")]
    pub agents: Vec<AgentPlan>,
    /// Published tables.
    #[serde(default, rename = "table")]
    pub tables: Vec<PublishedTable>,
    /// What is drawn.
    #[serde(default, rename = "plot")]
    pub plots: Vec<Plot>,
    /// What is claimed.
    #[serde(default, rename = "claim")]
    pub claims: Vec<StudyClaim>,
    /// What was tried where the source leaves something open.
    #[serde(default, rename = "fit")]
    pub fits: Vec<Fit>,
    /// Notes for the reader.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Agents that are compared with each other.
    #[serde(default, rename = "contest")]
    pub contests: Vec<Contest>,
    /// What can be searched.
    #[serde(default, deserialize_with = "read::one_or_many")]
    pub tune: Vec<TuneSection>,
    /// Whether agents are ranked against each other.
    pub ranking: Option<String>,
    /// What the source leaves open.
    #[serde(default)]
    pub open: Vec<OpenPoint>,
}

/// A world of a study with what is varied in it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartPlan {
    /// Its name.
    pub name: String,
    /// A description in one line.
    #[serde(default)]
    pub title: String,
    /// The world's name.
    pub world: String,
    /// Options that are the same in all conditions, in order of their names.
    #[serde(default, deserialize_with = "read::options")]
    pub options: Vec<(String, String)>,
    /// Options that are varied: every combination is a condition.
    #[serde(default, rename = "vary")]
    pub axes: Vec<Axis>,
    /// The agents that take part, by name; all that can if none is named.
    pub agents: Option<Vec<String>>,
    /// Ticks of a run, if other than the study's.
    #[serde(default, deserialize_with = "read::steps")]
    pub steps: Option<usize>,
    /// Runs of each agent in each condition, if other than the study's.
    #[serde(default, deserialize_with = "read::runs")]
    pub runs: Option<usize>,
    /// See [`MemoryStore`].
    #[serde(default)]
    pub store: MemoryStore,
    /// See [`Seeds`].
    #[serde(default)]
    pub seeds: Seeds,
    /// The agents play each other, every pair in both orders, instead of alone. The metric says what the first got of a game: 1 for a win, 0 for a
    /// defeat, a half for a tie.
    pub round_robin: Option<String>,
    /// The open points whose readings it plays, by name.
    #[serde(default, deserialize_with = "read::readings")]
    pub readings: Vec<String>,
    /// Which combinations of them.
    #[serde(default)]
    pub universes: Universes,
    /// What about its world was chosen to match published results.
    pub fitted: Option<String>,
    /// Nothing in it is left to chance, so that one run of each cell says all but its time.
    #[serde(default)]
    pub without_chance: bool,
    /// See [`Timed`].
    #[serde(default)]
    pub timed: Timed,
}

/// An option that is varied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The option's name.
    pub option: String,
    /// Its label in reports, with its unit.
    #[serde(default)]
    pub label: String,
    /// What it is set to.
    #[serde(deserialize_with = "read::texts")]
    pub values: Vec<String>,
}

/// The agents.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentPlan {
    /// Its name in the study; of a whole folder, what their names begin with.
    #[serde(default)]
    pub name: String,
    /// A description in a few words.
    #[serde(default)]
    pub label: String,
    /// Its minds: one for each body of the world, mostly one.
    #[serde(default, rename = "mind", deserialize_with = "read::one_or_many")]
    pub minds: Vec<String>,
    /// The last of its minds plays every further body of the world.
    #[serde(default)]
    pub every_body: bool,
    /// A folder: every mind of every file directly in it takes part.
    pub folder: Option<String>,
    /// Named values of its file that are set to another value.
    #[serde(default, deserialize_with = "read::pairs")]
    pub set: Vec<(String, f64)>,
    /// What about it was chosen to match published results.
    pub fitted: Option<String>,
}

fn usual_level() -> f64 {
    0.05
}

impl Study {
    /// Reads a study of the worlds that come with Motive.
    ///
    /// # Errors
    /// The first thing that is wrong with it: the line, what is wrong, and what to do.
    pub fn parse(file: &str, text: &str) -> Result<Self, StudyError> {
        Self::parse_for(file, text, &Worlds::built_in())
    }

    /// Reads the study of a directory of results: the program that made them knew its worlds.
    pub(crate) fn parse_archived(file: &str, text: &str) -> Result<Self, StudyError> {
        Self::read(file, text, None)
    }

    /// Reads a study of the worlds that a program knows.
    ///
    /// # Errors
    /// As for [`Study::parse`].
    pub fn parse_for(file: &str, text: &str, worlds: &Worlds) -> Result<Self, StudyError> {
        Self::read(file, text, Some(worlds))
    }

    fn read(file: &str, text: &str, worlds: Option<&Worlds>) -> Result<Self, StudyError> {
        let place = StudyFile { name: file, text };
        let mut study: Self = toml::from_str(text).map_err(|error| place.malformed(&error))?;
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        study.name = name.strip_suffix(".toml").unwrap_or(name).to_owned();
        study.text = text.to_owned();
        study.complete();
        check::check(&study, &place, worlds)?;
        Ok(study)
    }

    /// Fills in what a file may leave out because it follows from the rest.
    fn complete(&mut self) {
        self.summary = self.summary.trim().to_owned();
        self.quick_runs = self.quick_runs.min(self.runs);
        for axis in self.parts.iter_mut().flat_map(|part| &mut part.axes) {
            if axis.label.is_empty() {
                axis.label.clone_from(&axis.option);
            }
        }
        for agent in self.agents.iter_mut().filter(|agent| agent.label.is_empty()) {
            agent.label.clone_from(&agent.name);
        }
        for part in self.parts.iter_mut().filter(|part| part.readings == ["all"] && !self.open.is_empty()) {
            part.readings = self.open.iter().map(|point| point.id.clone()).collect();
        }
    }

    /// The label of a metric in reports.
    pub fn label<'a>(&'a self, metric: &'a str) -> &'a str {
        self.labels.get(metric).map_or(metric, String::as_str)
    }
}
