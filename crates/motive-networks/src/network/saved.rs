//! A network as it stands between two steps, so that it can be put down and taken up again.

use crate::activation::coefficients::{LinkKind, NamedLink};
use crate::error::NetworkError;
use crate::model::agents::{Goal, Sensor, Skill};
use crate::model::coefficient::Coefficient;
use crate::model::literal::{Literal, SensorValue};
use crate::model::profile::Settings;
use crate::model::update::AgentName;
use crate::network::Network;
use crate::network::extended::ResourcePool;
use crate::network::receptors::Receptors;
use crate::network::sequences::Succession;
use crate::registry::health::Health;
use crate::registry::records::Presence;
use crate::templates::TemplateLimits;
use std::collections::VecDeque;
use std::sync::Arc;

/// Everything that a network is between two steps: agents, activations, reports that wait, what is being done.
///
/// A network restored from it goes on as the first would have gone on, to the last bit. What a host sets up beside the
/// network, a [`Watchdog`](crate::Watchdog) or statistics, is not part of it.
///
/// ```
/// use motive::network::{Network, Profile, Sensor, Skill};
///
/// let mut cat = Network::new(Profile::Bad1990)?;
/// cat.register(Sensor::new("tap-on-foot", true))?;
/// cat.register(Skill::new("flexion-reflex").needs(["tap-on-foot"]).adds(["leg-is-lifted"]))?;
/// cat.step();
/// let mut copy = Network::restore(cat.save())?;
/// assert_eq!(copy.step(), cat.step());
/// assert_eq!(copy.activation("flexion-reflex"), cat.activation("flexion-reflex"));
/// # Ok::<(), motive::network::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedNetwork {
    settings: Settings,
    /// Propositions in the order in which they came up, which is the order in which flows are added up.
    propositions: Vec<Arc<str>>,
    pairs: Vec<Literal>,
    sensors: Vec<SavedSensor>,
    goals: Vec<(Goal, Presence)>,
    skills: Vec<SavedSkill>,
    templates: Vec<Skill>,
    sensor_templates: Vec<Sensor>,
    /// Propositions of sensors that were made from them.
    sensed: std::collections::BTreeSet<Arc<str>>,
    instances: TemplateLimits,
    receptors: Receptors,
    kinds: Vec<(LinkKind, Coefficient)>,
    links: Vec<NamedLink>,
    followed: Vec<Succession>,
    recording_followers: bool,
    previous: Option<Arc<str>>,
    completed: Option<Arc<str>>,
    crossing: ResourcePool,
    health: Health,
    owing: Vec<AgentName>,
    threshold: f64,
    steps: u64,
    clock: u64,
    spent: Vec<usize>,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedSensor {
    agent: Sensor,
    value: SensorValue,
    waiting: VecDeque<SensorValue>,
    presence: Presence,
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedSkill {
    agent: Skill,
    level: f64,
    executing: bool,
    invocations: u32,
    presence: Presence,
    instance: Option<(Arc<str>, u32)>,
}

impl SavedNetwork {
    /// How many steps had been made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Network {
    /// The network as it stands, to be restored later.
    #[must_use]
    pub fn save(&self) -> SavedNetwork {
        let (kinds, links) = self.influence.listed();
        let (recording_followers, previous, completed) = self.followers.state();
        SavedNetwork {
            settings: self.settings,
            propositions: self.names.propositions().to_vec(),
            pairs: self.names.pairs(),
            sensors: self.saved_sensors(),
            goals: self.goals.iter().map(|record| (record.agent.clone(), record.presence)).collect(),
            skills: self.saved_skills(),
            templates: self.templates.list().to_vec(),
            sensor_templates: self.templates.sensors().0.to_vec(),
            sensed: self.templates.sensors().1.clone(),
            instances: self.templates.rules,
            receptors: self.receptors.clone(),
            kinds,
            links,
            followed: self.followed(),
            recording_followers,
            previous,
            completed,
            crossing: self.crossing.clone(),
            health: self.health.clone(),
            owing: self.health.owing.clone(),
            threshold: self.threshold,
            steps: self.steps,
            clock: self.clock,
            spent: self.spent.clone(),
        }
    }

    fn saved_sensors(&self) -> Vec<SavedSensor> {
        let saved = |record: &crate::registry::records::SensorRecord| SavedSensor {
            agent: record.agent.clone(),
            value: record.value.clone(),
            waiting: record.waiting.clone(),
            presence: record.presence,
        };
        self.sensors.iter().map(saved).collect()
    }

    fn saved_skills(&self) -> Vec<SavedSkill> {
        let saved = |(skill, record): (usize, &crate::registry::records::SkillRecord)| SavedSkill {
            agent: Skill::clone(&record.agent),
            level: self.level(skill),
            executing: record.executing,
            invocations: record.invocations,
            presence: record.presence,
            instance: record.instance.clone(),
        };
        self.skills.iter().enumerate().map(saved).collect()
    }

    /// The network that was saved, ready to go on.
    ///
    /// # Errors
    /// If what was saved does not fit together: somebody has changed it.
    pub fn restore(saved: SavedNetwork) -> Result<Self, NetworkError> {
        let mut network = Self::new(saved.settings)?;
        for name in &saved.propositions {
            network.names.proposition(name);
        }
        for pair in &saved.pairs {
            network.names.pair(pair);
        }
        network.restore_agents(saved.sensors, saved.goals, saved.skills)?;
        for template in saved.templates {
            network.templates.add(template)?;
        }
        for template in saved.sensor_templates {
            network.templates.add_sensor(template)?;
        }
        network.templates.set_sensed(saved.sensed);
        network.templates.rules = saved.instances;
        network.receptors = saved.receptors.restored();
        network.restore_influence(saved.kinds, saved.links)?;
        network.remember_followed(&saved.followed);
        network.followers.set_state(saved.recording_followers, saved.previous, saved.completed);
        network.crossing = saved.crossing.restored(network.skills.len());
        network.set_health(saved.health);
        network.health.owing = saved.owing;
        network.threshold = network.engine.round(not_negative("threshold", saved.threshold)?);
        (network.steps, network.clock) = (saved.steps, saved.clock);
        let skills = network.skills.len();
        network.spent = saved.spent.into_iter().filter(|skill| *skill < skills).collect();
        Ok(network)
    }

    fn restore_agents(
        &mut self,
        sensors: Vec<SavedSensor>,
        goals: Vec<(Goal, Presence)>,
        skills: Vec<SavedSkill>,
    ) -> Result<(), NetworkError> {
        for (number, SavedSensor { agent, value, waiting, presence }) in (0_u32..).zip(sensors) {
            self.add_sensor(agent)?;
            if !waiting.is_empty() {
                self.room.reporting.push(number);
            }
            if let Some(record) = self.sensors.last_mut() {
                (record.value, record.waiting, record.presence) = (value, waiting, presence);
            }
        }
        for (agent, presence) in goals {
            self.add_goal(agent)?;
            if let Some(record) = self.goals.last_mut() {
                record.presence = presence;
            }
        }
        for (number, saved) in skills.into_iter().enumerate() {
            let level = not_negative("activation", saved.level)?;
            self.add_skill(saved.agent, saved.instance)?;
            self.engine.set_level(number, level);
            if saved.invocations > 0 {
                self.repeated.push(number);
            }
            if let Some(record) = self.skills.last_mut() {
                (record.executing, record.invocations) = (saved.executing, saved.invocations);
                record.presence = saved.presence;
            }
        }
        Ok(())
    }

    fn restore_influence(
        &mut self,
        kinds: Vec<(LinkKind, Coefficient)>,
        links: Vec<NamedLink>,
    ) -> Result<(), NetworkError> {
        for (kind, value) in kinds {
            value.check(kind.name())?;
            self.influence.kinds.insert(kind, value);
        }
        for (kind, from, to, value) in links {
            value.check(&format!("the link from {from} to {to}"))?;
            self.influence.set_link(kind, from, to, value);
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
