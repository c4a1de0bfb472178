//! What a network keeps of each agent.

use super::agent::{Goal, Sensor, Skill};
use super::sign::Sign;
use std::collections::VecDeque;
use std::sync::Arc;

/// Whether an agent answers.
#[derive(Clone, Copy, Debug, Default)]
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

#[derive(Clone, Debug)]
pub(super) struct SkillRecord {
    pub(super) agent: Arc<Skill>,
    pub(super) executing: bool,
    /// How often it was done in a row.
    pub(super) invocations: u32,
    pub(super) presence: Presence,
    /// The template it was made from, and how deep.
    pub(super) instance: Option<(Arc<str>, u32)>,
}
