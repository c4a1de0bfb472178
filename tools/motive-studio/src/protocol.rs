//! Messages between a page and the studio, as JSON.
//!
//! A page asks: `{"id": 7, "do": "mind", "agent": 3, "tick": 40}`. It gets `{"id": 7, "answer": ...}` or `{"id": 7, "error": "why"}`.
//! Unasked it gets `{"now": ...}` whenever a [`Now`] has changed, at most 20 times in a second; nothing else is ever sent, so that a slow
//! page asks less and nothing piles up.

use crate::breakpoint::StopAt;
use crate::control::{HandEntry, StopReason};
use crate::hand_change::DisabledPart;
use serde::{Deserialize, Serialize};

/// The largest message that is read.
pub(crate) const LARGEST_MESSAGE: usize = 4 << 20;

/// The longest message that is not about a file: what it asks for may be kept and shown as long as the game runs.
pub(crate) const LONGEST_ORDER: usize = 4 << 10;

/// Something that a page asks for.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    pub(crate) id: u64,
    #[serde(flatten)]
    pub(crate) request: Request,
}

/// What a page can ask for.
#[cfg_attr(
    not(feature = "files"),
    expect(dead_code, reason = "without files, what is asked about them is refused unread")
)]
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Request {
    /// What the run is.
    About,
    /// Everybody there is.
    Agents,
    /// From now on, an agent is traced.
    Follow { agent: u64 },
    /// No longer.
    Unfollow { agent: u64 },
    /// The goals and rules of an agent, as they are written.
    Written { agent: u64 },
    /// One agent at one tick.
    Mind { agent: u64, tick: u64 },
    /// What went on in the segment that has a tick.
    Track { agent: u64, tick: u64 },
    /// The first and last tick of an agent and the beginnings of its segments.
    Ticks { agent: u64 },
    /// The world at a tick.
    Picture { tick: u64 },
    /// What does not change in the pictures of the world.
    Backdrop,
    /// When something happened.
    Find {
        agent: u64,
        text: String,
        from: u64,
        #[serde(default)]
        backwards: bool,
    },
    /// Where another run of this server differs first.
    Compare { with: usize },
    /// Stop when the next tick begins.
    Pause,
    /// Go on.
    Run,
    /// So many ticks, and stop.
    Step {
        #[serde(default = "one")]
        ticks: u64,
    },
    /// How many ticks there are in a second; none for as many as possible.
    Pace { ticks: Option<f64> },
    /// Stop by itself when something happens to an agent, or to any.
    Break {
        agent: Option<u64>,
        #[serde(flatten)]
        stop: StopAt,
    },
    /// No longer.
    Unbreak { breakpoint: u64 },
    /// A part of a mind is out of use.
    Disable { agent: u64, part: DisabledPart },
    /// It is in use again.
    Enable { agent: u64, part: DisabledPart },
    /// A change of what an agent knows, once or before each decision.
    Inject {
        agent: u64,
        text: String,
        #[serde(default)]
        hold: bool,
    },
    /// What is held before each decision is not any more.
    Release { agent: u64, text: String },
    /// An action ends.
    End { agent: u64, action: String, succeeded: bool },
    /// The files that can be edited.
    Files,
    /// The text of a file, and its version.
    Open { file: String },
    /// What is wrong with a text.
    Check { file: String, text: String },
    /// What the parts of a text are, for colours: where each begins and ends, in bytes, and a word for it.
    Highlight { file: String, text: String },
    /// What can stand at a byte of a text.
    Complete { file: String, text: String, offset: usize },
    /// A text in its canonical layout.
    Format { file: String, text: String },
    /// Writes a file if nothing is wrong with the text, and the file is still of this version.
    Save { file: String, text: String, version: String },
}

impl Request {
    /// Whether it has the text of a file.
    pub(crate) fn has_file(&self) -> bool {
        matches!(
            self,
            Self::Check { .. }
                | Self::Highlight { .. }
                | Self::Complete { .. }
                | Self::Format { .. }
                | Self::Save { .. }
        )
    }
}

fn one() -> u64 {
    1
}

/// How a live run stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Now {
    /// How many runs there were before: a study plays one after the other.
    pub(crate) run: u64,
    /// Whether pages choose how many ticks there are in a second.
    pub(crate) paced: bool,
    pub(crate) tick: Option<u64>,
    pub(crate) paused: bool,
    /// There are no more ticks; what there was can still be looked at.
    pub(crate) over: bool,
    pub(crate) stopped_by: Option<StopReason>,
    /// Ticks in a second; none for as many as possible.
    pub(crate) pace: Option<f64>,
    pub(crate) agents: usize,
    /// Records that were dropped because they came faster than they could be kept.
    pub(crate) dropped: u64,
    /// How often minds were loaded again.
    pub(crate) reloads: u64,
    pub(crate) breakpoints: Vec<BreakpointRow>,
    pub(crate) disabled: Vec<(u64, DisabledPart, String)>,
    pub(crate) held: Vec<(u64, String)>,
    pub(crate) by_hand: Vec<HandEntry>,
}

/// A breakpoint in the list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BreakpointRow {
    pub(crate) id: u64,
    pub(crate) agent: Option<u64>,
    pub(crate) what: String,
    #[serde(flatten)]
    pub(crate) stop: StopAt,
}
