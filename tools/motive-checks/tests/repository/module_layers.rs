//! The modules of a crate lie in layers: each uses only those above it.

use crate::source_files::{CrateSources, crates};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Crates in which top-level modules may still use each other in a circle. ARCHITECTURE.md gives the reasons.
const MAY_HAVE_CYCLES: [&str; 3] = ["hosts/bevy/bevy_motive", "hosts/python", "research/motive-worlds"];

/// For each top-level module of a crate, those that its code names.
fn uses(sources: &CrateSources) -> BTreeMap<String, BTreeSet<String>> {
    let module_of = |path: &Path| {
        let first = path.iter().next().unwrap().to_str().unwrap();
        first.strip_suffix(".rs").unwrap_or(first).to_owned()
    };
    let is_root = |name: &str| ["lib", "main", "bin"].contains(&name);
    let names: BTreeSet<String> =
        sources.files.iter().map(|(path, _)| module_of(path)).filter(|name| !is_root(name)).collect();
    let mut uses: BTreeMap<String, BTreeSet<String>> =
        names.iter().map(|name| (name.clone(), BTreeSet::new())).collect();
    for (path, text) in &sources.files {
        let Some(used) = uses.get_mut(&module_of(path)) else { continue };
        // `super` is the crate in a top-level module, and for a module inside of it, its parent.
        let is_folder_root = path.file_name().is_some_and(|name| name == "mod.rs");
        let depth = path.components().count() - usize::from(is_folder_root);
        for root in ["crate::".to_owned(), "super::".repeat(depth)] {
            used.extend(
                named_after(text, &root).into_iter().filter(|name| names.contains(*name)).map(str::to_owned),
            );
        }
        used.remove(&module_of(path));
    }
    uses
}

/// The first names of the paths that begin with a prefix, also of those in braces.
fn named_after<'t>(text: &'t str, prefix: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(prefix) {
        let is_name = |sign: char| sign.is_alphanumeric() || sign == '_';
        // `super::super::x` is not `super::x`, and `xcrate::` not `crate::`.
        if text[..at].ends_with(|sign| is_name(sign) || sign == ':') {
            continue;
        }
        let rest = &text[at + prefix.len()..];
        let name = |text: &'t str| &text[..text.find(|sign| !is_name(sign)).unwrap_or(text.len())];
        match rest.strip_prefix('{') {
            None => found.push(name(rest)),
            Some(group) => found.extend(parts(group).into_iter().map(|part| name(part.trim_start()))),
        }
    }
    found
}

/// The parts of a group up to its closing brace, divided by the commas outside of inner braces.
fn parts(group: &str) -> Vec<&str> {
    let (mut found, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (at, sign) in group.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' if depth == 0 => {
                found.push(&group[begin..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&group[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// Every module that a module uses, directly or over others.
fn reached<'u>(uses: &'u BTreeMap<String, BTreeSet<String>>, from: &'u str) -> BTreeSet<&'u str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(name) = open.pop() {
        let next = uses.get(name).into_iter().flatten().map(String::as_str);
        open.extend(next.filter(|next| seen.insert(*next)));
    }
    seen
}

/// Sets of modules of which each uses each, directly or over others.
fn cycles(uses: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<&str>> {
    let mut found = BTreeSet::new();
    for name in uses.keys() {
        let mut circle: Vec<&str> = reached(uses, name).into_iter().collect();
        circle.retain(|other| reached(uses, other).contains(&**name));
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found
}

#[test]
fn modules_use_only_those_above_them() {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for sources in crates() {
        let uses = uses(&sources);
        let circles: Vec<String> = cycles(&uses).into_iter().map(|circle| circle.join(", ")).collect();
        if !circles.is_empty() {
            found.insert(sources.folder, circles.join("; "));
        }
    }
    let may = BTreeSet::from(MAY_HAVE_CYCLES);
    let new: Vec<String> = found
        .iter()
        .filter(|(folder, _)| !may.contains(&***folder))
        .map(|(folder, circles)| format!("{folder}: {circles}"))
        .collect();
    assert!(new.is_empty(), "modules that use each other in a circle:\n{}", new.join("\n"));
    let none: Vec<&str> = may.into_iter().filter(|folder| !found.contains_key(*folder)).collect();
    assert!(
        none.is_empty(),
        "these have no circle any more, so take them from the list: {}",
        none.join(", ")
    );
}

#[test]
fn paths_and_circles_are_found() {
    let text =
        "use crate::{a::X, b::{c, d}, e};\nlet f = crate::g::h();\nxcrate::i; super::super::j; super::k";
    assert_eq!(named_after(text, "crate::"), ["a", "b", "e", "g"]);
    assert_eq!(named_after(text, "super::"), ["super", "k"]);
    assert_eq!(named_after(text, "super::super::"), ["j"]);
    let file = |path: &str, text: &str| (path.into(), text.to_owned());
    let files = vec![
        file("lib.rs", "use crate::a;"),
        file("a.rs", "use super::b::X;"),
        file("b/mod.rs", "use crate::c;"),
        file("b/inner.rs", "use super::c; use super::super::a::Y;"),
        file("c.rs", ""),
    ];
    let uses = uses(&CrateSources { folder: "x".into(), files });
    assert_eq!(uses["b"], BTreeSet::from(["a".to_owned(), "c".to_owned()]));
    assert_eq!(cycles(&uses), BTreeSet::from([vec!["a", "b"]]));
}
