//! Writing a trace.

use super::names::Names;
use super::record::{Fact, Header, MindText, Record, TickRecord, Values};
use motive::trace::Event;
use motive::{Facts, Id, Memory, Property, Value};
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// What an agent was last known to know.
#[derive(Clone, Debug, Default)]
struct Known {
    things: FxHashMap<Id, Vec<(Property, Values)>>,
    /// The tick of the last record.
    last: u64,
}

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
        let known = vec![Known::default(); header.minds.len()];
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
        let Some(Known { things, last }) = self.known.get_mut(agent) else { return facts };
        // What was written after the last record has the stamp of that tick or a later one.
        let since = std::mem::replace(last, memory.time().tick);
        for event in events {
            let Event::Perceived { added, changed, removed } = event else { continue };
            for id in removed {
                things.remove(id);
            }
            for id in added {
                note(*id, memory, 0, things.entry(*id).or_default(), &mut facts);
            }
            for id in changed {
                note(*id, memory, since, things.entry(*id).or_default(), &mut facts);
            }
        }
        facts
    }
}

/// Compares what is known of a thing with what was, and writes down the difference.
fn note(id: Id, memory: &Memory, since: u64, known: &mut Vec<(Property, Values)>, facts: &mut Vec<Fact>) {
    let Some(thing) = memory.thing(id) else { return };
    // What comes into memory was not known before, whenever its properties were written.
    let since = if known.is_empty() { 0 } else { since };
    let kinds = || thing.kinds().map(|kind| Value::Symbol(kind.symbol()));
    // Kinds hardly ever change, and stand first.
    if !known.first().is_some_and(|(_, known)| known.iter().cloned().eq(kinds())) {
        set(id, Property::KIND, &kinds().collect::<Values>(), known, facts);
    }
    for (property, values) in thing.written_since(since) {
        set(id, property, values, known, facts);
    }
}

/// Writes a property down if it is not as it was known.
fn set(
    id: Id,
    property: Property,
    values: &[Value],
    known: &mut Vec<(Property, Values)>,
    facts: &mut Vec<Fact>,
) {
    match known.iter().position(|(other, _)| *other == property) {
        Some(at) if *known[at].1 == *values => return,
        Some(at) if values.is_empty() && property != Property::KIND => {
            known.remove(at);
        }
        Some(at) => known[at].1 = values.into(),
        None if values.is_empty() && property != Property::KIND => return,
        None => known.push((property, values.into())),
    }
    facts.push(Fact { id, property, values: values.into() });
}
