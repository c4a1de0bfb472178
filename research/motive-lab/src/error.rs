//! Errors of studies.

use motive_language::diagnostic::nearest;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Why a study cannot be read, run, merged or reported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// A study file with an error.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A study that does not exist.
    #[error("there is no study `{name}`; {}`motive lab list` shows them all", maybe(.nearest.as_deref()))]
    NoStudy {
        /// What was asked for.
        name: String,
        /// The study with the most similar name.
        nearest: Option<String>,
    },
    /// An agent that cannot be used.
    #[error("the agent `{agent}` cannot be used: {why}")]
    Agent {
        /// Its name in the study.
        agent: String,
        /// What is wrong with it, and where.
        why: String,
    },
    /// A world that cannot be made as the study wants it.
    #[error("the world of the part `{part}` cannot be made: {why}")]
    World {
        /// The part of the study.
        part: String,
        /// What is wrong.
        why: String,
    },
    /// A run that ended in an error.
    #[error("a run of the agent `{agent}` with seed {seed} failed: {why}")]
    Run {
        /// The agent.
        agent: String,
        /// The seed.
        seed: u64,
        /// What happened.
        why: String,
    },
    /// The caller asked to stop. Runs that were complete are kept.
    #[error("stopped; {kept} runs are complete, and `--resume` continues with them")]
    Cancelled {
        /// How many runs the directory has.
        kept: usize,
    },
    /// A file or directory that cannot be read or written.
    #[error("cannot {doing} `{}`: {}", .path.display(), told(.source))]
    Io {
        /// What was tried.
        doing: &'static str,
        /// On what.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A result could not be written. Those written before are safe.
    #[error(
        "cannot write results to `{}`: {}; {kept} runs are safe there, and `--resume` continues with them",
        .path.display(), told(.source)
    )]
    Results {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
        /// How many runs the file has.
        kept: usize,
    },
    /// The directory has results already.
    #[error(
        "`{}` has results of `{study}` already; continue them with `--resume`, or name another directory with `--out`",
        .path.display()
    )]
    Occupied {
        /// The directory.
        path: PathBuf,
        /// The study in it.
        study: String,
    },
    /// Another process writes there.
    #[error("another process is writing to `{}`; wait for it, or name another directory with `--out`", .path.display())]
    Busy {
        /// The file that is held.
        path: PathBuf,
    },
    /// A journal without a manifest.
    #[error("`{}` has runs but no manifest; name another directory with `--out`", .path.display())]
    NoManifest {
        /// The directory.
        path: PathBuf,
    },
    /// Results that do not belong together.
    #[error("`{}` holds results of something else: {differs}; name another directory with `--out`", .path.display())]
    Differs {
        /// The directory.
        path: PathBuf,
        /// What is not the same.
        differs: String,
    },
    /// The same run with two results.
    #[error(
        "{run} has two different results, in `{}` and elsewhere; one of the directories was not made by this study and version",
        .path.display()
    )]
    Contradiction {
        /// Which run.
        run: String,
        /// Where the second was found.
        path: PathBuf,
    },
    /// A directory without results.
    #[error("there are no results in `{}`: {why}", .path.display())]
    NoResults {
        /// The directory.
        path: PathBuf,
        /// What is missing.
        why: String,
    },
    /// A report with numbers whose source is not stated.
    #[error("the report is not written: {}", .wrong.join("; "))]
    Untagged {
        /// What is wrong with it.
        wrong: Vec<String>,
    },
    /// A request that cannot be carried out.
    #[error("{0}")]
    Request(String),
}

impl LabError {
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { doing, path, source }
    }
}

/// What is wrong with a study file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
