//! Planners over symbols, state machines, ambiances, tags and manners, from text.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{load_in, reports_in};
use motive_arbiter::Arbiter;
use motive_core::{Agent, Memory, Point, Thing, Time, Type, Vocabulary};
use motive_language::Loaded;

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.kind("enemy");
    names.kind("camera");
    names.own("at", Type::Point);
    names.own("armed", Type::Bool);
    names.own("loaded", Type::Bool);
    names.own("dead", Type::Bool);
    names.own("tired", Type::Bool);
    let area = names.one_of(["hall", "library"]);
    names.own("area", area);
    names.own("run_seen", Type::Number);
    names
}

fn load_text(text: &str) -> Loaded {
    load_in(&names(), text)
}

fn reports(text: &str) -> String {
    reports_in(&names(), text)
}

/// An agent with the last mind of a text, and its memory set up.
fn agent(
    text: &str,
    set_up: impl FnOnce(&mut Memory, &Vocabulary),
) -> (Agent<Arbiter>, std::sync::Arc<Vocabulary>) {
    let loaded = load_text(text);
    assert!(loaded.problems.is_empty(), "{}", reports(text));
    let model = loaded.model.unwrap();
    let names = model.vocabulary.clone();
    let mut memory = Memory::new(names.clone());
    for truth in ["armed", "loaded", "dead", "tired"] {
        memory.set_own(names.find_property(truth).unwrap(), false).unwrap();
    }
    memory.set_own(names.find_property("run_seen").unwrap(), 0).unwrap();
    memory.set_own(names.find_property("at").unwrap(), Point::flat(0.0, 0.0)).unwrap();
    set_up(&mut memory, &names);
    let character = model.mind(None).map(|mind| mind.character()).unwrap().clone();
    (Agent::new(memory, Arbiter::new(character), 1, 0), names)
}

fn first(text: &str, set_up: impl FnOnce(&mut Memory, &Vocabulary)) -> Vec<String> {
    let (mut agent, names) = agent(text, set_up);
    agent.tick(Time::default()).display(&names)
}

/// Fixture F-8 of the specification: draw, load, shoot.
const SOLDIER: &str = "
    action draw() latched {}
    action load_weapon() latched {}
    action shoot() latched {}
    goap Soldier {
        sense armed when self.armed == true
        sense loaded when self.loaded == true
        sense dead when self.dead == true
        want dead priority 1
        skill shoot { needs loaded adds dead cost 1 do shoot() }
        skill load_weapon { needs armed adds loaded cost 1 do load_weapon() }
        skill draw { adds armed cost 1 do draw() }
    }
    mind Soldier = goap Soldier
    ";

/// R-001-057: a planner over symbols from a file.
#[test]
fn the_weapon_is_drawn_from_a_file() {
    let set = |names: &Vocabulary, memory: &mut Memory, what: &str| {
        memory.set_own(names.find_property(what).unwrap(), true).unwrap();
    };
    assert_eq!(first(SOLDIER, |_, _| ()), ["draw()"]);
    assert_eq!(first(SOLDIER, |memory, names| set(names, memory, "armed")), ["load_weapon()"]);
    assert_eq!(first(SOLDIER, |memory, names| set(names, memory, "loaded")), ["shoot()"]);
    assert_eq!(first(SOLDIER, |memory, names| set(names, memory, "dead")), [""; 0]);
}

/// A goal of the arbiter may be pursued by a planner over symbols, beside others.
#[test]
fn a_planner_pursues_a_goal_under_the_arbiter() {
    let text = SOLDIER.replace(
        "mind Soldier = goap Soldier",
        "goal win achieves goap Soldier { priority 5 } mind Soldier = arbiter { goals win }",
    );
    assert_eq!(first(&text, |_, _| ()), ["draw()"]);
}

