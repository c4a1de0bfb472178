//! The agents of a network: sensors, goals and skills with their state, and the numbers of the propositions they mention.
//!
//! Propositions that no agent mentions any more are freed ([`Registry::free_unused`]), so that the cost of a step depends on the
//! agents that are registered, not on those that once were.

pub(crate) mod health;
pub(crate) mod link_load;
pub(crate) mod propositions;
pub(crate) mod records;

use crate::error::NetworkError;
use crate::model::agents::{Goal, Sensor, Skill};
use crate::model::literal::{Literal, SensorValue};
use crate::model::profile::{Profile, Reports};
use crate::model::update::AgentName;
use crate::model::validate::{check_count, check_finite, check_name, check_positive, valid_skill};
use link_load::LinkLoad;
use propositions::Propositions;
use records::{GoalRecord, Presence, SensorRecord, SkillLists, SkillRecord};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The most agents of one kind.
const MAX_AGENTS: u64 = 1 << 24;
/// The most reports of one sensor that wait to be processed.
const MAX_WAITING: usize = 1 << 16;
/// Marks a proposition without a sensor.
pub(crate) const NO_SENSOR: u32 = u32::MAX;

/// All agents of a network.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registry {
    propositions: Propositions,
    sensors: Vec<SensorRecord>,
    goals: Vec<GoalRecord>,
    skills: Vec<SkillRecord>,
    skill_numbers: FxHashMap<Arc<str>, u32>,
    /// By proposition, the number of its sensor or [`NO_SENSOR`].
    sensor_of: Vec<u32>,
    /// Sensors with reports that have not been processed yet.
    reporting: Vec<u32>,
    load: LinkLoad,
}

impl Registry {
    /// A registry in which propositions and literals are numbered as they were in a saved network.
    pub(crate) fn with_propositions(names: &[Arc<str>], literals: &[Literal]) -> Self {
        let mut propositions = Propositions::default();
        for name in names {
            propositions.proposition(name);
        }
        for literal in literals {
            propositions.literal(literal);
        }
        Self { propositions, ..Self::default() }
    }

    pub(crate) fn propositions(&self) -> &Propositions {
        &self.propositions
    }

    /// The number of list entries of all skills.
    pub(crate) fn entries(&self) -> u64 {
        self.load.entries()
    }

    // Sensors.

