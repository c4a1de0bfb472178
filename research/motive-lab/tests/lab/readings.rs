//! Points that a source leaves open: combinations of readings, and claims about them.

use crate::studies::{SMALL, folder};
use motive_lab::claims::{ClaimVerdict, judge};
use motive_lab::{AssetSources, DesignOptions, Prepared, RunOptions, Study, report, run};

/// Three lives instead of one help, bonuses do nothing to speak of.
const OPEN: &str = r#"
[[open]]
id = "start"
question = "How many lives are there?"
[[open.reading]]
name = "one"
text = "one"
passage = "page 3"
options = { lives = 1 }
[[open.reading]]
name = "five"
text = "five"
options = { lives = 5 }

[[open]]
id = "player"
question = "Who plays?"
[[open.reading]]
name = "as_named"
text = "the agent itself"
[[open.reading]]
name = "other"
text = "the other file in its place"
files = { "agents/pacman/ours.motive" = "agents/pacman/classic.motive" }

[[part]]
name = "readings"
world = "pacman"
seeds = "own"
readings = "all"
agents = ["ours"]

[[claim]]
id = "deaths"
text = "It dies more than twice"
[[claim.check]]
kind = "value"
part = "readings"
agent = "ours"
metric = "deaths"
within = [2.0, inf]
"#;

fn text() -> String {
    format!(
        "{}{OPEN}",
        SMALL.replace("steps   = 120", "steps   = 900").replace("runs    = 6", "runs    = 10")
    )
}

#[test]
fn a_claim_is_judged_in_every_combination() {
    let study = Study::parse("small.toml", &text()).unwrap();
    let prepared = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
    let part = &prepared.design.parts[1];
    assert_eq!(part.conditions(), 4);
    assert_eq!(part.values(0), ["one", "as_named"]);
    assert_eq!(part.options_of(2), ["lives=5"]);
    let out = folder("readings");
    let results = run(&prepared, &RunOptions::new(&out), &mut ()).unwrap().results;
    let csv = std::fs::read_to_string(out.join("results.csv")).unwrap();
    assert!(csv.starts_with("part,lives,start,player,agent,run,"), "{csv}");
    let judged = judge(&study, &results).remove(0);
    let universes = judged.multiverse.as_ref().unwrap();
    assert_eq!(universes.universes.len(), 4);
    // Whoever has one life dies once at most.
    let one: Vec<ClaimVerdict> =
        universes.universes.iter().filter(|u| u.readings[0] == "one").map(|u| u.verdict).collect();
    assert!(one.iter().all(|verdict| verdict.is_against()), "{one:?}");
    assert_eq!(universes.effects[0].point, "start", "lives explain most");
    let page = std::fs::read_to_string(report::write(&out).unwrap().markdown).unwrap();
    for said in [
        "## Readings",
        "How many lives are there?",
        "page 3",
        "plots/readings-deaths.svg",
        "of 4 combinations of readings it",
    ] {
        assert!(page.contains(said), "{said} is not in {page}");
    }
    let svg = std::fs::read_to_string(out.join("plots/readings-deaths.svg")).unwrap();
    assert!(svg.contains("as_named") && svg.contains("<svg"), "{svg}");
    // Files in the place of others are among the inputs.
    assert!(out.join("inputs/agents/pacman/classic.motive").exists());
}

#[test]
fn a_wrong_reading_is_answered_with_what_to_do() {
    let wrong = |from: &str, to: &str| {
        let text = text().replace(from, to);
        Study::parse("small.toml", &text).unwrap_err().to_string()
    };
    assert!(wrong("readings = \"all\"", "readings = [\"strat\"]").contains("did you mean `start`?"));
    assert!(wrong("name = \"five\"", "name = \"one\"").contains("`start` has two readings `one`"));
    let sampled = wrong("readings = \"all\"", "readings = \"all\"\nuniverses = 1");
    assert!(sampled.contains("`universes` cannot be 1"), "{sampled}");
    assert!(wrong("readings = \"all\"", "readings = []").contains("the study has no open points"));
}
