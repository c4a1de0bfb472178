//! A run from its set-up to its last step.

use super::players::{COORDINATOR, Cast, PlayingTeam, with_room};
use super::reload::WatchedFiles;
use crate::console::{Failure, unserved};
use crate::files::unwritable;
use crate::minds::Choice;
use motive::kernel::trace::Recorder;
use motive::kernel::{Agent, Mind};
use motive_language::diagnostic::Colour;
use motive_studio::{EditableFile, Studio};
use motive_trace::{AgentHistory, AgentInfo, Names, Recording, RecordingSize, RunInfo, partial_path};
use motive_worlds::{AnyWorld, Frame, Run, WorldError, Worlds};
use std::path::{Path, PathBuf};

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The worlds to choose from.
    pub worlds: Worlds,
    /// The name of the world.
    pub world: String,
    /// Its options, as `key=value`.
    pub options: Vec<String>,
    /// The minds, as `FILE`, `FILE:NAME` or `rust:NAME`; without any, the world's own agent plays every body.
    pub minds: Vec<String>,
    /// Teams, as `FILE` or `FILE:NAME`, instead of minds.
    pub teams: Vec<String>,
    /// Decides all that is random.
    pub seed: u64,
    /// Where to record the run.
    pub record: Option<PathBuf>,
    /// Record a picture of the world for each tick too.
    pub pictures: bool,
    /// Serve the run to a page in the browser, at this address.
    pub studio: Option<String>,
    /// Whether the studio begins paused.
    pub paused: bool,
}

impl Setup {
    /// What a recording says of the run.
    fn run_info(&self) -> RunInfo {
        RunInfo { world: Some(self.world.clone()), options: self.options.clone(), seed: Some(self.seed) }
    }
}

/// Minds in a world, step by step.
///
/// ```
/// use motive_cli::commands::play::{PlaySession, Setup};
///
/// let mut session = PlaySession::new(&Setup { world: "pacman".into(), seed: 1, ..Setup::default() })
///     .map_err(|_| "it cannot be set up")?;
/// while session.steps() < 100 && session.step().map_err(|_| "a step failed")? {}
/// assert!(session.world().score(0) > 0.0);
/// # Ok::<(), &str>(())
/// ```
pub struct PlaySession {
    pub(super) run: Run,
    pub(super) players: Vec<PlayingMind>,
    /// The teams that play.
    pub(super) playing_teams: Vec<PlayingTeam>,
    pub(super) steps: u64,
    recorders: Vec<Recorder>,
    pub(super) recording: Option<Recording>,
    /// Where it is recorded.
    record: Option<PathBuf>,
    /// Whether what there is to see in the world is recorded too.
    pub(super) records_scenes: bool,
    /// They are pictures in characters.
    pub(super) draws_scenes: bool,
    /// What each agent wants and does, for the live view.
    histories: Vec<AgentHistory>,
    /// The page that it is shown in; the recording goes through it.
    studio: Option<Studio>,
}

/// A mind and the files that it comes from.
pub(crate) struct PlayingMind {
    pub(super) choice: Choice,
    pub(crate) mind: String,
    pub(crate) file: String,
    pub(super) watched: WatchedFiles,
}

impl PlaySession {
    /// Sets a run up: makes the world, loads the minds, begins the recording.
    ///
    /// # Errors
    /// If there is no such world or option, a mind cannot be loaded, or the recording cannot be written.
    pub fn new(setup: &Setup) -> Result<Self, Failure> {
        Self::with_reports(setup, Colour::Off, &mut |_| Ok(()))
    }

    /// As [`PlaySession::new`]; what is wrong with a file is reported with its places before it fails.
    pub(crate) fn with_reports(
        setup: &Setup,
        colour: Colour,
        report: &mut dyn FnMut(&str) -> std::io::Result<()>,
    ) -> Result<Self, Failure> {
        let mut world = setup.worlds.find(&setup.world, &setup.options).map_err(Failure::input)?;
        world.reset(setup.seed);
        let mut cast = Cast::new(setup, &*world, colour, report)?;
        if !setup.teams.is_empty() && cast.players.len() > world.agents() {
            // The team is loaded again for the world that has room for it: its names may be others.
            let options = with_room(setup, cast.players.len());
            world = setup.worlds.find(&setup.world, &options).map_err(Failure::input)?;
            world.reset(setup.seed);
            cast = Cast::new(setup, &*world, colour, report)?;
        }
        let playing_teams = std::mem::take(&mut cast.playing);
        let (run, players) = cast.enter(world)?;
        let mut session = Self {
            run,
            players,
            playing_teams,
            steps: 0,
            recorders: Vec::new(),
            recording: None,
            record: setup.record.clone(),
            records_scenes: false,
            draws_scenes: false,
            histories: Vec::new(),
            studio: None,
        };
        if let Some(path) = &setup.record {
            session.record(path, setup)?;
        }
        if let Some(address) = &setup.studio {
            session.open_studio(address, setup)?;
        }
        Ok(session)
    }

