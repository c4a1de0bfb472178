//! Tileworld: its rules, what agents perceive, and what can be chosen.

use std::collections::BTreeSet;

use motive::kernel::{ActiveAction, Decision, Facts, Holder, Id, Memory, Phase, Value};
use motive_worlds::pacman::Direction;
use motive_worlds::tileworld::{
    Change, GridCell, RateMode, Rules, SensorShape, Sort, Tileworld, TileworldAction, TileworldSettings,
    TileworldSettingsError, TileworldWorld, Victim,
};
use motive_worlds::{AnyWorld, TypedWorld, find};
use proptest::prelude::*;

fn settings(change: impl FnOnce(&mut TileworldSettings)) -> TileworldSettings {
    let mut settings = TileworldSettings::default();
    change(&mut settings);
    settings
}

/// A world in which nothing comes or goes, to be laid out by hand.
fn still() -> Tileworld {
    Tileworld::bare(settings(|s| s.change = Change::Never)).unwrap()
}

const fn at(column: u16, row: u16) -> GridCell {
    GridCell { column, row }
}

fn rate(n: f64, mode: RateMode) -> Change {
    Change::Rate { n, mode }
}

/// R-000-083
#[test]
fn a_cell_holds_one_thing_the_border_is_solid_and_sizes_and_shapes_are_in_range() {
    for seed in 0..8 {
        let mut game = Tileworld::new(settings(|s| s.change = rate(10.0, RateMode::Exact)), seed).unwrap();
        for cycle in 0..400 {
            let way = Direction::ALL[(seed as usize + cycle / 7) % 4];
            game.step(&[Some(TileworldAction::Move(way))]);
            let mut cells = BTreeSet::new();
            for object in game.objects().filter(|object| object.carrier.is_none()) {
                assert!(cells.insert(object.place), "two things at {:?}", object.place);
                match object.sort {
                    Sort::Obstacle => assert_eq!((object.size, object.shape), (0, 0)),
                    Sort::Stack | Sort::Hole => {
                        assert!((1..=10).contains(&object.size) && (1..=3).contains(&object.shape));
                    }
                }
            }
            for n in 0..22 {
                for place in [at(n, 0), at(n, 21), at(0, n), at(21, n)] {
                    assert_eq!(game.at(place).unwrap().sort, Sort::Obstacle);
                }
            }
            let here = game.bodies()[0].place;
            assert!((1..=20).contains(&here.column) && (1..=20).contains(&here.row));
            assert!(game.at(here).is_none_or(|object| object.sort != Sort::Obstacle));
        }
    }
}

