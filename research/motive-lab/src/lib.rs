//! Studies of game characters.
//!
//! A [`Study`] is a file: worlds, options that are varied, agents, seeds, metrics, and what was published about them. The
//! lab runs it on all cores, saves every run as soon as it ends, resumes after a crash, tests the results, and compares
//! them with what was published, claim by claim.
//!
//! - [`Study::parse`] reads a study, [`Prepared::new`] resolves it into single runs, [`run()`] runs it and writes the results to a directory.
//! - [`run_watched`] lets a [`Spectator`] look at the runs while they are played.
//! - [`merge`] joins directories, such as those of a cluster's job array. [`Results::read`] reads one.
//! - [`statistics`] has the tests, [`claims`] the verdicts, [`report`] the page that a person reads.
//! - [`tune`] searches parameters of an agent.
//!
//! What is kept of a run depends on the study, the agents' files and the version alone: not on the number of threads, nor on how
//! often it was interrupted.
//!
//! # Modules
//!
//! Each module uses only those above it.
//!
//! | module | contents |
//! |---|---|
//! | `error` | [`LabError`], and [`StudyError`] with the line of a study file |
//! | `files` | files that are replaced whole, and hashes |
//! | [`statistics`], [`table`] | tests and summaries; tables as CSV and Parquet |
//! | [`study`] | what a study file says |
//! | `host_minds`, `asset_sources` | where minds and files come from |
//! | `metrics` | the metrics that every run has |
//! | `design` | every agent, condition, run and seed of a study |
//! | `loaded_agent`, `prepare` | agents loaded, and [`Prepared`]: a study that is ready to be played |
//! | [`journal`], `manifest`, `results` | what a directory keeps: each run; what was run; all runs by cell |
//! | [`mod@run`] | playing a study into a directory, and playing archived runs again |
//! | [`claims`], [`report`] | verdicts, and the page that shows them |
//! | [`tune`] | searches, each round of which is a directory of results |

mod asset_sources;
pub mod claims;
mod design;
mod error;
mod files;
mod host_minds;
pub mod journal;
mod loaded_agent;
mod manifest;
mod metrics;
mod prepare;
pub mod report;
mod results;
pub mod run;
pub mod statistics;
pub mod study;
pub mod table;
pub mod tune;

pub use asset_sources::{AssetSources, find_study, names_a_file, studies, study_of_file};
pub use design::{Design, DesignOptions, PointFactor, StudyAgent, StudyCell, StudyPart};
pub use error::{LabError, StudyError};
pub use host_minds::{HostMind, RunFailure, Seat};
pub use loaded_agent::load_errors;
pub use manifest::{Manifest, ManifestInput, Registration};
pub use prepare::Prepared;
pub use results::Results;
pub use run::{
    Progress, Rerun, RunAbout, RunOptions, SeriesOptions, SeriesTable, Shard, Spectator, StudyRun, merge,
    missing_shards, prepare, rerun, run, run_watched, series,
};
pub use study::Study;
