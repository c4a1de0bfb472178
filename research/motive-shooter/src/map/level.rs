//! Floors, walls, doors and lifts: what bodies stand on, what stops them, and what a straight line meets.

use crate::rules::{RADIUS, STEP};
use glam::Vec3;

/// The deepest fall that a way may lead over.
const DEEPEST_DROP: f32 = 300.0;
/// A line may run this far below a floor: more than rounding errors on ramps, and less than anything that one could see or shoot through.
const TOLERANCE: f32 = 0.01;
/// How far apart a walk is tested.
const STRIDE: f32 = 24.0;
/// How far walls rise above the highest floor. Nobody sees or jumps over a wall.
const WALL: f32 = 400.0;

/// A cell of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LevelCell {
    /// Wall.
    Solid,
    /// Floor, flat or sloping.
    Floor {
        /// The height of the corner with the lowest column and row.
        base: f32,
        /// How much higher the far side is along columns.
        by_column: f32,
        /// How much higher the far side is along rows.
        by_row: f32,
    },
    /// A platform that goes up and down, and is solid below.
    Lift(Lift),
}

/// A lift of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lift {
    /// Its number.
    pub number: usize,
    /// Its height when nobody uses it.
    pub low: f32,
    /// The height that it goes up to.
    pub high: f32,
}

/// Where the parts of a level are that move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MovingParts {
    /// Whether each door is open.
    pub open: Vec<bool>,
    /// How high each lift is.
    pub lifts: Vec<f32>,
}

impl MovingParts {
    /// All doors shut and all lifts down.
    pub fn at_rest(level: &MapLevel) -> Self {
        let lifts = level.lifts().map(|(lift, _)| lift.low).collect();
        Self { open: vec![false; level.doors()], lifts }
    }

    fn height(&self, lift: Lift) -> f32 {
        self.lifts.get(lift.number).copied().unwrap_or(lift.low)
    }
}

impl LevelCell {
    pub(super) fn flat(height: f32) -> Self {
        Self::Floor { base: height, by_column: 0.0, by_row: 0.0 }
    }

    /// The height at a part of the cell, from 0 to 1 both ways.
    pub(super) fn height(self, column: f32, row: f32) -> Option<f32> {
        match self {
            Self::Solid => None,
            Self::Floor { base, by_column, by_row } => Some(base + by_column * column + by_row * row),
            Self::Lift(lift) => Some(lift.low),
        }
    }
}

/// What a body finds under its feet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FloorSupport {
    /// A wall or too high a step is in the way.
    Blocked,
    /// The highest floor below it.
    Floor(f32),
}

/// The solid parts of a map.
#[derive(Clone, Debug)]
pub struct MapLevel {
    columns: usize,
    cell: f32,
    cells: Vec<LevelCell>,
    wall_top: f32,
    /// Column and row of each, row by row.
    doors: Vec<(usize, usize)>,
    /// Column and row of each.
    lifts: Vec<(usize, usize)>,
}

impl MapLevel {
    pub(super) fn new(columns: usize, cell: f32, cells: Vec<LevelCell>, doors: Vec<(usize, usize)>) -> Self {
        let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
        let heights = cells.iter().flat_map(|cell| corners.iter().filter_map(|(x, y)| cell.height(*x, *y)));
        let wall_top = heights.fold(0.0, f32::max) + WALL;
        let is_lift = |(_, cell): &(usize, &LevelCell)| matches!(cell, LevelCell::Lift(_));
        let lifts = cells.iter().enumerate().filter(is_lift).map(|(at, _)| (at % columns, at / columns));
        Self { columns, cell, lifts: lifts.collect(), cells, wall_top, doors }
    }

