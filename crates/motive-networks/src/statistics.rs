//! What skills were seen to do, against what they predict.

use super::sign::Sign;
use super::whole::Network;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What happened to a proposition while a skill was being done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seen {
    /// It was not true before and was afterwards.
    pub became_true: u32,
    /// It was true before and was not afterwards.
    pub became_false: u32,
    /// It was true before and afterwards.
    pub stayed_true: u32,
    /// It was not true before or afterwards.
    pub stayed_false: u32,
}

impl Seen {
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
    pub change: Change,
    /// How often what the entry says was seen to come about, from 0 to 1.
    pub reliability: f64,
}

/// A change to a skill's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// Take it off the add list.
    NoLongerAdds,
    /// Take it off the drop list.
    NoLongerDrops,
    /// Put it on the add list.
    Adds,
    /// Put it on the drop list.
    Drops,
}

/// When advice is given. The defaults are ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advising {
    /// After how many runs of a skill.
    pub runs: u32,
    /// Entries that come about less often are advised against.
    pub remove_below: f64,
    /// Changes that come about at least as often are advised for.
    pub add_above: f64,
}

impl Default for Advising {
    fn default() -> Self {
        Self { runs: 50, remove_below: 0.2, add_above: 0.8 }
    }
}

/// What every skill was seen to do.
#[derive(Clone, Debug, Default)]
pub(super) struct Statistics {
    /// By skill and proposition.
    seen: BTreeMap<(Arc<str>, Arc<str>), Seen>,
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
    pub fn seen(&self, skill: &str, proposition: &str) -> Option<Seen> {
        self.statistics.as_ref()?.seen.get(&(skill.into(), proposition.into())).copied()
    }

    fn truths(&self) -> Vec<bool> {
        self.sensors.iter().map(|record| record.value == Sign::TRUE).collect()
    }

    pub(super) fn observe_start(&mut self, skill: usize) {
        if self.statistics.is_none() {
            return;
        }
        let truths = self.truths();
        let Some(name) = self.skills.get(skill).map(|record| record.agent.name.clone()) else { return };
        if let Some(statistics) = &mut self.statistics {
            statistics.began.insert(name, truths);
        }
    }

    pub(super) fn observe_completion(&mut self, skill: usize) {
        let Some(name) = self.skills.get(skill).map(|record| record.agent.name.clone()) else { return };
        let Some(before) = self.statistics.as_mut().and_then(|statistics| statistics.began.remove(&name))
        else {
            return;
        };
        let after = self.truths();
        let propositions: Vec<Arc<str>> =
            self.sensors.iter().map(|record| record.agent.proposition.clone()).collect();
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
    pub fn advice(&self, when: &Advising) -> Vec<Advice> {
        let Some(statistics) = &self.statistics else { return Vec::new() };
        let enough = statistics.seen.iter().filter(|(_, seen)| seen.runs() >= when.runs);
        enough
            .filter_map(|((skill, proposition), seen)| {
                let agent = self.skill_agent(self.skill(skill)?)?;
                let adds = agent.adds.iter().any(|add| add.pair.proposition == *proposition);
                let drops = agent.drops.iter().any(|drop| drop.pair.proposition == *proposition);
                let gained = Seen::part(seen.became_true, seen.became_true + seen.stayed_false);
                let lost = Seen::part(seen.became_false, seen.became_false + seen.stayed_true);
                let (change, reliability) = if adds && seen.true_after() < when.remove_below {
                    (Change::NoLongerAdds, seen.true_after())
                } else if drops && 1.0 - seen.true_after() < when.remove_below {
                    (Change::NoLongerDrops, 1.0 - seen.true_after())
                } else if !adds && gained >= when.add_above {
                    (Change::Adds, gained)
                } else if !drops && lost >= when.add_above {
                    (Change::Drops, lost)
                } else {
                    return None;
                };
                Some(Advice { skill: skill.clone(), proposition: proposition.clone(), change, reliability })
            })
            .collect()
    }
}
