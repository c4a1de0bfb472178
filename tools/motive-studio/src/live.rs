//! A run that goes on: the records of the agents that somebody follows, as long as there is room.

use crate::source::{AboutRun, AgentRow, RunSource, lock};
use motive_core::Vocabulary;
use motive_trace::{AgentHistory, AgentInfo, Fact, RunInfo, Segment, TickRecord};
use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How many records may wait for the thread that keeps them, unless the game says otherwise.
pub(crate) const QUEUE: usize = 4096;

/// The records of a segment.
const SEGMENT: usize = 512;
/// The most segments that are kept of an agent; the oldest go first.
const MOST_SEGMENTS: usize = 64;
/// The most pictures of the world that are kept.
const MOST_PICTURES: usize = 1024;

/// How long records gather before they are kept, all at once.
const GATHERING: Duration = Duration::from_millis(2);

/// What the game passes to the thread that keeps records.
pub(crate) enum Report {
    /// Somebody follows an agent: what it knows, and the tasks that it has.
    Begun { info: AgentInfo, facts: Vec<Fact>, tasks: Vec<TickRecord> },
    /// It goes on with another mind.
    Reloaded(AgentInfo),
    /// It decided.
    Tick(TickRecord),
}

/// A run that goes on.
pub(crate) struct LiveRun {
    about: Mutex<(String, RunInfo)>,
    agents: Mutex<BTreeMap<u64, ListedAgent>>,
    followed: Mutex<Followed>,
    pictures: Mutex<VecDeque<(u64, String)>>,
    has_files: std::sync::atomic::AtomicBool,
}

/// An agent in the list.
struct ListedAgent {
    name: String,
    source: String,
    vocabulary: Arc<Vocabulary>,
}

/// Those whom somebody follows.
#[derive(Default)]
struct Followed {
    /// Which run, of those that a game plays one after the other.
    run: u64,
    agents: BTreeMap<u64, FollowedAgent>,
}

/// What is kept of an agent.
struct FollowedAgent {
    /// After the last record.
    history: AgentHistory,
    segments: VecDeque<Segment>,
    /// The records of the last segment.
    count: usize,
}

impl FollowedAgent {
    fn begin_segment(&mut self) {
        self.segments.push_back(Segment::new(self.history.clone()));
        self.count = 0;
        if self.segments.len() > MOST_SEGMENTS {
            self.segments.pop_front();
        }
    }
}

impl LiveRun {
    pub(crate) fn new(title: &str, run: RunInfo) -> Self {
        Self {
            about: Mutex::new((title.to_owned(), run)),
            agents: Mutex::default(),
            followed: Mutex::default(),
            pictures: Mutex::default(),
            has_files: false.into(),
        }
    }

    /// Another run begins: nobody is there yet. Returns its number.
    pub(crate) fn begin(&self, title: &str, run: RunInfo) -> u64 {
        *lock(&self.about) = (title.to_owned(), run);
        lock(&self.agents).clear();
        lock(&self.pictures).clear();
        let mut followed = lock(&self.followed);
        followed.agents.clear();
        followed.run += 1;
        followed.run
    }

    pub(crate) fn register(&self, agent: u64, name: &str, source: &str, vocabulary: &Arc<Vocabulary>) {
        let (name, source) = (name.to_owned(), source.to_owned());
        lock(&self.agents).insert(agent, ListedAgent { name, source, vocabulary: vocabulary.clone() });
    }

    pub(crate) fn remove(&self, agent: u64) {
        lock(&self.agents).remove(&agent);
    }

    /// How many agents there are.
    pub(crate) fn count(&self) -> usize {
        lock(&self.agents).len()
    }

    /// The names that an agent uses.
    pub(crate) fn vocabulary(&self, agent: u64) -> Option<Arc<Vocabulary>> {
        lock(&self.agents).get(&agent).map(|agent| agent.vocabulary.clone())
    }

    pub(crate) fn add_picture(&self, tick: u64, picture: String) {
        let mut pictures = lock(&self.pictures);
        pictures.push_back((tick, picture));
        if pictures.len() > MOST_PICTURES {
            pictures.pop_front();
        }
    }

