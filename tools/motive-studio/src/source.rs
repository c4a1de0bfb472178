//! Where runs come from.

use motive_trace::{AgentInfo, RunInfo, Segment};
use serde::Serialize;
use serde_json::Value;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks what threads share. A thread that panicked has left it whole.
pub(crate) fn lock<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run that pages can look at: one that goes on, or a recorded one.
pub(crate) trait RunSource: Send + Sync {
    /// What the page calls it, and what can be done with it.
    fn about(&self) -> AboutRun;

    /// What is known about the run.
    fn run(&self) -> RunInfo;

    /// Everybody there is, by number.
    fn agents(&self) -> Vec<AgentRow>;

    /// Who an agent is, as of the last time it was introduced. None if nothing is known of it yet.
    fn info(&self, agent: u64) -> Option<AgentInfo>;

    /// The first and the last tick of an agent that can be looked at.
    fn ticks(&self, agent: u64) -> Option<(u64, u64)>;

    /// Looks at the segment of an agent that has a tick. Says whether there is one.
    fn with_segment(&self, agent: u64, tick: u64, look: &mut dyn FnMut(&Segment)) -> Result<bool, String>;

    /// The first ticks of the segments of an agent.
    fn segment_starts(&self, agent: u64) -> Vec<u64>;

    /// The world at a tick, if it can be shown: a text, or an object that the page draws together with the backdrop.
    fn picture(&self, tick: u64) -> Option<Value>;

    /// What does not change in the world that its pictures show, such as its map.
    fn backdrop(&self) -> Option<Value> {
        None
    }

    /// The first difference to another run of the same server.
    fn compare(&self, _other: &dyn RunSource) -> Result<Value, String> {
        Err("only recorded runs can be compared".to_owned())
    }

    /// The file, if it is a recorded run.
    fn path(&self) -> Option<&std::path::Path> {
        None
    }
}

/// What a page is told of a run when it connects.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AboutRun {
    pub(crate) title: String,
    /// Whether it goes on, and can be paused and changed.
    pub(crate) live: bool,
    pub(crate) run: RunInfo,
    /// Why a recording ends early, if it does.
    pub(crate) cut: Option<String>,
    /// Whether files can be edited.
    pub(crate) files: bool,
}

/// An agent in the list: number, name, where its mind comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct AgentRow(pub(crate) u64, pub(crate) String, pub(crate) String);
