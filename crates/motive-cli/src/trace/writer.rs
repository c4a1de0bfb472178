//! Writing a trace.

use super::names::Names;
use super::record::{Fact, Header, MindText, Record, TickRecord};
use motive::trace::Event;
use motive::{Id, Memory, Property, Value};
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// What an agent was last known to know, thing by thing.
type Known = FxHashMap<Id, Vec<(Property, Vec<Value>)>>;

/// Writes a run as it happens.
pub struct Writer<W> {
    out: W,
    /// What each agent was last known to know, so that only changes are written.
    known: Vec<Known>,
    frame: Vec<u8>,
    bytes: u64,
    ticks: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a trace.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let mut line = serde_json::to_vec(header)?;
        line.push(b'\n');
        out.write_all(&line)?;
        let known = header.minds.iter().map(|_| FxHashMap::default()).collect();
        Ok(Self { out, known, frame: Vec::new(), bytes: line.len() as u64, ticks: 0 })
    }

    /// Writes what an agent went through in a tick; `memory` is what it knows at the end of it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn tick(&mut self, tick: u64, agent: usize, events: Vec<Event>, memory: &Memory) -> io::Result<()> {
        let facts = self.facts(agent, &events, memory);
        if agent == 0 {
            self.ticks += 1;
        }
        self.record(&Record::Tick(TickRecord { tick, agent: agent as u32, facts, events }))
    }

    /// Notes that an agent goes on with another mind.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn mind(&mut self, agent: usize, names: Names, mind: MindText) -> io::Result<()> {
        self.record(&Record::Mind { agent: agent as u32, names, mind })
    }

    /// Ends the trace and gives back what it was written to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(mut self) -> io::Result<W> {
        self.record(&Record::End)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// How many bytes have been written, the header included.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many bytes a tick takes, on average and the header included.
    #[must_use]
    pub fn bytes_per_tick(&self) -> u64 {
        self.bytes / self.ticks.max(1)
    }

    fn record(&mut self, record: &Record) -> io::Result<()> {
        let mut frame = std::mem::take(&mut self.frame);
        frame.clear();
        frame.extend_from_slice(&[0; 4]);
        frame = postcard::to_extend(record, frame).map_err(io::Error::other)?;
        let length = u32::try_from(frame.len() - 4).map_err(io::Error::other)?;
        frame[..4].copy_from_slice(&length.to_le_bytes());
        self.out.write_all(&frame)?;
        self.bytes += frame.len() as u64;
        self.frame = frame;
        Ok(())
    }

    /// What changed of the things that the agent noticed.
    fn facts(&mut self, agent: usize, events: &[Event], memory: &Memory) -> Vec<Fact> {
        let mut facts = Vec::new();
        let Some(known) = self.known.get_mut(agent) else { return facts };
        for event in events {
            let Event::Perceived { added, changed, removed } = event else { continue };
            for id in removed {
                known.remove(id);
            }
            for id in added.iter().chain(changed) {
                note(*id, memory, known.entry(*id).or_default(), &mut facts);
            }
        }
        facts
    }
}

/// Compares what is known of a thing with what was, and writes down the difference.
fn note(id: Id, memory: &Memory, known: &mut Vec<(Property, Vec<Value>)>, facts: &mut Vec<Fact>) {
    let Some(thing) = memory.thing(id) else { return };
    let mut set = |property: Property, values: &[Value]| {
        let entry = known.iter_mut().find(|(other, _)| *other == property);
        match entry {
            Some((_, old)) if *old == values => return,
            Some((_, old)) => values.clone_into(old),
            None => known.push((property, values.to_vec())),
        }
        facts.push(Fact { id, property, values: values.to_vec() });
    };
    let kinds: Vec<Value> = thing.kinds().map(|kind| Value::Symbol(kind.symbol())).collect();
    set(Property::KIND, &kinds);
    for (property, values) in thing.properties() {
        set(property, values);
    }
    known.retain(|(property, _)| {
        let has =
            *property == Property::KIND || thing.values(*property).is_some_and(|values| !values.is_empty());
        if !has {
            facts.push(Fact { id, property: *property, values: Vec::new() });
        }
        has
    });
}
