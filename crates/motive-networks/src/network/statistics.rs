//! What skills were seen to do, against what they predict.

use crate::model::literal::SensorValue;
use crate::network::Network;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What happened to a proposition while a skill was being done.
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

    /// How often it was true afterwards.
    #[must_use]
    pub fn true_after(&self) -> f64 {
        Self::part(self.became_true + self.stayed_true, self.runs())
    }
}

/// A change to a skill's lists that what was seen speaks for. Whether it is made is for others to decide.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Advice {
    /// Whose lists.
    pub skill: Arc<str>,
    /// Which proposition.
    pub proposition: Arc<str>,
    /// What to change.
    pub change: ListChange,
    /// How often what the entry says was seen to come about, from 0 to 1.
    pub reliability: f64,
}

/// A change to a skill's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ListChange {
    /// Take it off the add list.
    NoLongerAdds,
    /// Take it off the drop list.
    NoLongerDeletes,
    /// Put it on the add list.
    Adds,
    /// Put it on the drop list.
    Deletes,
}

/// When advice is given. The defaults are ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdviceCriteria {
    /// After how many runs of a skill.
    pub runs: u32,
    /// Entries that come about less often are advised against.
    pub remove_below: f64,
    /// Changes that come about at least as often are advised for.
    pub add_above: f64,
}

impl Default for AdviceCriteria {
    fn default() -> Self {
        Self { runs: 50, remove_below: 0.2, add_above: 0.8 }
    }
}

/// What every skill was seen to do.
#[derive(Clone, Debug, Default)]
pub(crate) struct EffectStatistics {
    /// By skill and proposition.
    seen: BTreeMap<(Arc<str>, Arc<str>), EffectCounts>,
    /// What was true when a skill began.
    began: BTreeMap<Arc<str>, Vec<bool>>,
}

impl Network {
    /// Watches from now on what skills do.
    pub fn keep_statistics(&mut self) {
        self.statistics.get_or_insert_default();
    }

    /// What happened to a proposition while a skill was being done.
    #[must_use]
    pub fn seen(&self, skill: &str, proposition: &str) -> Option<EffectCounts> {
        self.statistics.as_ref()?.seen.get(&(skill.into(), proposition.into())).copied()
    }

    fn truths(&self) -> Vec<bool> {
        self.registry.sensors().iter().map(|record| record.value == SensorValue::TRUE).collect()
    }

    pub(super) fn observe_start(&mut self, skill: &Arc<str>) {
        if self.statistics.is_some() {
            let truths = self.truths();
            if let Some(statistics) = &mut self.statistics {
                statistics.began.insert(skill.clone(), truths);
            }
        }
    }

    pub(super) fn observe_completion(&mut self, skill: usize) {
        let Some(name) = self.registry.skill(skill).map(|record| record.agent.name.clone()) else { return };
        let Some(before) = self.statistics.as_mut().and_then(|statistics| statistics.began.remove(&name))
        else {
            return;
        };
        let after = self.truths();
        let propositions: Vec<Arc<str>> =
            self.registry.sensors().iter().map(|record| record.agent.proposition.clone()).collect();
        let Some(statistics) = &mut self.statistics else { return };
        for (proposition, (before, after)) in propositions.into_iter().zip(before.into_iter().zip(after)) {
            let seen = statistics.seen.entry((name.clone(), proposition)).or_default();
            let count = match (before, after) {
                (false, true) => &mut seen.became_true,
                (true, false) => &mut seen.became_false,
                (true, true) => &mut seen.stayed_true,
                (false, false) => &mut seen.stayed_false,
            };
            *count = count.saturating_add(1);
        }
    }

    /// Changes to skills that what was seen speaks for.
    #[must_use]
    pub fn advice(&self, when: &AdviceCriteria) -> Vec<Advice> {
        let Some(statistics) = &self.statistics else { return Vec::new() };
        let enough = statistics.seen.iter().filter(|(_, seen)| seen.runs() >= when.runs);
        enough
            .filter_map(|((skill, proposition), seen)| {
                let agent = self.skill_agent(self.skill(skill)?)?;
                let adds = agent.adds.iter().any(|add| add.literal.proposition == *proposition);
                let deletes = agent.deletes.iter().any(|drop| drop.literal.proposition == *proposition);
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
