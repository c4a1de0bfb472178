//! The agents of a network: sensors, goals and skills with their state, and the numbers of the propositions they mention.
//!
//! Propositions that no agent mentions any more are freed ([`AgentRegistry::free_unused`]), so that the cost of a step depends on the
//! agents that are registered, not on those that once were.

mod health;
mod propositions;

pub use health::Health;
pub(crate) use health::HealthMonitor;
pub(crate) use propositions::{DeleteEntry, Propositions, SkillLists};

use crate::error::NetworkError;
use crate::model::{
    AgentName, Coefficient, Literal, NetworkGoal, NetworkProfile, NetworkSensor, Reports, SensorValue, Skill,
    check_count, check_finite, check_name, check_positive, valid_skill,
};
use propositions::LinkLoad;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;

/// The most agents of one kind.
const MAX_AGENTS: u64 = 1 << 24;
/// The most reports of one sensor that wait to be processed.
const MAX_WAITING: usize = 1 << 16;
/// Marks a proposition without a sensor.
pub(crate) const NO_SENSOR: u32 = u32::MAX;

/// Whether an agent answers messages.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct AgentPresence {
    pub(crate) disabled: bool,
    /// Since when it owes an answer.
    pub(crate) asked: Option<u64>,
    /// At how many checks it was missing since it was disabled.
    pub(crate) missed: u32,
}

/// A sensor and its reports.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct SensorRecord {
    pub(crate) agent: NetworkSensor,
    /// The number of its proposition.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) proposition: u32,
    pub(crate) value: SensorValue,
    /// Reports that have not been processed yet.
    pub(crate) waiting: VecDeque<SensorValue>,
    /// How many reports were replaced by newer ones before they counted.
    pub(crate) passed_over: u64,
    pub(crate) presence: AgentPresence,
}

impl SensorRecord {
    pub(crate) fn new(sensor: NetworkSensor, proposition: u32) -> Self {
        let value = sensor.value.clone();
        let (waiting, presence) = (VecDeque::new(), AgentPresence::default());
        Self { agent: sensor, proposition, value, waiting, passed_over: 0, presence }
    }

    /// Whether the value is the one that a literal names.
    pub(crate) fn agrees(&self, value: &SensorValue, has_degrees: bool) -> bool {
        self.value.agrees(value, self.agent.quantum.unwrap_or(0.0), has_degrees)
    }
}

/// A goal.
#[derive(Clone, Debug)]
pub(crate) struct GoalRecord {
    pub(crate) agent: NetworkGoal,
    /// The number of its literal.
    pub(crate) literal: u32,
    pub(crate) presence: AgentPresence,
}

/// A skill and its execution.
#[derive(Clone, Debug)]
pub(crate) struct SkillRecord {
    pub(crate) agent: Arc<Skill>,
    pub(crate) lists: SkillLists,
    pub(crate) executing: bool,
    /// How often it was executed in a row.
    pub(crate) invocations: u32,
    pub(crate) presence: AgentPresence,
    /// The template from which it was created, and the depth.
    pub(crate) instance: Option<(Arc<str>, u32)>,
}

impl SkillRecord {
    pub(crate) fn new(skill: Skill, lists: SkillLists, instance: Option<(Arc<str>, u32)>) -> Self {
        let (agent, presence) = (Arc::new(skill), AgentPresence::default());
        Self { agent, lists, executing: false, invocations: 0, presence, instance }
    }
}

/// All agents of a network.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentRegistry {
    profile: NetworkProfile,
    pub(crate) propositions: Propositions,
    pub(crate) sensors: Vec<SensorRecord>,
    pub(crate) goals: Vec<GoalRecord>,
    pub(crate) skills: Vec<SkillRecord>,
    skill_numbers: FxHashMap<Arc<str>, u32>,
    /// By proposition, the number of its sensor or [`NO_SENSOR`].
    pub(crate) sensor_of: Vec<u32>,
    /// Sensors with reports that have not been processed yet.
    reporting: Vec<u32>,
    load: LinkLoad,
}

