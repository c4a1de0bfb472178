//! The network itself: its agents, and what can be asked of it.

use super::agent::Skill;
use super::arrival::{Arrival, Recorded, Who};
use super::engine::{Engine, Flows};
use super::error::NetworkError;
use super::extended::Crossing;
use super::field::Field;
use super::followers::Followers;
use super::health::Health;
use super::influence::Influence;
use super::links::Links;
use super::names::Names;
use super::notice::Notice;
use super::parameters::Parameters;
use super::profile::{Precision, Settings};
use super::receptor::Receptors;
use super::record::{GoalRecord, SensorRecord, SkillRecord};
use super::sign::{Pair, Sign};
use super::statistics::Statistics;
use super::template::Templates;
use super::watchdog::Watchdog;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A skill network: sensors, goals and skills, and the activation that flows among them until one is strong enough to act.
///
/// Agents come, report and go as [`Arrival`]s; [`Network::step`] spreads activation once and says what starts. Nothing else
/// changes a network, so the same arrivals give the same activations.
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
    pub(super) settings: Settings,
    pub(super) names: Names,
    pub(super) sensors: Vec<SensorRecord>,
    pub(super) goals: Vec<GoalRecord>,
    pub(super) skills: Vec<SkillRecord>,
    pub(super) skill_numbers: FxHashMap<Arc<str>, u32>,
    /// By proposition, the number of its sensor.
    pub(super) sensor_of: Vec<u32>,
    pub(super) links: Links,
    pub(super) stale: Stale,
    pub(super) engine: Box<dyn Engine>,
    pub(super) truth: Truth,
    pub(super) influence: Influence,
    pub(super) templates: Templates,
    pub(super) receptors: Receptors,
    pub(super) followers: Followers,
    pub(super) watchdog: Option<Watchdog>,
    pub(super) statistics: Option<Statistics>,
    pub(super) health: Health,
    pub(super) crossing: Crossing,
    pub(super) threshold: f64,
    pub(super) steps: u64,
    pub(super) clock: u64,
    /// A skill that acted in the last step and starts again from nothing.
    pub(super) spent: Vec<usize>,
    /// Skills that may have been done several times in a row.
    pub(super) repeated: Vec<usize>,
    pub(super) started: Vec<usize>,
    pub(super) last: Option<super::step::Step>,
    pub(super) notices: Vec<Notice>,
    /// The notices belong to a step that is over.
    pub(super) said: bool,
    pub(super) recording: Option<Vec<Recorded>>,
    pub(super) meetings: Meetings,
    pub(super) room: super::step::Room,
}

/// No sensor.
pub(super) const NO_SENSOR: u32 = u32::MAX;

/// What must be worked out anew before the next step.
#[derive(Clone, Debug, Default)]
pub(super) struct Stale {
    pub(super) links: bool,
    /// All input from the state.
    pub(super) state: bool,
    pub(super) goals: bool,
    /// Coefficients of agents.
    pub(super) influence: bool,
    /// Skills whose input from the state may have changed.
    pub(super) sensed_by: Vec<u32>,
}

/// What holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Truth {
    /// By pair.
    pub(super) holds: Vec<bool>,
    /// By skill: how many conditions do not hold.
    pub(super) unmet: Vec<u32>,
}

