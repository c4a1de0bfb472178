//! Reading a trace, whatever the bytes.

use crate::format::{
    AgentInfo, FRAME_HEADER, FileFrame, Header, INDEX_MARK, Names, Record, RunInfo, VERSION, checksum,
    frame_header,
};
use motive_core::VocabularyError;
use motive_core::mind::MindText;
use serde::Deserialize;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// No header is longer: a file without a line break up to here is no trace.
const LONGEST_HEADER: u64 = 1 << 20;

/// Why a trace cannot be read, or not further.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// It does not begin as a trace does.
    #[error(
        "it is not a trace; `motive play WORLD --record FILE` records one, and so does a game with `motive::recording::Recording`"
    )]
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
    /// It ends in the middle of a record, or without an end mark: the program that wrote it crashed, or is still running.
    #[error("it is cut off at byte {at}, after {records} complete records")]
    Cut {
        /// Where the last complete record ends.
        at: u64,
        /// How many complete records there are.
        records: u64,
    },
    /// A record, or something before it, has changed since it was written.
    #[error("it is damaged: the record at byte {at} is not what was written")]
    Damaged {
        /// Where the record begins.
        at: u64,
    },
    /// The bytes cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// Names contradict each other only in a damaged trace.
impl From<VocabularyError> for TraceError {
    fn from(error: VocabularyError) -> Self {
        Self::BadHeader(error.to_string())
    }
}

/// Reads a trace record by record.
pub struct Reader<R> {
    from: R,
    run: RunInfo,
    names: Vec<Arc<Names>>,
    minds: Vec<Arc<MindText>>,
    at: u64,
    records: u64,
    frame: Vec<u8>,
    checksum: u32,
    /// Where the index begins.
    index: u64,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If it is not that of a trace of this version.
    pub fn new(mut from: R) -> Result<Self, TraceError> {
        let (run, line) = read_header(&mut from)?;
        Ok(Self {
            from,
            run,
            names: Vec::new(),
            minds: Vec::new(),
            at: line.len() as u64,
            records: 0,
            frame: Vec::new(),
            checksum: checksum(0, &line),
            index: 0,
            ended: false,
        })
    }

    /// What the trace says about the run.
    pub fn run(&self) -> &RunInfo {
        &self.run
    }

    /// The next record; none after the last.
    ///
    /// # Errors
    /// If the trace is cut off or damaged here.
    pub fn next_record(&mut self) -> Result<Option<Record>, TraceError> {
        while !self.ended {
            let at = self.at;
            match self.next_frame()? {
                FileFrame::Tick(tick) => return Ok(Some(Record::Tick(tick))),
                FileFrame::Backdrop(backdrop) => return Ok(Some(Record::Backdrop(backdrop))),
                FileFrame::Scene(scene) => return Ok(Some(Record::Scene(scene))),
                FileFrame::Names(names) => self.names.push(Arc::new(names)),
                FileFrame::Mind(mind) => self.minds.push(Arc::new(mind)),
                FileFrame::Agent(stored) => {
                    let info = AgentInfo::joined(stored, &self.names, &self.minds);
                    return info.map(|info| Some(Record::Agent(info))).ok_or(TraceError::Damaged { at });
                }
                // For those who read from the middle.
                FileFrame::Checkpoint(_) => {}
                FileFrame::Index(_) => self.index = at,
                FileFrame::End => {
                    self.check_end()?;
                    self.ended = true;
                }
            }
        }
        Ok(None)
    }

    fn next_frame(&mut self) -> Result<FileFrame, TraceError> {
        let Some(expected) = read_frame(&mut self.from, &mut self.frame)? else { return Err(self.cut()) };
        self.checksum = checksum(self.checksum, &self.frame);
        if self.checksum != expected {
            return Err(TraceError::Damaged { at: self.at });
        }
        let frame = decoded(&self.frame, self.at)?;
        self.at += (FRAME_HEADER + self.frame.len()) as u64;
        self.records += 1;
        Ok(frame)
    }

    /// After the last record stands where the index is, and nothing else.
    fn check_end(&mut self) -> Result<(), TraceError> {
        let mut bytes = Vec::new();
        self.from.by_ref().take(32).read_to_end(&mut bytes)?;
        let expected = [&self.index.to_le_bytes()[..], INDEX_MARK].concat();
        match bytes == expected {
            true => Ok(()),
            false if expected.starts_with(&bytes) => Err(self.cut()),
            false => Err(TraceError::Damaged { at: self.at }),
        }
    }

    fn cut(&self) -> TraceError {
        TraceError::Cut { at: self.at, records: self.records }
    }
}

/// Reads a record, and gives the checksum up to its end; none if the file ends before that. Reads no more than there is, whatever the length claims.
pub(crate) fn read_frame(from: &mut impl Read, frame: &mut Vec<u8>) -> io::Result<Option<u32>> {
    frame.clear();
    from.by_ref().take(FRAME_HEADER as u64).read_to_end(frame)?;
    let Some((&header, _)) = frame.split_first_chunk::<FRAME_HEADER>() else { return Ok(None) };
    let (length, checksum) = frame_header(header);
    frame.clear();
    let read = from.by_ref().take(length.into()).read_to_end(frame)?;
    Ok((read == length as usize).then_some(checksum))
}

/// A whole record, which begins at this byte.
pub(crate) fn decoded(frame: &[u8], at: u64) -> Result<FileFrame, TraceError> {
    match postcard::take_from_bytes::<FileFrame>(frame) {
        Ok((frame, [])) => Ok(frame),
        _ => Err(TraceError::Damaged { at }),
    }
}

/// Reads the first line.
pub(crate) fn read_header(from: &mut impl BufRead) -> Result<(RunInfo, Vec<u8>), TraceError> {
    let mut line = Vec::new();
    from.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
    if line.first() != Some(&b'{') {
        return Err(TraceError::NotATrace);
    }
    if line.last() != Some(&b'\n') {
        let begins = line.starts_with(br#"{"motive_trace":"#);
        return Err(if begins { TraceError::Cut { at: 0, records: 0 } } else { TraceError::NotATrace });
    }
    Ok((header(&line)?, line))
}

/// The version is read first: the rest may look different in another.
fn header(line: &[u8]) -> Result<RunInfo, TraceError> {
    #[derive(Deserialize)]
    struct Version {
        motive_trace: u64,
    }
    let Ok(version) = serde_json::from_slice::<Version>(line) else { return Err(TraceError::NotATrace) };
    if version.motive_trace != u64::from(VERSION) {
        return Err(TraceError::OtherVersion { found: version.motive_trace });
    }
    let header: Result<Header, _> = serde_json::from_slice(line);
    header.map(|header| header.run).map_err(|error| TraceError::BadHeader(error.to_string()))
}
