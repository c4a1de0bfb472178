//! How much a planner may do: work, memory, and a host that may say stop.

use std::fmt;

/// Bounds on planning.
pub struct Limits<'a> {
    /// How much work, counted in steps of the planner. Same problem, same work: same answer.
    pub work: u64,
    /// How many bytes, roughly: what the planner counts of its own tables.
    pub memory: usize,
    /// Whether to go on after the first plan and look for cheaper ones.
    pub improve: bool,
    /// Asked now and then. A host with a deadline answers true when it has passed.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { work: u64::MAX, memory: 2 << 30, improve: false, stop: None }
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
    /// The allowed work is done.
    #[error("the allowed work is used up")]
    WorkMeter,
    /// The allowed memory is full.
    #[error("the allowed memory is used up")]
    Memory,
    /// The host said stop.
    #[error("the allowed time is used up")]
    Asked,
}

/// How often the host is asked, in steps of work.
const ASK_EVERY: u64 = 4096;

/// Work being counted.
pub(crate) struct WorkMeter<'a> {
    limits: &'a Limits<'a>,
    pub(crate) spent: u64,
    /// Work at which to stop, below the limit: a share given to one way of searching.
    pub(crate) share: u64,
    ask_at: u64,
}

impl<'a> WorkMeter<'a> {
    pub(crate) fn new(limits: &'a Limits<'a>) -> Self {
        // Asked at the first step too: who has no time has none.
        Self { limits, spent: 0, share: limits.work, ask_at: 0 }
    }

    /// Pays for work.
    #[inline]
    pub(crate) fn spend(&mut self, amount: u64) -> Result<(), StopReason> {
        self.spent += amount;
        if self.spent >= self.ask_at || self.spent > self.share { self.look() } else { Ok(()) }
    }

    /// Checks an amount of memory against the limit.
    pub(crate) fn hold(&self, bytes: usize) -> Result<(), StopReason> {
        if bytes > self.limits.memory { Err(StopReason::Memory) } else { Ok(()) }
    }

    /// Whether cheaper plans are wanted.
    pub(crate) fn improve(&self) -> bool {
        self.limits.improve
    }

    /// Gives the next so much work, at most up to the limit.
    pub(crate) fn allow(&mut self, amount: u64) {
        self.share = self.spent.saturating_add(amount).min(self.limits.work);
    }

    /// How much work is allowed in all.
    pub(crate) fn limit(&self) -> u64 {
        self.limits.work
    }

    /// Whether it is the whole that is used up, not only a share.
    pub(crate) fn is_over(&self) -> bool {
        self.spent > self.limits.work || self.limits.stop.is_some_and(|stop| stop())
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        if self.spent > self.share {
            return Err(StopReason::WorkMeter);
        }
        self.ask_at = self.spent + ASK_EVERY;
        match self.limits.stop {
            Some(stop) if stop() => Err(StopReason::Asked),
            _ => Ok(()),
        }
    }
}
