//! Walls of curved patches.

use super::*;

#[test]
fn a_flat_patch_is_a_wall_without_holes() {
    let points: Vec<Vec3> =
        (0..9).map(|at| Vec3::new((at % 3) as f32 * 50.0, (at / 3) as f32 * 50.0, 0.0)).collect();
    let wall = triangles(&points, 3);
    for x in 1..20 {
        let from = Vec3::new(x as f32 * 5.0 - 1.3, 37.0, 10.0);
        let hit = wall.iter().filter_map(|triangle| crossing(from, from - Vec3::Z * 20.0, triangle)).next();
        assert!(hit.is_some_and(|part| (part - 0.5).abs() < 1e-4), "{from}");
    }
    assert!(triangles(&points, 4).is_empty());
}
