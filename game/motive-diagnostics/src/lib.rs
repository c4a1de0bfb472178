//! Errors and warnings about a text: where, what is wrong, and how to fix it.
//!
//! A [`Diagnostic`] is plain data. It becomes a report for people with [`render()`], and data for tools with the
//! `serde` feature.

mod render;

pub use render::{Colour, LineIndex, NamedText, render, render_all};

use std::ops::Range;

/// A span of bytes in a source text.
pub type Span = Range<usize>;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum DiagnosticLevel {
    /// Worth knowing.
    Note,
    /// Probably not what was meant; the text is still usable.
    Warning,
    /// The text cannot be used.
    Error,
}

/// A place in the text, with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Label {
    /// The bytes it points at; may be empty to point between two characters.
    pub span: Span,
    /// A few words; may be empty.
    pub text: String,
}

/// A replacement of a part of the text that fixes it, for editors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Replacement {
    /// The bytes to replace.
    pub span: Span,
    /// What to write there.
    pub text: String,
}

/// An error, a warning or a note about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Diagnostic {
    /// Error, warning or note.
    pub severity: DiagnosticLevel,
    /// A short stable name for the kind of problem, such as `unclosed`.
    pub code: String,
    /// The problem in one sentence, without a full stop.
    pub message: String,
    /// The place it is about.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// How to fix it, one sentence each.
    pub help: Vec<String>,
    /// A replacement that fixes it, which an editor can offer.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub replacement: Option<Replacement>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: impl Into<String>, span: Span, message: impl Into<String>) -> Self {
        Self::new(DiagnosticLevel::Error, code, span, message)
    }

    /// A warning about a place.
    pub fn warning(code: impl Into<String>, span: Span, message: impl Into<String>) -> Self {
        Self::new(DiagnosticLevel::Warning, code, span, message)
    }

    fn new(
        severity: DiagnosticLevel,
        code: impl Into<String>,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self {
            severity,
            code: code.into(),
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            help: Vec::new(),
            replacement: None,
        }
    }

    /// The same, with words at the place.
    pub fn with_label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// The same, pointing at one more place.
    pub fn with_secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// The same, with one more sentence of help.
    pub fn with_help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// The same, suggesting the candidate nearest to `name`, if one is near enough, in place of what the diagnostic points at.
    pub fn with_nearest<'a>(mut self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(name, candidates) {
            Some(found) => {
                self.replacement =
                    Some(Replacement { span: self.primary.span.clone(), text: found.to_owned() });
                self.with_help(format!("did you mean `{found}`?"))
            }
            None => self,
        }
    }
}

/// The message for a call with the wrong number of arguments.
pub fn wrong_arity(name: &str, expected: usize, found: usize) -> String {
    let plural = if expected == 1 { "" } else { "s" };
    format!("`{name}` takes {expected} argument{plural} but is given {found}")
}

/// The candidate most like `name`, if any is like enough to be what was meant.
///
/// Case counts for little (`Distance` finds `distance`), swapped letters count once, and the first of equally
/// near candidates wins, so the answer depends on nothing but the arguments.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    // Any short name is one letter away from many others.
    let limit = if length < 3 { 0 } else { length / 3 };
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates.into_iter().filter(|c| *c != name) {
        let distance = strsim::damerau_levenshtein(&wanted, &candidate.to_lowercase());
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
#[path = "../tests/unit/diagnostics.rs"]
mod tests;
