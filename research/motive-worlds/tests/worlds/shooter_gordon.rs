//! Gordon's flag bot, goal by goal and rule by rule.

use std::sync::Arc;

use motive::arbiter::{Arbiter, Character};
use motive::kernel::trace::{Event, Recorder};
use motive::kernel::{Agent, Id, Memory, Point, Thing, Value, Vocabulary};
use motive_language::{Files, SourceText, WorldVocabulary, load};
use motive_shooter::body::ids;
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;
use motive_worlds::AnyWorld;
use motive_worlds::shooter::ShooterWorld;

struct Beside;

impl Files for Beside {
    fn read(&self, path: &str, _: &str) -> Result<SourceText, String> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/shooter");
        let text = std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())?;
        Ok(SourceText::new(path, text))
    }
}

/// The bot in the middle of a scene on the map of the thesis. Its enemy stands in a corner of its own start room.
struct Scene {
    world: ShooterWorld,
    agent: Agent<Arbiter>,
    character: Arc<Character>,
    names: Arc<Vocabulary>,
    /// The goals that came up in the last cycle and passed the filter, with their priorities.
    made: Vec<(String, f64)>,
}

/// The middle of a cell.
fn cell(column: usize, row: usize, height: f32) -> Point {
    Point { x: column as f32 * 100.0 + 50.0, y: row as f32 * 100.0 + 50.0, z: height }
}

/// A corner of the large room of red, from where nothing of interest is in sight.
const CORNER: (usize, usize) = (7, 14);
const WEST: i32 = 32_768;

impl Scene {
    fn new(armed: bool) -> Self {
        let map = ArenaMap::shipped("ctf-simple").unwrap();
        let settings = MatchSettings { armed, shows_nodes: false, ..MatchSettings::default() };
        let world = ShooterWorld::new(map.into(), settings).unwrap();
        let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
        let loaded = load(Beside.read("gordon.motive", "").unwrap(), &given, &Beside);
        let model = loaded.model.unwrap();
        let mind = model.mind(None).unwrap();
        let names = model.vocabulary.clone();
        let character = mind.character().clone();
        let agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character.clone()), 1, 0);
        Self { world, agent, character, names, made: Vec::new() }.stands(cell(CORNER.0, CORNER.1, 0.0), WEST)
    }

    fn change(mut self, by: impl FnOnce(&mut Match)) -> Self {
        self.world.change(by);
        self
    }

    fn stands(self, at: Point, yaw: i32) -> Self {
        self.change(|arena| arena.place_player(0, glam_of(at), yaw))
    }

    fn enemy_at(self, at: Point) -> Self {
        self.change(|arena| arena.place_player(1, glam_of(at), 0))
    }

    /// The bot has this much health, lost long ago.
    fn health(self, health: i32) -> Self {
        let mut scene = self.change(|arena| arena.hurt_player(0, 100 - health, None));
        for _ in 0..6 {
            scene.look();
            scene.world.step();
        }
        scene
    }

    /// The bot remembers a thing.
    fn knows(mut self, number: u64, kind: &str, values: &[(&str, Value)]) -> Self {
        self.look();
        let mut thing = Thing::new(Id::new(number)).kind(self.names.find_kind(kind).unwrap());
        for (property, value) in values {
            thing = thing.with(self.names.find_property(property).unwrap(), value.clone());
        }
        self.agent.memory_mut().put(thing).unwrap();
        self
    }

    fn look(&mut self) {
        self.world.perceive(0, self.agent.memory_mut()).unwrap();
    }

    /// One cycle; gives the rules that fired as `Program.rule`, and what was decided.
    fn cycle(&mut self) -> (Vec<String>, Vec<String>) {
        self.look();
        let mut recorder = Recorder::default();
        let decision = self.agent.tick_traced(self.world.time(), &mut recorder).clone();
        self.world.act(0, &decision).unwrap();
        self.world.step();
        self.made.clear();
        let events = recorder.take();
        for event in &events {
            match event {
                Event::GoalMade { goal, priority, .. } => self.made.push((goal.to_string(), *priority)),
                Event::GoalFiltered { goal, .. } => self.made.retain(|(made, _)| *made != **goal),
                _ => {}
            }
        }
        let fired = events.into_iter().filter_map(|event| match event {
            Event::RuleFired { program, rule, .. } => {
                let name = &self.character.describe().programs[&*program][rule].name;
                Some(format!("{program}.{name}"))
            }
            _ => None,
        });
        (fired.collect(), decision.display(&self.names))
    }

    fn priority(&self, goal: &str) -> Option<f64> {
        self.agent.mind().tasks().find(|task| task.goal == goal).map(|task| task.priority)
    }

    /// The priority with which a goal comes up in the first cycle. Its task may be over in the same cycle.
    fn wants(mut self, goal: &str) -> Option<f64> {
        self.cycle();
        self.made.iter().find(|(made, _)| made == goal).map(|(_, priority)| *priority)
    }

    fn count(&self, kind: &str) -> usize {
        let kind = self.names.find_kind(kind).unwrap();
        self.agent.memory().things().filter(|thing| thing.is_a(kind)).count()
    }

    fn note(mut self, kind: &str, values: &[(&str, Value)]) -> Self {
        self.look();
        let note = self.agent.memory_mut().note(self.names.find_kind(kind).unwrap(), None);
        for (property, value) in values {
            let property = self.names.find_property(property).unwrap();
            self.agent.memory_mut().set(note, property, value.clone()).unwrap();
        }
        self
    }
}

