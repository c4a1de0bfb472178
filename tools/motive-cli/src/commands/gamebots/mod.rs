//! GameBots: what `motive arena` and `motive bot` share.

pub mod arena;
pub mod bot;
pub(crate) mod bot_mind;
pub(crate) mod observer;

use crate::console::Failure;
use crate::files;
use crate::interrupt::Interrupt;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use motive_gamebots::{Dialect, LineEnd, MapGraph, MapLearner};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// How often to look whether a signal has arrived.
const SIGNALS: Duration = Duration::from_millis(50);

/// The generations of the protocol.
pub(crate) const DIALECTS: [(&str, &str, Dialect); 2] = [
    ("ut99", "Unreal Tournament, 2000", Dialect::Ut99),
    ("ut2004", "Unreal Tournament 2004", Dialect::Ut2004),
];

/// How lines end.
pub(crate) const LINE_ENDS: [(&str, &str, LineEnd); 3] = [
    ("cr", "Carriage return", LineEnd::Cr),
    ("lf", "Line feed", LineEnd::Lf),
    ("crlf", "Both", LineEnd::CrLf),
];

/// Reads one of some values by its name.
pub(crate) fn one_of<T: Copy + Send + Sync>(
    known: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let names = known.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    let value = |given: String| known.iter().find(|(name, ..)| *name == given).map(|(.., value)| *value);
    PossibleValuesParser::new(names).try_map(move |given| value(given).ok_or("this name is not known"))
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
