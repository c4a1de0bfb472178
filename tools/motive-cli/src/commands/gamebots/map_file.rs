//! A graph file that grows while a bot plays.

use crate::console::Failure;
use crate::files;
use motive_gamebots::{MapGraph, MapLearner};
use std::path::{Path, PathBuf};

/// The file of a map that is learnt.
#[derive(Debug)]
pub(crate) struct MapFile {
    path: PathBuf,
    /// Changes that have been written.
    written: u64,
}

impl MapFile {
    /// Reads what is known already; nothing if there is no such file yet.
    pub(crate) fn open(path: &Path) -> Result<(Self, MapLearner), Failure> {
        let graph = match path.exists() {
            false => MapGraph::new(),
            true => {
                let text = files::read_text(path)?;
                let why = |error| Failure::Input(format!("`{}`: {error}", path.display()));
                MapGraph::parse(&text.text).map_err(why)?
            }
        };
        Ok((Self { path: path.to_owned(), written: 0 }, MapLearner::new(graph)))
    }

    /// Writes what is new.
    pub(crate) fn save(&mut self, learner: &MapLearner) -> Result<(), Failure> {
        if learner.changes() == self.written {
            return Ok(());
        }
        files::write(&self.path, &learner.graph().to_string())?;
        self.written = learner.changes();
        Ok(())
    }
}
