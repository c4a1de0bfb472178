//! What a page does with a running game.

use crate::game::{RunningGame, agent, agent_of, names, perceive};
use crate::page::Page;
use motive_core::Time;
use motive_studio::Studio;
use motive_trace::{AgentChoice, Reader, Recording, explain};
use serde_json::{Value, json};
use std::path::PathBuf;

fn actions(mind: &Value) -> Vec<&str> {
    let list = mind["explanation"]["actions"].as_array().unwrap();
    list.iter().map(|action| action["command"].as_str().unwrap()).collect()
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(format!("studio-{name}-{}", std::process::id()))
}

#[test]
fn a_page_sees_who_there_is_and_why_one_does_what_it_does() {
    let game = RunningGame::start(3);
    let mut page = Page::open(&game.address);
    page.until("three agents", |now| now["agents"] == 3);
    let agents = page.ask(json!({ "do": "agents" }));
    assert_eq!(agents[1], json!([1, "eater 1", "eater.motive"]));
    page.follow(1);
    let mind = page.newest(1);
    assert!(mind["text"].as_str().unwrap().contains("eater 1"), "{mind}");
    // An agent that is followed in the middle of the game is described whole: the goal that it had, and what it knew.
    let goals: Vec<&Value> =
        mind["explanation"]["tasks"].as_array().unwrap().iter().map(|task| &task["goal"]).collect();
    assert!(goals.contains(&&json!("eat")), "{mind}");
    assert!(mind["memory"][0]["properties"].to_string().contains("hunger"), "{mind}");
    let written = page.ask(json!({ "do": "written", "agent": 1 }));
    assert_eq!(written["goals"][0][0], "flee");
    let calm = page.when(1, 0, |mind| actions(mind) == ["rest()"])["tick"].as_u64().unwrap();
    let fled = page.when(1, calm, |mind| actions(mind).iter().any(|action| action.starts_with("run_from")));
    let tasks = fled["explanation"]["tasks"].as_array().unwrap();
    assert_eq!(tasks[0]["goal"], "flee");
    let track = page.ask(json!({ "do": "track", "agent": 1, "tick": fled["tick"] }));
    assert!(track["actions"].to_string().contains("run_from"), "{track}");
    let found = page.ask(json!({ "do": "find", "agent": 1, "text": "rule run", "from": calm }));
    assert_eq!(found["tick"], fled["tick"]);
}

#[test]
fn a_game_stops_at_breakpoints_steps_and_goes_on() {
    let game = RunningGame::start(2);
    let mut page = Page::open(&game.address);
    page.follow(0);
    page.newest(0);
    let stop = page.ask(json!({ "do": "break", "agent": 0, "at": "rule", "program": "Flee", "rule": 1 }));
    page.until("stopped", |now| now["paused"] == true);
    assert_eq!(page.now["stopped_by"]["what"], "eater 0: rule `run` of Flee runs");
    let at = page.now["stopped_by"]["tick"].as_u64().unwrap();
    assert_eq!(at % 30, 20, "the ghost comes then");
    page.until("it waits at the next tick", |now| now["tick"] == at + 1);
    page.ask(json!({ "do": "step" }));
    page.until("one tick more", |now| now["tick"] == at + 2);
    page.ask(json!({ "do": "step", "ticks": 3 }));
    page.until("three ticks more", |now| now["tick"] == at + 5);
    page.ask(json!({ "do": "unbreak", "breakpoint": stop }));
    let goal = page.ask(json!({ "do": "break", "agent": 0, "at": "goal", "goal": "flee" }));
    page.ask(json!({ "do": "run" }));
    page.until("the next ghost", |now| now["stopped_by"]["what"] == "eater 0: goal `flee` comes up");
    page.ask(json!({ "do": "unbreak", "breakpoint": goal }));
    let hungry =
        page.ask(json!({ "do": "break", "agent": 0, "at": "condition", "text": "self.hunger > 35" }));
    page.ask(json!({ "do": "run" }));
    page.until("hungry", |now| now["stopped_by"]["what"] == "eater 0: `self.hunger > 35` becomes true");
    let mind = page.newest(0);
    assert!(mind["memory"][0].to_string().contains("[\"hunger\",\"36\"]"), "{mind}");
    let at = page.newest_tick();
    page.ask(json!({ "do": "unbreak", "breakpoint": hungry }));
    page.ask(json!({ "do": "run" }));
    page.until("it goes on", |now| now["tick"].as_u64() > Some(at + 5));
}

