//! The journal: one line for each finished run, written so that a crash loses none.
//!
//! # Format
//!
//! A line is `cell run seed steps microseconds value... checksum`, with a space between: the number of the cell in
//! [`Design::cells`](crate::Design::cells), the number of the run, its seed, the ticks that it lasted, the time of the thread that it took, the
//! metrics in the order of the design, and the CRC-32 of all that in hexadecimal. A number is written so that reading it gives the
//! same number.
//!
//! # What survives
//!
//! A line is written with one call as soon as its run is over. When the process is killed, what was written is the system's to keep:
//! at most the runs in flight are lost. The file is forced to the disk about once a second and at the end, so that a power cut loses
//! about a second of runs. A line that was cut, or damaged, does not match its checksum: it is left out when the file is read, and its
//! run is run again.

use crate::error::LabError;
use fs4::{FileExt, TryLockError};
use motive_util::refuse_link;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is kept of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRecord {
    /// The cell's number.
    pub cell: usize,
    /// The number of the run in its cell.
    pub run: usize,
    /// The seed.
    pub seed: u64,
    /// How many ticks it lasted.
    pub steps: u64,
    /// The time of the thread that it took. The one thing here that no second run repeats.
    pub microseconds: u64,
    /// The metrics, in the order of the design.
    pub values: Vec<f64>,
}

impl RunRecord {
    /// The line of the journal, with its end.
    pub fn line(&self) -> String {
        let mut line =
            format!("{} {} {} {} {}", self.cell, self.run, self.seed, self.steps, self.microseconds);
        for value in &self.values {
            line.push(' ');
            line.push_str(&value.to_string());
        }
        let sum = crc32fast::hash(line.as_bytes());
        line.push_str(&format!(" {sum:08x}\n"));
        line
    }

    /// Reads a line without its end. Nothing if it is not whole.
    pub fn read(line: &str, values: usize) -> Option<Self> {
        let (body, sum) = line.rsplit_once(' ')?;
        if sum.len() != 8 || u32::from_str_radix(sum, 16).ok()? != crc32fast::hash(body.as_bytes()) {
            return None;
        }
        let mut parts = body.split(' ');
        let (cell, run) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let (seed, steps) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let microseconds = parts.next()?.parse().ok()?;
        let values: Vec<f64> =
            parts.by_ref().take(values).map(|part| part.parse().ok()).collect::<Option<_>>()?;
        parts.next().is_none().then_some(Self { cell, run, seed, steps, microseconds, values })
    }

    /// Whether two records say the same of the same run, but for the time that it took.
    pub fn agrees(&self, other: &Self) -> bool {
        let bits = |record: &Self| record.values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        (self.cell, self.run, self.seed, self.steps) == (other.cell, other.run, other.seed, other.steps)
            && bits(self) == bits(other)
    }
}

/// What a journal holds.
#[derive(Clone, Debug, Default)]
pub struct JournalContents {
    /// The runs, in the order in which they ended.
    pub records: Vec<RunRecord>,
    /// Lines that were cut or damaged.
    pub damaged: usize,
}

/// Reads a journal. Lines that are not whole are counted and left out.
///
/// # Errors
/// If the file cannot be read.
pub fn read(path: &Path, values: usize) -> Result<JournalContents, LabError> {
    let known = std::fs::metadata(path).map_err(LabError::io("read", path))?;
    // Reading a device may never end.
    if !known.is_file() {
        return Ok(JournalContents::default());
    }
    let bytes = std::fs::read(path).map_err(LabError::io("read", path))?;
    Ok(parse(&bytes, values))
}

/// Reads the bytes of a journal. Lines that are not whole are counted and left out.
pub fn parse(bytes: &[u8], values: usize) -> JournalContents {
    let mut contents = JournalContents::default();
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    for line in bytes[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        match std::str::from_utf8(line).ok().and_then(|line| RunRecord::read(line, values)) {
            Some(record) => contents.records.push(record),
            None => contents.damaged += 1,
        }
    }
    contents.damaged += usize::from(whole < bytes.len());
    contents
}

/// How long written lines may stay in the system's cache before they are forced to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A journal that is being written. No other process can write it meanwhile.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    kept: usize,
    synced: Instant,
}

impl Journal {
    /// Opens a journal, and gives what it holds. A tail that was cut is taken off, so that new lines begin on a line of their own.
    pub(crate) fn open(path: &Path, values: usize) -> Result<(Self, JournalContents), LabError> {
        refuse_link(path).map_err(LabError::io("write", path))?;
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(LabError::io("write", path))?;
        let mut bytes = Vec::new();
        // A device can be written, but it has no contents to read, and others may write to it too.
        if file.metadata().is_ok_and(|known| known.is_file()) {
            // Some file systems of clusters have no locks; there every share has a file of its own anyway.
            if let Err(TryLockError::WouldBlock) = FileExt::try_lock(&file) {
                return Err(LabError::Busy(path.to_owned()));
            }
            file.read_to_end(&mut bytes).map_err(LabError::io("read", path))?;
            let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
            if whole < bytes.len() {
                file.set_len(whole as u64).map_err(LabError::io("write", path))?;
            }
        }
        let contents = parse(&bytes, values);
        let kept = contents.records.len();
        Ok((Self { path: path.to_owned(), file, kept, synced: Instant::now() }, contents))
    }

    /// Keeps a run.
    pub(crate) fn append(&mut self, record: &RunRecord) -> Result<(), LabError> {
        let line = record.line();
        if let Err(source) = self.file.write_all(line.as_bytes()) {
            self.take_back(line.len());
            return Err(self.failed(source));
        }
        self.kept += 1;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Removes the part of a line that could not be written whole. If that fails too, the line is cut, and the next
    /// reader leaves it out.
    fn take_back(&mut self, most: usize) {
        let Ok(end) = self.file.seek(SeekFrom::End(0)) else { return };
        let mut tail = vec![0; most.min(end as usize)];
        if self.file.seek(SeekFrom::Start(end - tail.len() as u64)).is_ok()
            && self.file.read_exact(&mut tail).is_ok()
            && let Some(last) = tail.iter().rposition(|byte| *byte == b'\n')
        {
            let whole = end - (tail.len() - last - 1) as u64;
            // Nothing is lost if it fails.
            let _ = self.file.set_len(whole);
        }
    }

    /// Forces all that was written to the disk.
    pub(crate) fn sync(&mut self) -> Result<(), LabError> {
        self.synced = Instant::now();
        // Devices and pipes have nothing to be forced.
        if !self.file.metadata().is_ok_and(|known| known.is_file()) {
            return Ok(());
        }
        self.file.sync_data().map_err(|source| self.failed(source))
    }

    fn failed(&self, source: std::io::Error) -> LabError {
        LabError::Results(self.path.clone(), source, self.kept)
    }
}

#[cfg(test)]
#[path = "../tests/unit/journal.rs"]
mod tests;
