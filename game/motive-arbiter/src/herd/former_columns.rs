//! What properties of some agents were at the last decision.

use motive_core::vocabulary::Value;
use rustc_hash::FxHashMap;

/// What properties of some agents were at the last decision, as far as it was noted.
///
/// Only [`Herd::leave`](super::Herd::leave) and what stands on it ask for this, so nothing is noted when whole columns are written.
#[derive(Debug, Default)]
pub(super) struct FormerColumns {
    /// By slot and agent. The order does not matter: entries are only asked for.
    values: FxHashMap<(u32, u32), Option<Value>>,
}

/// There are at most [`Herd::MOST`](super::Herd::MOST) agents, and fewer properties.
fn key(slot: usize, agent: usize) -> (u32, u32) {
    (slot as u32, agent as u32)
}

impl FormerColumns {
    pub(super) fn has(&self, slot: usize, agent: usize) -> bool {
        self.values.contains_key(&key(slot, agent))
    }

    /// The value that was noted; the inner one is `None` if there was none.
    pub(super) fn get(&self, slot: usize, agent: usize) -> Option<&Option<Value>> {
        self.values.get(&key(slot, agent))
    }

    /// Notes a value, unless there is an earlier one.
    pub(super) fn note(&mut self, slot: usize, agent: usize, value: impl FnOnce() -> Option<Value>) {
        self.values.entry(key(slot, agent)).or_insert_with(value);
    }

    /// Forgets what so many properties of an agent were.
    pub(super) fn forget(&mut self, slots: usize, agent: usize) {
        (0..slots).for_each(|slot| _ = self.values.remove(&key(slot, agent)));
    }

    pub(super) fn clear(&mut self) {
        self.values.clear();
    }
}
