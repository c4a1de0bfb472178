//! What a dispatcher keeps over a restart: its state in a file, and a clock that continues.

use crate::dispatch_session::{DispatchSession, Grace};
use crate::error::{NetError, cannot};
use crate::roster::{Roster, RosterEntry};
use motive::networks::{Network, SavedNetwork};
use motive_util::{read_regular_file, write_atomically};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most orders that a dispatcher sends after it last saved its state. A restored one continues beyond them, so that no two
/// orders have the same sequence number.
const UNSAVED_ORDERS: u64 = 1 << 32;

/// The contents of the file.
#[derive(Serialize, Deserialize)]
struct DispatcherState {
    version: u32,
    network_name: String,
    epoch: u64,
    last_order: u64,
    now: Duration,
    network: SavedNetwork,
    peers: BTreeMap<Arc<str>, RosterEntry>,
}

const VERSION: u32 = 1;

/// Writes the state. There is always a complete one.
pub(crate) fn write(
    path: &Path,
    name: &str,
    session: &DispatchSession,
    now: Duration,
) -> Result<(), NetError> {
    let state = DispatcherState {
        version: VERSION,
        network_name: name.to_owned(),
        epoch: session.epoch,
        last_order: session.last_order,
        now,
        network: session.network.save(),
        peers: session.roster.entries().clone(),
    };
    let bytes = serde_json::to_vec(&state).map_err(|error| cannot("write", path)(error.into()))?;
    write_atomically(path, bytes).map_err(cannot("write", path))
}

/// The most bytes of a state: thousands of agents take a few of these mebibytes.
const MOST_BYTES: u64 = 256 << 20;

/// Reads the session from a file, if there is one, and the time of its clock.
pub(crate) fn read(
    path: &Path,
    name: &str,
    grace: Grace,
) -> Result<Option<(DispatchSession, Duration)>, NetError> {
    let bytes = match read_regular_file(path, MOST_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(cannot("read", path)(error)),
    };
    let bad = |why: String| NetError::BadFile(path.to_owned(), why);
    let state: DispatcherState = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
    if state.version != VERSION {
        return Err(bad(format!("it has version {}; this program reads version {VERSION}", state.version)));
    }
    if state.network_name != name {
        return Err(bad(format!("it is the state of the network `{}`", state.network_name)));
    }
    let network = Network::restore(state.network).map_err(|error| bad(error.to_string()))?;
    let last_order = state.last_order.saturating_add(UNSAVED_ORDERS);
    let session = DispatchSession::new(network, state.epoch, grace);
    Ok(Some((session.restored(Roster::restored(state.peers), last_order, state.now), state.now)))
}

/// The most time that counts between two readings. If more passes, this process was suspended.
const LONGEST_PAUSE: Duration = Duration::from_millis(250);

/// A clock that never runs backward and does not count time in which this process was suspended.
#[derive(Clone, Debug)]
pub(crate) struct DispatcherClock {
    elapsed: Duration,
    read: Instant,
}

impl DispatcherClock {
    /// A clock that starts at a time.
    pub(crate) fn from(elapsed: Duration) -> Self {
        Self { elapsed, read: Instant::now() }
    }

    /// The time now.
    pub(crate) fn now(&mut self) -> Duration {
        self.at(Instant::now())
    }

    fn at(&mut self, instant: Instant) -> Duration {
        let passed = instant.saturating_duration_since(self.read);
        self.read = instant;
        self.elapsed += passed.min(LONGEST_PAUSE);
        self.elapsed
    }
}

#[cfg(test)]
#[path = "../tests/unit/dispatcher_state.rs"]
mod tests;
