//! Directions and angles. Angles are whole numbers of which a full turn has [`FULL_TURN`], as in GameBots.

pub use glam::Vec3;

/// Units of a full turn.
pub const FULL_TURN: i32 = 65_536;

/// Radians of one unit.
const UNIT: f32 = std::f32::consts::TAU / FULL_TURN as f32;

/// An angle between 0 and [`FULL_TURN`], excluding the latter.
pub fn normalised(angle: i32) -> i32 {
    angle.rem_euclid(FULL_TURN)
}

/// An angle as a whole number, without its fraction.
pub fn whole_angle(angle: f64) -> i32 {
    angle.clamp(-1e9, 1e9) as i32
}

/// The shortest turn from one angle to another, from minus half a turn to half a turn.
pub fn turn_between(from: i32, to: i32) -> i32 {
    let turn = normalised(to.wrapping_sub(from));
    if turn > FULL_TURN / 2 { turn - FULL_TURN } else { turn }
}

/// The horizontal direction from one place to another: 0 along x, a quarter turn along y.
pub fn yaw_toward(from: Vec3, to: Vec3) -> i32 {
    let by = to - from;
    normalised((libm::atan2f(by.y, by.x) / UNIT).round() as i32)
}

/// The vertical direction from one place to another: positive is up.
pub fn pitch_toward(from: Vec3, to: Vec3) -> i32 {
    let by = to - from;
    (libm::atan2f(by.z, libm::hypotf(by.x, by.y)) / UNIT).round() as i32
}

/// The unit vector of a direction.
pub fn direction(yaw: i32, pitch: i32) -> Vec3 {
    let (yaw, pitch) = (yaw as f32 * UNIT, pitch as f32 * UNIT);
    let flat = libm::cosf(pitch);
    Vec3::new(libm::cosf(yaw) * flat, libm::sinf(yaw) * flat, libm::sinf(pitch))
}

/// The distance between two places, heights left out.
pub fn flat_distance(from: Vec3, to: Vec3) -> f32 {
    libm::hypotf(to.x - from.x, to.y - from.y)
}

/// When a point that moves evenly comes into an upright capsule: all places within a radius of the line that rises from the origin to a height.
/// Zero if it starts there.
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
#[path = "../tests/unit/geometry.rs"]
mod tests;
