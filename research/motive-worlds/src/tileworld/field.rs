//! The grid and what lies on it.

use std::collections::VecDeque;

use crate::direction::Direction;
use crate::random_draws;
use serde::{Deserialize, Serialize};

/// What lies on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// Nobody gets past it.
    Obstacle,
    /// Tiles of one shape.
    Stack,
    /// Wants tiles.
    Hole,
}

impl Sort {
    /// All sorts, in the order in which they come and go.
    pub const ALL: [Self; 3] = [Self::Obstacle, Self::Stack, Self::Hole];
}

/// A cell, counted from the corner of the border: inside, columns and rows count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GridCell {
    /// From the left.
    pub column: u16,
    /// From the top.
    pub row: u16,
}

impl GridCell {
    /// The cell next to it. Beyond the first column or row there is none, and it stays where it is.
    pub const fn next(self, direction: Direction) -> Self {
        let Self { column, row } = self;
        match direction {
            Direction::Up => Self { column, row: row.saturating_sub(1) },
            Direction::Left => Self { column: column.saturating_sub(1), row },
            Direction::Down => Self { column, row: row + 1 },
            Direction::Right => Self { column: column + 1, row },
        }
    }

    /// How many moves it is to another cell if nothing is in the way.
    pub const fn moves_to(self, other: Self) -> u16 {
        self.column.abs_diff(other.column) + self.row.abs_diff(other.row)
    }

    /// The first of those moves: along the row, and along the column only when the columns are the same (thesis, 6.4).
    pub const fn way_to(self, other: Self) -> Option<Direction> {
        if other.column < self.column {
            Some(Direction::Left)
        } else if other.column > self.column {
            Some(Direction::Right)
        } else if other.row < self.row {
            Some(Direction::Up)
        } else if other.row > self.row {
            Some(Direction::Down)
        } else {
            None
        }
    }
}

/// Something that lies on the grid or is carried over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileworldObject {
    /// Its number, never used again.
    pub serial: u64,
    /// What it is.
    pub sort: Sort,
    /// Where it is.
    pub place: GridCell,
    /// How many tiles it has or wants; 0 for an obstacle.
    pub size: u8,
    /// Its shape, from 1; 0 for an obstacle.
    pub shape: u8,
    /// The cycle in which it came.
    pub born: u64,
    /// Which agent carries it.
    pub carrier: Option<u8>,
    /// Its place among those that can go, or none for the border.
    pub(super) listed: Option<u32>,
}

/// Something that is no longer there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gone {
    pub(super) slot: u32,
    pub(super) object: TileworldObject,
}

/// How stacks, holes and obstacles come to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Birth {
    pub(super) seed: u64,
    pub(super) round: u64,
    pub(super) key: u64,
    pub(super) tick: u64,
    pub(super) max_size: u8,
    pub(super) shapes: u8,
}

impl Birth {
    pub(super) fn below(&self, limit: u64, purpose: u64) -> u64 {
        random_draws::below(limit, self.seed, self.round, self.key ^ purpose << 32)
    }
}

const NONE: u32 = u32::MAX;

/// The grid: at most one thing in a cell, what is carried aside. Things are kept in slots that are used again.
#[derive(Clone, Debug)]
pub(super) struct TileField {
    pub(super) width: u16,
    pub(super) height: u16,
    /// By cell, border included: the slot of what lies there.
    cells: Vec<u32>,
    slots: Vec<Option<TileworldObject>>,
    free: Vec<u32>,
    /// By sort: the slots of those that can go, carried stacks included.
    listed: [Vec<u32>; 3],
    /// Cells inside in which nothing lies, and where each cell stands in that list.
    empty: Vec<u32>,
    in_empty: Vec<u32>,
    /// By sort: when each goes, in the order in which they came. Filled only if things have a life of fixed length.
    ends: [VecDeque<(u64, u32, u64)>; 3],
    next_serial: u64,
}

