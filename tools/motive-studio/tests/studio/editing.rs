//! Files that are edited in the page.

use crate::game::{RunningGame, TEXT, names};
use crate::page::Page;
use motive_core::Catalogue;
use motive_studio::EditableFile;
use serde_json::{Value, json};
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
    let opened = page.ask(json!({ "do": "open", "file": name }));
    assert_eq!(opened["text"], TEXT);
    let version = &opened["version"];
    assert_eq!(page.ask(json!({ "do": "check", "file": name, "text": TEXT })), json!([]));

    let broken = TEXT.replace("self.hunger > 50", "self.hungr > 50");
    let mistakes = page.ask(json!({ "do": "check", "file": name, "text": broken }));
    let at = broken.find("hungr >").unwrap();
    assert_eq!((&mistakes[0]["from"], &mistakes[0]["severity"]), (&json!(at), &json!("error")), "{mistakes}");
    assert!(mistakes[0]["help"].to_string().contains("hunger"), "{mistakes}");
    let saved = page.ask(json!({ "do": "save", "file": name, "text": broken, "version": version }));
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
    let saved = page.ask(json!({ "do": "save", "file": name, "text": other, "version": version }));
    assert_eq!(saved["saved"], true);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
    drop(page);
    drop(game);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_file_that_changed_on_the_disk_is_not_replaced_unseen() {
    let path = file("changed");
    let name = path.display().to_string();
    let added = EditableFile::new(&path, names(), Catalogue::default());
    let game = RunningGame::start_with(1, None, |studio| studio.add_file(added));
    let (mut page, mut other) = (Page::open(&game.address), Page::open(&game.address));
    let open = |page: &mut Page| page.ask(json!({ "do": "open", "file": name }))["version"].take();
    let save = |page: &mut Page, text: &str, version: &Value| {
        page.ask(json!({ "do": "save", "file": name, "text": text, "version": version }))
    };
    let (mine, theirs) = (open(&mut page), open(&mut other));
    let [one, two, three] = ["> 20", "> 30", "> 40"].map(|limit| TEXT.replace("> 50", limit));
    let saved = save(&mut page, &one, &mine);
    assert_eq!(saved["saved"], true);
    let refused = save(&mut other, &two, &theirs);
    assert_eq!((&refused["saved"], &refused["changed"]), (&json!(false), &json!(true)));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), one);
    assert_eq!(save(&mut other, &two, &refused["version"])["saved"], true, "once it has been seen it may be");
    // An editor saves too.
    std::fs::write(&path, &three).unwrap();
    assert_eq!(save(&mut page, &one, &saved["version"])["changed"], true);
    std::fs::remove_file(&path).unwrap();
    let gone = page.try_ask(json!({ "do": "save", "file": name, "text": one, "version": mine }));
    assert!(gone.unwrap_err().contains("cannot be read"));
}

#[test]
#[cfg(unix)]
fn a_save_keeps_the_permissions_and_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let path = file("private");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    let link = path.with_extension("link.motive");
    // It may be left from an earlier run.
    let _ = std::fs::remove_file(&link);
    symlink(&path, &link).unwrap();
    let name = link.display().to_string();
    let added = EditableFile::new(&link, names(), Catalogue::default());
    let game = RunningGame::start_with(1, None, |studio| studio.add_file(added));
    let mut page = Page::open(&game.address);
    let version = page.ask(json!({ "do": "open", "file": name }))["version"].take();
    let text = TEXT.replace("> 50", "> 20");
    let saved = page.ask(json!({ "do": "save", "file": name, "text": text, "version": version }));
    assert_eq!(saved["saved"], true, "{saved}");
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    std::fs::remove_file(link).unwrap();
    std::fs::remove_file(path).unwrap();
}
