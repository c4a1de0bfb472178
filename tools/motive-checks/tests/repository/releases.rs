//! What the registry and users get: metadata of the published crates, the order in which they go out, the least version of Rust.

use crate::{root, text};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The workspaces whose crates are published.
const PUBLISHED: [&str; 3] = ["Cargo.toml", "research/motive-net/Cargo.toml", "hosts/bevy/Cargo.toml"];

fn packages(manifest: &str) -> Vec<Value> {
    let arguments = ["metadata", "--format-version=1", "--no-deps", "--offline", "--manifest-path", manifest];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Every crate that is published.
fn published() -> BTreeMap<String, Value> {
    let all = PUBLISHED.iter().flat_map(|manifest| packages(manifest));
    let may = |package: &Value| package["publish"].as_array().is_none_or(|registries| !registries.is_empty());
    all.filter(may).map(|package| (package["name"].as_str().unwrap().to_owned(), package)).collect()
}

/// The names of the crates that must be there before one is published. Dependencies of tests are left out of a package if they have no version.
fn needed_first(package: &Value) -> impl Iterator<Item = &str> {
    let all = package["dependencies"].as_array().unwrap().iter();
    all.filter(|it| it["kind"] != "dev" || it["req"] != "*").map(|it| it["name"].as_str().unwrap())
}

#[test]
fn published_crates_say_what_they_are() {
    let version = text("Cargo.toml");
    let version = version.split("\nversion = \"").nth(1).unwrap().split('"').next().unwrap();
    for (name, package) in published() {
        for field in ["description", "license", "readme", "rust_version"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        assert_eq!(package["version"], version, "{name}: crates are released together");
        let docs = &package["metadata"]["docs"]["rs"]["all-features"];
        assert_eq!(*docs, true, "{name}: docs.rs shows only default features");
    }
    assert!(text("CHANGELOG.md").contains(&format!("\n## {version}\n")), "CHANGELOG.md misses {version}");
}

#[test]
fn crates_are_released_after_those_that_they_depend_on() {
    let published = published();
    let page = text("docs/book/src/releases.md");
    let order = page.split("\n## Order\n").nth(1).expect("the page has a section `Order`");
    let lines = order.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let mut released = BTreeSet::new();
    for line in lines {
        let names: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        for name in &names {
            let package = published.get(*name).unwrap_or_else(|| panic!("{name} is not published"));
            for needed in needed_first(package).filter(|needed| published.contains_key(*needed)) {
                assert!(released.contains(needed), "{name} is released before {needed}, which it needs");
            }
        }
        for name in names {
            assert!(released.insert(name.to_owned()), "{name} is released twice");
        }
    }
    let missing: Vec<_> = published.keys().filter(|name| !released.contains(*name)).collect();
    assert!(missing.is_empty(), "the page of releases misses {missing:?}");
}

#[test]
fn all_crates_need_the_same_version_of_rust() {
    let all = PUBLISHED.iter().chain(&["tools/benches/peers/Cargo.toml", "hosts/python/Cargo.toml"]);
    let versions: BTreeSet<String> = all
        .flat_map(|manifest| packages(manifest))
        .map(|package| package["rust_version"].as_str().unwrap_or("none").to_owned())
        .collect();
    assert_eq!(versions.len(), 1, "{versions:?}");
}
