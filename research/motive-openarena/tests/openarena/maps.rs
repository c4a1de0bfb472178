//! Files that are no maps, and navigation of our own making.

use glam::Vec3;
use motive_openarena::map::{GameFiles, GameMapError, Navigation, TravelKind, Walls};
use proptest::prelude::*;

/// A navigation file with two areas side by side, parted by the plane x = 0: the second is reached by a jump, the first on foot.
pub(crate) fn two_areas() -> Vec<u8> {
    areas_joined_by(5)
}

/// The same with another way from the first area to the second; that of a lift rides the first model of the map, and a jump is as wide as a body can just make it.
pub(crate) fn areas_joined_by(travel: i32) -> Vec<u8> {
    let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let ints = |values: &[i32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let area = |number: i32, center: f32| {
        [ints(&[number, 0, 0]), floats(&[-100.0; 6]), floats(&[center, 0.0, 24.0])].concat()
    };
    let reach = |to: i32, from: f32, end: f32, travel: i32| {
        // A lift leads up.
        let top = if travel == 11 { 224.0 } else { 24.0 };
        let end = if travel == 5 { end - 190.0 } else { end };
        let places = floats(&[from, 0.0, 24.0, end, 0.0, top]);
        [ints(&[to, 1, 0]), places, ints(&[travel]), 50u16.to_le_bytes().to_vec(), vec![0, 0]].concat()
    };
    let settings = |first: i32, count: i32| ints(&[0, 1, 2, 0, 0, count, first]);
    let mut lumps: Vec<Vec<u8>> = vec![Vec::new(); 14];
    lumps[2] = [floats(&[1.0, 0.0, 0.0, 0.0]), ints(&[0])].concat();
    lumps[7] = [area(0, 0.0), area(1, 50.0), area(2, -50.0)].concat();
    lumps[8] = [settings(0, 0), settings(1, 1), settings(2, 1)].concat();
    lumps[9] = [reach(0, 0.0, 0.0, 1), reach(2, 5.0, -5.0, travel), reach(1, -5.0, 5.0, 2)].concat();
    lumps[10] = [ints(&[0, 0, 0]), ints(&[0, -1, -2])].concat();
    let mut head = [b"EAAS".to_vec(), ints(&[5, 0])].concat();
    let mut at = 12 + 14 * 8;
    for lump in &lumps {
        head.extend(ints(&[at, lump.len() as i32]));
        at += lump.len() as i32;
    }
    for (place, byte) in head[8..].iter_mut().enumerate() {
        *byte ^= (place as u8).wrapping_mul(119);
    }
    [head, lumps.concat()].concat()
}

#[test]
fn a_route_leads_over_the_ways_of_the_file() {
    let navigation = Navigation::read("two", &two_areas()).unwrap();
    let (here, there) = (Vec3::new(50.0, 0.0, 24.0), Vec3::new(-50.0, 0.0, 24.0));
    assert_ne!(navigation.area_at(here), navigation.area_at(there));
    let route = navigation.route(here, there, &[]).unwrap();
    let ways: Vec<TravelKind> = route.reaches.iter().map(|way| navigation.reaches()[*way].travel).collect();
    assert_eq!(ways, [TravelKind::Jump]);
    assert!(navigation.route(here, there, &route.reaches).is_none(), "a way that is avoided is not taken");
    assert!(navigation.is_walkable(here, Vec3::new(10.0, 30.0, 24.0)));
}

#[test]
fn a_path_has_stops_that_are_within_a_walk_or_a_jump_of_each_other() {
    let navigation = Navigation::read("two", &two_areas()).unwrap();
    let stops = |from: f32, to: Vec3, most| navigation.stops(Vec3::new(from, 0.0, 24.0), to, 1_000.0, most);
    let high = Vec3::new(-250.0, 0.0, 100.0);
    assert_eq!(stops(50.0, Vec3::new(90.0, 0.0, 24.0), 15), Some(Vec::new()), "within a walk");
    assert_eq!(stops(50.0, high, 15), Some(vec![Vec3::new(-195.0, 0.0, 24.0)]), "over the gap");
    // However far it is, a path is told in legs of at most a thousand units, and no more than so many of them.
    let far = stops(4_500.0, Vec3::new(50.0, 0.0, 24.0), 15).unwrap();
    assert_eq!(far.len(), 4);
    assert!(far.windows(2).all(|two| two[0].distance(two[1]) <= 1_000.0), "{far:?}");
    assert_eq!(stops(4_500.0, Vec3::new(50.0, 0.0, 24.0), 2).unwrap().len(), 2);
    let other = Navigation::read("two", &areas_joined_by(12)).unwrap();
    assert_eq!(other.stops(Vec3::new(50.0, 0.0, 24.0), high, 1_000.0, 15), None, "only a rocket leads there");
}

#[test]
fn files_of_other_kinds_are_refused() {
    let wrong =
        |result: Result<Navigation, GameMapError>| matches!(result, Err(GameMapError::Malformed { .. }));
    assert!(wrong(Navigation::read("x", b"EAAS")));
    assert!(wrong(Navigation::read("x", &[0; 500])));
    assert!(matches!(Walls::read("x", b"IBSP\x2e\0\0\0"), Err(GameMapError::Malformed { .. })));
    assert!(matches!(GameFiles::open(std::path::Path::new("/nowhere")), Err(GameMapError::NoGame(_))));
}

proptest! {
    #[test]
    fn a_broken_navigation_file_stops_nobody(at in 0usize..900, bits in 1u8.., cut in 0usize..900) {
        let mut bytes = two_areas();
        let (length, place) = (bytes.len(), at % bytes.len());
        bytes[place] ^= bits;
        bytes.truncate(length.saturating_sub(cut / 8));
        if let Ok(navigation) = Navigation::read("broken", &bytes) {
            let _ = navigation.route(Vec3::new(50.0, 0.0, 24.0), Vec3::new(-50.0, 0.0, 24.0), &[]);
            let _ = navigation.is_walkable(Vec3::ZERO, Vec3::splat(300.0));
        }
    }
}
