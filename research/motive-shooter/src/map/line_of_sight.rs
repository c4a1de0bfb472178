//! What a straight line meets in a level.
//!
//! A level is a grid whose cells are plane floors or walls, so a line is followed from cell to cell. Within a cell its height above the floor
//! changes evenly: the heights where it enters and leaves tell whether and where it meets the floor.

use super::level::{MapLevel, MovingParts};
use glam::Vec3;

/// A line may run this far below a floor: more than rounding errors on ramps, and less than anything that one could see or shoot through.
const TOLERANCE: f32 = 0.01;

impl MapLevel {
    /// How far along a line something solid is, from 0 to 1. Doors count unless they are open.
    /// A line that starts in a wall or outside the map is blocked at once, unless it starts above all walls.
    #[must_use]
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
    #[must_use]
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
