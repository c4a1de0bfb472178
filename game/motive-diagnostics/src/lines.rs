//! From bytes to lines and columns.

use std::ops::Range;

/// Where the lines of a text begin, so that many places are found without reading the text again.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// The index of a text.
    pub fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(i, _)| i + 1);
        Self { starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// The line a byte lies on, counted from 0.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// Line and column of a byte of the same text, both counted from 1; columns count characters.
    pub fn position(&self, text: &str, at: usize) -> (usize, usize) {
        let at = floor_boundary(text, at);
        let line = self.line(at);
        let start = floor_boundary(text, self.starts[line]).min(at);
        (line + 1, text[start..at].chars().count() + 1)
    }

    /// The bytes of the lines from the first to the last of the range, without the last line break.
    pub(super) fn bytes(&self, text: &str, lines: &Range<usize>) -> Range<usize> {
        let last = self.starts.len() - 1;
        let start = self.starts[lines.start.min(last)];
        let end = self.starts.get(lines.end + 1).map_or(text.len(), |next| next - 1);
        start..end.max(start)
    }
}

/// The byte, or the nearest one before it that starts a character.
pub(super) fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
