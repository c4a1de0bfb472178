//! Searching parameters finds the best values, and resumes after an interruption.

use motive_lab::tune::{SearchSettings, tune};
use motive_lab::{AssetSources, Study};
use std::path::PathBuf;

/// An agent that waits in vain for a score: below 2,000 points it eats, from there on it stands still.
const AGENT: &str = "world pacman\nlet enough = 0\ngoal eat maintains Eat { priority 1 }\nprogram Eat {\n    rule eat\n        when self.score < enough, self.way_to_dot\n        do   move(self.way_to_dot)\n}\nmind Eater = arbiter { goals eat }\n";

const STUDY: &str = r#"
title   = "How much is enough?"
seed    = 1
runs    = 4
steps   = 60
metrics = ["dots_eaten"]
[[part]]
name  = "maze"
world = "pacman"
options = { ghosts = "none" }
[[agent]]
name = "eater"
mind = "eater.motive"
[tune]
agent  = "eater"
metric = "dots_eaten"
[[tune.parameter]]
name  = "enough"
range = [0, 2000]
whole = true
"#;

#[test]
fn the_better_values_are_found_and_an_interrupted_search_goes_on() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tune");
    // It may be left from an earlier run, or not be there.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("eater.motive"), AGENT).unwrap();
    let (study, assets) =
        (Study::parse("t.toml", STUDY).unwrap(), AssetSources::with_folders([folder.clone()]));
    let mut search = SearchSettings::default();
    (search.trials, search.rounds, search.runs) = (9, 2, 2);
    let at = |place: &str, resume| {
        tune(&study, &study.tune[0], &assets, &search, &folder.join(place), resume, &mut ())
    };
    let tuned = at("a", false).unwrap();
    assert_eq!(
        tuned.rounds.iter().map(Vec::len).collect::<Vec<_>>(),
        [10, 4],
        "nine, then three, and the agent as it is"
    );
    assert!(tuned.best.mean > tuned.as_it_is.mean + 10.0, "{tuned:?}");
    assert!(tuned.test.is_some_and(|test| test.p < 0.05), "{tuned:?}");
    at("b", false).unwrap();
    let read = |place: &str| std::fs::read_to_string(folder.join(place).join("tune.csv")).unwrap();
    assert_eq!(read("a"), read("b"));
    // Half of the second round is lost.
    let journal = folder.join("b/round-2/runs.log");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, &text[..text.len() / 2]).unwrap();
    std::fs::remove_dir_all(folder.join("b/fresh")).unwrap();
    assert!(at("b", false).is_err(), "nothing is gone on with unasked");
    at("b", true).unwrap();
    assert_eq!(read("a"), read("b"));
}

/// R-003-083: other energies than the sources' let Maes' robot sand its board and paint itself sooner.
#[test]
fn better_energies_are_found_for_the_robot() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tune_sander");
    // It may be left from an earlier run, or not be there.
    let _ = std::fs::remove_dir_all(&folder);
    let (_, text) = motive_lab::studies().find(|(name, _)| *name == "tune-sander").unwrap();
    let study = Study::parse("experiments/tune-sander.toml", text).unwrap();
    let mut search = SearchSettings::default();
    (search.trials, search.rounds, search.runs) = (40, 1, 1);
    let tuned =
        tune(&study, &study.tune[0], &AssetSources::built_in(), &search, &folder, false, &mut ()).unwrap();
    // Everything was reached, and in fewer ticks.
    assert!(tuned.best.mean > tuned.as_it_is.mean && tuned.best.mean > 900.0, "{tuned:?}");
}
