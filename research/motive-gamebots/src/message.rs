//! The lines of the protocol: bytes from a peer become lines, within bounds, and a line is a kind and attributes.

use std::fmt;

/// A message's kind and its attributes in the order in which they were written. An attribute may be there several times.
///
/// ```
/// use motive_gamebots::Message;
///
/// let message = Message::parse("init  {Team 0}  {Name Enemy One}")?;
/// assert_eq!(message.kind(), "INIT");
/// assert_eq!(message.get("name"), Some("Enemy One"));
/// assert_eq!(message.to_string(), "INIT {Team 0} {Name Enemy One}");
/// # Ok::<(), motive_gamebots::MalformedLine>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    kind: String,
    attributes: Vec<(String, String)>,
}

/// A line that is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {reason}")]
pub struct MalformedLine {
    column: usize,
    reason: &'static str,
    readable: Option<Message>,
}

impl MalformedLine {
    /// What could be read all the same. A client of 2008 leaves out the last brace of `INIT {Name Bob`; whoever wants to
    /// serve such programs uses this.
    pub fn readable(self) -> Option<Message> {
        self.readable
    }
}

impl Message {
    /// A message without attributes. The kind is written in capitals.
    pub fn new(kind: &str) -> Message {
        Message { kind: printable(kind).to_ascii_uppercase().replace(' ', "_"), attributes: Vec::new() }
    }

    /// The message with one attribute more.
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Message {
        self.attributes.push((printable(name).replace(' ', "_"), printable(&value.to_string())));
        self
    }

    /// What kind of message it is, in capitals.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The value of the first attribute with this name, in whatever case it is written.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// All attributes with their values, in the order of the line.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Reads a line without its end.
    ///
    /// # Errors
    ///
    /// The line has no kind, a brace without its partner, or text outside of braces.
    pub fn parse(line: &str) -> Result<Message, MalformedLine> {
        let text = line.trim_end();
        let start = text.len() - text.trim_start().len();
        let end = text[start..].find([' ', '\t', '{']).map_or(text.len(), |at| start + at);
        let kind = &text[start..end];
        if kind.is_empty() || kind.contains('}') {
            let reason = "a message starts with its kind, as in `INIT {Name Bob}`";
            return Err(MalformedLine { column: start + 1, reason, readable: None });
        }
        let mut message = Message { kind: kind.to_ascii_uppercase(), attributes: Vec::new() };
        match message.read_attributes(text, end) {
            Ok(()) => Ok(message),
            Err((at, reason)) => Err(MalformedLine { column: at + 1, reason, readable: Some(message) }),
        }
    }

    /// Reads attributes from a byte offset on. At a fault, those before it have been read.
    fn read_attributes(&mut self, text: &str, mut at: usize) -> Result<(), (usize, &'static str)> {
        loop {
            let rest = text[at..].trim_start();
            at = text.len() - rest.len();
            match rest.as_bytes().first() {
                None => return Ok(()),
                Some(b'{') => {}
                Some(b'}') => return Err((at, "this brace closes nothing")),
                Some(_) => return Err((at, "attributes stand in braces: `{Name value}`")),
            }
            let inside = &rest[1..];
            let length = closing_brace(inside);
            let content = inside[..length.unwrap_or(inside.len())].trim();
            let (name, value) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
            if !name.is_empty() {
                self.attributes.push((name.to_owned(), value.trim().to_owned()));
            }
            match length {
                Some(length) => at += length + 2,
                None => return Err((at, "this brace is never closed")),
            }
        }
    }
}

/// Where the brace that was opened before `text` closes. Groups in braces may stand inside: the real server nests them.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The text with everything replaced that would end a value or a line.
fn printable(text: &str) -> String {
    let replaced = text.chars().map(|c| match c {
        '{' => '(',
        '}' => ')',
        c if c.is_control() => ' ',
        c => c,
    });
    replaced.collect::<String>().trim().to_owned()
}

/// The line without its end. A blank follows a kind without attributes: parsers of the time need it.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if self.attributes.is_empty() {
            f.write_str(" ")?;
        }
        self.attributes.iter().try_for_each(|(name, value)| write!(f, " {{{name} {value}}}"))
    }
}

/// How lines end that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// `\r`, which Hansen's bots send.
    Cr,
    /// `\n`.
    Lf,
    /// `\r\n`.
    #[default]
    CrLf,
}

impl LineEnd {
    /// The characters to write.
    pub fn as_str(self) -> &'static str {
        match self {
            LineEnd::Cr => "\r",
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        }
    }
}

/// What a [`LineSplitter`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SplitLine {
    /// A line without its end. Bytes that are not UTF-8 have become U+FFFD.
    Line(String),
    /// A line was longer than allowed; all of it was passed over.
    TooLong,
}

/// Collects bytes as they arrive and gives out whole lines. Lines end in CR, LF or CRLF; empty ones are passed over.
///
/// It never holds more than one line of the length that it allows.
///
/// ```
/// use motive_gamebots::{LineSplitter, SplitLine};
///
/// let mut lines = LineSplitter::new(80);
/// assert_eq!(lines.push(b"STOP\r\nRUN"), [SplitLine::Line("STOP".into())]);
/// assert_eq!(lines.push(b"TO {Target a}\rJUMP\n").len(), 2);
/// assert_eq!(lines.push(&[b'x'; 1000]), []);
/// assert_eq!(lines.push(b"\n"), [SplitLine::TooLong]);
/// ```
#[derive(Clone, Debug)]
pub struct LineSplitter {
    partial: Vec<u8>,
    longest: usize,
    skipping: bool,
}

impl LineSplitter {
    /// The longest line that programs of this crate allow, in bytes. A path of fifteen nodes has about 1,500.
    pub const USUAL_LIMIT: usize = 64 * 1024;

    /// A splitter that allows lines of so many bytes.
    pub fn new(longest: usize) -> LineSplitter {
        LineSplitter { partial: Vec::new(), longest, skipping: false }
    }

    /// Takes bytes in and gives out the lines that they complete, in order.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<SplitLine> {
        let mut lines = Vec::new();
        for part in bytes.split_inclusive(|byte| matches!(byte, b'\r' | b'\n')) {
            let (text, ended) = match part {
                [text @ .., b'\r' | b'\n'] => (text, true),
                text => (text, false),
            };
            if self.skipping || self.partial.len() + text.len() > self.longest {
                self.skipping = true;
                self.partial.clear();
            } else {
                self.partial.extend_from_slice(text);
            }
            if ended {
                lines.extend(self.end_line());
            }
        }
        lines
    }

    /// What has arrived of a line that never ended, when the peer closes the connection.
    pub fn finish(mut self) -> Option<SplitLine> {
        self.end_line()
    }

    fn end_line(&mut self) -> Option<SplitLine> {
        if std::mem::take(&mut self.skipping) {
            return Some(SplitLine::TooLong);
        }
        let text = String::from_utf8_lossy(&self.partial).into_owned();
        self.partial.clear();
        (!text.trim().is_empty()).then_some(SplitLine::Line(text))
    }
}

#[cfg(test)]
#[path = "../tests/unit/message.rs"]
mod tests;
