//! The network itself: its agents, and what can be asked of it.

pub(crate) mod completion;
pub(crate) mod explain;
pub(crate) mod extended;
pub(crate) mod log;
pub(crate) mod notice;
pub(crate) mod receptors;
pub(crate) mod saved;
pub(crate) mod sequences;
pub(crate) mod statistics;
pub(crate) mod step;
pub(crate) mod updates;
pub(crate) mod watchdog;

use crate::activation::coefficients::LinkCoefficients;
use crate::activation::engine::{ActivationEngine, Flows};
use crate::activation::field::ActivationField;
use crate::error::NetworkError;
use crate::graph::links::LinkGraph;
use crate::model::agents::Skill;
use crate::model::literal::{Literal, SensorValue};
use crate::model::parameters::Parameters;
use crate::model::profile::{Precision, Settings};
use crate::model::update::{AgentName, RecordedUpdate, Update};
use crate::network::extended::ResourcePool;
use crate::network::notice::Notice;
use crate::network::receptors::Receptors;
use crate::network::sequences::SequenceMemory;
use crate::network::statistics::EffectStatistics;
use crate::network::watchdog::Watchdog;
use crate::registry::health::Health;
use crate::registry::propositions::Propositions;
use crate::registry::records::{GoalRecord, SensorRecord, SkillRecord};
use crate::templates::Templates;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A skill network: sensors, goals and skills, and the activation that flows among them until one is strong enough to act.
///
/// Agents come, report and go as [`Update`]s; [`Network::step`] spreads activation once and says what starts. Nothing else
/// changes a network, so the same updates give the same activations.
///
/// ```
/// use motive::network::{Goal, Network, Profile, Sensor, Skill};
///
/// let mut dude = Network::new(Profile::Bad1990)?;
/// dude.register(Sensor::new("door-is-open", false))?;
/// dude.register(Sensor::new("at-door", true))?;
/// dude.register(Goal::new("door-is-open"))?;
/// dude.register(Skill::new("open-door").needs(["at-door"]).adds(["door-is-open"]))?;
///
/// // Activation gathers step by step until a skill is strong enough.
/// let selected = (0..20).find_map(|_| dude.step().selected);
/// assert_eq!(selected.map(|skill| dude.skill_name(skill)), Some("open-door"));
/// dude.sense("door-is-open", true)?;
/// dude.complete("open-door")?;
/// assert_eq!(dude.activation("open-door"), Some(0.0));
/// # Ok::<(), motive::network::NetworkError>(())
/// ```
pub struct Network {
    pub(crate) settings: Settings,
    pub(crate) names: Propositions,
    pub(crate) sensors: Vec<SensorRecord>,
    pub(crate) goals: Vec<GoalRecord>,
    pub(crate) skills: Vec<SkillRecord>,
    pub(crate) skill_numbers: FxHashMap<Arc<str>, u32>,
    /// By proposition, the number of its sensor.
    pub(crate) sensor_of: Vec<u32>,
    pub(crate) links: LinkGraph,
    pub(crate) stale: Stale,
    pub(crate) engine: Box<dyn ActivationEngine>,
    pub(crate) truth: Truth,
    pub(crate) influence: LinkCoefficients,
    pub(crate) templates: Templates,
    pub(crate) receptors: Receptors,
    pub(crate) followers: SequenceMemory,
    pub(crate) watchdog: Option<Watchdog>,
    pub(crate) statistics: Option<EffectStatistics>,
    pub(crate) health: Health,
    pub(crate) crossing: ResourcePool,
    pub(crate) threshold: f64,
    pub(crate) steps: u64,
    pub(crate) clock: u64,
    /// A skill that acted in the last step and starts again from nothing.
    pub(crate) spent: Vec<usize>,
    /// Skills that may have been done several times in a row.
    pub(crate) repeated: Vec<usize>,
    pub(crate) started: Vec<usize>,
    pub(crate) last: Option<crate::network::step::Step>,
    pub(crate) notices: Vec<Notice>,
    /// The notices belong to a step that is over.
    pub(crate) said: bool,
    pub(crate) recording: Option<Vec<RecordedUpdate>>,
    pub(crate) meetings: Meetings,
    pub(crate) room: crate::network::step::StepBuffers,
}

/// No sensor.
pub(crate) const NO_SENSOR: u32 = u32::MAX;

/// What must be worked out anew before the next step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stale {
    pub(crate) links: bool,
    /// All input from the state.
    pub(crate) state: bool,
    pub(crate) goals: bool,
    /// Coefficients of agents.
    pub(crate) influence: bool,
    /// Skills whose input from the state may have changed.
    pub(crate) sensed_by: Vec<u32>,
}

/// What holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Truth {
    /// By pair.
    pub(crate) holds: Vec<bool>,
    /// By skill: how many conditions do not hold.
    pub(crate) unmet: Vec<u32>,
}

/// How many skills need and undo each proposition, so that a network cannot grow more links than it can carry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    pub(crate) needs: Vec<u64>,
    pub(crate) deletes: Vec<u64>,
    pub(crate) total: u64,
    pub(crate) entries: u64,
}

