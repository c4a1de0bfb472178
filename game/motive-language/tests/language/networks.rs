//! Skill networks as text: read, checked, formatted.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_core::{Agent, Catalogue, Expr, Memory, Time, Type, Vocabulary};
use motive_language::format::format;
use motive_language::{Loaded, NoFiles, SourceText, WorldVocabulary, load};
use motive_networks::{Blueprint, Literal, NetworkGoal, SensorValue, Simulation};
use std::path::Path;

fn loaded(text: &str) -> Loaded {
    let (names, catalogue) = (Vocabulary::new(), Catalogue::default());
    load(
        SourceText::new("test.motive", text),
        &WorldVocabulary { vocabulary: &names, catalogue: &catalogue },
        &NoFiles,
    )
}

fn network(text: &str) -> Blueprint {
    let loaded = loaded(text);
    assert!(loaded.model.is_some(), "{:?}", loaded.problems);
    loaded.model.unwrap().networks.remove(0).blueprint
}

/// All errors, with their help.
fn wrong(text: &str) -> String {
    let loaded = loaded(text);
    assert!(loaded.model.is_none(), "it is right");
    let say = |problem: &motive_language::FileProblem| {
        format!("{}; {}", problem.diagnostic.message, problem.diagnostic.help.join("; "))
    };
    loaded.problems.iter().map(say).collect::<Vec<_>>().join("\n")
}

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/networks").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn actions(network: &Blueprint, steps: u64) -> Vec<(u64, String)> {
    let done = Simulation::new(network).unwrap().run(steps).unwrap();
    done.into_iter().map(|(step, name)| (step, name.to_string())).collect()
}

const SANDER: [(u64, &str); 6] = [
    (3, "pick_up_sander"),
    (5, "pick_up_board"),
    (7, "sand_board_in_hand"),
    (18, "place_board_in_vise"),
    (19, "pick_up_sprayer"),
    (20, "spray_paint_self"),
];

/// R-003-061, R-003-084
#[test]
fn the_sander_file_does_what_is_published() {
    let done = actions(&network(&file("sander.motive")), 40);
    assert!(done.iter().map(|(step, name)| (*step, &**name)).eq(SANDER), "{done:?}");
}

#[test]
fn every_network_file_is_in_canonical_layout_and_right() {
    for name in ["sander", "cat", "door_take_1", "door_take_2", "door_take_3"] {
        let text = file(&format!("{name}.motive"));
        assert_eq!(format(&text).unwrap(), text, "{name}");
        let problems = loaded(&text).problems;
        let said: Vec<&str> = problems.iter().map(|problem| &*problem.diagnostic.message).collect();
        // The walk to the door takes the dude past the window; no skill of its own leads there.
        let expected: &[&str] = match name {
            "door_take_2" => &["no chain of skills achieves the goal `window_is_open F`"],
            _ => &[],
        };
        assert_eq!(said, expected, "{name}");
    }
}

#[test]
fn everything_that_can_be_said_is_read() {
    let network = network(
        "network n profile signed goals 50 state 10 protected 40 mean 15 threshold 30 factor 0.8 decay exact {
            want a weight 2, not b
            protect c
            sense c is true
            sense warmth is 20.5
            sense light is red
            sense hands counted 2
            skill x { needs not a, light == red adds a drops c takes 3 ticks patience 5 uses hand, 2 }
            skill go(place) { needs near_place adds at_place }
        }",
    );
    let parameters = network.settings.parameters;
    assert_eq!((parameters.goals, parameters.state, parameters.protection), (50.0, 10.0, 40.0));
    assert_eq!((parameters.mean, parameters.threshold, parameters.factor), (15.0, 30.0, 0.8));
    assert_eq!(network.goals[0], NetworkGoal::new("a").importance(2.0));
    assert_eq!(network.goals[1].literal, Literal::new("b", false));
    assert!(network.goals[2].protected);
    let value = |name: &str| {
        network.sensors.iter().find(|sensor| *sensor.proposition == *name).unwrap().value.clone()
    };
    assert_eq!(value("warmth"), SensorValue::Number(20.5));
    assert_eq!(value("light"), SensorValue::Word("red".into()));
    assert_eq!((value("hands"), network.counted[0].1), (SensorValue::TRUE, 2));
    let x = network.skill("x").unwrap();
    assert_eq!(
        x.preconditions,
        [Literal::new("a", false), Literal::new("light", SensorValue::Word("red".into()))]
    );
    assert_eq!(x.deletes[0].literal, Literal::new("c", false));
    assert_eq!((x.patience, &*x.takes[0].0, x.takes[0].1), (5, "hand", 2.0));
    assert_eq!(&*network.templates[0].name, "go_?place");
    assert_eq!(&*network.templates[0].adds[0].literal.proposition, "at_?place");
}

