//! Reading, checking and drawing maps.

use motive_shooter::map::{ArenaMap, MapError, MapProblem, MovingParts, PATH_LIMIT, PlaceKind, SHIPPED};
use motive_shooter::rules::GameType;

fn errors(text: &str) -> Vec<String> {
    ArenaMap::read("bad", text).err().unwrap().iter().map(ToString::to_string).collect()
}

#[test]
fn every_shipped_map_is_whole() {
    for (name, text) in SHIPPED {
        let map = ArenaMap::read(name, text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        assert!(map.svg().starts_with("<svg"), "{name}");
    }
    let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
    for wanted in ["ctf-simple", "stalwart-like", "duel", "corridor", "empty"] {
        assert!(names.contains(&wanted), "{wanted}");
    }
    for game in GameType::ALL {
        let large = |(name, _): &(&str, &str)| {
            let map = ArenaMap::shipped(name).unwrap();
            map.games().first() == Some(&game) && map.level().columns() >= 36
        };
        assert!(SHIPPED.iter().any(large), "no large map for {}", game.name());
    }
}

#[test]
fn stalwart_like_has_the_specified_size() {
    let map = ArenaMap::shipped("stalwart-like").unwrap();
    let count = |fits: &dyn Fn(&PlaceKind) -> bool| map.places().iter().filter(|it| fits(&it.kind)).count();
    assert_eq!(count(&|kind| matches!(kind, PlaceKind::Point(_))), 3);
    assert!(count(&|kind| *kind == PlaceKind::Node) >= 60);
    assert!(count(&PlaceKind::is_item) >= 20);
    assert_eq!(count(&|kind| *kind == PlaceKind::Start(Some(0))), 4);
    assert_eq!(count(&|kind| *kind == PlaceKind::Start(Some(1))), 4);
}

#[test]
fn ctf_simple_is_a_figure_of_eight_of_two_halves() {
    let map = ArenaMap::shipped("ctf-simple").unwrap();
    let level = map.level();
    for row in 0..level.rows() {
        for column in 0..level.columns() {
            let at = |column: usize| (column as f32 * 100.0 + 50.0, row as f32 * 100.0 + 50.0);
            let (x, y) = at(column);
            let (mirrored, _) = at(level.columns() - 1 - column);
            let rounded = |x: f32| level.floor_at(x, y).map(f32::round);
            assert_eq!(rounded(x), rounded(mirrored), "column {column}, row {row}");
        }
    }
    let at = |kind: PlaceKind| map.places_where(move |it| *it == kind).next().unwrap().position;
    let (red, blue) = (at(PlaceKind::Flag(0)), at(PlaceKind::Flag(1)));
    assert!(red.z > 100.0, "the base is raised");
    let way = map.path(red, blue).unwrap();
    assert!((5..=PATH_LIMIT).contains(&way.places.len()), "{way:?}");
    let packs = map.places_where(|kind| *kind == PlaceKind::Health).count();
    assert_eq!(packs, 2, "one for each large room");
}

#[test]
fn what_cannot_be_reached_is_named_with_its_place() {
    let text = "game deathmatch\nlegend\n s start\n h health\nfloor\n#######\n#s.#.h#\n#######\n";
    assert_eq!(
        errors(text),
        ["line 7, column 6: the health pack cannot be reached from the start in line 7, column 2"]
    );
}

#[test]
fn a_place_without_a_way_back_is_an_error() {
    // Whoever drops from height 4 to the floor cannot climb up again.
    let text = "game deathmatch\nlegend\n s start on 4\n h health\nfloor\n######\n#s4.h#\n######\n";
    assert_eq!(
        errors(text),
        ["line 7, column 2: the start cannot be reached from the health pack in line 7, column 5"]
    );
}

#[test]
fn a_game_without_what_it_needs_is_an_error() {
    let text = "game capture_the_flag\nlegend\n r start red\n f flag red\nfloor\n#####\n#r.f#\n#####\n";
    assert_eq!(
        errors(text),
        [
            "line 1, column 1: capture_the_flag needs a start for each team",
            "line 1, column 1: capture_the_flag needs a flag of each team"
        ]
    );
    assert!(errors("game domination\nlegend\n s start\nfloor\n#s#\n")[0].contains("a domination point"));
    assert!(errors("game deathmatch\nfloor\n#.#\n")[0].contains("a start"));
}

#[test]
fn bad_lines_are_named_with_their_line() {
    let text = "game chess\ncell 7\nrise x\nnonsense\nlegend\n # node\n s start\n s node\n q queen\n h health on 12\nfloor\n#s#\n";
    let found = errors(text);
    let lines: Vec<&str> = found.iter().filter_map(|error| error.split(',').next()).collect();
    assert_eq!(
        lines,
        ["line 1", "line 2", "line 3", "line 4", "line 6", "line 8", "line 9", "line 10", "line 1"]
    );
    assert!(found[0].contains("there is no game `chess`"), "{}", found[0]);
}

#[test]
fn bad_letters_ramps_doors_and_lifts_are_named_with_their_place() {
    let text = "game deathmatch\nlegend\n s start\nfloor\n######\n#s?.>#\n##+=##\n";
    let found = ArenaMap::read("bad", text).err().unwrap();
    let problems: Vec<(usize, usize, &MapProblem)> =
        found.iter().map(|MapError { line, column, problem }| (*line, *column, problem)).collect();
    assert_eq!(
        problems,
        [
            (6, 3, &MapProblem::UnknownLetter('?')),
            (6, 5, &MapProblem::RampWithoutFloor),
            (7, 3, &MapProblem::DoorWithoutFloor),
            (7, 4, &MapProblem::LiftWithoutFloors)
        ]
    );
}

#[test]
fn a_path_is_empty_when_the_place_can_be_walked_to_directly() {
    let map = ArenaMap::shipped("corridor").unwrap();
    let (first, second) = (map.places()[0].position, map.places()[1].position);
    assert!(map.path(first, second).unwrap().places.is_empty());
    let last = map.places().last().unwrap().position;
    assert!(!map.path(first, last).unwrap().places.is_empty(), "too far for one leg");
    assert_eq!(map.path(first, glam::Vec3::new(-100.0, 0.0, 0.0)), None);
}

#[test]
fn a_way_leads_over_a_lift_up_but_not_over_a_step() {
    let text = |middle: &str| {
        format!(
            "game deathmatch\nlegend\n s start\n o node\n n node on 3\nfloor\n#########\n#s.o{middle}33n#\n#########\n"
        )
    };
    let map = ArenaMap::read("lift", &text("=")).unwrap();
    assert!(map.graph().has_edge(1, 2), "up with the lift");
    assert!(map.graph().has_edge(2, 1), "and down the shaft");
    assert!(errors(&text("."))[0].contains("cannot be reached"));
}

#[test]
fn a_long_path_is_cut_off() {
    // A winding way of forty nodes, each of which sees only its neighbours.
    let mut text = String::from("game deathmatch\nlegend\n s start\n o node\nfloor\n#####\n#s.o#\n");
    for row in 0..20 {
        text.push_str(if row % 2 == 0 { "###.#\n#o.o#\n" } else { "#.###\n#o.o#\n" });
    }
    text.push_str("#####\n");
    let map = ArenaMap::read("winding", &text).unwrap();
    let (start, end) = (map.places()[0].position, map.places().last().unwrap().position);
    assert_eq!(map.path(start, end).unwrap().places.len(), PATH_LIMIT);
}

#[test]
fn one_way_drops_have_an_edge_in_one_direction() {
    let text = "game deathmatch\nlegend\n s start\n h node on 4\n l node\nfloor\n\
########\n#s..<<h#\n#....#4#\n#....lv#\n########\n";
    // The ramp beside the wall leads from the low floor up to the high one.
    let error = ArenaMap::read("drop", text).err();
    assert!(error.is_some(), "a ramp that ends in a wall is refused");
    let text = "game deathmatch\nlegend\n s start\n h node on 4\n l node\nfloor\n\
#########\n#s..>>4h#\n#.......#\n#......l#\n#########\n";
    let map = ArenaMap::read("drop", text).unwrap();
    let number = |line: usize, column: usize| {
        map.places().iter().position(|place| (place.line, place.column) == (line, column)).unwrap()
    };
    let (high, low) = (number(8, 8), number(10, 8));
    assert!(map.graph().has_edge(high, low) && !map.graph().has_edge(low, high));
}

mod random {
    use super::*;
    use glam::Vec3;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[ -~\n]{0,300}") {
            let _ = ArenaMap::read("random", &text);
        }

        #[test]
        fn no_drawing_makes_the_reader_panic(rows in proptest::collection::vec("[#.<>^v+19sh ]{0,12}", 0..12)) {
            let text = format!("game deathmatch\nlegend\n s start\n h health on 3\nfloor\n{}\n", rows.join("\n"));
            let _ = ArenaMap::read("random", &text);
        }

        /// Lines are compared with points along them: all are free up to where the line is blocked, and there it touches something solid.
        #[test]
        fn a_line_is_blocked_where_its_points_are_in_something_solid(
            map in 0..SHIPPED.len(), start in (0.0_f32..1.0, 0.0_f32..1.0, 1.0_f32..300.0), end in (0.0_f32..1.0, 0.0_f32..1.0, -50.0_f32..400.0),
        ) {
            let map = ArenaMap::shipped(SHIPPED[map].0).unwrap();
            let level = map.level();
            let (width, depth) = (level.columns() as f32 * level.cell_size(), level.rows() as f32 * level.cell_size());
            let parts = MovingParts { open: vec![true; level.doors()], ..MovingParts::at_rest(level) };
            let (x, y) = (start.0 * width, start.1 * depth);
            prop_assume!(level.floor_at(x, y).is_some());
            let from = Vec3::new(x, y, level.floor_at(x, y).unwrap() + start.2);
            let to = Vec3::new(end.0 * width, end.1 * depth, end.2);
            let way = to - from;
            // Neither end is above the walls.
            let above = |part: f32| {
                let at = from + way * part;
                at.z - level.floor_at(at.x, at.y).unwrap_or(1_000.0)
            };
            let blocked = level.obstruction(from, to, &parts);
            let free = blocked.unwrap_or(1.0) * 0.999;
            for point in 0..=1_000 {
                prop_assert!(above(free * point as f32 / 1_000.0) > -0.1, "{} is not free", free * point as f32 / 1_000.0);
            }
            if let Some(part) = blocked {
                let near = [-0.0005_f32, 0.0, 0.0005].map(|by| above((part + by).min(1.0))).into_iter().reduce(f32::min).unwrap();
                prop_assert!(near < 1.0, "nothing solid at {part}: {near}");
            }
        }
    }
}
