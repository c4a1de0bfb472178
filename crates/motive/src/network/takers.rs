//! Those that take something from a skill, of all skills in one array.
//!
//! A step reads them all, one behind the other, so they are packed: who it is, whether the stronger of the two is spared and
//! what it takes share one word as long as there are few different shares, and no room is left between rows until they change.

use super::by_proposition::sum_over;
use super::real::Real;
use super::store::Store;

/// One that takes something from a skill now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Taker<N> {
    /// Which skill it is.
    pub(super) who: u32,
    /// Whether it would be spoiled in turn, so that the stronger is spared.
    pub(super) mutual: bool,
    /// What part of its activation it takes.
    pub(super) share: N,
}

/// Rows of takers, by skill.
#[derive(Clone, Debug)]
pub(super) enum Takers<N> {
    /// One word each, with the number of its share in the table.
    Packed(Store<u32>, Box<Table<N>>),
    /// There are too many different shares for that.
    Wide(Store<(u32, N)>),
}

/// The bits of who it is: there are at most so many skills.
const WHO: u32 = (1 << 24) - 1;
const MUTUAL: u32 = 1 << 24;
/// Above these bits is the number of the share.
const SHARE: u32 = 25;
const SHARES: usize = 1 << (32 - SHARE);

/// The shares that there are.
#[derive(Clone, Debug)]
pub(super) struct Table<N> {
    shares: [N; SHARES],
    used: usize,
}

impl<N: Real> Table<N> {
    /// The number of a share, as it is or as it becomes; nothing if there is no room.
    fn number(&mut self, share: N) -> Option<u32> {
        let known = self.shares.iter().take(self.used).position(|known| *known == share);
        if known.is_none() {
            *self.shares.get_mut(self.used)? = share;
            self.used += 1;
        }
        Some(known.unwrap_or(self.used - 1) as u32)
    }

    #[inline]
    fn read(&self, word: u32) -> Taker<N> {
        let share = self.shares[(word >> SHARE) as usize];
        Taker { who: word & WHO, mutual: word & MUTUAL != 0, share }
    }
}

#[inline]
fn wide<N: Copy>((word, share): &(u32, N)) -> Taker<N> {
    Taker { who: word & WHO, mutual: word & MUTUAL != 0, share: *share }
}

fn word<N>(taker: &Taker<N>) -> u32 {
    (taker.who & WHO) | if taker.mutual { MUTUAL } else { 0 }
}

impl<N: Default> Default for Takers<N> {
    fn default() -> Self {
        let shares = std::array::from_fn(|_| N::default());
        Self::Packed(Store::new(0), Box::new(Table { shares, used: 0 }))
    }
}

impl<N: Real> Takers<N> {
    /// Empty rows for so many skills.
    pub(super) fn new(skills: usize) -> Self {
        Self::Packed(Store::new(skills), Box::new(Table { shares: [N::ZERO; SHARES], used: 0 }))
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Packed(rows, _) => rows.len(),
            Self::Wide(rows) => rows.len(),
        }
    }

    /// The sum of something over those that take from a skill.
    #[inline]
    pub(super) fn sum(&self, skill: usize, value: impl Fn(Taker<N>) -> N) -> N {
        match self {
            Self::Packed(rows, table) => sum_over(rows.row(skill), |word| value(table.read(*word))),
            Self::Wide(rows) => sum_over(rows.row(skill), |item| value(wide(item))),
        }
    }

    /// Those that take something from a skill.
    pub(super) fn of(&self, skill: usize) -> impl Iterator<Item = Taker<N>> {
        let (packed, wider) = match self {
            Self::Packed(rows, table) => (Some((rows.row(skill), table)), &[][..]),
            Self::Wide(rows) => (None, rows.row(skill)),
        };
        let packed = packed.into_iter().flat_map(|(row, table)| row.iter().map(|word| table.read(*word)));
        packed.chain(wider.iter().map(wide))
    }

    /// Replaces a row.
    pub(super) fn set(&mut self, skill: usize, takers: &[Taker<N>], words: &mut Vec<u32>) {
        words.clear();
        if let Self::Packed(rows, table) = self {
            let packed = |taker: &Taker<N>| Some(word(taker) | table.number(taker.share)? << SHARE);
            if takers.iter().map(packed).all(|word| word.map(|word| words.push(word)).is_some()) {
                rows.set(skill, words);
                return;
            }
            self.widen();
        }
        if let Self::Wide(rows) = self {
            let items: Vec<(u32, N)> = takers.iter().map(|taker| (word(taker), taker.share)).collect();
            rows.set(skill, &items);
        }
    }

    fn widen(&mut self) {
        let mut rows = Store::new(self.len());
        for skill in 0..self.len() {
            let items: Vec<(u32, N)> = self.of(skill).map(|taker| (word(&taker), taker.share)).collect();
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
        let mut takers = Takers::<f32>::new(40);
        let mut words = Vec::new();
        let row = |skill: u32, shares: u32| -> Vec<Taker<f32>> {
            let taker = |who: u32| Taker {
                who,
                mutual: who.is_multiple_of(3),
                share: 1.0 / (1 + who % shares) as f32,
            };
            (skill..skill + 20).map(taker).collect()
        };
        for (shares, packed) in [(7, true), (1000, false)] {
            for skill in 0..40 {
                takers.set(skill as usize, &row(skill * 20, shares), &mut words);
            }
            assert_eq!(matches!(takers, Takers::Packed(..)), packed);
            for skill in 0..40 {
                let expected = row(skill * 20, shares);
                assert_eq!(takers.of(skill as usize).collect::<Vec<_>>(), expected);
                let sum = takers.sum(skill as usize, |taker| taker.who as f32);
                assert_eq!(sum, expected.iter().map(|taker| taker.who as f32).sum::<f32>());
            }
        }
    }
}
