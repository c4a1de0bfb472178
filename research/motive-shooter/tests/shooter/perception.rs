//! What memory holds of what a bot senses, and what becomes of decisions.

use crate::{ROOM, arena, cell, shipped, steps};
use motive::kernel::{
    ActiveAction, Bindings, Decision, Expr, Facts, Holder, Id, Kind, Memory, Phase, Point, Property, Scope,
    Thing, Time, Value,
};
use motive_shooter::body::{Aim, BodyCommand, PriorKnowledge, ids};
use motive_shooter::bot::{CommandRepeater, ObservationWriter};
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::geometry::FULL_TURN;
use motive_shooter::vocabulary::ShooterNames;

struct Bot {
    names: ShooterNames,
    memory: Memory,
    perception: ObservationWriter,
}

impl Bot {
    fn new(arena: &Match) -> Self {
        let names = ShooterNames::new().unwrap();
        let memory = Memory::new(names.vocabulary.clone());
        Self {
            names,
            memory,
            perception: ObservationWriter::new(PriorKnowledge::of(arena.map(), arena.game(), 0)),
        }
    }

    fn look(&mut self, arena: &mut Match) {
        let seen = arena.observe(0).unwrap();
        let now = Time::of_tick(arena.steps(), 50_000);
        self.perception.tell(&mut self.memory, now, &seen, &self.names);
    }

    fn count(&self, kind: &str) -> usize {
        let kind = self.kind(kind);
        self.memory.things().filter(|thing| thing.is_a(kind)).count()
    }

    fn kind(&self, name: &str) -> Kind {
        self.names.vocabulary.find_kind(name).unwrap()
    }

    fn property(&self, name: &str) -> Property {
        self.names.vocabulary.find_property(name).unwrap()
    }

    fn of(&self, id: Id, name: &str) -> Option<Value> {
        self.memory.get(id, self.property(name))
    }

    fn own(&self, name: &str) -> Option<Value> {
        self.memory.own(self.property(name))
    }

    fn call(&self, function: &str, arguments: &[Value]) -> Option<Value> {
        let function = self.names.vocabulary.find_function(function).unwrap();
        let call = Expr::call_with(function, arguments.iter().cloned().map(Expr::from).collect());
        let compiled = Scope::new(&self.names.vocabulary).expression(&call).unwrap();
        compiled.value(&self.memory, &mut Bindings::new(0))
    }
}

#[test]
fn players_out_of_sight_are_remembered_as_not_visible() {
    let mut arena = arena(ROOM, MatchSettings::default());
    let mut bot = Bot::new(&arena);
    arena.place_player(0, cell(2, 2, 0.0), 0);
    arena.place_player(1, cell(8, 2, 0.0), 0);
    bot.look(&mut arena);
    let enemy = ids::player(1);
    assert_eq!(bot.of(enemy, "visible"), Some(true.into()));
    assert_eq!(bot.of(enemy, "distance"), Some(600.0.into()));
    arena.place_player(0, cell(2, 2, 0.0), FULL_TURN / 2);
    steps(&mut arena, 5);
    bot.look(&mut arena);
    assert_eq!(bot.of(enemy, "visible"), Some(false.into()));
    assert_eq!(bot.of(enemy, "last_seen"), Some(0.0.into()));
    assert_eq!(bot.of(enemy, "position").and_then(|at| at.point()), Some(Point::flat(850.0, 250.0)));
}

#[test]
fn items_are_remembered_until_their_place_is_seen_without_them() {
    let text = "game deathmatch\nlegend\n s start\n h health\nfloor\n#########\n#s....h.#\n#########\n";
    let mut arena = arena(text, MatchSettings { players: 2, ..MatchSettings::default() });
    let mut bot = Bot::new(&arena);
    arena.place_player(0, cell(1, 1, 0.0), 0);
    bot.look(&mut arena);
    assert_eq!(bot.count("health_pack"), 1);
    arena.place_player(0, cell(1, 1, 0.0), FULL_TURN / 2);
    arena.hurt_player(1, 50, None);
    arena.place_player(1, cell(6, 1, 0.0), 0);
    steps(&mut arena, 1);
    bot.look(&mut arena);
    assert_eq!(bot.count("health_pack"), 1, "the bot cannot know that it is gone");
    arena.place_player(1, cell(7, 1, 0.0), 0);
    arena.place_player(0, cell(1, 1, 0.0), 0);
    bot.look(&mut arena);
    assert_eq!(bot.count("health_pack"), 0, "now it sees the bare place");
}

