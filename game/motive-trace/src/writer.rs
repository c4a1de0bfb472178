//! Writing a trace.

use crate::checkpoint::{AgentNotes, TICKS_BETWEEN};
use crate::format::{
    AgentInfo, BorrowedTick, FRAME_HEADER, Fact, FileFrame, Header, INDEX_MARK, Names, RunInfo, SceneRecord,
    StoredAgent, TickRecord, TraceIndex, VERSION, Values, checksum,
};
use motive_core::mind::MindText;
use motive_core::trace::Event;
use motive_core::{Facts, Id, Memory, Property, Value};
use postcard::ser_flavors::Flavor;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long written ticks may wait in the buffer. A game's frame takes longer; a run without graphics makes thousands of ticks meanwhile.
const FLUSH_AFTER: Duration = Duration::from_millis(10);

/// The facts of an agent that have been passed on, so that only changes are passed on again.
#[derive(Clone, Debug, Default)]
pub struct FactsSent {
    things: FxHashMap<Id, Vec<(Property, Values)>>,
    /// The tick of the last record.
    last: u64,
}

/// What has been written of an agent.
#[derive(Clone, Debug, Default)]
struct WrittenAgent {
    facts: FactsSent,
    notes: AgentNotes,
}

/// Writes a trace to any [`Write`]. A game uses a [`Recording`](crate::Recording), which writes a file.
///
/// The output is flushed when a new tick begins, if it was not within the last 10 ms: a crash loses no more than these.
pub struct Writer<W> {
    out: W,
    written: FxHashMap<u64, WrittenAgent>,
    index: TraceIndex,
    names: Vec<Arc<Names>>,
    minds: Vec<Arc<MindText>>,
    frame: Vec<u8>,
    facts: Vec<Fact>,
    flushed: Instant,
    checksum: u32,
    bytes: u64,
    tick: Option<u64>,
    ticks: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a trace.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(mut out: W, run: &RunInfo) -> io::Result<Self> {
        let mut line = serde_json::to_vec(&Header { motive_trace: VERSION, run: run.clone() })?;
        line.push(b'\n');
        out.write_all(&line)?;
        Ok(Self {
            out,
            written: FxHashMap::default(),
            index: TraceIndex::default(),
            names: Vec::new(),
            minds: Vec::new(),
            frame: Vec::new(),
            facts: Vec::new(),
            flushed: Instant::now(),
            checksum: checksum(0, &line),
            bytes: line.len() as u64,
            tick: None,
            ticks: 0,
        })
    }

    /// Writes who an agent is. Comes before its first tick, and again when its mind or vocabulary changes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn agent(&mut self, info: &AgentInfo) -> io::Result<()> {
        let (names, are_new) = place_in(&mut self.names, &info.names);
        if are_new {
            self.introduce(&FileFrame::Names((*info.names).clone()))?;
        }
        let (mind, is_new) = place_in(&mut self.minds, &info.mind);
        if is_new {
            self.introduce(&FileFrame::Mind((*info.mind).clone()))?;
        }
        let AgentInfo { agent, name, source, .. } = info.clone();
        self.written.entry(agent).or_default().notes.reload();
        let (names, mind) = (names as u32, mind as u32);
        self.introduce(&FileFrame::Agent(StoredAgent { agent, name, source, names, mind }))
    }

    fn introduce(&mut self, frame: &FileFrame) -> io::Result<()> {
        self.index.introductions.push(self.bytes);
        self.write(frame)
    }

    /// Writes one decision of an agent; `memory` is what the agent knows after it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn tick(&mut self, tick: u64, agent: u64, events: &[Event], memory: &Memory) -> io::Result<()> {
        if self.tick.replace(tick) != Some(tick) {
            if self.ticks > 0 && self.ticks.is_multiple_of(TICKS_BETWEEN) {
                self.checkpoint(tick)?;
            }
            self.ticks += 1;
            self.flush_now_and_then()?;
        }
        let mut facts = std::mem::take(&mut self.facts);
        let written = self.written.entry(agent).or_default();
        written.facts.add_changes(events, memory, &mut facts);
        written.notes.follow(events, self.bytes);
        self.index.note_tick(agent, tick);
        let written = self.write(&FileFrame::Tick(BorrowedTick { tick, agent, facts: &facts, events }));
        facts.clear();
        self.facts = facts;
        written
    }

    /// Notes how each agent stands, for those who read from here.
    fn checkpoint(&mut self, tick: u64) -> io::Result<()> {
        self.index.checkpoints.push((tick, self.bytes));
        let mut agents: Vec<u64> = self.index.agents.keys().copied().collect();
        agents.sort_unstable();
        for agent in agents {
            let Some(written) = self.written.get(&agent) else { continue };
            let checkpoint = written.notes.checkpoint(agent, written.facts.all());
            self.write::<TickRecord>(&FileFrame::Checkpoint(checkpoint))?;
        }
        Ok(())
    }

    fn flush_now_and_then(&mut self) -> io::Result<()> {
        let now = Instant::now();
        if now.duration_since(self.flushed) < FLUSH_AFTER {
            return Ok(());
        }
        self.flushed = now;
        self.out.flush()
    }

    /// Writes what does not change in the world, as JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn backdrop(&mut self, backdrop: String) -> io::Result<()> {
        self.write(&FileFrame::<TickRecord>::Backdrop(backdrop))
    }

    /// Writes what there is to see in the world when a tick begins, as JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn scene(&mut self, tick: u64, scene: String) -> io::Result<()> {
        self.write(&FileFrame::<TickRecord>::Scene(SceneRecord { tick, scene }))
    }

    /// Ends the trace and returns the output.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(mut self) -> io::Result<W> {
        let (index, place) = (std::mem::take(&mut self.index), self.bytes);
        self.write::<TickRecord>(&FileFrame::Index(index))?;
        self.write::<TickRecord>(&FileFrame::End)?;
        self.out.write_all(&place.to_le_bytes())?;
        self.out.write_all(INDEX_MARK)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// How many bytes have been written, the header included.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many different ticks have been written.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    fn write<T: Serialize>(&mut self, frame: &FileFrame<T>) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.frame);
        bytes.clear();
        bytes.extend_from_slice(&[0; FRAME_HEADER]);
        bytes = postcard::serialize_with_flavor(frame, Appended(bytes)).map_err(io::Error::other)?;
        let length = u32::try_from(bytes.len() - FRAME_HEADER).map_err(io::Error::other)?;
        self.checksum = checksum(self.checksum, &bytes[FRAME_HEADER..]);
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes[4..FRAME_HEADER].copy_from_slice(&self.checksum.to_le_bytes());
        self.out.write_all(&bytes)?;
        self.bytes += bytes.len() as u64;
        self.frame = bytes;
        Ok(())
    }
}

