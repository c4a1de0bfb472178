//! Memory of what followed what, and in which situation.

use crate::activation::engine::SequenceInput;
use crate::network::Network;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often one skill was selected next after another, in one situation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Succession {
    /// What was wanted and not yet reached, joined by commas.
    pub context: Arc<str>,
    /// The skill before.
    pub from: Arc<str>,
    /// The skill after.
    pub to: Arc<str>,
    /// How often.
    pub times: u64,
}

/// What followed, and how often.
type SuccessorCounts = BTreeMap<Arc<str>, u64>;

/// Counts of what followed what.
#[derive(Clone, Debug, Default)]
pub(crate) struct SequenceMemory {
    recording: bool,
    /// By situation and skill: what followed, and how often.
    table: BTreeMap<(Arc<str>, Arc<str>), SuccessorCounts>,
    /// The skill that was selected last.
    previous: Option<Arc<str>>,
    /// The skill that was finished last.
    completed: Option<Arc<str>>,
}

impl SequenceMemory {
    /// Whether to count from now on.
    pub(super) fn set_recording(&mut self, on: bool) {
        self.recording = on;
    }

    /// A skill has finished.
    pub(super) fn set_completed(&mut self, skill: Arc<str>) {
        self.completed = Some(skill);
    }

    /// Whether it records, what was selected last, and what was completed last.
    pub(crate) fn state(&self) -> (bool, Option<Arc<str>>, Option<Arc<str>>) {
        (self.recording, self.previous.clone(), self.completed.clone())
    }

    /// The same, restored.
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
    /// What was seen to follow what.
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

    /// Takes over what was seen to follow what, in place of what is remembered.
    pub fn set_successions(&mut self, followed: &[Succession]) {
        self.sequences.table.clear();
        for Succession { context, from, to, times } in followed {
            let row = self.sequences.table.entry((context.clone(), from.clone())).or_default();
            let known = row.entry(to.clone()).or_default();
            *known = known.saturating_add(*times);
        }
    }

    /// What is wanted and not reached, as one name.
    fn context(&self) -> Arc<str> {
        let wanted = self
            .registry
            .goals()
            .iter()
            .map(|record| &record.agent.literal)
            .filter(|literal| !self.holds(literal));
        wanted.map(ToString::to_string).collect::<Vec<_>>().join(",").into()
    }

    /// A skill has been selected.
    pub(crate) fn remember_successor(&mut self, skill: &Arc<str>) {
        let previous = self.sequences.previous.replace(skill.clone());
        if let (true, Some(previous)) = (self.sequences.recording, previous) {
            let context = self.context();
            let row = self.sequences.table.entry((context, previous)).or_default();
            let times = row.entry(skill.clone()).or_default();
            *times = times.saturating_add(1);
        }
    }

    /// What skills being done, and the one done last, give to those that followed them before.
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
