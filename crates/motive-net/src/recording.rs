//! What arrived, so that a run can be played again in one process.

use crate::error::NetError;
use motive::network::{Network, RecordedUpdate, SavedNetwork, Step};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A run: how the network stood at the beginning, what arrived before which step, and how many steps were made.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The network at the beginning.
    pub start: SavedNetwork,
    /// What arrived.
    pub arrivals: Vec<RecordedUpdate>,
    /// The number of the last step.
    pub steps: u64,
}

/// One line of a file.
#[derive(Serialize, Deserialize)]
enum Line {
    Start(Box<SavedNetwork>),
    Update(RecordedUpdate),
    Steps(u64),
}

impl Recording {
    /// Reads a recording. Of a file whose last line was cut off, everything before it counts.
    ///
    /// # Errors
    /// If there is no such file, or it is not a recording.
    pub fn read(path: &Path) -> Result<Self, NetError> {
        let file = File::open(path).map_err(cannot("read", path))?;
        let bad = |why: String| NetError::BadFile { path: path.to_owned(), why };
        let mut lines = BufReader::new(file).lines();
        let first = lines.next().transpose().map_err(cannot("read", path))?.unwrap_or_default();
        let Ok(Line::Start(start)) = serde_json::from_str(&first) else {
            return Err(bad("it does not begin as a recording does".to_owned()));
        };
        let mut recording = Self { steps: start.steps(), start: *start, arrivals: Vec::new() };
        let mut cut = None;
        for (number, line) in (2..).zip(lines) {
            if let Some(number) = cut {
                return Err(bad(format!("line {number} cannot be read")));
            }
            match serde_json::from_str(&line.map_err(cannot("read", path))?) {
                Ok(Line::Update(arrival)) => recording.arrivals.push(arrival),
                Ok(Line::Steps(steps)) => recording.steps = recording.steps.max(steps),
                Ok(Line::Start(_)) => return Err(bad(format!("line {number} begins another recording"))),
                Err(_) => cut = Some(number),
            }
        }
        let last = recording.arrivals.last().map_or(0, |arrival| arrival.after);
        recording.steps = recording.steps.max(last);
        Ok(recording)
    }

    /// Plays it again. `seen` is told of each step.
    ///
    /// # Errors
    /// If the network refuses what it took the first time: the recording was changed.
    pub fn replay(&self, seen: impl FnMut(&Network, Step)) -> Result<Network, NetError> {
        let mut network = Network::restore(self.start.clone())?;
        network.replay(&self.arrivals, self.steps, seen)?;
        Ok(network)
    }
}

/// Writes down what arrives.
pub struct Recorder {
    sink: Sink,
    steps: u64,
    failed: Option<NetError>,
}

enum Sink {
    Memory(Box<Recording>),
    File { out: BufWriter<File>, path: PathBuf },
}

impl Recorder {
    /// Keeps everything in memory.
    #[must_use]
    pub fn in_memory(network: &Network) -> Self {
        let (start, steps) = (network.save(), network.steps());
        let recording = Recording { start, arrivals: Vec::new(), steps };
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
        recorder.write(&Line::Start(Box::new(network.save())));
        recorder.flush().map(|()| recorder)
    }

    /// What was kept in memory so far.
    #[must_use]
    pub fn recording(&self) -> Option<&Recording> {
        match &self.sink {
            Sink::Memory(recording) => Some(recording),
            Sink::File { .. } => None,
        }
    }

    pub(crate) fn note(&mut self, arrival: RecordedUpdate) {
        match &mut self.sink {
            Sink::Memory(recording) => recording.arrivals.push(arrival),
            Sink::File { .. } => self.write(&Line::Update(arrival)),
        }
    }

    pub(crate) fn stepped(&mut self, step: u64) {
        self.steps = step;
        if let Sink::Memory(recording) = &mut self.sink {
            recording.steps = step;
        }
    }

    /// Brings everything to the file, with how many steps were made.
    pub(crate) fn flush(&mut self) -> Result<(), NetError> {
        if matches!(self.sink, Sink::File { .. }) {
            self.write(&Line::Steps(self.steps));
        }
        if let Sink::File { out, path } = &mut self.sink {
            out.flush().map_err(cannot("write", path))?;
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    fn write(&mut self, line: &Line) {
        let Sink::File { out, path } = &mut self.sink else { return };
        let written = serde_json::to_writer(&mut *out, line).map_err(std::io::Error::from);
        if let Err(error) = written.and_then(|()| out.write_all(b"\n"))
            && self.failed.is_none()
        {
            self.failed = Some(cannot("write", path)(error));
        }
    }
}

/// A file that cannot be read or written.
pub(crate) fn cannot(what: &'static str, path: &Path) -> impl Fn(std::io::Error) -> NetError {
    let path = path.to_owned();
    move |source| NetError::File { what, path: path.clone(), source }
}
