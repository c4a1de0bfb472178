//! A run from its set-up to its last step.

use super::cast::{Cast, Side, with_room};
use super::reload::Watched;
use crate::console::Failure;
use crate::files::Draft;
use crate::minds::Choice;
use crate::trace::{Header, MindText, Names, VERSION, Writer};
use motive::trace::{Event, Recorder};
use motive::{Agent, Decision, Id};
use motive_language::diagnostic::Colour;
use motive_worlds::{Run, World, WorldError};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The name of the world.
    pub world: String,
    /// Its options, as `key=value`.
    pub options: Vec<String>,
    /// The minds, as `FILE`, `FILE:NAME` or `rust:NAME`; without any, the world's own agent plays every body.
    pub minds: Vec<String>,
    /// A team, as `FILE` or `FILE:NAME`, in place of minds.
    pub team: Option<String>,
    /// Decides all that is random.
    pub seed: u64,
    /// Where to record the run.
    pub record: Option<PathBuf>,
}

/// Minds in a world, step by step.
///
/// ```
/// use motive_cli::play::{Session, Setup};
///
/// let mut session = Session::new(&Setup { world: "pacman".into(), seed: 1, ..Setup::default() })
///     .map_err(|_| "it cannot be set up")?;
/// while session.steps() < 100 && session.step().map_err(|_| "a step failed")? {}
/// assert!(session.world().score(0) > 0.0);
/// # Ok::<(), &str>(())
/// ```
pub struct Session {
    pub(super) run: Run,
    pub(super) players: Vec<Player>,
    /// The team that plays, if one does.
    pub(super) side: Option<Side>,
    steps: u64,
    recorders: Vec<Recorder>,
    pub(super) writer: Option<Writer<Draft>>,
    /// What each agent's tasks have and what it decided, if anybody watches.
    seen: Option<Vec<Seen>>,
}

/// A variable, if it has a name, and the thing that it has.
pub(crate) type Binding = (Option<Arc<str>>, Id);

/// What can be seen of an agent beside its tasks.
#[derive(Clone, Default)]
pub(crate) struct Seen {
    /// What the variables of tasks have, by the number of the task.
    pub(crate) bound: BTreeMap<u64, Vec<Binding>>,
    /// What it does.
    pub(crate) decision: Decision,
    /// How satisfied the drives of tasks are that plan for them, by the number of the task.
    pub(crate) drives: BTreeMap<u64, Vec<(Arc<str>, f64)>>,
    /// The plans that tasks follow, by the number of the task.
    pub(crate) plans: BTreeMap<u64, Followed>,
}

/// A plan that is followed.
#[derive(Clone, Default)]
pub(crate) struct Followed {
    /// What is to be done, in order.
    pub(crate) steps: Vec<String>,
    /// The step at hand, from 0.
    pub(crate) at: usize,
}

/// A mind and the files that it comes from.
pub(crate) struct Player {
    pub(super) choice: Choice,
    pub(crate) mind: String,
    pub(crate) file: String,
    pub(super) watched: Watched,
}

impl Session {
    /// Sets a run up: makes the world, loads the minds, begins the recording.
    ///
    /// # Errors
    /// If there is no such world or option, a mind cannot be loaded, or the recording cannot be written.
    pub fn new(setup: &Setup) -> Result<Self, Failure> {
        Self::with_reports(setup, Colour::Off, &mut |_| Ok(()))
    }

    /// As [`Session::new`]; what is wrong with a file is reported with its places before it fails.
    pub(crate) fn with_reports(
        setup: &Setup,
        colour: Colour,
        report: &mut dyn FnMut(&str) -> std::io::Result<()>,
    ) -> Result<Self, Failure> {
        let mut world = motive_worlds::find(&setup.world, &setup.options).map_err(Failure::input)?;
        world.reset(setup.seed);
        let mut cast = Cast::new(setup, &*world, colour, report)?;
        if setup.team.is_some() && cast.players.len() > world.agents() {
            // The team is loaded again for the world that has room for it: its names may be others.
            let options = with_room(setup, cast.players.len());
            world = motive_worlds::find(&setup.world, &options).map_err(Failure::input)?;
            world.reset(setup.seed);
            cast = Cast::new(setup, &*world, colour, report)?;
        }
        let writer = setup.record.as_ref().map(|path| record(path, setup, &cast.texts)).transpose()?;
        let recorded = if writer.is_some() { cast.texts.len() } else { 0 };
        let side = cast.playing.take();
        let (run, players) = cast.enter(world)?;
        let recorders = vec![Recorder::default(); recorded];
        Ok(Self { run, players, side, steps: 0, recorders, writer, seen: None })
    }

