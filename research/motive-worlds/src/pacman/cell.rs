//! Cells of a maze, and sets of them.

use serde::{Deserialize, Serialize};

/// A cell that is not a wall.
///
/// Cells are numbered row by row over the open tiles of one maze and mean nothing in another; asking a maze
/// about a foreign cell answers `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// The number of the cell: from 0, and below the maze's [`cell_count`](super::Maze::cell_count).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Column and row in the text of a maze, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// From the left, from 0.
    pub column: u16,
    /// From the top, from 0.
    pub row: u16,
}

/// A set of cells, as bits.
///
/// The words have 32 bits, so that a recording in JSON stays exact in readers that know only doubles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CellSet {
    words: Vec<u32>,
}

impl CellSet {
    /// An empty set with room for the cells below `cells`.
    pub fn with_room(cells: usize) -> Self {
        Self { words: vec![0; cells.div_ceil(32)] }
    }

    /// Adds a cell; nothing if there is no room for it.
    pub fn insert(&mut self, cell: Cell) {
        if let Some(word) = self.words.get_mut(cell.index() / 32) {
            *word |= 1 << (cell.index() % 32);
        }
    }

    /// Takes the cell out and says whether it was in.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let bit = 1 << (cell.index() % 32);
        match self.words.get_mut(cell.index() / 32) {
            Some(word) if *word & bit != 0 => {
                *word &= !bit;
                true
            }
            _ => false,
        }
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / 32).is_some_and(|word| word >> (cell.index() % 32) & 1 == 1)
    }

    /// How many cells are in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The cells that are in one of two sets and not in the other, in the order of their numbers.
    pub(crate) fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Cell> + use<'a> {
        let words = self.words.len().max(other.words.len());
        let word = |set: &Self, at: usize| set.words.get(at).copied().unwrap_or(0);
        cells((0..words).map(move |at| word(self, at) ^ word(other, at)))
    }

    /// The cells in the set, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        cells(self.words.iter().copied())
    }
}

/// The cells whose bits are set.
fn cells(words: impl Iterator<Item = u32>) -> impl Iterator<Item = Cell> {
    let bits = words.enumerate().flat_map(|(at, mut word)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| at * 32 + word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(bit)
        })
    });
    // A set read from a damaged recording may be longer than any maze: numbers end before it.
    bits.filter_map(|bit| u16::try_from(bit).ok()).map(Cell)
}

#[cfg(test)]
#[path = "../../tests/unit/pacman_cell.rs"]
mod tests;
