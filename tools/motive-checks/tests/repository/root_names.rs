//! The front door is small enough to be read at once.

use crate::text;

/// The public names of a block of Rust: of modules, of items, and of what `pub use` brings in.
fn public_names(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find("\npub ") {
        rest = &rest[at + 5..];
        let item = &rest[..rest.find(['\n', ';']).unwrap_or(rest.len())];
        match item.split_whitespace().next() {
            Some("use") => {
                let all = &rest[4..rest.find(';').unwrap_or(rest.len())];
                let list = all.split_once('{').map_or(all, |(_, list)| list.trim_end_matches('}'));
                names.extend(list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(last_name));
            }
            Some("mod" | "struct" | "enum" | "trait" | "fn" | "type" | "const" | "static") => {
                let name = item.split_whitespace().nth(1).unwrap_or_default();
                names.push(name.trim_end_matches('{').to_owned());
            }
            _ => {}
        }
    }
    names
}

/// What a part of a `pub use` is called.
fn last_name(path: &str) -> String {
    let name = path.rsplit_once(" as ").map_or(path, |(_, name)| name);
    name.rsplit("::").next().unwrap_or(name).to_owned()
}

#[test]
fn few_names_stand_at_the_root_of_the_front_door() {
    let source = text("game/motive/src/lib.rs");
    let mut names = public_names(&source);
    // The chapters that run as doc tests are no names of the library.
    names.retain(|name| !["Readme", "YourOwnGame"].contains(&name.as_str()));
    // A derive has the name of its trait.
    names.sort();
    names.dedup();
    assert!(
        names.iter().any(|name| name == "Game") && names.iter().any(|name| name == "kernel"),
        "{names:?}"
    );
    assert!(names.len() <= 30, "{} names: {names:?}", names.len());
}
