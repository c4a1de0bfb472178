//! Pac-Man as a world: what agents perceive, and the effects of their decisions.

use crate::built_pacman_agents;
use crate::careful_player::careful;
use std::error::Error;
use std::sync::Arc;

use motive::arbiter::Character;
use motive::kernel::trace::Recorder;
use motive::kernel::{
    ActiveAction, Decision, Expr, Facts, Holder, Id, Memory, Phase, Point, Scope, Time, Value, Vocabulary,
};
use motive_worlds::pacman::{
    Cell, Direction, Game, Maze, PacmanSettings, PacmanWorld, Position, handwritten,
};
use motive_worlds::{AnyWorld, Frame, Run, TypedWorld, find};
use proptest::prelude::*;

type Make = fn(&dyn AnyWorld) -> Result<Arc<Character>, Box<dyn Error>>;

fn standard() -> TypedWorld<PacmanWorld> {
    TypedWorld::of(PacmanWorld::of(Maze::standard(), PacmanSettings::default()).unwrap()).unwrap()
}

/// What a memory knows, by names.
struct Known<'a> {
    memory: &'a Memory,
    names: &'a Vocabulary,
    maze: &'a Maze,
}

impl<'a> Known<'a> {
    fn new(memory: &'a Memory, world: &'a TypedWorld<PacmanWorld>) -> Self {
        Self { memory, names: world.vocabulary(), maze: &world.inner().game.maze }
    }

    fn get(&self, id: Id, property: &str) -> Option<Value> {
        self.memory.get(id, self.names.find_property(property).unwrap())
    }

    fn own(&self, property: &str) -> Option<Value> {
        self.get(Id::SELF, property)
    }

    fn all(&self, kind: &str) -> Vec<Id> {
        let kind = self.names.find_kind(kind).unwrap();
        self.memory.things().filter(|thing| thing.is_a(kind)).map(|thing| thing.id()).collect()
    }

    fn cell(&self, id: Id) -> Cell {
        let at = self.get(id, "position").unwrap().point().unwrap();
        self.maze.cell(Position { column: at.x as u16, row: at.y as u16 }).unwrap()
    }

    fn cells(&self, kind: &str) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.all(kind).into_iter().map(|id| self.cell(id)).collect();
        cells.sort_unstable();
        cells
    }

    fn direction(&self, property: &str) -> Option<Direction> {
        let name = self.names.name(self.own(property)?.symbol()?);
        ["up", "left", "down", "right"].iter().position(|other| *other == name).map(|at| Direction::ALL[at])
    }

    /// Compares all of it with the game.
    fn check(&self, game: &Game) {
        assert_eq!(self.cells("dot"), game.dots.iter().collect::<Vec<_>>());
        assert_eq!(self.cells("power_pill"), game.pills.iter().collect::<Vec<_>>());
        assert_eq!(self.cells("fruit"), game.fruit.map(|fruit| fruit.cell).into_iter().collect::<Vec<_>>());
        assert_eq!(self.cell(Id::SELF), game.pacman);
        assert_eq!(self.own("score"), Some((game.score as f64).into()));
        assert_eq!(self.own("lives"), Some(f64::from(game.lives).into()));
        assert_eq!(self.own("level"), Some(f64::from(game.level).into()));
        assert_eq!(self.own("scattering"), Some(game.is_scattering().into()));
        assert_eq!(self.direction("heading"), Some(game.heading));
        self.check_ghosts(game);
    }

    fn check_ghosts(&self, game: &Game) {
        let (ghosts, eyes) = (self.all("ghost"), self.all("eyes"));
        assert_eq!(ghosts.len() + eyes.len(), game.ghosts.len());
        for (name, ghost) in ["chaser", "ambusher", "flanker", "wanderer"].iter().zip(&game.ghosts) {
            let symbol = self.names.find_symbol(name).unwrap();
            let mut all = ghosts.iter().chain(&eyes);
            let id = *all.find(|id| self.get(**id, "temper") == Some(symbol.into())).unwrap();
            assert_eq!(self.cell(id), ghost.cell);
            assert_eq!(self.get(id, "blue"), Some(ghost.is_blue().into()));
            assert_eq!(self.get(id, "dangerous"), Some(ghost.is_dangerous().into()));
            assert_eq!(self.get(id, "in_house"), Some(ghost.in_house().into()));
            let distance = self.maze.distance(game.pacman, ghost.cell);
            assert_eq!(self.get(id, "distance"), distance.map(|steps| f64::from(steps).into()));
            let time_left = ghost.is_blue().then(|| f64::from(ghost.blue_left).into());
            assert_eq!(self.get(id, "time_left"), time_left);
        }
    }

    /// What the classic player goes for.
    fn classic(&self) -> Option<Direction> {
        if self.own("threats_near")?.number()? >= 1.0 {
            return self.direction("way_out");
        }
        let ways = ["way_to_prey", "way_to_pill", "way_to_fruit", "way_to_dot"];
        ways.iter().find_map(|way| self.direction(way))
    }

    /// What the careful player goes for while no ghost can be eaten.
    fn careful(&self) -> Option<Direction> {
        let near = self.own("threats_near")?.number()? >= 1.0;
        let pill = near.then(|| self.direction("safe_way_to_pill")).flatten();
        pill.or_else(|| self.direction("safe_way_to_fruit")).or_else(|| self.direction("safe_way_to_dot"))
    }
}

