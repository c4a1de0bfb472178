//! A trace file of which any part can be read at once.

use crate::explain::explain_next;
use crate::format::{
    AgentCheckpoint, AgentInfo, FRAME_HEADER, FileFrame, INDEX_MARK, Names, RunInfo, SceneRecord, TickRecord,
    TraceIndex, checksum, frame_header,
};
use crate::history::AgentHistory;
use crate::reader::{TraceError, decoded, read_frame, read_header};
use motive_core::mind::MindText;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// A trace file of which any part can be read at once, however long it is: for tools that show it.
///
/// A file that was cut off has no index; it is looked through once when it is opened, up to where it ends.
///
/// ```no_run
/// # fn show(path: &std::path::Path) -> Result<(), motive_trace::TraceError> {
/// let mut trace = motive_trace::TraceFile::open(path)?;
/// let (agent, (_, last)) = trace.agents()[0].clone();
/// let segment = trace.segment(agent.agent, last)?.expect("the agent has this tick");
/// if let Some(explained) = segment.explain(trace.run(), last) {
///     println!("{}", explained.explanation.text());
/// }
/// # Ok(())
/// # }
/// ```
pub struct TraceFile {
    file: BufReader<File>,
    run: RunInfo,
    index: TraceIndex,
    /// In the order of the file, with the place of each.
    introduced: Vec<(u64, AgentInfo)>,
    /// Where the first record begins.
    begin: u64,
    /// Where the last complete record ends.
    end: u64,
    cut: Option<TraceError>,
}

/// The records of one agent between two checkpoints, and the agent as it was before them.
#[derive(Clone)]
pub struct Segment {
    before: AgentHistory,
    entries: Vec<SegmentEntry>,
}

/// What happened to the agent of a segment.
#[derive(Clone)]
enum SegmentEntry {
    Tick(TickRecord),
    Introduced(AgentInfo),
}

impl Segment {
    /// A segment without records.
    pub fn new(before: AgentHistory) -> Self {
        Self { before, entries: Vec::new() }
    }

    /// Adds a decision.
    pub fn push(&mut self, record: TickRecord) {
        self.entries.push(SegmentEntry::Tick(record));
    }

    /// The agent goes on with another mind.
    pub fn introduce(&mut self, info: AgentInfo) {
        self.entries.push(SegmentEntry::Introduced(info));
    }

    /// The agent as it was before the first record.
    pub fn before(&self) -> &AgentHistory {
        &self.before
    }

    /// The first and the last tick.
    pub fn ticks(&self) -> Option<(u64, u64)> {
        let tick = |entry: &SegmentEntry| match entry {
            SegmentEntry::Tick(record) => Some(record.tick),
            SegmentEntry::Introduced(_) => None,
        };
        Some((self.entries.iter().find_map(tick)?, self.entries.iter().rev().find_map(tick)?))
    }

    /// Follows the records without explaining them, which is much faster.
    pub fn follow_all(&self, mut visit: impl FnMut(&AgentHistory, &TickRecord)) -> AgentHistory {
        self.replay(&self.entries, |history, record| {
            history.follow(record);
            visit(history, record);
        })
    }

    /// Explains every decision, one after the other.
    pub fn explain_all(
        &self,
        run: &RunInfo,
        mut visit: impl FnMut(crate::DecisionExplanation, &TickRecord, &AgentHistory),
    ) {
        self.replay(&self.entries, |history, record| {
            let explanation = explain_next(history, record, run);
            visit(explanation, record, history);
        });
    }

    /// Explains the decision of a tick, or the last one before it.
    pub fn explain(&self, run: &RunInfo, tick: u64) -> Option<SegmentMoment> {
        let (at, record) = self.entries.iter().enumerate().rev().find_map(|(at, entry)| match entry {
            SegmentEntry::Tick(record) if record.tick <= tick => Some((at, record)),
            _ => None,
        })?;
        let mut history = self.replay(&self.entries[..at], AgentHistory::follow);
        let explanation = explain_next(&mut history, record, run);
        Some(SegmentMoment { explanation, record: record.clone(), history })
    }

    /// The agent after some of the entries. `advance` has to follow each record.
    fn replay(
        &self,
        entries: &[SegmentEntry],
        mut advance: impl FnMut(&mut AgentHistory, &TickRecord),
    ) -> AgentHistory {
        let mut history = self.before.clone();
        for entry in entries {
            match entry {
                SegmentEntry::Introduced(info) => drop(history.reload(info.clone())),
                SegmentEntry::Tick(record) => advance(&mut history, record),
            }
        }
        history
    }
}

