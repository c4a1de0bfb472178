//! Memory of which skill was selected after which, by the goals that were open.

use crate::activation::engine::SequenceInput;
use crate::network::Network;
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
pub(crate) struct SequenceMemory {
    recording: bool,
    /// By context and skill.
    table: BTreeMap<(Arc<str>, Arc<str>), SuccessorCounts>,
    /// The skill that was selected last.
    previous: Option<Arc<str>>,
    /// The skill that finished last.
    completed: Option<Arc<str>>,
}

impl SequenceMemory {
    /// Starts or stops counting.
    pub(super) fn set_recording(&mut self, on: bool) {
        self.recording = on;
    }

    /// Notes that a skill has finished.
    pub(super) fn set_completed(&mut self, skill: Arc<str>) {
        self.completed = Some(skill);
    }

    /// Whether it counts, the skill selected last, and the skill that finished last.
    pub(crate) fn state(&self) -> (bool, Option<Arc<str>>, Option<Arc<str>>) {
        (self.recording, self.previous.clone(), self.completed.clone())
    }

    /// Restores the same.
    pub(crate) fn set_state(
        &mut self,
        recording: bool,
        previous: Option<Arc<str>>,
        completed: Option<Arc<str>>,
    ) {
        (self.recording, self.previous, self.completed) = (recording, previous, completed);
    }
}

impl Network {
    /// The counts of which skill was selected after which.
    #[must_use]
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

    /// The goals that do not hold, joined by commas.
    fn context(&self) -> Arc<str> {
        let open = self
            .registry
            .goals()
            .iter()
            .map(|record| &record.agent.literal)
            .filter(|literal| !self.holds(literal));
        open.map(ToString::to_string).collect::<Vec<_>>().join(",").into()
    }

    /// Counts a selection.
    pub(crate) fn remember_successor(&mut self, skill: &Arc<str>) {
        let previous = self.sequences.previous.replace(skill.clone());
        if let (true, Some(previous)) = (self.sequences.recording, previous) {
            let context = self.context();
            let row = self.sequences.table.entry((context, previous)).or_default();
            let times = row.entry(skill.clone()).or_default();
            *times = times.saturating_add(1);
        }
    }

    /// What executing skills, and the one that finished last, give to those that were selected after them before.
    pub(crate) fn read_sequences(&mut self) {
        self.buffers.sequences.clear();
        let credence = self.settings.parameters.credence;
        if credence <= 0.0 || self.sequences.table.is_empty() {
            return;
        }
        let context = self.context();
        for (from, record) in self.registry.skills().iter().enumerate() {
            let name = &record.agent.name;
            if !record.executing && self.sequences.completed.as_ref() != Some(name) {
                continue;
            }
            let Some(row) = self.sequences.table.get(&(context.clone(), name.clone())) else { continue };
            let total = row.values().fold(0_u64, |sum, times| sum.saturating_add(*times));
            for (to, times) in row {
                if let Some(to) = self.registry.skill_number(to) {
                    let part = credence * *times as f64 / total.max(1) as f64;
                    self.buffers.sequences.push(SequenceInput { from, to, part });
                }
            }
        }
    }
}
