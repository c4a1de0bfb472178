//! Reading a trace, whatever the bytes.

use super::record::{Header, Record, VERSION};
use serde::Deserialize;
use std::io::{self, BufRead, Read};

/// Longer than any header: what has no line break before is no trace.
const LONGEST_HEADER: u64 = 1 << 28;

/// Why a trace cannot be read, or not further.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// It does not begin as a trace does.
    #[error("it is not a trace; `motive play WORLD --record FILE` makes one")]
    NotATrace,
    /// It was written by another version.
    #[error(
        "it is a trace of version {found}, and this program reads version {}; record the run again",
        VERSION
    )]
    OtherVersion {
        /// The version that it has.
        found: u64,
    },
    /// Its first line is damaged.
    #[error("its first line is damaged: {0}")]
    BadHeader(String),
    /// It ends in the middle of a record, or without an end.
    #[error("it is cut off at byte {at}, after {records} whole records")]
    Cut {
        /// Where the last whole record ends.
        at: u64,
        /// How many whole records there are.
        records: u64,
    },
    /// A record makes no sense.
    #[error("it is damaged: the record at byte {at} makes no sense")]
    Damaged {
        /// Where the record begins.
        at: u64,
    },
    /// The bytes could not be had.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// Reads a trace record by record.
pub struct Reader<R> {
    from: R,
    header: Header,
    at: u64,
    records: u64,
    frame: Vec<u8>,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not that of a trace of this version.
    pub fn new(mut from: R) -> Result<Self, TraceError> {
        let mut line = Vec::new();
        let read = from.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        if line.first() != Some(&b'{') {
            return Err(TraceError::NotATrace);
        }
        if line.last() != Some(&b'\n') {
            // Whoever begins like a trace and stops is one that was cut off.
            let begins = line.starts_with(br#"{"motive_trace":"#);
            return Err(if begins { TraceError::Cut { at: 0, records: 0 } } else { TraceError::NotATrace });
        }
        let header = header(&line)?;
        Ok(Self { from, header, at: read as u64, records: 0, frame: Vec::new(), ended: false })
    }

    /// What the trace says of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next record; none after the last.
    ///
    /// # Errors
    /// If the trace is cut off or damaged here.
    pub fn next_record(&mut self) -> Result<Option<Record>, TraceError> {
        if self.ended {
            return Ok(None);
        }
        self.frame.clear();
        // Read no more than there is, whatever the length claims.
        if self.from.by_ref().take(4).read_to_end(&mut self.frame)? < 4 {
            return Err(self.cut());
        }
        let length = u32::from_le_bytes([self.frame[0], self.frame[1], self.frame[2], self.frame[3]]);
        self.frame.clear();
        let read = self.from.by_ref().take(length.into()).read_to_end(&mut self.frame)?;
        if read < length as usize {
            return Err(self.cut());
        }
        let damaged = TraceError::Damaged { at: self.at };
        let Ok((record, [])) = postcard::take_from_bytes::<Record>(&self.frame) else { return Err(damaged) };
        self.at += 4 + u64::from(length);
        self.records += 1;
        self.ended = record == Record::End;
        Ok((!self.ended).then_some(record))
    }

    fn cut(&self) -> TraceError {
        TraceError::Cut { at: self.at, records: self.records }
    }
}

/// The version is read first: the rest may look different in another.
fn header(line: &[u8]) -> Result<Header, TraceError> {
    #[derive(Deserialize)]
    struct Version {
        motive_trace: u64,
    }
    let Ok(version) = serde_json::from_slice::<Version>(line) else { return Err(TraceError::NotATrace) };
    if version.motive_trace != u64::from(VERSION) {
        return Err(TraceError::OtherVersion { found: version.motive_trace });
    }
    serde_json::from_slice(line).map_err(|error| TraceError::BadHeader(error.to_string()))
}
