//! Properties of every text.

use motive_language::format::format;
use motive_language::syntax::{SyntaxKind, parse};
use proptest::prelude::*;

const SKETCH: &str = include_str!("../fixtures/sketch.motive");

/// The kinds and texts of all tokens that mean something, and all comments.
fn meaning(text: &str) -> Vec<(SyntaxKind, String)> {
    let tokens = parse(text).syntax().tokens();
    tokens
        .filter(|token| token.kind() != SyntaxKind::WHITESPACE)
        .map(|token| (token.kind(), token.text().trim_end().to_owned()))
        .collect()
}

/// Parsing loses nothing, errors lie in the text, formatting keeps the meaning and is idempotent.
fn check(text: &str) {
    let parsed = parse(text);
    assert_eq!(parsed.syntax().text(), text, "the tree holds the whole text");
    for error in parsed.errors() {
        let span = &error.primary.span;
        assert!(span.start <= span.end && span.end <= text.len());
        assert!(!error.message.is_empty());
    }
    match format(text) {
        Ok(once) => {
            assert_eq!(meaning(text), meaning(&once), "formatting keeps every token and comment:\n{once}");
            let twice = format(&once).expect("a formatted text has no errors");
            assert_eq!(once, twice, "formatting twice is formatting once");
        }
        Err(errors) => assert!(!errors.is_empty()),
    }
}

/// Texts that are nearly right.
fn soup() -> impl Strategy<Value = String> {
    let words: Vec<String> = SKETCH
        .split_inclusive(|c: char| !c.is_alphanumeric() && c != '_')
        .flat_map(|piece| {
            let end = piece.char_indices().last().map_or(0, |(at, _)| at);
            [piece[..end].to_owned(), piece[end..].to_owned()]
        })
        .filter(|piece| !piece.is_empty())
        .collect();
    prop::collection::vec(prop::sample::select(words), 0..80).prop_map(|pieces| pieces.join(" "))
}

/// The places between the tokens of a text where a comment may stand: not right behind one that runs to its line's end.
fn gaps(text: &str) -> Vec<usize> {
    let mut at = 0;
    let tokens = parse(text).syntax().tokens();
    tokens
        .filter_map(|token| {
            at += token.text().len();
            (token.kind() != SyntaxKind::LINE_COMMENT).then_some(at)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn words_in_any_order(text in soup()) {
        check(&text);
    }

    #[test]
    fn a_cut_out_piece(from in 0usize..3000, length in 0usize..200) {
        let gaps = gaps(SKETCH);
        let start = gaps[from % gaps.len()];
        let end = gaps[(from + length) % gaps.len()];
        if start < end {
            check(&format!("{}{}", &SKETCH[..start], &SKETCH[end..]));
        }
    }

    #[test]
    fn a_doubled_piece(from in 0usize..3000, length in 0usize..20, to in 0usize..3000) {
        let gaps = gaps(SKETCH);
        let (start, to) = (gaps[from % gaps.len()], gaps[to % gaps.len()]);
        let end = gaps[(from + length) % gaps.len()];
        if start < end {
            check(&format!("{}{}{}", &SKETCH[..to], &SKETCH[start..end], &SKETCH[to..]));
        }
    }

    #[test]
    fn comments_anywhere(places in prop::collection::vec((0usize..3000, 0usize..6), 1..12)) {
        let gaps = gaps(SKETCH);
        let mut places: Vec<(usize, usize)> = places.iter().map(|(at, kind)| (gaps[at % gaps.len()], *kind)).collect();
        places.sort_unstable();
        let mut text = String::new();
        let mut from = 0;
        for (at, kind) in places {
            text.push_str(&SKETCH[from..at]);
            text.push_str([" // x\n", "\n// x\n", " /* x */", "\n/* x */\n", " /* x\n   y */", "\n\n/* x */ "][kind]);
            from = at;
        }
        text.push_str(&SKETCH[from..]);
        check(&text);
        prop_assert!(format(&text).is_ok());
    }
}

#[test]
fn two_hundred_thousand_brackets_are_one_error() {
    for open in ["(", "[", "{", "f(", "not ", "- ", "if ", "take ", "take 1 of ", "(a, ", "count(x {p: "] {
        let nest = open.repeat(200_000);
        for start in ["", "let x = ", "program P { rule r when ", "task T { do ", "mind M = arbiter { x "] {
            let text = format!("{start}{nest}");
            let parsed = parse(&text);
            assert!(!parsed.errors().is_empty());
            assert!(parsed.errors().len() < 2000, "{} errors for {start}{open}", parsed.errors().len());
            assert_eq!(parsed.syntax().text().len(), text.len());
        }
    }
}

#[test]
fn long_chains_are_flat() {
    for (part, last) in [(" + 1", ""), (" and a", ""), (".p", ""), (" or -1", ""), (" * 2", "")] {
        let text = format!("let x = a{}{last}", part.repeat(100_000));
        let parsed = parse(&text);
        assert!(parsed.errors().is_empty());
        assert!(format(&text).is_ok());
    }
}