#[test]
fn a_game_stops_when_an_agent_dithers_and_when_anybody_comes_to_a_rule() {
    // The hunger of one of them goes up and down by itself, so that it nibbles and rests by turns.
    let mut studio = Studio::serve("127.0.0.1:0").unwrap();
    let address = studio.address().to_owned();
    let game = std::thread::spawn(move || {
        let names = names();
        let hunger = names.find_property("hunger").unwrap();
        let mut agents = [agent(&names, 0), agent(&names, 1)];
        studio.wait_for_page(|| false);
        for tick in 0..2_000 {
            for agent in &mut agents {
                let is_hungry = agent.number() == 1 && tick % 6 < 3;
                agent.memory_mut().set_own(hunger, if is_hungry { 52.0 } else { 48.0 }).unwrap();
                studio.tick(agent, Time::of_tick(tick, 50_000));
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    });
    let mut page = Page::open(&address);
    page.until("two agents", |now| now["agents"] == 2);
    page.ask(json!({ "do": "break", "agent": 1, "at": "dithering" }));
    page.until("it stops", |now| now["paused"] == true);
    assert_eq!(page.now["stopped_by"]["what"], "agent 1: it goes to and fro between two things");
    let one = page.now["breakpoints"][0]["id"].clone();
    page.ask(json!({ "do": "unbreak", "breakpoint": one }));
    page.ask(json!({ "do": "break", "agent": null, "at": "rule", "program": "Eat", "rule": 0 }));
    page.ask(json!({ "do": "run" }));
    page.until("it stops again", |now| now["stopped_by"]["what"] == "agent 1: rule `nibble` of Eat runs");
    drop(page);
    game.join().unwrap();
}

#[test]
fn the_end_of_an_action_is_injected_and_what_cannot_end_says_so() {
    let text = "action chew() latched
        task Live { do chew(); rest(); Live }
        goal live maintains Live { priority 5 }
        mind M = arbiter { goals live }";
    let mut studio = Studio::serve("127.0.0.1:0").unwrap();
    let address = studio.address().to_owned();
    let game = std::thread::spawn(move || {
        let mut agent = agent_of(text, &names(), 0);
        studio.wait_for_page(|| false);
        for tick in 0..2_000 {
            studio.tick(&mut agent, Time::of_tick(tick, 50_000));
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    });
    let mut page = Page::open(&address);
    page.follow(0);
    let first = page.newest(0);
    assert_eq!(actions(&first), ["chew()"]);
    page.ask(json!({ "do": "end", "agent": 0, "action": "chew", "succeeded": true }));
    let from = first["tick"].as_u64().unwrap();
    let ended = page.when(0, from, |mind| mind["by_hand"] == json!(["`chew` succeeds"]));
    page.when(0, ended["tick"].as_u64().unwrap(), |mind| actions(mind) == ["rest()"]);
    page.ask(json!({ "do": "end", "agent": 0, "action": "dance", "succeeded": false }));
    page.until("it says so", |now| now["by_hand"].to_string().contains("`dance` is not running"));
    drop(page);
    game.join().unwrap();
}

#[test]
fn a_game_goes_on_when_its_page_closes() {
    let game = RunningGame::start(1);
    let mut page = Page::open(&game.address);
    let at = page.newest_tick();
    page.ask(json!({ "do": "pause" }));
    page.until("paused", |now| now["paused"] == true);
    drop(page);
    let mut page = Page::open(&game.address);
    page.until("a page that comes back finds it paused", |now| now["paused"] == true);
    let at = page.now["tick"].as_u64().unwrap_or(at);
    drop(page);
    game.goes_on_from(at + 2);
}

#[test]
fn what_is_changed_by_hand_changes_the_decision_and_is_shown() {
    let path = scratch("changed.trace");
    let game = RunningGame::start_with(1, Some(&path), |_| {});
    let mut page = Page::open(&game.address);
    page.follow(0);
    page.newest(0);
    page.ask(json!({ "do": "inject", "agent": 0, "text": "self.hunger = 80", "hold": true }));
    let hungry = page.when(0, 0, |mind| actions(mind) == ["nibble()"]);
    let held = page.when(0, 0, |mind| !mind["by_hand"].as_array().unwrap().is_empty());
    assert_eq!(held["by_hand"], json!(["self.hunger = 80 is held from now on"]));
    assert!(held["text"].as_str().unwrap().contains("changed by hand"), "{}", held["text"]);
    page.ask(json!({ "do": "release", "agent": 0, "text": "self.hunger = 80" }));
    let after = hungry["tick"].as_u64().unwrap();
    page.when(0, after, |mind| actions(mind) == ["rest()"]);
    page.ask(json!({ "do": "inject", "agent": 0, "text": "new ghost#9 { distance: 1 }" }));
    let fled = page.when(0, after, |mind| actions(mind).iter().any(|action| action.contains("#9")));
    page.until("both changes are listed", |now| {
        now["by_hand"].as_array().is_some_and(|made| made.len() >= 2)
    });
    drop(page);
    let tick = fled["tick"].as_u64().unwrap();
    game.end();
    let mut trace = Reader::new(std::io::BufReader::new(std::fs::File::open(&path).unwrap())).unwrap();
    let held = held["tick"].as_u64().unwrap();
    assert!(explain(&mut trace, held, &AgentChoice::First).unwrap().text().contains("changed by hand"));
    assert!(tick > held);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn rules_and_goals_can_be_disabled_and_enabled_again() {
    let game = RunningGame::start(1);
    let mut page = Page::open(&game.address);
    page.follow(0);
    page.newest(0);
    page.ask(json!({ "do": "disable", "agent": 0, "part": { "rule": ["Eat", 1] } }));
    let without = page.when(0, 0, |mind| mind["text"].as_str().unwrap().contains("disabled by hand"));
    assert!(without["explanation"].to_string().contains("it is disabled by hand"), "{without}");
    let from = without["tick"].as_u64().unwrap();
    page.ask(json!({ "do": "enable", "agent": 0, "part": { "rule": ["Eat", 1] } }));
    page.when(0, from, |mind| mind["by_hand"].to_string().contains("enabled again"));
    page.ask(json!({ "do": "disable", "agent": 0, "part": { "goal": "flee" } }));
    let told = page.when(0, from, |mind| mind["by_hand"] == json!(["goal `flee` is disabled"]));
    let from = told["tick"].as_u64().unwrap();
    let ghosts = (from / 30 + 1) * 30 + 25;
    page.until("a ghost is there", |now| now["tick"].as_u64() > Some(ghosts));
    let calm = page.ask(json!({ "do": "mind", "agent": 0, "tick": ghosts }));
    assert_eq!(actions(&calm), ["rest()"], "{calm}");
}

#[test]
fn a_run_that_nobody_disturbs_is_recorded_as_without_a_studio() {
    let (with, without) = (scratch("with.trace"), scratch("without.trace"));
    let game = RunningGame::start_with(2, Some(&with), |_| {});
    let mut page = Page::open(&game.address);
    page.follow(1);
    page.newest(1);
    page.ask(json!({ "do": "pause" }));
    page.ask(json!({ "do": "step", "ticks": 5 }));
    page.ask(json!({ "do": "unfollow", "agent": 1 }));
    page.ask(json!({ "do": "run" }));
    page.until("some ticks", |now| now["tick"].as_u64() > Some(100));
    drop(page);
    let ticks = game.end();
    let names = names();
    let mut agents = [agent(&names, 0), agent(&names, 1)];
    let mut recording = Recording::create(&without).unwrap();
    for agent in &agents {
        recording.introduce(agent, &format!("eater {}", agent.number()), "eater.motive");
    }
    for tick in 0..ticks {
        for agent in &mut agents {
            perceive(agent, tick);
            recording.tick(agent, Time::of_tick(tick, 50_000));
        }
    }
    recording.finish().unwrap();
    let open = |path| Reader::new(std::io::BufReader::new(std::fs::File::open(path).unwrap())).unwrap();
    let difference = motive_trace::compare(&mut open(&with), &mut open(&without)).unwrap();
    assert!(difference.same, "{difference:?}");
    let whole = std::fs::read(&with).unwrap();
    assert!(!String::from_utf8_lossy(&whole).contains("by hand"));
    std::fs::remove_file(with).unwrap();
    std::fs::remove_file(without).unwrap();
}