#[test]
fn percepts_are_what_there_is_in_every_tick_of_a_game() {
    for seed in 0..6 {
        let mut world = standard();
        world.reset(seed);
        let mut agent = built_pacman_agents::agent(built_pacman_agents::ours(&world).unwrap(), seed);
        while !world.is_over() && world.inner().game.tick < 1500 {
            world.perceive(0, agent.memory_mut()).unwrap();
            let (known, game) = (Known::new(agent.memory(), &world), &world.inner().game);
            known.check(game);
            assert_eq!(known.classic(), handwritten::decide(game));
            if let Some(way) = known.careful()
                && known.own("nearest_prey").is_none()
            {
                assert_eq!(Some(way), careful(game));
            }
            let decision = agent.tick(world.time());
            world.act(0, decision).unwrap();
            world.step();
        }
    }
}

#[test]
fn a_new_or_an_old_memory_is_brought_up_to_date() {
    let mut world = standard();
    world.reset(3);
    let mut agent = built_pacman_agents::agent(built_pacman_agents::ours(&world).unwrap(), 3);
    let mut old = Memory::new(world.vocabulary().clone());
    for tick in 0..400 {
        world.perceive(0, agent.memory_mut()).unwrap();
        if tick == 60 {
            old = agent.memory().clone();
        }
        let decision = agent.tick(world.time());
        world.act(0, decision).unwrap();
        world.step();
    }
    let mut new = Memory::new(world.vocabulary().clone());
    for memory in [&mut new, &mut old, agent.memory_mut()] {
        world.perceive(0, memory).unwrap();
        Known::new(memory, &world).check(&world.inner().game);
    }
    world.reset(4);
    world.perceive(0, &mut old).unwrap();
    Known::new(&old, &world).check(&world.inner().game);
}

#[test]
fn what_an_agent_forgot_or_noted_does_not_disturb_the_world() {
    let mut world = standard();
    let mut memory = Memory::new(world.vocabulary().clone());
    world.perceive(0, &mut memory).unwrap();
    let ghosts: Vec<Id> = Known::new(&memory, &world).all("ghost");
    ghosts.iter().for_each(|id| assert!(memory.remove(*id)));
    let note = memory.note(world.vocabulary().find_kind("state").unwrap(), None);
    world.step();
    world.perceive(0, &mut memory).unwrap();
    Known::new(&memory, &world).check(&world.inner().game);
    assert!(memory.exists(note));
}