/// R-003-083: settings may be named values, which a study sets and a search tries.
#[test]
fn settings_may_be_named_values() {
    let text = "let theta = 30
        let same = theta
        network n threshold same goals energy { want a skill s { adds a } }";
    let known = network(&text.replace("energy", "theta"));
    assert_eq!((known.settings.parameters.threshold, known.settings.parameters.goals), (30.0, 30.0));
    assert!(wrong(text).contains("expected a number"));
    assert!(
        wrong("let a = b let b = a network n mean a { want x skill s { adds x } }")
            .contains("expected a number")
    );
}

#[test]
fn mistakes_are_told_with_the_nearest_name() {
    let cases = [
        ("network n { want board_sandd skill s { adds board_sanded } }", "did you mean `board_sanded`?"),
        ("network n profile sined { skill s { adds a } }", "did you mean `signed`?"),
        ("network n thresold 4 { skill s { adds a } }", "did you mean `threshold`?"),
        ("network n mean 0 { skill s { adds a } }", "`mean` must be from 1e-9 to 1e9"),
        ("network n { skill s { needs a, not a adds b } sense a }", "both as T and as F"),
        ("network n { skill s { adds a } skill s { adds b } }", "there is already a skill `s`"),
        ("network n { sense a sense a skill s { adds a } }", "sensed twice"),
        ("network n { skill s { adds a patiense 3 } }", "did you mean `patience`?"),
        (
            "network n profile maes1989 { sense a skill s { needs not a adds b } }",
            "only true propositions can be listed",
        ),
        ("network n { skill s { adds a takes 2 s } }", "a number of ticks"),
        ("network n { skill s { adds a cost 3 } }", "does not belong in a skill"),
        ("network n { skill s { adds a } } mind M = network m", "no network called `m`; known here: n"),
        (
            "network n { skill s { adds a } } goal g achieves network m { priority 1 }",
            "no network called `m`; known here: n",
        ),
    ];
    for (text, expected) in cases {
        let said = wrong(text);
        assert!(said.contains(expected), "{text}\n{said}");
    }
}

#[test]
fn an_unreachable_goal_is_a_warning() {
    let loaded = loaded("network n { sense a want a skill s { adds b } }");
    assert!(loaded.model.is_some());
    assert!(loaded.problems[0].diagnostic.message.contains("no chain of skills achieves the goal `a T`"));
}

/// A world in which somebody is hungry and may eat.
fn kitchen() -> (Vocabulary, Catalogue) {
    let mut names = Vocabulary::new();
    names.own("hungry", Type::Bool);
    names.own("food", Type::Number);
    names.action("eat", 0);
    names.action("cook", 0);
    (names, Catalogue::default())
}

const EATER: &str = "
    action cook { effect self.food += 1 }
    action eat { needs self.food >= 1 effect self.food -= 1; self.hungry = false }
    network Eater threshold 10 {
        sense fed when not self.hungry
        want fed
        skill eat_it { needs self.food >= 1 adds fed do eat }
        skills from actions: cook
    }
    mind Cook = network Eater";

/// A network is a mind: its sensors look at memory and its skills propose actions, some of them derived from declared actions.
#[test]
fn a_network_plays_in_a_world() {
    for text in [
        EATER.to_owned(),
        EATER.replace(
            "mind Cook = network Eater",
            "goal live maintains network Eater { priority 5 } mind Cook = arbiter { goals live }",
        ),
    ] {
        let (names, catalogue) = kitchen();
        let given = WorldVocabulary { vocabulary: &names, catalogue: &catalogue };
        let loaded = load(SourceText::new("eater.motive", &*text), &given, &NoFiles);
        let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.problems));
        let names = model.vocabulary.clone();
        let (hungry, food) = (names.find_property("hungry").unwrap(), names.find_property("food").unwrap());
        let mut agent =
            Agent::new(Memory::new(names.clone()), model.mind(None).unwrap().start().unwrap(), 1, 0);
        agent.memory_mut().set_own(hungry, true).unwrap();
        agent.memory_mut().set_own(food, 0).unwrap();
        let mut done = Vec::new();
        for tick in 0..20 {
            let acts = agent.tick(Time::of_tick(tick, 1)).display(&names);
            for act in &acts {
                match &**act {
                    "cook()" => agent.memory_mut().set_own(food, 1).unwrap(),
                    _ => {
                        agent.memory_mut().set_own(food, 0).unwrap();
                        agent.memory_mut().set_own(hungry, false).unwrap();
                    }
                };
            }
            done.extend(acts);
        }
        done.dedup();
        assert_eq!(done, ["cook()", "eat()"], "{text}");
    }
    let _ = Expr::now();
}
