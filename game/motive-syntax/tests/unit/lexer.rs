use super::*;
use expect_test::{Expect, expect};
use std::fmt::Write;

fn check(source: &str, expected: Expect) {
    let (tokens, errors) = lex(source);
    let mut out = String::new();
    for token in tokens.iter().filter(|t| t.kind != SyntaxKind::WHITESPACE) {
        writeln!(out, "{:?} {:?}", token.kind, token.text(source)).unwrap();
    }
    for error in errors {
        writeln!(out, "error {:?}: {}", error.primary.span, error.message).unwrap();
    }
    expected.assert_eq(&out);
}

#[test]
fn ranges_are_not_fractions() {
    check(
        "1..10 ~5..~10 1.5e3 2s x.y",
        expect![[r#"
        NUMBER "1"
        DOT_DOT ".."
        NUMBER "10"
        TILDE "~"
        NUMBER "5"
        DOT_DOT ".."
        TILDE "~"
        NUMBER "10"
        NUMBER "1.5e3"
        NUMBER "2"
        IDENT "s"
        IDENT "x"
        DOT "."
        IDENT "y"
    "#]],
    );
}

#[test]
fn odd_names_texts_and_comments() {
    check(
        "`door-is-open` \"a \\\" b\" /* c */ // d",
        expect![[r#"
        QUOTED "`door-is-open`"
        STRING "\"a \\\" b\""
        BLOCK_COMMENT "/* c */"
        LINE_COMMENT "// d"
    "#]],
    );
}

#[test]
fn what_is_not_closed_is_reported_once() {
    check(
        "\"abc\n`x\n/* y",
        expect![[r#"
        STRING "\"abc"
        QUOTED "`x"
        BLOCK_COMMENT "/* y"
        error 0..4: this text is not closed on its line
        error 5..7: this name is not closed on its line
        error 8..10: this comment is never closed
    "#]],
    );
    check(
        "\"abc\\\"",
        expect![[r#"
        STRING "\"abc\\\""
        error 0..6: this text is not closed on its line
    "#]],
    );
    check(
        "a ?? # b",
        expect![[r##"
        IDENT "a"
        UNKNOWN "??"
        UNKNOWN "#"
        IDENT "b"
        error 2..4: this is not part of the language
        error 5..6: this is not part of the language
    "##]],
    );
}
