//! Recording the agents of a game into a file.

use crate::format::{AgentInfo, Names, RunInfo};
use crate::writer::Writer;
use motive_core::trace::{Event, Recorder};
use motive_core::{Agent, AgentLabel, Decision, Memory, Mind, Observer, Time, Vocabulary};
use motive_util::AtomicFile;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Records agents into a file that `motive why` explains.
///
/// Let every decision go through [`Recording::tick`]; nothing else is needed. Agents are told apart by their numbers, so
/// give each one its own. Recording never changes a decision, and an error while writing never stops a game: it is kept for
/// [`Recording::finish`], and nothing more is written.
///
/// ```
/// # use motive_core::{Agent, Memory, Mind, Time};
/// use motive_trace::Recording;
///
/// # fn play(mut agent: Agent<Box<dyn Mind>>, path: &std::path::Path) -> std::io::Result<()> {
/// let mut recording = Recording::create(path)?;
/// for tick in 0..100 {
///     let decision = recording.tick(&mut agent, Time::of_tick(tick, 50_000));
/// }
/// recording.finish()?;
/// # Ok(())
/// # }
/// ```
///
/// The file is written to [`partial_path`](crate::partial_path) and replaces an existing one when it is complete: at
/// [`Recording::finish`], or when the recording is dropped. If the program panics, is killed or cannot write, what was recorded
/// stays at the partial path, where it can be read up to the last complete tick.
pub struct Recording {
    writer: Option<Writer<AtomicFile>>,
    error: Option<io::Error>,
    agents: BTreeMap<u64, KnownAgent>,
    recorder: Recorder,
    size: RecordingSize,
}

/// How much has been recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordingSize {
    /// The bytes of the file so far.
    pub bytes: u64,
    /// The ticks in it.
    pub ticks: u64,
}

/// An agent that has been introduced.
struct KnownAgent {
    name: String,
    source: String,
    vocabulary: Arc<Vocabulary>,
}

impl Recording {
    /// Begins a recording. An existing file is replaced when the recording is complete.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::create_for(path, &RunInfo::default())
    }

    /// As [`Recording::create`], for a run with a world, options or a seed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create_for(path: impl AsRef<Path>, run: &RunInfo) -> io::Result<Self> {
        let writer = Writer::new(AtomicFile::create_with_ending(path.as_ref(), PARTIAL)?, run)?;
        let size = RecordingSize { bytes: writer.bytes(), ticks: 0 };
        let (agents, recorder) = (BTreeMap::new(), Recorder::default());
        Ok(Self { writer: Some(writer), error: None, agents, recorder, size })
    }

    /// Decides what an agent does now, as [`Agent::tick`] does, and records why.
    pub fn tick<M: Mind>(&mut self, agent: &mut Agent<M>, now: Time) -> Decision {
        let mut recorder = std::mem::take(&mut self.recorder);
        let decision = agent.tick_traced(now, &mut recorder).clone();
        self.record(agent, now.tick, recorder.events());
        recorder.clear();
        self.recorder = recorder;
        decision
    }

    /// Records a decision that was made elsewhere with [`Agent::tick_traced`] and a [`Recorder`].
    pub fn record<M: Mind>(&mut self, agent: &Agent<M>, tick: u64, events: &[Event]) {
        let (number, memory) = (agent.number(), agent.memory());
        match self.agents.get(&number) {
            None => self.introduce(agent, &format!("agent {number}"), ""),
            // A reload gives an agent another vocabulary.
            Some(known) if !Arc::ptr_eq(&known.vocabulary, memory.shared_vocabulary()) => {
                let (name, source) = (known.name.clone(), known.source.clone());
                self.introduce(agent, &name, &source);
            }
            Some(_) => {}
        }
        self.write_tick(tick, number, events, memory);
    }

    // Not generic, so that it is compiled here, with the optimisation of this crate, and not once more in each game.
    fn write_tick(&mut self, tick: u64, agent: u64, events: &[Event], memory: &Memory) {
        self.write(|writer| writer.tick(tick, agent, events, memory));
    }

    /// Gives an agent a name, and says where its mind comes from, such as a file. Without this it is called by its number. Call it
    /// again when the agent's mind is replaced.
    pub fn introduce<M: Mind>(&mut self, agent: &Agent<M>, name: &str, source: &str) {
        let vocabulary = agent.memory().shared_vocabulary().clone();
        let info = AgentInfo {
            agent: agent.number(),
            name: name.to_owned(),
            source: source.to_owned(),
            names: Arc::new(Names::of(&vocabulary)),
            mind: Arc::new(agent.mind().describe()),
        };
        self.write_agent(info, vocabulary);
    }

    fn write_agent(&mut self, info: AgentInfo, vocabulary: Arc<Vocabulary>) {
        self.write(|writer| writer.agent(&info));
        let AgentInfo { agent, name, source, .. } = info;
        self.agents.insert(agent, KnownAgent { name, source, vocabulary });
    }

    /// Records what does not change in the world, such as its map, as JSON. For `motive trace page`, which knows the worlds that come with
    /// Motive; explanations need nothing of the world.
    pub fn backdrop(&mut self, backdrop: String) {
        self.write(|writer| writer.backdrop(backdrop));
    }

    /// Records what there is to see in the world when a tick begins, as JSON. For `motive trace page`.
    pub fn scene(&mut self, tick: u64, scene: String) {
        self.write(|writer| writer.scene(tick, scene));
    }

    /// How much has been recorded.
    pub fn size(&self) -> RecordingSize {
        self.size
    }

    /// What went wrong while writing, if anything did. Nothing has been written since.
    pub fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// If something could not be written, now or earlier.
    pub fn finish(mut self) -> io::Result<RecordingSize> {
        self.end();
        self.error.take().map_or(Ok(self.size), Err)
    }

    fn write(&mut self, write: impl FnOnce(&mut Writer<AtomicFile>) -> io::Result<()>) {
        let Some(writer) = &mut self.writer else { return };
        match write(writer) {
            Ok(()) => self.size = RecordingSize { bytes: writer.bytes(), ticks: writer.ticks() },
            Err(error) => {
                self.error = Some(error);
                self.writer = None;
            }
        }
    }

    fn end(&mut self) {
        if let Some(writer) = self.writer.take()
            && let Err(error) = writer.end().and_then(AtomicFile::finish)
        {
            self.error = Some(error);
        }
    }
}

/// Records why each agent decides as it does.
impl Observer for Recording {
    fn decide<M: Mind>(&mut self, agent: &mut Agent<M>, label: AgentLabel<'_>, now: Time) {
        if !self.agents.contains_key(&agent.number()) {
            self.introduce(agent, &label.name_of(agent.number()), label.source);
        }
        self.tick(agent, now);
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}

const PARTIAL: &str = ".partial";

/// Where a recording is written until it is complete: its own path with `.partial` at the end. What a program that was killed has
/// recorded can be read from there.
pub fn partial_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(PARTIAL);
    name.into()
}
