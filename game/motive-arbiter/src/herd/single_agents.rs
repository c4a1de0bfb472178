//! A herd whose agents decide one by one.

use crate::arbiter::{Arbiter, Character};
use motive_core::Crowd;
use motive_core::memory::Memory;
use motive_core::mind::{Agent, AgentIdentity};
use motive_core::vocabulary::{ActionId, ActionLifetime, ActionTarget, Time};
use std::sync::Arc;

/// An agent that knows nothing yet.
pub(super) fn start(character: &Arc<Character>, identity: AgentIdentity) -> Agent<Arbiter> {
    let memory = Memory::new(character.vocabulary.clone());
    Agent::with_identity(memory, Arbiter::new(character.clone()), identity)
}

/// A herd whose agents decide one by one, each with a memory of its own.
pub(super) struct SingleAgents {
    pub(super) crowd: Crowd<Arbiter>,
    choices: Vec<u16>,
    actions: Vec<ActionId>,
}

impl SingleAgents {
    pub(super) fn new(character: &Arc<Character>, agents: Vec<AgentIdentity>) -> Self {
        let agents = agents.into_iter().map(|identity| start(character, identity));
        Self::of(character, agents.map(Some).collect())
    }

    /// Agents by place; some places may be free.
    pub(super) fn of(character: &Arc<Character>, agents: Vec<Option<Agent<Arbiter>>>) -> Self {
        let names = &character.vocabulary;
        let external = |action: &ActionId| {
            names.action_info(*action).is_some_and(|info| {
                info.target == ActionTarget::World || info.lifetime == ActionLifetime::Latched
            })
        };
        Self {
            choices: vec![u16::MAX; agents.len()],
            crowd: Crowd::with_places(agents),
            actions: names.actions().filter(external).collect(),
        }
    }

    /// An agent comes in. Returns its place.
    pub(super) fn add(&mut self, agent: Agent<Arbiter>) -> usize {
        let place = self.crowd.add(agent);
        self.choices.resize(self.choices.len().max(place + 1), u16::MAX);
        place
    }

    /// An agent leaves.
    pub(super) fn remove(&mut self, place: usize) -> Option<Agent<Arbiter>> {
        let agent = self.crowd.remove(place)?;
        self.choices[place] = u16::MAX;
        Some(agent)
    }

    /// All agents leave, each with its place.
    pub(super) fn take_all(&mut self) -> Vec<(usize, Agent<Arbiter>)> {
        let places: Vec<usize> = self.crowd.numbers().collect();
        places.into_iter().filter_map(|place| Some((place, self.remove(place)?))).collect()
    }

    pub(super) fn actions(&self) -> &[ActionId] {
        &self.actions
    }

    pub(super) fn choices(&self) -> &[u16] {
        &self.choices
    }

    pub(super) fn tick(&mut self, now: Time) {
        let actions = &self.actions;
        self.crowd.tick_into(now, &mut self.choices, |decision, choice| {
            let at = decision.actions.first().and_then(|act| actions.binary_search(&act.action).ok());
            *choice = at.and_then(|at| u16::try_from(at).ok()).unwrap_or(u16::MAX);
        });
    }
}