impl TileField {
    /// A grid with nothing but its border.
    pub(super) fn new(width: u16, height: u16) -> Self {
        let cells = (usize::from(width) + 2) * (usize::from(height) + 2);
        let mut field = Self {
            width,
            height,
            cells: vec![NONE; cells],
            slots: Vec::new(),
            free: Vec::new(),
            listed: [const { Vec::new() }; 3],
            empty: Vec::with_capacity(usize::from(width) * usize::from(height)),
            in_empty: vec![NONE; cells],
            ends: [const { VecDeque::new() }; 3],
            next_serial: 1,
        };
        for row in 0..height + 2 {
            for column in 0..width + 2 {
                let place = GridCell { column, row };
                if field.is_inside(place) {
                    field.vacate(place);
                } else {
                    field.lay(Sort::Obstacle, place, 0, 0, 0);
                }
            }
        }
        field
    }

    pub(super) fn is_inside(&self, place: GridCell) -> bool {
        (1..=self.width).contains(&place.column) && (1..=self.height).contains(&place.row)
    }

    fn cell(&self, place: GridCell) -> usize {
        usize::from(place.row) * (usize::from(self.width) + 2) + usize::from(place.column)
    }

    fn place(&self, cell: u32) -> GridCell {
        let stride = u32::from(self.width) + 2;
        GridCell { column: (cell % stride) as u16, row: (cell / stride) as u16 }
    }

    /// The slot of what lies in a cell.
    pub(super) fn slot_at(&self, place: GridCell) -> Option<u32> {
        if place.column > self.width + 1 {
            return None;
        }
        self.cells.get(self.cell(place)).copied().filter(|slot| *slot != NONE)
    }

    /// The slot of what lies so far from a place.
    pub(super) fn slot_near(&self, place: GridCell, (right, down): (i16, i16)) -> Option<u32> {
        let column = place.column.checked_add_signed(right)?;
        let row = place.row.checked_add_signed(down)?;
        self.slot_at(GridCell { column, row })
    }

