//! Agents that come.

use crate::error::NetworkError;
use crate::model::agents::{Goal, Sensor, Skill};
use crate::model::literal::Literal;
use crate::model::validate::{checked, few, named, sound};
use crate::network::{NO_SENSOR, Network};
use crate::registry::records::{GoalRecord, Presence, SensorRecord, SkillLists, SkillRecord};
use std::collections::VecDeque;
use std::sync::Arc;

/// How many agents of one kind a network may have.
const MOST_AGENTS: u64 = 1 << 24;
/// How many list entries a network may have.
const MOST_ENTRIES: u64 = 1 << 28;
/// How many times a skill that needs something may meet one that would undo it.
const MOST_MEETINGS: u64 = 1 << 30;

impl Network {
    pub(crate) fn add_sensor(&mut self, sensor: Sensor) -> Result<(), NetworkError> {
        named(&sensor.proposition, "a sensor")?;
        sound(&sensor.proposition, &sensor.value)?;
        sensor.trust.check(&sensor.proposition)?;
        if let Some(step) = sensor.quantum
            && !(step.is_finite() && step > 0.0)
        {
            let of = sensor.proposition.to_string();
            return Err(NetworkError::Number { what: "step", of, must: "above 0", value: step });
        }
        if self.sensor_number(&sensor.proposition).is_some() {
            return Err(NetworkError::Twice { kind: "sensor", name: sensor.proposition.to_string() });
        }
        few(self.sensors.len() as u64, MOST_AGENTS, "sensors")?;
        let proposition = self.names.proposition(&sensor.proposition);
        if self.sensor_of.len() <= proposition as usize {
            self.sensor_of.resize(proposition as usize + 1, NO_SENSOR);
        }
        if let Some(place) = self.sensor_of.get_mut(proposition as usize) {
            *place = self.sensors.len() as u32;
        }
        let value = sensor.value.clone();
        let (waiting, presence) = (VecDeque::new(), Presence::default());
        self.sensors.push(SensorRecord { agent: sensor, proposition, value, waiting, presence });
        self.stale.links = true;
        Ok(())
    }

    pub(crate) fn add_goal(&mut self, goal: Goal) -> Result<(), NetworkError> {
        named(&goal.pair.proposition, "a goal")?;
        sound(&goal.pair.proposition, &goal.pair.value)?;
        goal.importance.check(&goal.pair.to_string())?;
        if self.goals.iter().any(|record| record.agent.pair == goal.pair) {
            return Err(NetworkError::Twice { kind: "goal", name: goal.pair.to_string() });
        }
        few(self.goals.len() as u64, MOST_AGENTS, "goals")?;
        let pair = self.names.pair(&goal.pair);
        self.goals.push(GoalRecord { agent: goal, pair, presence: Presence::default() });
        self.stale.links = true;
        Ok(())
    }

    pub(crate) fn add_skill(
        &mut self,
        skill: Skill,
        instance: Option<(Arc<str>, u32)>,
    ) -> Result<(), NetworkError> {
        if self.skill_numbers.contains_key(&skill.name) {
            return Err(NetworkError::Twice { kind: "skill", name: skill.name.to_string() });
        }
        let skill = checked(skill, self.settings.profile)?;
        few(self.skills.len() as u64, MOST_AGENTS, "skills")?;
        self.count_links(&skill)?;
        let mut skill = skill;
        self.share_names(&mut skill);
        let lists = SkillLists::new(&skill, &mut self.names);
        self.skill_numbers.insert(skill.name.clone(), self.skills.len() as u32);
        self.engine.set_level(self.skills.len(), 0.0);
        let agent = Arc::new(skill);
        let presence = Presence::default();
        self.skills.push(SkillRecord { agent, lists, executing: false, invocations: 0, presence, instance });
        self.stale.links = true;
        Ok(())
    }

    /// Lets a skill use the network's copies of names, so that a name is kept once and not once an entry.
    pub(crate) fn share_names(&mut self, skill: &mut Skill) {
        let predictions = skill.adds.iter_mut().chain(&mut skill.deletes).map(|made| &mut made.pair);
        for pair in skill.preconditions.iter_mut().chain(predictions) {
            pair.proposition = self.names.shared(&pair.proposition);
        }
    }

    /// Counts what a skill would add to the network, and refuses it if that is more than it can carry.
    pub(crate) fn count_links(&mut self, skill: &Skill) -> Result<(), NetworkError> {
        let entries = (skill.preconditions.len() + skill.adds.len() + skill.deletes.len()) as u64;
        few(self.meetings.entries + entries, MOST_ENTRIES, "list entries")?;
        let mut meetings = self.meetings.total;
        let needs: Vec<u32> =
            skill.preconditions.iter().map(|pair| self.names.proposition(&pair.proposition)).collect();
        let deletes: Vec<u32> =
            skill.predictions().map(|made| self.names.proposition(&made.pair.proposition)).collect();
        let counts = &mut self.meetings;
        counts.needs.resize(self.names.len(), 0);
        counts.deletes.resize(self.names.len(), 0);
        let at = |list: &[u64], key: &u32| list.get(*key as usize).copied().unwrap_or(0);
        meetings += needs.iter().map(|key| at(&counts.deletes, key)).sum::<u64>();
        meetings += deletes.iter().map(|key| at(&counts.needs, key)).sum::<u64>();
        few(meetings, MOST_MEETINGS, "links between skills that undo and skills that need the same")?;
        (counts.total, counts.entries) = (meetings, counts.entries + entries);
        add_at(&mut counts.needs, &needs, 1);
        add_at(&mut counts.deletes, &deletes, 1);
        Ok(())
    }

    pub(crate) fn uncount_links(&mut self, skill: &Skill) {
        let number = |pair: &Literal| self.names.find(&pair.proposition);
        let needs: Vec<u32> = skill.preconditions.iter().filter_map(number).collect();
        let deletes: Vec<u32> = skill.predictions().filter_map(|made| number(&made.pair)).collect();
        let counts = &mut self.meetings;
        add_at(&mut counts.needs, &needs, -1);
        add_at(&mut counts.deletes, &deletes, -1);
        let at = |list: &[u64], key: &u32| list.get(*key as usize).copied().unwrap_or(0);
        let gone = needs.iter().map(|key| at(&counts.deletes, key)).sum::<u64>()
            + deletes.iter().map(|key| at(&counts.needs, key)).sum::<u64>();
        counts.total = counts.total.saturating_sub(gone);
        let entries = skill.preconditions.len() + skill.adds.len() + skill.deletes.len();
        counts.entries = counts.entries.saturating_sub(entries as u64);
    }
}

fn add_at(list: &mut [u64], keys: &[u32], by: i64) {
    for key in keys {
        if let Some(count) = list.get_mut(*key as usize) {
            *count = count.saturating_add_signed(by);
        }
    }
}