    #[cfg(feature = "files")]
    pub(crate) fn has_files(&self) {
        self.has_files.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// Keeps what the game reports, until the game ends.
    pub(crate) fn keep(&self, reports: &Receiver<(u64, Report)>) {
        while let Ok(report) = reports.recv() {
            let mut followed = lock(&self.followed);
            // As many at once as there are, so that the lock is not taken for each.
            for (run, report) in std::iter::once(report).chain(reports.try_iter().take(QUEUE)) {
                // What comes late from a run that is over is of no interest.
                if run == followed.run {
                    keep(&mut followed.agents, report);
                }
            }
            drop(followed);
            // A game that passes a record to a thread that waits for it has to wake it, which takes longer than a decision.
            std::thread::sleep(GATHERING);
        }
    }
}

fn keep(followed: &mut BTreeMap<u64, FollowedAgent>, report: Report) {
    match report {
        Report::Begun { info, facts, tasks } => {
            // The names of a running agent do not contradict each other.
            let Ok(mut history) = AgentHistory::new(info) else { return };
            let agent = history.info().agent;
            tasks.iter().for_each(|record| history.follow(record));
            history.follow(&TickRecord { agent, facts, ..TickRecord::default() });
            match followed.get_mut(&agent) {
                Some(known) => known.history = history,
                None => {
                    followed.insert(agent, FollowedAgent { history, segments: VecDeque::new(), count: 0 });
                }
            }
            if let Some(known) = followed.get_mut(&agent) {
                known.begin_segment();
            }
        }
        Report::Reloaded(info) => {
            let Some(known) = followed.get_mut(&info.agent) else { return };
            if let Some(segment) = known.segments.back_mut() {
                segment.introduce(info.clone());
            }
            let _ = known.history.reload(info);
        }
        Report::Tick(record) => {
            let Some(known) = followed.get_mut(&record.agent) else { return };
            if known.count >= SEGMENT {
                known.begin_segment();
            }
            known.history.follow(&record);
            known.count += 1;
            if let Some(segment) = known.segments.back_mut() {
                segment.push(record);
            }
        }
    }
}

impl RunSource for LiveRun {
    fn about(&self) -> AboutRun {
        let files = self.has_files.load(std::sync::atomic::Ordering::Relaxed);
        let (title, run) = lock(&self.about).clone();
        AboutRun { title, live: true, run, cut: None, files }
    }

    fn run(&self) -> RunInfo {
        lock(&self.about).1.clone()
    }

    fn agents(&self) -> Vec<AgentRow> {
        let row = |(number, agent): (&u64, &ListedAgent)| {
            AgentRow(*number, agent.name.clone(), agent.source.clone())
        };
        lock(&self.agents).iter().map(row).collect()
    }

    fn info(&self, agent: u64) -> Option<AgentInfo> {
        lock(&self.followed).agents.get(&agent).map(|agent| agent.history.info().clone())
    }

    fn ticks(&self, agent: u64) -> Option<(u64, u64)> {
        let followed = lock(&self.followed);
        let segments = &followed.agents.get(&agent)?.segments;
        let first = segments.iter().find_map(Segment::ticks)?.0;
        Some((first, segments.iter().rev().find_map(Segment::ticks)?.1))
    }

    fn with_segment(&self, agent: u64, tick: u64, look: &mut dyn FnMut(&Segment)) -> Result<bool, String> {
        let followed = lock(&self.followed);
        let Some(known) = followed.agents.get(&agent) else { return Ok(false) };
        let is_before = |segment: &&Segment| segment.ticks().is_some_and(|(first, _)| first <= tick);
        let found = known.segments.iter().rev().find(is_before);
        found.into_iter().for_each(look);
        Ok(found.is_some())
    }

    fn segment_starts(&self, agent: u64) -> Vec<u64> {
        let followed = lock(&self.followed);
        let segments = followed.agents.get(&agent).into_iter().flat_map(|agent| &agent.segments);
        segments.filter_map(Segment::ticks).map(|(first, _)| first).collect()
    }

    fn picture(&self, tick: u64) -> Option<serde_json::Value> {
        let pictures = lock(&self.pictures);
        pictures.iter().rev().find(|(of, _)| *of <= tick).map(|(_, picture)| picture.as_str().into())
    }
}
