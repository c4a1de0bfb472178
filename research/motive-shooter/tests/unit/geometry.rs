//! Directions, turns and rays.

use super::*;

#[test]
fn a_capsule_is_hit_at_its_side_and_its_ends_and_missed_beside_them() {
    let hit = |from: [f32; 3], toward: [f32; 3]| upright_capsule_hit(from.into(), toward.into(), 40.0, 10.0);
    assert_eq!(hit([-100.0, 0.0, 20.0], [1.0, 0.0, 0.0]), Some(90.0), "the side");
    assert_eq!(hit([0.0, 0.0, 100.0], [0.0, 0.0, -1.0]), Some(50.0), "the upper end");
    assert_eq!(hit([0.0, 0.0, -100.0], [0.0, 0.0, 2.0]), Some(45.0), "the lower end, twice as fast");
    assert_eq!(hit([-100.0, 0.0, 46.0], [1.0, 0.0, 0.0]), Some(92.0), "the upper ball, 6 above its middle");
    assert_eq!(hit([5.0, 5.0, 20.0], [1.0, 0.0, 0.0]), Some(0.0), "from inside");
    for (from, toward) in [
        ([-100.0, 11.0, 20.0], [1.0, 0.0, 0.0]),
        ([-100.0, 0.0, 51.0], [1.0, 0.0, 0.0]),
        ([-100.0, 0.0, 20.0], [-1.0, 0.0, 0.0]),
        ([-100.0, 0.0, 20.0], [0.0, 0.0, 0.0]),
    ] {
        assert_eq!(hit(from, toward), None, "{from:?} {toward:?}");
    }
}

#[test]
fn the_shortest_turn_wraps_around() {
    assert_eq!(turn_between(65_000, 1_464), 2_000);
    assert_eq!(turn_between(1_464, 65_000), -2_000);
    assert_eq!(turn_between(0, FULL_TURN / 2), FULL_TURN / 2);
}

#[test]
fn yaw_and_direction_agree() {
    for yaw in (0..FULL_TURN).step_by(4_096) {
        let to = direction(yaw, 0) * 100.0;
        assert!(turn_between(yaw_toward(Vec3::ZERO, to), yaw).abs() <= 1, "{yaw}");
    }
}