/// One decision with everything that is known about it.
pub struct SegmentMoment {
    /// The explanation.
    pub explanation: crate::DecisionExplanation,
    /// The record.
    pub record: TickRecord,
    /// The agent afterwards.
    pub history: AgentHistory,
}

impl TraceFile {
    /// Opens a trace.
    ///
    /// # Errors
    /// If it cannot be read, or is not a trace of this version.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TraceError> {
        let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
        let (run, line) = read_header(&mut file)?;
        let begin = line.len() as u64;
        let length = file.get_ref().metadata()?.len();
        let (introduced, index) = (Vec::new(), TraceIndex::default());
        let mut trace = Self { file, run, index, introduced, begin, end: length, cut: None };
        match trace.stored_index(length)? {
            Some((index, end)) => (trace.index, trace.end) = (index, end),
            None => trace.look_through()?,
        }
        trace.read_introductions()?;
        Ok(trace)
    }

    /// What the trace says about the run.
    pub fn run(&self) -> &RunInfo {
        &self.run
    }

    /// Why the trace ends where it does, if it was cut off.
    pub fn cut(&self) -> Option<&TraceError> {
        self.cut.as_ref()
    }

    /// The agents as they were last introduced, each with its first and last tick, by number. Those that never decided are left out.
    pub fn agents(&self) -> Vec<(AgentInfo, (u64, u64))> {
        let info = |agent: &u64| {
            let known = self.introduced.iter().rev().find(|(_, info)| info.agent == *agent);
            known.map(|(_, info)| info.clone())
        };
        self.index.agents.iter().filter_map(|(agent, ticks)| Some((info(agent)?, *ticks))).collect()
    }

    /// The first ticks of all segments: [`TraceFile::segment`] reads from one of them up to the next.
    pub fn segment_starts(&self) -> Vec<u64> {
        std::iter::once(0).chain(self.index.checkpoints.iter().map(|(tick, _)| *tick)).collect()
    }

    /// The records of an agent around a tick: from the checkpoint before it to the next one. None if the agent has none there.
    ///
    /// # Errors
    /// If the file cannot be read there, or is damaged.
    pub fn segment(&mut self, agent: u64, tick: u64) -> Result<Option<Segment>, TraceError> {
        let (from, bytes) = self.bytes_around(tick)?;
        let mut stretch = Stretch::default();
        let mut frames = Frames { bytes: &bytes, at: from, checksum: None };
        while let Some((at, frame)) = frames.next_frame()? {
            match kind_of(frame) {
                Some(FrameKind::Tick { agent: of, .. } | FrameKind::Checkpoint { agent: of })
                    if of == agent =>
                {
                    match decoded(frame, at)? {
                        FileFrame::Tick(record) => self.segment_of(&mut stretch, agent, from)?.push(record),
                        FileFrame::Checkpoint(checkpoint) => stretch.checkpoint = Some(checkpoint),
                        _ => return Err(TraceError::Damaged { at }),
                    }
                }
                Some(FrameKind::Agent) => {
                    let known = self.introduced.iter().filter(|(_, info)| info.agent == agent);
                    let again = known.skip(1).find(|(place, _)| *place == at).map(|(_, info)| info.clone());
                    if let Some(info) = again {
                        self.segment_of(&mut stretch, agent, from)?.introduce(info);
                    }
                }
                Some(FrameKind::End) => break,
                _ => {}
            }
        }
        Ok(stretch.segment.filter(|segment| segment.ticks().is_some()))
    }

    /// The scene of a tick, or the last one shortly before it.
    ///
    /// # Errors
    /// If the file cannot be read there, or is damaged.
    pub fn scene(&mut self, tick: u64) -> Result<Option<SceneRecord>, TraceError> {
        // A scene comes before the decisions of its tick, and so may stand before the checkpoint that they begin with.
        let before = self.index.checkpoints.partition_point(|(first, _)| *first <= tick).checked_sub(1);
        let before = before.map_or(tick, |at| self.index.checkpoints[at].0.saturating_sub(1));
        for place in [tick, before] {
            let (from, bytes) = self.bytes_around(place)?;
            let (mut found, mut frames) = (None, Frames { bytes: &bytes, at: from, checksum: None });
            while let Some((at, frame)) = frames.next_frame()? {
                if let Some(FrameKind::Scene) = kind_of(frame)
                    && let FileFrame::Scene(scene) = decoded(frame, at)?
                    && scene.tick <= tick
                {
                    found = Some(scene);
                }
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// What does not change in the world, such as its map, as JSON. It stands before all decisions.
    ///
    /// # Errors
    /// If the file cannot be read there, or is damaged.
    pub fn backdrop(&mut self) -> Result<Option<String>, TraceError> {
        let mut at = self.begin;
        while at < self.end {
            match self.frame_at(at)? {
                (FileFrame::Backdrop(backdrop), _) => return Ok(Some(backdrop)),
                (FileFrame::Tick(_) | FileFrame::End, _) => break,
                (_, next) => at = next,
            }
        }
        Ok(None)
    }

    /// The bytes from the checkpoint before a tick to the next one, and where they begin.
    fn bytes_around(&mut self, tick: u64) -> Result<(u64, Vec<u8>), TraceError> {
        let checkpoints = &self.index.checkpoints;
        let next = checkpoints.partition_point(|(first, _)| *first <= tick);
        let from = next.checked_sub(1).and_then(|at| checkpoints.get(at)).map_or(self.begin, |at| at.1);
        let to = checkpoints.get(next).map_or(self.end, |at| at.1);
        let length = to.min(self.end).checked_sub(from).ok_or(TraceError::Damaged { at: from })?;
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(from))?;
        self.file.by_ref().take(length).read_to_end(&mut bytes)?;
        Ok((from, bytes))
    }

    /// The segment of a stretch, begun with what the agent was before its first record.
    fn segment_of<'s>(
        &mut self,
        stretch: &'s mut Stretch,
        agent: u64,
        from: u64,
    ) -> Result<&'s mut Segment, TraceError> {
        if stretch.segment.is_none() {
            let damaged = |_| TraceError::Damaged { at: from };
            let mut known = self.introduced.iter().filter(|(_, info)| info.agent == agent);
            let before = known.clone().rev().find(|(at, _)| *at < from);
            let info = before.or_else(|| known.next()).map(|(_, info)| info.clone());
            let info = info.ok_or(TraceError::Damaged { at: from })?;
            let history = match stretch.checkpoint.take() {
                Some(checkpoint) => {
                    let records = checkpoint.records.iter().map(|at| self.tick_at(*at));
                    let records = records.collect::<Result<Vec<_>, _>>()?;
                    checkpoint.restore(info, &records).map_err(damaged)?
                }
                None => AgentHistory::new(info).map_err(damaged)?,
            };
            stretch.segment = Some(Segment::new(history));
        }
        // It was just made if there was none.
        stretch.segment.as_mut().ok_or(TraceError::Damaged { at: from })
    }

    fn tick_at(&mut self, at: u64) -> Result<TickRecord, TraceError> {
        match self.frame_at(at)?.0 {
            FileFrame::Tick(record) => Ok(record),
            _ => Err(TraceError::Damaged { at }),
        }
    }

    /// The index that a complete file ends with, and where its records end.
    fn stored_index(&mut self, length: u64) -> Result<Option<(TraceIndex, u64)>, TraceError> {
        let Some(trailer) = length.checked_sub(16).filter(|at| *at >= self.begin) else { return Ok(None) };
        let mut bytes = [0; 16];
        self.file.seek(SeekFrom::Start(trailer))?;
        self.file.read_exact(&mut bytes)?;
        let (at, mark) = bytes.split_at(8);
        if mark != INDEX_MARK {
            return Ok(None);
        }
        let at = u64::from_le_bytes(at.try_into().unwrap_or_default());
        if at < self.begin || at >= trailer {
            return Ok(None);
        }
        match self.frame_at(at) {
            Ok((FileFrame::Index(index), _)) => Ok(Some((index, at))),
            _ => Ok(None),
        }
    }

    /// Makes an index by looking at every record.
    fn look_through(&mut self) -> Result<(), TraceError> {
        let (mut at, mut records) = (self.begin, 0);
        self.file.seek(SeekFrom::Start(at))?;
        let mut frame = Vec::new();
        let mut is_checkpoint = false;
        while read_frame(&mut self.file, &mut frame)?.is_some() {
            let was_checkpoint = std::mem::take(&mut is_checkpoint);
            match kind_of(&frame) {
                Some(FrameKind::Tick { tick, agent }) => {
                    if let Some((first, _)) = self.index.checkpoints.last_mut()
                        && *first == u64::MAX
                    {
                        *first = tick;
                    }
                    self.index.note_tick(agent, tick);
                }
                Some(FrameKind::Introduction | FrameKind::Agent) => self.index.introductions.push(at),
                Some(FrameKind::Checkpoint { .. }) => {
                    is_checkpoint = true;
                    if !was_checkpoint {
                        // The tick shows with the next record.
                        self.index.checkpoints.push((u64::MAX, at));
                    }
                }
                Some(FrameKind::End) => {
                    self.end = at;
                    return Ok(());
                }
                Some(FrameKind::Scene | FrameKind::Other) => {}
                None => return Err(TraceError::Damaged { at }),
            }
            at += (FRAME_HEADER + frame.len()) as u64;
            records += 1;
        }
        self.index.checkpoints.retain(|(first, _)| *first != u64::MAX);
        (self.end, self.cut) = (at, Some(TraceError::Cut { at, records }));
        Ok(())
    }

    fn read_introductions(&mut self) -> Result<(), TraceError> {
        let (mut names, mut minds): (Vec<Arc<Names>>, Vec<Arc<MindText>>) = (Vec::new(), Vec::new());
        for at in std::mem::take(&mut self.index.introductions) {
            match self.frame_at(at)?.0 {
                FileFrame::Names(read) => names.push(Arc::new(read)),
                FileFrame::Mind(read) => minds.push(Arc::new(read)),
                FileFrame::Agent(stored) => {
                    let info = AgentInfo::joined(stored, &names, &minds);
                    let info = info.filter(|info| info.names.vocabulary().is_ok());
                    self.introduced.push((at, info.ok_or(TraceError::Damaged { at })?));
                }
                _ => return Err(TraceError::Damaged { at }),
            }
        }
        Ok(())
    }

    /// The record that begins at a byte, and where it ends.
    fn frame_at(&mut self, at: u64) -> Result<(FileFrame, u64), TraceError> {
        self.file.seek(SeekFrom::Start(at))?;
        let mut frame = Vec::new();
        read_frame(&mut self.file, &mut frame)?.ok_or(TraceError::Damaged { at })?;
        Ok((decoded(&frame, at)?, at + (FRAME_HEADER + frame.len()) as u64))
    }
}

