//! From text to tokens. Every byte of the text lies in exactly one token.

use logos::Logos;

use super::error::SyntaxError;
use super::kind::SyntaxKind;

/// One token: its kind and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: SyntaxKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    pub(crate) fn text(self, source: &str) -> &str {
        &source[self.start as usize..self.end as usize]
    }
}

/// All tokens of a text, and what is wrong with single ones of them.
pub(crate) fn lex(source: &str) -> (Vec<Token>, Vec<SyntaxError>) {
    let mut tokens: Vec<Token> = Vec::with_capacity(source.len() / 4);
    let mut errors = Vec::new();
    for (kind, span) in SyntaxKind::lexer(source).spanned() {
        let token = Token {
            kind: kind.unwrap_or(SyntaxKind::UNKNOWN),
            start: offset(span.start),
            end: offset(span.end),
        };
        match tokens.last_mut() {
            // A run of unknown characters is one error.
            Some(last) if last.kind == SyntaxKind::UNKNOWN && token.kind == SyntaxKind::UNKNOWN => {
                last.end = token.end;
            }
            _ => tokens.push(token),
        }
    }
    errors.extend(tokens.iter().filter_map(|token| complaint(*token, source)));
    (tokens, errors)
}

/// Offsets fit: the parser refuses longer texts before lexing.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// What is wrong with a token taken by itself.
fn complaint(token: Token, source: &str) -> Option<SyntaxError> {
    if !matches!(
        token.kind,
        SyntaxKind::UNKNOWN | SyntaxKind::BLOCK_COMMENT | SyntaxKind::STRING | SyntaxKind::QUOTED
    ) {
        return None;
    }
    let text = token.text(source);
    let closed_by = |end: &str, least: usize| text.len() >= least && text.ends_with(end);
    let span = token.start as usize..token.end as usize;
    let opener = token.start as usize..token.start as usize + 1;
    match token.kind {
        SyntaxKind::UNKNOWN => Some(
            SyntaxError::new("unknown-character", span, "this is not part of the language")
                .help(unknown_help(text)),
        ),
        SyntaxKind::BLOCK_COMMENT if !closed_by("*/", 4) => Some(
            SyntaxError::new("unclosed", opener.start..opener.start + 2, "this comment is never closed")
                .help("close it with `*/`"),
        ),
        SyntaxKind::STRING if !string_is_closed(text) => Some(
            SyntaxError::new("unclosed", span, "this text is not closed on its line")
                .help("close it with `\"`"),
        ),
        SyntaxKind::QUOTED if !closed_by("`", 2) => Some(
            SyntaxError::new("unclosed", span, "this name is not closed on its line")
                .help("close it with a backquote"),
        ),
        SyntaxKind::QUOTED if text.len() == 2 => {
            Some(SyntaxError::new("empty-name", span, "a name needs at least one character"))
        }
        _ => None,
    }
}

fn unknown_help(text: &str) -> &'static str {
    match text.chars().next() {
        Some('#') => "comments start with `//`, value ranges are written `1..10`",
        Some('&' | '|' | '!') => "conditions are joined with the words `and`, `or` and `not`",
        Some('?') => "variables need no `?`: write `x: kind`",
        Some('\'') => "texts are written in double quotes, odd names in backquotes",
        Some('≤' | '≥' | '≠') => "write `<=`, `>=` or `!=`",
        Some('→' | '⇒') => "a rule's actions follow the word `do`",
        _ => "odd names from elsewhere go in backquotes, such as `door-is-open`",
    }
}

/// Whether the closing quote is there and not escaped.
fn string_is_closed(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return false };
    let escapes = inner.len() - inner.trim_end_matches('\\').len();
    escapes % 2 == 0
}

#[cfg(test)]
mod tests {
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
            writeln!(out, "error {:?}: {}", error.span, error.message).unwrap();
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
}
