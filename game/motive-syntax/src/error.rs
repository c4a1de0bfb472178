//! Syntax errors.

use motive_diagnostics::{Diagnostic, Label, Replacement, Span};

/// A syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The kind of error: `expected`, `unclosed`, `too-deep`, `order`, ...
    pub code: &'static str,
    /// Where.
    pub span: Span,
    /// The error in one sentence.
    pub message: String,
    /// A few words for the place itself; may be empty.
    pub label: String,
    /// Other places that explain it, such as the bracket that was never closed.
    pub related: Vec<Label>,
    /// How to fix it.
    pub help: Option<String>,
    /// The word that is meant by the one at the place.
    pub meant: Option<String>,
}

impl SyntaxError {
    pub(crate) fn new(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, span, message, label: String::new(), related: Vec::new(), help: None, meant: None }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub(crate) fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Label { span, text: text.into() });
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, suggesting a word for the one at the place.
    pub(crate) fn meant(mut self, word: &str) -> Self {
        self.meant = Some(word.to_owned());
        self.help(format!("did you mean `{word}`?"))
    }
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}

impl From<SyntaxError> for Diagnostic {
    fn from(error: SyntaxError) -> Self {
        let replacement = error.meant.map(|text| Replacement { span: error.span.clone(), text });
        let mut diagnostic = Diagnostic::error(error.code, error.span, error.message).with_label(error.label);
        diagnostic.replacement = replacement;
        diagnostic.secondary = error.related;
        diagnostic.help.extend(error.help);
        diagnostic
    }
}