impl Clone for Network {
    fn clone(&self) -> Self {
        Self {
            settings: self.settings,
            names: self.names.clone(),
            sensors: self.sensors.clone(),
            goals: self.goals.clone(),
            skills: self.skills.clone(),
            skill_numbers: self.skill_numbers.clone(),
            sensor_of: self.sensor_of.clone(),
            links: self.links.clone(),
            stale: self.stale.clone(),
            engine: self.engine.boxed(),
            truth: self.truth.clone(),
            influence: self.influence.clone(),
            templates: self.templates.clone(),
            receptors: self.receptors.clone(),
            followers: self.followers.clone(),
            watchdog: self.watchdog.clone(),
            statistics: self.statistics.clone(),
            health: self.health.clone(),
            crossing: self.crossing.clone(),
            threshold: self.threshold,
            steps: self.steps,
            clock: self.clock,
            spent: self.spent.clone(),
            repeated: self.repeated.clone(),
            started: self.started.clone(),
            last: self.last,
            notices: self.notices.clone(),
            said: self.said,
            recording: self.recording.clone(),
            meetings: self.meetings.clone(),
            room: self.room.clone(),
        }
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let skills: Vec<_> =
            (0..self.skills.len()).map(|skill| (self.skill_name(skill), self.engine.level(skill))).collect();
        f.debug_struct("Network").field("steps", &self.steps).field("skills", &skills).finish_non_exhaustive()
    }
}

