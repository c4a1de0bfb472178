//! Whole agents in the language: they parse without errors.

use motive_language::diagnostic::{Colour, Source, render_all};
use motive_language::syntax::parse;

#[test]
fn fixtures_parse() {
    for entry in std::fs::read_dir("tests/fixtures").unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let parsed = parse(&text);
        assert_eq!(parsed.syntax().text().to_string(), text);
        let name = path.display().to_string();
        let report = render_all(Source { name: &name, text: &text }, &parsed.diagnostics(), Colour::Off);
        assert!(report.is_empty(), "{report}");
    }
}
