//! Recorded games as pages.

use super::common::{Folder, motive};
use serde_json::Value;
use std::path::Path;

fn shooter(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/shooter").join(name).display().to_string()
}

/// The data in a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
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
    assert!(
        page.starts_with("<!doctype html>") && page.contains("<title>shooter: Gordon and Hunter</title>")
    );
    let data = data(&page);
    let names: Vec<&str> =
        data["agents"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Gordon", "Hunter"]);

    let map = &data["backdrop"]["shooter"];
    assert_eq!((map["map"].as_str(), map["doors"].as_array().unwrap().len()), (Some("duel"), 1));
    let scenes = data["scenes"].as_array().unwrap();
    assert_eq!(scenes.len(), 241, "one before each decision, and how it ended");
    assert_eq!(data["ticks"].as_array().unwrap().len(), scenes.len());
    let all = |fits: &dyn Fn(&Value) -> bool| scenes.iter().filter(|it| fits(&it["shooter"])).count();
    assert_eq!(all(&|scene| scene["players"].as_array().unwrap().len() == 2), scenes.len());
    assert!(all(&|scene| !scene["shots"].as_array().unwrap().is_empty()) > 0, "shots are seen");
    assert!(all(&|scene| scene["doors"][0] == true) > 0, "the door opens");

    // What a mind wants and does is what `motive why` says.
    let decision = &data["agents"][1]["decisions"][40];
    assert_eq!(decision[0], 40);
    let lines: Vec<&str> = decision[2]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| data["lines"][line.as_u64().unwrap() as usize].as_str().unwrap())
        .collect();
    let why = motive(&["why", &trace, "--tick", "40", "--agent", "Hunter"]).ended(0).out;
    assert_eq!(lines.join("\n"), why.trim_end());
    let thought = &data["thoughts"][decision[1].as_u64().unwrap() as usize];
    let why = motive(&["why", &trace, "--tick", "40", "--agent", "Hunter", "--json"]).ended(0).json();
    let goals = |of: &Value| -> Vec<Value> {
        of["tasks"].as_array().unwrap().iter().map(|task| task["goal"].clone()).collect()
    };
    assert!(!goals(thought).is_empty());
    assert_eq!(goals(thought), goals(&why));
    assert_eq!(thought["actions"][0], why["actions"][0]["command"]);
}

#[test]
fn a_recording_without_pictures_is_refused_with_a_reason() {
    let folder = Folder::new("replay-without-pictures");
    let (trace, page) = (folder.path("run.trace"), folder.path("run.html"));
    motive(&["play", "pacman", "--steps", "20", "--record", &trace]).ended(0);
    let said = motive(&["trace", "page", &trace, "-o", &page]).ended(2);
    assert!(said.err.contains("it has no pictures of its world"), "{}", said.err);
    assert!(!Path::new(&page).exists());
    let text = folder.file("no.trace", "hello");
    assert!(motive(&["trace", "page", &text, "-o", &page]).ended(2).err.contains("it is not a trace"));
}

#[test]
fn a_game_that_was_cut_off_is_shown_as_far_as_it_goes() {
    let folder = Folder::new("replay-cut");
    let trace = folder.path("game.trace");
    motive(&["play", "shooter", "--steps", "60", "--record", &trace]).ended(0);
    let whole = std::fs::read(&trace).unwrap();
    let cut = folder.file("cut.trace", &whole[..whole.len() * 2 / 3]);
    let scenes =
        data(&motive(&["trace", "page", &cut, "-o", "-"]).ended(0).out)["scenes"].as_array().unwrap().len();
    assert!((5..60).contains(&scenes), "{scenes}");
}
