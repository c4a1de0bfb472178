//! The shortest way around what an agent knows to be in the way.

use std::ops::ControlFlow;

use motive::kernel::{Facts, Kind, Property, Query};

use super::field::GridCell;
use super::vocabulary::place_of;
use crate::direction::Direction;

/// Finds ways over a grid of this size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub(super) width: u16,
    pub(super) height: u16,
}

/// The most cells that a path search visits; longer detours are not worth it.
const FARTHEST: usize = 4096;

impl Ways {
    /// The first step of the shortest way around these cells; of two that are equally short the one that comes first in
    /// [`Direction::ALL`], but along the row where that is no detour.
    pub(super) fn step_around(
        &self,
        obstacles: impl Iterator<Item = GridCell>,
        from: GridCell,
        to: GridCell,
    ) -> Option<Direction> {
        let mut grid = vec![false; (usize::from(self.width) + 2) * (usize::from(self.height) + 2)];
        for place in obstacles.filter(|place| self.is_inside(*place)) {
            grid[self.cell(place)] = true;
        }
        let straight = from.way_to(to)?;
        if self.is_clear(&grid, from, to) {
            return Some(straight);
        }
        self.search(&mut grid, from, to)
    }

    fn cell(&self, place: GridCell) -> usize {
        usize::from(place.row) * (usize::from(self.width) + 2) + usize::from(place.column)
    }

    fn is_inside(&self, place: GridCell) -> bool {
        (1..=self.width).contains(&place.column) && (1..=self.height).contains(&place.row)
    }

    fn is_clear(&self, closed: &[bool], from: GridCell, to: GridCell) -> bool {
        let mut here = from;
        while let Some(way) = here.way_to(to) {
            here = here.next(way);
            if here != to && (!self.is_inside(here) || closed[self.cell(here)]) {
                return false;
            }
        }
        true
    }

    /// Breadth first from the far end, so that the step found is one from here.
    fn search(&self, closed: &mut [bool], from: GridCell, to: GridCell) -> Option<Direction> {
        let mut wave = vec![to];
        let mut at = 0;
        while let Some(here) = wave.get(at).copied() {
            at += 1;
            for way in Direction::ALL {
                let next = here.next(way);
                if next == from {
                    return Some(way.opposite());
                }
                if wave.len() < FARTHEST && self.is_inside(next) && !closed[self.cell(next)] {
                    closed[self.cell(next)] = true;
                    wave.push(next);
                }
            }
        }
        None
    }
}

/// Where the obstacles are that an agent remembers.
pub(super) fn obstacles(facts: &dyn Facts, obstacle: Kind, at: Property) -> Vec<GridCell> {
    let mut places = Vec::new();
    facts.candidates(&Query { kind: Some(obstacle), equal: &[] }, &mut |id| {
        places.extend(facts.values(id, at).first().and_then(|at| place_of(at.point()?)));
        ControlFlow::Continue(())
    });
    places
}
