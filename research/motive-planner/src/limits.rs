//! Limits of planning: work, memory, and a callback of the host.

use crate::plan::HtnPlan;
use std::fmt;

/// Limits of planning.
pub struct PlanningLimits<'a> {
    /// The most work, in steps of the planner. The same problem and limit always give the same answer.
    pub work: u64,
    /// The most memory in bytes: of the problem and of everything that is made from it. Searches that share it take turns; when it is used
    /// up, the one that takes the most ends.
    pub memory: usize,
    /// The bytes that the process takes, if the host can tell. What it takes at the start counts against `memory`, and the planner counts its
    /// own bytes from then on, so it does not depend on how often it asks. It also asks regularly; planning stops when the process takes more than
    /// `memory`, or more than it took when a search was ended for that.
    pub memory_in_use: Option<&'a dyn Fn() -> usize>,
    /// Whether to continue after the first plan and search for cheaper ones.
    pub improve: bool,
    /// Called regularly; planning stops when it returns `true`.
    pub stop: Option<&'a dyn Fn() -> bool>,
    /// Called with every plan that is found. The last is the answer; each is cheaper than the one before.
    pub found: Option<&'a dyn Fn(&HtnPlan)>,
}

impl Default for PlanningLimits<'_> {
    fn default() -> Self {
        Self { work: u64::MAX, memory: 2 << 30, memory_in_use: None, improve: false, stop: None, found: None }
    }
}

impl fmt::Debug for PlanningLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanningLimits")
            .field("work", &self.work)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// The limit that ended planning before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitReached {
    /// The work limit.
    #[error("the allowed work is used up")]
    Work,
    /// The memory limit.
    #[error("the allowed memory is used up")]
    Memory,
    /// The host stopped it.
    #[error("the allowed time is used up")]
    Time,
}

/// How often the callback is called, in steps of work.
const ASK_EVERY: u64 = 4096;
/// How often the host is asked for its memory, in calls of the callback.
const ASK_FOR_MEMORY_EVERY: u64 = 8;

/// Counts work and memory, and asks the host about time: for searches, grounding, reading and explanations alike.
pub(crate) struct WorkMeter<'a> {
    limits: &'a PlanningLimits<'a>,
    pub(crate) spent: u64,
    /// The work at which to stop, below the limit: the share of one search.
    pub(crate) share: u64,
    /// The bytes that the process took before.
    before: usize,
    /// The bytes that everything but the part that runs now takes, and that this part takes.
    reserved: usize,
    held: usize,
    ask_at: u64,
    /// How often the host was asked, and the most bytes that it took when a search had to end for that.
    asked: u64,
    most_in_use: usize,
}

impl<'a> WorkMeter<'a> {
    pub(crate) fn new(limits: &'a PlanningLimits<'a>) -> Self {
        // The callback is called at the first step too.
        Self {
            limits,
            spent: 0,
            share: limits.work,
            before: limits.memory_in_use.map_or(0, |in_use| in_use()),
            reserved: 0,
            held: 0,
            ask_at: 0,
            asked: 0,
            most_in_use: limits.memory,
        }
    }

    /// Counts work.
    #[inline]
    pub(crate) fn spend(&mut self, amount: u64) -> Result<(), LimitReached> {
        self.spent += amount;
        if self.spent >= self.ask_at || self.spent > self.share { self.look() } else { Ok(()) }
    }

    /// Makes the host be asked earlier, after work that is not counted.
    #[inline]
    pub(crate) fn pass(&mut self, amount: u64) {
        self.ask_at = self.ask_at.saturating_sub(amount);
    }

    /// Asks the host if it is time, after work that is not counted.
    #[inline]
    pub(crate) fn check_time(&mut self, amount: u64) -> Result<(), LimitReached> {
        self.pass(amount);
        self.spend(0)
    }

    /// Asks for all the memory that the part that runs now is going to take, with the next growth of its lists and tables.
    #[inline]
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), LimitReached> {
        self.held = bytes;
        self.hold_more(0)
    }

    /// Asks for memory beside what the part that runs now holds.
    #[inline]
    pub(crate) fn hold_more(&self, bytes: usize) -> Result<(), LimitReached> {
        if self.has_room(self.held.saturating_add(bytes)) { Ok(()) } else { Err(LimitReached::Memory) }
    }

    /// Adds to what the part that runs now holds.
    pub(crate) fn take(&mut self, bytes: usize) {
        self.held += bytes;
    }

    /// Whether so many bytes are left for the part that runs now.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        self.before.saturating_add(self.reserved).saturating_add(bytes) <= self.limits.memory
    }

    /// The bytes of a problem that was made before, unless what the process took includes them.
    pub(crate) fn unless_measured(&self, bytes: usize) -> usize {
        bytes.saturating_sub(self.before)
    }

    /// Sets the memory of everything but the part that runs next.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        (self.reserved, self.held) = (bytes, 0);
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
    fn look(&mut self) -> Result<(), LimitReached> {
        if self.spent > self.share {
            return Err(LimitReached::Work);
        }
        self.ask_at = self.spent + ASK_EVERY;
        self.asked += 1;
        if self.asked.is_multiple_of(ASK_FOR_MEMORY_EVERY)
            && let Some(bytes) = self.limits.memory_in_use.map(|in_use| in_use())
            && bytes > self.most_in_use
        {
            // What was freed is used again but not given back as a rule, so only growth counts from now on.
            self.most_in_use = bytes;
            return Err(LimitReached::Memory);
        }
        match self.limits.stop {
            Some(stop) if stop() => Err(LimitReached::Time),
            _ => Ok(()),
        }
    }
}