#[test]
fn nothing_is_marked_as_changed_but_what_changed() {
    let mut world = standard();
    let mut memory = Memory::new(world.vocabulary().clone());
    world.perceive(0, &mut memory).unwrap();
    memory.end_tick();
    world.step();
    world.perceive(0, &mut memory).unwrap();
    let changes = memory.changes();
    assert!(changes.added.is_empty());
    assert!(changes.changed.len() <= 5, "Pac-Man and four ghosts: {changes:?}");
    assert!(changes.removed.len() <= 1, "one dot: {changes:?}");
    memory.end_tick();
    world.perceive(0, &mut memory).unwrap();
    assert!(!memory.has_changed(), "looking twice shows nothing new");
}

/// A decision to do one thing.
fn decided(names: &Vocabulary, action: &str, argument: impl Into<Value>) -> Decision {
    let action = names.find_action(action).unwrap();
    let arguments = [argument.into()].into_iter().collect();
    let act =
        ActiveAction { run: 1, action, arguments, phase: Phase::Started, task: Holder(1), priority: 1.0 };
    Decision { actions: vec![act], stopped: Vec::new() }
}

#[test]
fn actions_move_pacman() {
    let mut world = standard();
    let (names, maze, start) = (world.vocabulary().clone(), Maze::standard(), world.inner().game.pacman);
    let beside = |step| maze.neighbour(start, step).unwrap();
    let place = |cell| {
        let at = maze.position(cell).unwrap();
        Value::from(Point::flat(f32::from(at.column), f32::from(at.row)))
    };
    let (right, left) = (beside(Direction::Right), beside(Direction::Left));
    let to_the_right = Value::from(names.find_symbol("right").unwrap());
    let away = beside(maze.step_away(start, left).unwrap());
    assert_ne!(away, left);
    for (action, argument, expected) in [
        ("move", to_the_right.clone(), right),
        ("move_to", to_the_right, right),
        ("move_toward", place(right), right),
        ("move_away_from", place(left), away),
    ] {
        world.reset(1);
        world.act(0, &decided(&names, action, argument)).unwrap();
        assert_eq!(world.inner().game.pacman, start, "nothing moves before the step");
        world.step();
        assert_eq!(world.inner().game.pacman, expected, "{action}");
        let heading = world.inner().game.heading;
        world.step();
        assert_eq!(world.inner().game.heading, heading, "an action is done once; then it goes straight on");
    }
}

#[test]
fn things_can_be_gone_to_by_their_names() {
    let mut world = standard();
    let mut memory = Memory::new(world.vocabulary().clone());
    world.perceive(0, &mut memory).unwrap();
    let pill = Known::new(&memory, &world).own("nearest_pill").unwrap();
    let target = Known::new(&memory, &world).cell(pill.id().unwrap());
    for _ in 0..100 {
        if world.inner().game.pacman == target {
            break;
        }
        world.act(0, &decided(&world.vocabulary().clone(), "move_toward", pill.clone())).unwrap();
        world.step();
    }
    assert!(!world.inner().game.pills.contains(target));
    assert_eq!(pill.display(world.vocabulary()), "pill_1_15");
}

fn any_value() -> impl Strategy<Value = Value> {
    let names: Arc<Vocabulary> = standard().vocabulary().clone();
    let symbols: Vec<Value> =
        names.all_names().filter_map(|name| names.find_symbol(name)).map(Value::from).collect();
    prop_oneof![
        prop::sample::select(symbols),
        any::<f64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(|number| Id::new(number).into()),
        Just(Id::SELF.into()),
        any::<(f32, f32)>().prop_map(|(x, y)| Point::flat(x, y).into()),
        (0..30_u8, 0..30_u8).prop_map(|(x, y)| Point::flat(f32::from(x), f32::from(y)).into()),
        "\\PC{0,5}".prop_map(|text| Value::from(&*text)),
        Just(Value::from(Vec::new())),
    ]
}

