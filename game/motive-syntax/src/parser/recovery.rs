//! Error messages of the parser, and recovery after an error.

use super::items::ITEM_WORDS;
use super::*;
use motive_diagnostics::{Replacement, Span, nearest};

/// How many words a message lists at most.
const MOST_SUGGESTED: usize = 12;

impl Parser<'_> {
    /// The place of the next token; if it is on a later line, the end of the token before, where something is missing.
    pub(super) fn place(&self) -> Span {
        if self.at(EOF) || self.at > 0 && self.is_on_new_line() {
            let end = self.end_before();
            return end..end;
        }
        self.here()
    }

    /// Where the token before the next one ends.
    fn end_before(&self) -> usize {
        self.at
            .checked_sub(1)
            .map_or(0, |before| self.builder.tokens()[self.solid[before] as usize].end as usize)
    }

    /// Whether the next token lies on a later line than the one before it.
    pub(super) fn is_on_new_line(&self) -> bool {
        let start = self.here().start;
        self.text[self.end_before().min(start)..start].contains('\n')
    }

    /// The next token in words.
    pub(super) fn found(&self) -> String {
        match self.token(0) {
            None => "the end of the file".to_owned(),
            Some(token) if token.text(self.text).chars().count() > 24 => "this".to_owned(),
            Some(token) => format!("`{}`", token.text(self.text)),
        }
    }

    pub(super) fn error(&mut self, error: Diagnostic) {
        // One error a place: the next one there is a consequence of the first. The lexer has reported unknown characters.
        if !self.at(UNKNOWN) && self.errors.last().is_none_or(|last| last.primary.span != error.primary.span)
        {
            self.errors.push(error);
        }
    }

    /// Reports what was expected here.
    pub(super) fn expected(&mut self, what: &str, help: &str) {
        let mut error =
            Diagnostic::error("expected", self.place(), format!("expected {what}, found {}", self.found()))
                .with_label(format!("expected {what}"));
        if !help.is_empty() {
            error = error.with_help(help);
        }
        self.error(error);
    }

    /// Reads the token, or reports that it is missing.
    pub(super) fn expect(&mut self, kind: SyntaxKind, what: &str, help: &str) -> bool {
        let found = self.eat(kind);
        if !found {
            self.expected(what, help);
        }
        found
    }

    /// Reads the keyword, or reports that it is missing. A misspelt one is reported and read as the right one.
    pub(super) fn expect_word(&mut self, word: &str, help: &str) -> bool {
        if self.eat_word(word) {
            return true;
        }
        if self.at(IDENT) && !self.at_new_item() && meant(self.nth_text(0), &[word]).is_some() {
            let message = format!("expected `{word}`, found {}", self.found());
            let error = Diagnostic::error("misspelt", self.here(), message);
            self.error(meaning(error.with_label(format!("expected `{word}`")), word));
            return self.bump_misspelt();
        }
        self.expected(&format!("`{word}`"), help);
        false
    }

    /// The keyword meant by the next word, if that is a misspelt one or one of another language. Reports it.
    pub(super) fn corrected<'w>(&mut self, block: &str, words: &[&'w str]) -> Option<&'w str> {
        if !self.at(IDENT) || self.at_any_word(words) || self.at_clause_word() || self.at_new_item() {
            return None;
        }
        let word = meant(self.nth_text(0), words)?;
        let message = format!("{} does not belong in {block}", self.found());
        let error = Diagnostic::error("misspelt", self.here(), message).with_label("not expected here");
        self.error(meaning(error, word));
        Some(word)
    }

    /// The keyword meant by a misspelt first word of a declaration, or by one of another language. Reports it.
    pub(super) fn corrected_item(&mut self) -> Option<&'static str> {
        let is_item = self.at_left_edge() && self.nth_name(1) && !self.at_any_word(ITEM_WORDS);
        if !is_item || self.at_clause_word() {
            return None;
        }
        let word = meant(self.nth_text(0), ITEM_WORDS)?;
        let message = format!("{} does not begin a declaration", self.found());
        let error = Diagnostic::error("misspelt", self.here(), message).with_label("unknown keyword");
        self.error(meaning(error, word));
        Some(word)
    }

    /// Reads a misspelt keyword that has been reported.
    pub(super) fn bump_misspelt(&mut self) -> bool {
        self.bump_word();
        true
    }

    /// Reports an unexpected word of a block, with the nearest of the words that the block knows.
    pub(super) fn unexpected_in(&mut self, block: &str, words: &[&str]) {
        let found = self.nth_text(0);
        let near = if self.at(IDENT) { nearest(found, words.iter().copied()) } else { None };
        let list: Vec<String> = words.iter().take(MOST_SUGGESTED).map(|word| format!("`{word}`")).collect();
        let more = if words.len() > MOST_SUGGESTED { ", ..." } else { "" };
        let message = format!("{} does not belong in {block}", self.found());
        let error = Diagnostic::error("unexpected", self.here(), message).with_label("not expected here");
        self.error(match near {
            Some(word) => meaning(error, word),
            None => error.with_help(format!("expected one of {}{more}", list.join(", "))),
        });
    }

    /// Whether a new declaration seems to begin here although a block is still open.
    pub(super) fn at_new_item(&self) -> bool {
        self.at_left_edge() && self.at_any_word(ITEM_WORDS) && (self.nth_name(1) || self.nth(1) == STRING)
    }

    /// Puts tokens into an error node up to the first at which `stop` holds, a bracket that closes something outside,
    /// or what looks like a new declaration. Brackets inside are skipped with what they hold. Takes at least one token.
    pub(super) fn skip_until(&mut self, stop: impl Fn(&Self) -> bool) {
        self.start(ERROR);
        let mut open = 0usize;
        let mut first = true;
        while !self.at(EOF) {
            if open == 0 && !first && (stop(self) || self.current().closes())
                || (self.at_new_item() && !first)
            {
                break;
            }
            first = false;
            if self.current().opens() {
                open += 1;
            } else if self.current().closes() {
                open = open.saturating_sub(1);
            }
            self.bump();
        }
        self.end();
    }

    /// Reports nesting beyond the limit and swallows the innermost part flat, up to where the part around it goes on.
    pub(super) fn too_deep(&mut self) {
        let message = format!("this is nested more than {MAX_DEPTH} deep");
        let help = "name the inner parts, with `let`, a `condition` or a program of their own";
        if !std::mem::replace(&mut self.said_too_deep, true) {
            self.error(Diagnostic::error("too-deep", self.place(), message).with_help(help));
        }
        self.start(ERROR);
        let mut open = 0usize;
        while !self.at(EOF) && (open > 0 || !self.current().closes()) {
            if self.current().opens() {
                open += 1;
            } else if self.current().closes() {
                open -= 1;
            }
            self.bump();
        }
        self.end();
    }

    /// Reads the bracket that closes `opener`, or reports where that was opened.
    pub(super) fn close(&mut self, kind: SyntaxKind, opener: Span) {
        if self.eat(kind) {
            return;
        }
        let sign = match kind {
            R_BRACE => "}",
            R_PAREN => ")",
            _ => "]",
        };
        let message = format!("expected `{sign}`, found {}", self.found());
        self.error(
            Diagnostic::error("unclosed", self.place(), message)
                .with_label(format!("expected `{sign}`"))
                .with_secondary(opener, "opened here"),
        );
    }

    /// The place of the next token itself.
    pub(super) fn here(&self) -> Span {
        self.token(0)
            .map_or(self.text.len()..self.text.len(), |token| token.start as usize..token.end as usize)
    }
}

/// The same error, suggesting a word for the one at its place.
fn meaning(mut error: Diagnostic, word: &str) -> Diagnostic {
    error.replacement = Some(Replacement { span: error.primary.span.clone(), text: word.to_owned() });
    error.with_help(format!("did you mean `{word}`?"))
}

/// The keyword meant by a misspelt one, by one of another language, or by one that this language used to have.
fn meant<'w>(found: &str, words: &[&'w str]) -> Option<&'w str> {
    let known = match found {
        "if" => "when",
        "then" => "do",
        "prio" => "priority",
        "resource" => "thing",
        _ => "",
    };
    let same = words.iter().copied().find(|word| *word == known);
    same.or_else(|| nearest(found, words.iter().copied()))
}
