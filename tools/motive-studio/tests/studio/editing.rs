//! Files that are edited in the page.

use crate::game::{RunningGame, TEXT, names};
use crate::page::Page;
use motive_core::Catalogue;
use motive_studio::EditableFile;
use serde_json::json;
use std::path::PathBuf;

fn file(name: &str) -> PathBuf {
    let path =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.motive", std::process::id()));
    std::fs::write(&path, TEXT).unwrap();
    path
}

#[test]
fn a_file_is_checked_completed_formatted_and_saved() {
    let path = file("edited");
    let name = path.display().to_string();
    let added = EditableFile::new(&path, names(), Catalogue::default());
    let game = RunningGame::start_with(1, None, |studio| studio.add_file(added));
    let mut page = Page::open(&game.address);
    assert_eq!(page.ask(json!({ "do": "about" }))["files"], true);
    assert_eq!(page.ask(json!({ "do": "files" })), json!([name]));
    assert_eq!(page.ask(json!({ "do": "open", "file": name })), TEXT);
    assert_eq!(page.ask(json!({ "do": "check", "file": name, "text": TEXT })), json!([]));

    let broken = TEXT.replace("self.hunger > 50", "self.hungr > 50");
    let mistakes = page.ask(json!({ "do": "check", "file": name, "text": broken }));
    let at = broken.find("hungr >").unwrap();
    assert_eq!((&mistakes[0]["from"], &mistakes[0]["severity"]), (&json!(at), &json!("error")), "{mistakes}");
    assert!(mistakes[0]["help"].to_string().contains("hunger"), "{mistakes}");
    let saved = page.ask(json!({ "do": "save", "file": name, "text": broken }));
    assert_eq!(saved["saved"], false);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), TEXT, "a broken file changes nothing");

    let colours =
        page.ask(json!({ "do": "highlight", "file": name, "text": "goal eat maintains Eat // soon" }));
    assert_eq!(
        colours,
        json!([[0, 4, "keyword"], [5, 8, "goal"], [9, 18, "keyword"], [23, 30, "comment"]]),
        "what is not known has no colour"
    );

    let offset = TEXT.find("nibble()").unwrap();
    let offered = page.ask(json!({ "do": "complete", "file": name, "text": TEXT, "offset": offset }));
    let labels: Vec<&str> =
        offered.as_array().unwrap().iter().map(|one| one["label"].as_str().unwrap()).collect();
    assert!(labels.contains(&"run_from") && labels.contains(&"rest"), "{labels:?}");
    for offset in [0, TEXT.len(), TEXT.len() + 9, usize::MAX] {
        page.ask(json!({ "do": "complete", "file": name, "text": TEXT, "offset": offset }));
    }

    let messy = TEXT.replace("    rule rest\n", "rule   rest\n");
    assert_eq!(page.ask(json!({ "do": "format", "file": name, "text": messy })), TEXT);
    assert!(
        page.try_ask(json!({ "do": "format", "file": name, "text": "goal {" }))
            .unwrap_err()
            .contains("syntax")
    );
    let other = TEXT.replace("> 50", "> 20").replace("<= 50", "<= 20");
    assert_eq!(page.ask(json!({ "do": "save", "file": name, "text": other }))["saved"], true);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
    drop(page);
    drop(game);
    std::fs::remove_file(path).unwrap();
}
