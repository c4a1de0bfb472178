//! Recorded games as pages.

use super::common::{Folder, motive};
use serde_json::Value;
use std::path::Path;

fn shooter(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/shooter").join(name).display().to_string()
}

/// The recording in a page.
pub(crate) fn recording(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"recording\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// A value of the table of a page, in which each value is stored once.
pub(crate) fn value(recording: &Value, place: &Value) -> Value {
    let node = &recording["nodes"][place.as_u64().unwrap() as usize];
    let Some(parts) = node.as_array() else { return node.clone() };
    let values = parts[1..].iter().map(|part| value(recording, part));
    match parts[0].as_u64().unwrap() as usize {
        0 => values.collect(),
        shape => {
            let names = recording["answers"]["shapes"][shape - 1].as_array().unwrap();
            names.iter().map(|name| name.as_str().unwrap().to_owned()).zip(values).collect()
        }
    }
}

#[test]
fn a_recorded_game_becomes_a_page_with_everything_in_it() {
    let folder = Folder::new("replay");
    let (trace, page) = (folder.path("game.trace"), folder.path("game.html"));
    let (gordon, hunter) = (shooter("gordon.motive"), shooter("hunter.motive"));
    let play =
        ["play", "shooter", "map=duel", "armed=yes", "game=deathmatch", "--steps", "240", "--seed", "2"];
    motive(&[&play[..], &["--mind", &gordon, "--mind", &hunter, "--record", &trace]].concat()).ended(0);
    let said = motive(&["trace", "page", &trace, "-o", &page]).ended(0);
    assert!(said.out.contains("game.html: ") && said.out.contains(" bytes"), "{}", said.out);

    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.starts_with("<!doctype html>"));
    let recording = recording(&page);
    let answers = &recording["answers"];
    assert_eq!(answers["about"]["title"], "shooter: Gordon and Hunter");
    let agents = answers["agents"].as_array().unwrap();
    assert_eq!(agents.iter().map(|agent| &agent[1]).collect::<Vec<_>>(), ["Gordon", "Hunter"]);

    let map = &answers["backdrop"]["shooter"];
    assert_eq!((map["map"].as_str(), map["doors"].as_array().unwrap().len()), (Some("duel"), 1));
    let pictures = answers["pictures"].as_array().unwrap();
    let scenes: Vec<Value> = pictures.iter().map(|entry| value(&recording, &entry[1])).collect();
    assert_eq!(scenes.len(), 241, "one before each decision, and how it ended");
    let all = |fits: &dyn Fn(&Value) -> bool| scenes.iter().filter(|it| fits(&it["shooter"])).count();
    assert_eq!(all(&|scene| scene["players"].as_array().unwrap().len() == 2), scenes.len());
    assert!(all(&|scene| !scene["shots"].as_array().unwrap().is_empty()) > 0, "shots are seen");
    assert!(all(&|scene| scene["doors"][0] == true) > 0, "the door opens");

    // What a mind wants and does is what `motive why` says.
    let decision = &answers["minds"]["1"]["minds"][40];
    assert_eq!(decision[0], 40);
    let mind = value(&recording, &decision[1]);
    let why = motive(&["why", &trace, "--tick", "40", "--agent", "Hunter"]).ended(0).out;
    let lines = mind["text"].as_array().unwrap().iter().map(|line| line.as_str().unwrap());
    assert_eq!(lines.collect::<Vec<_>>().join("\n"), why.trim_end());
    let why = motive(&["why", &trace, "--tick", "40", "--agent", "Hunter", "--json"]).ended(0).json();
    assert_eq!(mind["explanation"], why);
    assert!(!mind["memory"].as_array().unwrap().is_empty());
}

#[test]
fn a_recording_without_pictures_is_a_page_of_its_minds() {
    let folder = Folder::new("replay-without-pictures");
    let (trace, page) = (folder.path("run.trace"), folder.path("run.html"));
    motive(&["play", "pacman", "--steps", "20", "--record", &trace]).ended(0);
    let recording = recording(&motive(&["trace", "page", &trace, "-o", "-"]).ended(0).out);
    assert_eq!(recording["answers"]["pictures"], Value::Array(Vec::new()));
    assert_eq!(recording["answers"]["minds"]["0"]["minds"].as_array().unwrap().len(), 20);
    let text = folder.file("no.trace", "hello");
    assert!(motive(&["trace", "page", &text, "-o", &page]).ended(2).err.contains("it is not a trace"));
    assert!(!Path::new(&page).exists());
}

#[test]
fn a_game_that_was_cut_off_is_shown_as_far_as_it_goes() {
    let folder = Folder::new("replay-cut");
    let trace = folder.path("game.trace");
    motive(&["play", "shooter", "--steps", "60", "--record", &trace]).ended(0);
    let whole = std::fs::read(&trace).unwrap();
    let cut = folder.file("cut.trace", &whole[..whole.len() * 2 / 3]);
    let recording = recording(&motive(&["trace", "page", &cut, "-o", "-"]).ended(0).out);
    let scenes = recording["answers"]["pictures"].as_array().unwrap().len();
    assert!((5..60).contains(&scenes), "{scenes}");
}