/// A dropped flag that went back to its base by itself: nobody sees it go, but who comes for it notices.
#[test]
fn a_flag_that_is_not_where_it_was_is_forgotten_on_the_spot() {
    let mut arena = shipped("ctf-simple", MatchSettings::default());
    let mut bot = Bot::new(&arena);
    arena.place_player(0, cell(12, 8, 0.0), 0);
    bot.look(&mut arena);
    let flag = Thing::new(ids::flag(1)).kind(bot.kind("flag"));
    let place = Point { x: 1350.0, y: 850.0, z: 0.0 };
    let flag = flag.with(bot.property("position"), place).with(bot.property("visible"), false);
    bot.memory.put(flag).unwrap();
    bot.look(&mut arena);
    assert_eq!(bot.count("flag"), 1, "it may still be there");
    arena.place_player(0, cell(13, 8, 0.0), 0);
    bot.look(&mut arena);
    assert_eq!(bot.count("flag"), 0);
}

#[test]
fn the_own_state_and_the_game_are_known() {
    let mut arena = shipped("ctf-simple", MatchSettings { armed: true, ..MatchSettings::default() });
    let mut bot = Bot::new(&arena);
    bot.look(&mut arena);
    assert_eq!(bot.own("health"), Some(100.0.into()));
    assert_eq!(bot.own("ammo"), Some(20.0.into()));
    assert_eq!(bot.own("has_flag"), Some(false.into()));
    assert!(bot.own("enemy_base").is_some() && bot.own("home").is_some());
    assert_eq!(bot.count("safe_point"), 2);
    assert!(matches!(bot.own("patrol_points"), Some(Value::List(points)) if points.len() == 2));
    let base = arena.flags()[1].base;
    arena.place_player(0, base, 0);
    steps(&mut arena, 1);
    arena.hurt_player(0, 30, Some(1));
    bot.look(&mut arena);
    assert_eq!(bot.own("has_flag"), Some(true.into()));
    assert_eq!(bot.own("enemy_flag_away"), Some(true.into()));
    assert_eq!((bot.own("under_attack"), bot.own("damage")), (Some(true.into()), Some(30.0.into())));
    steps(&mut arena, 25);
    bot.look(&mut arena);
    assert_eq!((bot.own("under_attack"), bot.own("damage")), (Some(false.into()), Some(0.0.into())));
}

#[test]
fn events_are_things_with_an_age_and_are_forgotten() {
    let mut arena = arena(ROOM, MatchSettings::default());
    let mut bot = Bot::new(&arena);
    arena.hurt_player(0, 10, Some(1));
    steps(&mut arena, 1);
    bot.look(&mut arena);
    assert_eq!(bot.count("hurt_event"), 1);
    steps(&mut arena, 40);
    bot.look(&mut arena);
    let event = bot.memory.things().find(|thing| thing.is_a(bot.kind("hurt_event"))).unwrap();
    let age = bot.of(event.id(), "age").and_then(|age| age.number()).unwrap();
    assert!((age - 2.0).abs() < 0.01, "{age}");
    steps(&mut arena, 80);
    bot.look(&mut arena);
    assert_eq!(bot.count("event"), 0);
}

#[test]
fn death_forgets_paths_requests_and_current_nodes() {
    let mut arena = arena(ROOM, MatchSettings::default());
    let mut bot = Bot::new(&arena);
    arena.command(0, BodyCommand::GetPath { to: cell(15, 2, 0.0), query: 9.0 });
    steps(&mut arena, 1);
    bot.look(&mut arena);
    for kind in [bot.kind("request"), bot.kind("current_node")] {
        bot.memory.note(kind, None);
    }
    let kept = bot.memory.note(bot.kind("safe_point"), None);
    assert_eq!((bot.count("path"), bot.count("request"), bot.count("current_node")), (1, 1, 1));
    arena.hurt_player(0, 200, None);
    bot.look(&mut arena);
    assert_eq!((bot.count("path"), bot.count("request"), bot.count("current_node")), (0, 0, 0));
    assert!(bot.memory.exists(kept));
}

