//! Saving and restoring a network between two steps.

use super::Network;
use super::extended::ResourcePool;
use super::receptors::Receptors;
use super::sequences::Succession;
use super::templates::Templates;
use crate::activation::{NamedLink, Stale};
use crate::error::NetworkError;
use crate::model::{Coefficient, LinkKind, Literal, NetworkGoal, NetworkSettings, Skill, check_finite};
use crate::registry::{AgentPresence, AgentRegistry, HealthMonitor, SensorRecord, SkillRecord};
use std::sync::Arc;

/// The state of a network between two steps: agents, activations, waiting reports, executing skills.
///
/// A restored network continues exactly like the original, to the last bit. A [`Watchdog`](crate::Watchdog), statistics and a
/// recording are not part of it.
///
/// ```
/// use motive::networks::{Network, NetworkProfile, NetworkSensor, Skill};
///
/// let mut cat = Network::new(NetworkProfile::Bad1990)?;
/// cat.register(NetworkSensor::new("tap-on-foot", true))?;
/// cat.register(Skill::new("flexion-reflex").needs(["tap-on-foot"]).adds(["leg-is-lifted"]))?;
/// cat.step();
/// let mut copy = Network::restore(cat.save())?;
/// assert_eq!(copy.step(), cat.step());
/// assert_eq!(copy.activation("flexion-reflex"), cat.activation("flexion-reflex"));
/// # Ok::<(), motive::networks::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedNetwork {
    settings: NetworkSettings,
    /// Propositions in the order in which flows are summed.
    propositions: Vec<Arc<str>>,
    literals: Vec<Literal>,
    sensors: Vec<SensorRecord>,
    goals: Vec<(NetworkGoal, AgentPresence)>,
    skills: Vec<SavedSkill>,
    templates: Templates,
    receptors: Receptors,
    kinds: Vec<(LinkKind, Coefficient)>,
    links: Vec<NamedLink>,
    successions: Vec<Succession>,
    recording_followers: bool,
    previous: Option<Arc<str>>,
    completed: Option<Arc<str>>,
    resources: ResourcePool,
    health: HealthMonitor,
    threshold: f64,
    steps: u64,
    spent: Vec<usize>,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedSkill {
    agent: Skill,
    level: f64,
    executing: bool,
    invocations: u32,
    presence: AgentPresence,
    instance: Option<(Arc<str>, u32)>,
}

impl SavedNetwork {
    /// The number of steps made so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Network {
    /// Saves the state.
    pub fn save(&self) -> SavedNetwork {
        let (kinds, links) = self.activation.coefficients.listed();
        let goals = self.registry.goals.iter();
        let (recording_followers, previous, completed) = self.sequences.state();
        let propositions = &self.registry.propositions;
        SavedNetwork {
            settings: self.settings,
            propositions: propositions.names.to_vec(),
            literals: propositions.literals(),
            sensors: self.registry.sensors.to_vec(),
            goals: goals.map(|record| (record.agent.clone(), record.presence)).collect(),
            skills: self.saved_skills(),
            templates: self.templates.clone(),
            receptors: self.receptors.clone(),
            kinds,
            links,
            successions: self.successions(),
            recording_followers,
            previous,
            completed,
            resources: self.resources.clone(),
            health: self.health.clone(),
            threshold: self.selection.threshold,
            steps: self.steps,
            spent: self.selection.spent.clone(),
        }
    }

    fn saved_skills(&self) -> Vec<SavedSkill> {
        let saved = |(skill, record): (usize, &SkillRecord)| SavedSkill {
            agent: Skill::clone(&record.agent),
            level: self.level(skill),
            executing: record.executing,
            invocations: record.invocations,
            presence: record.presence,
            instance: record.instance.clone(),
        };
        self.registry.skills.iter().enumerate().map(saved).collect()
    }

    /// Restores a network.
    ///
    /// # Errors
    /// If the state is inconsistent, because it was changed after it was saved.
    pub fn restore(saved: SavedNetwork) -> Result<Self, NetworkError> {
        let mut network = Self::new(saved.settings)?;
        network.registry =
            AgentRegistry::with_propositions(saved.settings.profile, &saved.propositions, &saved.literals);
        network.restore_agents(saved.sensors, saved.goals, saved.skills)?;
        network.templates = saved.templates.restored()?;
        network.receptors = saved.receptors.restored();
        network.restore_coefficients(saved.kinds, saved.links)?;
        network.set_successions(&saved.successions);
        network.sequences.set_state(saved.recording_followers, saved.previous, saved.completed);
        network.resources = saved.resources.restored(network.skill_count());
        network.health = saved.health.restored();
        network.selection.threshold = network.activation.round(not_negative("threshold", saved.threshold)?);
        network.steps = saved.steps;
        let skills = network.skill_count();
        network.selection.spent = saved.spent.into_iter().filter(|skill| *skill < skills).collect();
        Ok(network)
    }

    fn restore_agents(
        &mut self,
        sensors: Vec<SensorRecord>,
        goals: Vec<(NetworkGoal, AgentPresence)>,
        skills: Vec<SavedSkill>,
    ) -> Result<(), NetworkError> {
        for (number, saved) in sensors.into_iter().enumerate() {
            let SensorRecord { agent, value, waiting, passed_over, presence, .. } = saved;
            waiting.iter().chain([&value]).try_for_each(|value| check_finite(&agent.proposition, value))?;
            self.add_sensor(agent)?;
            self.registry.set_waiting(number, waiting);
            if let Some(record) = self.registry.sensor_mut(number) {
                (record.value, record.presence, record.passed_over) = (value, presence, passed_over);
            }
        }
        for (agent, presence) in goals {
            let literal = agent.literal.clone();
            self.registry.add_goal(agent)?;
            if let Some(record) = self.registry.goal_mut(&literal) {
                record.presence = presence;
            }
        }
        for (number, saved) in skills.into_iter().enumerate() {
            let level = not_negative("activation", saved.level)?;
            self.add_skill(saved.agent, saved.instance)?;
            self.activation.set_level(number, level);
            if saved.invocations > 0 {
                self.selection.note_repeated(number);
            }
            if let Some(record) = self.registry.skill_mut(number) {
                (record.executing, record.invocations) = (saved.executing, saved.invocations);
                record.presence = saved.presence;
            }
        }
        Ok(())
    }

    fn restore_coefficients(
        &mut self,
        kinds: Vec<(LinkKind, Coefficient)>,
        links: Vec<NamedLink>,
    ) -> Result<(), NetworkError> {
        for (kind, value) in kinds {
            value.check(kind.name())?;
            self.activation.coefficients_mut(Stale::Links).set_kind(kind, value);
        }
        for (kind, from, to, value) in links {
            value.check(&format!("the link from {from} to {to}"))?;
            self.activation.coefficients_mut(Stale::Links).set_link(kind, from, to, value);
        }
        Ok(())
    }
}

fn not_negative(what: &'static str, value: f64) -> Result<f64, NetworkError> {
    if value.is_finite() && value >= 0.0 {
        return Ok(value);
    }
    Err(NetworkError::Number { what, of: "the saved network".to_owned(), must: "0 or more", value })
}
