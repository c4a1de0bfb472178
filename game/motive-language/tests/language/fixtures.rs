//! Whole agents in the language: they parse without errors and have the canonical layout.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use expect_test::expect_file;
use motive_language::diagnostic::{Colour, NamedText, render_all};
use motive_language::format::format;
use motive_language::syntax::ast::{AstNode, Item, ProgramClause};
use motive_language::syntax::parse;

fn check(name: &str) -> String {
    let path = format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let parsed = parse(&text);
    assert_eq!(parsed.syntax().text(), text);
    let report = render_all(NamedText { name, text: &text }, parsed.errors(), Colour::Off);
    assert!(report.is_empty(), "{report}");
    text
}

/// The file is what the formatter makes of it.
fn check_canonical(name: &str) -> String {
    let text = check(name);
    expect_file![format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))]
        .assert_eq(&format(&text).unwrap());
    text
}

#[test]
fn sketch() {
    let text = check("sketch.motive");
    expect_file!["../fixtures/sketch.formatted.motive"].assert_eq(&format(&text).unwrap());
    check_canonical("sketch.formatted.motive");
}

#[test]
fn pacman() {
    check_canonical("pacman.motive");
}

#[test]
fn tileworld() {
    let text = check_canonical("tileworld.motive");
    let programs = parse(&text).file().items().filter_map(|item| match item {
        Item::Program(program) => Some(program),
        _ => None,
    });
    let rules: Vec<(String, usize)> = programs
        .map(|program| (program.name().unwrap().text().to_owned(), program.rules().count()))
        .collect();
    let expected = [("GetTile", 12), ("FillHole", 12), ("AvoidObstacle", 7)];
    assert_eq!(rules, expected.map(|(name, count)| (name.to_owned(), count)));
}

#[test]
fn every_rule_is_complete() {
    for name in ["sketch.motive", "pacman.motive", "tileworld.motive"] {
        let file = parse(&check(name)).file();
        for item in file.items() {
            let Item::Program(program) = item else { continue };
            for clause in program.rules() {
                let (when, action) = match &clause {
                    ProgramClause::Done(done) => (done.when().is_some(), true),
                    ProgramClause::Rule(rule) => (rule.when().is_some(), rule.action().is_some()),
                    ProgramClause::Otherwise(rule) => (true, rule.as_rule().action().is_some()),
                };
                assert!(when && action, "{}", clause.syntax().text());
            }
        }
    }
}