fn glam_of(at: Point) -> motive_shooter::geometry::Vec3 {
    motive_shooter::geometry::Vec3::new(at.x, at.y, at.z)
}

const PACK: u64 = 900;

fn pack(scene: Scene) -> Scene {
    scene.knows(PACK, "health_pack", &[("position", cell(16, 14, 0.0).into()), ("visible", false.into())])
}

#[test]
fn health_decides_between_healing_and_running_away() {
    for (health, heals, flees) in
        [(90, 40.0, 50.0), (60, 160.0, 170.0), (50, 200.0, 210.0), (49, 400.0, 410.0)]
    {
        let known = pack(Scene::new(true).health(health)).wants("heal");
        assert_eq!(known, Some(heals), "health {health}, a pack is known");
        let unknown = Scene::new(true).health(health).wants("run_away");
        assert_eq!(unknown, Some(flees), "health {health}, no pack is known");
    }
    assert_eq!(pack(Scene::new(true)).wants("heal"), None, "0 is below the filter");
    assert_eq!(Scene::new(true).wants("run_away"), None, "10 is not above the filter");
}

#[test]
fn being_under_attack_is_a_reason_to_run() {
    let scene = pack(Scene::new(true)).change(|arena| arena.hurt_player(0, 20, None));
    assert_eq!(scene.wants("run_away"), Some(4.0 * (20.0 + 20.0)));
}

#[test]
fn weapons_and_ammunition_are_urgent_for_who_has_none() {
    let weapon = |scene: Scene| {
        let values = [("position", Value::Point(cell(16, 14, 0.0))), ("visible", false.into())];
        let enforcer = scene.names.find_symbol("enforcer").unwrap();
        let scene = scene.knows(901, "weapon", &values);
        scene.knows(901, "weapon", &[("class", enforcer.into())])
    };
    assert_eq!(weapon(Scene::new(false)).wants("get_weapon"), Some(300.0));
    assert_eq!(weapon(Scene::new(false)).wants("get_ammo"), Some(210.0));
    assert_eq!(Scene::new(false).wants("get_weapon"), None);
    let ammunition = |scene: Scene| {
        scene.knows(902, "ammunition", &[("position", cell(16, 14, 0.0).into()), ("visible", false.into())])
    };
    assert_eq!(ammunition(Scene::new(true)).wants("get_ammo"), Some(85.0));
}

#[test]
fn an_attack_matters_the_more_the_nearer() {
    // The lower corridor of the large room is straight enough for 900 units.
    for (columns, priority) in [(3, 200.0), (4, 200.0), (5, 150.0), (9, 110.0)] {
        let scene = Scene::new(true).stands(cell(7, 14, 0.0), 0).enemy_at(cell(7 + columns, 14, 0.0));
        assert_eq!(scene.wants("attack"), Some(priority), "{columns} cells");
    }
    let unarmed = Scene::new(false).stands(cell(7, 14, 0.0), 0).enemy_at(cell(10, 14, 0.0));
    assert_eq!(unarmed.wants("attack"), None);
}

#[test]
fn an_enemy_out_of_sight_is_tracked_less_and_less() {
    let mut scene = Scene::new(true).stands(cell(7, 14, 0.0), 0).enemy_at(cell(12, 14, 0.0));
    scene.cycle();
    scene = scene.enemy_at(cell(44, 3, 200.0));
    let mut priorities = Vec::new();
    for _ in 0..4 {
        scene.cycle();
        priorities.extend(scene.priority("track_enemy"));
    }
    assert_eq!(priorities, [200.0, 190.0, 180.0, 170.0]);
    for _ in 0..20 {
        scene.cycle();
    }
    assert_eq!(scene.priority("track_enemy"), None, "it has dropped out at the filter");
}