/// What is read of a stretch between two checkpoints.
#[derive(Default)]
struct Stretch {
    checkpoint: Option<AgentCheckpoint>,
    segment: Option<Segment>,
}

/// Records one after the other. Each checksum covers all that comes before it, so that of the first record is taken on trust.
struct Frames<'b> {
    bytes: &'b [u8],
    at: u64,
    checksum: Option<u32>,
}

impl<'b> Frames<'b> {
    /// The next record and where it begins.
    fn next_frame(&mut self) -> Result<Option<(u64, &'b [u8])>, TraceError> {
        let damaged = TraceError::Damaged { at: self.at };
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let Some((&header, rest)) = self.bytes.split_first_chunk::<FRAME_HEADER>() else {
            return Err(damaged);
        };
        let (size, expected) = frame_header(header);
        let Some((frame, rest)) = rest.split_at_checked(size as usize) else { return Err(damaged) };
        if self.checksum.is_some_and(|before| checksum(before, frame) != expected) {
            return Err(damaged);
        }
        let at = self.at;
        (self.bytes, self.at, self.checksum) =
            (rest, at + (FRAME_HEADER + frame.len()) as u64, Some(expected));
        Ok(Some((at, frame)))
    }
}

/// What a record is, without reading all of it.
enum FrameKind {
    Tick {
        tick: u64,
        agent: u64,
    },
    Introduction,
    Agent,
    Scene,
    Checkpoint {
        agent: u64,
    },
    End,
    /// The backdrop or the index, which are found by their places.
    Other,
}

fn kind_of(frame: &[u8]) -> Option<FrameKind> {
    // In the order of `FileFrame`.
    let (kind, rest) = frame.split_first()?;
    Some(match kind {
        0 => {
            let ((tick, agent), _) = postcard::take_from_bytes(rest).ok()?;
            FrameKind::Tick { tick, agent }
        }
        1 | 2 => FrameKind::Introduction,
        3 => FrameKind::Agent,
        4 | 8 => FrameKind::Other,
        5 => FrameKind::Scene,
        6 => FrameKind::End,
        7 => FrameKind::Checkpoint { agent: postcard::take_from_bytes(rest).ok()?.0 },
        _ => return None,
    })
}
