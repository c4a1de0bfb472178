//! Recorded runs.

use crate::game::{agent, names, perceive};
use crate::page::Page;
use motive_core::Time;
use motive_studio::{RunLibrary, export_page};
use motive_trace::{AgentChoice, Reader, Recording, TraceError, TraceFile, explain};
use serde_json::{Value, json};
use std::path::PathBuf;

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.trace", std::process::id()))
}

/// Records two agents. With `late` the ghost is noticed one tick later, once.
fn record(name: &str, ticks: u64, late: bool) -> PathBuf {
    let path = scratch(name);
    let names = names();
    let mut agents = [agent(&names, 0), agent(&names, 1)];
    let mut recording = Recording::create(&path).unwrap();
    recording.introduce(&agents[1], "second", "");
    for tick in 0..ticks {
        for agent in &mut agents {
            perceive(agent, if late && tick == 20 { 19 } else { tick });
            recording.tick(agent, Time::of_tick(tick, 50_000));
        }
    }
    recording.finish().unwrap();
    path
}

#[test]
fn any_tick_of_a_long_run_is_explained_as_from_its_beginning() {
    let path = record("long", 2_000, false);
    let mut file = TraceFile::open(&path).unwrap();
    assert_eq!(file.segment_starts(), [0, 512, 1024, 1536]);
    assert_eq!(
        file.agents().iter().map(|(info, ticks)| (&*info.name, *ticks)).collect::<Vec<_>>(),
        [("agent 0", (0, 1_999)), ("second", (0, 1_999))]
    );
    for tick in [0, 1, 511, 512, 513, 700, 1_023, 1_024, 1_535, 1_536, 1_540, 1_999] {
        for number in [0, 1] {
            let mut trace =
                Reader::new(std::io::BufReader::new(std::fs::File::open(&path).unwrap())).unwrap();
            let expected = explain(&mut trace, tick, &AgentChoice::Number(number)).unwrap();
            let run = file.run().clone();
            let segment = file.segment(number, tick).unwrap().unwrap();
            let moment = segment.explain(&run, tick).unwrap();
            assert_eq!(moment.explanation, expected, "tick {tick}, agent {number}");
        }
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_page_shows_recorded_runs_and_where_they_begin_to_differ() {
    let (one, two) = (record("one", 200, false), record("two", 200, true));
    let library = RunLibrary::open([&one, &two]).unwrap().serve("127.0.0.1:0", &[]).unwrap();
    let mut page = Page::open(library.address());
    assert_eq!(page.ask(json!({ "do": "about" }))["live"], false);
    assert_eq!(page.ask(json!({ "do": "agents" }))[1], json!([1, "second", ""]));
    let mind = page.ask(json!({ "do": "mind", "agent": 1, "tick": 25 }));
    assert!(mind["text"].as_str().unwrap().contains("run_from"), "{mind}");
    let difference = page.ask(json!({ "do": "compare", "with": 1 }));
    assert_eq!((&difference["tick"], &difference["agent"]), (&json!(20), &json!(0)), "{difference}");
    for (text, from, backwards, tick) in [
        ("rule run", 0, false, Some(20)),
        ("goal flee", 21, false, Some(50)),
        ("action run_from", 60, true, Some(50)),
        ("Flee.run", 60, true, Some(50)),
        ("rest", 0, false, Some(0)),
        ("rule fly", 0, false, None),
    ] {
        let found =
            page.ask(json!({ "do": "find", "agent": 0, "text": text, "from": from, "backwards": backwards }));
        assert_eq!(found["tick"].as_u64(), tick, "{text}");
    }
    assert!(page.try_ask(json!({ "do": "pause" })).unwrap_err().contains("recorded"));
    let mut other = Page::open_run(library.address(), 1, None).unwrap();
    assert_eq!(other.ask(json!({ "do": "ticks", "agent": 0 }))["ticks"], json!([0, 199]));
    std::fs::remove_file(one).unwrap();
    std::fs::remove_file(two).unwrap();
}

#[test]
fn scenes_of_a_world_that_the_page_draws_come_with_their_backdrop() {
    let path = scratch("scenes");
    let (names, mut recording) = (names(), Recording::create(&path).unwrap());
    let mut agent = agent(&names, 0);
    let (map, scene) = (json!({ "shooter": { "cell": 100 } }), json!({ "shooter": { "players": [] } }));
    recording.backdrop(map.to_string());
    recording.scene(0, scene.to_string());
    for tick in 0..5 {
        recording.tick(&mut agent, Time::of_tick(tick, 50_000));
    }
    recording.finish().unwrap();
    let library = RunLibrary::open([&path]).unwrap().serve("127.0.0.1:0", &[]).unwrap();
    let mut page = Page::open(library.address());
    assert_eq!(page.ask(json!({ "do": "backdrop" })), map);
    assert_eq!(page.ask(json!({ "do": "picture", "tick": 4 })), scene);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn pictures_that_were_recorded_are_shown_at_every_tick_also_where_a_segment_begins() {
    let path = scratch("pictures");
    let (names, mut recording) = (names(), Recording::create(&path).unwrap());
    let mut agent = agent(&names, 0);
    for tick in 0..1_200 {
        // Nothing is drawn at first, and then every second tick.
        if tick >= 10 && tick % 2 == 0 {
            recording.scene(tick, json!({ "text": format!("the world at {tick}") }).to_string());
        }
        recording.tick(&mut agent, Time::of_tick(tick, 50_000));
    }
    recording.finish().unwrap();
    let library = RunLibrary::open([&path]).unwrap().serve("127.0.0.1:0", &[]).unwrap();
    let mut page = Page::open(library.address());
    for (tick, drawn) in
        [(10, 10), (11, 10), (511, 510), (512, 512), (513, 512), (1_024, 1_024), (1_199, 1_198)]
    {
        let picture = page.ask(json!({ "do": "picture", "tick": tick }));
        assert_eq!(picture, json!(format!("the world at {drawn}")), "tick {tick}");
    }
    assert_eq!(page.ask(json!({ "do": "picture", "tick": 9 })), json!(null));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn turns_that_two_rules_take_are_found_also_where_a_segment_ends() {
    let path = scratch("turns");
    let (names, mut recording) = (names(), Recording::create(&path).unwrap());
    let hunger = names.find_property("hunger").unwrap();
    let mut agent = agent(&names, 0);
    for tick in 0..1_200 {
        let is_hungry = matches!(tick, 506..=508 | 512..=514 | 518..=520);
        agent.memory_mut().set_own(hunger, if is_hungry { 60.0 } else { 10.0 }).unwrap();
        recording.tick(&mut agent, Time::of_tick(tick, 50_000));
    }
    recording.finish().unwrap();
    let library = RunLibrary::open([&path]).unwrap().serve("127.0.0.1:0", &[]).unwrap();
    let mut page = Page::open(library.address());
    let mut find = |text: &str, from: u64, backwards: bool| {
        let asked = json!({ "do": "find", "agent": 0, "text": text, "from": from, "backwards": backwards });
        page.ask(asked)["tick"].as_u64()
    };
    // It nibbles at 506 and rests at 509: with the next turns of both, at 512 and 515, they alternate.
    assert_eq!(find("nibble and rest alternate", 0, false), Some(515));
    assert_eq!(find("when did `rest` and `nibble` alternate?", 1_100, true), Some(515));
    assert_eq!(find("nibble and run alternate", 0, false), None);
    // What goes on over the end of a segment does not begin there.
    assert_eq!(find("action rest", 300, false), Some(509));
    assert_eq!(find("action rest", 522, false), None);
    assert_eq!(find("action rest", 1_100, true), Some(521));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn cut_off_and_foreign_files_are_shown_as_far_as_they_go_or_refused() {
    let path = record("cut", 1_200, false);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() * 2 / 3]).unwrap();
    let mut file = TraceFile::open(&path).unwrap();
    assert!(matches!(file.cut(), Some(TraceError::Cut { .. })));
    let (_, (_, last)) = file.agents()[0].clone();
    assert!((700..1_100).contains(&last), "{last}");
    assert!(file.segment(0, last).unwrap().is_some());
    let library = RunLibrary::open([&path]).unwrap().serve("127.0.0.1:0", &[]).unwrap();
    let mut page = Page::open(library.address());
    assert!(page.ask(json!({ "do": "about" }))["cut"].as_str().unwrap().contains("cut off"));
    // Whatever a byte is changed to, something is answered.
    for at in (0..whole.len()).step_by(whole.len() / 97) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        std::fs::write(&path, &bytes).unwrap();
        if let Ok(mut file) = TraceFile::open(&path) {
            for (info, (first, last)) in file.agents() {
                let run = file.run().clone();
                for tick in [first, last, u64::MAX] {
                    if let Ok(Some(segment)) = file.segment(info.agent, tick) {
                        let _ = segment.explain(&run, tick).map(|moment| moment.explanation.text());
                    }
                }
            }
        }
    }
    for foreign in [&b""[..], b"{}\n", b"\x89PNG\r\n", b"{\"motive_trace\":1}\n", b"{\"motive_trace\":6}\n"] {
        std::fs::write(&path, foreign).unwrap();
        let opened = RunLibrary::open([&path]);
        assert!(opened.is_err() || foreign.ends_with(b"6}\n"), "{foreign:?}");
    }
    std::fs::remove_file(path).unwrap();
}

/// The recording in an exported page.
fn embedded(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"recording\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// A value of the table of an exported page.
fn unfolded(recording: &Value, place: &Value) -> Value {
    let node = &recording["nodes"][place.as_u64().unwrap() as usize];
    let Some(parts) = node.as_array() else { return node.clone() };
    let values = parts[1..].iter().map(|part| unfolded(recording, part));
    match parts[0].as_u64().unwrap() {
        0 => values.collect(),
        shape => {
            let names = recording["answers"]["shapes"][shape as usize - 1].as_array().unwrap();
            names.iter().map(|name| name.as_str().unwrap().to_owned()).zip(values).collect()
        }
    }
}

/// The answer of `motive why`, which is stored by lines.
fn lines(text: &Value) -> String {
    let lines = text.as_array().unwrap().iter();
    lines.map(|line| line.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_exported_page_has_every_answer_that_a_server_gives() {
    let path = record("exported", 1_100, false);
    let library = RunLibrary::open([&path]).unwrap().serve("127.0.0.1:0", &[]).unwrap();
    let mut page = Page::open(library.address());
    let recording = embedded(&export_page(&path).unwrap());
    let answers = &recording["answers"];
    assert_eq!(answers["about"]["title"], "a game: agent 0 and second");
    for what in ["agents", "backdrop"] {
        assert_eq!(answers[what], page.ask(json!({ "do": what })));
    }
    for agent in [0, 1] {
        let known = &answers["minds"][agent.to_string()];
        for what in ["written", "ticks"] {
            assert_eq!(known[what], page.ask(json!({ "do": what, "agent": agent })));
        }
        assert_eq!(known["minds"].as_array().unwrap().len(), 1_100);
        for entry in known["minds"].as_array().unwrap().iter().step_by(97) {
            let mind = page.ask(json!({ "do": "mind", "agent": agent, "tick": entry[0] }));
            let mut embedded = unfolded(&recording, &entry[1]);
            embedded["text"] = lines(&embedded["text"]).into();
            assert_eq!(embedded["text"].as_str().unwrap(), mind["text"].as_str().unwrap().trim_end());
            embedded["text"] = mind["text"].clone();
            assert_eq!(embedded, mind);
        }
        for entry in known["tracks"].as_array().unwrap() {
            let track = page.ask(json!({ "do": "track", "agent": agent, "tick": entry[0] }));
            assert_eq!(unfolded(&recording, &entry[1]), track);
        }
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn no_name_can_end_the_recording_of_an_exported_page() {
    for name in ["</script><script>alert(1)</script>", "<!--<script>", "{{RECORDING}}", "{{RUNS}}", "a&b\"'"]
    {
        let path = scratch("named");
        let (names, mut recording) = (names(), Recording::create(&path).unwrap());
        let mut agent = agent(&names, 0);
        recording.backdrop(json!({ "map": name }).to_string());
        recording.scene(0, json!({ "text": name }).to_string());
        recording.introduce(&agent, name, "");
        recording.tick(&mut agent, Time::of_tick(0, 50_000));
        recording.finish().unwrap();
        let page = export_page(&path).unwrap();
        let recording = embedded(&page);
        assert_eq!(recording["answers"]["agents"], json!([[0, name, ""]]));
        assert_eq!(recording["answers"]["backdrop"]["map"], name);
        assert_eq!(unfolded(&recording, &recording["answers"]["pictures"][0][1]), name);
        assert!(page.contains("content=\"default-src 'none'") && !page.contains("connect-src"));
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn of_a_recording_that_was_cut_off_a_page_has_what_there_is() {
    let path = record("exported-cut", 1_200, false);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() * 2 / 3]).unwrap();
    let recording = embedded(&export_page(&path).unwrap());
    assert!(recording["answers"]["about"]["cut"].as_str().unwrap().contains("cut off"));
    let minds = recording["answers"]["minds"]["0"]["minds"].as_array().unwrap().len();
    assert!((700..1_100).contains(&minds), "{minds}");
    std::fs::write(&path, "hello").unwrap();
    assert!(export_page(&path).is_err());
    std::fs::remove_file(path).unwrap();
}
