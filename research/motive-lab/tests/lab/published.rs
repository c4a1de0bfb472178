//! Published studies in small: what their requirements say can be seen in a few runs, beside the full studies.

use crate::studies::{SMALL, folder, played};
use motive_lab::statistics::mean;
use motive_lab::{
    AssetSources, DesignOptions, Prepared, Results, RunOptions, Study, StudyCell, report, run, studies,
};
use std::collections::BTreeSet;

/// A study that comes along, without its claims, tables and plots, changed and run.
fn in_small(name: &str, runs: usize, changes: &[(&str, &str)]) -> Results {
    let (_, text) = studies().find(|(known, _)| *known == name).unwrap();
    let mut text = text.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{name} has no `{from}`");
        text = text.replace(from, to);
    }
    let cut =
        ["[[claim]]", "[[plot]]", "[[table]]", "[[contest]]"].iter().filter_map(|part| text.find(part)).min();
    text.truncate(cut.unwrap_or(text.len()));
    let study = Study::parse(&format!("{name}.toml"), &text).unwrap();
    let asked = DesignOptions { runs: Some(runs), ..DesignOptions::default() };
    let prepared = Prepared::new(&study, &AssetSources::built_in(), &asked).unwrap();
    run(&prepared, &RunOptions::new(folder(&format!("small-{name}"))), &mut ()).unwrap().results
}

fn mean_of(results: &Results, agent: &str, condition: usize, metric: &str) -> f64 {
    let agent = results.design().agents.iter().position(|known| known.name == agent).unwrap();
    let values = results.values(StudyCell { part: 0, condition, agent }, metric);
    assert!(!values.is_empty(), "{metric}");
    mean(&values)
}

/// R-000-106, 107, 109, 110, 111, 113, 114, 115: at D of 10 and 40 with N = 100, twelve runs each, with generous bounds around what is published.
#[test]
fn gordons_agents_differ_as_published_where_things_are_sparse() {
    let results = in_small(
        "gordon2005-tileworld",
        12,
        &[
            ("values = [10, 40, 70, 100], label = \"density", "values = [10, 40], label = \"density"),
            ("values = [10, 40, 70, 100], label = \"rate", "values = [100], label = \"rate"),
            ("values = [10, 100], label = \"density", "values = [10], label = \"density"),
            ("values = [40, 100], label = \"rate", "values = [100], label = \"rate"),
        ],
    );
    let score = |agent: &str, density: usize| mean_of(&results, agent, density, "score");
    let (sparse, middle) = (score("A0", 0), score("A0", 1));
    assert!(middle >= 2.0 * sparse, "A0 doubles from D = 10 to 40: {sparse} to {middle}");
    for (agent, least, most) in [
        ("A1", 0.3, 0.9),
        ("A4", 0.3, 0.85),
        ("A5", 0.5, 0.95),
        ("A6", 0.1, 0.85),
        ("A7", 0.4, 0.98),
        ("A9", 0.3, 0.98),
        ("A12", 0.8, 1.25),
        ("A13", 0.5, 0.98),
    ] {
        let ratio = score(agent, 1) / middle;
        assert!((least..=most).contains(&ratio), "{agent} has {ratio} of A0 at D = 40");
    }
    let work = |agent: &str| mean_of(&results, agent, 1, "work");
    assert!(work("A11") > work("A0"), "without persistence more is looked at");
}

/// R-000-120: a table that contradicts the published one without an explanation is named, once all runs are complete; with one it is not.
#[test]
fn a_contradiction_needs_an_explanation() {
    let table = |explanation: &str| {
        format!(
            "{}\n[[table]]\ntitle = \"Against\"\nagent = \"ours\"\nagainst = \"classic\"\nmetric = \"score\"\nstatistic = \"welch_t\"\nrows = \"lives\"\ncolumns = \"lives\"\ncritical = 0.0001\npublished = [[-9, -9], [-9, -9]]\n{explanation}",
            SMALL.replace("steps   = 120", "steps   = 900")
        )
    };
    let report = |name: &str, text: &str| {
        let study = Study::parse("small.toml", text).unwrap();
        let (out, _) = played(name, &study, |_| {});
        report::write(&out).unwrap().unexplained
    };
    assert_eq!(report("contradicts", &table("")), ["Against"]);
    assert_eq!(report("contradicts-explained", &table("explanation = \"another maze\"")), [""; 0]);
}

/// R-001-084, R-001-086: four systems in one ward, with the time of decisions alone apart from that of the whole run, and more wards with more characters.
#[test]
fn the_hospital_is_timed_and_grows() {
    let changes =
        [("values = [1, 3, 10, 32, 100, 313]", "values = [1, 3]"), ("steps   = 1200", "steps   = 300")];
    let results = in_small("sloan2015-hospital", 2, &changes);
    let part = |name: &str| results.design().parts.iter().position(|part| part.name == name).unwrap();
    for agent in 0..4 {
        let time = |name: &str| {
            mean(&results.values(StudyCell { part: part(name), condition: 0, agent }, "cpu_seconds"))
        };
        let (whole, decisions) = (time("ward"), time("decisions"));
        assert!(decisions > 0.0 && whole > 0.0, "{decisions} s of decisions, {whole} s in all");
        let counted = |condition: usize, metric: &str| {
            mean(&results.values(StudyCell { part: part("scaling"), condition, agent }, metric))
        };
        assert_eq!([counted(0, "characters"), counted(1, "characters")], [32.0, 96.0]);
        assert!(counted(1, "work") > 2.0 * counted(0, "work"));
    }
}

/// R-001-105: 300 episodes of each system, each on a seed of its own that no other has.
#[test]
fn the_arena_has_300_fresh_seeds_for_each_system() {
    let (_, text) = studies().find(|(known, _)| *known == "sloan2015-arena").unwrap();
    let study = Study::parse("sloan2015-arena.toml", text).unwrap();
    let design = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap().design;
    let mut seeds = BTreeSet::new();
    for agent in 0..3 {
        let cell = StudyCell { part: 0, condition: 0, agent };
        assert_eq!(design.runs(cell), 300);
        seeds.extend((0..300).map(|run| design.seed(cell, run)));
    }
    assert_eq!(seeds.len(), 900);
}