/// R-000-083: the same seed gives the same world, another another.
#[test]
fn the_seed_decides_everything() {
    let play = |seed: u64| {
        let mut world = find("tileworld", &["rate=10"]).unwrap();
        world.reset(seed);
        let mut frames = Vec::new();
        for _ in 0..200 {
            world.step();
            frames.push(world.frame());
        }
        frames
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

/// R-000-084
#[test]
fn as_many_things_come_as_the_rate_says_in_both_modes() {
    let expected = [
        (RateMode::Exact, [100.0, 25.0, 1000.0 / 70.0, 10.0]),
        (RateMode::PercentFloor, [100.0, 20.0, 10.0, 10.0]),
    ];
    for (mode, means) in expected {
        for (n, mean) in [10.0, 40.0, 70.0, 100.0].into_iter().zip(means) {
            let start = settings(|s| (s.change, s.density) = (rate(n, mode), 20));
            let come = |seed: u64, sort: Sort| {
                let mut game = Tileworld::new(start.clone(), seed).unwrap();
                while !game.is_over() {
                    game.step(&[]);
                }
                game.created(sort) as f64 - if sort == Sort::Obstacle { 10.0 } else { 20.0 }
            };
            for sort in Sort::ALL {
                let mut sum = 0.0;
                for seed in 0..200 {
                    sum += come(seed, sort);
                }
                let odds: f64 = mean / 1000.0;
                let error = (1000.0 * odds * (1.0 - odds) / 200.0).sqrt();
                let found = sum / 200.0;
                assert!(
                    (found - mean).abs() < 3.0 * error,
                    "{mode:?} {n} {sort:?}: {found} instead of {mean}"
                );
            }
        }
    }
}

/// R-000-085. Where as many can go as there are, nothing more goes, so that few things that change fast grow in number: that is
/// why it is looked at with 40.
#[test]
fn without_an_agent_the_density_stays() {
    let start = settings(|s| (s.change, s.density) = (rate(40.0, RateMode::Exact), 40));
    let (mut stacks, mut holes) = (0, 0);
    for seed in 0..200 {
        let mut game = Tileworld::new(start.clone(), seed).unwrap();
        while !game.is_over() {
            game.step(&[]);
        }
        stacks += game.count(Sort::Stack);
        holes += game.count(Sort::Hole);
    }
    for mean in [stacks as f64 / 200.0, holes as f64 / 200.0] {
        assert!((38.0..42.0).contains(&mean), "{mean}");
    }
}

/// Picks a stack up where it lies and drops some of it into a hole on the next cell.
fn drop_into(stack: (u8, u8), tiles: u8, hole: (u8, u8)) -> Tileworld {
    let mut game = still();
    let stack = game.put(Sort::Stack, at(1, 1), stack.0, stack.1).unwrap();
    let hole = game.put(Sort::Hole, at(2, 1), hole.0, hole.1).unwrap();
    game.step(&[Some(TileworldAction::PickUp { stack })]);
    game.step(&[Some(TileworldAction::Move(Direction::Right))]);
    game.step(&[Some(TileworldAction::Drop { stack, tiles, hole })]);
    game
}

/// R-000-086
#[test]
fn tiles_of_the_shape_score_three_others_one_and_a_full_hole_twenty() {
    let mut game = drop_into((3, 1), 3, (5, 1));
    assert_eq!(game.bodies()[0].counts.score, 9);
    let hole = game.at(at(2, 1)).unwrap().serial;
    assert_eq!(game.at(at(2, 1)).unwrap().size, 2);

    let stack = game.put(Sort::Stack, at(3, 1), 2, 2).unwrap();
    game.step(&[Some(TileworldAction::Move(Direction::Right))]);
    game.step(&[Some(TileworldAction::PickUp { stack })]);
    game.step(&[Some(TileworldAction::Move(Direction::Left))]);
    game.step(&[Some(TileworldAction::Drop { stack, tiles: 2, hole })]);
    assert_eq!(game.bodies()[0].counts.score, 9 + 2 + 20);
    assert!(game.at(at(2, 1)).is_none(), "a filled hole vanishes");
    assert!(game.load(0).is_none(), "a used up stack vanishes");

    let over = drop_into((4, 1), 4, (2, 1));
    let counts = over.bodies()[0].counts;
    assert_eq!((counts.score, counts.wasted, counts.tiles_dropped), (6 + 20, 2, 4));
}

/// R-000-091
#[test]
fn counters_tell_what_happened() {
    let game = drop_into((8, 2), 5, (3, 2));
    let counts = game.bodies()[0].counts;
    assert_eq!((counts.stacks_grabbed, counts.tiles_grabbed, counts.drops), (1, 8, 1));
    assert_eq!(
        (counts.tiles_dropped, counts.shape_matched, counts.wasted, counts.holes_filled),
        (5, 3, 2, 1)
    );
    assert_eq!((counts.moves, counts.bumps), (1, 0));
    assert_eq!(game.load(0).unwrap().size, 3);
}

/// R-000-091: the table of section 6.1.
#[test]
fn the_score_is_put_in_proportion_to_what_could_have_been_scored() {
    let table = [
        (10, [4015.0, 1095.0, 730.0, 730.0]),
        (40, [5110.0, 2190.0, 1825.0, 1825.0]),
        (70, [6205.0, 3285.0, 2920.0, 2920.0]),
        (100, [7300.0, 4380.0, 4015.0, 4015.0]),
    ];
    for (density, row) in table {
        for (n, most) in [10.0, 40.0, 70.0, 100.0].into_iter().zip(row) {
            let s = settings(|s| (s.density, s.change) = (density, rate(n, RateMode::PercentFloor)));
            assert!((s.potential(1000) - most).abs() < 1e-6, "D {density} N {n}: {}", s.potential(1000));
        }
    }
    let game = drop_into((3, 1), 3, (5, 1));
    let mut world = TypedWorld::of(TileworldWorld::of(game)).unwrap();
    world.step();
    let metrics = world.metrics();
    let metric = |name: &str| metrics.iter().find(|(known, _)| *known == name).unwrap().1;
    assert_eq!(metric("score"), 9.0);
    assert_eq!(metric("potential"), 40.0 * 36.5);
    assert_eq!(metric("normalised_score"), 9.0 / (40.0 * 36.5));
}

#[test]
fn what_cannot_be_done_is_not_done() {
    let mut game = still();
    let stack = game.put(Sort::Stack, at(2, 1), 4, 1).unwrap();
    let hole = game.put(Sort::Hole, at(3, 1), 4, 1).unwrap();
    game.put(Sort::Obstacle, at(1, 2), 0, 0).unwrap();
    game.step(&[Some(TileworldAction::PickUp { stack })]);
    assert!(game.load(0).is_none(), "it lies elsewhere");
    for way in [Direction::Down, Direction::Up, Direction::Left] {
        game.step(&[Some(TileworldAction::Move(way))]);
        assert_eq!(game.bodies()[0].place, at(1, 1));
    }
    assert_eq!(game.bodies()[0].counts.bumps, 3);
    game.step(&[Some(TileworldAction::Move(Direction::Right))]);
    game.step(&[Some(TileworldAction::PickUp { stack })]);
    game.step(&[Some(TileworldAction::Drop { stack, tiles: 2, hole })]);
    assert_eq!(game.bodies()[0].counts.drops, 0, "the hole is not underfoot");
    game.step(&[Some(TileworldAction::Move(Direction::Right))]);
    game.step(&[Some(TileworldAction::Drop { stack, tiles: 0, hole })]);
    assert_eq!(game.bodies()[0].counts.drops, 0, "nothing is dropped");
    game.step(&[Some(TileworldAction::Drop { stack, tiles: 200, hole })]);
    assert_eq!(game.bodies()[0].counts.tiles_dropped, 4, "more than there are is all");
}

/// What a memory knows of a world, by names.
struct Mind {
    world: TypedWorld<TileworldWorld>,
    memory: Memory,
}

impl Mind {
    fn of(game: Tileworld) -> Self {
        let world = TypedWorld::of(TileworldWorld::of(game)).unwrap();
        let memory = Memory::new(world.vocabulary().clone());
        let mut mind = Self { world, memory };
        mind.perceive();
        mind
    }

    fn perceive(&mut self) {
        self.world.perceive(0, &mut self.memory).unwrap();
        self.memory.end_tick();
    }

    fn go(&mut self, place: GridCell) {
        self.world.inner_mut().change(|game| assert!(game.place_agent(0, place)));
        self.world.step();
        self.perceive();
    }

    fn get(&self, serial: u64, property: &str) -> Option<Value> {
        self.memory.get(Id::new(serial), self.world.vocabulary().find_property(property).unwrap())
    }

    fn knows(&self, serial: u64) -> bool {
        self.memory.exists(Id::new(serial))
    }

    fn marked(&self, kind: &str, mark: &str) -> Vec<u64> {
        let names = self.world.vocabulary();
        let (kind, mark) = (names.find_kind(kind).unwrap(), names.find_property(mark).unwrap());
        let marked = self.memory.things().filter(|thing| thing.is_a(kind));
        marked.filter(|thing| thing.get(mark).is_some()).filter_map(|thing| thing.id().number()).collect()
    }
}

/// R-000-087: within five moves, and not beyond.
#[test]
fn an_agent_senses_what_is_within_five_moves() {
    let mut game = still();
    let near = game.put(Sort::Hole, at(13, 12), 2, 3).unwrap();
    let far = game.put(Sort::Hole, at(13, 13), 2, 3).unwrap();
    game.place_agent(0, at(10, 10));
    let mind = Mind::of(game);
    assert!(mind.knows(near) && !mind.knows(far));
    assert_eq!(mind.get(near, "distance"), Some(5.into()));
    assert_eq!(mind.get(near, "size"), Some(2.into()));
    assert_eq!(mind.get(near, "shape"), Some(3.into()));
    let names = mind.world.vocabulary();
    let symbol = |name: &str| Some(Value::from(names.find_symbol(name).unwrap()));
    assert_eq!(mind.get(near, "direction"), symbol("right"));
    assert_eq!(mind.get(near, "age"), symbol("young"));
}

/// R-000-087: what is out of range stays as it was last sensed.
#[test]
fn what_was_sensed_is_remembered_as_it_was() {
    let mut game = still();
    let stack = game.put(Sort::Stack, at(10, 12), 7, 1).unwrap();
    game.place_agent(0, at(10, 10));
    let mut mind = Mind::of(game);
    assert_eq!(mind.get(stack, "distance"), Some(2.into()));
    mind.go(at(1, 1));
    assert!(mind.knows(stack));
    assert_eq!(mind.get(stack, "distance"), Some(2.into()), "its last known distance");
    mind.world.inner_mut().change(|game| assert!(game.vanish(stack)));
    mind.go(at(2, 1));
    assert!(mind.knows(stack), "nobody saw it go");
    mind.go(at(10, 8));
    assert!(!mind.knows(stack), "it should be sensed but is not");
}

/// Who goes to something that is gone, and does not know that, goes where it was.
#[test]
fn what_is_believed_to_be_there_can_be_gone_to() {
    let mut game = still();
    let stack = game.put(Sort::Stack, at(10, 12), 7, 1).unwrap();
    game.place_agent(0, at(10, 10));
    let mut mind = Mind::of(game);
    mind.go(at(10, 3));
    mind.world.inner_mut().change(|game| assert!(game.vanish(stack)));
    let action = mind.world.vocabulary().find_action("go_to").unwrap();
    let arguments = [Value::Id(Id::new(stack))].into_iter().collect();
    let act =
        ActiveAction { run: 1, action, arguments, phase: Phase::Started, task: Holder(1), priority: 1.0 };
    mind.world.act(0, &Decision { actions: vec![act], ..Decision::default() }).unwrap();
    mind.world.step();
    assert_eq!(mind.world.inner().game.bodies()[0].place, at(10, 4));
}

/// R-000-087: in range and missing.
#[test]
fn what_should_be_sensed_but_is_not_there_is_forgotten() {
    let mut game = still();
    let hole = game.put(Sort::Hole, at(3, 3), 2, 1).unwrap();
    let mut mind = Mind::of(game);
    assert!(mind.knows(hole));
    mind.world.inner_mut().change(|game| assert!(game.vanish(hole)));
    mind.world.step();
    mind.perceive();
    assert!(!mind.knows(hole));
}

/// R-000-088
#[test]
fn a_carried_stack_moves_with_the_agent_and_may_vanish() {
    let mut game = still();
    let stack = game.put(Sort::Stack, at(5, 5), 7, 1).unwrap();
    game.place_agent(0, at(5, 5));
    game.step(&[Some(TileworldAction::PickUp { stack })]);
    let mut mind = Mind::of(game);
    let load = mind.world.vocabulary().find_property("load").unwrap();
    assert_eq!(mind.memory.own(load), Some(Id::new(stack).into()));
    mind.go(at(9, 5));
    assert_eq!(mind.world.inner().game.load(0).unwrap().place, at(9, 5));
    assert_eq!(mind.get(stack, "distance"), Some(0.into()));
    mind.world.inner_mut().change(|game| assert!(game.vanish(stack)));
    mind.world.step();
    mind.perceive();
    assert!(!mind.knows(stack));
    assert_eq!(mind.memory.own(load), None);
    assert_eq!(mind.world.inner().game.bodies()[0].counts.stacks_lost, 1);
}

#[test]
fn one_thing_of_each_kind_is_marked_as_nearest_and_one_as_newest() {
    let mut game = still();
    game.place_agent(0, at(10, 10));
    let far = game.put(Sort::Stack, at(10, 14), 1, 1).unwrap();
    let near = game.put(Sort::Stack, at(10, 11), 1, 1).unwrap();
    let mut mind = Mind::of(game);
    assert_eq!(mind.marked("tile_stack", "nearest"), [near]);
    mind.go(at(10, 13));
    assert_eq!(mind.marked("tile_stack", "nearest"), [far]);
    let mut new = 0;
    mind.world.inner_mut().change(|game| new = game.put(Sort::Stack, at(10, 12), 1, 1).unwrap());
    mind.world.step();
    mind.perceive();
    assert_eq!(mind.marked("tile_stack", "newest"), [new]);
    mind.world.inner_mut().change(|game| assert!(game.vanish(new)));
    mind.world.step();
    mind.perceive();
    assert_eq!(mind.marked("tile_stack", "newest").len(), 1);
    assert!(mind.marked("hole", "nearest").is_empty(), "none is known");
}

#[test]
fn things_grow_old() {
    let mut game = Tileworld::bare(settings(|s| {
        (s.change, s.density) = (rate(10.0, RateMode::Exact), 20);
    }))
    .unwrap();
    // 0.03 of the 200 cycles that a thing is expected to stay.
    assert_eq!(game.settings().young_cycles(), 6);
    let hole = game.put(Sort::Hole, at(1, 2), 2, 1).unwrap();
    let mut mind = Mind::of(game);
    let age = |mind: &Mind| {
        mind.world.vocabulary().name(mind.get(hole, "age").unwrap().symbol().unwrap()).to_owned()
    };
    for cycle in 0..12 {
        if !mind.knows(hole) {
            return;
        }
        assert_eq!(age(&mind), if cycle <= 6 { "young" } else { "old" }, "cycle {cycle}");
        mind.world.step();
        mind.perceive();
    }
}

proptest! {
    /// What an agent was told step by step is what a look at the world would tell it.
    #[test]
    fn percepts_agree_with_the_world(seed: u64, square: bool, n in 1_u16..40, ways in prop::collection::vec(0_usize..5, 60)) {
        let start = settings(|s| {
            s.change = rate(f64::from(n), RateMode::Exact);
            s.sensor_shape = if square { SensorShape::Square } else { SensorShape::Diamond };
        });
        let mut world = TypedWorld::of(TileworldWorld::with_settings(start).unwrap()).unwrap();
        world.reset(seed);
        let mut memory = Memory::new(world.vocabulary().clone());
        let names = world.vocabulary().clone();
        let distance = names.find_property("distance").unwrap();
        let nearest = names.find_property("nearest").unwrap();
        for way in ways {
            world.perceive(0, &mut memory).unwrap();
            memory.end_tick();
            let game = &world.inner().game;
            let here = game.bodies()[0].place;
            let sensed = |place: GridCell| if square {
                here.column.abs_diff(place.column).max(here.row.abs_diff(place.row)) <= 5
            } else {
                here.moves_to(place) <= 5
            };
            for object in game.objects() {
                if sensed(object.place) {
                    let moves = f64::from(here.moves_to(object.place));
                    prop_assert_eq!(memory.get(Id::new(object.serial), distance), Some(moves.into()));
                }
            }
            for thing in memory.things() {
                let place = thing.get(names.find_property("at").unwrap()).unwrap().point().unwrap();
                let place = at(place.x as u16, place.y as u16);
                if sensed(place) {
                    prop_assert_eq!(game.at(place).map(|object| object.serial), thing.id().number());
                }
            }
            for kind in ["tile_stack", "hole", "obstacle"] {
                let kind = names.find_kind(kind).unwrap();
                let known = || memory.things().filter(|thing| thing.is_a(kind));
                let marked: Vec<_> = known().filter(|thing| thing.get(nearest).is_some()).collect();
                prop_assert_eq!(marked.len(), usize::from(known().count() > 0));
                let least = known().map(|thing| thing.get(distance).unwrap().number().unwrap()).fold(99.0, f64::min);
                if let Some(marked) = marked.first()
                    && known().any(|thing| sensed_id(game, &sensed, thing.id()))
                {
                    let moves = marked.get(distance).unwrap().number().unwrap();
                    prop_assert!(moves <= least || square, "{} instead of {}", moves, least);
                }
            }
            let command = Direction::ALL.get(way).map(|way| TileworldAction::Move(*way));
            world.inner_mut().change(|game| game.step(&[command]));
        }
    }

    /// No option makes anything panic, and no number is taken for another.
    #[test]
    fn any_numbers_are_a_world_or_an_error(width: u16, height: u16, density: u32, n: f64, agents: usize, boldness: u32) {
        let wild = settings(|s| {
            (s.width, s.height, s.density, s.agents, s.boldness) = (width % 60, height % 60, density % 2000, agents % 80, boldness);
            s.change = rate(n, RateMode::Exact);
        });
        if let Ok(mut game) = Tileworld::new(wild, 1) {
            for _ in 0..20 {
                game.step(&[Some(TileworldAction::Move(Direction::Down))]);
            }
        }
    }
}

fn sensed_id(game: &Tileworld, sensed: &impl Fn(GridCell) -> bool, id: Id) -> bool {
    game.objects().any(|object| Some(object.serial) == id.number() && sensed(object.place))
}

#[test]
fn impossible_worlds_are_refused_with_the_reason() {
    let refused = |option: &str| find("tileworld", &[option]).err().unwrap().to_string();
    assert_eq!(refused("size=0x0"), "a grid of 0x0 cannot be: each side must have 1 to 1000 cells");
    assert_eq!(
        refused("density=200"),
        "410 things and 1 agents do not fit into 400 cells; lower the density or widen the grid"
    );
    assert!(refused("rate=-3").starts_with("`-3` is no value for the option `rate`"));
    assert!(refused("rate=nan").starts_with("`nan` is no value for the option `rate`"));
    assert!(refused("creation=-1,0").starts_with("`-1,0` is no value for the option `creation`"));
    assert!(refused("young=-1").starts_with("`-1` is no value for the option `young`"));
    assert_eq!(refused("boldness=0"), "0 cannot be the boldness");
    assert_eq!(refused("agents=0"), "there cannot be 0 agents; the number must be 1 to 64");
    let bad = settings(|s| s.dynamism = f64::NAN);
    assert!(matches!(bad.check(), Err(TileworldSettingsError::Number("dynamism", _))));
}

#[test]
fn the_oldest_can_go_first() {
    let mut game =
        Tileworld::new(settings(|s| (s.change, s.victim) = (rate(1.0, RateMode::Exact), Victim::Oldest)), 5)
            .unwrap();
    for _ in 0..30 {
        let oldest = game.objects().filter(|o| o.sort == Sort::Hole).map(|o| o.serial).min().unwrap();
        game.step(&[]);
        assert!(game.objects().all(|object| object.serial != oldest));
    }
}

/// Pollack and Ringuette: a tile is pushed, not over obstacles or other tiles, and into a hole it goes one by one.
#[test]
fn tiles_can_be_pushed_instead_of_carried() {
    let pushing = settings(|s| (s.change, s.rules) = (Change::Never, Rules::Push));
    let mut game = Tileworld::bare(pushing).unwrap();
    let tile = game.put(Sort::Stack, at(2, 1), 1, 1).unwrap();
    game.put(Sort::Hole, at(4, 1), 2, 1).unwrap();
    game.put(Sort::Stack, at(1, 2), 1, 2).unwrap();
    game.put(Sort::Obstacle, at(1, 3), 0, 0).unwrap();
    game.step(&[Some(TileworldAction::Move(Direction::Down))]);
    assert_eq!(game.bodies()[0].place, at(1, 1), "an obstacle is behind the tile");
    game.step(&[Some(TileworldAction::PickUp { stack: tile })]);
    game.step(&[Some(TileworldAction::Move(Direction::Right))]);
    assert_eq!(game.bodies()[0].place, at(2, 1));
    assert_eq!(game.at(at(3, 1)).unwrap().serial, tile);
    game.step(&[Some(TileworldAction::Move(Direction::Right))]);
    assert_eq!(game.bodies()[0].place, at(3, 1));
    assert_eq!((game.at(at(4, 1)).unwrap().size, game.bodies()[0].counts.score), (1, 3));
    game.step(&[Some(TileworldAction::Move(Direction::Right))]);
    assert_eq!(game.bodies()[0].place, at(3, 1), "nobody walks into a hole");
}

/// Kinny and Georgeff: how fast the world changes for each cycle of the agent, and how often it reconsiders.
#[test]
fn dynamism_and_boldness_set_the_pace_of_world_and_agent() {
    for (dynamism, expected) in [(0.25, 25), (1.0, 100), (3.0, 300)] {
        let fast = settings(|s| {
            (s.change, s.dynamism, s.cycles, s.density) = (rate(1.0, RateMode::Exact), dynamism, 100, 5);
        });
        let mut game = Tileworld::new(fast, 1).unwrap();
        while !game.is_over() {
            game.step(&[]);
        }
        assert_eq!(game.created(Sort::Hole), 5 + expected);
    }
    let mut world = find("tileworld", &["boldness=3"]).unwrap();
    let mut memory = Memory::new(world.vocabulary().clone());
    let reconsider = world.vocabulary().find_property("reconsider").unwrap();
    let told: Vec<bool> = (0..6)
        .map(|_| {
            world.perceive(0, &mut memory).unwrap();
            world.step();
            memory.own(reconsider).unwrap() == true.into()
        })
        .collect();
    assert_eq!(told, [true, false, false, true, false, false]);
}

#[test]
fn moves_may_cost_fuel_that_stations_give() {
    let mut game = Tileworld::new(
        settings(|s| (s.change, s.fuel, s.stations, s.density) = (Change::Never, Some(3), 1, 0)),
        1,
    )
    .unwrap();
    let station = game.stations()[0];
    let away = if station.row > 10 { Direction::Up } else { Direction::Down };
    assert!(game.place_agent(0, station));
    for _ in 0..5 {
        game.step(&[Some(TileworldAction::Move(away))]);
    }
    assert_eq!((game.bodies()[0].fuel, game.bodies()[0].counts.moves), (Some(0), 3));
    game.step(&[Some(TileworldAction::Refuel)]);
    assert_eq!(game.bodies()[0].fuel, Some(0), "there is no station here");
    assert!(game.place_agent(0, station));
    game.step(&[Some(TileworldAction::Refuel)]);
    assert_eq!(game.bodies()[0].fuel, Some(3));
}

#[test]
fn the_published_settings_of_pairs_are_there_by_name() {
    for (name, side, mean, life) in [("pair50", 50, 0.2, 100), ("pair80", 80, 2.0, 30)] {
        let mut world = find("tileworld", &[format!("setting={name}")]).unwrap();
        world.reset(3);
        assert_eq!(world.agents(), 2);
        let mut memories = [(); 2].map(|()| Memory::new(world.vocabulary().clone()));
        for _ in 0..600 {
            for (number, memory) in memories.iter_mut().enumerate() {
                world.perceive(number, memory).unwrap();
                memory.end_tick();
            }
            world.step();
        }
        let metrics = world.metrics();
        let created = metrics.iter().find(|(name, _)| *name == "holes_created").unwrap().1;
        assert!((created / 600.0 - mean).abs() < 0.15 * mean, "{name}: {created}");
        let motive_worlds::Frame::Tileworld(frame) = world.frame() else { panic!("another frame") };
        assert_eq!((frame.width, frame.height, frame.agents[0].fuel), (side, side, Some(500)));
        let holes = frame.things.iter().filter(|seen| seen.sort == Sort::Hole).count() as f64;
        // As many are there as come in a life.
        assert!(holes < 1.3 * mean * f64::from(life), "{name}: {holes}");
    }
}

#[test]
fn agents_sense_each_other_and_neither_is_always_first() {
    let two = settings(|s| (s.change, s.agents, s.density) = (Change::Never, 2, 0));
    let mut winners = BTreeSet::new();
    for wait in 0..2 {
        let mut game = Tileworld::bare(two.clone()).unwrap();
        let stack = game.put(Sort::Stack, at(1, 1), 3, 1).unwrap();
        (0..wait).for_each(|_| game.step(&[]));
        game.step(&[Some(TileworldAction::PickUp { stack }); 2]);
        winners.extend((0..2).find(|agent| game.load(*agent).is_some()));
    }
    assert_eq!(winners.len(), 2);
    let mut world = TypedWorld::of(TileworldWorld::of(Tileworld::bare(two).unwrap())).unwrap();
    let mut memory = Memory::new(world.vocabulary().clone());
    let agents = |memory: &Memory| {
        let kind = memory.vocabulary().find_kind("agent").unwrap();
        memory.things().filter(|thing| thing.is_a(kind)).count()
    };
    world.perceive(0, &mut memory).unwrap();
    assert_eq!(agents(&memory), 1);
    world.inner_mut().change(|game| assert!(game.place_agent(1, at(15, 15))));
    world.step();
    world.perceive(0, &mut memory).unwrap();
    assert_eq!(agents(&memory), 0);
}

/// R-000-083: text view.
#[test]
fn the_view_shows_what_there_is_and_marks_the_target() {
    let mut game = Tileworld::bare(settings(|s| {
        (s.change, s.width, s.height, s.density, s.obstacles) = (Change::Never, 4, 2, 0, None);
    }))
    .unwrap();
    game.put(Sort::Stack, at(2, 1), 3, 1).unwrap();
    let hole = game.put(Sort::Hole, at(4, 1), 10, 2).unwrap();
    game.put(Sort::Obstacle, at(1, 2), 0, 0).unwrap();
    let mut world = TypedWorld::of(TileworldWorld::of(game)).unwrap();
    let names = world.vocabulary().clone();
    let mut memory = Memory::new(names.clone());
    world.perceive(0, &mut memory).unwrap();
    let note = memory.note(names.find_kind("target").unwrap(), None);
    memory.set(note, names.find_property("what").unwrap(), Id::new(hole)).unwrap();
    memory.end_tick();
    world.perceive(0, &mut memory).unwrap();
    let expected = "\
▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
▒▒▒ @  ▲3   >□X▒▒▒
▒▒▒▒▒▒         ▒▒▒
▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
cycle 0  score 0  carries nothing
";
    assert_eq!(world.draw(), expected);
    assert_eq!(world.redraw(&world.frame()).unwrap(), expected);
}