    pub(super) fn get(&self, slot: u32) -> Option<&TileworldObject> {
        self.slots.get(slot as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, slot: u32) -> Option<&mut TileworldObject> {
        self.slots.get_mut(slot as usize)?.as_mut()
    }

    /// What lies in a cell.
    pub(super) fn at(&self, place: GridCell) -> Option<(u32, &TileworldObject)> {
        let slot = self.slot_at(place)?;
        Some((slot, self.get(slot)?))
    }

    /// How many slots there are, used or not.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Everything on the grid, the border included.
    pub(super) fn objects(&self) -> impl Iterator<Item = &TileworldObject> {
        self.slots.iter().flatten()
    }

    /// The slots of the things of a sort that can go.
    pub(super) fn listed(&self, sort: Sort) -> &[u32] {
        &self.listed[sort as usize]
    }

    fn vacate(&mut self, place: GridCell) {
        let cell = self.cell(place);
        self.cells[cell] = NONE;
        self.in_empty[cell] = self.empty.len() as u32;
        self.empty.push(cell as u32);
    }

    fn occupy(&mut self, place: GridCell, slot: u32) {
        let cell = self.cell(place);
        self.cells[cell] = slot;
        let at = std::mem::replace(&mut self.in_empty[cell], NONE);
        if at != NONE {
            self.empty.swap_remove(at as usize);
            if let Some(moved) = self.empty.get(at as usize) {
                self.in_empty[*moved as usize] = at;
            }
        }
    }

    fn lay(&mut self, sort: Sort, place: GridCell, size: u8, shape: u8, born: u64) -> u32 {
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        let listed = self.is_inside(place).then(|| {
            self.listed[sort as usize].push(slot);
            self.listed[sort as usize].len() as u32 - 1
        });
        let object = TileworldObject {
            serial: self.next_serial,
            sort,
            place,
            size,
            shape,
            born,
            carrier: None,
            listed,
        };
        self.next_serial += 1;
        match self.slots.get_mut(slot as usize) {
            Some(free) => *free = Some(object),
            None => self.slots.push(Some(object)),
        }
        self.occupy(place, slot);
        slot
    }

    /// Lays something in an empty cell, for tests and for worlds that are drawn up by hand. Says whether there was room.
    pub(super) fn put(&mut self, sort: Sort, place: GridCell, size: u8, shape: u8, born: u64) -> Option<u64> {
        if !self.is_inside(place) || self.slot_at(place).is_some() {
            return None;
        }
        let slot = self.lay(sort, place, size, shape, born);
        self.get(slot).map(|object| object.serial)
    }

    /// Something new in an empty cell that is not `taken`, each with the same odds. Without such a cell nothing comes.
    pub(super) fn create(
        &mut self,
        sort: Sort,
        birth: &Birth,
        taken: impl Fn(GridCell) -> bool,
        life: Option<u64>,
    ) -> Option<u32> {
        let place = self.empty_place(birth, taken)?;
        let (size, shape) = match sort {
            Sort::Obstacle => (0, 0),
            Sort::Stack | Sort::Hole => (
                1 + birth.below(birth.max_size.into(), 1) as u8,
                1 + birth.below(birth.shapes.into(), 2) as u8,
            ),
        };
        let slot = self.lay(sort, place, size, shape, birth.tick);
        if let Some(life) = life {
            let serial = self.next_serial - 1;
            self.ends[sort as usize].push_back((birth.tick.saturating_add(life), slot, serial));
        }
        Some(slot)
    }

    pub(super) fn empty_place(&self, birth: &Birth, taken: impl Fn(GridCell) -> bool) -> Option<GridCell> {
        let count = self.empty.len();
        let nth = |at: usize| self.empty.get(at).map(|cell| self.place(*cell));
        // Few cells are taken, so that a few tries do; else the next one free will do.
        for attempt in 0..16 {
            let place = nth(birth.below(count as u64, 3 + attempt) as usize)?;
            if !taken(place) {
                return Some(place);
            }
        }
        (0..count).filter_map(nth).find(|place| !taken(*place))
    }

    /// Takes something from the world.
    pub(super) fn remove(&mut self, slot: u32) -> Option<Gone> {
        let object = self.slots.get_mut(slot as usize)?.take()?;
        self.free.push(slot);
        if object.carrier.is_none() {
            self.vacate(object.place);
        }
        if let Some(at) = object.listed {
            let list = &mut self.listed[object.sort as usize];
            list.swap_remove(at as usize);
            if let Some(moved) = list.get(at as usize).copied()
                && let Some(other) = self.get_mut(moved)
            {
                other.listed = Some(at);
            }
        }
        Some(Gone { slot, object })
    }

    /// The slots of things whose time is over. What is carried stays.
    pub(super) fn ended(&mut self, sort: Sort, tick: u64) -> Option<u32> {
        while let Some((end, slot, serial)) = self.ends[sort as usize].front().copied() {
            if end > tick {
                return None;
            }
            self.ends[sort as usize].pop_front();
            let there = |object: &&TileworldObject| object.serial == serial && object.carrier.is_none();
            if self.get(slot).filter(there).is_some() {
                return Some(slot);
            }
        }
        None
    }

    /// Moves a stack from the grid to an agent.
    pub(super) fn lift(&mut self, slot: u32, carrier: u8) {
        let Some(object) = self.get_mut(slot) else { return };
        object.carrier = Some(carrier);
        let place = object.place;
        self.vacate(place);
    }

    /// Moves something that lies on the grid to an empty cell.
    pub(super) fn shift(&mut self, slot: u32, to: GridCell) {
        let Some(object) = self.get_mut(slot) else { return };
        let from = std::mem::replace(&mut object.place, to);
        self.vacate(from);
        self.occupy(to, slot);
    }
}
