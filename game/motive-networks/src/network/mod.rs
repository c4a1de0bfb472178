//! The network itself: its parts, the updates that change them, and its steps.

mod explain;
mod extended;
mod journal;
mod receptors;
mod saved_state;
mod sequences;
mod step;
mod templates;
mod updates;
mod watchdog;

pub use explain::{Contribution, Explanation, Link};
pub use journal::{Advice, AdviceCriteria, EffectCounts, ListChange, Notice};
pub use saved_state::SavedNetwork;
pub use sequences::Succession;
pub use step::NetworkStep;
pub use templates::TemplateLimits;
pub use updates::after_completion;
pub use watchdog::{Remedy, Watchdog};

use crate::activation::{Activation, Flows};
use crate::error::NetworkError;
use crate::model::{
    AgentName, Blueprint, Literal, NetworkGoal, NetworkSettings, Parameters, SensorValue, Skill, Update,
};
use crate::registry::{AgentRegistry, HealthMonitor};
use extended::ResourcePool;
use journal::NetworkJournal;
use receptors::Receptors;
use sequences::SequenceMemory;
use std::sync::Arc;
use step::Selection;
use templates::Templates;

/// A skill network: sensors, goals and skills, and the activation that spreads among them until a skill reaches the threshold.
///
/// Agents register, report and are removed by [`Update`]s; [`Network::step`] spreads activation once and returns what starts.
/// Nothing else changes a network, so the same updates give the same activations.
///
/// ```
/// use motive::networks::{NetworkGoal, Network, NetworkProfile, NetworkSensor, Skill};
///
/// let mut dude = Network::new(NetworkProfile::Bad1990)?;
/// dude.register(NetworkSensor::new("door-is-open", false))?;
/// dude.register(NetworkSensor::new("at-door", true))?;
/// dude.register(NetworkGoal::new("door-is-open"))?;
/// dude.register(Skill::new("open-door").needs(["at-door"]).adds(["door-is-open"]))?;
///
/// // Activation accumulates until a skill reaches the threshold.
/// let selected = (0..20).find_map(|_| dude.step().selected);
/// assert_eq!(selected.map(|skill| dude.skill_name(skill)), Some("open-door"));
/// dude.sense("door-is-open", true)?;
/// dude.complete("open-door")?;
/// assert_eq!(dude.activation("open-door"), Some(0.0));
/// # Ok::<(), motive::networks::NetworkError>(())
/// ```
#[derive(Clone)]
pub struct Network {
    settings: NetworkSettings,
    /// The number of steps made so far.
    steps: u64,
    /// The agents and their state.
    registry: AgentRegistry,
    health: HealthMonitor,
    /// What creates skills and sensors for goals.
    templates: Templates,
    /// What values of sensors are derived from.
    receptors: Receptors,
    /// What flows between agents, and what it is calculated from.
    activation: Activation,
    /// Which skills start.
    selection: Selection,
    sequences: SequenceMemory,
    resources: ResourcePool,
    watchdog: Option<Watchdog>,
    journal: NetworkJournal,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let skills: Vec<_> = (0..self.skill_count())
            .map(|skill| (self.skill_name(skill), self.activation.level(skill)))
            .collect();
        f.debug_struct("Network").field("steps", &self.steps).field("skills", &skills).finish_non_exhaustive()
    }
}

impl Blueprint {
    /// Opens the network.
    ///
    /// # Errors
    /// If an agent is rejected.
    pub fn open(&self) -> Result<Network, NetworkError> {
        let mut network = Network::new(self.settings)?;
        self.updates().try_for_each(|update| network.apply(update))?;
        Ok(network)
    }
}

