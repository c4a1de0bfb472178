//! An agent: a memory and a mind.

use super::behaviour::{Mind, TickContext};
use crate::action::{ActionEnd, Decision};
use crate::binding::{Budget, KeyedRng};
use crate::memory::Memory;
use crate::prefetch::prefetch_value;
use crate::trace::{NoTrace, Tracer};
use crate::vocabulary::Time;

/// Which agent of a run it is: this decides its random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentIdentity {
    /// What its random numbers are keyed by, beside the tick.
    rng_key: u64,
    number: u64,
}

impl AgentIdentity {
    /// The agent of this number in a run with this seed.
    pub fn new(seed: u64, number: u64) -> Self {
        Self { rng_key: KeyedRng::key_of_agent(seed, number), number }
    }

    /// Its number, unique among the agents of a run.
    pub fn number(self) -> u64 {
        self.number
    }

    /// Its random numbers in a tick.
    pub fn rng(self, tick: u64) -> KeyedRng {
        KeyedRng::in_tick(self.rng_key, tick)
    }
}

/// A memory and a mind that belong together.
///
/// Each tick the host writes what the agent perceives into [`Agent::memory`], calls [`Agent::tick`], and carries out the
/// actions of the decision.
// In this order, what every decision touches lies together.
#[repr(C)]
pub struct Agent<M = Box<dyn Mind>> {
    identity: AgentIdentity,
    work: u64,
    work_done: u64,
    memory: Memory,
    mind: M,
}

impl<M: Mind> Agent<M> {
    /// Creates an agent. Seed and number determine its random numbers: give the agents of one run the same seed and different numbers.
    pub fn new(memory: Memory, mind: M, seed: u64, number: u64) -> Self {
        Self::with_identity(memory, mind, AgentIdentity::new(seed, number))
    }

    /// Creates an agent with the identity of another one, which it replaces.
    pub fn with_identity(memory: Memory, mind: M, identity: AgentIdentity) -> Self {
        Self { memory, mind, identity, work: Budget::default().left(), work_done: 0 }
    }

    /// Which agent of a run it is.
    pub fn identity(&self) -> AgentIdentity {
        self.identity
    }

    /// Its memory and its mind, each for itself.
    pub fn into_parts(self) -> (Memory, M) {
        (self.memory, self.mind)
    }

    /// Whether its decisions have the usual work budget.
    pub fn has_usual_budget(&self) -> bool {
        self.work == Budget::default().left()
    }

    /// Sets the work budget of each decision.
    pub fn with_budget(mut self, work: u64) -> Self {
        self.work = work;
        self
    }

    /// Its number, unique among the agents of a run.
    pub fn number(&self) -> u64 {
        self.identity.number
    }

    /// What it knows.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Its memory, for writing percepts.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Its mind.
    pub fn mind(&self) -> &M {
        &self.mind
    }

    /// Its mind, mutably.
    pub fn mind_mut(&mut self) -> &mut M {
        &mut self.mind
    }

    /// Its mind and its memory, mutably.
    pub fn parts_mut(&mut self) -> (&mut M, &mut Memory) {
        (&mut self.mind, &mut self.memory)
    }

    /// The work of all its decisions so far: candidates tested, rules tried. It does not depend on the machine.
    pub fn work_done(&self) -> u64 {
        self.work_done
    }

    /// Decides what to do now.
    pub fn tick(&mut self, now: Time) -> &Decision {
        self.tick_traced(now, &mut NoTrace)
    }

    /// Decides what to do now and records events. The decision is the same.
    pub fn tick_traced(&mut self, now: Time, trace: &mut dyn Tracer) -> &Decision {
        self.memory.set_time(now);
        let mut tick_cx = TickContext {
            memory: &mut self.memory,
            rng: self.identity.rng(now.tick),
            budget: Budget::new(self.work),
            trace,
        };
        self.mind.think(&mut tick_cx);
        self.work_done = self.work_done.saturating_add(tick_cx.budget.spent());
        self.mind.decision()
    }

    /// The last decision. Unlike the result of [`Agent::tick`], it borrows the agent immutably.
    pub fn decision(&self) -> &Decision {
        self.mind.decision()
    }

    /// Prefetches what its next decision will read: at each depth what the previous depth refers to.
    pub(crate) fn prefetch(&self, depth: u8) {
        match depth.checked_sub(1) {
            None => prefetch_value(self),
            Some(deeper) => {
                self.mind.prefetch(deeper);
                self.memory.prefetch(deeper);
            }
        }
    }

    /// Reports the end of a latched action. Returns whether it was running.
    pub fn finish(&mut self, run: u64, ending: ActionEnd) -> bool {
        self.mind.finish(run, ending, &mut self.memory)
    }
}

impl<M: Mind + 'static> Agent<M> {
    /// The same agent for a host that has agents with minds of several types.
    pub fn boxed(self) -> Agent {
        let Self { identity, work, work_done, memory, mind } = self;
        Agent { identity, work, work_done, memory, mind: Box::new(mind) }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/agent.rs"]
mod tests;
