//! Directions and angles. Angles are whole numbers of which a full turn has [`FULL_TURN`], as in GameBots.

pub use glam::Vec3;

/// Units of a full turn.
pub const FULL_TURN: i32 = 65_536;

/// Radians of one unit.
const UNIT: f32 = std::f32::consts::TAU / FULL_TURN as f32;

/// An angle between 0 and [`FULL_TURN`], excluding the latter.
#[must_use]
pub fn normalised(angle: i32) -> i32 {
    angle.rem_euclid(FULL_TURN)
}

/// The shortest turn from one angle to another, from minus half a turn to half a turn.
#[must_use]
pub fn turn_between(from: i32, to: i32) -> i32 {
    let turn = normalised(to.wrapping_sub(from));
    if turn > FULL_TURN / 2 { turn - FULL_TURN } else { turn }
}

/// The horizontal direction from one place to another: 0 along x, a quarter turn along y.
#[must_use]
pub fn yaw_toward(from: Vec3, to: Vec3) -> i32 {
    let by = to - from;
    normalised((libm::atan2f(by.y, by.x) / UNIT).round() as i32)
}

/// The vertical direction from one place to another: positive is up.
#[must_use]
pub fn pitch_toward(from: Vec3, to: Vec3) -> i32 {
    let by = to - from;
    (libm::atan2f(by.z, libm::hypotf(by.x, by.y)) / UNIT).round() as i32
}

/// The unit vector of a direction.
#[must_use]
pub fn direction(yaw: i32, pitch: i32) -> Vec3 {
    let (yaw, pitch) = (yaw as f32 * UNIT, pitch as f32 * UNIT);
    let flat = libm::cosf(pitch);
    Vec3::new(libm::cosf(yaw) * flat, libm::sinf(yaw) * flat, libm::sinf(pitch))
}

/// The distance between two places, heights left out.
#[must_use]
pub fn flat_distance(from: Vec3, to: Vec3) -> f32 {
    libm::hypotf(to.x - from.x, to.y - from.y)
}

/// When a point that moves evenly comes into an upright capsule: all places within a radius of the line that rises from the origin to a height.
/// Zero if it starts there.
#[must_use]
pub(crate) fn upright_capsule_hit(from: Vec3, velocity: Vec3, height: f32, radius: f32) -> Option<f32> {
    let flat = |vector: Vec3| Vec3::new(vector.x, vector.y, 0.0);
    let reaches_side = |time: &f32| (0.0..=height).contains(&(from.z + velocity.z * time));
    let side = ball_hit(flat(from), flat(velocity), radius).filter(reaches_side);
    let ends = [from, from - Vec3::Z * height].map(|from| ball_hit(from, velocity, radius));
    ends.into_iter().chain([side]).flatten().reduce(f32::min)
}

/// When a point that moves evenly comes within a radius of the origin. Zero if it starts there.
fn ball_hit(from: Vec3, velocity: Vec3, radius: f32) -> Option<f32> {
    let (radius, speed) = (radius * radius, velocity.length_squared());
    if from.length_squared() <= radius {
        return Some(0.0);
    }
    let nearest = -from.dot(velocity) / speed;
    let miss = (from + velocity * nearest).length_squared();
    // Not true for a point at rest, for which both are not numbers.
    (nearest > 0.0 && miss <= radius).then(|| nearest - ((radius - miss) / speed).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capsule_is_hit_at_its_side_and_its_ends_and_missed_beside_them() {
        let hit =
            |from: [f32; 3], toward: [f32; 3]| upright_capsule_hit(from.into(), toward.into(), 40.0, 10.0);
        assert_eq!(hit([-100.0, 0.0, 20.0], [1.0, 0.0, 0.0]), Some(90.0), "the side");
        assert_eq!(hit([0.0, 0.0, 100.0], [0.0, 0.0, -1.0]), Some(50.0), "the upper end");
        assert_eq!(hit([0.0, 0.0, -100.0], [0.0, 0.0, 2.0]), Some(45.0), "the lower end, twice as fast");
        assert_eq!(
            hit([-100.0, 0.0, 46.0], [1.0, 0.0, 0.0]),
            Some(92.0),
            "the upper ball, 6 above its middle"
        );
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
}
