//! A type name stands for one thing in its crate, and mostly in the repository.

use crate::source_files::{crates, without_tests};
use std::collections::{BTreeMap, BTreeSet};

/// Names that every module may have, because they say nothing without it.
const GENERIC: [&str; 4] = ["Arguments", "Builder", "Command", "Error"];

/// How many names may be those of types in several crates. Lower it whenever a name becomes unique.
const MOST_SHARED: usize = 26;

/// The types that a file of Rust declares, each with its keyword.
fn declared(source: &str) -> impl Iterator<Item = (&str, &str)> {
    source.lines().filter(|line| is_item(line)).filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| ["struct", "enum", "trait", "union", "type"].contains(word))?;
        // Behind the visibility there is nothing but the keyword.
        let plain = words[..at].iter().all(|word| word.starts_with("pub") || *word == "unsafe");
        let name = words.get(at + 1)?.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (plain && !name.is_empty()).then_some((words[at], name))
    })
}

/// Associated types are indented, as is what stands in a function.
fn is_item(line: &str) -> bool {
    !line.starts_with(char::is_whitespace)
}

#[test]
fn no_type_name_is_there_twice_in_a_crate() {
    let mut twice = Vec::new();
    // In the comparison with other crates each contestant has the same types.
    let is_ours = |folder: &str| {
        let floors = ["game/", "research/", "tools/"];
        floors.iter().any(|floor| folder.starts_with(floor)) && folder != "tools/benches/peers"
    };
    for known in crates().iter().filter(|known| is_ours(&known.folder)) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, name) in known.files.iter().flat_map(|(_, text)| declared(text)) {
            *counts.entry(name).or_default() += 1;
        }
        for (it, count) in counts.into_iter().filter(|(it, count)| *count > 1 && !GENERIC.contains(it)) {
            twice.push(format!("{}: {it} ({count} times)", known.folder));
        }
    }
    assert!(twice.is_empty(), "declared more than once:\n{}", twice.join("\n"));
}

#[test]
fn few_type_names_are_those_of_several_crates() {
    let crates = crates();
    let mut declaring: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for known in &crates {
        for (keyword, name) in known.files.iter().flat_map(|(_, text)| declared(text)) {
            if ["struct", "enum", "trait"].contains(&keyword) && !GENERIC.contains(&name) {
                declaring.entry(name).or_default().insert(&known.folder);
            }
        }
    }
    let mut shared: Vec<_> = declaring.into_iter().filter(|(_, folders)| folders.len() > 1).collect();
    shared.sort_by_key(|(_, folders)| std::cmp::Reverse(folders.len()));
    let row = |(name, folders): &(&str, BTreeSet<&str>)| {
        format!("{name}: {}", folders.iter().copied().collect::<Vec<_>>().join(", "))
    };
    let list: Vec<String> = shared.iter().map(row).collect();
    assert!(
        list.len() <= MOST_SHARED,
        "{} type names, {MOST_SHARED} at most, are declared in several crates:\n{}",
        list.len(),
        list.join("\n")
    );
}

#[test]
fn declarations_are_found() {
    let source = "pub(crate) struct One<T>(T);\n// struct No\nenum Two {\n    type Inner = u8;\n}\nfn f() {\n    struct Local;\n}\n#[cfg(test)]\nmod tests {\nstruct Three;\n}";
    assert_eq!(declared(&without_tests(source)).collect::<Vec<_>>(), [("struct", "One"), ("enum", "Two")]);
}
