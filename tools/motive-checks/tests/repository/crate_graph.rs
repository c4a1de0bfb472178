//! Which crate may depend on which. Dependencies of tests are not restricted.

use crate::root;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

const ENGINES: [&str; 5] =
    ["motive-arbiter", "motive-drives", "motive-machines", "motive-networks", "motive-tasks"];

/// Every crate with the crates of the repository that it may depend on directly. `ENGINES` stands for all of them.
const ALLOWED: &[(&str, &[&str])] = &[
    // What a game links.
    ("motive-util", &[]),
    ("motive-statistics", &[]),
    ("motive-core", &["motive-util"]),
    ("motive-derive", &[]),
    ("motive-arbiter", &["motive-core", "motive-statistics", "motive-util"]),
    ("motive-drives", &["motive-core", "motive-util"]),
    ("motive-machines", &["motive-core", "motive-util"]),
    ("motive-networks", &["motive-core", "motive-util"]),
    ("motive-tasks", &["motive-core", "motive-util"]),
    ("motive-diagnostics", &[]),
    ("motive-syntax", &["motive-diagnostics"]),
    ("motive-language", &["motive-core", "ENGINES", "motive-diagnostics", "motive-syntax", "motive-util"]),
    ("motive-trace", &["motive-core", "ENGINES", "motive-util"]),
    ("motive-studio", &["motive-core", "motive-language", "motive-trace", "motive-util"]),
    (
        "motive",
        &["motive-core", "ENGINES", "motive-derive", "motive-language", "motive-trace", "motive-util"],
    ),
    // Planning problems of their own, without a game.
    ("motive-planner", &["motive-diagnostics", "motive-util"]),
    // Files of old publications.
    (
        "motive-notations",
        &["motive-core", "ENGINES", "motive-diagnostics", "motive-language", "motive-planner"],
    ),
    // What is built with the library.
    ("motive-agents", &[]),
    ("motive-experiments", &[]),
    ("motive-shooter", &["motive-core"]),
    ("motive-worlds", &["motive", "motive-shooter", "motive-util"]),
    (
        "motive-lab",
        &[
            "motive",
            "motive-agents",
            "motive-experiments",
            "motive-language",
            "motive-statistics",
            "motive-util",
            "motive-worlds",
        ],
    ),
    ("motive-gamebots", &["motive-shooter"]),
    ("motive-openarena", &["motive-core", "motive-shooter"]),
    ("motive-lsp", &["motive-core", "motive-language", "motive-util", "motive-worlds"]),
    (
        "motive-cli",
        &[
            "motive",
            "motive-agents",
            "motive-core",
            "ENGINES",
            "motive-diagnostics",
            "motive-gamebots",
            "motive-lab",
            "motive-language",
            "motive-notations",
            "motive-openarena",
            "motive-planner",
            "motive-shooter",
            "motive-studio",
            "motive-trace",
            "motive-util",
            "motive-worlds",
        ],
    ),
    // Tools of developers.
    (
        "motive-bench",
        &[
            "motive",
            "motive-cli",
            "motive-lab",
            "motive-language",
            "motive-lsp",
            "motive-planner",
            "motive-studio",
            "motive-trace",
            "motive-worlds",
        ],
    ),
    ("motive-checks", &[]),
];

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Every crate of the repository with those that it depends on directly, tests aside.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = cargo(&["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let of = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        all.filter(|it| it["kind"] != "dev").map(name).filter(|name| ours.contains(name)).collect()
    };
    packages.iter().map(|package| (name(package), of(package))).collect()
}

#[test]
fn crates_depend_only_on_those_that_they_may_know() {
    let allowed: BTreeMap<&str, BTreeSet<&str>> = ALLOWED
        .iter()
        .map(|(name, may)| {
            let expand = |it: &&'static str| if *it == "ENGINES" { ENGINES.to_vec() } else { vec![*it] };
            (*name, may.iter().flat_map(expand).collect())
        })
        .collect();
    for (name, dependencies) in dependencies() {
        let Some(allowed) = allowed.get(&*name) else { panic!("add {name} to the table of this test") };
        for dependency in dependencies {
            assert!(allowed.contains(&*dependency), "{name} must not depend on {dependency}");
        }
    }
}

