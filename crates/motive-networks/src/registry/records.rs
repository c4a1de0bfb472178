//! What a network keeps of each agent.

use crate::graph::links::outcome;
use crate::model::agents::{Goal, Prediction, Sensor, Skill};
use crate::model::literal::SensorValue;
use crate::registry::propositions::Propositions;
use std::collections::VecDeque;
use std::sync::Arc;

/// Whether an agent answers.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Presence {
    pub(crate) disabled: bool,
    /// Since when it owes an answer.
    pub(crate) asked: Option<u64>,
    /// How many steps it has been disabled.
    pub(crate) missed: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct SensorRecord {
    pub(crate) agent: Sensor,
    pub(crate) proposition: u32,
    pub(crate) value: SensorValue,
    /// Reports that have not counted yet.
    pub(crate) waiting: VecDeque<SensorValue>,
    pub(crate) presence: Presence,
}

#[derive(Clone, Debug)]
pub(crate) struct GoalRecord {
    pub(crate) agent: Goal,
    pub(crate) pair: u32,
    pub(crate) presence: Presence,
}

/// The lists of a skill, as numbers of pairs.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkillLists {
    pub(crate) needs: Box<[u32]>,
    pub(crate) adds: Box<[u32]>,
    pub(crate) deletes: Box<[Deleted]>,
}

/// An entry of a drop list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deleted {
    /// The pair as written.
    pub(crate) pair: u32,
    /// What holds afterwards, if that can be said.
    pub(crate) outcome: Option<u32>,
}

impl SkillLists {
    /// Numbers the lists of a skill.
    pub(crate) fn new(skill: &Skill, names: &mut Propositions) -> Self {
        let mut dropped = |drop: &Prediction| Deleted {
            pair: names.pair(&drop.pair),
            outcome: outcome(drop).map(|pair| names.pair(&pair)),
        };
        let deletes = skill.deletes.iter().map(&mut dropped).collect();
        let needs = skill.preconditions.iter().map(|pair| names.pair(pair)).collect();
        let adds = skill.adds.iter().map(|add| names.pair(&add.pair)).collect();
        Self { needs, adds, deletes }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct SkillRecord {
    pub(crate) agent: Arc<Skill>,
    pub(crate) lists: SkillLists,
    pub(crate) executing: bool,
    /// How often it was done in a row.
    pub(crate) invocations: u32,
    pub(crate) presence: Presence,
    /// The template it was made from, and how deep.
    pub(crate) instance: Option<(Arc<str>, u32)>,
}
