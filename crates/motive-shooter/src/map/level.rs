//! Floors, walls and doors: what bodies stand on, what stops them, and what blocks a line.

use super::mesh;
use glam::Vec3;
use parry3d::bounding_volume::Aabb;
use parry3d::query::{Ray, RayCast};
use parry3d::shape::TriMesh;

/// The highest step that a body walks up or down without jumping or falling (ours).
pub(crate) const STEP: f32 = 35.0;
/// Half the width of a body (specified).
pub(crate) const RADIUS: f32 = 17.0;
/// The deepest fall that a way may lead over.
const DEEPEST_DROP: f32 = 300.0;
/// How far apart a walk is tested.
const STRIDE: f32 = 24.0;

/// A cell of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cell {
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
}

impl Cell {
    pub(super) fn flat(height: f32) -> Self {
        Self::Floor { base: height, by_column: 0.0, by_row: 0.0 }
    }

    /// The height at a part of the cell, from 0 to 1 both ways.
    pub(super) fn height(self, column: f32, row: f32) -> Option<f32> {
        match self {
            Self::Solid => None,
            Self::Floor { base, by_column, by_row } => Some(base + by_column * column + by_row * row),
        }
    }
}

/// What a body finds under its feet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Support {
    /// A wall or too high a step is in the way.
    Blocked,
    /// The highest floor below it.
    Floor(f32),
}

/// The solid parts of a map.
#[derive(Clone, Debug)]
pub struct Level {
    columns: usize,
    cell: f32,
    cells: Vec<Cell>,
    mesh: Option<TriMesh>,
    doors: Vec<Aabb>,
}

impl Level {
    pub(super) fn new(columns: usize, cell: f32, cells: Vec<Cell>, doors: &[(usize, usize)]) -> Self {
        let top = mesh::wall_top(&cells);
        let mesh = mesh::triangles(columns, cell, &cells);
        let door = |(column, row): &(usize, usize)| {
            let low = Vec3::new(*column as f32 * cell, *row as f32 * cell, 0.0);
            Aabb::new(low, Vec3::new(low.x + cell, low.y + cell, top))
        };
        Self { columns, cell, cells, mesh, doors: doors.iter().map(door).collect() }
    }

    /// Columns of the drawing.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows of the drawing.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// Side of a cell.
    #[must_use]
    pub fn cell_size(&self) -> f32 {
        self.cell
    }

    /// How many doors there are.
    #[must_use]
    pub fn doors(&self) -> usize {
        self.doors.len()
    }

    /// The middle of a door, on the floor.
    #[must_use]
    pub fn door_position(&self, door: usize) -> Option<Vec3> {
        let middle = self.doors.get(door)?.center();
        Some(Vec3::new(middle.x, middle.y, self.floor_at(middle.x, middle.y)?))
    }

    pub(super) fn cell_at(&self, column: usize, row: usize) -> Cell {
        let at = if column < self.columns { row * self.columns + column } else { usize::MAX };
        self.cells.get(at).copied().unwrap_or(Cell::Solid)
    }

    /// The height of the floor at a point. None in a wall and outside.
    #[must_use]
    pub fn floor_at(&self, x: f32, y: f32) -> Option<f32> {
        let (column, row) = (x / self.cell, y / self.cell);
        if !(column >= 0.0 && row >= 0.0) {
            return None;
        }
        let (whole_column, whole_row) = (column as usize, row as usize);
        self.cell_at(whole_column, whole_row).height(column - whole_column as f32, row - whole_row as f32)
    }

    /// What is under a body whose feet are at a height and which can climb a step.
    #[must_use]
    pub fn support(&self, x: f32, y: f32, feet: f32, step: f32) -> Support {
        const CORNERS: [(f32, f32); 5] =
            [(0.0, 0.0), (RADIUS, RADIUS), (RADIUS, -RADIUS), (-RADIUS, RADIUS), (-RADIUS, -RADIUS)];
        let mut highest = f32::NEG_INFINITY;
        for (dx, dy) in CORNERS {
            match self.floor_at(x + dx, y + dy) {
                Some(height) if height <= feet + step => highest = highest.max(height),
                _ => return Support::Blocked,
            }
        }
        Support::Floor(highest)
    }

    /// Whether a body can walk straight from one point to another without jumping. It may drop down, but not deeply.
    #[must_use]
    pub fn can_walk(&self, from: Vec3, to: Vec3) -> bool {
        let way = Vec3::new(to.x - from.x, to.y - from.y, 0.0);
        let strides = (way.length() / STRIDE).ceil().clamp(1.0, 1e4) as u32;
        let mut feet = from.z;
        for stride in 1..=strides {
            let at = from + way * (stride as f32 / strides as f32);
            match self.support(at.x, at.y, feet, STEP) {
                Support::Floor(floor) if feet - floor <= DEEPEST_DROP => feet = floor,
                _ => return false,
            }
        }
        (feet - to.z).abs() <= STEP
    }

    /// How far along a line something solid is, from 0 to 1. Doors count unless they are open.
    #[must_use]
    pub fn obstruction(&self, from: Vec3, to: Vec3, open: &[bool]) -> Option<f32> {
        let ray = Ray::new(from, to - from);
        let walls = self.mesh.as_ref().and_then(|mesh| mesh.cast_local_ray(&ray, 1.0, true));
        let shut = self.doors.iter().zip(open.iter().chain(std::iter::repeat(&false)));
        let doors =
            shut.filter(|(_, open)| !**open).filter_map(|(door, _)| door.cast_local_ray(&ray, 1.0, true));
        doors.chain(walls).reduce(f32::min)
    }

    /// Whether nothing solid is between two points.
    #[must_use]
    pub fn is_clear(&self, from: Vec3, to: Vec3, open: &[bool]) -> bool {
        self.obstruction(from, to, open).is_none()
    }
}
