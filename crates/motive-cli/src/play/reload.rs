//! Files that may change while they are played.

use std::path::PathBuf;
use std::time::SystemTime;

/// What came of a changed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reload {
    /// It was loaded into the running agent.
    Loaded {
        /// The agent.
        agent: usize,
        /// The file.
        file: String,
    },
    /// It cannot be used; the agent goes on with what it had.
    Broken {
        /// The agent.
        agent: usize,
        /// The file.
        file: String,
        /// What is wrong, with its places; may be empty.
        report: String,
        /// The same in a sentence.
        summary: String,
    },
}

/// When a file was last changed, and how long it is.
type Stamp = Option<(SystemTime, u64)>;

/// Files that are looked at for changes.
#[derive(Debug)]
pub(super) struct Watched {
    files: Vec<(PathBuf, Stamp)>,
}

impl Watched {
    /// Watches files from now on.
    pub(super) fn new(files: Vec<PathBuf>) -> Self {
        let stamped = |file: PathBuf| {
            let stamp = stamp(&file);
            (file, stamp)
        };
        Self { files: files.into_iter().map(stamped).collect() }
    }

    /// Whether any file changed since this was last asked. One that is not there is being replaced right now, as
    /// editors do, and counts when it is back.
    pub(super) fn changed(&mut self) -> bool {
        let mut changed = false;
        for (file, known) in &mut self.files {
            let now = stamp(file);
            if now.is_some() && now != *known {
                *known = now;
                changed = true;
            }
        }
        changed
    }
}

fn stamp(file: &PathBuf) -> Stamp {
    let data = std::fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}
