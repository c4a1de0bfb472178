//! Limits of planning: work, memory, and a callback of the host.

use super::plan::Plan;
use std::fmt;

/// Limits of planning.
pub struct Limits<'a> {
    /// The most work, in steps of the planner. The same problem and limit always give the same answer.
    pub work: u64,
    /// The most memory in bytes: of the problem and of everything that is made from it. Searches that share it take turns; when it is used
    /// up, the one that takes the most ends.
    pub memory: usize,
    /// The bytes that the host takes in fact, if it can tell. Asked regularly; planning stops when they are more than `memory`, or more than
    /// they were when a search was ended for that.
    pub memory_in_use: Option<&'a dyn Fn() -> usize>,
    /// Whether to continue after the first plan and search for cheaper ones.
    pub improve: bool,
    /// Called regularly; planning stops when it returns `true`.
    pub stop: Option<&'a dyn Fn() -> bool>,
    /// Called with every plan that is found. The last is the answer; each is cheaper than the one before.
    pub found: Option<&'a dyn Fn(&Plan)>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { work: u64::MAX, memory: 2 << 30, memory_in_use: None, improve: false, stop: None, found: None }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("work", &self.work)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// Why planning stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StopReason {
    /// The work limit was reached.
    #[error("the allowed work is used up")]
    WorkMeter,
    /// The memory limit was reached.
    #[error("the allowed memory is used up")]
    Memory,
    /// The host stopped it.
    #[error("the allowed time is used up")]
    Asked,
}

/// The bytes of a hash table, given its length, its capacity and the size of an entry. A table that is about to grow needs room for the new
/// one beside the old.
pub(crate) fn table_bytes(len: usize, capacity: usize, entry: usize) -> usize {
    let slots = (capacity + capacity / 7).next_power_of_two();
    let is_growing = capacity.saturating_sub(len) < GROWTH_SEEN_AHEAD;
    slots * (entry + 1) * if is_growing { 3 } else { 1 }
}

/// The most entries that a search adds to a table between two checks of its memory, as a rule. Our choice.
const GROWTH_SEEN_AHEAD: usize = 4096;

/// How often the callback is called, in steps of work.
const ASK_EVERY: u64 = 4096;
/// How often the host is asked for its memory, in calls of the callback.
const ASK_FOR_MEMORY_EVERY: u64 = 8;

/// Counts work.
pub(crate) struct WorkMeter<'a> {
    limits: &'a Limits<'a>,
    pub(crate) spent: u64,
    /// The work at which to stop, below the limit: the share of one search.
    pub(crate) share: u64,
    /// The bytes that everything but the part that runs now takes.
    reserved: usize,
    ask_at: u64,
    /// How often the host was asked, and the most bytes that it took when a search had to end for that.
    asked: u64,
    most_in_use: usize,
}

impl<'a> WorkMeter<'a> {
    pub(crate) fn new(limits: &'a Limits<'a>) -> Self {
        // The callback is called at the first step too.
        Self {
            limits,
            spent: 0,
            share: limits.work,
            reserved: 0,
            ask_at: 0,
            asked: 0,
            most_in_use: limits.memory,
        }
    }

    /// Counts work.
    #[inline]
    pub(crate) fn spend(&mut self, amount: u64) -> Result<(), StopReason> {
        self.spent += amount;
        if self.spent >= self.ask_at || self.spent > self.share { self.look() } else { Ok(()) }
    }

    /// Checks the memory of the part that runs now against what the others leave.
    pub(crate) fn hold(&self, bytes: usize) -> Result<(), StopReason> {
        if self.has_room(bytes) { Ok(()) } else { Err(StopReason::Memory) }
    }

    /// Whether so many bytes are left for the part that runs now.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        self.reserved.saturating_add(bytes) <= self.limits.memory
    }

    /// Sets the memory of everything but the part that runs next.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.reserved = bytes;
    }

    /// Grants a share of work, at most up to the limit.
    pub(crate) fn allow(&mut self, amount: u64) {
        self.share = self.spent.saturating_add(amount).min(self.limits.work);
    }

    /// The work limit.
    pub(crate) fn limit(&self) -> u64 {
        self.limits.work
    }

    /// Whether the limit is reached, not only a share.
    pub(crate) fn is_over(&self) -> bool {
        self.spent > self.limits.work || self.limits.stop.is_some_and(|stop| stop())
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        if self.spent > self.share {
            return Err(StopReason::WorkMeter);
        }
        self.ask_at = self.spent + ASK_EVERY;
        self.asked += 1;
        if self.asked.is_multiple_of(ASK_FOR_MEMORY_EVERY)
            && let Some(bytes) = self.limits.memory_in_use.map(|in_use| in_use())
            && bytes > self.most_in_use
        {
            // What was freed is used again but not given back as a rule, so only growth counts from now on.
            self.most_in_use = bytes;
            return Err(StopReason::Memory);
        }
        match self.limits.stop {
            Some(stop) if stop() => Err(StopReason::Asked),
            _ => Ok(()),
        }
    }
}
