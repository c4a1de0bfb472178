//! Tests of `places` from inside.

use super::*;

fn entity(index: usize) -> Entity {
    Entity::from_raw_u32(index as u32).unwrap()
}

fn gather(places: &mut EntityPlaces, at: &[Point3]) {
    places.gather(at.iter().enumerate().map(|(index, at)| (entity(index), *at, None)), Tick::new(1));
}

/// What is seen from a place, by looking at everything.
fn seen_of(at: &[Point3], sight: SightLimits, from: Point3) -> Vec<usize> {
    let mut all: Vec<(f32, usize)> =
        at.iter().enumerate().map(|(index, at)| (squared(*at, from).sqrt(), index)).collect();
    all.retain(|(distance, _)| distance.is_finite() && *distance <= sight.distance);
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    all.truncate(sight.nearest.unwrap_or(usize::MAX));
    let mut seen: Vec<usize> = all.into_iter().map(|(_, index)| index).collect();
    seen.sort_unstable();
    seen
}

fn indices(seen: &[Seen]) -> Vec<usize> {
    let mut seen: Vec<usize> = seen.iter().map(|seen| seen.entity.index_u32() as usize).collect();
    seen.sort_unstable();
    seen
}

#[test]
fn views_have_what_is_seen_and_stand_as_long_as_they_say() {
    let mut state = 1_u64;
    let mut random = move |scale: f32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as f32 / (1_u64 << 31) as f32 - 0.5) * scale
    };
    let sights = [
        (None, 7.0),
        (None, 0.0),
        (Some(3), 9.0),
        (Some(1), f32::INFINITY),
        (Some(90), 40.0),
        (None, f32::INFINITY),
    ];
    let (mut kept, mut looked) = (0, 0);
    for (round, count) in [3, 20, 40, 300, 70].into_iter().enumerate() {
        // On a line, in a plane, in space.
        let scale = [[100.0, 0.0, 0.0], [60.0, 0.0, 40.0], [30.0, 30.0, 30.0]][round % 3];
        let mut at: Vec<Point3> = (0..count).map(|_| scale.map(&mut random)).collect();
        let mut places = EntityPlaces::default();
        gather(&mut places, &at);
        for (nearest, distance) in sights {
            let sight = SightLimits { nearest, distance };
            let mut from = scale.map(&mut random);
            let mut view = places.view(sight, from, Entity::PLACEHOLDER);
            for _ in 0..40 {
                assert_eq!(indices(&view.seen), seen_of(&at, sight, from), "{count} {sight:?} {from:?}");
                for one in at.iter_mut().chain([&mut from]) {
                    *one = one.map(|x| x + random(0.2));
                }
                gather(&mut places, &at);
                if view.stands.holds(&places, sight, from, &view.seen) {
                    kept += 1;
                } else {
                    view = places.view(sight, from, Entity::PLACEHOLDER);
                    looked += 1;
                }
            }
        }
    }
    assert!(kept > 300 && looked > 300, "{kept} kept, {looked} looked again");
}

#[test]
fn who_comes_or_goes_is_noticed() {
    let mut places = EntityPlaces::default();
    gather(&mut places, &[[0.0; 3]; 2]);
    let sight = SightLimits { nearest: None, distance: 1.0 };
    let view = places.view(sight, [0.0; 3], entity(0));
    assert_eq!(indices(&view.seen), [1], "nobody sees itself");
    assert!(view.stands.holds(&places, sight, [0.0; 3], &view.seen));
    gather(&mut places, &[[0.0; 3]; 3]);
    assert!(!view.stands.holds(&places, sight, [0.0; 3], &view.seen));
}

#[test]
fn places_that_are_no_numbers_are_not_seen() {
    let mut places = EntityPlaces::default();
    for count in [2, 50] {
        let mut at = vec![[1.0, 0.0, 0.0]; count];
        (at[0], at[1]) = ([f32::NAN; 3], [f32::INFINITY, 0.0, 0.0]);
        gather(&mut places, &at);
        for sight in [(None, f32::INFINITY), (Some(100), f32::INFINITY), (None, f32::NAN), (Some(2), -1.0)] {
            let sight = SightLimits { nearest: sight.0, distance: sight.1 };
            for from in [[0.0; 3], [f32::NAN; 3], [f32::INFINITY; 3], [f32::MAX; 3], [f32::MIN; 3]] {
                let view = places.view(sight, from, Entity::PLACEHOLDER);
                assert!(view.seen.iter().all(|seen| seen.distance.is_finite()));
                assert!(
                    from != [0.0; 3]
                        || sight.distance.is_nan()
                        || sight.distance < 0.0
                        || view.seen.len() == count - 2
                );
            }
        }
    }
}