/// How many skills need and undo each proposition, so that a network cannot grow more links than it can carry.
#[derive(Clone, Debug, Default)]
pub(super) struct Meetings {
    pub(super) needs: Vec<u64>,
    pub(super) drops: Vec<u64>,
    pub(super) total: u64,
    pub(super) entries: u64,
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
        let engine: Box<dyn Engine> = match settings.precision {
            Precision::Single => Box::new(Field::<f32>::default()),
            Precision::Double => Box::new(Field::<f64>::default()),
        };
        let threshold = engine.round(settings.parameters.threshold);
        Ok(Self {
            settings,
            names: Names::default(),
            sensors: Vec::new(),
            goals: Vec::new(),
            skills: Vec::new(),
            skill_numbers: FxHashMap::default(),
            sensor_of: Vec::new(),
            links: Links::default(),
            stale: Stale { links: true, ..Stale::default() },
            engine,
            truth: Truth::default(),
            influence: Influence::default(),
            templates: Templates::default(),
            receptors: Receptors::default(),
            followers: Followers::default(),
            watchdog: None,
            statistics: None,
            health: Health::default(),
            crossing: Crossing::default(),
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
            room: super::step::Room::default(),
        })
    }

    /// Adds an agent: a [`Sensor`](super::Sensor), [`Goal`](super::Goal) or [`Skill`].
    ///
    /// # Errors
    /// If there is one of its name, or its lists contradict themselves.
    pub fn register(&mut self, agent: impl Into<Arrival>) -> Result<(), NetworkError> {
        self.take(agent.into())
    }

    /// A sensor reports.
    ///
    /// # Errors
    /// If there is no such sensor.
    pub fn sense(&mut self, sensor: &str, value: impl Into<Sign>) -> Result<(), NetworkError> {
        self.take(Arrival::Sense { sensor: sensor.into(), value: value.into() })
    }

    /// A skill reports that it is finished.
    ///
    /// # Errors
    /// If there is no such skill, or it is not being done.
    pub fn complete(&mut self, skill: &str) -> Result<(), NetworkError> {
        self.take(Arrival::Complete(skill.into()))
    }

    /// Changes a parameter.
    ///
    /// # Errors
    /// If there is none of that name, or the value is not allowed.
    pub fn set(&mut self, parameter: &str, value: f64) -> Result<(), NetworkError> {
        self.take(Arrival::Parameter { name: parameter.into(), value })
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
    pub fn is_disabled(&self, who: &Who) -> Option<bool> {
        match who {
            Who::Template(_) | Who::SensorTemplate(_) => self.templates.is_disabled(who),
            // A receptor that is silent says nothing new, and that is all.
            Who::Receptor(name) => self.receptors.has(name).then_some(false),
            Who::Sensor(_) | Who::Goal(_) | Who::Skill(_) => {
                self.presence(who).map(|presence| presence.disabled)
            }
        }
    }

    /// What a sensor says.
    #[must_use]
    pub fn value(&self, proposition: &str) -> Option<&Sign> {
        let sensor = self.sensor_number(proposition)?;
        self.sensors.get(sensor).map(|record| &record.value)
    }

    /// Whether a pair holds: there is a sensor for it, and it says so.
    #[must_use]
    pub fn holds(&self, pair: &Pair) -> bool {
        let quantum = self.sensor_number(&pair.proposition).and_then(|sensor| self.sensors.get(sensor));
        quantum.is_some_and(|record| {
            let step = record.agent.quantum.unwrap_or(0.0);
            record.value.rounded(step) == pair.value.rounded(step)
        })
    }

    /// The sensors' propositions and what they say, in the order of registration.
    pub fn sensors(&self) -> impl Iterator<Item = (&Arc<str>, &Sign)> {
        self.sensors.iter().map(|record| (&record.agent.proposition, &record.value))
    }

    /// What is wanted, in the order of registration.
    pub fn goals(&self) -> impl Iterator<Item = &super::agent::Goal> {
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
    pub fn last_step(&self) -> Option<super::step::Step> {
        self.last
    }

    /// Whether all goals hold.
    #[must_use]
    pub fn is_satisfied(&self) -> bool {
        self.goals.iter().all(|goal| self.holds(&goal.agent.pair))
    }

    pub(super) fn sensor_number(&self, proposition: &str) -> Option<usize> {
        let number = self.names.find(proposition)?;
        let sensor = *self.sensor_of.get(number as usize)?;
        (sensor != NO_SENSOR).then_some(sensor as usize)
    }

    pub(super) fn presence(&self, who: &Who) -> Option<&super::record::Presence> {
        match who {
            Who::Sensor(name) => self.sensors.get(self.sensor_number(name)?).map(|record| &record.presence),
            Who::Goal(pair) => {
                self.goals.iter().find(|record| record.agent.pair == *pair).map(|record| &record.presence)
            }
            Who::Skill(name) => self.skills.get(self.skill(name)?).map(|record| &record.presence),
            Who::Template(_) | Who::SensorTemplate(_) | Who::Receptor(_) => None,
        }
    }

    pub(super) fn presence_mut(&mut self, who: &Who) -> Option<&mut super::record::Presence> {
        match who {
            Who::Sensor(name) => {
                let sensor = self.sensor_number(name)?;
                self.sensors.get_mut(sensor).map(|record| &mut record.presence)
            }
            Who::Goal(pair) => self
                .goals
                .iter_mut()
                .find(|record| record.agent.pair == *pair)
                .map(|record| &mut record.presence),
            Who::Skill(name) => {
                let skill = self.skill(name)?;
                self.skills.get_mut(skill).map(|record| &mut record.presence)
            }
            Who::Template(_) | Who::SensorTemplate(_) | Who::Receptor(_) => None,
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