impl AgentRegistry {
    /// A registry without agents.
    pub(crate) fn new(profile: NetworkProfile) -> Self {
        Self { profile, ..Self::default() }
    }

    /// A registry in which propositions and literals are numbered as they were in a saved network.
    pub(crate) fn with_propositions(
        profile: NetworkProfile,
        names: &[Arc<str>],
        literals: &[Literal],
    ) -> Self {
        let mut registry = Self::new(profile);
        for name in names {
            registry.propositions.proposition(name);
        }
        for literal in literals {
            registry.propositions.literal(literal);
        }
        registry
    }

    /// The number of list entries of all skills.
    pub(crate) fn entries(&self) -> u64 {
        self.load.entries()
    }

    // Sensors.

    /// Changes the value of a sensor.
    pub(crate) fn set_value(&mut self, sensor: usize, value: SensorValue) {
        if let Some(record) = self.sensors.get_mut(sensor) {
            record.value = value;
        }
    }

    pub(crate) fn sensor_mut(&mut self, number: usize) -> Option<&mut SensorRecord> {
        self.sensors.get_mut(number)
    }

    /// The sensor of a proposition.
    pub(crate) fn sensor(&self, proposition: &str) -> Option<&SensorRecord> {
        self.sensors.get(self.sensor_number(proposition)?)
    }

    pub(crate) fn sensor_number(&self, proposition: &str) -> Option<usize> {
        let number = self.propositions.find(proposition)?;
        let sensor = *self.sensor_of.get(number as usize)?;
        (sensor != NO_SENSOR).then_some(sensor as usize)
    }

    pub(crate) fn add_sensor(&mut self, sensor: NetworkSensor) -> Result<(), NetworkError> {
        check_name(&sensor.proposition, "a sensor")?;
        check_finite(&sensor.proposition, &sensor.value)?;
        sensor.trust.check(&sensor.proposition)?;
        if let Some(step) = sensor.quantum {
            check_positive("step", &sensor.proposition, step)?;
        }
        if self.sensor_number(&sensor.proposition).is_some() {
            return Err(NetworkError::Duplicate("sensor", sensor.proposition.to_string()));
        }
        check_count(self.sensors.len() as u64, MAX_AGENTS, "sensors")?;
        let proposition = self.propositions.proposition(&sensor.proposition);
        self.sensors.push(SensorRecord::new(sensor, proposition));
        self.index_sensor(self.sensors.len() - 1);
        Ok(())
    }

    /// Removes a sensor; those after it move up.
    pub(crate) fn remove_sensor(&mut self, number: usize) {
        if number < self.sensors.len() {
            self.sensors.remove(number);
            self.index_sensors();
            let waits = |(_, record): &(u32, &SensorRecord)| !record.waiting.is_empty();
            self.reporting = (0..).zip(&self.sensors).filter(waits).map(|(number, _)| number).collect();
        }
    }

    /// Rebuilds [`AgentRegistry::sensor_of`].
    fn index_sensors(&mut self) {
        self.sensor_of.clear();
        self.sensor_of.resize(self.propositions.len(), NO_SENSOR);
        for number in 0..self.sensors.len() {
            self.index_sensor(number);
        }
    }

    fn index_sensor(&mut self, number: usize) {
        let Some(proposition) = self.sensors.get(number).map(|record| record.proposition as usize) else {
            return;
        };
        if self.sensor_of.len() <= proposition {
            self.sensor_of.resize(proposition + 1, NO_SENSOR);
        }
        if let Some(place) = self.sensor_of.get_mut(proposition) {
            *place = number as u32;
        }
    }

    /// Adds a report of a sensor. With [`Reports::Newest`] it replaces one that waits; a queue that is full loses its oldest.
    pub(crate) fn report(
        &mut self,
        sensor: &str,
        value: SensorValue,
        reports: Reports,
    ) -> Result<(), NetworkError> {
        check_finite(sensor, &value)?;
        let number = self.sensor_number(sensor).ok_or_else(|| AgentName::sensor(sensor).unknown())?;
        let record = &mut self.sensors[number];
        if record.waiting.is_empty() {
            self.reporting.push(number as u32);
        }
        let room = match reports {
            Reports::Newest => 1,
            Reports::Queued => MAX_WAITING,
        };
        while record.waiting.len() >= room {
            record.waiting.pop_front();
            record.passed_over += 1;
        }
        record.waiting.push_back(value);
        Ok(())
    }

