//! The agents of the Tileworld study, from their files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use motive::arbiter::Arbiter;
use motive::kernel::trace::{Event, Recorder};
use motive::kernel::{Agent, Id, Memory, Mind, Value, Vocabulary};
use motive_language::{Files, Model, SourceText, WorldVocabulary, load};
use motive_worlds::tileworld::{
    Change, GridCell, Sort, Tileworld, TileworldAction, TileworldSettings, TileworldWorld,
};
use motive_worlds::{AnyWorld, Run, TypedWorld, find};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/tileworld")
}

/// Files of the same folder.
struct Beside;

impl Files for Beside {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        let text = std::fs::read_to_string(folder().join(path)).map_err(|error| error.to_string())?;
        Ok(SourceText::new(path, text))
    }
}

fn model(world: &dyn AnyWorld, file: &str) -> Model {
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(SourceText::new(file, text), &given, &Beside);
    assert!(loaded.problems.is_empty(), "{file}: {:?}", loaded.problems);
    loaded.model.unwrap()
}

fn mind_of(
    world: &dyn AnyWorld,
    file: &str,
    name: &str,
) -> (motive_language::MindDefinition, Arc<Vocabulary>) {
    let model = model(world, file);
    let mind = model.mind(Some(name)).unwrap_or_else(|| panic!("{file} has no {name}")).clone();
    (mind, model.vocabulary)
}

/// Plays a mind, or the one in Rust, to the end and gives what is measured.
fn play(file: &str, name: &str, options: &[&str], seed: u64) -> Vec<(&'static str, f64)> {
    let mut world = find("tileworld", options).unwrap();
    world.reset(seed);
    let agent = match world.mind(name) {
        Some(plain) => Agent::new(Memory::new(world.vocabulary().clone()), plain, seed, 0),
        None => {
            let (mind, names) = mind_of(&*world, file, name);
            Agent::new(Memory::new(names), mind.start().unwrap(), seed, 0)
        }
    };
    let mut run = Run::new(world, vec![agent]).unwrap();
    while run.tick().unwrap() {}
    run.world().metrics()
}