    /// The world.
    pub fn world(&self) -> &dyn AnyWorld {
        self.run.world()
    }

    /// The agents.
    pub fn agents(&self) -> &[Agent] {
        self.run.agents()
    }

    /// How many steps have been made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The minds that play, by the number of their agents.
    pub(crate) fn players(&self) -> &[PlayingMind] {
        &self.players
    }

    /// One step: all agents perceive, decide and act, and the world advances. Says whether the run continues.
    ///
    /// # Errors
    /// If the recording cannot be written, or an agent's memory refuses what it perceives.
    pub fn step(&mut self) -> Result<bool, Failure> {
        if self.run.world().is_over() {
            return Ok(false);
        }
        if self.studio.is_some() {
            return self.step_in_studio();
        }
        let tick = self.run.world().time().tick;
        self.record_scene()?;
        let goes_on = self.run.tick_traced(&mut self.recorders, |_, _| {}).map_err(went_wrong)?;
        self.steps += 1;
        let agents = self.run.agents().iter().chain(self.run.coordinators());
        for (number, (recorder, agent)) in self.recorders.iter_mut().zip(agents).enumerate() {
            if let Some(recording) = &mut self.recording {
                recording.record(agent, tick, recorder.events());
            }
            match self.histories.get_mut(number) {
                Some(history) => history.follow_live(tick, recorder.take(), agent.memory()),
                None => recorder.clear(),
            }
        }
        match self.recording.as_ref().and_then(Recording::error) {
            Some(error) => Err(self.unwritten(error)),
            None => Ok(goes_on),
        }
    }

    /// Begins a recording of all agents.
    fn record(&mut self, path: &Path, setup: &Setup) -> Result<(), Failure> {
        let recording = Recording::create_for(path, &setup.run_info());
        self.recording = Some(recording.map_err(|error| unwritable(path, &error))?);
        if let (Some(recording), Some(backdrop)) = (&mut self.recording, self.run.world().backdrop()) {
            recording.backdrop(serde_json::to_string(&backdrop).map_err(unserialised)?);
            self.records_scenes = true;
        }
        self.draws_scenes = setup.pictures && !self.records_scenes;
        self.records_scenes |= setup.pictures;
        let agents = self.recorded();
        self.recorders = vec![Recorder::default(); agents];
        (0..agents).for_each(|number| self.introduce(number));
        Ok(())
    }

    /// Records what there is to see now, if the world's recordings can be shown as a page.
    fn record_scene(&mut self) -> Result<(), Failure> {
        let recording = match &mut self.studio {
            Some(studio) => studio.recording_mut(),
            None => self.recording.as_mut(),
        };
        if let Some(recording) = recording.filter(|_| self.records_scenes) {
            let (world, tick) = (self.run.world(), self.run.world().time().tick);
            recording.scene(tick, scene_of(world, self.draws_scenes)?);
        }
        Ok(())
    }

    /// How many agents are recorded: those with a body, and coordinators.
    pub(super) fn recorded(&self) -> usize {
        self.run.agents().len() + self.run.coordinators().count()
    }

    /// Introduces an agent to the recording and to the live view; again when its mind has changed.
    pub(super) fn introduce(&mut self, number: usize) {
        let agent = self.run.agents().iter().chain(self.run.coordinators()).nth(number);
        let (Some(agent), Some((name, file))) = (agent, name_of(&self.players, &self.playing_teams, number))
        else {
            return;
        };
        if let Some(history) = self.histories.get_mut(number) {
            // The names of a running agent do not contradict each other.
            let _ = history.reload(info_of(agent, name));
        }
        if let Some(recording) = &mut self.recording {
            recording.introduce(agent, name, file);
        }
    }

    /// From now on, [`PlaySession::history`] says what agents want and do.
    pub(crate) fn watch_agents(&mut self) {
        let recorded = self.recorders.len().max(self.players.len());
        self.recorders.resize_with(recorded, Recorder::default);
        let players = self.run.agents().iter().zip(&self.players);
        self.histories = players
            .filter_map(|(agent, player)| AgentHistory::new(info_of(agent, &player.mind)).ok())
            .collect();
    }

    /// What an agent wants and does, if the live view is on.
    pub(crate) fn history(&self, agent: usize) -> Option<&AgentHistory> {
        self.histories.get(agent)
    }

