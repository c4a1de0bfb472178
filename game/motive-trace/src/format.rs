//! What a trace file consists of.

use crate::checkpoint::{AgentCheckpoint, TraceIndex};
use crate::names::Names;
use motive_core::mind::MindText;
use motive_core::trace::Event;
use motive_core::{Id, Property, Value};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// The version of the format. It changes whenever records change, [`Event`] included.
pub const VERSION: u32 = 7;

/// What is known about a run as a whole. A game may leave all of it out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunInfo {
    /// The world or level that is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub world: Option<String>,
    /// Its options, such as `lives=1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The seed of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// The first line of a trace, as JSON.
#[derive(Serialize, Deserialize)]
pub(crate) struct Header {
    /// The version of the format; tells a trace from any other file.
    pub(crate) motive_trace: u32,
    #[serde(flatten)]
    pub(crate) run: RunInfo,
}

/// An agent as far as explanations need it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentInfo {
    /// Its number.
    pub agent: u64,
    /// Its name, such as that of its mind.
    pub name: String,
    /// Where its mind comes from, such as a file. May be empty.
    pub source: String,
    /// The names behind the numbers in its ticks.
    pub names: Arc<Names>,
    /// Its goals and rules.
    pub mind: Arc<MindText>,
}

/// An entry of a trace.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// An agent appears, or continues with another mind or vocabulary.
    Agent(AgentInfo),
    /// One decision of one agent.
    Tick(TickRecord),
    /// What does not change in the world, such as its map, as JSON.
    Backdrop(String),
    /// What there is to see in the world.
    Scene(SceneRecord),
}

/// What there is to see in the world when a tick begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneRecord {
    /// The tick.
    pub tick: u64,
    /// All that can be seen, as JSON.
    pub scene: String,
}

/// One decision of one agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TickRecord {
    /// The tick.
    pub tick: u64,
    /// The number of the agent.
    pub agent: u64,
    /// Properties in its memory that are new or have changed since its previous record.
    pub facts: Vec<Fact>,
    /// What happened during the decision, in order.
    pub events: Vec<Event>,
}

/// A [`TickRecord`] that is being written.
#[derive(Serialize)]
pub(crate) struct BorrowedTick<'t> {
    pub(crate) tick: u64,
    pub(crate) agent: u64,
    pub(crate) facts: &'t [Fact],
    pub(crate) events: &'t [Event],
}

/// The values of one property. Nearly all have one.
pub(crate) type Values = SmallVec<[Value; 1]>;

/// The values of a property of a thing. Without values, the thing no longer has the property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The thing.
    pub id: Id,
    /// The property.
    pub property: Property,
    /// Its values.
    pub values: Values,
}

/// What stands before each frame, both little-endian: its length, and a checksum of it and of all that comes before it in the file. So no byte
/// can be changed, and no frame left out, without a reader noticing.
pub(crate) const FRAME_HEADER: usize = 8;

/// The checksum after more bytes.
pub(crate) fn checksum(before: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(bytes);
    hasher.finalize()
}

/// A record as it is stored. Names and minds are stored once and referred to by their position, counted from 0 for each sort.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Frame<T = TickRecord> {
    Tick(T),
    Names(Names),
    Mind(MindText),
    Agent { agent: u64, name: String, source: String, names: u32, mind: u32 },
    Backdrop(String),
    Scene(SceneRecord),
    End,
    Checkpoint(AgentCheckpoint),
    Index(TraceIndex),
}
