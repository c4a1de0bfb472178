//! What looks on while agents decide.

use super::agent::Agent;
use super::behaviour::Mind;
use crate::trace::{NoTrace, Tracer};
use crate::vocabulary::Time;

/// What an observer can call an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AgentLabel<'a> {
    /// The name that the game gave it; empty if it gave none.
    pub name: &'a str,
    /// Where its mind comes from, such as a file; empty if that is not known.
    pub source: &'a str,
}

impl AgentLabel<'_> {
    /// The name, or else one made of its number.
    pub fn name_of(&self, number: u64) -> String {
        if self.name.is_empty() { format!("agent {number}") } else { self.name.to_owned() }
    }
}

/// Looks on while an agent decides: a recording, a page of a studio, a tracer.
///
/// Every [`Tracer`] is an observer. An observer lets the agent decide, once; unless it changes the agent by hand, as a debugger does, the
/// decision is the same as without it.
pub trait Observer {
    /// Whether it looks at the agent of this number. In a crowd, only agents that are not observed may sleep or join a herd.
    fn wants(&self, _number: u64) -> bool {
        true
    }

    /// A tick of a crowd begins.
    fn begin(&mut self, _now: Time) {}

    /// Lets an agent decide, with [`Agent::tick`] or [`Agent::tick_traced`].
    fn decide<M: Mind>(&mut self, agent: &mut Agent<M>, label: AgentLabel<'_>, now: Time);
}

impl<T: Tracer> Observer for T {
    fn wants(&self, _: u64) -> bool {
        self.wants_events()
    }

    fn decide<M: Mind>(&mut self, agent: &mut Agent<M>, _: AgentLabel<'_>, now: Time) {
        agent.tick_traced(now, self);
    }
}

/// Looks on while the agents of a [`Crowd`](crate::Crowd) decide, which it knows by their numbers in the crowd.
pub trait CrowdObserver {
    /// Whether it looks at an agent.
    fn wants(&self, agent: usize) -> bool;

    /// Lets an agent at which it looks decide.
    fn decide(&mut self, number: usize, agent: &mut Agent, now: Time);
}

impl CrowdObserver for NoTrace {
    fn wants(&self, _: usize) -> bool {
        false
    }

    fn decide(&mut self, _: usize, agent: &mut Agent, now: Time) {
        agent.tick(now);
    }
}

/// Traces one agent.
impl<T: Tracer> CrowdObserver for (usize, &mut T) {
    fn wants(&self, agent: usize) -> bool {
        agent == self.0
    }

    fn decide(&mut self, _: usize, agent: &mut Agent, now: Time) {
        agent.tick_traced(now, self.1);
    }
}
