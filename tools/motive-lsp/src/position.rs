//! Positions of the protocol (line and UTF-16 column) to byte offsets and back, and addresses of files to paths and back.

use lsp_types::{Position, Range, Uri};
use std::ops;
use std::path::{Component, Path, PathBuf};
use url::Url;

/// A text with the starts of its lines.
#[derive(Clone, Debug)]
pub(crate) struct LineMap {
    text: String,
    starts: Vec<usize>,
}

impl LineMap {
    pub(crate) fn new(text: String) -> LineMap {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(breaks).collect();
        LineMap { text, starts }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The line of a byte.
    pub(crate) fn line(&self, offset: usize) -> u32 {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1) as u32
    }

    /// The position of a byte. One past the end is the end.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let before = self.text.get(self.starts[line]..offset).unwrap_or_default();
        let column = before.encode_utf16().count();
        Position::new(line as u32, column as u32)
    }

    pub(crate) fn range(&self, span: &ops::Range<usize>) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// The byte at a position. What lies behind the end of a line is its end.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize).copied() else { return self.text.len() };
        let end = self.starts.get(position.line as usize + 1).map_or(self.text.len(), |next| next - 1);
        let mut units = 0;
        for (at, c) in self.text[start..end].char_indices() {
            if units >= position.character as usize {
                return start + at;
            }
            units += c.len_utf16();
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
