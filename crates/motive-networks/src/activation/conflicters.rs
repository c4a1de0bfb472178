//! Skills that would spoil each other.
//!
//! What a skill takes from another depends on both of them: at most what the other has, and nothing if the other is stronger and
//! would spoil it in turn. So taking away cannot simply be summed per proposition. It can where neither exception applies;
//! here is kept what tells where that is: the literals of skills that would spoil each other, and those that meet in more than one
//! proposition. All other literals meet in one, and there the one number of the proposition tells whether it is too much.

use crate::activation::field::{FlowRates, StepContext};
use crate::activation::float::Float;
use crate::activation::inhibition::{InhibitionRows, Inhibitor};
use crate::activation::marks::Marks;
use crate::graph::links::LinkGraph;
use crate::graph::rows::RowList;

/// For each skill, the others that have to be looked at one by one, and how much those would take from it.
///
/// Where skills meet about as often as they have list entries, all that meet are listed, and nothing has to be summed per
/// proposition: one pass over the list tells what everybody takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conflicters<N> {
    /// Every skill that meets another is listed.
    pub(crate) complete: bool,
    rows: RowList,
    /// Those of them that take something now. A share is one over the number of droppers, summed over what the rival has and this
    /// skill would undo.
    takers: InhibitionRows<N>,
    /// A row in the making, and the same packed.
    scratch: Vec<Inhibitor<N>>,
    words: Vec<u32>,
    /// By skill: whether it would undo something that it needs itself.
    selfish: Vec<bool>,
    /// By skill: whether it must be worked out against each other skill every time.
    pub(crate) by_hand: Vec<bool>,
    /// By skill: whether the sums of its entries are out of date.
    pub(crate) stale: Vec<bool>,
    pub(crate) any_stale: bool,
    /// Keys that the skill at hand deletes, and keys that it needs and that hold.
    deleted: Marks,
    held: Marks,
}

/// How many meetings of skills are looked at when links are compiled. Beyond, skills are worked out one against the other.
const MOST_MEETINGS: usize = 1 << 26;

/// How many rivals are listed for each list entry of the network, on average.
const MOST_LISTED: usize = 4;
/// How often skills may meet for each list entry, if all that meet are to be listed.
const MOST_MET: usize = 2;

impl<N: Float> Conflicters<N> {
    pub(crate) fn new(links: &LinkGraph) -> Self {
        let skills = links.skills();
        let needs = |key: usize| links.needing_key(key).len();
        let meetings: usize = (0..links.keys()).map(|key| needs(key) * links.deleting().row(key).len()).sum();
        let mut rivals = Self {
            complete: meetings <= MOST_MEETINGS.min(MOST_MET * links.entries()),
            selfish: vec![false; skills],
            by_hand: vec![meetings > MOST_MEETINGS; skills],
            stale: vec![true; skills],
            any_stale: true,
            deleted: Marks::new(links.keys()),
            held: Marks::new(links.keys()),
            ..Self::default()
        };
        if meetings <= MOST_MEETINGS {
            rivals.list(links);
        }
        rivals.takers = InhibitionRows::new(skills);
        rivals
    }

    /// Lists the conflicters of every skill.
    fn list(&mut self, links: &LinkGraph) {
        let skills = links.skills();
        let limit = MOST_LISTED * links.entries() + 1024;
        let (mut counts, mut spoils) = (vec![0_u32; skills], vec![u32::MAX; skills]);
        let mut touched: Vec<u32> = Vec::new();
        let mut rows: Vec<Vec<u32>> = Vec::with_capacity(skills);
        let mut listed = 0;
        for skill in 0..skills {
            for other in links.deletes().row(skill).iter().flat_map(|key| links.needing_key(*key as usize)) {
                if let Some(count) = counts.get_mut(*other as usize) {
                    if *count == 0 {
                        touched.push(*other);
                    }
                    *count += 1;
                }
            }
            for other in
                links.needs().keys.row(skill).iter().flat_map(|key| links.deleting().row(*key as usize))
            {
                if let Some(place) = spoils.get_mut(*other as usize) {
                    *place = skill as u32;
                }
            }
            let mut row = Vec::new();
            for other in touched.drain(..) {
                let Some(count) = counts.get_mut(other as usize) else { continue };
                if other as usize == skill {
                    if let Some(selfish) = self.selfish.get_mut(skill) {
                        *selfish = true;
                    }
                } else if self.complete || *count > 1 || spoils.get(other as usize) == Some(&(skill as u32)) {
                    row.push(other);
                }
                *count = 0;
            }
            if listed + row.len() > limit {
                row.clear();
                if let Some(place) = self.by_hand.get_mut(skill) {
                    *place = true;
                }
            }
            row.sort_unstable();
            listed += row.len();
            rows.push(row);
        }
        self.rows = RowList::from_rows(rows.into_iter().map(Vec::into_iter));
    }

    /// Whether a skill would undo something that it needs itself.
    pub(crate) fn spoils_itself(&self, skill: usize) -> bool {
        self.selfish.get(skill).copied().unwrap_or(false)
    }

    /// Those that take something, by skill.
    pub(crate) fn takers(&self) -> &InhibitionRows<N> {
        &self.takers
    }

    /// What holds has changed for these skills.
    pub(crate) fn touch(&mut self, skills: &[u32]) {
        for skill in skills {
            if let Some(stale) = self.stale.get_mut(*skill as usize) {
                *stale = true;
                self.any_stale = true;
            }
        }
    }

    /// Brings up to date what is out of date.
    pub(crate) fn refresh(&mut self, scene: &StepContext<'_>, rates: &FlowRates<N>) {
        if !std::mem::take(&mut self.any_stale) {
            return;
        }
        for skill in 0..self.stale.len() {
            if self.stale.get_mut(skill).is_some_and(std::mem::take) {
                self.refresh_one(skill, scene, rates);
            }
        }
    }

    fn refresh_one(&mut self, skill: usize, scene: &StepContext<'_>, rates: &FlowRates<N>) {
        let links = scene.links;
        let Self { rows, takers, scratch, words, deleted, held, .. } = self;
        scratch.clear();
        deleted.clear();
        for key in links.deletes().row(skill) {
            deleted.insert(*key);
        }
        for other in rows.row(skill) {
            let entries = links.needs().keys.row(*other as usize).iter();
            let entries = entries.zip(links.needs().literals.row(*other as usize));
            let shared = entries.filter(|(key, literal)| scene.holds(**literal) && deleted.contains(**key));
            let per = |key: &u32| rates.per_deleting.get(*key as usize).copied().unwrap_or(N::ZERO);
            let share = shared.fold(N::ZERO, |sum, (key, _)| sum + per(key));
            if share > N::ZERO {
                scratch.push(Inhibitor { who: *other, mutual: false, share });
            }
        }
        held.clear();
        let conditions = links.needs().keys.row(skill).iter().zip(links.needs().literals.row(skill));
        for (key, _) in conditions.filter(|(_, literal)| scene.holds(**literal)) {
            held.insert(*key);
        }
        for taker in scratch.iter_mut() {
            taker.mutual = links.deletes().row(taker.who as usize).iter().any(|key| held.contains(*key));
        }
        takers.set(skill, scratch, words);
    }
}
