//! Networks that something else drives: a simulated world in which skills have the effects that they predict, and hierarchies in
//! which a skill of one network is a goal of another.

use crate::error::NetworkError;
use crate::model::{AgentName, Blueprint, Literal, NetworkGoal, SensorValue, Update};
use crate::network::{Network, NetworkStep};
use motive_core::binding::KeyedRng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A network in a simulated world: when the duration of a skill is over, its predictions come true. Propositions can be counted,
/// so that one of two empty hands can be filled, and skills can fail at random.
#[derive(Clone, Debug)]
#[must_use]
pub struct Simulation {
    network: Network,
    counts: BTreeMap<Arc<str>, i64>,
    durations: BTreeMap<Arc<str>, u64>,
    script: Vec<(u64, Update)>,
    next: usize,
    /// Executing skills and the step at which each ends.
    executing: Vec<(Arc<str>, u64)>,
    /// The probability that a skill succeeds, and the seed.
    success_rate: Option<(f64, u64)>,
    /// Whether skills are simulated.
    acting: bool,
}

impl Simulation {
    /// Opens a network in a simulated world, with its durations, counts and script.
    ///
    /// # Errors
    /// If an agent is rejected.
    pub fn new(blueprint: &Blueprint) -> Result<Self, NetworkError> {
        let mut script = blueprint.script.clone();
        script.sort_by_key(|(step, _)| *step);
        Ok(Self {
            network: blueprint.open()?,
            counts: blueprint.counted.iter().map(|(name, count)| (name.clone(), i64::from(*count))).collect(),
            durations: blueprint.durations.iter().cloned().collect(),
            script,
            next: 0,
            executing: Vec::new(),
            success_rate: None,
            acting: true,
        })
    }

    /// Makes skills succeed only with a probability. The seed, the step and the skill determine the result.
    pub fn success_rate(mut self, probability: f64, seed: u64) -> Self {
        self.success_rate = Some((probability.clamp(0.0, 1.0), seed));
        self
    }

    /// Sets whether skills are simulated. If not, the caller reports their effects and completion.
    pub fn set_acting(&mut self, acting: bool) {
        self.acting = acting;
        if !acting {
            self.executing.clear();
        }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The network, to be changed between steps.
    pub fn network_mut(&mut self) -> &mut Network {
        &mut self.network
    }

    /// One step: skills end and have their effects, the script is applied, activation spreads.
    ///
    /// # Errors
    /// If an update of the script is rejected.
    pub fn step(&mut self) -> Result<NetworkStep, NetworkError> {
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
            self.executing.push((name, step.number + 1 + takes));
        }
        Ok(step)
    }

    /// Makes steps until all goals hold, but not more than `steps`. Returns the step and name of each selected skill.
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

    /// Whether all goals hold, no skill is executing and the script has ended.
    pub fn is_over(&self) -> bool {
        self.executing.is_empty()
            && self.next >= self.script.len()
            && self.network.goals().next().is_some()
            && self.network.is_satisfied()
    }

    fn end_skills(&mut self, step: u64) -> Result<(), NetworkError> {
        let (over, executing) =
            std::mem::take(&mut self.executing).into_iter().partition(|(_, end)| *end <= step);
        self.executing = executing;
        let over: Vec<(Arc<str>, u64)> = over;
        for (name, _) in over {
            // A skill that was removed meanwhile has no effects; one that is disabled continues until it is enabled.
            let Some(skill) = self.network.skill(&name) else { continue };
            if self.network.is_disabled(&AgentName::Skill(name.clone())) == Some(true) {
                self.executing.push((name, step + 1));
                continue;
            }
            if self.succeeds(skill, step) {
                self.apply_effects(skill)?;
            }
            if self.network.is_executing(skill) {
                self.network.apply(Update::Complete(name))?;
            }
        }
        Ok(())
    }

    fn succeeds(&self, skill: usize, step: u64) -> bool {
        self.success_rate
            .is_none_or(|(rate, seed)| KeyedRng::new(seed, 0, step).fraction(skill as u64) < rate)
    }

    fn apply_effects(&mut self, skill: usize) -> Result<(), NetworkError> {
        let Some(agent) = self.network.skill_agent(skill) else { return Ok(()) };
        for Literal { proposition, value } in agent.effects() {
            let value = match self.counts.get_mut(&proposition) {
                Some(count) => {
                    *count += if value == SensorValue::TRUE { 1 } else { -1 };
                    SensorValue::Truth(*count > 0)
                }
                None => value,
            };
            // Effects without a sensor are not reported.
            if self.network.value(&proposition).is_some() {
                self.network.apply(Update::Sense { sensor: proposition, value })?;
            }
        }
        Ok(())
    }
}

/// While a skill of one network executes, another network has a goal. When the goal is achieved, the skill finishes.
///
/// Networks can be stacked that way: a path planner above, turning and walking below.
#[derive(Clone, Debug, PartialEq)]
pub struct Bridge {
    /// The skill of the network above.
    pub skill: Arc<str>,
    /// The goal of the network below.
    pub goal: NetworkGoal,
    active: bool,
}

impl Bridge {
    /// Connects a skill above with a goal below.
    pub fn new(skill: &str, goal: NetworkGoal) -> Self {
        Self { skill: skill.into(), goal, active: false }
    }

    /// Adds or withdraws the goal below and completes the skill above as needed. Call it between steps.
    ///
    /// # Errors
    /// If the network below has the same goal already.
    pub fn update(&mut self, above: &mut Network, below: &mut Network) -> Result<(), NetworkError> {
        let reached = self.active && self.holds(below);
        let skill = above.skill(&self.skill);
        if reached && skill.is_some_and(|skill| above.is_executing(skill)) {
            above.apply(Update::Complete(self.skill.clone()))?;
        }
        let executing = above.skill(&self.skill).is_some_and(|skill| above.is_executing(skill));
        if executing && !self.active {
            below.apply(Update::Goal(self.goal.clone()))?;
            self.active = true;
        } else if !executing && self.active {
            self.active = false;
            below.apply(Update::Withdraw(self.goal.literal.clone()))?;
        }
        Ok(())
    }

    fn holds(&self, below: &Network) -> bool {
        let Literal { proposition, value } = &self.goal.literal;
        below.value(proposition).is_some_and(|known| known == value)
    }
}
