//! A herd whose agents are run one by one.

use crate::action::Act;
use crate::arbiter::{Arbiter, Character};
use crate::memory::Memory;
use crate::mind::Agent;
use crate::vocabulary::{Life, Reach, Time, Verb};
use std::sync::Arc;

/// A herd whose agents are run one by one.
pub(super) struct Agents {
    pub(super) agents: Vec<Agent<Arbiter>>,
    choices: Vec<u16>,
    actions: Vec<Verb>,
}

impl Agents {
    pub(super) fn new(character: &Arc<Character>, count: usize, seed: u64) -> Self {
        let names = &character.vocabulary;
        let agent = |number: usize| {
            Agent::new(Memory::new(names.clone()), Arbiter::new(character.clone()), seed, number as u64)
        };
        let external = |verb: &Verb| {
            names
                .verb_info(*verb)
                .is_some_and(|info| info.reach == Reach::External || info.life == Life::Latched)
        };
        Self {
            agents: (0..count).map(agent).collect(),
            choices: vec![u16::MAX; count],
            actions: names.verbs().filter(external).collect(),
        }
    }

    pub(super) fn actions(&self) -> &[Verb] {
        &self.actions
    }

    pub(super) fn choices(&self) -> &[u16] {
        &self.choices
    }

    pub(super) fn tick(&mut self, now: Time) {
        let actions = &self.actions;
        let tick = |(agent, choice): (&mut Agent<Arbiter>, &mut u16)| {
            let first = agent.tick(now).actions.first();
            let at = first.and_then(|act| actions.binary_search(&act.verb).ok());
            *choice = at.and_then(|at| u16::try_from(at).ok()).unwrap_or(u16::MAX);
        };
        for_each_agent(&mut self.agents, &mut self.choices, tick);
    }

    pub(super) fn decision(&self, agent: usize) -> &[Act] {
        self.agents.get(agent).map_or(&[], |agent| &agent.mind().decision().actions)
    }

    pub(super) fn stopped(&self, agent: usize) -> &[Act] {
        self.agents.get(agent).map_or(&[], |agent| &agent.mind().decision().stopped)
    }
}

#[cfg(feature = "parallel")]
fn for_each_agent<'a>(
    agents: &'a mut [Agent<Arbiter>],
    choices: &'a mut [u16],
    work: impl Fn((&'a mut Agent<Arbiter>, &'a mut u16)) + Sync + Send,
) {
    use rayon::prelude::*;
    agents.par_iter_mut().zip(choices.par_iter_mut()).for_each(work);
}

#[cfg(not(feature = "parallel"))]
fn for_each_agent<'a>(
    agents: &'a mut [Agent<Arbiter>],
    choices: &'a mut [u16],
    work: impl Fn((&'a mut Agent<Arbiter>, &'a mut u16)),
) {
    agents.iter_mut().zip(choices).for_each(work);
}