    /// The lifts, each with the middle of its cell as far as it is flat: its height is left to [`MovingParts`].
    pub fn lifts(&self) -> impl Iterator<Item = (Lift, (f32, f32))> + '_ {
        self.lifts.iter().filter_map(|(column, row)| match self.cell_at(*column, *row) {
            LevelCell::Lift(lift) => {
                Some((lift, ((*column as f32 + 0.5) * self.cell, (*row as f32 + 0.5) * self.cell)))
            }
            _ => None,
        })
    }

    /// The lift whose cell a point is in.
    pub fn lift_at(&self, x: f32, y: f32) -> Option<Lift> {
        if !(x >= 0.0 && y >= 0.0) {
            return None;
        }
        match self.cell_at((x / self.cell) as usize, (y / self.cell) as usize) {
            LevelCell::Lift(lift) => Some(lift),
            _ => None,
        }
    }

    /// Columns of the drawing.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows of the drawing.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// Side of a cell.
    pub fn cell_size(&self) -> f32 {
        self.cell
    }

    /// How many doors there are.
    pub fn doors(&self) -> usize {
        self.doors.len()
    }

    /// The middle of a door, on the floor.
    pub fn door_position(&self, door: usize) -> Option<Vec3> {
        let (column, row) = *self.doors.get(door)?;
        let (x, y) = ((column as f32 + 0.5) * self.cell, (row as f32 + 0.5) * self.cell);
        Some(Vec3::new(x, y, self.floor_at(x, y)?))
    }

    pub(super) fn cell_at(&self, column: usize, row: usize) -> LevelCell {
        let at = if column < self.columns { row * self.columns + column } else { usize::MAX };
        self.cells.get(at).copied().unwrap_or(LevelCell::Solid)
    }

    /// The height of the top of all walls.
    pub(super) fn wall_top(&self) -> f32 {
        self.wall_top
    }

    /// What a line meets in a cell: a door that is not open is a wall, and a lift is floor. None outside the drawing.
    pub(super) fn cell_for_lines(&self, column: i64, row: i64, parts: &MovingParts) -> Option<LevelCell> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        if column >= self.columns || row >= self.rows() {
            return None;
        }
        let door = self.doors.binary_search_by_key(&(row, column), |(column, row)| (*row, *column));
        let shut = door.is_ok_and(|door| !parts.open.get(door).copied().unwrap_or(false));
        Some(match self.cell_at(column, row) {
            _ if shut => LevelCell::Solid,
            LevelCell::Lift(lift) => LevelCell::flat(parts.height(lift)),
            cell => cell,
        })
    }

    /// The height of the floor at a point; of lifts, when nobody uses them. None in a wall and outside.
    pub fn floor_at(&self, x: f32, y: f32) -> Option<f32> {
        self.floor_with(x, y, |lift| lift.low)
    }

    /// The height of the floor at a point, with lifts as high as they are said to be.
    fn floor_with(&self, x: f32, y: f32, height: impl Fn(Lift) -> f32) -> Option<f32> {
        let (column, row) = (x / self.cell, y / self.cell);
        if !(column >= 0.0 && row >= 0.0) {
            return None;
        }
        let (whole_column, whole_row) = (column as usize, row as usize);
        match self.cell_at(whole_column, whole_row) {
            LevelCell::Lift(lift) => Some(height(lift)),
            cell => cell.height(column - whole_column as f32, row - whole_row as f32),
        }
    }

    /// What is under a body whose feet are at a height and which can climb a step.
    pub fn support(&self, x: f32, y: f32, feet: f32, step: f32, parts: &MovingParts) -> FloorSupport {
        self.support_with(x, y, feet, step, |lift| parts.height(lift))
    }

    fn support_with(
        &self,
        x: f32,
        y: f32,
        feet: f32,
        step: f32,
        lift_height: impl Fn(Lift) -> f32,
    ) -> FloorSupport {
        const CORNERS: [(f32, f32); 5] =
            [(0.0, 0.0), (RADIUS, RADIUS), (RADIUS, -RADIUS), (-RADIUS, RADIUS), (-RADIUS, -RADIUS)];
        let mut highest = f32::NEG_INFINITY;
        for (dx, dy) in CORNERS {
            match self.floor_with(x + dx, y + dy, &lift_height) {
                Some(height) if height <= feet + step => highest = highest.max(height),
                _ => return FloorSupport::Blocked,
            }
        }
        FloorSupport::Floor(highest)
    }

    /// Whether a body can walk straight from one point to another without jumping. It may drop down, but not deeply, and be taken up by a
    /// lift on the way.
    pub fn can_walk(&self, from: Vec3, to: Vec3) -> bool {
        let way = Vec3::new(to.x - from.x, to.y - from.y, 0.0);
        let strides = (way.length() / STRIDE).ceil().clamp(1.0, 1e4) as u32;
        let (mut feet, mut before) = (from.z, from);
        // The lift that took the body up. Another would have to go down before it could be stepped on.
        let mut taken_up = None;
        for stride in 1..=strides {
            let at = from + way * (stride as f32 / strides as f32);
            let support = |feet: f32, up: Option<usize>| {
                let height = |lift: Lift| if up == Some(lift.number) { lift.high } else { lift.low };
                match self.support_with(at.x, at.y, feet, STEP, height) {
                    FloorSupport::Floor(floor) if feet - floor <= DEEPEST_DROP => Some(floor),
                    _ => None,
                }
            };
            feet = match (support(feet, taken_up), self.lift_at(before.x, before.y)) {
                (Some(floor), _) => floor,
                (None, Some(lift)) if taken_up.is_none() && feet <= lift.high => {
                    taken_up = Some(lift.number);
                    let Some(floor) = support(lift.high, taken_up) else { return false };
                    floor
                }
                _ => return false,
            };
            before = at;
        }
        (feet - to.z).abs() <= STEP
    }
}

