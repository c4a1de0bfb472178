//! Writing a trace.

use crate::format::{AgentInfo, Fact, Frame, Header, RunInfo, TickRecord, VERSION, Values};
use crate::names::Names;
use motive_core::mind::MindText;
use motive_core::trace::Event;
use motive_core::{Facts, Id, Memory, Property, Value};
use rustc_hash::FxHashMap;
use std::io::{self, Write};
use std::sync::Arc;

/// The facts of an agent that have been written, so that only changes are.
#[derive(Clone, Debug, Default)]
struct WrittenFacts {
    things: FxHashMap<Id, Vec<(Property, Values)>>,
    /// The tick of the last record.
    last: u64,
}

/// Writes a trace to any [`Write`]. A game uses a [`Recording`](crate::Recording), which writes a file.
///
/// The output is flushed whenever a new tick begins, so that a crash loses no more than the tick in which it happens.
pub struct Writer<W> {
    out: W,
    written: FxHashMap<u64, WrittenFacts>,
    names: Vec<Arc<Names>>,
    minds: Vec<Arc<MindText>>,
    frame: Vec<u8>,
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
            names: Vec::new(),
            minds: Vec::new(),
            frame: Vec::new(),
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
        let names = match self.names.iter().position(|known| *known == info.names) {
            Some(at) => at,
            None => {
                self.write(&Frame::Names((*info.names).clone()))?;
                self.names.push(info.names.clone());
                self.names.len() - 1
            }
        };
        let mind = match self.minds.iter().position(|known| *known == info.mind) {
            Some(at) => at,
            None => {
                self.write(&Frame::Mind((*info.mind).clone()))?;
                self.minds.push(info.mind.clone());
                self.minds.len() - 1
            }
        };
        let AgentInfo { agent, name, source, .. } = info.clone();
        self.written.entry(agent).or_default();
        self.write(&Frame::Agent { agent, name, source, names: names as u32, mind: mind as u32 })
    }

    /// Writes one decision of an agent; `memory` is what the agent knows after it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn tick(&mut self, tick: u64, agent: u64, events: Vec<Event>, memory: &Memory) -> io::Result<()> {
        if self.tick.replace(tick) != Some(tick) {
            self.ticks += 1;
            self.out.flush()?;
        }
        let facts = self.facts(agent, &events, memory);
        self.write(&Frame::Tick(TickRecord { tick, agent, facts, events }))
    }

    /// Ends the trace and returns the output.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(mut self) -> io::Result<W> {
        self.write(&Frame::End)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// How many bytes have been written, the header included.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many different ticks have been written.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    fn write(&mut self, frame: &Frame) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.frame);
        bytes.clear();
        bytes.extend_from_slice(&[0; 4]);
        bytes = postcard::to_extend(frame, bytes).map_err(io::Error::other)?;
        let length = u32::try_from(bytes.len() - 4).map_err(io::Error::other)?;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        self.out.write_all(&bytes)?;
        self.bytes += bytes.len() as u64;
        self.frame = bytes;
        Ok(())
    }

    /// The changed properties of the things that the agent noticed.
    fn facts(&mut self, agent: u64, events: &[Event], memory: &Memory) -> Vec<Fact> {
        let mut facts = Vec::new();
        let WrittenFacts { things, last } = self.written.entry(agent).or_default();
        // What was written after the last record has the stamp of that tick or a later one.
        let since = std::mem::replace(last, memory.time().tick);
        for event in events {
            let Event::Perceived { added, changed, removed } = event else { continue };
            for id in removed {
                things.remove(id);
            }
            for id in added {
                add_changes(*id, memory, 0, things.entry(*id).or_default(), &mut facts);
            }
            for id in changed {
                add_changes(*id, memory, since, things.entry(*id).or_default(), &mut facts);
            }
        }
        facts
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
