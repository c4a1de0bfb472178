//! One file as text and tree.

use crate::position::LineMap;
use motive_language::syntax::{Parse, SyntaxToken, parse};

/// A file with its tree and the starts of its lines. What does not depend on the meaning of names is answered from it alone.
pub(crate) struct ParsedFile {
    pub(crate) name: String,
    pub(crate) parse: Parse,
    pub(crate) lines: LineMap,
}

impl ParsedFile {
    pub(crate) fn new(name: String, text: String) -> ParsedFile {
        ParsedFile { name, parse: parse(&text), lines: LineMap::new(text) }
    }

    /// The token that contains an offset, or ends there.
    pub(crate) fn token_at(&self, offset: usize) -> Option<SyntaxToken> {
        self.parse.syntax().token_at(offset)
    }
}
