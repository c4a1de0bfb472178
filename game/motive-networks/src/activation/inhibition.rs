//! The inhibitors of all skills in one array.
//!
//! A step reads all of them, so they are packed: as long as there are few different shares, the skill, the mutual flag and the
//! share are one 32-bit word.

use crate::activation::precision::Float;
use crate::activation::sums::sum_over;
use motive_util::GrowableRows;
use rustc_hash::FxHashMap;

/// A skill that inhibits another now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Inhibitor<N> {
    pub(crate) skill: u32,
    /// Whether the other would inhibit it in turn, so that the stronger of the two is spared.
    pub(crate) mutual: bool,
    /// The part of its flow by which it inhibits.
    pub(crate) share: N,
}

/// The inhibitors of each skill.
#[derive(Clone, Debug)]
pub(crate) enum InhibitionRows<N> {
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
pub(crate) struct ShareTable<N> {
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

impl<N: Default> Default for InhibitionRows<N> {
    fn default() -> Self {
        let none = ShareTable { shares: Vec::new(), indices: FxHashMap::default(), below: 32 - SHARE_BITS };
        Self::Packed(GrowableRows::new(0), Box::new(none))
    }
}

impl<N: Float> InhibitionRows<N> {
    /// Empty rows for a number of skills.
    pub(crate) fn new(skills: usize) -> Self {
        Self::Packed(GrowableRows::new(skills), Box::new(ShareTable::new(skills)))
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Packed(rows, _) => rows.len(),
            Self::Wide(rows) => rows.len(),
        }
    }

    /// The sum of a value of each inhibitor of a skill.
    #[inline]
    pub(crate) fn sum(&self, skill: usize, value: impl Fn(Inhibitor<N>) -> N) -> N {
        match self {
            Self::Packed(rows, table) => sum_over(rows.row(skill), |word| value(table.unpack(*word))),
            Self::Wide(rows) => sum_over(rows.row(skill), |item| value(wide(item))),
        }
    }

    /// The inhibitors of a skill.
    pub(crate) fn of(&self, skill: usize) -> impl Iterator<Item = Inhibitor<N>> {
        let (packed, unpacked) = match self {
            Self::Packed(rows, table) => (Some((rows.row(skill), table)), &[][..]),
            Self::Wide(rows) => (None, rows.row(skill)),
        };
        let packed = packed.into_iter().flat_map(|(row, table)| row.iter().map(|word| table.unpack(*word)));
        packed.chain(unpacked.iter().map(wide))
    }

    /// Replaces a row.
    pub(crate) fn set(&mut self, skill: usize, inhibitors: &[Inhibitor<N>], words: &mut Vec<u32>) {
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
            let items: Vec<(u32, N)> = inhibitors
                .iter()
                .map(|inhibitor| (skill_bits(inhibitor, WIDE_SKILL_BITS), inhibitor.share))
                .collect();
            rows.set(skill, &items);
        }
    }

    fn widen(&mut self) {
        let mut rows = GrowableRows::new(self.len());
        for skill in 0..self.len() {
            let items: Vec<(u32, N)> = self
                .of(skill)
                .map(|inhibitor| (skill_bits(&inhibitor, WIDE_SKILL_BITS), inhibitor.share))
                .collect();
            rows.set(skill, &items);
        }
        *self = Self::Wide(rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_back_as_set_with_few_or_many_different_shares() {
        let mut inhibitors = InhibitionRows::<f32>::new(400);
        let mut words = Vec::new();
        let row = |skill: u32, shares: u32| -> Vec<Inhibitor<f32>> {
            let inhibitor = |skill: u32| Inhibitor {
                skill,
                mutual: skill.is_multiple_of(3),
                share: 1.0 / (1 + skill % shares) as f32,
            };
            (skill..skill + 20).map(inhibitor).collect()
        };
        for (shares, packed) in [(7, true), (1_000, true), (10_000, false)] {
            for skill in 0..400 {
                inhibitors.set(skill as usize, &row(skill * 20, shares), &mut words);
            }
            assert_eq!(matches!(inhibitors, InhibitionRows::Packed(..)), packed);
            for skill in 0..400 {
                let expected = row(skill * 20, shares);
                assert_eq!(inhibitors.of(skill as usize).collect::<Vec<_>>(), expected);
                let sum = inhibitors.sum(skill as usize, |inhibitor| inhibitor.skill as f32);
                assert_eq!(sum, expected.iter().map(|inhibitor| inhibitor.skill as f32).sum::<f32>());
            }
        }
    }
}
