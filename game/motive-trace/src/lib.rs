//! Records what the agents of a game perceive, consider and decide, and explains it afterwards.
//!
//! A game records with one line, and lets each decision go through the recording:
//!
//! ```
//! # use motive_core::{Agent, Mind, Time};
//! # fn play(mut guard: Agent<Box<dyn Mind>>, mut thief: Agent<Box<dyn Mind>>, path: &std::path::Path) -> std::io::Result<()> {
//! use motive_trace::Recording;
//!
//! let mut recording = Recording::create(path)?;
//! recording.introduce(&guard, "guard", ""); // Optional: a name for explanations.
//! for tick in 0..100 {
//!     let now = Time::of_tick(tick, 50_000);
//!     let decision = recording.tick(&mut guard, now);
//!     let decision = recording.tick(&mut thief, now);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The program `motive` then answers questions about it: `motive why run.trace --tick 40 --agent guard`,
//! `motive trace diff a.trace b.trace`, `motive trace stats run.trace`. The same answers as data:
//!
//! - [`explain`] says why an agent did what it did at a tick, and [`Segment::explain_all`] says so of many ticks;
//! - [`compare`] finds the first tick at which two runs differ;
//! - [`TraceStats`] counts goals, rules, tasks and actions;
//! - a [`TraceFile`] reads any part of a long trace at once, for tools that show it;
//! - [`view`] shows an agent's goals, rules, plan and actions, with the feature `terminal` as a ratatui widget.
//!
//! # The file
//!
//! The first line is JSON: the version of the format and the [`RunInfo`]. After it come records in
//! [postcard](https://postcard.jamesmunns.com) notation, each behind its length as four bytes, lowest first. The last is an end
//! mark; a file without it was cut off, by a crash for example, and is read up to there. No bytes make the [`Reader`] panic.
//!
//! Every 512 ticks there is a checkpoint: what each agent knows, and where the records are that say what it is doing. Before the end
//! mark stands an index of the checkpoints; the last sixteen bytes of the file are the place of the index, lowest byte first, and `motiveix`.
//!
//! A [`Recording`] is written beside its file, to [`partial_path`], and replaces the file when it is complete.
//!
//! Each module uses only those above it: [`text`], `format`, `reader`; `explanation`, `explanation_text`, `history`, `event_text`, `explain`;
//! `checkpoint`, `writer`, `recording`, `trace_file`; `stats`, `diff`, [`view`].

mod checkpoint;
mod diff;
mod event_text;
mod explain;
mod explanation;
mod explanation_text;
mod format;
mod history;
mod reader;
mod recording;
mod stats;
pub mod text;
mod trace_file;
pub mod view;
mod writer;

pub use diff::{DiffSide, TraceDiff, compare};
pub use explain::{AgentChoice, WhyError, explain};
pub use explanation::{
    ActionExplanation, BoundThing, DecisionExplanation, GoalExplanation, GoalState, MemoryChange,
    PlanExplanation, PropertyChange, ProposalOutcome, RuleAttempt, SubtaskStep, TaskExplanation, ThingChange,
};
pub use format::{AgentInfo, Fact, Names, Record, RunInfo, SceneRecord, TickRecord, VERSION};
pub use history::{AgentHistory, KnownThing};
pub use reader::{Reader, TraceError};
pub use recording::{Recording, RecordingSize, partial_path};
pub use stats::{GoalStats, RuleStats, TaskStats, TraceStats};
pub use trace_file::{Segment, SegmentMoment, TraceFile};
pub use writer::{FactsSent, Writer};