#[test]
fn flags_and_the_base_matter_as_the_table_says() {
    let flag = |scene: Scene, team: u8, at: Point, at_base: bool| {
        let values = [
            ("team", Value::Number(f64::from(team))),
            ("position", at.into()),
            ("at_base", at_base.into()),
            ("visible", false.into()),
        ];
        scene.knows(ids::flag(team).number().unwrap(), "flag", &values)
    };
    let far = cell(44, 8, 200.0);
    assert_eq!(Scene::new(true).wants("return_to_base"), Some(50.0));
    assert_eq!(Scene::new(true).wants("get_enemy_flag"), Some(100.0), "its place is not known");
    assert_eq!(
        flag(Scene::new(true), 1, far, true).wants("get_enemy_flag"),
        Some(230.0),
        "nobody is in sight"
    );
    let watched = Scene::new(true).stands(cell(7, 14, 0.0), 0).enemy_at(cell(12, 14, 0.0));
    assert_eq!(flag(watched, 1, far, true).wants("get_enemy_flag"), Some(100.0), "an enemy is in sight");
    let nearby = Scene::new(true).stands(cell(7, 14, 0.0), 0).enemy_at(cell(12, 14, 0.0));
    assert_eq!(flag(nearby, 1, cell(9, 14, 0.0), false).wants("get_enemy_flag"), Some(230.0));
    assert_eq!(flag(Scene::new(true), 0, cell(14, 3, 0.0), false).wants("get_own_flag"), Some(500.0));
    let home = Scene::new(true).stands(cell(3, 8, 200.0), 0);
    assert_eq!(home.wants("patrol"), Some(55.0));
    let carrier = Scene::new(true).change(|arena| {
        let base = arena.flags()[1].base;
        arena.place_player(0, base, 0);
        arena.step();
    });
    assert_eq!(carrier.stands(cell(7, 14, 0.0), WEST).wants("score_point"), Some(220.0));
}

#[test]
fn the_medium_priority_of_the_flag_at_home_is_drawn_one_time_in_twenty() {
    let mut scene = Scene::new(true);
    let mut went = 0;
    for _ in 0..400 {
        scene = scene.stands(cell(3, 8, 200.0), WEST);
        scene.cycle();
        went += usize::from(scene.priority("get_enemy_flag").is_some());
        if scene.priority("get_enemy_flag").is_some() {
            // A new character, so that the goal comes up again.
            let character = scene.character.clone();
            let memory = std::mem::replace(scene.agent.memory_mut(), Memory::new(scene.names.clone()));
            scene.agent = Agent::new(memory, Arbiter::new(character), 1 + went as u64, 0);
        }
    }
    assert!((8..=40).contains(&went), "{went} of 400");
}

fn going() -> Scene {
    let mut scene = Scene::new(true);
    let (fired, done) = scene.cycle();
    assert!(fired.contains(&"GoTo.ask".to_owned()), "{fired:?}");
    assert!(done.iter().any(|done| done.starts_with("get_path")), "{done:?}");
    assert!(scene.count("request") >= 1 && scene.count("current_node") >= 1);
    scene
}

#[test]
fn a_bot_that_left_its_path_asks_again() {
    let mut scene = going();
    scene.cycle();
    let mut scene = scene.stands(cell(26, 2, 0.0), WEST);
    let (fired, _) = scene.cycle();
    assert!(fired.contains(&"GoTo.off_path".to_owned()), "{fired:?}");
    let (fired, _) = scene.cycle();
    assert!(fired.contains(&"GoTo.ask".to_owned()), "{fired:?}");
}

#[test]
fn an_empty_path_is_run_straight() {
    // The top of the ramp can be walked to directly.
    let mut scene = Scene::new(true).stands(cell(7, 8, 0.0), WEST);
    scene.cycle();
    let (fired, done) = scene.cycle();
    assert!(fired.contains(&"GoTo.straight".to_owned()), "{fired:?}");
    assert!(done.iter().any(|done| done.starts_with("run_to")), "{done:?}");
}

