//! A type name stands for one thing in its crate.

use crate::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Names that every module may have, because they say nothing without it.
const GENERIC: [&str; 4] = ["Arguments", "Builder", "Command", "Error"];

/// The types that a file of Rust declares outside of its unit tests.
fn declared(source: &str) -> impl Iterator<Item = &str> {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    source.lines().filter(|line| is_item(line)).filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| ["struct", "enum", "trait", "union", "type"].contains(word))?;
        // Behind the visibility there is nothing but the keyword.
        let plain = words[..at].iter().all(|word| word.starts_with("pub") || *word == "unsafe");
        let name = words.get(at + 1)?.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (plain && !name.is_empty()).then_some(name)
    })
}

/// Associated types are indented, as is what stands in a function.
fn is_item(line: &str) -> bool {
    !line.starts_with(char::is_whitespace) && !line.starts_with("//")
}

fn sources(folder: &Path, found: &mut Vec<String>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn no_type_name_is_there_twice_in_a_crate() {
    let mut crates = Vec::new();
    for floor in ["game", "research", "tools"] {
        crates.extend(fs::read_dir(root().join(floor)).unwrap().map(|it| it.unwrap().path()));
    }
    crates.retain(|folder| folder.join("src").is_dir());
    crates.sort();
    let mut twice = Vec::new();
    for folder in &crates {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let mut texts = Vec::new();
        sources(&folder.join("src"), &mut texts);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for it in texts.iter().flat_map(|text| declared(text)) {
            *counts.entry(it).or_default() += 1;
        }
        for (it, count) in counts.into_iter().filter(|(it, count)| *count > 1 && !GENERIC.contains(it)) {
            twice.push(format!("{name}: {it} ({count} times)"));
        }
    }
    assert!(twice.is_empty(), "declared more than once:\n{}", twice.join("\n"));
}

#[test]
fn declarations_are_found() {
    let source = "pub(crate) struct One<T>(T);\n// struct No\nenum Two {\n    type Inner = u8;\n}\nfn f() {\n    struct Local;\n}\n#[cfg(test)]\nmod tests {\nstruct Three;\n}";
    assert_eq!(declared(source).collect::<Vec<_>>(), ["One", "Two"]);
}
