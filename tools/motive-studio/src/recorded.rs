//! Recorded runs.

use crate::source::{AboutRun, AgentRow, RunSource, lock};
use motive_trace::{AgentInfo, Reader, RunInfo, Segment, TraceError, TraceFile, compare};
use serde_json::Value;
use std::collections::VecDeque;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// How many segments of a recording are kept in memory.
const MOST_CACHED: usize = 24;

/// An agent, the first tick of a segment, and what was read of the agent there.
type CachedSegment = (u64, u64, Option<Arc<Segment>>);

/// A recorded run.
pub(crate) struct RecordedRun {
    path: PathBuf,
    about: AboutRun,
    agents: Vec<(AgentInfo, (u64, u64))>,
    starts: Vec<u64>,
    file: Mutex<TraceFile>,
    cached: Mutex<VecDeque<CachedSegment>>,
}

/// What a scene shows: a text, as `motive play --pictures` records it, or shapes of a world that the page draws, such as the shooter.
pub(crate) fn picture_of(scene: &str) -> Option<Value> {
    let mut scene: Value = serde_json::from_str(scene).ok()?;
    Some(scene.get_mut("text").map(Value::take).unwrap_or(scene))
}

impl RecordedRun {
    pub(crate) fn open(path: &Path) -> Result<Self, TraceError> {
        let file = TraceFile::open(path)?;
        let title = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let cut = file.cut().map(ToString::to_string);
        Ok(Self {
            path: path.to_owned(),
            about: AboutRun { title, live: false, run: file.run().clone(), cut, files: false },
            agents: file.agents(),
            starts: file.segment_starts(),
            file: Mutex::new(file),
            cached: Mutex::default(),
        })
    }

    /// The segment of an agent that begins at the start before a tick.
    fn segment(&self, agent: u64, start: u64) -> Result<Option<Arc<Segment>>, TraceError> {
        let mut cached = lock(&self.cached);
        if let Some((.., segment)) = cached.iter().find(|(of, at, _)| (*of, *at) == (agent, start)) {
            return Ok(segment.clone());
        }
        drop(cached);
        let segment = lock(&self.file).segment(agent, start)?.map(Arc::new);
        cached = lock(&self.cached);
        cached.push_back((agent, start, segment.clone()));
        if cached.len() > MOST_CACHED {
            cached.pop_front();
        }
        Ok(segment)
    }

    /// The segment of an agent that has a tick, or the last one before it.
    pub(crate) fn segment_around(&self, agent: u64, tick: u64) -> Result<Option<Arc<Segment>>, TraceError> {
        let Some((first, last)) = self.ticks(agent) else { return Ok(None) };
        let tick = tick.min(last);
        let after = self.starts.partition_point(|start| *start <= tick);
        // An agent that slept has no records in a whole segment.
        for start in self.starts[..after].iter().rev() {
            let segment = self.segment(agent, *start)?;
            let begins = |segment: &Arc<Segment>| segment.ticks().is_some_and(|(begin, _)| begin <= tick);
            if let Some(segment) = segment.filter(begins) {
                return Ok(Some(segment));
            }
            if *start < first {
                break;
            }
        }
        Ok(None)
    }

    fn agent(&self, agent: u64) -> Option<&(AgentInfo, (u64, u64))> {
        self.agents.iter().find(|(info, _)| info.agent == agent)
    }
}

impl RunSource for RecordedRun {
    fn about(&self) -> AboutRun {
        self.about.clone()
    }

    fn run(&self) -> RunInfo {
        self.about.run.clone()
    }

    fn agents(&self) -> Vec<AgentRow> {
        let row = |(info, _): &(AgentInfo, (u64, u64))| {
            AgentRow(info.agent, info.name.clone(), info.source.clone())
        };
        self.agents.iter().map(row).collect()
    }

    fn info(&self, agent: u64) -> Option<AgentInfo> {
        self.agent(agent).map(|(info, _)| info.clone())
    }

    fn ticks(&self, agent: u64) -> Option<(u64, u64)> {
        self.agent(agent).map(|(_, ticks)| *ticks)
    }

    fn with_segment(&self, agent: u64, tick: u64, look: &mut dyn FnMut(&Segment)) -> Result<bool, String> {
        let found = self.segment_around(agent, tick).map_err(|error| error.to_string())?;
        found.iter().for_each(|segment| look(segment));
        Ok(found.is_some())
    }

    fn segment_starts(&self, agent: u64) -> Vec<u64> {
        let Some((first, last)) = self.ticks(agent) else { return Vec::new() };
        let next = |at: usize| self.starts.get(at + 1).copied().unwrap_or(u64::MAX);
        let within = |at: &usize| next(*at) > first && self.starts[*at] <= last;
        (0..self.starts.len()).filter(within).map(|at| self.starts[at].max(first)).collect()
    }

    fn picture(&self, tick: u64) -> Option<Value> {
        picture_of(&lock(&self.file).scene(tick).ok().flatten()?.scene)
    }

    fn backdrop(&self) -> Option<Value> {
        serde_json::from_str(&lock(&self.file).backdrop().ok().flatten()?).ok()
    }

    fn compare(&self, other: &dyn RunSource) -> Result<Value, String> {
        let other = other.path().ok_or("only recorded runs can be compared")?;
        let open = |path: &Path| -> Result<Reader<BufReader<File>>, TraceError> {
            Reader::new(BufReader::new(File::open(path)?))
        };
        let differ = |error: TraceError| error.to_string();
        let (mut one, mut two) = (open(&self.path).map_err(differ)?, open(other).map_err(differ)?);
        let difference = compare(&mut one, &mut two).map_err(differ)?;
        serde_json::to_value(difference).map_err(|error| error.to_string())
    }

    fn path(&self) -> Option<&Path> {
        Some(&self.path)
    }
}
