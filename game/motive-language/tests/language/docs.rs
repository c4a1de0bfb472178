//! Every example in the pages about the language parses and has the canonical layout.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use expect_test::expect_file;
use motive_language::diagnostic::{Colour, NamedText, render_all};
use motive_language::format::format;
use motive_language::syntax::parse;

/// The page with each ```` ```motive ```` block formatted, and how many there are.
fn formatted(name: &str, page: &str) -> (String, usize) {
    let mut out = String::new();
    let mut count = 0;
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        out.push_str(&format!("{line}\n"));
        if line.trim() == "```motive" {
            let body = lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim() != "```");
            let text: String = body.map(|line| format!("{line}\n")).collect();
            out.push_str(&check(&format!("{name}:{}", number + 1), &text));
            out.push_str("```\n");
            count += 1;
        }
    }
    (out, count)
}

fn check(name: &str, text: &str) -> String {
    let report = render_all(NamedText { name, text }, parse(text).errors(), Colour::Off);
    assert!(report.is_empty(), "{report}");
    let once = format(text).unwrap();
    assert_eq!(format(&once).unwrap(), once, "{name}");
    once
}

#[test]
fn every_example_is_canonical() {
    let mut count = 0;
    let pages = [
        "docs/language/grammar.md",
        "docs/language/reference.md",
        "docs/book/src/first-character.md",
        "docs/book/src/drives.md",
        "docs/book/src/language.md",
        "README.md",
    ];
    for page in pages {
        let path = format!("{}/../../{page}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let (formatted, examples) = formatted(page, &text);
        expect_file![path].assert_eq(&formatted);
        count += examples;
    }
    assert!(count >= 15, "{count} examples found");
}
