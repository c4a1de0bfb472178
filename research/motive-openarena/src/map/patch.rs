//! Curved surfaces: quadratic Bézier patches, made into triangles.

use glam::Vec3;

/// Into how many strips a patch is cut, each way.
const STRIPS: usize = 6;

/// A triangle of a wall.
pub(super) type Triangle = [Vec3; 3];

/// The triangles of a grid of control points, `width` in a row. Both numbers of a grid are odd; other grids give none.
pub(super) fn triangles(points: &[Vec3], width: usize) -> Vec<Triangle> {
    if width < 3 || width.is_multiple_of(2) || !points.len().is_multiple_of(width) {
        return Vec::new();
    }
    let height = points.len() / width;
    let mut all = Vec::new();
    for row in (0..height.saturating_sub(2)).step_by(2) {
        for column in (0..width - 2).step_by(2) {
            let control = |across: usize, down: usize| points[(row + down) * width + column + across];
            let at = |across: usize, down: usize| {
                let (u, v) = (across as f32 / STRIPS as f32, down as f32 / STRIPS as f32);
                let line = |down: usize| bezier([control(0, down), control(1, down), control(2, down)], u);
                bezier([line(0), line(1), line(2)], v)
            };
            for down in 0..STRIPS {
                for across in 0..STRIPS {
                    let corners = [
                        at(across, down),
                        at(across + 1, down),
                        at(across, down + 1),
                        at(across + 1, down + 1),
                    ];
                    all.push([corners[0], corners[1], corners[2]]);
                    all.push([corners[1], corners[3], corners[2]]);
                }
            }
        }
    }
    all
}

fn bezier([one, two, three]: [Vec3; 3], part: f32) -> Vec3 {
    let rest = 1.0 - part;
    one * (rest * rest) + two * (2.0 * rest * part) + three * (part * part)
}

/// Where on the way from one point to another a triangle is crossed, from 0 to 1.
pub(super) fn crossing(from: Vec3, to: Vec3, triangle: &Triangle) -> Option<f32> {
    let [corner, second, third] = *triangle;
    let (way, one, two) = (to - from, second - corner, third - corner);
    let cross = way.cross(two);
    let determinant = one.dot(cross);
    if determinant.abs() < 1e-6 {
        return None;
    }
    let offset = from - corner;
    let u = offset.dot(cross) / determinant;
    let turned = offset.cross(one);
    let v = way.dot(turned) / determinant;
    let part = two.dot(turned) / determinant;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=1.0).contains(&part)).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_patch_is_a_wall_without_holes() {
        let points: Vec<Vec3> =
            (0..9).map(|at| Vec3::new((at % 3) as f32 * 50.0, (at / 3) as f32 * 50.0, 0.0)).collect();
        let wall = triangles(&points, 3);
        for x in 1..20 {
            let from = Vec3::new(x as f32 * 5.0 - 1.3, 37.0, 10.0);
            let hit =
                wall.iter().filter_map(|triangle| crossing(from, from - Vec3::Z * 20.0, triangle)).next();
            assert!(hit.is_some_and(|part| (part - 0.5).abs() < 1e-4), "{from}");
        }
        assert!(triangles(&points, 4).is_empty());
    }
}
