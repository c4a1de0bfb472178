//! Recordings of updates, with which a run can be replayed in one process.

use crate::error::{NetError, cannot};
use motive::networks::{Network, NetworkStep, RecordedUpdate, SavedNetwork};
use motive_util::open_regular_file;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A recorded run: the network at the beginning, the updates, and the number of steps.
#[derive(Clone, Debug)]
pub struct UpdateRecording {
    /// The network at the beginning.
    pub start: SavedNetwork,
    /// The updates.
    pub updates: Vec<RecordedUpdate>,
    /// The number of the last step.
    pub steps: u64,
}

/// One line of a file.
#[derive(Serialize, Deserialize)]
enum RecordingLine {
    Start(Box<SavedNetwork>),
    Update(RecordedUpdate),
    Steps(u64),
}

impl UpdateRecording {
    /// Reads a recording. A last line that is cut off is ignored.
    ///
    /// # Errors
    /// If there is no such file, or it is not a recording.
    pub fn read(path: &Path) -> Result<Self, NetError> {
        let file = open_regular_file(path).map_err(cannot("read", path))?;
        let bad = |why: String| NetError::BadFile(path.to_owned(), why);
        let mut lines = BufReader::new(file).lines();
        let first = lines.next().transpose().map_err(cannot("read", path))?.unwrap_or_default();
        let Ok(RecordingLine::Start(start)) = serde_json::from_str(&first) else {
            return Err(bad("it is not a recording".to_owned()));
        };
        let mut recording = Self { steps: start.steps(), start: *start, updates: Vec::new() };
        let mut cut = None;
        for (number, line) in (2..).zip(lines) {
            if let Some(number) = cut {
                return Err(bad(format!("line {number} cannot be read")));
            }
            match serde_json::from_str(&line.map_err(cannot("read", path))?) {
                Ok(RecordingLine::Update(update)) => recording.updates.push(update),
                Ok(RecordingLine::Steps(steps)) => recording.steps = recording.steps.max(steps),
                Ok(RecordingLine::Start(_)) => {
                    return Err(bad(format!("line {number} begins another recording")));
                }
                Err(_) => cut = Some(number),
            }
        }
        let last = recording.updates.last().map_or(0, |update| update.after);
        recording.steps = recording.steps.max(last);
        Ok(recording)
    }

    /// Replays it. `seen` is called after each step.
    ///
    /// # Errors
    /// If the network rejects an update, because the recording was changed.
    pub fn replay(&self, seen: impl FnMut(&Network, NetworkStep)) -> Result<Network, NetError> {
        let mut network = Network::restore(self.start.clone())?;
        network.replay(&self.updates, self.steps, seen)?;
        Ok(network)
    }
}

/// Records updates.
pub struct UpdateRecorder {
    sink: Sink,
    steps: u64,
    failed: Option<NetError>,
}

enum Sink {
    Memory(Box<UpdateRecording>),
    File { out: BufWriter<File>, path: PathBuf },
}

impl UpdateRecorder {
    /// Keeps everything in memory.
    pub fn in_memory(network: &Network) -> Self {
        let (start, steps) = (network.save(), network.steps());
        let recording = UpdateRecording { start, updates: Vec::new(), steps };
        Self { sink: Sink::Memory(Box::new(recording)), steps, failed: None }
    }

    /// Writes to a new file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn to_file(path: &Path, network: &Network) -> Result<Self, NetError> {
        let file = File::create(path).map_err(cannot("write", path))?;
        let sink = Sink::File { out: BufWriter::new(file), path: path.to_owned() };
        let mut recorder = Self { sink, steps: network.steps(), failed: None };
        recorder.write(&RecordingLine::Start(Box::new(network.save())));
        recorder.flush().map(|()| recorder)
    }

    /// The recording so far, if it is in memory.
    pub fn recording(&self) -> Option<&UpdateRecording> {
        match &self.sink {
            Sink::Memory(recording) => Some(recording),
            Sink::File { .. } => None,
        }
    }

    pub(crate) fn note(&mut self, update: RecordedUpdate) {
        match &mut self.sink {
            Sink::Memory(recording) => recording.updates.push(update),
            Sink::File { .. } => self.write(&RecordingLine::Update(update)),
        }
    }

    pub(crate) fn stepped(&mut self, step: u64) {
        self.steps = step;
        if let Sink::Memory(recording) = &mut self.sink {
            recording.steps = step;
        }
    }

    /// Writes everything to the file, with the number of steps.
    pub(crate) fn flush(&mut self) -> Result<(), NetError> {
        if matches!(self.sink, Sink::File { .. }) {
            self.write(&RecordingLine::Steps(self.steps));
        }
        if let Sink::File { out, path } = &mut self.sink {
            out.flush().map_err(cannot("write", path))?;
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    fn write(&mut self, line: &RecordingLine) {
        let Sink::File { out, path } = &mut self.sink else { return };
        let written = serde_json::to_writer(&mut *out, line).map_err(std::io::Error::from);
        if let Err(error) = written.and_then(|()| out.write_all(b"\n"))
            && self.failed.is_none()
        {
            self.failed = Some(cannot("write", path)(error));
        }
    }
}
