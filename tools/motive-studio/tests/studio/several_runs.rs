//! A game that plays one run after the other, several at once, and lets nobody change them: as a study does.

use crate::game::{agent, names, perceive};
use crate::page::Page;
use motive_core::trace::Recorder;
use motive_core::{Agent, Mind, Time};
use motive_studio::Studio;
use motive_trace::RunInfo;
use serde_json::json;

/// Plays a run of some ticks.
fn play(studio: &mut Studio, title: &str, ticks: u64) -> Agent<Box<dyn Mind>> {
    studio.begin_run(title, RunInfo { seed: Some(ticks), ..RunInfo::default() });
    let mut agent = agent(&names(), 0);
    studio.introduce(&agent, "eater", "eater.motive");
    for tick in 0..ticks {
        perceive(&mut agent, tick);
        studio.tick(&mut agent, Time::of_tick(tick, 50_000));
    }
    agent
}

#[test]
fn whoever_is_followed_is_followed_in_the_next_run_from_its_first_tick_on() {
    let mut studio = Studio::serve("127.0.0.1:0").unwrap();
    let mut page = Page::open(studio.address());
    play(&mut studio, "first", 1);
    page.follow(0);
    play(&mut studio, "second", 50);
    page.until("the second run", |now| now["run"] == 2);
    assert_eq!(page.ask(json!({ "do": "about" }))["title"], "second");
    page.when(0, 49, |mind| mind["tick"] == 49);
    play(&mut studio, "third", 30);
    page.until("the third run", |now| now["run"] == 3 && now["tick"] == 29);
    page.when(0, 29, |mind| mind["tick"] == 29);
    // Nothing of the run before is left, and nothing of this one is missing.
    assert_eq!(page.ask(json!({ "do": "ticks", "agent": 0 }))["ticks"], json!([0, 29]));
    assert_eq!(page.ask(json!({ "do": "about" }))["run"]["seed"], 30);
}

#[test]
fn a_run_is_touched_if_somebody_follows_an_agent_and_not_if_somebody_only_waits() {
    let mut plain = agent(&names(), 0);
    for tick in 0..200 {
        perceive(&mut plain, tick);
        plain.tick(Time::of_tick(tick, 50_000));
    }
    let mut studio = Studio::serve("127.0.0.1:0").unwrap();
    let mut page = Page::open(studio.address());
    page.ask(json!({ "do": "pause" }));
    page.ask(json!({ "do": "step", "ticks": 100 }));
    page.ask(json!({ "do": "run" }));
    let looked_at = play(&mut studio, "one", 200);
    assert!(!studio.is_touched());
    assert_eq!(looked_at.work_done(), plain.work_done());
    page.follow(0);
    play(&mut studio, "two", 200);
    assert!(studio.is_touched());
    page.ask(json!({ "do": "unfollow", "agent": 0 }));
    play(&mut studio, "three", 200);
    assert!(!studio.is_touched());
}

#[test]
fn several_runs_are_served_at_one_address_and_paused_each_for_itself() {
    let mut studios = Studio::serve_several("127.0.0.1:0", &["left".into(), "right".into()]).unwrap();
    let address = studios[0].address().to_owned();
    assert_eq!(address, studios[1].address());
    let mut pages = [0, 1].map(|run| Page::open_run(&address, run, None).unwrap());
    pages[1].ask(json!({ "do": "pause" }));
    let mut right = studios.remove(1);
    let thread = std::thread::spawn(move || {
        play(&mut right, "the right one", 10);
        right
    });
    play(&mut studios[0], "the left one", 10);
    pages[0].until("the left run goes on", |now| now["tick"] == 9);
    pages[1].until("the right run stands", |now| now["tick"] == 0 && now["paused"] == true);
    assert_eq!(pages[0].ask(json!({ "do": "about" }))["title"], "the left one");
    assert_eq!(pages[1].ask(json!({ "do": "about" }))["title"], "the right one");
    pages[1].ask(json!({ "do": "run" }));
    pages[1].until("the right run goes on", |now| now["tick"] == 9);
    drop(thread.join().unwrap());
}

#[test]
fn a_tracer_gets_what_an_agent_considers_whether_or_not_somebody_follows_it() {
    let mut studio = Studio::serve("127.0.0.1:0").unwrap();
    let (mut plain, mut one) = (agent(&names(), 0), agent(&names(), 0));
    let mut page = None;
    for tick in 0..100 {
        let now = Time::of_tick(tick, 50_000);
        let (mut expected, mut got) = (Recorder::default(), Recorder::default());
        perceive(&mut plain, tick);
        plain.tick_traced(now, &mut expected);
        perceive(&mut one, tick);
        studio.tick_traced(&mut one, now, &mut got);
        if tick == 51 {
            // Whoever is followed from now on tries every rule once more.
            assert!(got.events().len() >= expected.events().len());
        } else {
            assert_eq!(got, expected, "tick {tick}");
        }
        if tick == 50 {
            let mut opened = Page::open(studio.address());
            opened.follow(0);
            page = Some(opened);
        }
    }
    page.unwrap().when(0, 99, |mind| mind["tick"] == 99);
}