    pub(crate) fn sensors(&self) -> &[SensorRecord] {
        &self.sensors
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

    /// By proposition, the number of its sensor or [`NO_SENSOR`]. Propositions beyond the end have none.
    pub(crate) fn sensor_of(&self) -> &[u32] {
        &self.sensor_of
    }

    pub(crate) fn add_sensor(&mut self, sensor: Sensor) -> Result<(), NetworkError> {
        check_name(&sensor.proposition, "a sensor")?;
        check_finite(&sensor.proposition, &sensor.value)?;
        sensor.trust.check(&sensor.proposition)?;
        if let Some(step) = sensor.quantum {
            check_positive("step", &sensor.proposition, step)?;
        }
        if self.sensor_number(&sensor.proposition).is_some() {
            return Err(NetworkError::Duplicate { kind: "sensor", name: sensor.proposition.to_string() });
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

    /// Rebuilds [`Registry::sensor_of`].
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
        let unknown = || NetworkError::Unknown { kind: "sensor", name: sensor.to_owned() };
        let number = self.sensor_number(sensor).ok_or_else(unknown)?;
        let record = self.sensors.get_mut(number).ok_or_else(unknown)?;
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
    pub(crate) fn set_waiting(&mut self, sensor: usize, waiting: std::collections::VecDeque<SensorValue>) {
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

    /// Whether a sensor reports this value for the proposition.
    pub(crate) fn holds(&self, literal: &Literal, has_degrees: bool) -> bool {
        self.sensor(&literal.proposition).is_some_and(|record| {
            record.value.agrees(&literal.value, record.agent.quantum.unwrap_or(0.0), has_degrees)
        })
    }

    // Goals.

    pub(crate) fn goals(&self) -> &[GoalRecord] {
        &self.goals
    }

    pub(crate) fn goal_mut(&mut self, literal: &Literal) -> Option<&mut GoalRecord> {
        self.goals.iter_mut().find(|record| record.agent.literal == *literal)
    }

    pub(crate) fn add_goal(&mut self, goal: Goal) -> Result<(), NetworkError> {
        check_name(&goal.literal.proposition, "a goal")?;
        check_finite(&goal.literal.proposition, &goal.literal.value)?;
        goal.importance.check(&goal.literal.to_string())?;
        self.check_new_goal(&goal.literal)?;
        check_count(self.goals.len() as u64, MAX_AGENTS, "goals")?;
        let literal = self.propositions.literal(&goal.literal);
        self.goals.push(GoalRecord { agent: goal, literal, presence: Presence::default() });
        Ok(())
    }

    pub(crate) fn remove_goal(&mut self, literal: &Literal) -> Result<(), NetworkError> {
        let known = self.goals.iter().position(|record| record.agent.literal == *literal);
        self.goals.remove(known.ok_or_else(|| unknown_goal(literal))?);
        Ok(())
    }

    /// Replaces the literal of a goal; everything else about it stays.
    pub(crate) fn replace_goal(&mut self, from: &Literal, to: Literal) -> Result<(), NetworkError> {
        check_finite(&to.proposition, &to.value)?;
        self.check_new_goal(&to)?;
        let record = self.goals.iter_mut().find(|record| record.agent.literal == *from);
        let record = record.ok_or_else(|| unknown_goal(from))?;
        record.literal = self.propositions.literal(&to);
        record.agent.literal = to;
        Ok(())
    }

    fn check_new_goal(&self, literal: &Literal) -> Result<(), NetworkError> {
        if self.goals.iter().any(|record| record.agent.literal == *literal) {
            return Err(NetworkError::Duplicate { kind: "goal", name: literal.to_string() });
        }
        Ok(())
    }

    // Skills.

    pub(crate) fn skills(&self) -> &[SkillRecord] {
        &self.skills
    }

    pub(crate) fn skill(&self, number: usize) -> Option<&SkillRecord> {
        self.skills.get(number)
    }

    pub(crate) fn skill_mut(&mut self, number: usize) -> Option<&mut SkillRecord> {
        self.skills.get_mut(number)
    }

    pub(crate) fn skill_number(&self, name: &str) -> Option<usize> {
        self.skill_numbers.get(name).map(|number| *number as usize)
    }

    /// Adds a skill; `instance` is the template from which it was created, and the depth.
    pub(crate) fn add_skill(
        &mut self,
        skill: Skill,
        profile: Profile,
        instance: Option<(Arc<str>, u32)>,
    ) -> Result<(), NetworkError> {
        if self.skill_numbers.contains_key(&skill.name) {
            return Err(NetworkError::Duplicate { kind: "skill", name: skill.name.to_string() });
        }
        let mut skill = valid_skill(skill, profile)?;
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
    pub(crate) fn edit_skill(&mut self, skill: Skill, profile: Profile) -> Result<(), NetworkError> {
        let unknown = || NetworkError::Unknown { kind: "skill", name: skill.name.to_string() };
        let number = self.skill_number(&skill.name).ok_or_else(unknown)?;
        let old = self.skills.get(number).ok_or_else(unknown)?.agent.clone();
        let mut skill = valid_skill(skill, profile)?;
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

    pub(crate) fn presence(&self, who: &AgentName) -> Option<&Presence> {
        match who {
            AgentName::Sensor(name) => self.sensor(name).map(|record| &record.presence),
            AgentName::Goal(literal) => self
                .goals
                .iter()
                .find(|record| record.agent.literal == *literal)
                .map(|record| &record.presence),
            AgentName::Skill(name) => {
                self.skills.get(self.skill_number(name)?).map(|record| &record.presence)
            }
            AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_) => None,
        }
    }

    pub(crate) fn presence_mut(&mut self, who: &AgentName) -> Option<&mut Presence> {
        match who {
            AgentName::Sensor(name) => {
                let number = self.sensor_number(name)?;
                self.sensors.get_mut(number).map(|record| &mut record.presence)
            }
            AgentName::Goal(literal) => self.goal_mut(literal).map(|record| &mut record.presence),
            AgentName::Skill(name) => {
                let number = self.skill_number(name)?;
                self.skills.get_mut(number).map(|record| &mut record.presence)
            }
            AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_) => None,
        }
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

fn unknown_goal(literal: &Literal) -> NetworkError {
    NetworkError::Unknown { kind: "goal", name: literal.to_string() }
}
