//! Studies of game characters.
//!
//! A [`Study`] is a file: worlds, options that are varied, agents, seeds, metrics, and what was published about them. The
//! lab runs it on all cores, saves every run as soon as it ends, resumes after a crash, tests the results, and compares
//! them with what was published, claim by claim.
//!
//! - [`Study::parse`] reads a study, [`Design::new`] resolves it into single runs, [`run()`] runs it and writes the results to a directory.
//! - [`run_watched`] lets a [`Spectator`] look at the runs while they are played.
//! - [`merge`] joins directories, such as those of a cluster's job array. [`Results::read`] reads one.
//! - [`statistics`] has the tests, [`claims`] the verdicts, [`report`] the page that a person reads.
//! - [`tune`] searches parameters of an agent.
//!
//! What is kept of a run depends on the study, the agents' files and the version alone: not on the number of threads, nor on how
//! often it was interrupted.

mod asset_sources;
pub mod claims;
mod design;
mod error;
mod find_study;
mod host_minds;
mod parameters;
mod parquet;
mod player;
pub mod report;
mod results;
pub mod run;
pub mod statistics;
pub mod study;
pub mod table;
pub mod tune;
mod universes;

pub use asset_sources::{AssetSources, studies};
pub use design::{Agent, Cell, Design, DesignOptions, Part, PointFactor, Prepared};
pub use error::{LabError, StudyError};
pub use find_study::{find_study, names_a_file, study_of_file};
pub use host_minds::{HostMind, RunFailure, Seat};
pub use player::load_errors;
pub use results::Results;
pub use run::{
    Manifest, Options, Outcome, Progress, Registration, Rerun, RunAbout, SeriesOptions, SeriesTable, Shard,
    Spectator, merge, missing_shards, prepare, rerun, run, run_watched, series,
};
pub use study::Study;