impl Network {
    /// A network without agents.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn new(settings: impl Into<Settings>) -> Result<Self, NetworkError> {
        let settings = settings.into();
        settings.parameters.check()?;
        let engine: Box<dyn ActivationEngine> = match settings.precision {
            Precision::Single => Box::new(ActivationField::<f32>::default()),
            Precision::Double => Box::new(ActivationField::<f64>::default()),
        };
        let threshold = engine.round(settings.parameters.threshold);
        Ok(Self {
            settings,
            names: Propositions::default(),
            sensors: Vec::new(),
            goals: Vec::new(),
            skills: Vec::new(),
            skill_numbers: FxHashMap::default(),
            sensor_of: Vec::new(),
            links: LinkGraph::default(),
            stale: Stale { links: true, ..Stale::default() },
            engine,
            truth: Truth::default(),
            influence: LinkCoefficients::default(),
            templates: Templates::default(),
            receptors: Receptors::default(),
            followers: SequenceMemory::default(),
            watchdog: None,
            statistics: None,
            health: Health::default(),
            crossing: ResourcePool::default(),
            threshold,
            steps: 0,
            clock: 0,
            spent: Vec::new(),
            repeated: Vec::new(),
            started: Vec::new(),
            last: None,
            notices: Vec::new(),
            said: false,
            recording: None,
            meetings: Meetings::default(),
            room: crate::network::step::StepBuffers::default(),
        })
    }

    /// Adds an agent: a [`Sensor`](crate::Sensor), [`Goal`](crate::Goal) or [`Skill`].
    ///
    /// # Errors
    /// If there is one of its name, or its lists contradict themselves.
    pub fn register(&mut self, agent: impl Into<Update>) -> Result<(), NetworkError> {
        self.apply(agent.into())
    }

    /// A sensor reports.
    ///
    /// # Errors
    /// If there is no such sensor.
    pub fn sense(&mut self, sensor: &str, value: impl Into<SensorValue>) -> Result<(), NetworkError> {
        self.apply(Update::Sense { sensor: sensor.into(), value: value.into() })
    }

    /// A skill reports that it is finished.
    ///
    /// # Errors
    /// If there is no such skill, or it is not being done.
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

    /// How it runs.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Its numbers.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.settings.parameters
    }

    /// How many steps it has made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The activation that the next selection needs.
    #[must_use]
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// How many skills there are. They are numbered from 0 in the order of registration.
    #[must_use]
    pub fn skill_count(&self) -> usize {
        self.skills.len()
    }

    /// How many list entries all skills have together.
    #[must_use]
    pub fn entry_count(&self) -> u64 {
        self.meetings.entries
    }

    /// The name of a skill, or nothing if there is none of that number.
    #[must_use]
    pub fn skill_name(&self, skill: usize) -> &str {
        self.skills.get(skill).map_or("", |record| &record.agent.name)
    }

    /// The number of a skill. It changes when an earlier one goes.
    #[must_use]
    pub fn skill(&self, name: &str) -> Option<usize> {
        self.skill_numbers.get(name).map(|number| *number as usize)
    }

    /// A skill as it registered.
    #[must_use]
    pub fn skill_agent(&self, skill: usize) -> Option<&Skill> {
        self.skills.get(skill).map(|record| &*record.agent)
    }

    /// The activation of a skill.
    #[must_use]
    pub fn activation(&self, skill: &str) -> Option<f64> {
        self.skill(skill).map(|skill| self.engine.level(skill))
    }

    /// The activation of a skill by number, 0 if there is none.
    #[must_use]
    pub fn level(&self, skill: usize) -> f64 {
        self.engine.level(skill)
    }

    /// What a skill got in the last step, by source.
    #[must_use]
    pub fn flows(&self, skill: usize) -> Flows {
        self.engine.flows(skill)
    }

    /// The sum of all activations.
    #[must_use]
    pub fn total(&self) -> f64 {
        (0..self.skills.len()).map(|skill| self.engine.level(skill)).sum()
    }

    /// Whether all conditions of a skill held in the last step.
    #[must_use]
    pub fn is_executable(&self, skill: usize) -> bool {
        self.truth.unmet.get(skill).is_some_and(|unmet| *unmet == 0)
    }

    /// Whether a skill is being done.
    #[must_use]
    pub fn is_executing(&self, skill: usize) -> bool {
        self.skills.get(skill).is_some_and(|record| record.executing)
    }

    /// Whether an agent does not answer. Nothing if there is no such agent.
    #[must_use]
    pub fn is_disabled(&self, who: &AgentName) -> Option<bool> {
        match who {
            AgentName::Template(_) | AgentName::SensorTemplate(_) => self.templates.is_disabled(who),
            // A receptor that is silent says nothing new, and that is all.
            AgentName::Receptor(name) => self.receptors.has(name).then_some(false),
            AgentName::Sensor(_) | AgentName::Goal(_) | AgentName::Skill(_) => {
                self.presence(who).map(|presence| presence.disabled)
            }
        }
    }

    /// What a sensor says.
    #[must_use]
    pub fn value(&self, proposition: &str) -> Option<&SensorValue> {
        let sensor = self.sensor_number(proposition)?;
        self.sensors.get(sensor).map(|record| &record.value)
    }

    /// Whether a pair holds: there is a sensor for it, and it says so.
    #[must_use]
    pub fn holds(&self, pair: &Literal) -> bool {
        let quantum = self.sensor_number(&pair.proposition).and_then(|sensor| self.sensors.get(sensor));
        quantum.is_some_and(|record| {
            let step = record.agent.quantum.unwrap_or(0.0);
            record.value.rounded(step) == pair.value.rounded(step)
        })
    }

    /// The sensors' propositions and what they say, in the order of registration.
    pub fn sensors(&self) -> impl Iterator<Item = (&Arc<str>, &SensorValue)> {
        self.sensors.iter().map(|record| (&record.agent.proposition, &record.value))
    }

    /// What is wanted, in the order of registration.
    pub fn goals(&self) -> impl Iterator<Item = &crate::model::agents::Goal> {
        self.goals.iter().map(|record| &record.agent)
    }

    /// The skills that started in the last step. In the extended profile there may be several.
    #[must_use]
    pub fn started(&self) -> &[usize] {
        &self.started
    }

    /// What happened since the step before the last: agents lost, skills judged, instances made.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// The last step.
    #[must_use]
    pub fn last_step(&self) -> Option<crate::network::step::Step> {
        self.last
    }

    /// Whether all goals hold.
    #[must_use]
    pub fn is_satisfied(&self) -> bool {
        self.goals.iter().all(|goal| self.holds(&goal.agent.pair))
    }

    pub(crate) fn sensor_number(&self, proposition: &str) -> Option<usize> {
        let number = self.names.find(proposition)?;
        let sensor = *self.sensor_of.get(number as usize)?;
        (sensor != NO_SENSOR).then_some(sensor as usize)
    }

    pub(crate) fn presence(&self, who: &AgentName) -> Option<&crate::registry::records::Presence> {
        match who {
            AgentName::Sensor(name) => {
                self.sensors.get(self.sensor_number(name)?).map(|record| &record.presence)
            }
            AgentName::Goal(pair) => {
                self.goals.iter().find(|record| record.agent.pair == *pair).map(|record| &record.presence)
            }
            AgentName::Skill(name) => self.skills.get(self.skill(name)?).map(|record| &record.presence),
            AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_) => None,
        }
    }

    pub(crate) fn presence_mut(
        &mut self,
        who: &AgentName,
    ) -> Option<&mut crate::registry::records::Presence> {
        match who {
            AgentName::Sensor(name) => {
                let sensor = self.sensor_number(name)?;
                self.sensors.get_mut(sensor).map(|record| &mut record.presence)
            }
            AgentName::Goal(pair) => self
                .goals
                .iter_mut()
                .find(|record| record.agent.pair == *pair)
                .map(|record| &mut record.presence),
            AgentName::Skill(name) => {
                let skill = self.skill(name)?;
                self.skills.get_mut(skill).map(|record| &mut record.presence)
            }
            AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_) => None,
        }
    }

    /// A plain pass over the arrays that a step reads and writes, for measures: the least that any step must do. What it writes,
    /// the next step writes anew.
    #[doc(hidden)]
    #[must_use]
    pub fn plain_pass(&mut self) -> f64 {
        self.engine.plain_pass(&self.links, &self.truth.holds)
    }
}