fn any_decision() -> impl Strategy<Value = Decision> {
    // A vocabulary with more actions than any world has: most of these are foreign.
    let mut foreign = Vocabulary::new();
    let actions: Vec<_> = (0..20).map(|number| foreign.action(&format!("verb_{number}"), 1)).collect();
    let act = (prop::sample::select(actions), prop::collection::vec(any_value(), 0..3), any::<f64>());
    let act = act.prop_map(|(action, arguments, priority)| {
        let (arguments, task) = (arguments.into_iter().collect(), Holder(1));
        ActiveAction { run: 1, action, arguments, phase: Phase::Started, task, priority }
    });
    prop::collection::vec(act, 0..4).prop_map(|actions| Decision { actions, stopped: Vec::new() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_action_is_done_or_left_out(decisions in prop::collection::vec(any_decision(), 40), seed: u64) {
        let mut world = standard();
        world.reset(seed);
        let mut memory = Memory::new(world.vocabulary().clone());
        for decision in decisions {
            world.perceive(0, &mut memory).unwrap();
            world.act(0, &decision).unwrap();
            world.step();
        }
        prop_assert_eq!(world.inner().game.tick, 40);
    }

    #[test]
    fn any_question_has_an_answer_or_none(arguments in prop::collection::vec(any_value(), 0..3)) {
        let mut world = standard();
        let mut memory = Memory::new(world.vocabulary().clone());
        world.perceive(0, &mut memory).unwrap();
        let names = world.vocabulary().clone();
        for function in names.functions() {
            let info = names.function_info(function).unwrap();
            let answer = asked(&memory, &names, names.name(info.name), &arguments);
            prop_assert!(info.arity == Some(arguments.len()) || answer.is_none());
        }
    }
}

/// The answer of one of the world's functions. Values that no program can contain have none.
fn asked(memory: &Memory, names: &Vocabulary, function: &str, arguments: &[Value]) -> Option<Value> {
    let arguments = arguments.iter().cloned().map(Expr::from).collect();
    let question = Expr::call_with(names.find_function(function)?, arguments);
    let mut scope = Scope::new(names);
    let question = scope.expression(&question).ok()?;
    question.value(memory, &mut scope.bindings())
}

#[test]
fn functions_answer_as_the_maze_does() {
    let mut world = standard();
    let mut memory = Memory::new(world.vocabulary().clone());
    world.perceive(0, &mut memory).unwrap();
    let (names, maze, me) = (world.vocabulary().clone(), Maze::standard(), world.inner().game.pacman);
    let known = Known::new(&memory, &world);
    let ask = |function: &str, arguments: &[Value]| asked(&memory, &names, function, arguments);
    let named = |step: Option<Direction>| {
        step.map(|step| Value::from(names.find_symbol(&format!("{step:?}").to_lowercase()).unwrap()))
    };
    for id in known.all("dot").into_iter().chain(known.all("power_pill")) {
        let (cell, thing) = (known.cell(id), Value::from(id));
        let steps = maze.distance(me, cell).map(|steps| Value::from(f64::from(steps)));
        assert_eq!(known.get(id, "distance"), steps);
        assert_eq!(ask("distance_between", &[Id::SELF.into(), thing.clone()]), steps);
        let thing = [thing];
        assert_eq!(ask("direction_to", &thing), named(maze.step_toward(me, cell)));
        assert_eq!(ask("get_direction", &thing), named(maze.step_toward(me, cell)));
        assert_eq!(ask("direction_away_from", &thing), named(maze.step_away(me, cell)));
    }
    for step in Direction::ALL {
        let way = named(Some(step)).unwrap();
        assert_eq!(ask("is_open", &[way]), Some(maze.neighbour(me, step).is_some().into()));
    }
    assert!(ask("widest_way", &[]).is_some());
}

/// Plays with a character to the end, at most so many ticks.
fn play(make: Make, seed: u64, ticks: u64, traced: bool) -> (Vec<Frame>, Vec<Decision>, f64) {
    let mut world = find::<&str>("pacman", &[]).unwrap();
    world.reset(seed);
    let agent = built_pacman_agents::agent(make(&*world).unwrap(), seed);
    let mut run = Run::new(world, vec![agent]).unwrap();
    let (mut frames, mut decisions) = (Vec::new(), Vec::new());
    let mut recorders = vec![Recorder::default(); usize::from(traced)];
    for _ in 0..ticks {
        let goes_on =
            run.tick_traced(&mut recorders, |_, decision| decisions.push(decision.clone())).unwrap();
        frames.push(run.world().frame());
        if !goes_on {
            break;
        }
    }
    assert!(recorders.iter().all(|recorder| !recorder.events().is_empty()));
    (frames, decisions, run.world().score(0))
}

#[test]
fn the_same_seed_gives_the_same_frames_and_decisions_traced_or_not() {
    for make in [
        built_pacman_agents::classic,
        built_pacman_agents::ours,
        built_pacman_agents::thesis,
        built_pacman_agents::report,
    ] as [Make; 4]
    {
        let first = play(make, 5, 250, false);
        assert_eq!(first, play(make, 5, 250, false));
        assert_eq!(first, play(make, 5, 250, true));
        assert_ne!(first.0, play(make, 6, 250, false).0);
    }
}

fn mean(games: u64, score: impl Fn(u64) -> f64) -> f64 {
    (0..games).map(score).sum::<f64>() / games as f64
}

fn by_hand(player: impl Fn(&Game) -> Option<Direction>, seed: u64, ticks: u64) -> f64 {
    let mut game = Game::new(Maze::standard(), PacmanSettings::default(), seed).unwrap();
    while !game.is_over() && game.tick < ticks {
        let wish = player(&game);
        game.step(wish);
    }
    game.score as f64
}

#[test]
fn the_sources_agents_beat_the_random_player_in_400_steps() {
    let random = mean(10, |seed| by_hand(|game| handwritten::random(game, 1), seed, 400));
    for (name, make) in
        [("thesis", built_pacman_agents::thesis as Make), ("report", built_pacman_agents::report)]
    {
        let score = mean(10, |seed| play(make, seed, 400, false).2);
        assert!(score > 2.0 * random, "{name}: {score} against {random}");
    }
}

#[test]
fn ours_plays_better_than_the_players_by_hand() {
    let ours = mean(20, |seed| play(built_pacman_agents::ours, seed, 5000, false).2);
    let far_sighted = mean(20, |seed| by_hand(careful, seed, 5000));
    let decide = mean(20, |seed| by_hand(handwritten::decide, seed, 5000));
    assert!(ours > far_sighted && ours > 2.0 * decide, "{ours} against {far_sighted} and {decide}");
}

#[test]
fn metrics_tell_what_happened() {
    let mut world = standard();
    world.reset(1);
    let mut agent = built_pacman_agents::agent(built_pacman_agents::ours(&world).unwrap(), 1);
    while !world.is_over() {
        world.perceive(0, agent.memory_mut()).unwrap();
        let decision = agent.tick(world.time());
        world.act(0, decision).unwrap();
        world.step();
    }
    let metrics = world.metrics();
    let metric = |name: &str| metrics.iter().find(|(known, _)| *known == name).unwrap().1;
    assert_eq!(metric("score"), world.score(0));
    assert_eq!(metric("deaths"), 3.0);
    assert_eq!(metric("lives"), 0.0);
    assert!(metric("dots_eaten") > 150.0 && metric("pills_eaten") >= 4.0 && metric("ghosts_eaten") > 0.0);
    assert_eq!(world.time(), Time::of_tick(metric("ticks") as u64, 100_000));
    world.reset(1);
    assert!(world.metrics().iter().all(|(name, value)| *value == 0.0 || matches!(*name, "level" | "lives")));
}