#[test]
fn the_functions_have_the_specified_limits() {
    let mut arena = arena(ROOM, MatchSettings::default());
    let mut bot = Bot::new(&arena);
    arena.place_player(0, cell(2, 2, 0.0), 0);
    bot.look(&mut arena);
    let at = |x: f32| Value::Point(Point::flat(250.0 + x, 250.0));
    for (function, limit) in [("near", 80.0), ("near_node", 150.0), ("nearby", 400.0), ("in_range", 1000.0)] {
        assert_eq!(bot.call(function, &[at(limit)]), Some(true.into()), "{function}");
        assert_eq!(bot.call(function, &[at(limit + 0.5)]), Some(false.into()), "{function}");
        assert_eq!(bot.call(function, &[at(5000.0), at(5000.0 + limit)]), Some(true.into()), "{function}");
    }
    assert_eq!(bot.call("facing", &[at(500.0)]), Some(true.into()));
    assert_eq!(bot.call("facing", &[Value::Point(Point::flat(750.0, 310.0))]), Some(false.into()));
    let reached = bot.call("attack_point", &[at(2000.0)]).and_then(|point| point.point()).unwrap();
    assert!((reached.x - 1300.0).abs() < 1.0, "{reached:?}");
    let later = bot.call("predicted", &[at(0.0), Value::Point(Point::flat(100.0, 0.0)), 2.0.into()]);
    assert_eq!(later, Some(at(200.0)));
}

#[test]
fn commands_go_out_at_once_when_new_and_once_a_second_when_they_go_on() {
    let names = ShooterNames::new().unwrap();
    let mut control = CommandRepeater::default();
    let run = |phase: Phase, x: f32| {
        let arguments = [Value::Point(Point::flat(x, 0.0))].into_iter().collect();
        let task = Holder(1);
        let act =
            ActiveAction { run: 1, action: names.commands.run_to, arguments, phase, task, priority: 1.0 };
        Decision { actions: vec![act], stopped: Vec::new() }
    };
    let mut sent = |decision: &Decision, millis: u64| {
        let now = Time { tick: millis / 250, micros: millis * 1000 };
        control.commands(decision, now, &names).count()
    };
    assert_eq!(sent(&run(Phase::Started, 1.0), 0), 1);
    assert_eq!(sent(&run(Phase::Continued, 1.0), 250), 0);
    assert_eq!(sent(&run(Phase::Changed, 2.0), 500), 1);
    assert_eq!(sent(&run(Phase::Continued, 2.0), 750), 0);
    assert_eq!(sent(&run(Phase::Continued, 2.0), 1000), 1);
    assert_eq!(sent(&run(Phase::Started, 1.0), 1000), 1);
}

#[test]
fn a_memory_of_another_game_is_filled_anew() {
    let mut arena = arena(ROOM, MatchSettings::default());
    let mut bot = Bot::new(&arena);
    arena.place_player(0, cell(2, 2, 0.0), 0);
    arena.place_player(1, cell(8, 2, 0.0), 0);
    bot.look(&mut arena);
    let stranger = ids::player(7);
    let mut other = Memory::new(bot.names.vocabulary.clone());
    other.put(Thing::new(stranger).kind(bot.kind("player"))).unwrap();
    other.set_time(Time::of_tick(99, 1));
    bot.memory = other;
    arena.command(0, BodyCommand::TurnTo(Aim::Thing(ids::player(1))));
    steps(&mut arena, 1);
    bot.look(&mut arena);
    assert!(!bot.memory.exists(stranger));
    assert_eq!(bot.count("player"), 1);
}

#[test]
fn answers_that_nobody_uses_are_forgotten() {
    let mut arena = arena(ROOM, MatchSettings::default());
    let mut bot = Bot::new(&arena);
    for query in 0..40 {
        arena.command(0, BodyCommand::GetPath { to: cell(15, 2, 0.0), query: f64::from(query) });
        steps(&mut arena, 1);
        bot.look(&mut arena);
    }
    assert_eq!(bot.count("path"), 16);
}
