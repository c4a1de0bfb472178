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

#[cfg(test)]
mod tests {
    use super::*;

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
