//! Skills that would spoil each other.
//!
//! What a skill takes from another depends on both of them: at most what the other has, and nothing if the other is stronger and
//! would spoil it in turn. So taking away cannot simply be summed per proposition. It can where neither exception applies;
//! here is kept what tells where that is: the pairs of skills that would spoil each other, and those that meet in more than one
//! proposition. All other pairs meet in one, and there the one number of the proposition tells whether it is too much.

use super::field::{Rates, Scene};
use super::links::Links;
use super::real::Real;
use super::rows::Rows;

/// For each skill, the others that have to be looked at one by one, and how much those would take from it.
///
/// Where skills meet about as often as they have list entries, all that meet are listed, and nothing has to be summed per
/// proposition: one pass over the list tells what everybody takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Rivals<N> {
    /// Every skill that meets another is listed.
    pub(super) complete: bool,
    rows: Rows,
    /// By skill: how many of its row take something now. They are kept at the beginning of the row, in the next three.
    active: Vec<u32>,
    who: Vec<u32>,
    /// One over the number of droppers, summed over what the rival has and this skill would undo.
    shares: Vec<N>,
    /// Whether this skill has something that the rival would undo, so that the stronger of them is spared.
    mutual: Vec<bool>,
    /// By skill: whether it would undo something that it needs itself.
    selfish: Vec<bool>,
    /// By skill: whether it must be worked out against each other skill every time.
    pub(super) by_hand: Vec<bool>,
    /// By skill: whether the sums of its entries are out of date.
    pub(super) stale: Vec<bool>,
    pub(super) any_stale: bool,
    marks: Vec<u32>,
}

/// Those that take something from a skill now, what part of their activation, and whether the stronger is spared.
#[derive(Clone, Copy)]
pub(super) struct Takers<'r, N> {
    pub(super) who: &'r [u32],
    pub(super) shares: &'r [N],
    pub(super) mutual: &'r [bool],
}

/// How many meetings of skills are looked at when links are compiled. Beyond, skills are worked out one against the other.
const MOST_MEETINGS: usize = 1 << 26;

/// How many rivals are listed for each list entry of the network, on average.
const MOST_LISTED: usize = 4;
/// How often skills may meet for each list entry, if all that meet are to be listed.
const MOST_MET: usize = 2;

impl<N: Real> Rivals<N> {
    pub(super) fn new(links: &Links) -> Self {
        let skills = links.skills();
        let needs = |key: usize| links.needing_key(key).len();
        let meetings: usize = (0..links.keys).map(|key| needs(key) * links.dropping.row(key).len()).sum();
        let mut rivals = Self {
            complete: meetings <= MOST_MEETINGS.min(MOST_MET * links.entries()),
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
        let listed = rivals.rows.items().len();
        rivals.active = vec![0; skills];
        rivals.who = vec![0; listed];
        rivals.shares = vec![N::ZERO; listed];
        rivals.mutual = vec![false; listed];
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
        self.rows = Rows::from_rows(rows.into_iter().map(Vec::into_iter));
    }

    /// Whether a skill would undo something that it needs itself.
    pub(super) fn spoils_itself(&self, skill: usize) -> bool {
        self.selfish.get(skill).copied().unwrap_or(false)
    }

    /// Those that take something from a skill now.
    #[inline]
    pub(super) fn of(&self, skill: usize) -> Takers<'_, N> {
        let from = self.rows.start(skill);
        let span = from..from + self.active.get(skill).map_or(0, |active| *active as usize);
        Takers {
            who: self.who.get(span.clone()).unwrap_or(&[]),
            shares: self.shares.get(span.clone()).unwrap_or(&[]),
            mutual: self.mutual.get(span).unwrap_or(&[]),
        }
    }

    /// The skills and shares of all entries, one behind the other.
    pub(super) fn entries(&self) -> impl Iterator<Item = Takers<'_, N>> {
        (0..self.active.len()).map(|skill| self.of(skill))
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
        let Self { rows, active, who, shares, mutual, marks, .. } = self;
        let row = rows.row(skill);
        let mut places = who.iter_mut().zip(shares.iter_mut()).skip(start);
        let mut count = 0;
        mark(marks, links.drops.row(skill).iter().copied(), spoiled);
        for other in row {
            let entries = links.needs.keys.row(*other as usize).iter();
            let entries = entries.zip(links.needs.pairs.row(*other as usize));
            let shared = entries
                .filter(|(key, pair)| scene.holds(**pair) && marks.get(**key as usize) == Some(&spoiled));
            let per = |key: &u32| rates.per_dropping.get(*key as usize).copied().unwrap_or(N::ZERO);
            let share = shared.fold(N::ZERO, |sum, (key, _)| sum + per(key));
            if share > N::ZERO
                && let Some(place) = places.next()
            {
                (*place.0, *place.1) = (*other, share);
                count += 1;
            }
        }
        if let Some(active) = active.get_mut(skill) {
            *active = count;
        }
        let conditions = links.needs.keys.row(skill).iter().zip(links.needs.pairs.row(skill));
        mark(marks, conditions.filter(|(_, pair)| scene.holds(**pair)).map(|(key, _)| *key), had);
        let takers = who.iter().zip(mutual.iter_mut()).skip(start).take(count as usize);
        for (other, mutual) in takers {
            let mut undone = links.drops.row(*other as usize).iter();
            *mutual = undone.any(|key| marks.get(*key as usize) == Some(&had));
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