    /// Ends the recording, if there is one, and says how long it is.
    ///
    /// # Errors
    /// If the recording cannot be written.
    pub fn finish(&mut self) -> Result<Option<RecordingSize>, Failure> {
        // How the last step ended.
        self.record_scene()?;
        let size = match self.studio.take() {
            Some(studio) => studio.finish(),
            None => self.recording.take().map(Recording::finish).transpose(),
        };
        size.map_err(|error| self.unwritten(&error))
    }

    pub(super) fn unwritten(&self, error: &std::io::Error) -> Failure {
        let partial = self.record.as_deref().map(partial_path).filter(|partial| partial.exists());
        let rest = partial.map_or_else(String::new, |partial| {
            format!("; what was recorded until then is in `{}`", partial.display())
        });
        Failure::Failed(format!("the recording cannot be written: {error}{rest}"))
    }
}

/// What an agent is called, and the file of its mind.
pub(super) fn name_of<'p>(
    players: &'p [PlayingMind],
    teams: &'p [PlayingTeam],
    number: usize,
) -> Option<(&'p str, &'p str)> {
    let leader = || teams.get(number.saturating_sub(players.len())).map(|team| (COORDINATOR, &*team.file));
    players.get(number).map(|player| (&*player.mind, &*player.file)).or_else(leader)
}

fn info_of(agent: &Agent, name: &str) -> AgentInfo {
    let names = Names::of(agent.memory().shared_vocabulary()).into();
    let (name, mind) = (name.to_owned(), agent.mind().describe().into());
    AgentInfo { agent: agent.number(), name, source: String::new(), names, mind }
}

/// What there is to see of a world, for its recording: as data for the page of its own, or drawn in characters.
pub(super) fn scene_of(world: &dyn AnyWorld, is_drawn: bool) -> Result<String, Failure> {
    let frame = if is_drawn { Frame::Text(world.draw()) } else { world.frame() };
    serde_json::to_string(&frame).map_err(unserialised)
}

fn unserialised(error: serde_json::Error) -> Failure {
    Failure::Failed(format!("what there is to see cannot be recorded: {error}"))
}

pub(super) fn went_wrong(error: WorldError) -> Failure {
    Failure::Failed(error.to_string())
}

/// How many ticks there are in a second to begin with.
const PACE: f64 = 10.0;

impl PlaySession {
    /// Serves the run to a page from now on.
    pub(super) fn open_studio(&mut self, address: &str, setup: &Setup) -> Result<(), Failure> {
        let title = format!("{}, seed {}", setup.world, setup.seed);
        let served = Studio::serve_run(address, &title, setup.run_info());
        let mut studio = served.map_err(|error| unserved(address, error))?.with_pace(PACE);
        if setup.paused {
            studio = studio.paused();
        }
        if let Some(recording) = self.recording.take() {
            studio = studio.with_recording(recording);
        }
        for (number, agent) in self.run.agents().iter().chain(self.run.coordinators()).enumerate() {
            if let Some((name, file)) = name_of(&self.players, &self.playing_teams, number) {
                studio.introduce(agent, name, file);
            }
        }
        let world = self.run.world();
        for path in self.files() {
            studio.add_file(EditableFile::new(path, world.vocabulary().clone(), world.catalogue().clone()));
        }
        self.studio = Some(studio);
        Ok(())
    }

    /// The files of the minds and teams that play.
    fn files(&self) -> Vec<PathBuf> {
        let players = self.players.iter().map(|player| &player.watched);
        let watched = players.chain(self.playing_teams.iter().map(|team| &team.watched));
        let mut files: Vec<PathBuf> = watched.flat_map(|watched| watched.files()).cloned().collect();
        files.sort();
        files.dedup();
        files
    }

    /// The page, if there is one.
    pub(crate) fn studio(&self) -> Option<&Studio> {
        self.studio.as_ref()
    }

    /// As [`PlaySession::step`]; files that were saved in the page, or elsewhere, are loaded first.
    pub(super) fn step_in_studio(&mut self) -> Result<bool, Failure> {
        let Some(studio) = &mut self.studio else { return Ok(false) };
        studio.begin_tick(self.run.world().time());
        let reloaded = self.reload();
        let Some(studio) = &mut self.studio else { return Ok(false) };
        if !reloaded.is_empty() {
            studio.note_reload();
        }
        let world = self.run.world();
        studio.picture(world.time().tick, || world.draw());
        self.record_scene()?;
        let Some(studio) = &mut self.studio else { return Ok(false) };
        let decide = |_, agent: &mut Agent, now| _ = studio.tick(agent, now);
        let goes_on = self.run.tick_with(decide).map_err(went_wrong)?;
        self.steps += 1;
        match self.studio.as_ref().and_then(Studio::recording_error) {
            Some(error) => Err(self.unwritten(error)),
            None => Ok(goes_on),
        }
    }
}