    /// Restores the waiting reports of a sensor.
    pub(crate) fn set_waiting(&mut self, sensor: usize, waiting: VecDeque<SensorValue>) {
        if !waiting.is_empty() {
            self.reporting.push(sensor as u32);
        }
        if let Some(record) = self.sensors.get_mut(sensor) {
            record.waiting = waiting;
        }
    }

    /// The oldest waiting report of each sensor, by sensor number.
    pub(crate) fn next_reports(&mut self) -> Vec<(usize, SensorValue)> {
        let sensors = &mut self.sensors;
        let mut reports = Vec::new();
        self.reporting.retain(|number| {
            let Some(record) = sensors.get_mut(*number as usize) else { return false };
            reports.extend(record.waiting.pop_front().map(|value| (*number as usize, value)));
            !record.waiting.is_empty()
        });
        reports
    }

    /// The newest waiting report of each sensor, by sensor number; older ones are passed over.
    pub(crate) fn newest_reports(&mut self) -> Vec<(usize, SensorValue)> {
        let reporting = std::mem::take(&mut self.reporting);
        let newest = |number: u32| {
            let record = self.sensors.get_mut(number as usize)?;
            let value = record.waiting.pop_back()?;
            record.passed_over += record.waiting.len() as u64;
            record.waiting.clear();
            Some((number as usize, value))
        };
        reporting.into_iter().filter_map(newest).collect()
    }

    /// Whether numbers are degrees of truth.
    pub(crate) fn has_degrees(&self) -> bool {
        self.profile == NetworkProfile::Extended
    }

    /// Whether a sensor reports this value for the proposition.
    pub(crate) fn holds(&self, literal: &Literal) -> bool {
        let record = self.sensor(&literal.proposition);
        record.is_some_and(|record| record.agrees(&literal.value, self.has_degrees()))
    }

    /// The degree to which a literal is true, from 0 to 1.
    pub(crate) fn degree(&self, literal: &Literal) -> f64 {
        let Some(record) = self.sensor(&literal.proposition) else { return 0.0 };
        match &literal.value {
            SensorValue::Truth(true) => record.value.degree(),
            SensorValue::Truth(false) => 1.0 - record.value.degree(),
            _ => f64::from(u8::from(self.holds(literal))),
        }
    }

    /// Which sensors are true, by sensor number.
    pub(crate) fn truths(&self) -> Vec<bool> {
        self.sensors.iter().map(|record| record.value == SensorValue::TRUE).collect()
    }

    // Goals.

    /// The literals of the goals that do not hold.
    pub(crate) fn open_goals(&self) -> impl Iterator<Item = &Literal> {
        let literals = self.goals.iter().map(|record| &record.agent.literal);
        literals.filter(|literal| !self.holds(literal))
    }

    pub(crate) fn goal_mut(&mut self, literal: &Literal) -> Option<&mut GoalRecord> {
        self.goals.iter_mut().find(|record| record.agent.literal == *literal)
    }

    pub(crate) fn add_goal(&mut self, goal: NetworkGoal) -> Result<(), NetworkError> {
        check_name(&goal.literal.proposition, "a goal")?;
        check_finite(&goal.literal.proposition, &goal.literal.value)?;
        goal.importance.check(&goal.literal.to_string())?;
        self.check_new_goal(&goal.literal)?;
        check_count(self.goals.len() as u64, MAX_AGENTS, "goals")?;
        let literal = self.propositions.literal(&goal.literal);
        self.goals.push(GoalRecord { agent: goal, literal, presence: AgentPresence::default() });
        Ok(())
    }

