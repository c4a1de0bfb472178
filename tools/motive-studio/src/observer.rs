//! The studio as an observer of agents.

use crate::Studio;
use motive_core::{Agent, AgentLabel, Mind, Observer, Time};

/// Lets agents decide while pages look on. The decision is the same, unless a page stops the game or changes something by hand.
impl Observer for Studio {
    fn wants(&self, number: u64) -> bool {
        self.looks_at(number)
    }

    fn begin(&mut self, now: Time) {
        self.begin_tick_of_all(now);
    }

    fn decide<M: Mind>(&mut self, agent: &mut Agent<M>, label: AgentLabel<'_>, now: Time) {
        if !self.knows(agent.number()) {
            self.introduce(agent, &label.name_of(agent.number()), label.source);
        }
        self.tick(agent, now);
    }
}
