//! Pairs of skills where one deletes what the other needs.
//!
//! How much a skill inhibits another depends on both: it takes at most what the other has, and nothing if the conflict is mutual
//! and the other is stronger. Inhibition can be summed per proposition only where neither rule applies. Listed here are the pairs
//! for which one may: mutual conflicts, and conflicts over more than one proposition. All other pairs share one proposition, and
//! its largest flow shows whether the cap applies.
//!
//! A step reads all inhibitors, so they are packed: as long as there are few different shares, the skill, the mutual flag and the
//! share are one 32-bit word.

use super::engine::StepContext;
use super::field::FlowRates;
use super::numbers::{Float, Marks, sum_over};
use crate::graph::LinkGraph;
use motive_util::{GrowableRows, Rows};
use rustc_hash::FxHashMap;

/// For each skill, the conflicters that have to be examined one by one, and how much of their flow inhibits it.
///
/// Where there are about as many conflicts as list entries, all conflicters are listed, and one pass over the lists gives all
/// inhibition without sums per proposition.
#[derive(Clone, Debug, Default)]
pub(super) struct Conflicters<N> {
    /// Every conflicter of every skill is listed.
    pub(super) complete: bool,
    rows: Rows,
    /// Those of them that inhibit now. A share is one over the number of skills that delete a key, summed over the keys that the
    /// conflicter needs, that hold and that this skill deletes.
    pub(super) inhibitors: InhibitionRows<N>,
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
    pub(super) fn new(links: &LinkGraph) -> Self {
        let skills = links.skills();
        let needs = |key: usize| links.needing_key(key).len();
        let conflicts: usize = (0..links.keys).map(|key| needs(key) * links.deleting.row(key).len()).sum();
        let mut conflicters = Self {
            complete: conflicts <= MAX_CONFLICTS.min(MAX_COMPLETE_PER_ENTRY * links.entries()),
            deletes_own_precondition: vec![false; skills],
            pairwise: vec![conflicts > MAX_CONFLICTS; skills],
            stale: vec![true; skills],
            any_stale: true,
            ..Self::default()
        };
        conflicters.scratch.deleted = Marks::new(links.keys);
        conflicters.scratch.held = Marks::new(links.keys);
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
            for other in links.deletes.row(skill).iter().flat_map(|key| links.needing_key(*key as usize)) {
                if let Some(count) = counts.get_mut(*other as usize) {
                    if *count == 0 {
                        touched.push(*other);
                    }
                    *count += 1;
                }
            }
            mutual.clear();
            let needed = links.needs.keys.row(skill).iter();
            needed.flat_map(|key| links.deleting.row(*key as usize)).for_each(|other| {
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

    /// Whether all pairs with this skill have to be examined in each step.
    pub(super) fn is_pairwise(&self, skill: usize) -> bool {
        self.pairwise.get(skill).copied().unwrap_or(true)
    }

    /// Whether a skill deletes something that it needs itself.
    pub(super) fn deletes_own_precondition(&self, skill: usize) -> bool {
        self.deletes_own_precondition.get(skill).copied().unwrap_or(false)
    }

    /// A literal that these skills need or delete has changed.
    pub(super) fn touch(&mut self, skills: &[u32]) {
        for skill in skills {
            if let Some(stale) = self.stale.get_mut(*skill as usize) {
                *stale = true;
                self.any_stale = true;
            }
        }
    }

    /// Finds the inhibitors of touched skills again.
    pub(super) fn refresh(&mut self, cx: &StepContext<'_>, rates: &FlowRates<N>) {
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
        for key in links.deletes.row(skill) {
            deleted.insert(*key);
        }
        for other in self.rows.row(skill) {
            let entries = links.needs.of(*other as usize);
            let shared = entries.filter(|(key, literal)| cx.holds(*literal) && deleted.contains(*key));
            let per = |key: u32| rates.per_deleting.get(key as usize).copied().unwrap_or(N::ZERO);
            let share = shared.fold(N::ZERO, |sum, (key, _)| sum + per(key));
            if share > N::ZERO {
                row.push(Inhibitor { skill: *other, mutual: false, share });
            }
        }
        held.clear();
        for (key, _) in links.needs.of(skill).filter(|(_, literal)| cx.holds(*literal)) {
            held.insert(key);
        }
        for inhibitor in row.iter_mut() {
            let mut deletes = links.deletes.row(inhibitor.skill as usize).iter();
            inhibitor.mutual = deletes.any(|key| held.contains(*key));
        }
        self.inhibitors.set(skill, row, words);
    }
}

/// A skill that inhibits another now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Inhibitor<N> {
    pub(super) skill: u32,
    /// Whether the other would inhibit it in turn, so that the stronger of the two is spared.
    pub(super) mutual: bool,
    /// The part of its flow by which it inhibits.
    pub(super) share: N,
}

/// The inhibitors of each skill.
#[derive(Clone, Debug)]
pub(super) enum InhibitionRows<N> {
    /// One word each, with the index of its share in the table.
    Packed(GrowableRows<u32>, Box<ShareTable<N>>),
    /// One word and the share each, when there are too many different shares.
    Wide(GrowableRows<(u32, N)>),
}

/// The bits of a word for the index of a share; fewer in networks whose skill numbers need more bits.
const SHARE_BITS: u32 = 12;
const SHARE_BITS_LARGE: u32 = 7;

/// The different shares, and how a word refers to them.
#[derive(Clone, Debug)]
pub(super) struct ShareTable<N> {
    /// One for each index that fits into a word.
    shares: Vec<N>,
    indices: FxHashMap<u64, u32>,
    /// How many bits of a word are below the index of the share.
    below: u32,
}

impl<N: Float> ShareTable<N> {
    fn new(skills: usize) -> Self {
        let fits = skills <= 1 << (31 - SHARE_BITS);
        let bits = if fits { SHARE_BITS } else { SHARE_BITS_LARGE };
        Self { shares: vec![N::ZERO; 1 << bits], indices: FxHashMap::default(), below: 32 - bits }
    }

    /// The word for an inhibitor; `None` if the table is full.
    fn word(&mut self, inhibitor: &Inhibitor<N>) -> Option<u32> {
        let next = self.indices.len() as u32;
        let index = *self.indices.entry(inhibitor.share.to().to_bits()).or_insert(next);
        *self.shares.get_mut(index as usize)? = inhibitor.share;
        Some(index << self.below | skill_bits(inhibitor, self.below - 1))
    }

    #[inline]
    fn unpack(&self, word: u32) -> Inhibitor<N> {
        let share = self.shares.get((word >> self.below) as usize).copied().unwrap_or(N::ZERO);
        inhibitor_from(word, share, self.below - 1)
    }
}

/// The skill in the given number of bits, and one more bit for a mutual conflict.
fn skill_bits<N>(inhibitor: &Inhibitor<N>, bits: u32) -> u32 {
    (inhibitor.skill & ((1 << bits) - 1)) | u32::from(inhibitor.mutual) << bits
}

#[inline]
fn inhibitor_from<N>(word: u32, share: N, bits: u32) -> Inhibitor<N> {
    Inhibitor { skill: word & ((1 << bits) - 1), mutual: word >> bits & 1 != 0, share }
}

/// The bits of a skill when the share is stored beside the word.
const WIDE_SKILL_BITS: u32 = 31;

#[inline]
fn wide<N: Copy>((word, share): &(u32, N)) -> Inhibitor<N> {
    inhibitor_from(*word, *share, WIDE_SKILL_BITS)
}

fn to_wide<N: Copy>(inhibitor: &Inhibitor<N>) -> (u32, N) {
    (skill_bits(inhibitor, WIDE_SKILL_BITS), inhibitor.share)
}

impl<N: Default> Default for InhibitionRows<N> {
    fn default() -> Self {
        let none = ShareTable { shares: Vec::new(), indices: FxHashMap::default(), below: 32 - SHARE_BITS };
        Self::Packed(GrowableRows::new(0), Box::new(none))
    }
}

impl<N: Float> InhibitionRows<N> {
    /// Empty rows for a number of skills.
    pub(super) fn new(skills: usize) -> Self {
        Self::Packed(GrowableRows::new(skills), Box::new(ShareTable::new(skills)))
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Packed(rows, _) => rows.len(),
            Self::Wide(rows) => rows.len(),
        }
    }

    /// The sum of a value of each inhibitor of a skill.
    #[inline]
    pub(super) fn sum(&self, skill: usize, value: impl Fn(Inhibitor<N>) -> N) -> N {
        match self {
            Self::Packed(rows, table) => sum_over(rows.row(skill), |word| value(table.unpack(*word))),
            Self::Wide(rows) => sum_over(rows.row(skill), |item| value(wide(item))),
        }
    }

    /// The inhibitors of a skill.
    pub(super) fn of(&self, skill: usize) -> impl Iterator<Item = Inhibitor<N>> {
        let (packed, unpacked) = match self {
            Self::Packed(rows, table) => (Some((rows.row(skill), table)), &[][..]),
            Self::Wide(rows) => (None, rows.row(skill)),
        };
        let packed = packed.into_iter().flat_map(|(row, table)| row.iter().map(|word| table.unpack(*word)));
        packed.chain(unpacked.iter().map(wide))
    }

    /// Replaces a row.
    pub(super) fn set(&mut self, skill: usize, inhibitors: &[Inhibitor<N>], words: &mut Vec<u32>) {
        words.clear();
        if let Self::Packed(rows, table) = self {
            if inhibitors
                .iter()
                .try_for_each(|inhibitor| table.word(inhibitor).map(|word| words.push(word)))
                .is_some()
            {
                rows.set(skill, words);
                return;
            }
            self.widen();
        }
        if let Self::Wide(rows) = self {
            let items: Vec<(u32, N)> = inhibitors.iter().map(to_wide).collect();
            rows.set(skill, &items);
        }
    }

    fn widen(&mut self) {
        let mut rows = GrowableRows::new(self.len());
        for skill in 0..self.len() {
            let items: Vec<(u32, N)> = self.of(skill).map(|inhibitor| to_wide(&inhibitor)).collect();
            rows.set(skill, &items);
        }
        *self = Self::Wide(rows);
    }
}

#[cfg(test)]
#[path = "../../tests/unit/conflicters.rs"]
mod tests;
