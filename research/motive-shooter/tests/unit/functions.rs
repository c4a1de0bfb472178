//! How far along a path a bot is.

use super::*;

#[test]
fn progress_along_a_path_is_the_nearest_leg() {
    let stops = [0.0, 500.0, 1000.0].map(|x| Vec3::new(x, 0.0, 0.0));
    assert_eq!(progress(&stops, Vec3::new(100.0, 20.0, 0.0)), Some(0));
    assert_eq!(progress(&stops, Vec3::new(500.0, 0.0, 0.0)), Some(1), "at a node the next leg begins");
    assert_eq!(progress(&stops, Vec3::new(700.0, 150.0, 0.0)), Some(1));
    assert_eq!(progress(&stops, Vec3::new(700.0, 300.0, 0.0)), None);
}