impl FactsSent {
    /// All facts that have been passed on and still hold, in the order of things.
    pub fn all(&self) -> Vec<Fact> {
        let mut things: Vec<&Id> = self.things.keys().collect();
        things.sort_unstable();
        let of_thing = |id: &Id| {
            let known = self.things.get(id).into_iter().flatten();
            let fact = |(property, values): &(Property, Values)| (*property, values.clone());
            known.map(fact).map(|(property, values)| Fact { id: *id, property, values }).collect::<Vec<_>>()
        };
        things.into_iter().flat_map(of_thing).collect()
    }

    /// Everything in a memory, as if nothing had been passed on yet.
    pub fn begin(&mut self, memory: &Memory) -> Vec<Fact> {
        (self.things, self.last) = (FxHashMap::default(), memory.time().tick);
        let mut facts = Vec::new();
        for thing in memory.things() {
            add_changes(thing.id(), memory, 0, self.things.entry(thing.id()).or_default(), &mut facts);
        }
        facts
    }

    /// The changed properties of the things that the agent noticed.
    pub fn add_changes(&mut self, events: &[Event], memory: &Memory, facts: &mut Vec<Fact>) {
        let Self { things, last } = self;
        // What was written after the last record has the stamp of that tick or a later one.
        let since = std::mem::replace(last, memory.time().tick);
        for event in events {
            let Event::Perceived { added, changed, removed } = event else { continue };
            for id in removed {
                things.remove(id);
            }
            for id in added {
                add_changes(*id, memory, 0, things.entry(*id).or_default(), facts);
            }
            for id in changed {
                add_changes(*id, memory, since, things.entry(*id).or_default(), facts);
            }
        }
    }
}

/// The position of something among what has been written, and whether it is new there.
fn place_in<T: PartialEq>(written: &mut Vec<Arc<T>>, one: &Arc<T>) -> (usize, bool) {
    match written.iter().position(|known| known == one) {
        Some(at) => (at, false),
        None => {
            written.push(one.clone());
            (written.len() - 1, true)
        }
    }
}

/// Appends to a vector. Unlike [`postcard::to_extend`], which takes any [`Extend`], it does not go through an iterator for every byte.
struct Appended(Vec<u8>);

impl Flavor for Appended {
    type Output = Vec<u8>;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Vec<u8>> {
        Ok(self.0)
    }
}

/// Adds the properties of a thing that differ from what has been written.
fn add_changes(
    id: Id,
    memory: &Memory,
    since: u64,
    written: &mut Vec<(Property, Values)>,
    facts: &mut Vec<Fact>,
) {
    let Some(thing) = memory.thing(id) else { return };
    // A thing that is new to memory may have properties of any age.
    let since = if written.is_empty() { 0 } else { since };
    let kinds = || thing.kinds().map(|kind| Value::Symbol(kind.symbol()));
    // Kinds hardly ever change, and stand first.
    if !written.first().is_some_and(|(_, known)| known.iter().cloned().eq(kinds())) {
        add_change(id, Property::KIND, &kinds().collect::<Values>(), written, facts);
    }
    for (property, values) in thing.written_since(since) {
        add_change(id, property, values, written, facts);
    }
}

/// Adds a property if it differs from what has been written.
fn add_change(
    id: Id,
    property: Property,
    values: &[Value],
    written: &mut Vec<(Property, Values)>,
    facts: &mut Vec<Fact>,
) {
    match written.iter().position(|(other, _)| *other == property) {
        Some(at) if *written[at].1 == *values => return,
        Some(at) if values.is_empty() && property != Property::KIND => {
            written.remove(at);
        }
        Some(at) => written[at].1 = values.into(),
        None if values.is_empty() && property != Property::KIND => return,
        None => written.push((property, values.into())),
    }
    facts.push(Fact { id, property, values: values.into() });
}