fn metric(metrics: &[(&'static str, f64)], name: &str) -> f64 {
    metrics.iter().find(|(known, _)| *known == name).unwrap().1
}

/// The four by four environments of the study.
fn environments() -> Vec<[String; 2]> {
    let values = [10, 40, 70, 100];
    let all = values.iter().flat_map(|d| values.map(|n| [format!("density={d}"), format!("rate={n}")]));
    all.collect()
}

const fn at(column: u16, row: u16) -> GridCell {
    GridCell { column, row }
}

const HERE: GridCell = at(10, 10);

/// An agent in the middle of a world that was laid out by hand and in which nothing comes or goes.
struct Scene {
    world: TypedWorld<TileworldWorld>,
    agent: Agent<Arbiter>,
    text: motive::kernel::MindText,
    names: Arc<Vocabulary>,
}

impl Scene {
    fn new(lay_out: impl FnOnce(&mut Tileworld)) -> Self {
        Self::with("standard.motive", "Standard", lay_out)
    }

    fn with(file: &str, name: &str, lay_out: impl FnOnce(&mut Tileworld)) -> Self {
        let mut settings = TileworldSettings::default();
        (settings.change, settings.cycles) = (Change::Never, 0);
        let mut game = Tileworld::bare(settings).unwrap();
        assert!(game.place_agent(0, HERE));
        lay_out(&mut game);
        let world = TypedWorld::of(TileworldWorld::of(game)).unwrap();
        let (mind, names) = mind_of(&world, file, name);
        let memory = Memory::new(names.clone());
        let agent = Agent::new(memory, Arbiter::new(mind.character().clone()), 1, 0);
        Self { world, agent, text: mind.character().describe(), names }
    }

    /// Writes a note as a program would have.
    fn note(mut self, kind: &str, values: &[(&str, Value)]) -> Self {
        let note = self.agent.memory_mut().note(self.names.find_kind(kind).unwrap(), None);
        for (property, value) in values {
            let property = self.names.find_property(property).unwrap();
            self.agent.memory_mut().set(note, property, value.clone()).unwrap();
        }
        self
    }

    fn symbol(&self, name: &str) -> Value {
        self.names.find_symbol(name).unwrap().into()
    }

    fn way(self, kind: &str, toward: &str, value: &str) -> Self {
        let (toward, value) = (self.symbol(toward), self.symbol(value));
        self.note(kind, &[("toward", toward), ("value", value)])
    }

    fn target(self, serial: u64) -> Self {
        self.note("target", &[("what", Id::new(serial).into())])
    }

    /// One cycle; gives the rules that fired as `Program.rule`, and what was decided.
    fn cycle(&mut self) -> (Vec<String>, Vec<String>) {
        self.world.perceive(0, self.agent.memory_mut()).unwrap();
        let mut recorder = Recorder::default();
        let decision = self.agent.tick_traced(self.world.time(), &mut recorder).clone();
        self.world.act(0, &decision).unwrap();
        self.world.step();
        let fired = recorder.take().into_iter().filter_map(|event| match event {
            Event::RuleFired { program, rule, .. } => {
                let name = &self.text.programs[&*program][rule].name;
                Some(format!("{program}.{name}"))
            }
            _ => None,
        });
        (fired.collect(), decision.display(&self.names))
    }

    fn fires(mut self, rule: &str) -> Vec<String> {
        let (fired, done) = self.cycle();
        assert!(fired.iter().any(|fired| fired == rule), "{rule} did not fire, but {fired:?}");
        done
    }

    fn priorities(&self) -> Vec<(String, f64)> {
        let mut all: Vec<_> =
            self.agent.mind().tasks().map(|task| (task.goal.to_owned(), task.priority)).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }
}

/// Something that lies so many cells to the right.
fn put(game: &mut Tileworld, sort: Sort, cells: u16) -> u64 {
    game.put(sort, at(HERE.column + cells, HERE.row), 4, 1).unwrap()
}

/// Lets the agent carry a stack of four tiles of shape 1.
fn carry(game: &mut Tileworld) -> u64 {
    let stack = put(game, Sort::Stack, 0);
    game.step(&[Some(TileworldAction::PickUp { stack })]);
    assert!(game.load(0).is_some());
    stack
}

/// R-000-089: goals, when they come up, and how much they matter, row by row.
#[test]
fn goals_come_up_as_the_table_says() {
    let first = |lay_out: &dyn Fn(&mut Tileworld)| {
        let mut scene = Scene::new(lay_out);
        scene.cycle();
        scene.priorities()
    };
    let is = |goal: &str, priority: f64| vec![(goal.to_owned(), priority)];
    assert_eq!(first(&|_| {}), is("get_tile", 10.0), "nothing carried, no stack known");
    for (cells, priority) in [(0, 100.0), (1, 100.0), (2, 50.0), (4, 25.0), (5, 20.0)] {
        let get = first(&|game| {
            put(game, Sort::Stack, cells);
        });
        assert_eq!(get, is("get_tile", priority), "a stack {cells} cells away");
        let fill = first(&|game| {
            carry(game);
            put(game, Sort::Hole, cells);
        });
        assert_eq!(fill, is("fill_hole", priority), "a hole {cells} cells away");
        if cells > 0 {
            let avoid = first(&|game| {
                put(game, Sort::Obstacle, cells);
            });
            assert_eq!(avoid[0], ("avoid".to_owned(), priority), "an obstacle {cells} cells away");
        }
    }
    let carrying = first(&|game| {
        carry(game);
    });
    assert_eq!(carrying, is("fill_hole", 10.0), "carrying, no hole known");
}

/// R-000-089: update rules.
#[test]
fn priorities_follow_the_nearest_unless_they_may_not() {
    for (file, name, expected) in [
        ("standard.motive", "Standard", [25.0, 100.0 / 3.0, 50.0]),
        ("ablations.motive", "NoUpdates", [25.0; 3]),
    ] {
        let mut scene = Scene::with(file, name, |game| {
            put(game, Sort::Stack, 4);
        });
        for priority in expected {
            scene.cycle();
            assert_eq!(scene.priorities(), [("get_tile".to_owned(), priority)], "{name}");
        }
    }
}

/// R-000-090: a world for each rule of get_tile, in the order of the thesis.
#[test]
fn each_rule_of_get_tile_fires_in_its_situation() {
    let stack = |cells: u16| {
        move |game: &mut Tileworld| {
            put(game, Sort::Stack, cells);
        }
    };
    let mut serial = 0;
    let mut scene =
        Scene::new(|game| serial = put(game, Sort::Stack, 0)).way("way", "tile_stack", "up").target(1);
    let (fired, done) = scene.cycle();
    assert_eq!(fired, ["GetTile.at_tile"], "2");
    assert_eq!(done, [format!("pick_up(#{serial})")]);
    let (fired, _) = scene.cycle();
    assert!(fired.contains(&"GetTile.done".to_owned()), "1: {fired:?}");

    let right = ["move(right)"];
    let with_target = |lay_out: &dyn Fn(&mut Tileworld) -> u64| {
        let mut serial = 0;
        let scene = Scene::new(|game| serial = lay_out(game));
        scene.target(serial)
    };
    let far = |game: &mut Tileworld| put(game, Sort::Stack, 3);
    assert_eq!(with_target(&far).way("way", "tile_stack", "right").fires("GetTile.go_on"), right, "3");
    let gone = |_: &mut Tileworld| 999;
    let none: [&str; 0] = [];
    assert_eq!(with_target(&gone).fires("GetTile.target_gone_before_the_first_step"), none, "4");
    assert_eq!(with_target(&far).way("way", "tile_stack", "up").fires("GetTile.wrong_way"), none, "5");
    assert_eq!(with_target(&gone).way("way", "tile_stack", "up").fires("GetTile.target_gone"), none, "6");
    assert_eq!(with_target(&far).fires("GetTile.set_out"), right, "7");
    let wandering = Scene::new(stack(3)).way("way", "random", "up");
    assert_eq!(wandering.fires("GetTile.choose_and_stop_wandering"), right, "8");
    assert_eq!(Scene::new(stack(3)).fires("GetTile.choose"), right, "9");
    let wall = Scene::new(|game| {
        put(game, Sort::Obstacle, 1);
    });
    let (fired, _) = { wall.way("way", "random", "right") }.cycle();
    assert!(fired.contains(&"GetTile.bump".to_owned()), "10: {fired:?}");
    assert_eq!(
        Scene::new(|_| {}).way("way", "random", "left").fires("GetTile.wander_on"),
        ["move(left)"],
        "11"
    );
    let mut scene = Scene::new(|_| {});
    let (fired, done) = scene.cycle();
    assert_eq!(fired, ["GetTile.otherwise"], "12");
    let (_, again) = scene.cycle();
    assert_eq!(done, again, "12: the way that was noted is the one that was gone");
}

/// R-000-090: a world for each rule of fill_hole, in the order of the thesis.
#[test]
fn each_rule_of_fill_hole_fires_in_its_situation() {
    let none: [&str; 0] = [];
    let with_target = |lay_out: &dyn Fn(&mut Tileworld) -> u64| {
        let mut serial = 0;
        let scene = Scene::new(|game| {
            carry(game);
            serial = lay_out(game);
        });
        scene.target(serial)
    };
    let far = |game: &mut Tileworld| put(game, Sort::Hole, 3);
    let gone = |_: &mut Tileworld| 999;

    let mut tiles = Vec::new();
    for size in [2, 4, 9] {
        let mut scene = Scene::new(|game| {
            carry(game);
            game.put(Sort::Hole, HERE, size, 1).unwrap();
        });
        let (fired, done) = scene.cycle();
        assert_eq!(fired, ["FillHole.at_hole"], "2");
        tiles.push(done[0].clone());
        let left = scene.world.inner().game.load(0).map(|stack| stack.size);
        assert_eq!(left, (size < 4).then(|| 4 - size), "as many as fit, never more");
        let (fired, _) = scene.cycle();
        let done = fired.contains(&"FillHole.done".to_owned());
        assert_eq!(done, size >= 4, "1: {fired:?}");
    }
    assert!(
        tiles[0].contains(", 2, ") && tiles[1].contains(", 4, ") && tiles[2].contains(", 4, "),
        "{tiles:?}"
    );
    assert_eq!(with_target(&far).way("way", "hole", "right").fires("FillHole.go_on"), ["move(right)"], "3");
    assert_eq!(with_target(&gone).fires("FillHole.target_gone_before_the_first_step"), none, "4");
    assert_eq!(with_target(&far).way("way", "hole", "up").fires("FillHole.wrong_way"), none, "5");
    assert_eq!(with_target(&gone).way("way", "hole", "up").fires("FillHole.target_gone"), none, "6");
    assert_eq!(with_target(&far).fires("FillHole.set_out"), ["move(right)"], "7");
    let loaded = |more: &dyn Fn(&mut Tileworld)| {
        Scene::new(|game| {
            carry(game);
            more(game);
        })
    };
    let hole = |game: &mut Tileworld| {
        put(game, Sort::Hole, 3);
    };
    let wandering = loaded(&hole).way("way", "random", "up");
    assert_eq!(wandering.fires("FillHole.choose_and_stop_wandering"), ["move(right)"], "8");
    assert_eq!(loaded(&hole).fires("FillHole.choose"), ["move(right)"], "9");
    let wall = loaded(&|game| {
        put(game, Sort::Obstacle, 1);
    });
    let (fired, _) = { wall.way("way", "random", "right") }.cycle();
    assert!(fired.contains(&"FillHole.bump".to_owned()), "10: {fired:?}");
    assert_eq!(
        loaded(&|_| {}).way("way", "random", "left").fires("FillHole.wander_on"),
        ["move(left)"],
        "11"
    );
    loaded(&|_| {}).fires("FillHole.wander");
}

/// R-000-090: a world for each rule of avoid_obstacle, in the order of the thesis.
#[test]
fn each_rule_of_avoid_obstacle_fires_in_its_situation() {
    let wall = |cells: u16| {
        Scene::new(|game| {
            put(game, Sort::Obstacle, cells);
            // A stack far behind, so that get_tile matters less than what is in the way.
            game.put(Sort::Stack, at(HERE.column - 4, HERE.row), 4, 1).unwrap();
        })
    };
    let fired = |mut scene: Scene| scene.cycle().0;
    let has = |scene: Scene, rule: &str| {
        let fired = fired(scene);
        assert!(fired.iter().any(|name| name == rule), "{rule} did not fire, but {fired:?}");
    };
    has(wall(3), "AvoidObstacle.done");
    has(wall(3).way("way", "tile_stack", "left"), "AvoidObstacle.done");
    let around = |scene: Scene| scene.way("way", "around_obstacle", "up");
    has(around(wall(1)).way("stored_way", "tile_stack", "right"), "AvoidObstacle.way_has_changed");
    let passed = around(wall(3)).way("stored_way", "tile_stack", "down").way("way", "tile_stack", "down");
    assert_eq!(passed.fires("AvoidObstacle.passed"), ["move(down)"]);
    let blocked = wall(1).way("way", "around_obstacle", "right");
    assert_eq!(blocked.fires("AvoidObstacle.side_is_blocked"), ["move(left)"]);
    let along = around(wall(1)).way("stored_way", "tile_stack", "right").way("way", "tile_stack", "right");
    assert_eq!(along.fires("AvoidObstacle.along"), ["move(up)"]);
    let done = wall(1).way("way", "tile_stack", "right").fires("AvoidObstacle.ahead");
    assert!(done == ["move(up)"] || done == ["move(down)"], "{done:?}");
}

/// R-000-088: when the carried stack vanishes, FillHole ends.
#[test]
fn fill_hole_ends_when_its_stack_vanishes() {
    let mut stack = 0;
    let mut scene = Scene::new(|game| {
        stack = carry(game);
        put(game, Sort::Hole, 4);
    });
    scene.cycle();
    scene.world.inner_mut().change(|game| assert!(game.vanish(stack)));
    let (fired, _) = scene.cycle();
    assert!(fired.contains(&"FillHole.done".to_owned()), "{fired:?}");
    scene.cycle();
    scene.cycle();
    assert_eq!(scene.priorities(), [("get_tile".to_owned(), 10.0)]);
}

/// R-000-092: the stuck case. The target lies behind an obstacle; another stack is as near as an obstacle wherever the agent
/// steps aside, so that the two tasks matter equally and take turns: what one begins the other undoes. The author's
/// remedy, ten points more for what is in the way, gets it past.
#[test]
fn an_agent_with_equal_priorities_is_stuck_and_a_bonus_helps() {
    let farthest = |name: &str| {
        let mut target = 0;
        let lay_out = |game: &mut Tileworld| {
            target = game.put(Sort::Stack, at(10, 14), 4, 1).unwrap();
            for place in [at(9, 9), at(10, 9), at(11, 9)] {
                game.put(Sort::Stack, place, 4, 1).unwrap();
            }
            for place in [at(10, 11), at(8, 10), at(12, 10)] {
                game.put(Sort::Obstacle, place, 0, 0).unwrap();
            }
        };
        let scene = Scene::with("variants.motive", name, lay_out);
        let mut scene = scene.target(target).way("way", "tile_stack", "down");
        let rows = (0..40).map(|_| {
            scene.cycle();
            scene.world.inner().game.bodies()[0].place.row
        });
        rows.max().unwrap()
    };
    assert_eq!(farthest("Standard"), 10);
    assert!(farthest("AvoidBonus") > 11);
}

/// R-000-092: the premature finish. Get_tile is about to forget the way that avoid_obstacle follows and holds it exclusively;
/// to avoid_obstacle it seems gone, and it cleans up. Without exclusivity it goes on.
#[test]
fn a_way_held_by_another_seems_gone_unless_exclusivity_is_off() {
    let fired = |name: &str| {
        let obstacle = |game: &mut Tileworld| {
            put(game, Sort::Obstacle, 1);
        };
        let scene = Scene::with("ablations.motive", name, obstacle);
        let scene = scene.way("way", "tile_stack", "right").way("way", "random", "left");
        let mut scene = scene.way("way", "around_obstacle", "up").way("stored_way", "tile_stack", "right");
        assert!(scene.cycle().0.contains(&"AvoidObstacle.along".to_owned()));
        // Back again, and a stack underfoot: both tasks matter as much as can be, and it is get_tile's turn to be first.
        scene.world.inner_mut().change(|game| {
            assert!(game.place_agent(0, HERE));
            put(game, Sort::Stack, 0);
        });
        scene.cycle().0
    };
    assert_eq!(fired("Standard"), ["GetTile.at_tile", "AvoidObstacle.way_has_changed"]);
    assert_eq!(fired("NonExclusive"), ["GetTile.at_tile", "AvoidObstacle.along"]);
}

/// R-000-082
#[test]
fn the_plain_agent_drops_whole_stacks_and_forgets_what_it_does_not_see() {
    let metrics = play("", "plain", &["density=70"], 5);
    assert!(metric(&metrics, "wasted") > 0.0 && metric(&metrics, "score") > 300.0);
    let mut settings = TileworldSettings::default();
    (settings.change, settings.cycles) = (Change::Never, 0);
    let mut game = Tileworld::bare(settings).unwrap();
    game.place_agent(0, HERE);
    let stack = put(&mut game, Sort::Stack, 0);
    game.put(Sort::Hole, at(11, 10), 2, 1).unwrap();
    let mut world = TypedWorld::of(TileworldWorld::of(game)).unwrap();
    let mut agent = Agent::new(Memory::new(world.vocabulary().clone()), world.mind("plain").unwrap(), 1, 0);
    for _ in 0..3 {
        cycle(&mut world, &mut agent);
    }
    let counts = world.inner().game.bodies()[0].counts;
    assert_eq!((counts.tiles_dropped, counts.wasted, counts.score), (4, 2, 26), "the whole of stack {stack}");
    // A stack that it saw and moved away from is not gone back to.
    world.inner_mut().change(|game| {
        assert!(game.place_agent(0, at(3, 3)));
        game.put(Sort::Stack, at(3, 5), 4, 1).unwrap();
    });
    world.step();
    cycle(&mut world, &mut agent);
    world.inner_mut().change(|game| assert!(game.place_agent(0, at(17, 17))));
    world.step();
    let mut places = Vec::new();
    for _ in 0..6 {
        cycle(&mut world, &mut agent);
        places.push(world.inner().game.bodies()[0].place);
    }
    let straight_there = (1..=6).map(|n| at(17 - n, 17)).collect::<Vec<_>>();
    assert_ne!(places, straight_there);
}

fn cycle(world: &mut TypedWorld<TileworldWorld>, agent: &mut Agent<Box<dyn Mind>>) {
    world.perceive(0, agent.memory_mut()).unwrap();
    let decision = agent.tick(world.time()).clone();
    world.act(0, &decision).unwrap();
    world.step();
}

const ABLATIONS: [&str; 12] = [
    "AllGoals",
    "NoUpdates",
    "ConstantPriorities",
    "AllGoalsConstantPriorities",
    "DeletedProperties",
    "RequiredProperties",
    "NoDivisible",
    "NoRanges",
    "NoNumerical",
    "NonExclusive",
    "NoPersistence",
    "OneExternalAction",
];

/// A1 to A12 are lines of a file, and each plays differently from A0 but for A12, which is the same by construction: all actions
/// of this world conflict, so that there is never more than one.
#[test]
fn every_ablation_plays_a_game_of_its_own() {
    let score = |name: &str| {
        let metrics = play("ablations.motive", name, &["density=100", "rate=10"], 3);
        (metric(&metrics, "score"), metric(&metrics, "moves"))
    };
    let standard = score("Standard");
    for name in ABLATIONS {
        let ablated = score(name);
        assert!(ablated.0 > 0.0, "{name} scores nothing");
        assert_eq!(ablated == standard, name == "OneExternalAction", "{name}: {ablated:?}, {standard:?}");
    }
}

#[test]
fn every_variant_plays() {
    let world = find::<&str>("tileworld", &[]).unwrap();
    let names: Vec<String> =
        model(&*world, "variants.motive").minds.iter().map(|mind| mind.name.clone()).collect();
    assert!(names.len() >= 9, "{names:?}");
    for name in names {
        assert!(metric(&play("variants.motive", &name, &["cycles=300"], 2), "score") > 0.0, "{name}");
    }
}

/// The aim of the study's remake: our player has at least 1.3 times the standard agent's mean over the environments. These
/// seeds were not used while it was written.
#[test]
fn our_player_beats_the_standard_agent_by_a_third() {
    let mean = |file: &str, name: &str| {
        let mut sum = 0.0;
        for options in environments() {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            for seed in [90_001, 90_002] {
                sum += metric(&play(file, name, &options, seed), "score");
            }
        }
        sum / 32.0
    };
    let (ours, standard) = (mean("ours.motive", "Ours"), mean("standard.motive", "Standard"));
    assert!(ours >= 1.3 * standard, "{ours} against {standard}");
}

/// What an agent knows, and what it takes to know it, does not grow with the length of the run.
#[test]
fn memory_stays_flat_over_a_long_run() {
    let mut world = find("tileworld", &["density=100", "rate=10", "cycles=0"]).unwrap();
    world.reset(9);
    let (mind, names) = mind_of(&*world, "standard.motive", "Standard");
    let agent = Agent::new(Memory::new(names), mind.start().unwrap(), 9, 0);
    let mut run = Run::new(world, vec![agent]).unwrap();
    let mut bytes = Vec::new();
    for cycle in 0..30_000 {
        run.tick().unwrap();
        assert!(run.agents()[0].memory().len() < 22 * 22 + 64, "cycle {cycle}");
        if cycle % 10_000 == 9_999 {
            bytes.extend(resident());
        }
    }
    if let [first, .., last] = bytes[..] {
        assert!(last <= first + (1 << 20), "{bytes:?}");
    }
}

/// How many bytes of memory the process uses, where that can be told.
fn resident() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<u64>().ok()? * 4096)
}