/// Errors in a planner point at their place.
#[test]
fn mistakes_in_a_planner_are_shown() {
    let wrong = |what: &str, with: &str| {
        let text = SOLDIER.replacen(what, with, 1);
        assert_ne!(text, SOLDIER, "{what} is not in the text");
        reports(&text)
    };
    assert!(wrong("needs loaded", "needs loadd").contains("there is no symbol called `loadd`"));
    assert!(wrong("priority 1", "").contains("expected either `priority 3` or"));
    assert!(wrong("do draw()", "do drow()").contains("drow"));
    assert!(wrong("do draw()", "do draw() with shoot()").contains("one action"));
    assert!(wrong("goap Soldier {", "goap Soldier { hurry on").contains("setting of a planner"));
    assert!(wrong("needs loaded", "needs self.loaded == true").contains("expected a symbol"));
    assert!(
        wrong("cost 1 do shoot", "effect self.dead = true do shoot")
            .contains("does not belong in a skill of a planner")
    );
    assert!(wrong("mind Soldier = goap Soldier", "mind Soldier = goap Soldir").contains("Soldir"));
}

/// A state machine: one state at a time, each with what it does.
#[test]
fn a_machine_changes_its_state() {
    let text = "
        action patrol() {}
        action attack() {}
        machine Guard starts patrol {
            state attack { do attack()  to patrol when no enemy }
            state patrol { do patrol()  to attack when some enemy }
        }
        mind Guard = machine Guard";
    let (mut agent, names) = agent(text, |_, _| ());
    assert_eq!(agent.tick(Time::of_tick(0, 100_000)).display(&names), ["patrol()"]);
    let enemy = Thing::new(motive_core::Id::new(1)).kind(names.find_kind("enemy").unwrap());
    agent.memory_mut().put(enemy).unwrap();
    assert_eq!(agent.tick(Time::of_tick(1, 100_000)).display(&names), ["attack()"]);
    agent.memory_mut().remove(motive_core::Id::new(1));
    assert_eq!(agent.tick(Time::of_tick(2, 100_000)).display(&names), ["patrol()"]);

    assert!(
        reports(&text.replace("starts patrol", "starts patrl")).contains("there is no state called `patrl`")
    );
    assert!(
        reports(&text.replace("to patrol when", "to sleep when"))
            .contains("there is no state called `sleep`")
    );
    assert!(reports(&text.replace("do attack()", "do attck()")).contains("attck"));
    assert!(
        reports(&text.replace("state attack { do", "state attack { enter attack() do"))
            .contains("are not supported")
    );
}

/// Two ways to be somewhere: at a run, which is loud and nervous, or at a walk.
const RUNNER: &str = "
    action run() { tags loud, nervous }
    action walk() { tags calm }
    ambiance quiet in area library { booster loud +5 at once }
    ambiance panic on run { booster calm +1 at once }
    ambiance watched around camera within 300 { booster nervous +3 at once }
    goap Runner {
        minds loud, nervous, calm
        sense there when self.dead == true
        want there priority 1
        skill run { adds there cost 2 do run() }
        skill walk { adds there cost 4 do walk() }
    }
    mind Runner = Runner";

/// R-001-072, R-001-073, R-001-074: a place, an event and a thing change what actions with a tag cost.
#[test]
fn the_surroundings_change_what_is_done() {
    let property = |names: &Vocabulary, name: &str| names.find_property(name).unwrap();
    let in_library = |memory: &mut Memory, names: &Vocabulary| {
        memory.set_own(property(names, "area"), names.find_symbol("library").unwrap()).unwrap();
    };
    let camera_at = |x: f32| {
        move |memory: &mut Memory, names: &Vocabulary| {
            let camera = Thing::new(motive_core::Id::new(1)).kind(names.find_kind("camera").unwrap());
            memory.put(camera.with(property(names, "at"), Point::flat(x, 0.0))).unwrap();
        }
    };
    assert_eq!(first(RUNNER, |_, _| ()), ["run()"]);
    assert_eq!(first(RUNNER, in_library), ["walk()"]);
    assert_eq!(first(RUNNER, camera_at(299.0)), ["walk()"]);
    assert_eq!(first(RUNNER, camera_at(301.0)), ["run()"]);
    // What makes walking dearer makes one run in the library too, once enough has been seen: 4 + 4 against 2 + 5.
    let seen = |runs: i32| {
        move |memory: &mut Memory, names: &Vocabulary| {
            in_library(memory, names);
            memory.set_own(property(names, "run_seen"), runs).unwrap();
        }
    };
    assert_eq!(first(RUNNER, seen(2)), ["walk()"]);
    assert_eq!(first(RUNNER, seen(4)), ["run()"]);
    // An agent that does not mind the tag is not affected.
    assert_eq!(
        first(&RUNNER.replace("minds loud, nervous, calm", "minds nervous, calm"), in_library),
        ["run()"]
    );
}

