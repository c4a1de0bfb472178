//! Minds of the program that runs the lab, and what such a program needs beside them.

use crate::studies::folder;
use motive_lab::tune::evaluate;
use motive_lab::{
    AssetSources, DesignOptions, HostMind, LabError, Prepared, Progress, RunOptions, Study, find_study,
    missing_shards, prepare, run,
};

const STUDY: &str = r#"
title   = "A host and its mind"
seed    = 3
runs    = 5
steps   = 40
metrics = ["score"]
[[part]]
name  = "main"
world = "tileworld"
[[agent]]
name = "theirs"
mind = "rust:plain"
"#;

/// The world's own mind, as if it were one of this program.
fn plain(text: &str) -> HostMind {
    HostMind::new("mine", text, |seat| seat.world.mind_with("plain", &[]).map_err(|error| error.to_string()))
}

fn asked() -> DesignOptions {
    DesignOptions { minds: vec!["host:mine".into()], ..DesignOptions::default() }
}

#[test]
fn a_mind_of_the_program_takes_part_as_any_other() {
    let study = Study::parse("host.toml", STUDY).unwrap();
    let assets = AssetSources::built_in().with_host_mind(plain("one"));
    let out = folder("host-mind");
    let prepared = Prepared::new(&study, &assets, &asked()).unwrap();
    let results = run(&prepared, &RunOptions::new(&out), &mut ()).unwrap().results;
    let scores = |agent: &str| {
        let of = |line: &str| line.split(',').nth(1) == Some(agent);
        let csv = results.csv();
        csv.lines()
            .filter(|line| of(line))
            .map(|line| line.rsplit(',').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(scores("host:mine"), scores("theirs"), "the same mind plays the same games");
    assert_eq!(scores("host:mine").len(), 5);
    // The text that says what it is is kept, and another one is another mind.
    assert_eq!(std::fs::read_to_string(out.join("inputs/host/mine")).unwrap(), "one");
    let other = AssetSources::built_in().with_host_mind(plain("two"));
    let mut options = RunOptions::new(&out);
    options.resume = true;
    let refused = run(&Prepared::new(&study, &other, &asked()).unwrap(), &options, &mut ()).unwrap_err();
    assert!(refused.to_string().contains("has changed since"), "{refused}");
}

#[test]
fn a_program_that_does_not_bring_the_mind_says_so() {
    let study = Study::parse("host.toml", STUDY).unwrap();
    let refused = Prepared::new(&study, &AssetSources::built_in(), &asked()).unwrap_err().to_string();
    assert!(refused.contains("`host:mine` is a mind of the program that runs the study"), "{refused}");
}

#[test]
fn a_mind_that_cannot_go_on_ends_the_study_with_its_reason() {
    let study = Study::parse("host.toml", STUDY).unwrap();
    let failing = HostMind::new("mine", "", |seat| {
        seat.failure.report("lost its mind");
        seat.world.mind_with("plain", &[]).map_err(|error| error.to_string())
    });
    let assets = AssetSources::built_in().with_host_mind(failing);
    let prepared = Prepared::new(&study, &assets, &asked()).unwrap();
    let failed = run(&prepared, &RunOptions::new(folder("host-fails")), &mut ()).unwrap_err();
    assert!(
        matches!(&failed, LabError::Run(agent, _, why) if agent == "host:mine" && why == "lost its mind")
    );
}

/// Stops after some runs.
struct StopAfter(usize);

impl Progress for StopAfter {
    fn begin(&mut self, _: usize, _: usize) {}

    fn advance(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }

    fn is_cancelled(&mut self) -> bool {
        self.0 == 0
    }
}

#[test]
fn a_study_that_is_cancelled_goes_on_later() {
    let study = Study::parse("host.toml", STUDY).unwrap();
    let prepared = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let mut options = RunOptions::new(folder("host-cancelled"));
    options.jobs = 1;
    let stopped = run(&prepared, &options, &mut StopAfter(2)).unwrap_err();
    assert!(matches!(stopped, LabError::Cancelled(2)), "{stopped}");
    options.resume = true;
    let outcome = run(&prepared, &options, &mut ()).unwrap();
    // A thread may have finished one more before it heard of it.
    assert!(outcome.before >= 2 && outcome.results.done() == 5, "{outcome:?}");
}

#[test]
fn shards_that_are_missing_are_named() {
    let study = Study::parse("host.toml", STUDY).unwrap();
    let prepared = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let mut options = RunOptions::new(folder("host-shards"));
    prepare(&prepared, &options).unwrap();
    options.shard = "2/3".parse().unwrap();
    run(&prepared, &options, &mut ()).unwrap();
    let (_, results) = motive_lab::Results::read(&options.out).unwrap();
    assert_eq!(missing_shards(&results, 3), [1, 3]);
    assert!(matches!(prepare(&prepared, &options), Err(LabError::Occupied { .. })));
}

/// What a search of another program asks for is what the lab's own search plays.
#[test]
fn values_are_tried_without_a_directory() {
    let (study, assets) = find_study("tune-sander").unwrap();
    let section = &study.tune[0];
    let values =
        |set: &[(String, f64)], seed| evaluate(&study, section, &assets, set, (1, seed), None).unwrap();
    let as_it_is = values(&[], 1);
    assert_eq!(as_it_is, values(&[], 1));
    let first = &section.parameter[0];
    let changed = values(&[(first.name.clone(), first.range[1])], 1);
    assert_eq!(as_it_is.len(), changed.len());
    let unknown = evaluate(&study, section, &assets, &[("none".into(), 1.0)], (1, 1), None);
    assert!(unknown.unwrap_err().to_string().contains("none"));
}
