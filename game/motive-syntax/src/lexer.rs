//! From text to tokens. Every byte of the text lies in exactly one token.

use logos::Logos;

use super::kind::SyntaxKind;
use motive_diagnostics::Diagnostic;

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
pub(crate) fn lex(source: &str) -> (Vec<Token>, Vec<Diagnostic>) {
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
fn complaint(token: Token, source: &str) -> Option<Diagnostic> {
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
            Diagnostic::error("unknown-character", span, "this is not part of the language")
                .with_help(unknown_help(text)),
        ),
        SyntaxKind::BLOCK_COMMENT if !closed_by("*/", 4) => Some(
            Diagnostic::error("unclosed", opener.start..opener.start + 2, "this comment is never closed")
                .with_help("close it with `*/`"),
        ),
        SyntaxKind::STRING if !string_is_closed(text) => Some(
            Diagnostic::error("unclosed", span, "this text is not closed on its line")
                .with_help("close it with `\"`"),
        ),
        SyntaxKind::QUOTED if !closed_by("`", 2) => Some(
            Diagnostic::error("unclosed", span, "this name is not closed on its line")
                .with_help("close it with a backquote"),
        ),
        SyntaxKind::QUOTED if text.len() == 2 => {
            Some(Diagnostic::error("empty-name", span, "a name needs at least one character"))
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
#[path = "../tests/unit/lexer.rs"]
mod tests;
