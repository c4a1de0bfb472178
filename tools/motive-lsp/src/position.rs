//! Positions of the protocol (line and UTF-16 column) to byte offsets and back, and addresses of files to paths and back.

use lsp_types::{Position, Range, Uri};
use std::ops;
use std::path::{Component, Path, PathBuf};
use url::Url;

/// How many bytes of a line are counted at most for one position. Texts of machines are lines of a megabyte, with thousands of names on each.
const PIECE: usize = 256;

/// Where a line, or a piece of a long line, begins.
#[derive(Clone, Copy, Debug)]
struct LinePiece {
    offset: usize,
    position: Position,
}

/// A text in pieces, so that a place in it is found without counting from the start of the text or line.
#[derive(Clone, Debug)]
pub(crate) struct LineMap {
    text: String,
    pieces: Vec<LinePiece>,
}

impl LineMap {
    pub(crate) fn new(text: String) -> LineMap {
        let mut pieces = vec![LinePiece { offset: 0, position: Position::new(0, 0) }];
        let (mut begun, mut position) = (0, Position::new(0, 0));
        for (offset, c) in text.char_indices() {
            if offset - begun >= PIECE {
                begun = offset;
                pieces.push(LinePiece { offset, position });
            }
            position.character += c.len_utf16() as u32;
            if c == '\n' {
                begun = offset + 1;
                position = Position::new(position.line + 1, 0);
                pieces.push(LinePiece { offset: begun, position });
            }
        }
        LineMap { text, pieces }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The last piece that is not after a place.
    fn piece(&self, is_after: impl Fn(&LinePiece) -> bool) -> (LinePiece, usize) {
        let next = self.pieces.partition_point(|piece| !is_after(piece));
        let end = self.pieces.get(next).map_or(self.text.len(), |next| next.offset);
        (self.pieces[next.saturating_sub(1)], end)
    }

    /// The line of a byte.
    pub(crate) fn line(&self, offset: usize) -> u32 {
        self.piece(|piece| piece.offset > offset).0.position.line
    }

    /// The position of a byte. One past the end is the end.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let (LinePiece { offset: start, position }, _) = self.piece(|piece| piece.offset > offset);
        let before = self.text.get(start..offset).unwrap_or_default();
        Position::new(position.line, position.character + before.encode_utf16().count() as u32)
    }

    pub(crate) fn range(&self, span: &ops::Range<usize>) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// The byte at a position. What lies behind the end of a line is its end.
    pub(crate) fn offset(&self, wanted: Position) -> usize {
        let (LinePiece { offset: start, position }, end) = self.piece(|piece| piece.position > wanted);
        if position.line < wanted.line {
            return self.text.len();
        }
        let mut column = position.character;
        for (at, c) in self.text[start..end].char_indices() {
            if column >= wanted.character || c == '\n' {
                return start + at;
            }
            column += c.len_utf16() as u32;
        }
        end
    }

    /// The text with a range replaced.
    pub(crate) fn replaced(&self, range: Range, by: &str) -> String {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        let (start, end) = (start.min(end), start.max(end));
        [&self.text[..start], by, &self.text[end..]].concat()
    }
}

/// The path of a file's address. Addresses of other schemes (an editor's unsaved files) stand for themselves.
pub(crate) fn uri_to_path(uri: &Uri) -> Option<PathBuf> {
    let url = Url::parse(uri.as_str()).ok()?;
    match url.scheme() {
        "file" => url.to_file_path().ok().map(|path| normal(&path)),
        _ => Some(PathBuf::from(uri.as_str())),
    }
}

/// The address of a path.
pub(crate) fn path_to_uri(path: &Path) -> Option<Uri> {
    let address = match Url::from_file_path(path) {
        Ok(url) => url.to_string(),
        Err(()) => path.to_str()?.to_owned(),
    };
    address.parse().ok()
}

/// The path without `.` and `..`, so that a file has one name.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
#[path = "../tests/unit/position.rs"]
mod tests;
