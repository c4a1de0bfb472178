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
    Bound, Check, CheckKind, Claim, Contest, Correction, Direction, Fit, Over, Plot, PlotKind, Seeds,
    Statistic, Store, Table, TableStatistic, Test, Timed, TuneParameter, TuneSection, Where,
};

pub(crate) use open_points::MOST_UNIVERSES;
pub use open_points::{Changes, OpenPoint, Reading, Universes};

/// A study, read and checked as far as that goes without its agents and worlds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Study {
    /// Its name: that of its file.
    pub name: String,
    /// The file as it was read.
    pub text: String,
    /// A description in one line.
    pub title: String,
    /// A description, as paragraphs.
    pub summary: String,
    /// The publication that it reproduces.
    pub source: String,
    /// The seed from which those of all runs are derived.
    pub seed: u64,
    /// Runs of each agent in each condition.
    pub runs: usize,
    /// The same for a quick look.
    pub quick_runs: usize,
    /// The metrics that are recorded of each run, by name.
    pub metrics: Vec<String>,
    /// The label of each in reports, with its unit.
    pub labels: Vec<(String, String)>,
    /// The level of tests that do not name their own.
    pub alpha: f64,
    /// Worlds and what is varied in them.
    pub parts: Vec<PartPlan>,
    /// The agents.
    pub agents: Vec<AgentPlan>,
    /// Published tables.
    pub tables: Vec<Table>,
    /// What is drawn.
    pub plots: Vec<Plot>,
    /// What is claimed.
    pub claims: Vec<Claim>,
    /// What was tried where the source leaves something open.
    pub fits: Vec<Fit>,
    /// Notes for the reader.
    pub notes: Vec<String>,
    /// Agents that are compared with each other.
    pub contests: Vec<Contest>,
    /// What can be searched.
    pub tune: Vec<TuneSection>,
    /// Whether agents are ranked against each other.
    pub ranking: Option<String>,
    /// What the source leaves open.
    pub open: Vec<OpenPoint>,
}

/// A world of a study with what is varied in it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartPlan {
    /// Its name.
    pub name: String,
    /// A description in one line.
    pub title: String,
    /// The world's name.
    pub world: String,
    /// Options that are the same in all conditions, in order of their names.
    pub options: Vec<(String, String)>,
    /// Options that are varied: every combination is a condition.
    pub axes: Vec<Axis>,
    /// The agents that take part, by name; all that can if none is named.
    pub agents: Option<Vec<String>>,
    /// Ticks of a run.
    pub steps: u64,
    /// Runs of each agent in each condition, if other than the study's.
    pub runs: Option<usize>,
    /// See [`Store`].
    pub store: Store,
    /// See [`Seeds`].
    pub seeds: Seeds,
    /// The agents play each other, every pair in both orders, instead of alone. The metric says what the first got of a game: 1 for a win, 0 for a
    /// defeat, a half for a tie.
    pub round_robin: Option<String>,
    /// The open points whose readings it plays, by name.
    pub readings: Vec<String>,
    /// Which combinations of them.
    pub universes: Universes,
    /// What about its world was chosen to match published results.
    pub fitted: Option<String>,
    /// Nothing in it is left to chance, so that one run of each cell says all but its time.
    pub without_chance: bool,
    /// See [`Timed`].
    pub timed: Timed,
    /// The line of the file that it begins on.
    pub line: usize,
}

/// An option that is varied.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Axis {
    /// The option's name.
    pub option: String,
    /// Its label in reports, with its unit.
    pub label: String,
    /// What it is set to.
    pub values: Vec<String>,
}

/// The agents.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AgentPlan {
    /// Its name in the study; of a whole folder, what their names begin with.
    pub name: String,
    /// A description in a few words.
    pub label: String,
    /// Its minds: one for each body of the world, mostly one.
    pub minds: Vec<String>,
    /// The last of its minds plays every further body of the world.
    pub every_body: bool,
    /// A folder: every mind of every file directly in it takes part.
    pub folder: Option<String>,
    /// Named values of its file that are set to another value.
    pub set: Vec<(String, f64)>,
    /// What about it was chosen to match published results.
    pub fitted: Option<String>,
    /// The line of the file that it begins on.
    pub line: usize,
}

impl Study {
    /// The label of a metric in reports.
    #[must_use]
    pub fn label<'a>(&'a self, metric: &'a str) -> &'a str {
        self.labels.iter().find(|(name, _)| name == metric).map_or(metric, |(_, label)| label)
    }
}
