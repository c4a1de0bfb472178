//! GameBots: what `motive arena` and `motive bot` share.

pub mod arena;
pub mod bot;
pub(crate) mod bot_mind;
pub(crate) mod observer;

use crate::console::Failure;
use crate::files;
use crate::interrupt::Interrupt;
use clap::ValueEnum;
use motive_gamebots::{Dialect, LineEnd};
use motive_gamebots::{MapGraph, MapLearner};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// How often to look whether a signal has arrived.
const SIGNALS: Duration = Duration::from_millis(50);

/// A generation of the protocol.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DialectName {
    /// Unreal Tournament, 2000
    Ut99,
    /// Unreal Tournament 2004
    Ut2004,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Self {
        match name {
            DialectName::Ut99 => Self::Ut99,
            DialectName::Ut2004 => Self::Ut2004,
        }
    }
}

/// How lines end.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LineEndName {
    /// Carriage return
    Cr,
    /// Line feed
    Lf,
    /// Both
    Crlf,
}

impl From<LineEndName> for LineEnd {
    fn from(name: LineEndName) -> Self {
        match name {
            LineEndName::Cr => Self::Cr,
            LineEndName::Lf => Self::Lf,
            LineEndName::Crlf => Self::CrLf,
        }
    }
}

/// What runs tasks, in this thread.
pub(crate) fn runtime() -> Result<Runtime, Failure> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| Failure::Failed(format!("cannot use sockets: {error}")))
}

/// Waits until a signal asks the program to stop.
pub(crate) async fn wait_for(interrupt: &Interrupt) {
    while !interrupt.asked() {
        tokio::time::sleep(SIGNALS).await;
    }
}

/// Options of the shooter, with its map if it is named apart.
pub(crate) fn options(map: Option<&str>, options: &[String]) -> Vec<String> {
    map.iter().map(|map| format!("map={map}")).chain(options.iter().cloned()).collect()
}

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