    pub(crate) fn remove_goal(&mut self, literal: &Literal) -> Result<(), NetworkError> {
        let known = self.goals.iter().position(|record| record.agent.literal == *literal);
        self.goals.remove(known.ok_or_else(|| AgentName::Goal(literal.clone()).unknown())?);
        Ok(())
    }

    /// Replaces the literal of a goal; everything else about it stays.
    pub(crate) fn replace_goal(&mut self, from: &Literal, to: Literal) -> Result<(), NetworkError> {
        check_finite(&to.proposition, &to.value)?;
        self.check_new_goal(&to)?;
        let record = self.goals.iter_mut().find(|record| record.agent.literal == *from);
        let record = record.ok_or_else(|| AgentName::Goal(from.clone()).unknown())?;
        record.literal = self.propositions.literal(&to);
        record.agent.literal = to;
        Ok(())
    }

    fn check_new_goal(&self, literal: &Literal) -> Result<(), NetworkError> {
        if self.goals.iter().any(|record| record.agent.literal == *literal) {
            return Err(NetworkError::Duplicate("goal", literal.to_string()));
        }
        Ok(())
    }

    // Skills.

    pub(crate) fn skill(&self, number: usize) -> Option<&SkillRecord> {
        self.skills.get(number)
    }

    pub(crate) fn skill_mut(&mut self, number: usize) -> Option<&mut SkillRecord> {
        self.skills.get_mut(number)
    }

    pub(crate) fn skill_number(&self, name: &str) -> Option<usize> {
        self.skill_numbers.get(name).map(|number| *number as usize)
    }

    /// The number of a skill.
    pub(crate) fn known_skill(&self, name: &str) -> Result<usize, NetworkError> {
        self.skill_number(name).ok_or_else(|| AgentName::skill(name).unknown())
    }

    /// The part of the predictions of a skill that hold, by weight; 1 if there are none.
    pub(crate) fn success_of(&self, skill: usize) -> f64 {
        let Some(record) = self.skill(skill) else { return 1.0 };
        let agent = &record.agent;
        let adds = agent.adds.iter().map(|add| (self.holds(&add.literal), add.weight));
        let deletes = agent.deletes.iter().map(|entry| {
            let came = match entry.outcome() {
                Some(outcome) => self.holds(&outcome),
                None => !self.holds(&entry.literal),
            };
            (came, entry.weight)
        });
        let (mut all, mut came) = (0.0, 0.0);
        for (holds, weight) in adds.chain(deletes) {
            all += weight;
            came += if holds { weight } else { 0.0 };
        }
        if all > 0.0 { came / all } else { 1.0 }
    }

    /// Adds a skill; `instance` is the template from which it was created, and the depth.
    pub(crate) fn add_skill(
        &mut self,
        skill: Skill,
        instance: Option<(Arc<str>, u32)>,
    ) -> Result<(), NetworkError> {
        if self.skill_numbers.contains_key(&skill.name) {
            return Err(NetworkError::Duplicate("skill", skill.name.to_string()));
        }
        let mut skill = valid_skill(skill, self.profile)?;
        check_count(self.skills.len() as u64, MAX_AGENTS, "skills")?;
        self.load.add(&skill, &mut self.propositions)?;
        self.share_names(&mut skill);
        let lists = SkillLists::new(&skill, &mut self.propositions);
        self.skill_numbers.insert(skill.name.clone(), self.skills.len() as u32);
        self.skills.push(SkillRecord::new(skill, lists, instance));
        Ok(())
    }

    /// Removes a skill; those after it move up.
    pub(crate) fn remove_skill(&mut self, number: usize) {
        if number >= self.skills.len() {
            return;
        }
        let gone = self.skills.remove(number);
        self.load.remove(&gone.agent, &self.propositions);
        self.skill_numbers.remove(&gone.agent.name);
        for (number, record) in (0_u32..).zip(&self.skills).skip(number) {
            self.skill_numbers.insert(record.agent.name.clone(), number);
        }
    }

