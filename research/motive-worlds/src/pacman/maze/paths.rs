//! Shortest paths between all pairs of cells, computed once.

use std::collections::VecDeque;

use super::{Cell, Direction, NO_CELL};

/// For every cell, the cell on each side, or [`NO_CELL`].
pub(super) type Links = Vec<[u16; 4]>;

/// The length of the shortest way from every cell to every other, and its first step.
///
/// Both are in one 16-bit entry, so that asking for either costs one read: the low three bits are the step,
/// the rest is the length, which is below 4096 because a maze has no more cells than that.
#[derive(Debug)]
pub(super) struct Paths {
    cells: usize,
    /// The entries of the first cell, then those of the second, and so on.
    entries: Vec<u16>,
}

const NO_STEP: u16 = 7;
const UNREACHABLE: u16 = u16::MAX;

impl Paths {
    /// Searches from every cell, nearest first.
    pub(super) fn new(links: &Links) -> Self {
        let cells = links.len();
        let mut entries = vec![UNREACHABLE; cells * cells];
        let mut queue = VecDeque::with_capacity(cells);
        for from in 0..cells {
            search(links, from, &mut entries[from * cells..][..cells], &mut queue);
        }
        Self { cells, entries }
    }

    fn entry(&self, from: Cell, to: Cell) -> u16 {
        // Without this test a foreign cell would read its neighbour's entries.
        if to.index() < self.cells {
            self.entries.get(from.index() * self.cells + to.index()).copied().unwrap_or(UNREACHABLE)
        } else {
            UNREACHABLE
        }
    }

    pub(super) fn distance(&self, from: Cell, to: Cell) -> Option<u16> {
        let entry = self.entry(from, to);
        (entry != UNREACHABLE).then_some(entry >> 3)
    }

    pub(super) fn distances_from(&self, from: Cell) -> impl Fn(Cell) -> Option<u16> {
        let row = self.entries.get(from.index() * self.cells..).and_then(|rest| rest.get(..self.cells));
        let row = row.unwrap_or(&[]);
        move |to| row.get(to.index()).filter(|&&entry| entry != UNREACHABLE).map(|entry| entry >> 3)
    }

    pub(super) fn step(&self, from: Cell, to: Cell) -> Option<Direction> {
        Direction::ALL.get(usize::from(self.entry(from, to) & 7)).copied()
    }
}

/// Fills the entries of one cell.
///
/// Cells are found in the order of their distance, and among equals in the order of the first step towards
/// them, because that is the order in which the queue was filled. So the first step found is also the first in
/// tie-breaking order.
fn search(links: &Links, from: usize, entries: &mut [u16], queue: &mut VecDeque<usize>) {
    entries[from] = NO_STEP;
    queue.push_back(from);
    while let Some(here) = queue.pop_front() {
        for side in Direction::ALL {
            let next = links[here][side.index()];
            if next == NO_CELL || entries[usize::from(next)] != UNREACHABLE {
                continue;
            }
            let first_step = if here == from { side as u16 } else { entries[here] & 7 };
            entries[usize::from(next)] = ((entries[here] >> 3) + 1) << 3 | first_step;
            queue.push_back(usize::from(next));
        }
    }
}

/// For every cell the step that brings it nearer to `home` and the cell that it leads to, where ways can be
/// walked in both directions.
pub(super) fn steps_home(links: &Links, home: Cell) -> Vec<Option<(Direction, Cell)>> {
    let mut steps = vec![None; links.len()];
    let mut queue = VecDeque::from([home]);
    while let Some(here) = queue.pop_front() {
        for side in Direction::ALL {
            let next = Cell(links[here.index()][side.index()]);
            let Some(step) = steps.get_mut(next.index()) else { continue };
            if step.is_none() && next != home {
                *step = Some((side.opposite(), here));
                queue.push_back(next);
            }
        }
    }
    steps
}
