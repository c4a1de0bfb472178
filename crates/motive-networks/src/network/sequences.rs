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
    pub(crate) recording: bool,
    /// By situation and skill: what followed, and how often.
    table: BTreeMap<(Arc<str>, Arc<str>), SuccessorCounts>,
    /// The skill that was selected last.
    previous: Option<Arc<str>>,
    /// The skill that was finished last.
    pub(crate) completed: Option<Arc<str>>,
}

impl SequenceMemory {
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
    pub fn followed(&self) -> Vec<Succession> {
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
        self.followers.table.iter().flat_map(row).collect()
    }

    /// Takes over what was seen to follow what, in place of what is remembered.
    pub fn remember_followed(&mut self, followed: &[Succession]) {
        self.followers.table.clear();
        for Succession { context, from, to, times } in followed {
            let row = self.followers.table.entry((context.clone(), from.clone())).or_default();
            let known = row.entry(to.clone()).or_default();
            *known = known.saturating_add(*times);
        }
    }

    /// What is wanted and not reached, as one name.
    fn context(&self) -> Arc<str> {
        let wanted = self.goals.iter().map(|record| &record.agent.pair).filter(|pair| !self.holds(pair));
        wanted.map(ToString::to_string).collect::<Vec<_>>().join(",").into()
    }

    /// A skill has been selected.
    pub(crate) fn remember_follower(&mut self, skill: &Arc<str>) {
        let previous = self.followers.previous.replace(skill.clone());
        if let (true, Some(previous)) = (self.followers.recording, previous) {
            let context = self.context();
            let row = self.followers.table.entry((context, previous)).or_default();
            let times = row.entry(skill.clone()).or_default();
            *times = times.saturating_add(1);
        }
    }

    /// What skills being done, and the one done last, give to those that followed them before.
    pub(crate) fn read_followers(&mut self) {
        self.room.following.clear();
        let credence = self.settings.parameters.credence;
        if credence <= 0.0 || self.followers.table.is_empty() {
            return;
        }
        let context = self.context();
        for (from, record) in self.skills.iter().enumerate() {
            let name = &record.agent.name;
            if !record.executing && self.followers.completed.as_ref() != Some(name) {
                continue;
            }
            let Some(row) = self.followers.table.get(&(context.clone(), name.clone())) else { continue };
            let total = row.values().fold(0_u64, |sum, times| sum.saturating_add(*times));
            for (to, times) in row {
                if let Some(to) = self.skill_numbers.get(to) {
                    let part = credence * *times as f64 / total.max(1) as f64;
                    self.room.following.push(SequenceInput { from, to: *to as usize, part });
                }
            }
        }
    }
}