/// R-001-078: ambiances change plans for drives too.
#[test]
fn plans_for_drives_mind_the_surroundings() {
    let text = "
        kind seat { pleasant: number }
        action run() { effect self.run_seen += 50  tags loud }
        action walk() { effect self.run_seen += 40 }
        ambiance quiet in area library { booster loud +5 at once }
        drive moved { goal self.run_seen toward 100 }
        mind All = plan for moved
        mind Mover = All but { minds loud mood 0.1 }";
    let in_library = |memory: &mut Memory, names: &Vocabulary| {
        let area = names.find_property("area").unwrap();
        memory.set_own(area, names.find_symbol("library").unwrap()).unwrap();
    };
    assert_eq!(first(text, |_, _| ()), ["run()"]);
    assert_eq!(first(text, in_library), ["walk()"]);
    assert_eq!(first(&text.replace("mood 0.1", "mood 0"), in_library), ["run()"]);
}

/// Errors in an ambiance point at their place.
#[test]
fn mistakes_in_an_ambiance_are_shown() {
    let wrong = |what: &str, with: &str| {
        let text = RUNNER.replacen(what, with, 1);
        assert_ne!(text, RUNNER, "{what} is not in the text");
        reports(&text)
    };
    assert!(wrong("in area library", "in area cellar").contains("there is no area called `cellar`"));
    assert!(wrong("booster loud", "booster lod").contains("there is no tag of an action called `lod`"));
    assert!(wrong("on run {", "on walk {").contains("does not count how often `walk` is seen"));
    assert!(wrong("around camera", "around kamera").contains("there is no kind called `kamera`"));
    assert!(wrong("minds loud,", "minds lod,").contains("there is no tag of an action called `lod`"));
}

/// How a thing is used may depend on circumstances: of the manners that hold the last counts.
#[test]
fn a_manner_may_depend_on_circumstances() {
    let text = "
        kind door { locked: truth }
        action open(it: door) latched { effect it.locked = false }
        object door supplies open {
            manner stand_off 1
            manner stand_off 2 for open when self.tired == true
            manner stand_off 3 for open when it.locked == true
        }
        drive through { for d: door goal d.locked == false }
        mind Opener = plan for through";
    let loaded = load_text(text);
    assert!(loaded.problems.is_empty(), "{}", reports(text));
    let model = loaded.model.unwrap();
    let names = model.vocabulary.clone();
    let domain = model.mind(None).unwrap().plan.clone().unwrap().domain().clone();
    let (open, locked) = (names.find_action("open").unwrap(), names.find_property("locked").unwrap());
    let door = motive_core::Id::new(1);
    let mut memory = Memory::new(names.clone());
    memory.put(Thing::new(door).kind(names.find_kind("door").unwrap()).with(locked, false)).unwrap();
    let tired = names.find_property("tired").unwrap();
    memory.set_own(tired, false).unwrap();
    let distance = |memory: &Memory| domain.interaction(open, door, memory).unwrap().stand_off;
    assert_eq!(distance(&memory), 1.0);
    memory.set_own(tired, true).unwrap();
    assert_eq!(distance(&memory), 2.0);
    memory.set(door, locked, true).unwrap();
    assert_eq!(distance(&memory), 3.0);
    assert!(reports(&text.replace("self.tired == true", "self.tird == true")).contains("tird"));
}

