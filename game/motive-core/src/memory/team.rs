//! The shared memory of a team.

use super::{Memory, MemoryError, Thing};
use crate::vocabulary::{Id, Vocabulary};
use std::sync::Arc;

/// The shared memory of a team. What members publish in one tick is visible in the next, so the order in which members decide does not
/// matter.
#[derive(Clone, Debug)]
pub struct Team {
    memory: Memory,
    pending: Vec<(u64, News)>,
}

#[derive(Clone, Debug)]
enum News {
    Known(Thing),
    Removed(Id),
}

impl Team {
    /// A team that knows nothing yet.
    pub fn new(vocabulary: Arc<Vocabulary>) -> Self {
        Self { memory: Memory::new(vocabulary), pending: Vec::new() }
    }

    /// What the team knows as of the end of the last tick.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// A member tells the team of a thing. The team knows it from the next tick on.
    pub fn publish(&mut self, member: u64, mut thing: Thing) {
        // A note of a task of the member belongs to no task here.
        thing.creator = None;
        self.pending.push((member, News::Known(thing)));
    }

    /// A member tells the team that a thing is gone.
    pub fn retract(&mut self, member: u64, id: Id) {
        self.pending.push((member, News::Removed(id)));
    }

    /// Ends the tick: what was published becomes known, member by member in the order of their numbers. Returns the
    /// published things that memory refused. The changes that the team's memory shows are those of the last tick.
    pub fn settle(&mut self) -> Vec<MemoryError> {
        self.memory.end_tick();
        self.pending.sort_by_key(|(member, _)| *member);
        let mut refused = Vec::new();
        for (_, news) in std::mem::take(&mut self.pending) {
            match news {
                News::Known(thing) => refused.extend(self.memory.put(thing).err()),
                News::Removed(id) => {
                    self.memory.remove(id);
                }
            }
        }
        refused
    }

    /// Tells a member everything that the team knows, as percepts.
    pub fn brief(&self, member: &mut Memory) -> Result<(), MemoryError> {
        for thing in self.memory.things() {
            member.put(thing.clone())?;
        }
        Ok(())
    }
}
