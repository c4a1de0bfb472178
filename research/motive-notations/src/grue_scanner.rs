//! Tokens of the GRUE notations.

use logos::Logos;

use super::ImportError;
use motive_diagnostics::Span;

/// A token kind; the text is kept beside it.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}]+")]
#[logos(skip(r";[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(",")]
    Comma,
    #[token("*")]
    Star,
    #[token("=>")]
    #[token("⇒")]
    Implies,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("=")]
    Equal,
    #[token("<=")]
    #[token("≤")]
    LessOrEqual,
    #[token(">=")]
    #[token("≥")]
    GreaterOrEqual,
    #[token("->")]
    Up,
    #[token("<-")]
    Down,
    #[token("#|")]
    OpenFirm,
    #[token("#:")]
    OpenSoft,
    #[token("|#")]
    CloseFirm,
    #[token(":#")]
    CloseSoft,
    #[regex(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", priority = 5)]
    Number,
    #[regex(r"\?[\p{L}\p{N}_]+(-[\p{L}\p{N}_]+)*")]
    Variable,
    #[regex(r"[\p{L}\p{N}_]+(-[\p{L}\p{N}_]+)*")]
    Word,
}

/// All tokens of a text with their spans.
pub(super) fn scan(text: &str) -> Result<Vec<(Token, Span)>, ImportError> {
    let mut tokens: Vec<(Token, Span)> = Vec::new();
    let mut in_range = false;
    for (token, mut span) in Token::lexer(text).spanned() {
        let Ok(token) = token else {
            return Err(ImportError {
                message: format!("`{}` is not part of the notation", &text[span.clone()]),
                expected: "a bracket, name, number, variable or range".to_owned(),
                span,
            });
        };
        in_range = match token {
            Token::OpenFirm | Token::OpenSoft => true,
            Token::CloseFirm | Token::CloseSoft => false,
            _ => in_range,
        };
        // Outside of ranges, `<-5` is a comparison with a negative number, not an arrow.
        if let (Token::Number, Some((last @ Token::Down, place))) = (token, tokens.last_mut())
            && !in_range
            && place.end == span.start
        {
            *last = Token::Less;
            place.end -= 1;
            span.start -= 1;
        }
        tokens.push((token, span));
    }
    Ok(tokens)
}
