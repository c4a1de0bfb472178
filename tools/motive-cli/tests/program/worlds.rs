//! `motive world` and `motive new`: what a world has, and a first character in it.

use crate::common::{Folder, motive};
use std::fs;
use std::path::Path;

fn worlds() -> Vec<&'static str> {
    motive_worlds::Worlds::built_in().list().iter().map(|about| about.name).collect()
}

#[test]
fn the_list_names_every_world() {
    let list = motive(&["world"]).ended(0).out;
    for world in worlds() {
        assert!(list.lines().any(|line| line.starts_with(world)), "{world} is not in\n{list}");
    }
    assert!(motive(&["world", "pacmn"]).ended(2).err.contains("did you mean `pacman`?"));
}

#[test]
fn every_name_of_every_world_is_described() {
    for world in worlds() {
        let guide = motive(&["world", world, "--json"]).ended(0).json();
        for section in guide["sections"].as_array().unwrap() {
            for entry in section["entries"].as_array().unwrap() {
                let description = entry["description"].as_str().unwrap();
                assert!(!description.trim().is_empty() && !description.starts_with(" ("), "{world}: {entry}");
            }
        }
    }
}

#[test]
fn a_world_is_shown_with_its_names() {
    let text = motive(&["world", "pacman"]).ended(0).out;
    for part in
        ["Kinds", "ghost ", "distance: number", "self.health", "move(a)", "direction_to(a)", "lives=3"]
    {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

/// The pages of the book are what the program prints. `MOTIVE_UPDATE_BOOK=1 cargo test -p motive-cli worlds` writes them anew.
#[test]
fn the_pages_of_the_book_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/worlds");
    for world in worlds() {
        let page = motive(&["world", world, "--markdown"]).ended(0).out;
        let path = folder.join(format!("{world}.md"));
        if std::env::var_os("MOTIVE_UPDATE_BOOK").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &page).unwrap();
        }
        let known = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(known, page, "`motive world {world} --markdown` says otherwise than {}", path.display());
    }
}

#[test]
fn every_world_has_a_starter_that_plays() {
    let folder = Folder::new("starters");
    for world in worlds() {
        let home = folder.path(world);
        let said = motive(&["new", &home, "--world", world]).ended(0);
        assert!(said.out.contains(&format!("motive play {world} --mind")), "{}", said.out);
        let agent = format!("{home}/agent.motive");
        assert!(motive(&["check", &agent]).ended(0).out.contains("1 mind ready to play"), "{world}");
        motive(&["fmt", "--check", &agent]).ended(0);
        let played = motive(&["play", world, "--mind", &agent, "--steps", "200", "--json"]).ended(0).json();
        assert_eq!(played["world"], world);
    }
}
