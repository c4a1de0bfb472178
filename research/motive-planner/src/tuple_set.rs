//! A set of rows of numbers.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A set of rows of one width. The number of a row is its insertion order.
#[derive(Clone, Debug)]
pub(crate) struct TupleSet {
    width: usize,
    count: u32,
    data: Vec<u32>,
    table: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl TupleSet {
    pub(crate) fn new(width: usize) -> Self {
        Self { width, count: 0, data: Vec::new(), table: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.count as usize
    }

    /// The row of this number.
    pub(crate) fn row(&self, number: u32) -> &[u32] {
        let start = number as usize * self.width;
        self.data.get(start..start + self.width).unwrap_or(&[])
    }

    /// The number of a row, if it is there.
    pub(crate) fn find(&self, row: &[u32]) -> Option<u32> {
        self.slot(row).and_then(|slot| self.table.get(slot).copied()).filter(|number| *number != EMPTY)
    }

    /// Adds a row, unless it is there. Gives its number and whether it is new.
    pub(crate) fn add(&mut self, row: &[u32]) -> (u32, bool) {
        if (self.count as usize + 1) * 4 > self.table.len() * 3 {
            self.grow();
        }
        let Some(slot) = self.slot(row) else { return (EMPTY, false) };
        let found = self.table[slot];
        if found != EMPTY {
            return (found, false);
        }
        let number = self.count;
        self.table[slot] = number;
        self.data.extend_from_slice(row);
        self.count += 1;
        (number, true)
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        (self.data.len() + self.table.len()) * 4
    }

    /// Where a row is, or where it would be.
    fn slot(&self, row: &[u32]) -> Option<usize> {
        let mask = self.table.len().checked_sub(1)?;
        let mut slot = hash(row) as usize & mask;
        loop {
            let number = self.table[slot];
            if number == EMPTY || self.row(number) == row {
                return Some(slot);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(8);
        self.table.clear();
        self.table.resize(size, EMPTY);
        for number in 0..self.count {
            let mut slot = hash(self.row(number)) as usize & (size - 1);
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = number;
        }
    }
}

fn hash(row: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    for value in row {
        hasher.write_u32(*value);
    }
    // The lowest bits of this hash are weak, and the table uses them.
    let hash = hasher.finish();
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::TupleSet;

    #[test]
    fn rows_are_stored_once() {
        let mut rows = TupleSet::new(2);
        for round in 0..2 {
            for first in 0..50 {
                for second in 0..50 {
                    assert_eq!(rows.add(&[first, second]), (first * 50 + second, round == 0));
                }
            }
        }
        assert_eq!(rows.find(&[7, 3]), Some(353));
        assert_eq!(rows.find(&[50, 0]), None);
        assert_eq!(rows.row(353), [7, 3]);
    }

    #[test]
    fn a_row_may_be_empty() {
        let mut rows = TupleSet::new(0);
        assert_eq!(rows.find(&[]), None);
        assert_eq!(rows.add(&[]), (0, true));
        assert_eq!(rows.add(&[]), (0, false));
    }
}
