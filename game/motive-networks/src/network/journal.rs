//! What a network keeps of its past, without any influence on its activation: notices, statistics, a recording.

use super::Network;
use crate::model::{AgentName, Literal, RecordedUpdate};
use crate::registry::AgentRegistry;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Something that happened in or before a step, for logs and user interfaces.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Notice {
    /// An agent did not answer in time and is disabled.
    Disabled {
        /// The agent.
        who: AgentName,
        /// How long it has owed an answer, in microseconds.
        silent: u64,
    },
    /// An agent was removed.
    Amputated(AgentName),
    /// A skill was judged when it finished.
    Judged {
        /// The skill.
        skill: Arc<str>,
        /// The part of its predictions that came true, by weight.
        success: f64,
        /// Its activation afterwards.
        level: f64,
    },
    /// An instance of a template was created.
    Instance {
        /// Its name.
        skill: Arc<str>,
        /// The literal that it was created for.
        wanted: Literal,
    },
    /// An instance of a template was removed.
    InstanceGone(Arc<str>),
    /// The same skill was selected in the same state repeatedly.
    Loop {
        /// The skill.
        skill: Arc<str>,
        /// How often within the window.
        times: u32,
    },
}

/// What happened to a proposition while a skill was executing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EffectCounts {
    /// It was not true before and was afterwards.
    pub became_true: u32,
    /// It was true before and was not afterwards.
    pub became_false: u32,
    /// It was true before and afterwards.
    pub stayed_true: u32,
    /// It was not true before or afterwards.
    pub stayed_false: u32,
}

impl EffectCounts {
    fn runs(&self) -> u32 {
        self.became_true + self.became_false + self.stayed_true + self.stayed_false
    }

    fn part(count: u32, of: u32) -> f64 {
        if of == 0 { 0.0 } else { f64::from(count) / f64::from(of) }
    }

    /// The fraction of executions after which it was true.
    fn true_after(&self) -> f64 {
        Self::part(self.became_true + self.stayed_true, self.runs())
    }
}

/// A change of the lists of a skill that its observed effects suggest. The caller decides whether to make it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Advice {
    /// The skill.
    pub skill: Arc<str>,
    /// The proposition.
    pub proposition: Arc<str>,
    /// The change.
    pub change: ListChange,
    /// The fraction of executions in which the effect was observed.
    pub reliability: f64,
}

/// A change of the lists of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ListChange {
    /// Remove it from the add list.
    NoLongerAdds,
    /// Remove it from the delete list.
    NoLongerDeletes,
    /// Put it on the add list.
    Adds,
    /// Put it on the delete list.
    Deletes,
}

/// When advice is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdviceCriteria {
    /// The least number of executions of a skill.
    pub runs: u32,
    /// Entries whose effect is observed less often should be removed.
    pub remove_below: f64,
    /// Effects that are observed at least as often should be added.
    pub add_above: f64,
}

impl Default for AdviceCriteria {
    fn default() -> Self {
        Self { runs: 50, remove_below: 0.2, add_above: 0.8 }
    }
}

/// The observed effects of every skill.
#[derive(Clone, Debug, Default)]
struct EffectStatistics {
    /// By skill and proposition.
    seen: BTreeMap<(Arc<str>, Arc<str>), EffectCounts>,
    /// By executing skill, which sensors were true when it started.
    began: BTreeMap<Arc<str>, Vec<bool>>,
}

/// What a network keeps of its past.
#[derive(Clone, Debug, Default)]
pub(super) struct NetworkJournal {
    /// Notices of the last step and of what happened since.
    notices: Vec<Notice>,
    /// The notices belong to a finished step.
    closed: bool,
    statistics: Option<EffectStatistics>,
    pub(super) recording: Option<Vec<RecordedUpdate>>,
}

impl NetworkJournal {
    pub(super) fn note(&mut self, notice: Notice) {
        self.reopen();
        self.notices.push(notice);
    }

    /// Removes the notices of a finished step.
    pub(super) fn reopen(&mut self) {
        if std::mem::take(&mut self.closed) {
            self.notices.clear();
        }
    }

    /// Marks the notices as those of a finished step.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    /// A skill starts: what is true now is compared with what is true when it has finished.
    pub(super) fn skill_started(&mut self, skill: &Arc<str>, registry: &AgentRegistry) {
        if let Some(statistics) = &mut self.statistics {
            statistics.began.insert(skill.clone(), registry.truths());
        }
    }

    /// A skill has finished: counts what has become true and false.
    pub(super) fn skill_finished(&mut self, skill: &Arc<str>, registry: &AgentRegistry) {
        let Some(statistics) = &mut self.statistics else { return };
        let Some(before) = statistics.began.remove(skill) else { return };
        let propositions = registry.sensors.iter().map(|record| record.agent.proposition.clone());
        for (proposition, change) in propositions.zip(before.into_iter().zip(registry.truths())) {
            let seen = statistics.seen.entry((skill.clone(), proposition)).or_default();
            let count = match change {
                (false, true) => &mut seen.became_true,
                (true, false) => &mut seen.became_false,
                (true, true) => &mut seen.stayed_true,
                (false, false) => &mut seen.stayed_false,
            };
            *count = count.saturating_add(1);
        }
    }
}

impl Network {
    /// What happened since the step before the last: agents disabled, skills judged, instances created.
    pub fn notices(&self) -> &[Notice] {
        &self.journal.notices
    }

    /// Records all updates from now on.
    pub fn record(&mut self) {
        self.journal.recording.get_or_insert_default();
    }

    /// The updates since recording began.
    pub fn recorded(&self) -> &[RecordedUpdate] {
        self.journal.recording.as_deref().unwrap_or(&[])
    }

    /// Observes the effects of skills from now on.
    pub fn keep_statistics(&mut self) {
        self.journal.statistics.get_or_insert_default();
    }

    /// What happened to a proposition while a skill was executing.
    pub fn seen(&self, skill: &str, proposition: &str) -> Option<EffectCounts> {
        self.journal.statistics.as_ref()?.seen.get(&(skill.into(), proposition.into())).copied()
    }

    /// Changes of skills that their observed effects suggest.
    pub fn advice(&self, when: &AdviceCriteria) -> Vec<Advice> {
        let Some(statistics) = &self.journal.statistics else { return Vec::new() };
        let enough = statistics.seen.iter().filter(|(_, seen)| seen.runs() >= when.runs);
        enough
            .filter_map(|((skill, proposition), seen)| {
                let agent = self.skill_agent(self.skill(skill)?)?;
                let adds = agent.adds.iter().any(|add| add.literal.proposition == *proposition);
                let deletes = agent.deletes.iter().any(|entry| entry.literal.proposition == *proposition);
                let gained = EffectCounts::part(seen.became_true, seen.became_true + seen.stayed_false);
                let lost = EffectCounts::part(seen.became_false, seen.became_false + seen.stayed_true);
                let (change, reliability) = if adds && seen.true_after() < when.remove_below {
                    (ListChange::NoLongerAdds, seen.true_after())
                } else if deletes && 1.0 - seen.true_after() < when.remove_below {
                    (ListChange::NoLongerDeletes, 1.0 - seen.true_after())
                } else if !adds && gained >= when.add_above {
                    (ListChange::Adds, gained)
                } else if !deletes && lost >= when.add_above {
                    (ListChange::Deletes, lost)
                } else {
                    return None;
                };
                Some(Advice { skill: skill.clone(), proposition: proposition.clone(), change, reliability })
            })
            .collect()
    }
}