    /// The world.
    #[must_use]
    pub fn world(&self) -> &dyn World {
        self.run.world()
    }

    /// The agents.
    #[must_use]
    pub fn agents(&self) -> &[Agent] {
        self.run.agents()
    }

    /// How many steps have been made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The minds that play, by the number of their agents.
    pub(crate) fn players(&self) -> &[Player] {
        &self.players
    }

    /// How many bytes have been recorded, and how many that is a tick.
    #[must_use]
    pub fn recorded(&self) -> Option<(u64, u64)> {
        self.writer.as_ref().map(|writer| (writer.bytes(), writer.bytes_per_tick()))
    }

    /// One step: all perceive, decide and act, and the world goes on. Says whether there is more to come.
    ///
    /// # Errors
    /// If the recording cannot be written, or an agent's memory refuses what it perceives.
    pub fn step(&mut self) -> Result<bool, Failure> {
        if self.run.world().is_over() {
            return Ok(false);
        }
        let tick = self.run.world().time().tick;
        let seen = &mut self.seen;
        let decided = |number: usize, decision: &Decision| {
            if let Some(seen) = seen.as_mut().and_then(|seen| seen.get_mut(number)) {
                seen.decision.clone_from(decision);
            }
        };
        let goes_on = self.run.tick_traced(&mut self.recorders, decided).map_err(went_wrong)?;
        self.steps += 1;
        let agents = self.run.agents().iter().chain(self.run.coordinator());
        for (number, (recorder, agent)) in self.recorders.iter_mut().zip(agents).enumerate() {
            let events = recorder.take();
            if let Some(seen) = self.seen.as_mut().and_then(|seen| seen.get_mut(number)) {
                seen.note(&events);
            }
            if let Some(writer) = &mut self.writer {
                writer.tick(tick, number, events, agent.memory()).map_err(unwritten)?;
            }
        }
        Ok(goes_on)
    }

    /// From now on, [`Session::seen`] knows what tasks have and what agents decide.
    pub(crate) fn look_on(&mut self) {
        let recorded = self.recorders.len().max(self.players.len());
        self.recorders.resize_with(recorded, Recorder::default);
        self.seen = Some(vec![Seen::default(); self.players.len()]);
    }

    /// What can be seen of an agent beside its tasks, if anybody looks on.
    pub(crate) fn seen(&self, agent: usize) -> Option<&Seen> {
        self.seen.as_ref()?.get(agent)
    }

    /// Ends the run and puts the recording in its place.
    ///
    /// # Errors
    /// If the recording cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        match self.writer {
            Some(writer) => writer.end().map_err(unwritten)?.finish(),
            None => Ok(()),
        }
    }
}

impl Seen {
    /// A task that is asked has what it is given then; one that is not asked keeps what it had.
    fn note(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::TaskRun { task, .. } => {
                    self.bound.insert(*task, Vec::new());
                }
                Event::TaskEnded { task, .. } => {
                    self.bound.remove(task);
                    self.drives.remove(task);
                    self.plans.remove(task);
                }
                Event::Driven { task, drives } => {
                    self.drives.insert(*task, drives.clone());
                }
                Event::Planned { task, steps, followed, .. } if *followed || steps.is_empty() => {
                    self.plans.insert(*task, Followed { steps: steps.clone(), at: 0 });
                }
                Event::Following { task, step } => {
                    self.plans.entry(*task).or_default().at = *step;
                }
                Event::Bound { task, name, id, .. } => {
                    self.bound.entry(*task).or_default().push((name.clone(), *id));
                }
                _ => {}
            }
        }
    }
}

fn record(
    path: &std::path::Path,
    setup: &Setup,
    texts: &[(Names, MindText)],
) -> Result<Writer<Draft>, Failure> {
    // Agents of one run may know more names than the world has; the longest list begins with all others' only if there is one
    // agent, so each further one announces its own.
    let names = texts.first().map(|(names, _)| names.clone()).unwrap_or_default();
    let header = Header {
        motive_trace: VERSION,
        world: setup.world.clone(),
        options: setup.options.clone(),
        seed: setup.seed,
        names: names.clone(),
        minds: texts.iter().map(|(_, text)| text.clone()).collect(),
    };
    let mut writer = Writer::new(Draft::new(path)?, &header).map_err(unwritten)?;
    for (number, (own, text)) in texts.iter().enumerate().skip(1) {
        if *own != names {
            writer.mind(number, own.clone(), text.clone()).map_err(unwritten)?;
        }
    }
    Ok(writer)
}

pub(super) fn unwritten(error: std::io::Error) -> Failure {
    Failure::Failed(format!("the recording cannot be written: {error}"))
}

fn went_wrong(error: WorldError) -> Failure {
    Failure::Failed(error.to_string())
}
