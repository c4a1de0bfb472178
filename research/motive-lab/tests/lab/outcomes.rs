//! Archived outcomes: they belong to the studies as they are, and what the book and the tables quote is in them.

use motive_lab::report::OutcomeSummary;
use motive_lab::{AssetSources, DesignOptions, Prepared, Registration, Study, studies};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn outcomes() -> BTreeMap<String, OutcomeSummary> {
    let folder = root().join("experiments/outcomes");
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let summary: OutcomeSummary =
                serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            assert_eq!(Some(summary.study.as_str()), path.file_stem().and_then(|stem| stem.to_str()));
            found.insert(summary.study.clone(), summary);
        }
    }
    found
}

/// An outcome is of the study as it stands in the repository: after a change to a study its outcome is made again, or removed.
#[test]
fn every_outcome_is_of_the_study_as_it_is() {
    let all = outcomes();
    assert!(!all.is_empty());
    for (name, outcome) in all {
        let (_, text) = studies().find(|(known, _)| *known == name).unwrap();
        let hash: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(outcome.study_sha256, hash, "`{name}` was changed after its outcome was archived");
        let study = Study::parse(&format!("{name}.toml"), text).unwrap();
        for claim in &study.claims {
            assert!(outcome.claims.contains_key(&claim.id), "{name} has no outcome of {}", claim.id);
        }
    }
}

/// What was registered is what was archived, and what would run now: study, agents and seeds.
#[test]
fn what_was_registered_was_run_and_is_still_the_study() {
    let all = outcomes();
    let mut found = 0;
    for entry in std::fs::read_dir(root().join("experiments/registered")).unwrap() {
        let path = entry.unwrap().path();
        let registered: Registration =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let name = registered.study.as_str();
        let (_, text) = studies().find(|(known, _)| *known == name).unwrap();
        let study = Study::parse(&format!("{name}.toml"), text).unwrap();
        let prepared = Prepared::new(&study, &AssetSources::built_in(), &DesignOptions::default()).unwrap();
        assert_eq!(registered, Registration::of(&prepared), "{name} was changed after it was registered");
        let outcome = &all[name];
        assert_eq!(outcome.study_sha256, registered.study_sha256, "{name}");
        assert_eq!(outcome.runs, [registered.runs, registered.runs], "{name} was run as a whole");
        found += 1;
    }
    assert!(found > 0);
}

/// A sentence that quotes an outcome.
#[derive(Deserialize)]
struct Quote {
    file: String,
    /// The words, as they stand in the file.
    says: String,
    study: String,
    claim: String,
    /// The verdict that it tells of.
    verdict: Option<String>,
    /// Numbers that it has: a path into the claim's outcome, and the number as it is written.
    #[serde(default)]
    numbers: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Quotes {
    quote: Vec<Quote>,
}

/// What books and tables quote is what came out.
#[test]
fn quoted_figures_are_those_of_the_archive() {
    let all = outcomes();
    let text = std::fs::read_to_string(root().join("experiments/outcomes/quotes.toml")).unwrap();
    let quotes: Quotes = toml::from_str(&text).unwrap();
    assert!(!quotes.quote.is_empty());
    for quote in quotes.quote {
        let file = std::fs::read_to_string(root().join(&quote.file)).unwrap();
        // Lines may be broken anywhere.
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&file).contains(&words(&quote.says)), "{} does not say: {}", quote.file, quote.says);
        let claim = &all[&quote.study].claims[&quote.claim];
        if let Some(verdict) = quote.verdict {
            assert_eq!(claim.verdict, verdict, "{}", quote.claim);
        }
        let values = serde_json::to_value(claim).unwrap();
        for (path, number) in quote.numbers {
            assert!(quote.says.contains(&number), "{} is not in: {}", number, quote.says);
            let archived = values.pointer(&path).and_then(serde_json::Value::as_f64);
            let archived = archived.unwrap_or_else(|| panic!("{} has no number at {path}", quote.claim));
            let plain = number.replace(',', "");
            let digits = plain.split_once('.').map_or(0, |(_, digits)| digits.len());
            assert_eq!(format!("{archived:.digits$}"), plain, "{} at {path}", quote.claim);
        }
    }
}