/// The settings of planning belong to the mind, and each is checked.
#[test]
fn settings_of_planning_are_checked() {
    let base = "
        action walk() { effect self.run_seen += 40 }
        drive moved { goal self.run_seen toward 100 }
        mind All = plan for moved
        mind Mover = All but { SETTING }";
    for right in [
        "planning thesis2015",
        "rating per_second",
        "passage off",
        "soft off",
        "interrupts off",
        "chain 3",
        "expansions 10",
        "work_per_tick 100",
        "placement front",
        "reach goal",
        "lethal on",
        "rest off",
        "relevance off",
        "idle_seeds on",
        "hysteresis 0.5",
        "period 100 ms",
        "mood 1",
        "replies off",
        "thoroughness bounded",
        "focus 2",
        "rank 1",
        "risk 0.5",
        "pause 2 s",
    ] {
        assert_eq!(reports(&base.replace("SETTING", right)), "", "{right}");
    }
    for (wrong, told) in [
        ("rating per_minute", "per_minute"),
        ("chain 0", "from 1 to 65535"),
        ("chain 2.5", "from 1 to 65535"),
        ("hysteresis -1", "from 0 on"),
        ("period 5", "expected a time"),
        ("sof off", "did you mean"),
    ] {
        let report = reports(&base.replace("SETTING", wrong));
        assert!(report.contains(told), "{wrong}: {report}");
    }
}

/// A schedule does its actions in order when its condition holds, and another schedule runs if it is interrupted.
#[test]
fn a_schedule_is_run_and_broken_off() {
    let text = "
        action duck() {}
        action reload() {}
        action flee() {}
        condition cornered when self.tired == true
        schedule take_cover {
            when      some enemy
            do        duck(); reload()
            until     self.loaded == true
            interrupt cornered
            failure   run_away
        }
        schedule run_away { do flee() }
        mind Careful = schedule take_cover";
    let (mut agent, names) = agent(text, |_, _| ());
    let mut tick = 0;
    let mut now = |agent: &mut Agent<Arbiter>| {
        tick += 1;
        agent.tick(Time::of_tick(tick, 100_000)).display(&names)
    };
    assert_eq!(now(&mut agent), [""; 0], "there is nobody to hide from, and nobody flees unasked");
    let enemy = Thing::new(motive_core::Id::new(1)).kind(names.find_kind("enemy").unwrap());
    agent.memory_mut().put(enemy).unwrap();
    assert_eq!([now(&mut agent), now(&mut agent), now(&mut agent)], [["duck()"], ["reload()"], ["reload()"]]);
    agent.memory_mut().set_own(names.find_property("tired").unwrap(), true).unwrap();
    assert_eq!(now(&mut agent), ["flee()"]);

    assert!(
        reports(&text.replace("failure   run_away", "failure run_awy"))
            .contains("there is no schedule called `run_awy`")
    );
    assert!(reports(&text.replace("interrupt cornered", "interrupt cornerd")).contains("cornerd"));
    assert!(reports(&text.replace("do        duck(); reload()", "")).contains("a schedule needs actions"));
}

/// Declarations that cannot be planned with are reported when the file is loaded.
#[test]
fn what_cannot_be_planned_with_is_said() {
    let base = "
        action walk() { effect self.run_seen += 40 }
        drive moved { goal self.run_seen toward 100 }
        mind Mover = plan for moved";
    assert_eq!(reports(base), "");
    let wrong = |what: &str, with: &str| {
        let text = base.replacen(what, with, 1);
        assert_ne!(text, base, "{what} is not in the text");
        reports(&text)
    };
    assert!(
        wrong("goal self.run_seen", "goal self.run_sen").contains("there is no property called `run_sen`")
    );
    assert!(
        wrong("effect self.run_seen", "effect self.runseen")
            .contains("there is no property called `runseen`")
    );
    assert!(
        wrong("action walk() { effect self.run_seen += 40 }", "").contains("there is no action to plan with")
    );
    assert!(
        wrong("self.run_seen += 40", "self.tired = true")
            .contains("no action helps with `moved` of the drive `moved`")
    );
    assert!(wrong("walk()", "walk(it: enemy)").contains("nothing supplies `walk`"));
}
