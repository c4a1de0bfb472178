//! A herd whose agents decide one by one.

use crate::arbiter::{Arbiter, Character};
use motive_core::Crowd;
use motive_core::action::{ActiveAction, Phase};
use motive_core::memory::Memory;
use motive_core::mind::Agent;
use motive_core::vocabulary::{ActionId, ActionLifetime, ActionTarget, Time};
use std::sync::Arc;

/// A herd whose agents decide one by one, each with a memory of its own.
pub(super) struct SingleAgents {
    pub(super) crowd: Crowd<Arbiter>,
    choices: Vec<u16>,
    actions: Vec<ActionId>,
}

impl SingleAgents {
    pub(super) fn new(character: &Arc<Character>, count: usize, seed: u64, first_number: u64) -> Self {
        let names = &character.vocabulary;
        let agent = |at: usize| {
            let number = first_number.wrapping_add(at as u64);
            Agent::new(Memory::new(names.clone()), Arbiter::new(character.clone()), seed, number)
        };
        let external = |action: &ActionId| {
            names.action_info(*action).is_some_and(|info| {
                info.target == ActionTarget::World || info.lifetime == ActionLifetime::Latched
            })
        };
        Self {
            crowd: (0..count).map(agent).collect(),
            choices: vec![u16::MAX; count],
            actions: names.actions().filter(external).collect(),
        }
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

    /// The actions of an agent. All of them continue if it slept in the last tick.
    pub(super) fn decision(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        let slept = !self.crowd.has_decided(agent);
        let actions = self.crowd.agent(agent).map_or(&[][..], |agent| &agent.mind().decision().actions);
        actions
            .iter()
            .cloned()
            .map(move |act| if slept { ActiveAction { phase: Phase::Continued, ..act } } else { act })
    }

    /// The agents whose actions are not all going on as before.
    pub(super) fn changed(&self) -> impl Iterator<Item = usize> {
        (0..self.choices.len()).filter(|agent| {
            self.stopped(*agent).next().is_some()
                || self.decision(*agent).any(|act| act.phase != Phase::Continued)
        })
    }

    pub(super) fn stopped(&self, agent: usize) -> impl Iterator<Item = ActiveAction> {
        let decided = self.crowd.agent(agent).filter(|_| self.crowd.has_decided(agent));
        decided.map_or(&[][..], |agent| &agent.mind().decision().stopped).iter().cloned()
    }
}
