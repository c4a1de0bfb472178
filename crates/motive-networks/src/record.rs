//! What a network keeps of each agent.

use super::agent::{Goal, Prediction, Sensor, Skill};
use super::links::outcome;
use super::names::Names;
use super::sign::Sign;
use std::collections::VecDeque;
use std::sync::Arc;

/// Whether an agent answers.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Presence {
    pub(super) disabled: bool,
    /// Since when it owes an answer.
    pub(super) asked: Option<u64>,
    /// How many steps it has been disabled.
    pub(super) missed: u32,
}

#[derive(Clone, Debug)]
pub(super) struct SensorRecord {
    pub(super) agent: Sensor,
    pub(super) proposition: u32,
    pub(super) value: Sign,
    /// Reports that have not counted yet.
    pub(super) waiting: VecDeque<Sign>,
    pub(super) presence: Presence,
}

#[derive(Clone, Debug)]
pub(super) struct GoalRecord {
    pub(super) agent: Goal,
    pub(super) pair: u32,
    pub(super) presence: Presence,
}

/// The lists of a skill, as numbers of pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbered {
    pub(super) needs: Box<[u32]>,
    pub(super) adds: Box<[u32]>,
    pub(super) drops: Box<[Dropped]>,
}

/// An entry of a drop list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dropped {
    /// The pair as written.
    pub(super) pair: u32,
    /// What holds afterwards, if that can be said.
    pub(super) outcome: Option<u32>,
}

impl Numbered {
    /// Numbers the lists of a skill.
    pub(super) fn new(skill: &Skill, names: &mut Names) -> Self {
        let mut dropped = |drop: &Prediction| Dropped {
            pair: names.pair(&drop.pair),
            outcome: outcome(drop).map(|pair| names.pair(&pair)),
        };
        let drops = skill.drops.iter().map(&mut dropped).collect();
        let needs = skill.conditions.iter().map(|pair| names.pair(pair)).collect();
        let adds = skill.adds.iter().map(|add| names.pair(&add.pair)).collect();
        Self { needs, adds, drops }
    }
}

#[derive(Clone, Debug)]
pub(super) struct SkillRecord {
    pub(super) agent: Arc<Skill>,
    pub(super) lists: Numbered,
    pub(super) executing: bool,
    /// How often it was done in a row.
    pub(super) invocations: u32,
    pub(super) presence: Presence,
    /// The template it was made from, and how deep.
    pub(super) instance: Option<(Arc<str>, u32)>,
}
