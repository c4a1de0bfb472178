//! A dispatcher's state in a file, so that it can die and come back.

use crate::dispatch_session::{DispatchSession, Grace};
use crate::error::NetError;
use crate::recording::cannot;
use crate::roster::{Entry, Roster};
use motive::network::{Network, SavedNetwork};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How many orders a dispatcher may have sent after it last saved its state. A restored one counts on from beyond them, so that
/// no two orders ever have the same number.
const UNSAVED_ORDERS: u64 = 1 << 32;

/// What is in the file.
#[derive(Serialize, Deserialize)]
struct State {
    version: u32,
    dude: String,
    line: u64,
    sent: u64,
    now: Duration,
    network: SavedNetwork,
    agencies: BTreeMap<Arc<str>, Entry>,
}

const VERSION: u32 = 1;

/// Writes a desk's state: to a new file beside it first, so that there is always a whole one.
pub(crate) fn write(path: &Path, dude: &str, desk: &DispatchSession, now: Duration) -> Result<(), NetError> {
    let state = State {
        version: VERSION,
        dude: dude.to_owned(),
        line: desk.line,
        sent: desk.sent,
        now,
        network: desk.network.save(),
        agencies: desk.roll.entries().clone(),
    };
    let bytes = serde_json::to_vec(&state).map_err(|error| cannot("write", path)(error.into()))?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = Path::new(&beside);
    let mut file = File::create(beside).map_err(cannot("write", beside))?;
    file.write_all(&bytes).and_then(|()| file.sync_all()).map_err(cannot("write", beside))?;
    fs::rename(beside, path).map_err(cannot("write", path))
}

/// The desk of a file, if there is one, and the time that it had reached.
pub(crate) fn read(
    path: &Path,
    dude: &str,
    grace: Grace,
) -> Result<Option<(DispatchSession, Duration)>, NetError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(cannot("read", path)(error)),
    };
    let bad = |why: String| NetError::BadFile { path: path.to_owned(), why };
    let state: State = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
    if state.version != VERSION {
        return Err(bad(format!("it has version {}, and {VERSION} is read here", state.version)));
    }
    if state.dude != dude {
        return Err(bad(format!("it is the state of `{}`", state.dude)));
    }
    let network = Network::restore(state.network).map_err(|error| bad(error.to_string()))?;
    let sent = state.sent.saturating_add(UNSAVED_ORDERS);
    let desk = DispatchSession::new(network, state.line, grace);
    Ok(Some((desk.restored(Roster::restored(state.agencies), sent, state.now), state.now)))
}