#[test]
fn a_partial_path_is_asked_for_again_at_its_end() {
    let number = |n: f64| Value::Number(n);
    let here = cell(16, 14, 0.0);
    let far = cell(44, 8, 200.0);
    let mut scene = Scene::new(true).stands(here, WEST);
    scene = scene.note(
        "request",
        &[
            ("caller", number(7.0)),
            ("query", number(5.0)),
            ("start", cell(7, 14, 0.0).into()),
            ("end", far.into()),
        ],
    );
    let nodes = Value::List([Value::Point(cell(10, 14, 0.0)), Value::Point(here)].into());
    scene = scene.note("path", &[("query", number(5.0)), ("found", true.into()), ("nodes", nodes)]);
    let (fired, _) = scene.cycle();
    assert!(fired.contains(&"GoTo.partial_path".to_owned()), "{fired:?}");
}

#[test]
fn progress_that_another_task_made_is_used() {
    let number = |n: f64| Value::Number(n);
    let far = cell(44, 8, 200.0);
    // Between the second and the third node, though the program last knew of the start.
    let mut scene = Scene::new(true).stands(cell(13, 14, 0.0), 0);
    let point = |column: usize| Value::Point(cell(column, 14, 0.0));
    scene = scene.note(
        "request",
        &[("caller", number(7.0)), ("query", number(5.0)), ("start", point(7)), ("end", far.into())],
    );
    scene = scene.note("current_node", &[("caller", number(7.0)), ("node", point(7))]);
    let nodes = Value::List([point(9), point(11), point(16)].into());
    scene = scene.note("path", &[("query", number(5.0)), ("found", true.into()), ("nodes", nodes)]);
    let (fired, done) = scene.cycle();
    assert!(fired.contains(&"GoTo.further_along".to_owned()), "{fired:?}");
    assert!(done.contains(&"run_to((1650, 1450, 0))".to_owned()), "{done:?}");
}

#[test]
fn death_leaves_no_path_request_or_node() {
    let mut scene = going();
    scene.cycle();
    let mut scene = scene.change(|arena| arena.hurt_player(0, 200, None));
    scene.look();
    assert_eq!((scene.count("path"), scene.count("request"), scene.count("current_node")), (0, 0, 0));
}

#[test]
fn an_attack_turns_fires_and_approaches() {
    let facing = |columns: usize, yaw: i32| {
        let mut scene = Scene::new(true).stands(cell(7, 14, 0.0), yaw).enemy_at(cell(7 + columns, 14, 0.0));
        scene.cycle()
    };
    let (fired, done) = facing(5, 0);
    assert!(fired.contains(&"Attack.fire".to_owned()), "{fired:?}");
    assert!(
        done.iter().any(|done| done.starts_with("shoot"))
            && done.iter().any(|done| done.starts_with("turn_to"))
    );
    let (fired, _) = facing(5, 5_000);
    assert!(fired.contains(&"Attack.turn_and_fire".to_owned()), "{fired:?}");
    let (fired, _) = facing(13, 0);
    assert!(fired.contains(&"Attack.approach".to_owned()), "{fired:?}");
}

#[test]
fn fire_ceases_when_the_target_is_out_of_sight() {
    let mut scene = Scene::new(true).stands(cell(7, 14, 0.0), 0).enemy_at(cell(12, 14, 0.0));
    scene.cycle();
    let mut scene = scene.enemy_at(cell(44, 3, 200.0));
    let (fired, done) = scene.cycle();
    assert!(fired.contains(&"Attack.out_of_sight".to_owned()), "{fired:?}");
    assert!(done.contains(&"stop_shooting()".to_owned()), "{done:?}");
    assert!(fired.contains(&"TrackEnemy.to_last_place".to_owned()), "{fired:?}");
}

/// The rules that fire in some cycles.
fn over(scene: &mut Scene, cycles: usize) -> Vec<String> {
    (0..cycles).flat_map(|_| scene.cycle().0).collect()
}

fn home() -> Point {
    cell(3, 8, 200.0)
}

#[test]
fn a_bot_comes_back_and_turns_to_what_it_watches() {
    let mut scene = Scene::new(true);
    let fired = over(&mut scene, 2);
    assert!(fired.contains(&"ReturnToBase.otherwise".to_owned()), "{fired:?}");
    let mut scene = scene.stands(home(), WEST);
    let fired = over(&mut scene, 3);
    assert!(fired.iter().any(|rule| rule.starts_with("GoTo.there")), "{fired:?}");
    assert!(fired.contains(&"ReturnToBase.turn".to_owned()), "{fired:?}");
    let mut scene = scene.stands(home(), 0);
    let fired = over(&mut scene, 1);
    assert!(fired.contains(&"ReturnToBase.done".to_owned()), "{fired:?}");
}

