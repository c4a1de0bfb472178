//! Pairs of skills where one deletes what the other needs.
//!
//! How much a skill inhibits another depends on both: it takes at most what the other has, and nothing if the conflict is mutual
//! and the other is stronger. Inhibition can be summed per proposition only where neither rule applies. Listed here are the pairs
//! for which one may: mutual conflicts, and conflicts over more than one proposition. All other pairs share one proposition, and
//! its largest flow tells whether the cap applies.

use crate::activation::field::{FlowRates, StepContext};
use crate::activation::generation_set::Marks;
use crate::activation::inhibition::{InhibitionRows, Inhibitor};
use crate::activation::precision::Float;
use crate::graph::links::LinkGraph;
use motive_util::Rows;

/// For each skill, the conflicters that have to be examined one by one, and how much of their flow inhibits it.
///
/// Where there are about as many conflicts as list entries, all conflicters are listed, and one pass over the lists gives all
/// inhibition without sums per proposition.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conflicters<N> {
    /// Every conflicter of every skill is listed.
    complete: bool,
    rows: Rows,
    /// Those of them that inhibit now. A share is one over the number of skills that delete a key, summed over the keys that the
    /// conflicter needs, that hold and that this skill deletes.
    inhibitors: InhibitionRows<N>,
    /// By skill: whether it deletes something that it needs itself.
    deletes_own_precondition: Vec<bool>,
    /// By skill: whether there are too many conflicters to list, so that all pairs are examined in each step.
    pairwise: Vec<bool>,
    /// By skill: whether its inhibitors have to be found again.
    stale: Vec<bool>,
    any_stale: bool,
    scratch: RefreshBuffers<N>,
}

/// Working space for finding the inhibitors of one skill.
#[derive(Clone, Debug, Default)]
struct RefreshBuffers<N> {
    row: Vec<Inhibitor<N>>,
    /// The row, packed.
    words: Vec<u32>,
    /// Keys that the skill deletes.
    deleted: Marks,
    /// Keys that the skill needs and that hold.
    held: Marks,
}

/// With more conflicts than this, nothing is listed.
const MAX_CONFLICTS: usize = 1 << 26;
/// The most listed conflicters for each list entry of the network.
const MAX_LISTED_PER_ENTRY: usize = 4;
/// The most conflicts for each list entry of the network if all are to be listed.
const MAX_COMPLETE_PER_ENTRY: usize = 2;

impl<N: Float> Conflicters<N> {
    pub(crate) fn new(links: &LinkGraph) -> Self {
        let skills = links.skills();
        let needs = |key: usize| links.needing_key(key).len();
        let conflicts: usize =
            (0..links.keys()).map(|key| needs(key) * links.deleting().row(key).len()).sum();
        let mut conflicters = Self {
            complete: conflicts <= MAX_CONFLICTS.min(MAX_COMPLETE_PER_ENTRY * links.entries()),
            deletes_own_precondition: vec![false; skills],
            pairwise: vec![conflicts > MAX_CONFLICTS; skills],
            stale: vec![true; skills],
            any_stale: true,
            ..Self::default()
        };
        conflicters.scratch.deleted = Marks::new(links.keys());
        conflicters.scratch.held = Marks::new(links.keys());
        if conflicts <= MAX_CONFLICTS {
            conflicters.list(links);
        }
        conflicters.inhibitors = InhibitionRows::new(skills);
        conflicters
    }

    /// Lists the conflicters of every skill.
    fn list(&mut self, links: &LinkGraph) {
        let skills = links.skills();
        let limit = MAX_LISTED_PER_ENTRY * links.entries() + 1024;
        let (mut counts, mut mutual) = (vec![0_u32; skills], Marks::new(skills));
        let mut touched: Vec<u32> = Vec::new();
        let mut row: Vec<u32> = Vec::new();
        for skill in 0..skills {
            for other in links.deletes().row(skill).iter().flat_map(|key| links.needing_key(*key as usize)) {
                if let Some(count) = counts.get_mut(*other as usize) {
                    if *count == 0 {
                        touched.push(*other);
                    }
                    *count += 1;
                }
            }
            mutual.clear();
            let needed = links.needs().keys.row(skill).iter();
            needed.flat_map(|key| links.deleting().row(*key as usize)).for_each(|other| {
                mutual.insert(*other);
            });
            row.clear();
            for other in touched.drain(..) {
                let Some(count) = counts.get_mut(other as usize) else { continue };
                if other as usize == skill {
                    self.deletes_own_precondition[skill] = true;
                } else if self.complete || *count > 1 || mutual.contains(other) {
                    row.push(other);
                }
                *count = 0;
            }
            if self.rows.items().len() + row.len() > limit {
                row.clear();
                self.pairwise[skill] = true;
            }
            row.sort_unstable();
            self.rows.push(row.iter().copied());
        }
    }

    /// Whether every conflicter of every skill is listed.
    pub(crate) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Whether all pairs with this skill have to be examined in each step.
    pub(crate) fn is_pairwise(&self, skill: usize) -> bool {
        self.pairwise.get(skill).copied().unwrap_or(true)
    }

    /// Whether a skill deletes something that it needs itself.
    pub(crate) fn deletes_own_precondition(&self, skill: usize) -> bool {
        self.deletes_own_precondition.get(skill).copied().unwrap_or(false)
    }

    /// The listed conflicters that inhibit now, by skill.
    pub(crate) fn inhibitors(&self) -> &InhibitionRows<N> {
        &self.inhibitors
    }

    /// A literal that these skills need or delete has changed.
    pub(crate) fn touch(&mut self, skills: &[u32]) {
        for skill in skills {
            if let Some(stale) = self.stale.get_mut(*skill as usize) {
                *stale = true;
                self.any_stale = true;
            }
        }
    }

    /// Finds the inhibitors of touched skills again.
    pub(crate) fn refresh(&mut self, cx: &StepContext<'_>, rates: &FlowRates<N>) {
        if !std::mem::take(&mut self.any_stale) {
            return;
        }
        for skill in 0..self.stale.len() {
            if self.stale.get_mut(skill).is_some_and(std::mem::take) {
                self.refresh_one(skill, cx, rates);
            }
        }
    }

    fn refresh_one(&mut self, skill: usize, cx: &StepContext<'_>, rates: &FlowRates<N>) {
        let links = cx.links;
        let RefreshBuffers { row, words, deleted, held } = &mut self.scratch;
        row.clear();
        deleted.clear();
        for key in links.deletes().row(skill) {
            deleted.insert(*key);
        }
        for other in self.rows.row(skill) {
            let entries = links.needs().keys.row(*other as usize).iter();
            let entries = entries.zip(links.needs().literals.row(*other as usize));
            let shared = entries.filter(|(key, literal)| cx.holds(**literal) && deleted.contains(**key));
            let per = |key: &u32| rates.per_deleting.get(*key as usize).copied().unwrap_or(N::ZERO);
            let share = shared.fold(N::ZERO, |sum, (key, _)| sum + per(key));
            if share > N::ZERO {
                row.push(Inhibitor { skill: *other, mutual: false, share });
            }
        }
        held.clear();
        let needs = links.needs().keys.row(skill).iter().zip(links.needs().literals.row(skill));
        for (key, _) in needs.filter(|(_, literal)| cx.holds(**literal)) {
            held.insert(*key);
        }
        for inhibitor in row.iter_mut() {
            let mut deletes = links.deletes().row(inhibitor.skill as usize).iter();
            inhibitor.mutual = deletes.any(|key| held.contains(*key));
        }
        self.inhibitors.set(skill, row, words);
    }
}
