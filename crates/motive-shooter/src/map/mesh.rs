//! The surfaces of a level as triangles, for casting rays.

use super::level::Cell;
use glam::Vec3;
use parry3d::shape::TriMesh;

/// How far walls rise above the highest floor. Nobody sees or jumps over a wall.
const WALL: f32 = 400.0;

/// The height of the top of all walls.
pub(super) fn wall_top(cells: &[Cell]) -> f32 {
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    let heights = cells.iter().flat_map(|cell| corners.iter().filter_map(|(x, y)| cell.height(*x, *y)));
    heights.fold(0.0, f32::max) + WALL
}

/// Two triangles for the top of each floor and for each upright side. None if there is no floor at all.
pub(super) fn triangles(columns: usize, size: f32, cells: &[Cell]) -> Option<TriMesh> {
    let top = wall_top(cells);
    let mut quads = Quads::default();
    let at = |column: usize, row: usize| {
        if column < columns { cells.get(row * columns + column).copied() } else { None }
    };
    for (number, cell) in cells.iter().enumerate() {
        let (column, row) = (number % columns, number / columns);
        let corner = |x: f32, y: f32| {
            let height = cell.height(x, y)?;
            Some(Vec3::new((column as f32 + x) * size, (row as f32 + y) * size, height))
        };
        if let (Some(a), Some(b), Some(c), Some(d)) =
            (corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0))
        {
            quads.add([a, b, c, d]);
        }
        // The sides to the left and above belong to this cell; those at the far ends are drawn with the cells that are not there.
        let left = column.checked_sub(1).and_then(|column| at(column, row)).unwrap_or(Cell::Solid);
        let above = row.checked_sub(1).and_then(|row| at(column, row)).unwrap_or(Cell::Solid);
        let (x, y) = (column as f32 * size, row as f32 * size);
        let heights = |cell: Cell, ends: [(f32, f32); 2]| ends.map(|(x, y)| cell.height(x, y).unwrap_or(top));
        quads.side(
            [Vec3::new(x, y, 0.0), Vec3::new(x, y + size, 0.0)],
            heights(left, [(1.0, 0.0), (1.0, 1.0)]),
            heights(*cell, [(0.0, 0.0), (0.0, 1.0)]),
        );
        quads.side(
            [Vec3::new(x, y, 0.0), Vec3::new(x + size, y, 0.0)],
            heights(above, [(0.0, 1.0), (1.0, 1.0)]),
            heights(*cell, [(0.0, 0.0), (1.0, 0.0)]),
        );
        if column + 1 == columns {
            quads.side(
                [Vec3::new(x + size, y, 0.0), Vec3::new(x + size, y + size, 0.0)],
                heights(*cell, [(1.0, 0.0), (1.0, 1.0)]),
                [top; 2],
            );
        }
        if at(column, row + 1).is_none() {
            quads.side(
                [Vec3::new(x, y + size, 0.0), Vec3::new(x + size, y + size, 0.0)],
                heights(*cell, [(0.0, 1.0), (1.0, 1.0)]),
                [top; 2],
            );
        }
    }
    TriMesh::new(quads.corners, quads.triangles).ok()
}

/// Quadrilaterals as pairs of triangles.
#[derive(Default)]
struct Quads {
    corners: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Quads {
    fn add(&mut self, corners: [Vec3; 4]) {
        let first = self.corners.len() as u32;
        self.corners.extend(corners);
        self.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }

    /// The upright side between two floors that meet at different heights.
    fn side(&mut self, [from, to]: [Vec3; 2], one: [f32; 2], other: [f32; 2]) {
        if one == other {
            return;
        }
        let raised = |point: Vec3, height: f32| Vec3::new(point.x, point.y, height);
        self.add([raised(from, one[0]), raised(to, one[1]), raised(to, other[1]), raised(from, other[0])]);
    }
}