/// Beyond its home a defender soon goes for the flag, so each situation of its patrol is made by hand.
#[test]
fn a_defender_waits_patrols_and_comes_back() {
    let number = |n: f64| Value::Number(n);
    let timer = |scene: Scene, which: f64, since: f64| {
        scene.note("timer", &[("number", number(which)), ("since", number(since))])
    };
    let spot = || cell(13, 5, 0.0);
    let defends = || {
        let mut scene = Scene::new(true).stands(home(), WEST);
        let fired = over(&mut scene, 1);
        assert!(fired.contains(&"Patrol.set_timer".to_owned()), "{fired:?}");
        scene
    };
    let next = |scene: Scene| {
        let mut scene = scene;
        over(&mut scene, 1)
    };
    assert!(next(defends()).contains(&"Patrol.wait".to_owned()));
    let fresh = || {
        // The timer of the first cycle is not wanted.
        let mut scene = defends();
        let kind = scene.names.find_kind("timer").unwrap();
        let timers = scene.agent.memory().things().filter(|thing| thing.is_a(kind)).map(Thing::id);
        for id in timers.collect::<Vec<Id>>() {
            scene.agent.memory_mut().remove(id);
        }
        scene
    };
    assert!(next(timer(fresh(), 1.0, -20.0)).contains(&"Patrol.choose".to_owned()));
    let out = |scene: Scene| scene.note("patrol_point", &[("at", spot().into())]);
    assert!(next(timer(out(fresh()), 1.0, 0.0)).contains(&"Patrol.go".to_owned()));
    let there = || out(fresh()).stands(spot(), WEST);
    assert!(next(timer(there(), 1.0, 0.0)).contains(&"Patrol.begin_to_wait".to_owned()));
    assert!(next(timer(there(), 2.0, 0.0)).contains(&"Patrol.look_around".to_owned()));
    assert!(next(timer(there(), 2.0, -20.0)).contains(&"Patrol.waited".to_owned()));
    let away = defends().stands(cell(7, 14, 0.0), WEST);
    assert!(next(away).contains(&"Patrol.done".to_owned()));
}

#[test]
fn items_are_gone_to_taken_and_forgotten() {
    let at = |column: usize| cell(column, 14, 0.0);
    let item = |scene: Scene, number: u64, kind: &str, column: usize| {
        let class = scene.names.find_symbol("enforcer").unwrap();
        let values =
            [("position", Value::Point(at(column))), ("visible", false.into()), ("class", class.into())];
        scene.knows(number, kind, &values[..if kind == "health_pack" { 2 } else { 3 }])
    };
    let fires = |scene: Scene, rule: &str| {
        let mut scene = scene;
        let fired = over(&mut scene, 1);
        assert!(fired.contains(&rule.to_owned()), "{rule} of {fired:?}");
        scene
    };
    let hurt = || Scene::new(true).health(30);
    fires(item(hurt(), PACK, "health_pack", 16), "GetHealth.go");
    let taken = fires(item(hurt().stands(at(16), WEST), PACK, "health_pack", 16), "GetHealth.there");
    assert_eq!(taken.count("health_pack"), 0);
    fires(item(Scene::new(true).health(60), PACK, "health_pack", 16), "GetHealth.done");
    fires(item(Scene::new(false), 901, "weapon", 16), "GetWeapon.go");
    fires(item(Scene::new(false).stands(at(16), WEST), 901, "weapon", 16), "GetWeapon.there");
    fires(item(Scene::new(true), 901, "weapon", 16), "GetWeapon.done");
    fires(item(Scene::new(true), 902, "ammunition", 16), "GetAmmo.go");
    fires(item(Scene::new(true).stands(at(16), WEST), 902, "ammunition", 16), "GetAmmo.there");
    // A weapon gives ammunition, too.
    fires(item(item(Scene::new(true), 902, "ammunition", 19), 901, "weapon", 16), "GetAmmo.go");
}

