//! What the server and the bot have in common.

use crate::console::Failure;
use crate::interrupt::Interrupt;
use clap::ValueEnum;
use motive_gamebots::{Dialect, LineEnd};
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
