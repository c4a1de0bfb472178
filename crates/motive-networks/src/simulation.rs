//! A small world for networks: it does what skills predict, after as long as they take.

use crate::error::NetworkError;
use crate::model::blueprint::Blueprint;
use crate::model::literal::{Literal, SensorValue};
use crate::model::update::{AgentName, Update};
use crate::network::Network;
use crate::network::step::Step;
use motive_core::binding::KeyedRng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A world of rules: what a skill predicts comes true when its time is over. Some propositions are counted, so that one of two
/// empty hands can be filled; some skills fail now and then.
#[derive(Clone, Debug)]
pub struct Simulation {
    network: Network,
    counts: BTreeMap<Arc<str>, i64>,
    durations: BTreeMap<Arc<str>, u64>,
    script: Vec<(u64, Update)>,
    next: usize,
    /// Skills being done and the step at which they end.
    doing: Vec<(Arc<str>, u64)>,
    /// How often a skill does what it predicts, and by what it is drawn.
    chance: Option<(f64, u64)>,
    /// Whether the world does anything by itself.
    acting: bool,
}

impl Simulation {
    /// Opens a network in a world that follows its rules and its script.
    ///
    /// # Errors
    /// If an agent is refused.
    pub fn new(blueprint: &Blueprint) -> Result<Self, NetworkError> {
        let mut script = blueprint.script.clone();
        script.sort_by_key(|(step, _)| *step);
        Ok(Self {
            network: blueprint.open()?,
            counts: blueprint.counted.iter().map(|(name, count)| (name.clone(), i64::from(*count))).collect(),
            durations: blueprint.durations.iter().cloned().collect(),
            script,
            next: 0,
            doing: Vec::new(),
            chance: None,
            acting: true,
        })
    }

    /// Skills do what they predict only now and then, drawn by a seed, a step and the skill.
    #[must_use]
    pub fn chance(mut self, part: f64, seed: u64) -> Self {
        self.chance = Some((part.clamp(0.0, 1.0), seed));
        self
    }

    /// Whether skills do what they predict by themselves; if not, somebody else reports for them.
    pub fn set_acting(&mut self, acting: bool) {
        self.acting = acting;
        if !acting {
            self.doing.clear();
        }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The network, to be changed while it runs.
    pub fn network_mut(&mut self) -> &mut Network {
        &mut self.network
    }

    /// One step: what ends has its effects, what the script says happens, activation flows.
    ///
    /// # Errors
    /// If the script says something that does not fit.
    pub fn step(&mut self) -> Result<Step, NetworkError> {
        let coming = self.network.steps() + 1;
        self.end_skills(coming)?;
        while let Some((at, update)) = self.script.get(self.next)
            && *at <= coming
        {
            self.network.apply(update.clone())?;
            self.next += 1;
        }
        let step = self.network.step();
        let started = if self.acting { self.network.started().to_vec() } else { Vec::new() };
        for skill in started {
            let name: Arc<str> = self.network.skill_name(skill).into();
            let takes = self.durations.get(&name).copied().unwrap_or(0);
            self.doing.push((name, step.number + 1 + takes));
        }
        Ok(step)
    }

    /// Steps until all goals hold, or so many times. Gives what was selected, and when.
    ///
    /// # Errors
    /// As for [`Simulation::step`].
    pub fn run(&mut self, steps: u64) -> Result<Vec<(u64, Arc<str>)>, NetworkError> {
        let mut selected = Vec::new();
        for _ in 0..steps {
            let step = self.step()?;
            for skill in self.network.started() {
                selected.push((step.number, self.network.skill_name(*skill).into()));
            }
            if self.is_over() {
                break;
            }
        }
        Ok(selected)
    }

    /// Whether all goals will hold, nothing is being done and the script is at its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.doing.is_empty()
            && self.next >= self.script.len()
            && self.network.goals().next().is_some()
            && self.network.is_satisfied()
    }

    fn end_skills(&mut self, step: u64) -> Result<(), NetworkError> {
        let (over, doing) = std::mem::take(&mut self.doing).into_iter().partition(|(_, end)| *end <= step);
        self.doing = doing;
        let over: Vec<(Arc<str>, u64)> = over;
        for (name, _) in over {
            // A skill that was amputated meanwhile ends without effect; one that does not answer never ends.
            let Some(skill) = self.network.skill(&name) else { continue };
            if self.network.is_disabled(&AgentName::Skill(name.clone())) == Some(true) {
                self.doing.push((name, step + 1));
                continue;
            }
            if self.succeeds(skill, step) {
                self.bring_about(skill)?;
            }
            if self.network.is_executing(skill) {
                self.network.apply(Update::Complete(name))?;
            }
        }
        Ok(())
    }

    fn succeeds(&self, skill: usize, step: u64) -> bool {
        self.chance.is_none_or(|(part, seed)| KeyedRng::new(seed, 0, step).fraction(skill as u64) < part)
    }

    fn bring_about(&mut self, skill: usize) -> Result<(), NetworkError> {
        let Some(agent) = self.network.skill_agent(skill) else { return Ok(()) };
        for Literal { proposition, value } in agent.effects() {
            let value = match self.counts.get_mut(&proposition) {
                Some(count) => {
                    *count += if value == SensorValue::TRUE { 1 } else { -1 };
                    SensorValue::Truth(*count > 0)
                }
                None => value,
            };
            // What nobody senses comes about unseen.
            if self.network.value(&proposition).is_some() {
                self.network.apply(Update::Sense { sensor: proposition, value })?;
            }
        }
        Ok(())
    }
}