/// The folders in which crates lie: those of a floor use only that floor and lower ones. Data stands below all.
const FLOORS: [&[&str]; 5] = [&["agents", "experiments"], &["game"], &["research"], &["tools"], &["hosts"]];

/// Dependencies on a higher floor, and why they are there.
const UPWARDS: &[(&str, &str)] = &[];

/// The floor of a folder in the repository.
fn floor(path: &Path) -> usize {
    let path = path.strip_prefix(root().canonicalize().unwrap()).unwrap();
    let first = path.iter().next().unwrap().to_str().unwrap();
    let found = FLOORS.iter().position(|folders| folders.contains(&first));
    found.unwrap_or_else(|| panic!("{first} is no floor: add it to the table of this test"))
}

#[test]
fn no_crate_depends_on_a_higher_floor() {
    for workspace in
        ["Cargo.toml", "research/motive-net/Cargo.toml", "hosts/bevy/Cargo.toml", "hosts/python/Cargo.toml"]
    {
        let manifest = format!("--manifest-path={workspace}");
        let metadata = cargo(&["metadata", "--format-version", "1", "--no-deps", "--offline", &manifest]);
        let metadata: Value = serde_json::from_str(&metadata).unwrap();
        for package in metadata["packages"].as_array().unwrap() {
            let name = package["name"].as_str().unwrap();
            let own = floor(Path::new(package["manifest_path"].as_str().unwrap()));
            for dependency in
                package["dependencies"].as_array().unwrap().iter().filter(|it| it["kind"] != "dev")
            {
                let Some(path) = dependency["path"].as_str() else { continue };
                let of = dependency["name"].as_str().unwrap();
                let may =
                    floor(&Path::new(path).canonicalize().unwrap()) <= own || UPWARDS.contains(&(name, of));
                assert!(may, "{name} must not depend on {of}, which is on a higher floor");
            }
        }
    }
}

#[test]
fn no_engine_is_in_the_graph_of_another() {
    let dependencies = dependencies();
    let mut closed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for engine in ENGINES.into_iter().chain(["motive-core", "motive-planner"]) {
        let mut open = vec![engine];
        let seen = closed.entry(engine).or_default();
        while let Some(name) = open.pop() {
            if seen.insert(name) {
                open.extend(dependencies[name].iter().map(|name| &**name));
            }
        }
    }
    for (name, graph) in closed {
        let engine = ENGINES.iter().find(|engine| **engine != name && graph.contains(**engine));
        assert_eq!(engine, None, "in the graph of {name}");
    }
}

/// What a game compiles that wants goals and rules, and nothing else.
#[test]
fn the_library_with_one_engine_is_at_most_fourteen_crates() {
    let tree = cargo(&[
        "tree",
        "--package=motive",
        "--no-default-features",
        "--features=arbiter",
        "--edges=normal,build",
        "--prefix=none",
        "--format={p}",
        "--offline",
    ]);
    let crates: BTreeSet<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    assert!(crates.len() <= 14, "{} crates:\n{tree}", crates.len());
}

/// Networks are a fifth of the engines' code and few games use them.
#[test]
fn a_game_that_asks_for_nothing_compiles_no_skill_networks() {
    let tree = cargo(&["tree", "--package=motive", "--edges=normal", "--prefix=none", "--offline"]);
    assert!(tree.contains("motive-language") && tree.contains("motive-tasks"), "{tree}");
    assert!(!tree.contains("motive-networks"), "{tree}");
}

/// The README's first command must not wait for a network stack.
#[test]
fn the_program_is_built_without_a_network_stack() {
    let tree = cargo(&["tree", "--package=motive-cli", "--edges=normal", "--prefix=none", "--offline"]);
    assert!(!tree.contains("zenoh"), "{tree}");
}
