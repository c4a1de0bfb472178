//! Memory of which skill was selected after which, by the goals that were open.

use super::Network;
use crate::activation::SequenceInput;
use crate::registry::AgentRegistry;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often one skill was selected next after another, in one context.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Succession {
    /// The goals that did not hold, joined by commas.
    pub context: Arc<str>,
    /// The earlier skill.
    pub from: Arc<str>,
    /// The later skill.
    pub to: Arc<str>,
    /// How often.
    pub times: u64,
}

/// How often each skill was selected next.
type SuccessorCounts = BTreeMap<Arc<str>, u64>;

/// Counts of which skill was selected after which.
#[derive(Clone, Debug, Default)]
pub(super) struct SequenceMemory {
    pub(super) recording: bool,
    /// By context and skill.
    table: BTreeMap<(Arc<str>, Arc<str>), SuccessorCounts>,
    /// The skill that was selected last.
    previous: Option<Arc<str>>,
    /// The skill that finished last.
    pub(super) completed: Option<Arc<str>>,
    /// What skills give in this step to those that were selected after them before.
    pub(super) inputs: Vec<SequenceInput>,
}

impl SequenceMemory {
    /// Whether it counts, the skill selected last, and the skill that finished last.
    pub(super) fn state(&self) -> (bool, Option<Arc<str>>, Option<Arc<str>>) {
        (self.recording, self.previous.clone(), self.completed.clone())
    }

    /// Restores the same.
    pub(super) fn set_state(
        &mut self,
        recording: bool,
        previous: Option<Arc<str>>,
        completed: Option<Arc<str>>,
    ) {
        (self.recording, self.previous, self.completed) = (recording, previous, completed);
    }

    /// Counts a selection.
    pub(super) fn skill_started(&mut self, skill: &Arc<str>, registry: &AgentRegistry) {
        let previous = self.previous.replace(skill.clone());
        if let (true, Some(previous)) = (self.recording, previous) {
            let row = self.table.entry((context(registry), previous)).or_default();
            let times = row.entry(skill.clone()).or_default();
            *times = times.saturating_add(1);
        }
    }

    /// What executing skills, and the one that finished last, give to those that were selected after them before. `credence` is the
    /// weight of all that.
    pub(super) fn read(&mut self, registry: &AgentRegistry, credence: f64) {
        self.inputs.clear();
        if credence <= 0.0 || self.table.is_empty() {
            return;
        }
        let context = context(registry);
        for (from, record) in registry.skills.iter().enumerate() {
            let name = &record.agent.name;
            if !record.executing && self.completed.as_ref() != Some(name) {
                continue;
            }
            let Some(row) = self.table.get(&(context.clone(), name.clone())) else { continue };
            let total = row.values().fold(0_u64, |sum, times| sum.saturating_add(*times));
            for (to, times) in row {
                if let Some(to) = registry.skill_number(to) {
                    let part = credence * *times as f64 / total.max(1) as f64;
                    self.inputs.push(SequenceInput { from, to, part });
                }
            }
        }
    }
}

/// The goals that do not hold, joined by commas.
fn context(registry: &AgentRegistry) -> Arc<str> {
    registry.open_goals().map(ToString::to_string).collect::<Vec<_>>().join(",").into()
}

impl Network {
    /// The counts of which skill was selected after which.
    pub fn successions(&self) -> Vec<Succession> {
        let row = |((context, from), row): (&(Arc<str>, Arc<str>), &SuccessorCounts)| {
            let (context, from) = (context.clone(), from.clone());
            let entry = move |(to, times): (&Arc<str>, &u64)| Succession {
                context: context.clone(),
                from: from.clone(),
                to: to.clone(),
                times: *times,
            };
            row.iter().map(entry).collect::<Vec<_>>()
        };
        self.sequences.table.iter().flat_map(row).collect()
    }

    /// Replaces the counts of which skill was selected after which.
    pub fn set_successions(&mut self, successions: &[Succession]) {
        self.sequences.table.clear();
        for Succession { context, from, to, times } in successions {
            let row = self.sequences.table.entry((context.clone(), from.clone())).or_default();
            let known = row.entry(to.clone()).or_default();
            *known = known.saturating_add(*times);
        }
    }
}
