//! What a trace file consists of.

use motive_core::mind::MindText;
use motive_core::trace::Event;
use motive_core::{Id, Property, Type, Value, Vocabulary, VocabularyError};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The last bytes of a trace with an index, after the place of the index.
pub(crate) const INDEX_MARK: &[u8; 8] = b"motiveix";

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

impl AgentInfo {
    /// An agent as it is stored, with the names and minds that were read before it; none if it refers to others.
    pub(crate) fn joined(stored: StoredAgent, names: &[Arc<Names>], minds: &[Arc<MindText>]) -> Option<Self> {
        let StoredAgent { agent, name, source, names: of_names, mind } = stored;
        let (names, mind) = names.get(of_names as usize).zip(minds.get(mind as usize))?;
        Some(Self { agent, name, source, names: names.clone(), mind: mind.clone() })
    }
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

/// The length of a record, and the checksum up to its end.
pub(crate) fn frame_header(bytes: [u8; FRAME_HEADER]) -> (u32, u32) {
    let [a, b, c, d, e, f, g, h] = bytes;
    (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]))
}

/// The checksum after more bytes.
pub(crate) fn checksum(before: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(bytes);
    hasher.finalize()
}

/// An agent as it is stored.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredAgent {
    pub(crate) agent: u64,
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) names: u32,
    pub(crate) mind: u32,
}

/// A record as it is stored. Names and minds are stored once and referred to by their position, counted from 0 for each sort.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum FileFrame<T = TickRecord> {
    Tick(T),
    Names(Names),
    Mind(MindText),
    Agent(StoredAgent),
    Backdrop(String),
    Scene(SceneRecord),
    End,
    Checkpoint(AgentCheckpoint),
    Index(TraceIndex),
}

/// One agent at a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct AgentCheckpoint {
    pub(crate) agent: u64,
    /// All that it knows.
    pub(crate) facts: Vec<Fact>,
    /// Its live tasks.
    pub(crate) tasks: Vec<TaskMark>,
    /// Where the records begin that say what the live tasks are doing and what was last decided, in order.
    pub(crate) records: Vec<u64>,
}

/// A live task at a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TaskMark {
    pub(crate) task: u64,
    pub(crate) priority: f64,
    pub(crate) suspended: bool,
}

/// Where everything is in a trace.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TraceIndex {
    /// Where names, minds and agents are introduced.
    pub(crate) introductions: Vec<u64>,
    /// The first tick after each checkpoint, and where its checkpoint begins.
    pub(crate) checkpoints: Vec<(u64, u64)>,
    /// The first and the last tick of each agent.
    pub(crate) agents: BTreeMap<u64, (u64, u64)>,
}

impl TraceIndex {
    pub(crate) fn note_tick(&mut self, agent: u64, tick: u64) {
        self.agents.entry(agent).and_modify(|(_, last)| *last = tick).or_insert((tick, tick));
    }
}

/// Names in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// Of symbols, and with them of kinds and named things.
    pub symbols: Vec<String>,
    /// Of properties.
    pub properties: Vec<String>,
    /// Of actions.
    pub actions: Vec<String>,
    /// The property that holds the names of things, if one does.
    pub display_name: Option<String>,
}

impl Names {
    /// The names of a vocabulary.
    pub fn of(vocabulary: &Vocabulary) -> Self {
        let property = |property| vocabulary.property_name(property).to_owned();
        let action = |action| vocabulary.action_name(action).to_owned();
        Self {
            symbols: vocabulary.all_names().map(str::to_owned).collect(),
            properties: vocabulary.properties().map(property).collect(),
            actions: vocabulary.actions().map(action).collect(),
            display_name: vocabulary.name_property().map(property),
        }
    }

    /// A vocabulary in which every number has its name again. It is good for printing and for nothing else: types,
    /// functions and the numbers of arguments are not in a trace.
    ///
    /// # Errors
    /// If the names contradict each other, as only those of a damaged trace do.
    pub fn vocabulary(&self) -> Result<Arc<Vocabulary>, VocabularyError> {
        let mut vocabulary = Vocabulary::new();
        for name in &self.symbols {
            vocabulary.symbol(name);
        }
        for name in &self.properties {
            // Properties that every vocabulary has are declared already.
            if vocabulary.find_property(name).is_none() {
                vocabulary.property(name, Type::Any);
            }
        }
        for name in &self.actions {
            vocabulary.action(name, 0);
        }
        if let Some(property) = self.display_name.as_ref().and_then(|name| vocabulary.find_property(name)) {
            vocabulary.display_name(property);
        }
        vocabulary.finish()
    }
}

#[cfg(test)]
#[path = "../tests/unit/format.rs"]
mod tests;
