//! Rows of numbers as 16-bit offsets.
//!
//! In large networks a skill is mostly linked to skills and propositions nearby, so the numbers in a row lie close together. A step reads
//! every row, and memory bandwidth limits it; offsets halve what has to be read.

use crate::activation::by_proposition::sum_over;
use crate::activation::float::Float;
use crate::graph::rows::RowList;

/// Rows of numbers, each stored as 16-bit offsets from the smallest number of the row where that is possible.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackedRows {
    rows: Vec<PackedSpan>,
    offsets: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct PackedSpan {
    /// [`FAR`] if the places are too far apart.
    base: u32,
    start: u32,
    len: u32,
}

const FAR: u32 = u32::MAX;

/// The places of one row.
pub(crate) enum PackedRow<'r> {
    /// As distances from a base.
    Offsets(usize, &'r [u16]),
    /// As they are.
    Indices(&'r [u32]),
}

impl PackedRows {
    pub(crate) fn new(rows: &RowList) -> Self {
        let mut near = Self::default();
        for row in rows.iter() {
            let base = row.iter().copied().min().unwrap_or(0);
            let start = near.offsets.len() as u32;
            let close = row.iter().all(|place| place - base <= u32::from(u16::MAX));
            if close {
                near.offsets.extend(row.iter().map(|place| (place - base) as u16));
            }
            let len = near.offsets.len() as u32 - start;
            near.rows.push(PackedSpan { base: if close { base } else { FAR }, start, len });
        }
        near
    }

    /// The sum of the values at the places of all rows, for measures.
    pub(crate) fn sum_all<N: Float>(&self, values: &[N], as_they_are: &RowList) -> N {
        let row = |at: usize| self.row(at, as_they_are).sum(values);
        (0..self.rows.len()).fold(N::ZERO, |sum, at| sum + row(at))
    }

    /// A row; `as_they_are` are the rows that these were made of.
    #[inline]
    pub(crate) fn row<'r>(&'r self, at: usize, as_they_are: &'r RowList) -> PackedRow<'r> {
        match self.rows.get(at) {
            Some(PackedSpan { base, start, len }) if *base != FAR => {
                let span = *start as usize..*start as usize + *len as usize;
                PackedRow::Offsets(*base as usize, self.offsets.get(span).unwrap_or(&[]))
            }
            _ => PackedRow::Indices(as_they_are.row(at)),
        }
    }
}

impl PackedRow<'_> {
    /// The sum of the values at these places.
    #[inline]
    pub(crate) fn sum<N: Float>(&self, values: &[N]) -> N {
        match self {
            Self::Offsets(base, offsets) => {
                let values = values.get(*base..).unwrap_or(&[]);
                sum_over(offsets, |offset| values.get(*offset as usize).copied().unwrap_or(N::ZERO))
            }
            Self::Indices(places) => {
                sum_over(places, |place| values.get(*place as usize).copied().unwrap_or(N::ZERO))
            }
        }
    }

    /// Adds something to the values at these places.
    #[inline]
    pub(crate) fn add<N: Float>(&self, values: &mut [N], more: N) {
        match self {
            Self::Offsets(base, offsets) => {
                let values = values.get_mut(*base..).unwrap_or(&mut []);
                for offset in *offsets {
                    if let Some(value) = values.get_mut(*offset as usize) {
                        *value += more;
                    }
                }
            }
            Self::Indices(places) => {
                for place in *places {
                    if let Some(value) = values.get_mut(*place as usize) {
                        *value += more;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Offsets or indices, empty or not: the same sums.
    #[test]
    fn places_are_where_they_were() {
        let all = [vec![5_u32, 70_000, 3], vec![], vec![70_001, 70_000, 70_003, 70_000], vec![0]];
        let rows = RowList::from_rows(all.iter().map(|row| row.iter().copied()));
        let near = PackedRows::new(&rows);
        let values: Vec<f64> = (0..80_000).map(f64::from).collect();
        for (at, row) in all.iter().enumerate() {
            let places = near.row(at, &rows);
            assert_eq!(matches!(places, PackedRow::Indices(_)), at == 0);
            assert_eq!(places.sum(&values), row.iter().map(|place| f64::from(*place)).sum::<f64>());
            let mut counts = vec![0.0; 80_000];
            places.add(&mut counts, 1.0);
            assert_eq!(counts.iter().sum::<f64>(), row.len() as f64);
            assert!(row.iter().all(|place| counts[*place as usize] > 0.0));
        }
    }
}
