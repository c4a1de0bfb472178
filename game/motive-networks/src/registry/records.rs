//! The state of each agent.

use super::propositions::Propositions;
use crate::model::agents::{Goal, Prediction, Sensor, Skill};
use crate::model::literal::SensorValue;
use std::collections::VecDeque;
use std::sync::Arc;

/// Whether an agent answers messages.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Presence {
    pub(crate) disabled: bool,
    /// Since when it owes an answer.
    pub(crate) asked: Option<u64>,
    /// At how many checks it was missing since it was disabled.
    pub(crate) missed: u32,
}

/// A sensor and its reports.
#[derive(Clone, Debug)]
pub(crate) struct SensorRecord {
    pub(crate) agent: Sensor,
    /// The number of its proposition.
    pub(crate) proposition: u32,
    pub(crate) value: SensorValue,
    /// Reports that have not been processed yet.
    pub(crate) waiting: VecDeque<SensorValue>,
    /// How many reports were replaced by newer ones before they counted.
    pub(crate) passed_over: u64,
    pub(crate) presence: Presence,
}

impl SensorRecord {
    pub(crate) fn new(sensor: Sensor, proposition: u32) -> Self {
        let value = sensor.value.clone();
        let (waiting, presence) = (VecDeque::new(), Presence::default());
        Self { agent: sensor, proposition, value, waiting, passed_over: 0, presence }
    }
}

/// A goal.
#[derive(Clone, Debug)]
pub(crate) struct GoalRecord {
    pub(crate) agent: Goal,
    /// The number of its literal.
    pub(crate) literal: u32,
    pub(crate) presence: Presence,
}

/// A skill and its execution.
#[derive(Clone, Debug)]
pub(crate) struct SkillRecord {
    pub(crate) agent: Arc<Skill>,
    pub(crate) lists: SkillLists,
    pub(crate) executing: bool,
    /// How often it was executed in a row.
    pub(crate) invocations: u32,
    pub(crate) presence: Presence,
    /// The template from which it was created, and the depth.
    pub(crate) instance: Option<(Arc<str>, u32)>,
}

impl SkillRecord {
    pub(crate) fn new(skill: Skill, lists: SkillLists, instance: Option<(Arc<str>, u32)>) -> Self {
        let (agent, presence) = (Arc::new(skill), Presence::default());
        Self { agent, lists, executing: false, invocations: 0, presence, instance }
    }
}

/// The lists of a skill, as numbers of literals.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkillLists {
    pub(crate) needs: Box<[u32]>,
    pub(crate) adds: Box<[u32]>,
    pub(crate) deletes: Box<[DeleteEntry]>,
}

/// An entry of a delete list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeleteEntry {
    /// The literal on the list.
    pub(crate) literal: u32,
    /// What holds afterwards, if that is known.
    pub(crate) outcome: Option<u32>,
}

impl SkillLists {
    /// Numbers the lists of a skill.
    pub(crate) fn new(skill: &Skill, propositions: &mut Propositions) -> Self {
        let mut entry = |made: &Prediction| DeleteEntry {
            literal: propositions.literal(&made.literal),
            outcome: made.outcome().map(|literal| propositions.literal(&literal)),
        };
        let deletes = skill.deletes.iter().map(&mut entry).collect();
        let needs = skill.preconditions.iter().map(|literal| propositions.literal(literal)).collect();
        let adds = skill.adds.iter().map(|add| propositions.literal(&add.literal)).collect();
        Self { needs, adds, deletes }
    }

    /// Every literal on the lists.
    pub(crate) fn literals(&self) -> impl Iterator<Item = u32> {
        let deletes = self.deletes.iter().flat_map(|entry| [Some(entry.literal), entry.outcome]);
        self.needs.iter().chain(&self.adds).copied().chain(deletes.flatten())
    }

    /// Gives every literal its new number.
    pub(crate) fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        self.needs.iter_mut().chain(&mut self.adds).for_each(|literal| *literal = number(*literal));
        for entry in &mut self.deletes {
            *entry = DeleteEntry { literal: number(entry.literal), outcome: entry.outcome.map(&number) };
        }
    }
}
