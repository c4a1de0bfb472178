//! Bytes from a peer become lines, within bounds.

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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(text: &str) -> SplitLine {
        SplitLine::Line(text.to_owned())
    }

    #[test]
    fn every_line_end_of_the_time_is_understood() {
        for end in ["\r", "\n", "\r\n", "\n\n\r\n"] {
            let mut lines = LineSplitter::new(100);
            let text = format!("STOP{end}JUMP {end}");
            assert_eq!(lines.push(text.as_bytes()), [line("STOP"), line("JUMP ")], "{end:?}");
        }
    }

    #[test]
    fn a_line_that_is_too_long_costs_no_memory_and_no_neighbour() {
        let mut lines = LineSplitter::new(8);
        let mut found = lines.push(b"STOP\n");
        for _ in 0..1000 {
            found.extend(lines.push(&[b'x'; 1000]));
            assert!(lines.partial.capacity() <= 64);
        }
        found.extend(lines.push(b"xx\nJUMP\n"));
        assert_eq!(found, [line("STOP"), SplitLine::TooLong, line("JUMP")]);
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_bytes_arrive(
            bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..200),
            cuts in proptest::collection::vec(1usize..20, 1..40),
        ) {
            let mut whole = LineSplitter::new(16);
            let mut expected = whole.push(&bytes);
            expected.extend(whole.finish());

            let mut pieces = LineSplitter::new(16);
            let (mut found, mut rest) = (Vec::new(), &bytes[..]);
            for cut in cuts.iter().cycle() {
                let (piece, after) = rest.split_at((*cut).min(rest.len()));
                found.extend(pieces.push(piece));
                rest = after;
                if rest.is_empty() { break }
            }
            found.extend(pieces.finish());
            prop_assert_eq!(found, expected);
        }
    }
}
