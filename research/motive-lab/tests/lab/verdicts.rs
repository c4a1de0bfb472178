//! Verdicts: what few runs can say, and what claims inherit.

use crate::studies::{SMALL, folder, played};
use motive_lab::claims::{ClaimVerdict, judge};
use motive_lab::{AssetSources, DesignOptions, Prepared, RunOptions, Study, report, run};

fn check(kind: &str, more: &str) -> String {
    format!(
        "\n[[claim]]\nid = \"x\"\ntext = \"y\"\n[[claim.check]]\nkind = \"{kind}\"\nagent = \"ours\"\nmetric = \"score\"\n{more}\n"
    )
}

fn verdict(name: &str, runs: usize, claims: &str) -> (ClaimVerdict, String) {
    let text = format!("{}{claims}", SMALL.replace("steps   = 120", "steps   = 900"));
    let study = Study::parse("small.toml", &text).unwrap();
    let asked = DesignOptions { runs: Some(runs), ..DesignOptions::default() };
    let prepared = Prepared::new(&study, &AssetSources::built_in(), &asked).unwrap();
    let out = folder(name);
    let results = run(&prepared, &RunOptions::new(&out), &mut ()).unwrap().results;
    let judged = judge(&study, &results).remove(0);
    let page = std::fs::read_to_string(report::write(&out).unwrap().markdown).unwrap();
    (judged.verdict, page)
}

/// Whatever is claimed, two runs decide nothing: neither that it holds nor that it does not.
#[test]
fn a_quick_look_is_undecided() {
    for (number, within) in ["[0.0, 1e9]", "[-2.0, -1.0]"].into_iter().enumerate() {
        let claims = check("value", &format!("within = {within}"));
        let (few, page) = verdict(&format!("quick-{number}"), 2, &claims);
        assert_eq!(few, ClaimVerdict::Undecided, "{within}");
        assert!(page.contains("2 runs of a cell are too few to say"), "{page}");
        let (enough, _) = verdict(&format!("enough-{number}"), 12, &claims);
        assert_eq!(
            enough,
            if number == 0 { ClaimVerdict::Holds } else { ClaimVerdict::DoesNotHold },
            "{within}"
        );
    }
}

/// A bound in the middle of the runs is undecided: the interval reaches over it. Its numbers stand on the page.
#[test]
fn an_interval_across_a_bound_is_undecided() {
    let text = SMALL.replace("steps   = 120", "steps   = 900").replace("runs    = 6", "runs    = 12");
    let study = Study::parse("small.toml", &text).unwrap();
    let (_, results) = played("middle", &study, |_| {});
    let cell = results.cells()[0];
    let mean = motive_lab::statistics::mean(&results.values(cell, "score"));
    let claims = check("value", &format!("where = {{ lives = 1 }}\nwithin = [{mean}, inf]"));
    let (found, page) = verdict("middle-claim", 12, &claims);
    assert_eq!(found, ClaimVerdict::Undecided);
    assert!(page.contains("(95 %: ") && page.contains("of the draws"), "{page}");
}

/// A claim on a fitted agent or world says so by itself, in a chapter of its own; what was decided late is said too, whatever the verdict.
#[test]
fn marks_are_inherited_and_caveats_always_shown() {
    let text = format!(
        "{}{}",
        SMALL.replace("world = \"pacman\"", "world = \"pacman\"\nfitted = \"the maze was fitted\""),
        check("value", "within = [0.0, 1e9]").replace(
            "text = \"y\"",
            "text = \"y\"\nexplanation = \"mind the step\"\nafter_results = \"the bound\""
        )
    );
    let study = Study::parse("small.toml", &text).unwrap();
    let (out, results) = played("marks", &study, |_| {});
    assert_eq!(judge(&study, &results)[0].rests_on, ["part `lives`: the maze was fitted"]);
    let page = std::fs::read_to_string(report::write(&out).unwrap().markdown).unwrap();
    for said in [
        "## Claims that rest on something fitted",
        "Rests on something fitted: part `lives`: the maze was fitted",
        "Decided after results were seen: the bound",
        "mind the step",
    ] {
        assert!(page.contains(said), "{said} is not in {page}");
    }
}

/// Both sides of one agent in the same worlds are alike; against another agent they are not.
#[test]
fn sides_are_alike_only_within_the_margin() {
    let same = check("alike", "against = \"ours\"\nmargin = 0.05\ntest = \"paired_t\"");
    assert_eq!(verdict("alike", 12, &same).0, ClaimVerdict::Holds);
    let apart = check("alike", "against = \"classic\"\nmargin = 0.0001\ntest = \"paired_t\"");
    assert_ne!(verdict("apart-claim", 12, &apart).0, ClaimVerdict::Holds);
}
