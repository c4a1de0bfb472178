//! Errors of studies.

use motive_language::diagnostic::nearest;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Why a study cannot be read, run, merged or reported.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A study file with an error.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A study that does not exist, and the one with the most similar name.
    #[error("there is no study `{0}`; {near}`motive lab list` shows them all", near = maybe(.1.as_deref()))]
    NoStudy(String, Option<String>),
    /// An agent that cannot be used: its name in the study, and what is wrong with it, and where.
    #[error("the agent `{0}` cannot be used: {1}")]
    Agent(String, String),
    /// A world that cannot be made as the study wants it: the part of the study, and what is wrong.
    #[error("the world of the part `{0}` cannot be made: {1}")]
    World(String, String),
    /// A run that ended in an error: the agent, the seed, and what happened.
    #[error("a run of the agent `{0}` with seed {1} failed: {2}")]
    Run(String, u64, String),
    /// The caller asked to stop. Runs that were complete are kept: so many.
    #[error("stopped; {0} runs are complete, and `--resume` continues with them")]
    Cancelled(usize),
    /// A file or directory that cannot be read or written: what was tried, on what, and the error of the operating system.
    #[error("cannot {0} `{path}`: {why}", path = .1.display(), why = told(.2))]
    Io(&'static str, PathBuf, #[source] io::Error),
    /// A result could not be written to a file, by the error of the operating system. Those written before, so many, are safe.
    #[error(
        "cannot write results to `{path}`: {why}; {2} runs are safe there, and `--resume` continues with them",
        path = .0.display(), why = told(.1)
    )]
    Results(PathBuf, #[source] io::Error, usize),
    /// The directory has results already, of this study.
    #[error(
        "`{path}` has results of `{1}` already; continue them with `--resume`, or name another directory with `--out`",
        path = .0.display()
    )]
    Occupied(PathBuf, String),
    /// Another process holds a file in order to write there.
    #[error("another process is writing to `{}`; wait for it, or name another directory with `--out`", .0.display())]
    Busy(PathBuf),
    /// A directory with a journal, and without a manifest.
    #[error("`{}` has runs but no manifest; name another directory with `--out`", .0.display())]
    NoManifest(PathBuf),
    /// A directory whose results do not belong to the others, and what is not the same.
    #[error("`{path}` holds results of something else: {1}; name another directory with `--out`", path = .0.display())]
    Differs(PathBuf, String),
    /// A run with two results, and where the second was found.
    #[error(
        "{0} has two different results, in `{path}` and elsewhere; one of the directories was not made by this study and version",
        path = .1.display()
    )]
    Contradiction(String, PathBuf),
    /// A directory without results, and what is missing.
    #[error("there are no results in `{path}`: {1}", path = .0.display())]
    NoResults(PathBuf, String),
    /// A report with numbers whose source is not stated, or other faults.
    #[error("the report is not written: {}", .0.join("; "))]
    Untagged(Vec<String>),
    /// A request that cannot be carried out.
    #[error("{0}")]
    Request(String),
}

impl LabError {
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io(doing, path, source)
    }
}

/// What is wrong with a study file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyError {
    /// The file.
    pub file: String,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl std::error::Error for StudyError {}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.what)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

fn maybe(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("did you mean `{name}`? "))
}

/// What helps against an unknown name: a similar one, or all that there are after a word such as `it has`.
pub(crate) fn suggestion<'n>(
    name: &str,
    known: impl Iterator<Item = &'n str> + Clone,
    there_are: &str,
) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("{there_are} {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// The error of the operating system, in plain words for the usual cases.
fn told(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::NotFound => "there is no such file or directory".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".into(),
        _ => error.to_string(),
    }
}