impl Network {
    /// A network without agents.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn new(settings: impl Into<NetworkSettings>) -> Result<Self, NetworkError> {
        Self::with_settings(settings.into())
    }

    /// Not generic: otherwise the engines of both precisions would be compiled again in every crate that calls it.
    fn with_settings(settings: NetworkSettings) -> Result<Self, NetworkError> {
        settings.check()?;
        let activation = Activation::new(settings.precision);
        Ok(Self {
            settings,
            steps: 0,
            registry: AgentRegistry::new(settings.profile),
            health: HealthMonitor::default(),
            templates: Templates::default(),
            receptors: Receptors::default(),
            selection: Selection::new(activation.round(settings.parameters.threshold)),
            activation,
            sequences: SequenceMemory::default(),
            resources: ResourcePool::default(),
            watchdog: None,
            journal: NetworkJournal::default(),
        })
    }

    /// Adds an agent: a [`NetworkSensor`](crate::NetworkSensor), [`NetworkGoal`](crate::NetworkGoal) or [`Skill`].
    ///
    /// # Errors
    /// If there is one of its name, or its lists contradict themselves.
    pub fn register(&mut self, agent: impl Into<Update>) -> Result<(), NetworkError> {
        self.apply(agent.into())
    }

    /// Reports the value of a sensor.
    ///
    /// # Errors
    /// If there is no such sensor.
    pub fn sense(&mut self, sensor: &str, value: impl Into<SensorValue>) -> Result<(), NetworkError> {
        self.apply(Update::Sense { sensor: sensor.into(), value: value.into() })
    }

    /// Reports that a skill has finished.
    ///
    /// # Errors
    /// If there is no such skill, or it is not executing.
    pub fn complete(&mut self, skill: &str) -> Result<(), NetworkError> {
        self.apply(Update::Complete(skill.into()))
    }

    /// Changes a parameter.
    ///
    /// # Errors
    /// If there is none of that name, or the value is not allowed.
    pub fn set(&mut self, parameter: &str, value: f64) -> Result<(), NetworkError> {
        self.apply(Update::Parameter { name: parameter.into(), value })
    }

    /// Its rules and parameters.
    pub fn settings(&self) -> &NetworkSettings {
        &self.settings
    }

    /// Its global parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.settings.parameters
    }

    /// The number of steps made so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The activation needed for the next selection.
    pub fn threshold(&self) -> f64 {
        self.selection.threshold
    }

    /// The number of skills. They are numbered from 0 in the order of registration.
    pub fn skill_count(&self) -> usize {
        self.registry.skills.len()
    }

    /// The number of list entries of all skills.
    pub fn entry_count(&self) -> u64 {
        self.registry.entries()
    }

    /// The name of a skill; empty if there is none of that number.
    pub fn skill_name(&self, skill: usize) -> &str {
        self.registry.skill(skill).map_or("", |record| &record.agent.name)
    }

    /// The number of a skill. It changes when an earlier one is removed.
    pub fn skill(&self, name: &str) -> Option<usize> {
        self.registry.skill_number(name)
    }

    /// A skill as it was registered.
    pub fn skill_agent(&self, skill: usize) -> Option<&Skill> {
        self.registry.skill(skill).map(|record| &*record.agent)
    }

    /// The activation of a skill.
    pub fn activation(&self, skill: &str) -> Option<f64> {
        self.skill(skill).map(|skill| self.activation.level(skill))
    }

    /// The activation of a skill by number, 0 if there is none.
    pub fn level(&self, skill: usize) -> f64 {
        self.activation.level(skill)
    }

    /// What flowed to a skill in the last step, by kind of link.
    pub fn flows(&self, skill: usize) -> Flows {
        self.activation.flows(skill)
    }

    /// The degree to which a literal is true, from 0 to 1.
    pub fn degree(&self, literal: &Literal) -> f64 {
        self.registry.degree(literal)
    }

    /// The sum of all activations.
    pub fn total(&self) -> f64 {
        (0..self.skill_count()).map(|skill| self.activation.level(skill)).sum()
    }

    /// Whether all preconditions of a skill held in the last step.
    pub fn is_executable(&self, skill: usize) -> bool {
        self.activation.truth.is_executable(skill)
    }

    /// Whether a skill is executing.
    pub fn is_executing(&self, skill: usize) -> bool {
        self.registry.skill(skill).is_some_and(|record| record.executing)
    }

    /// Whether an agent is disabled; `None` if there is no such agent.
    pub fn is_disabled(&self, who: &AgentName) -> Option<bool> {
        match who {
            AgentName::Template(_) | AgentName::SensorTemplate(_) => self.templates.is_disabled(who),
            // Receptors cannot be disabled.
            AgentName::Receptor(name) => self.receptors.has(name).then_some(false),
            AgentName::Sensor(_) | AgentName::Goal(_) | AgentName::Skill(_) => self.registry.is_disabled(who),
        }
    }

    /// The value of a sensor.
    pub fn value(&self, proposition: &str) -> Option<&SensorValue> {
        self.registry.sensor(proposition).map(|record| &record.value)
    }

    /// Whether a literal holds: its proposition has a sensor with that value.
    pub fn holds(&self, literal: &Literal) -> bool {
        self.registry.holds(literal)
    }

    /// The propositions and values of all sensors, in the order of registration.
    pub fn sensors(&self) -> impl Iterator<Item = (&Arc<str>, &SensorValue)> {
        self.registry.sensors.iter().map(|record| (&record.agent.proposition, &record.value))
    }

    /// How many reports of a sensor were passed over because newer ones came before a step; `None` if there is no such sensor.
    pub fn passed_over(&self, proposition: &str) -> Option<u64> {
        self.registry.sensor(proposition).map(|record| record.passed_over)
    }

    /// How many reports of a sensor wait for a step; `None` if there is no such sensor.
    pub fn waiting_reports(&self, proposition: &str) -> Option<usize> {
        self.registry.sensor(proposition).map(|record| record.waiting.len())
    }

    /// All goals, in the order of registration.
    pub fn goals(&self) -> impl Iterator<Item = &NetworkGoal> {
        self.registry.goals.iter().map(|record| &record.agent)
    }

    /// The skills that started in the last step. In the extended profile there may be several.
    pub fn started(&self) -> &[usize] {
        &self.selection.started
    }

    /// Whether all goals hold.
    pub fn is_satisfied(&self) -> bool {
        self.registry.open_goals().next().is_none()
    }

    /// The part of the predictions of a skill that hold, by weight; 1 if there are none.
    pub(crate) fn success_of(&self, skill: usize) -> f64 {
        self.registry.success_of(skill)
    }

    /// The templates of skills and sensors.
    pub(crate) fn templates(&self) -> &Templates {
        &self.templates
    }
}
