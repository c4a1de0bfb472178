//! Those that take something from a skill, of all skills in one array.
//!
//! A step reads them all, one behind the other, so they are packed: who it is, whether the stronger of the two is spared and
//! what it takes share one word as long as there are few different shares, and no room is left between rows until they change.

use crate::activation::by_proposition::sum_over;
use crate::activation::float::Float;
use crate::graph::growable::GrowableRows;
use rustc_hash::FxHashMap;

/// One that takes something from a skill now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Inhibitor<N> {
    /// Which skill it is.
    pub(crate) who: u32,
    /// Whether it would be spoiled in turn, so that the stronger is spared.
    pub(crate) mutual: bool,
    /// What part of its activation it takes.
    pub(crate) share: N,
}

/// Inhibitors of each skill.
#[derive(Clone, Debug)]
pub(crate) enum InhibitionRows<N> {
    /// One word each, with the number of its share in the table.
    Packed(GrowableRows<u32>, Box<ShareTable<N>>),
    /// There are too many different shares for that.
    Wide(GrowableRows<(u32, N)>),
}

/// The bits of the number of a share, as long as the rest of a word tells all skills apart; otherwise fewer.
const SHARE: u32 = 12;
const SHARE_OF_MANY: u32 = 7;

/// The shares that there are, and how a word tells them.
#[derive(Clone, Debug)]
pub(crate) struct ShareTable<N> {
    /// As many as numbers fit into a word.
    shares: Vec<N>,
    numbers: FxHashMap<u64, u32>,
    /// Above these bits is the number of the share.
    below: u32,
}

impl<N: Float> ShareTable<N> {
    fn new(skills: usize) -> Self {
        let fits = skills <= 1 << (31 - SHARE);
        let bits = if fits { SHARE } else { SHARE_OF_MANY };
        Self { shares: vec![N::ZERO; 1 << bits], numbers: FxHashMap::default(), below: 32 - bits }
    }

    /// The word of a taker; nothing if there is no room for its share.
    fn word(&mut self, taker: &Inhibitor<N>) -> Option<u32> {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(taker.share.to().to_bits()).or_insert(next);
        *self.shares.get_mut(number as usize)? = taker.share;
        Some(number << self.below | mark(taker, self.below - 1))
    }

    #[inline]
    fn read(&self, word: u32) -> Inhibitor<N> {
        let share = self.shares.get((word >> self.below) as usize).copied().unwrap_or(N::ZERO);
        unmark(word, share, self.below - 1)
    }
}

/// The skill number in the given number of bits, and one more bit for a mutual conflict.
fn mark<N>(taker: &Inhibitor<N>, bits: u32) -> u32 {
    (taker.who & ((1 << bits) - 1)) | u32::from(taker.mutual) << bits
}

#[inline]
fn unmark<N>(word: u32, share: N, bits: u32) -> Inhibitor<N> {
    Inhibitor { who: word & ((1 << bits) - 1), mutual: word >> bits & 1 != 0, share }
}

/// The bits of who it is where a share stands beside.
const WHO: u32 = 31;

#[inline]
fn wide<N: Copy>((word, share): &(u32, N)) -> Inhibitor<N> {
    unmark(*word, *share, WHO)
}

impl<N: Default> Default for InhibitionRows<N> {
    fn default() -> Self {
        let none = ShareTable { shares: Vec::new(), numbers: FxHashMap::default(), below: 32 - SHARE };
        Self::Packed(GrowableRows::new(0), Box::new(none))
    }
}

impl<N: Float> InhibitionRows<N> {
    /// Empty rows for so many skills.
    pub(crate) fn new(skills: usize) -> Self {
        Self::Packed(GrowableRows::new(skills), Box::new(ShareTable::new(skills)))
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Packed(rows, _) => rows.len(),
            Self::Wide(rows) => rows.len(),
        }
    }

    /// The sum of something over those that take from a skill.
    #[inline]
    pub(crate) fn sum(&self, skill: usize, value: impl Fn(Inhibitor<N>) -> N) -> N {
        match self {
            Self::Packed(rows, table) => sum_over(rows.row(skill), |word| value(table.read(*word))),
            Self::Wide(rows) => sum_over(rows.row(skill), |item| value(wide(item))),
        }
    }

    /// Those that take something from a skill.
    pub(crate) fn of(&self, skill: usize) -> impl Iterator<Item = Inhibitor<N>> {
        let (packed, wider) = match self {
            Self::Packed(rows, table) => (Some((rows.row(skill), table)), &[][..]),
            Self::Wide(rows) => (None, rows.row(skill)),
        };
        let packed = packed.into_iter().flat_map(|(row, table)| row.iter().map(|word| table.read(*word)));
        packed.chain(wider.iter().map(wide))
    }

    /// Replaces a row.
    pub(crate) fn set(&mut self, skill: usize, takers: &[Inhibitor<N>], words: &mut Vec<u32>) {
        words.clear();
        if let Self::Packed(rows, table) = self {
            if takers.iter().try_for_each(|taker| table.word(taker).map(|word| words.push(word))).is_some() {
                rows.set(skill, words);
                return;
            }
            self.widen();
        }
        if let Self::Wide(rows) = self {
            let items: Vec<(u32, N)> = takers.iter().map(|taker| (mark(taker, WHO), taker.share)).collect();
            rows.set(skill, &items);
        }
    }

    fn widen(&mut self) {
        let mut rows = GrowableRows::new(self.len());
        for skill in 0..self.len() {
            let items: Vec<(u32, N)> = self.of(skill).map(|taker| (mark(&taker, WHO), taker.share)).collect();
            rows.set(skill, &items);
        }
        *self = Self::Wide(rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packed or not, with few different shares or many, a row is what was set.
    #[test]
    fn rows_are_what_was_set() {
        let mut takers = InhibitionRows::<f32>::new(400);
        let mut words = Vec::new();
        let row = |skill: u32, shares: u32| -> Vec<Inhibitor<f32>> {
            let taker = |who: u32| Inhibitor {
                who,
                mutual: who.is_multiple_of(3),
                share: 1.0 / (1 + who % shares) as f32,
            };
            (skill..skill + 20).map(taker).collect()
        };
        for (shares, packed) in [(7, true), (1_000, true), (10_000, false)] {
            for skill in 0..400 {
                takers.set(skill as usize, &row(skill * 20, shares), &mut words);
            }
            assert_eq!(matches!(takers, InhibitionRows::Packed(..)), packed);
            for skill in 0..400 {
                let expected = row(skill * 20, shares);
                assert_eq!(takers.of(skill as usize).collect::<Vec<_>>(), expected);
                let sum = takers.sum(skill as usize, |taker| taker.who as f32);
                assert_eq!(sum, expected.iter().map(|taker| taker.who as f32).sum::<f32>());
            }
        }
    }
}