/// Straight lines: a level is a grid whose cells are plane floors or walls, so a line is followed from cell to cell. Within a cell its height above the floor
/// changes evenly: the heights where it enters and leaves tell whether and where it meets the floor.
impl MapLevel {
    /// How far along a line something solid is, from 0 to 1. Doors count unless they are open.
    /// A line that starts in a wall or outside the map is blocked at once, unless it starts above all walls.
    pub fn obstruction(&self, from: Vec3, to: Vec3, parts: &MovingParts) -> Option<f32> {
        let way = to - from;
        let mut column = AxisWalk::new(from.x, way.x, self.cell_size());
        let mut row = AxisWalk::new(from.y, way.y, self.cell_size());
        let mut enters = 0.0;
        loop {
            let leaves = column.leaves.min(row.leaves).min(1.0);
            let cell = self.cell_for_lines(column.cell, row.cell, parts);
            let above = |part: f32| {
                let at = from + way * part;
                let floor = cell.and_then(|cell| cell.height(column.within(at.x), row.within(at.y)));
                at.z - floor.unwrap_or(self.wall_top())
            };
            let (first, last) = (above(enters), above(leaves));
            if first < -TOLERANCE {
                return Some(enters);
            }
            if last < -TOLERANCE {
                let meets = first.max(0.0) / (first.max(0.0) - last);
                return Some(enters + (leaves - enters) * meets);
            }
            if leaves >= 1.0 || cell.is_none() {
                return None;
            }
            enters = leaves;
            if column.leaves <= row.leaves { column.advance() } else { row.advance() }
        }
    }

    /// Whether nothing solid is between two points.
    pub fn is_clear(&self, from: Vec3, to: Vec3, parts: &MovingParts) -> bool {
        self.obstruction(from, to, parts).is_none()
    }
}

/// The columns or rows that a line passes through.
struct AxisWalk {
    cell: i64,
    step: i64,
    /// The part of the line at which it leaves the cell.
    leaves: f32,
    from: f32,
    way: f32,
    size: f32,
}

impl AxisWalk {
    fn new(from: f32, way: f32, size: f32) -> Self {
        let step = if way > 0.0 { 1 } else { -1 };
        let mut walk =
            Self { cell: (from / size).floor() as i64, step, leaves: f32::INFINITY, from, way, size };
        walk.find_end();
        walk
    }

    /// A coordinate as a part of the cell.
    fn within(&self, at: f32) -> f32 {
        at / self.size - self.cell as f32
    }

    fn advance(&mut self) {
        self.cell = self.cell.saturating_add(self.step);
        self.find_end();
    }

    fn find_end(&mut self) {
        if self.way != 0.0 {
            let border = (self.cell + i64::from(self.step > 0)) as f32 * self.size;
            self.leaves = (border - self.from) / self.way;
        }
    }
}
