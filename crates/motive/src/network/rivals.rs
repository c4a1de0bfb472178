//! Skills that would spoil each other.
//!
//! What a skill takes from another depends on both of them: at most what the other has, and nothing if the other is stronger and
//! would spoil it in turn. So taking away cannot simply be summed per proposition. It can where neither exception applies;
//! here is kept what tells where that is.

use super::field::{Rates, Scene};
use super::links::Links;
use super::real::Real;
use super::rows::Rows;

/// For each skill, the others with which it may spoil each other, and how much those would take from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Rivals<N> {
    pub(super) rows: Rows,
    /// By entry: one over the number of droppers, summed over what the rival has and this skill would undo; nothing if this
    /// skill has nothing that the rival would undo, for then it is not spared.
    pub(super) shares: Vec<N>,
    /// By skill: the most propositions that it would undo to one other skill.
    pub(super) most_shared: Vec<u32>,
    /// By skill: whether it would undo something that it needs itself.
    selfish: Vec<bool>,
    /// By skill: whether it must be worked out against each other skill every time.
    pub(super) by_hand: Vec<bool>,
    /// By skill: whether the sums of its entries are out of date.
    pub(super) stale: Vec<bool>,
    pub(super) any_stale: bool,
    marks: Vec<u32>,
}

/// How many meetings of skills are looked at when links are compiled. Beyond, skills are worked out one against the other.
const MOST_MEETINGS: usize = 1 << 26;

/// How many rivals are listed for each list entry of the network, on average.
const MOST_LISTED: usize = 4;

impl<N: Real> Rivals<N> {
    pub(super) fn new(links: &Links) -> Self {
        let skills = links.skills();
        let needs = |key: usize| links.needing_key(key).len();
        let meetings: usize = (0..links.keys).map(|key| needs(key) * links.dropping.row(key).len()).sum();
        let mut rivals = Self {
            most_shared: vec![0; skills],
            selfish: vec![false; skills],
            by_hand: vec![meetings > MOST_MEETINGS; skills],
            stale: vec![true; skills],
            any_stale: true,
            marks: vec![u32::MAX; links.keys],
            ..Self::default()
        };
        if meetings <= MOST_MEETINGS {
            rivals.list(links);
        }
        rivals.shares = vec![N::ZERO; rivals.rows.items().len()];
        rivals
    }

    /// Lists the rivals of every skill.
    fn list(&mut self, links: &Links) {
        let skills = links.skills();
        let limit = MOST_LISTED * links.entries() + 1024;
        let (mut counts, mut spoils) = (vec![0_u32; skills], vec![u32::MAX; skills]);
        let mut touched: Vec<u32> = Vec::new();
        let mut rows: Vec<Vec<u32>> = Vec::with_capacity(skills);
        let mut listed = 0;
        for skill in 0..skills {
            for other in links.drops.row(skill).iter().flat_map(|key| links.needing_key(*key as usize)) {
                if let Some(count) = counts.get_mut(*other as usize) {
                    if *count == 0 {
                        touched.push(*other);
                    }
                    *count += 1;
                }
            }
            for other in links.needs.keys.row(skill).iter().flat_map(|key| links.dropping.row(*key as usize))
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
                } else {
                    if let Some(most) = self.most_shared.get_mut(skill) {
                        *most = (*most).max(*count);
                    }
                    if spoils.get(other as usize) == Some(&(skill as u32)) {
                        row.push(other);
                    }
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
        self.rows = Rows::from_rows(rows.into_iter().map(Vec::into_iter));
    }

    /// Whether a skill would undo something that it needs itself.
    pub(super) fn spoils_itself(&self, skill: usize) -> bool {
        self.selfish.get(skill).copied().unwrap_or(false)
    }

    /// The rivals of a skill and what each would take.
    #[inline]
    pub(super) fn of(&self, skill: usize) -> (&[u32], &[N]) {
        let (from, row) = (self.rows.start(skill), self.rows.row(skill));
        (row, self.shares.get(from..from + row.len()).unwrap_or(&[]))
    }

    /// What holds has changed for these skills.
    pub(super) fn touch(&mut self, skills: &[u32]) {
        for skill in skills {
            if let Some(stale) = self.stale.get_mut(*skill as usize) {
                *stale = true;
                self.any_stale = true;
            }
        }
    }

    /// Brings up to date what is out of date.
    pub(super) fn refresh(&mut self, scene: &Scene<'_>, rates: &Rates<N>) {
        if !std::mem::take(&mut self.any_stale) {
            return;
        }
        for skill in 0..self.stale.len() {
            if self.stale.get_mut(skill).is_some_and(std::mem::take) {
                self.refresh_one(skill, scene, rates);
            }
        }
    }

    fn refresh_one(&mut self, skill: usize, scene: &Scene<'_>, rates: &Rates<N>) {
        let links = scene.links;
        let (spoiled, had) = (2 * skill as u32, 2 * skill as u32 + 1);
        let start = self.rows.start(skill);
        let Self { rows, shares, marks, .. } = self;
        let row = rows.row(skill);
        if row.is_empty() {
            return;
        }
        mark(marks, links.drops.row(skill).iter().copied(), spoiled);
        for (other, share) in row.iter().zip(shares.iter_mut().skip(start)) {
            let entries = links.needs.keys.row(*other as usize).iter();
            let entries = entries.zip(links.needs.pairs.row(*other as usize));
            let shared = entries
                .filter(|(key, pair)| scene.holds(**pair) && marks.get(**key as usize) == Some(&spoiled));
            let per = |key: &u32| rates.per_dropping.get(*key as usize).copied().unwrap_or(N::ZERO);
            *share = shared.fold(N::ZERO, |sum, (key, _)| sum + per(key));
        }
        let conditions = links.needs.keys.row(skill).iter().zip(links.needs.pairs.row(skill));
        mark(marks, conditions.filter(|(_, pair)| scene.holds(**pair)).map(|(key, _)| *key), had);
        for (other, share) in row.iter().zip(shares.iter_mut().skip(start)) {
            let mut undone = links.drops.row(*other as usize).iter();
            if !undone.any(|key| marks.get(*key as usize) == Some(&had)) {
                *share = N::ZERO;
            }
        }
    }
}

fn mark(marks: &mut [u32], keys: impl Iterator<Item = u32>, stamp: u32) {
    for key in keys {
        if let Some(place) = marks.get_mut(key as usize) {
            *place = stamp;
        }
    }
}
