//! What the timeline and the curves show: drives, goals that are filtered out, and where the activation of skills comes from.

use crate::game::{agent_of, names};
use crate::page::Page;
use motive_core::Time;
use motive_studio::RunLibrary;
use motive_trace::Recording;
use serde_json::{Value, json};
use std::path::PathBuf;

/// What the page is told of a run of some ticks, in which an agent with this mind gets hungry: 10 more in each tick, up to 90.
fn track(name: &str, text: &str, ticks: u64) -> Value {
    let path =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.trace", std::process::id()));
    let names = names();
    let hunger = names.find_property("hunger").unwrap();
    let mut agent = agent_of(text, &names, 0);
    let mut recording = Recording::create(&path).unwrap();
    for tick in 0..ticks {
        agent.memory_mut().set_own(hunger, (tick * 10).min(90) as f64).unwrap();
        recording.tick(&mut agent, Time::of_tick(tick, 50_000));
    }
    recording.finish().unwrap();
    let library = RunLibrary::open([&path]).unwrap().serve("127.0.0.1:0", &[]).unwrap();
    let track = Page::open(library.address()).ask(json!({ "do": "track", "agent": 0, "tick": 0 }));
    std::fs::remove_file(path).unwrap();
    track
}

/// The steps of a curve: the ticks at which it has another value.
fn curve<'t>(curves: &'t Value, name: &str) -> &'t Vec<Value> {
    let all = curves.as_array().unwrap();
    let found = all.iter().find(|curve| curve[0] == name).unwrap_or_else(|| panic!("no {name} in {curves}"));
    found[1].as_array().unwrap()
}

#[test]
fn drives_are_curves_that_fall_as_the_need_grows() {
    let text = "action nibble() { effect self.hunger = 0 takes 1 s }
        drive food { goal self.hunger toward 0 from 100 }
        mind M = plan for food";
    let track = track("drives", text, 9);
    let food = curve(&track["drives"], "food");
    let values: Vec<f64> = food.iter().filter_map(|step| step[1].as_f64()).collect();
    assert_eq!((values[0], values[values.len() - 1]), (1.0, 0.2), "{track}");
    assert!(values.windows(2).all(|two| two[0] > two[1]), "{track}");
}

#[test]
fn goals_that_the_filter_stops_have_their_priorities_over_time() {
    let text = "goal eat maintains Eat { priority self.hunger updated }
        goal idle maintains Idle { priority 100 }
        program Eat { rule nibble do nibble() }
        program Idle { rule rest do rest() }
        mind M = arbiter { goals eat, idle filter 50 }";
    let track = track("filtered", text, 12);
    let eat = curve(&track["filtered"], "eat");
    assert_eq!(eat[0], json!([0, 0.0]), "{track}");
    // From 60 on it passes.
    assert_eq!(eat.last().unwrap(), &json!([6, null]), "{track}");
    assert_eq!(curve(&track["goals"], "eat")[0], json!([6, 60.0]), "{track}");
}

#[test]
fn the_activation_of_a_skill_is_known_by_source() {
    let text = "network Cook spread 40 {
            want fed
            sense fed when self.hunger < 10
            sense hungry when self.hunger > 50
            skill eat { needs hungry adds fed do nibble() }
        }
        goal live maintains Cook { priority 5 }
        mind M = arbiter { goals live }";
    let track = track("sources", text, 12);
    let level = curve(&track["skills"], "eat");
    assert!(level.iter().any(|step| step[1].as_f64() > Some(0.0)), "{track}");
    let sources = curve(&track["sources"], "eat");
    assert!(sources.len() > 1, "the goal and the situation: {track}");
    for source in sources {
        assert!(source[1].as_array().unwrap().iter().any(|step| step[1].as_f64() > Some(0.0)), "{source}");
    }
}