#[test]
fn an_enemy_that_vanished_is_looked_for_where_it_was_and_where_it_may_be() {
    let east = |column: usize| cell(column, 14, 0.0);
    let far = cell(44, 3, 200.0);
    let mut scene = Scene::new(true).stands(east(7), 0).enemy_at(east(12));
    over(&mut scene, 1);
    let mut scene = scene.enemy_at(far);
    assert!(over(&mut scene, 1).contains(&"TrackEnemy.to_last_place".to_owned()));
    let mut scene = scene.stands(east(12), 0);
    assert!(over(&mut scene, 1).contains(&"TrackEnemy.predict".to_owned()));
    // It stood still, so it is predicted where it was.
    let mut scene = scene.stands(east(7), WEST);
    assert!(over(&mut scene, 1).contains(&"TrackEnemy.follow".to_owned()));
    let mut scene = scene.stands(east(12), 0);
    assert!(over(&mut scene, 1).contains(&"TrackEnemy.there".to_owned()));
    let mut seen_again = Scene { made: Vec::new(), ..scene }.enemy_at(east(16));
    assert!(over(&mut seen_again, 1).contains(&"TrackEnemy.found".to_owned()));
    assert!(over(&mut seen_again, 1).contains(&"TrackEnemy.done".to_owned()));
    let mut lost = Scene::new(true).stands(east(7), 0).enemy_at(east(12));
    over(&mut lost, 1);
    let mut lost = lost.enemy_at(far);
    assert!(over(&mut lost, 14).contains(&"TrackEnemy.look_around".to_owned()));
}

#[test]
fn a_killed_target_ends_the_attack() {
    let east = |column: usize| cell(column, 14, 0.0);
    let mut scene = Scene::new(true).stands(east(7), 0).enemy_at(east(12));
    over(&mut scene, 1);
    let mut scene = scene.change(|arena| arena.hurt_player(1, 200, Some(0)));
    let fired = over(&mut scene, 3);
    assert!(fired.contains(&"Attack.out_of_sight".to_owned()), "{fired:?}");
    assert!(fired.contains(&"Attack.done".to_owned()), "{fired:?}");
    assert!(!fired.iter().any(|rule| rule.starts_with("TrackEnemy")), "the dead are not tracked: {fired:?}");
}

#[test]
fn flags_are_taken_carried_home_and_returned() {
    let fires = |scene: Scene, rule: &str| {
        let mut scene = scene;
        let fired = over(&mut scene, 1);
        assert!(fired.contains(&rule.to_owned()), "{rule} of {fired:?}");
        scene
    };
    fires(Scene::new(true), "GetEnemyFlag.go");
    let before_it = || Scene::new(true).stands(cell(42, 8, 200.0), 0);
    fires(before_it(), "GetEnemyFlag.take");
    let mut scene = before_it();
    let fired = over(&mut scene, 6);
    for rule in ["GetEnemyFlag.done", "ScorePoint.go"] {
        assert!(fired.contains(&rule.to_owned()), "{rule} of {fired:?}");
    }
    let mut scene = scene.stands(cell(2, 8, 200.0), WEST);
    let fired = over(&mut scene, 6);
    assert!(
        fired.contains(&"ScorePoint.touch".to_owned()) || fired.contains(&"ScorePoint.done".to_owned()),
        "{fired:?}"
    );
    assert_eq!(scene.world.score(0), 1.0);
    let lost = |at: Point| {
        let values = [
            ("team", Value::Number(0.0)),
            ("position", at.into()),
            ("at_base", false.into()),
            ("visible", false.into()),
        ];
        Scene::new(true).knows(ids::flag(0).number().unwrap(), "flag", &values)
    };
    fires(lost(cell(14, 3, 0.0)), "GetOwnFlag.go");
    let returned = fires(lost(Point { x: 810.0, ..cell(CORNER.0, CORNER.1, 0.0) }), "GetOwnFlag.there");
    fires(returned, "GetOwnFlag.done");
}

#[test]
fn a_bot_without_health_packs_runs_to_the_farther_safe_point() {
    let mut scene = Scene::new(true).health(30).stands(cell(7, 14, 0.0), 0).enemy_at(cell(12, 14, 0.0));
    let (fired, _) = scene.cycle();
    assert!(fired.contains(&"RunAway.flee".to_owned()), "{fired:?}");
    let kind = scene.names.find_kind("request").unwrap();
    let end = scene.names.find_property("end").unwrap();
    let ends: Vec<Option<Value>> = scene
        .agent
        .memory()
        .things()
        .filter(|thing| thing.is_a(kind))
        .map(|thing| thing.get(end).cloned())
        .collect();
    assert!(ends.contains(&Some(Value::Point(cell(35, 8, 0.0)))), "{ends:?}");
}