    /// Replaces the lists of a skill; whether it is executing stays.
    pub(crate) fn edit_skill(&mut self, skill: Skill) -> Result<(), NetworkError> {
        let number = self.known_skill(&skill.name)?;
        let old = self.skills[number].agent.clone();
        let mut skill = valid_skill(skill, self.profile)?;
        self.load.remove(&old, &self.propositions);
        if let Err(error) = self.load.add(&skill, &mut self.propositions) {
            self.load.add(&old, &mut self.propositions)?;
            return Err(error);
        }
        self.share_names(&mut skill);
        let lists = SkillLists::new(&skill, &mut self.propositions);
        if let Some(record) = self.skills.get_mut(number) {
            (record.agent, record.lists) = (Arc::new(skill), lists);
        }
        Ok(())
    }

    /// Makes a skill share the names of propositions with the registry, so that each is stored once.
    fn share_names(&mut self, skill: &mut Skill) {
        let predictions = skill.adds.iter_mut().chain(&mut skill.deletes).map(|made| &mut made.literal);
        for literal in skill.preconditions.iter_mut().chain(predictions) {
            literal.proposition = self.propositions.shared(&literal.proposition);
        }
    }

    // Presence.

    /// The number of an agent among those of its kind.
    fn number(&self, who: &AgentName) -> Option<usize> {
        match who {
            AgentName::Sensor(name) => self.sensor_number(name),
            AgentName::Goal(literal) => self.goals.iter().position(|goal| goal.agent.literal == *literal),
            AgentName::Skill(name) => self.skill_number(name),
            AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_) => None,
        }
    }

    /// Whether an agent is disabled.
    pub(crate) fn is_disabled(&self, who: &AgentName) -> Option<bool> {
        let number = self.number(who)?;
        let presence = match who {
            AgentName::Sensor(_) => &self.sensors.get(number)?.presence,
            AgentName::Goal(_) => &self.goals.get(number)?.presence,
            _ => &self.skills.get(number)?.presence,
        };
        Some(presence.disabled)
    }

    pub(crate) fn presence_mut(&mut self, who: &AgentName) -> Option<&mut AgentPresence> {
        let number = self.number(who)?;
        Some(match who {
            AgentName::Sensor(_) => &mut self.sensors.get_mut(number)?.presence,
            AgentName::Goal(_) => &mut self.goals.get_mut(number)?.presence,
            _ => &mut self.skills.get_mut(number)?.presence,
        })
    }

    /// The coefficient of an agent.
    pub(crate) fn coefficient_mut(&mut self, who: &AgentName) -> Option<&mut Coefficient> {
        let number = self.number(who)?;
        Some(match who {
            AgentName::Sensor(_) => &mut self.sensors.get_mut(number)?.agent.trust,
            AgentName::Goal(_) => &mut self.goals.get_mut(number)?.agent.importance,
            _ => &mut Arc::make_mut(&mut self.skills.get_mut(number)?.agent).influence,
        })
    }

    // Memory.

    /// Frees propositions and literals that no agent mentions, once there are more of them than of the others. The others keep
    /// their order, and with it the order in which flows are summed.
    pub(crate) fn free_unused(&mut self) {
        let mut used = vec![false; self.propositions.literal_count()];
        let mut sensed = vec![false; self.propositions.len()];
        let mut mark = |literal: u32| {
            if let Some(place) = used.get_mut(literal as usize) {
                *place = true;
            }
        };
        self.goals.iter().for_each(|record| mark(record.literal));
        self.skills.iter().for_each(|record| record.lists.literals().for_each(&mut mark));
        for record in &self.sensors {
            if let Some(place) = sensed.get_mut(record.proposition as usize) {
                *place = true;
            }
        }
        let Some(renumbered) = self.propositions.free(&used, &sensed) else { return };
        let renumbered = &renumbered;
        self.goals.iter_mut().for_each(|record| record.literal = renumbered.literal(record.literal));
        self.sensors
            .iter_mut()
            .for_each(|record| record.proposition = renumbered.proposition(record.proposition));
        self.skills
            .iter_mut()
            .for_each(|record| record.lists.renumber(|literal| renumbered.literal(literal)));
        self.load.renumber(|proposition| renumbered.proposition(proposition), self.propositions.len());
        self.index_sensors();
    }
}
