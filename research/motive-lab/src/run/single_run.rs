//! Playing one run of a study, and looking at it meanwhile.

use super::PlannedRun;
use crate::error::LabError;
use crate::host_minds::RunFailure;
use crate::journal::RunRecord;
use crate::metrics::{CPU_SECONDS, TickCounts, TickMetric};
use crate::prepare::Prepared;
use crate::study::Timed;
use cpu_time::ThreadTime;
use motive::kernel::trace::Tracer;
use motive::kernel::{Agent, Time};
use motive_worlds::{AnyWorld, Run, WorldError};
use std::collections::HashSet;
use std::time::Duration;

/// Looks at the runs of a thread while they are played, one after the other, as a debugger does. It may wait as long as it likes, and change what it likes: a run
/// that it touched is played once more by itself, and only that counts.
pub trait Spectator: Send {
    /// A run begins.
    fn begin(&mut self, about: &RunAbout<'_>, run: &Run);

    /// A tick begins, in a world that stands as it does now.
    fn begin_tick(&mut self, world: &dyn AnyWorld);

    /// An agent decides, by [`Agent::tick_traced`] or something that does the same. `counts` gets what it considers.
    fn decide(&mut self, agent: &mut Agent, now: Time, counts: Option<&mut dyn Tracer>);

    /// The run is over. Says whether anything in it may have been otherwise than by itself, if only the work of an agent whose reasons were asked for.
    fn end(&mut self) -> bool;
}

/// Which run of a study it is.
#[derive(Clone, Copy, Debug)]
pub struct RunAbout<'a> {
    /// The study.
    pub study: &'a str,
    /// The part of the study.
    pub part: &'a str,
    /// The world.
    pub world: &'a str,
    /// The options of the world, as `name=value`.
    pub options: &'a [String],
    /// The agent.
    pub agent: &'a str,
    /// Its minds or teams, in the order of the bodies; the last may play all further ones.
    pub minds: &'a [String],
    /// Which repetition, from 1.
    pub run: usize,
    /// The seed.
    pub seed: u64,
}

/// What one thread needs to play runs: worlds, made once for each condition and restarted for each run.
pub(super) struct RunWorker<'a> {
    prepared: &'a Prepared,
    /// By part and condition.
    worlds: Vec<Vec<Option<Box<dyn AnyWorld>>>>,
    kept: HashSet<(usize, usize)>,
    /// What each part's metrics are, in the order of the design.
    columns: Vec<Option<Vec<MetricSource>>>,
    spectator: Option<Box<dyn Spectator>>,
}

/// The time that this thread has had.
fn thread_time() -> Duration {
    ThreadTime::try_now().map_or(Duration::ZERO, |time| time.as_duration())
}

/// Where a metric is found.
#[derive(Clone, Copy, Debug)]
enum MetricSource {
    World(usize),
    Score,
    Steps,
    Work,
    Tick(TickMetric),
    Seconds,
}

impl MetricSource {
    /// Its value so far.
    fn value(self, run: &Run, metrics: &[(&str, f64)], steps: u64, counted: TickCounts) -> f64 {
        match self {
            Self::World(at) => metrics.get(at).map_or(f64::NAN, |(_, value)| *value),
            Self::Score => run.world().score(0),
            Self::Steps => steps as f64,
            Self::Work => run.agents().iter().map(Agent::work_done).sum::<u64>() as f64,
            Self::Tick(per_tick) => counted.of(per_tick) as f64 / steps.max(1) as f64,
            // Kept apart, in the record's own field, so that values are the same each time.
            Self::Seconds => 0.0,
        }
    }
}

/// The metrics after so many ticks of a run, in the order of the design.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MetricSample {
    pub(super) tick: u64,
    pub(super) values: Vec<f64>,
}

/// Takes samples of a run: before its first tick and every so many ticks, or none if that is 0.
#[derive(Default)]
struct Sampler {
    every: u64,
    samples: Vec<MetricSample>,
}

impl Sampler {
    fn look(&mut self, tick: u64, values: impl FnOnce() -> Vec<f64>) {
        if self.every > 0 && tick.is_multiple_of(self.every) {
            self.samples.push(MetricSample { tick, values: values() });
        }
    }
}

/// Worlds that a thread keeps. A study of more conditions makes them again, which costs little beside a run.
const MOST_WORLDS: usize = 256;

impl<'a> RunWorker<'a> {
    pub(super) fn new(prepared: &'a Prepared, spectator: Option<Box<dyn Spectator>>) -> Self {
        let worlds = prepared.design.parts.iter().map(|part| (0..part.conditions()).map(|_| None).collect());
        Self {
            prepared,
            worlds: worlds.collect(),
            kept: HashSet::new(),
            columns: vec![None; prepared.design.parts.len()],
            spectator,
        }
    }

    /// Plays a run from its seed to its end.
    pub(super) fn play(&mut self, task: &PlannedRun) -> Result<RunRecord, LabError> {
        let played = self.play_once(task, &mut Sampler::default());
        let Some(mut spectator) = self.spectator.take() else { return played };
        // A run that was touched does not count, whatever became of it: the same seed gives the same run, untouched.
        let played = if spectator.end() { self.play_once(task, &mut Sampler::default()) } else { played };
        self.spectator = Some(spectator);
        played
    }

    /// As [`RunWorker::play`], with what the metrics were before the first tick, every so many ticks, and at the end.
    pub(super) fn play_sampled(
        &mut self,
        task: &PlannedRun,
        every: u64,
    ) -> Result<(RunRecord, Vec<MetricSample>), LabError> {
        let mut sampler = Sampler { every: every.max(1), samples: Vec::new() };
        let record = self.play_once(task, &mut sampler)?;
        if sampler.samples.last().is_none_or(|last| last.tick < record.steps) {
            sampler.samples.push(MetricSample { tick: record.steps, values: record.values.clone() });
        }
        Ok((record, sampler.samples))
    }

    fn play_once(&mut self, task: &PlannedRun, sampler: &mut Sampler) -> Result<RunRecord, LabError> {
        let (design, cell) = (&self.prepared.design, task.cell);
        let part = &design.parts[cell.part];
        let mut world = match self.worlds[cell.part][cell.condition].take() {
            Some(world) => world,
            None => part.world(&self.prepared.worlds, cell.condition)?,
        };
        let columns = self.columns(cell.part, &*world);
        let place = part.agents.iter().position(|agent| *agent == cell.agent).unwrap_or_default();
        let failed = |why: String| {
            LabError::Run(
                design.agents.get(cell.agent).map_or_else(String::new, |agent| agent.name.clone()),
                task.seed,
                why,
            )
        };
        let start = ThreadTime::try_now().ok();
        world.reset(task.seed);
        let player = &self.prepared.players[cell.part][part.universe(cell.condition)][place];
        let failure = RunFailure::default();
        let mut run = player.enter(world, part.store, task.seed, &failure).map_err(failed)?;
        if part.timed == Timed::Decisions {
            run = run.with_clock(thread_time);
        }
        self.begin(task, &run);
        let counts = columns.iter().any(|column| matches!(column, MetricSource::Tick(_)));
        // Only the first agent is counted, and only if it is asked for: counting takes time.
        let mut counters: Vec<TickCounts> = if counts { vec![TickCounts::default()] } else { Vec::new() };
        let values = |run: &Run, steps: u64, counters: &[TickCounts]| {
            let (metrics, counted) = (run.world().metrics(), counters.first().copied().unwrap_or_default());
            columns.iter().map(|column| column.value(run, &metrics, steps, counted)).collect()
        };
        let mut steps = 0;
        sampler.look(steps, || values(&run, steps, &counters));
        while steps < part.steps && !run.world().is_over() {
            self.tick(&mut run, &mut counters).map_err(|error| failed(error.to_string()))?;
            if let Some((counts, agent)) = counters.first_mut().zip(run.agents().first()) {
                counts.things += agent.memory().things().count() as u64;
            }
            steps += 1;
            sampler.look(steps, || values(&run, steps, &counters));
            if let Some(why) = failure.reason() {
                return Err(failed(why.to_owned()));
            }
        }
        let took = match part.timed {
            Timed::Run => start.and_then(|start| start.try_elapsed().ok()).unwrap_or_default(),
            Timed::Decisions => run.time_deciding(),
        };
        let microseconds = took.as_micros() as u64;
        let values = values(&run, steps, &counters);
        self.keep(task, run.into_parts().0);
        Ok(RunRecord { cell: task.number, run: task.run, seed: task.seed, steps, microseconds, values })
    }

    /// Tells a spectator which run begins.
    fn begin(&mut self, task: &PlannedRun, run: &Run) {
        let Some(spectator) = &mut self.spectator else { return };
        let design = &self.prepared.design;
        let (part, agent) = (&design.parts[task.cell.part], &design.agents[task.cell.agent]);
        let about = RunAbout {
            study: &design.study,
            part: &part.name,
            world: &part.world,
            options: &part.options_of(task.cell.condition),
            agent: &agent.name,
            minds: &agent.minds,
            run: task.run + 1,
            seed: task.seed,
        };
        spectator.begin(&about, run);
    }

    /// One tick, which a spectator may look at.
    fn tick(&mut self, run: &mut Run, counters: &mut [TickCounts]) -> Result<bool, WorldError> {
        let Some(spectator) = &mut self.spectator else { return run.tick_traced(counters, |_, _| {}) };
        spectator.begin_tick(run.world());
        run.tick_with(|number, agent, now| {
            let counts = counters.get_mut(number).map(|counts| counts as &mut dyn Tracer);
            spectator.decide(agent, now, counts);
        })
    }

    fn keep(&mut self, task: &PlannedRun, world: Box<dyn AnyWorld>) {
        // A world that is in the list already goes back to its place.
        if self.kept.insert((task.cell.part, task.cell.condition)) && self.kept.len() > MOST_WORLDS {
            self.kept.remove(&(task.cell.part, task.cell.condition));
            return;
        }
        self.worlds[task.cell.part][task.cell.condition] = Some(world);
    }

    /// Where the metrics of a part are found, computed once.
    fn columns(&mut self, part: usize, world: &dyn AnyWorld) -> Vec<MetricSource> {
        let metrics = &self.prepared.design.metrics;
        let find = |name: &String| {
            let known = world.metrics().iter().position(|(known, _)| known == name);
            match (known, name.as_str()) {
                (Some(at), _) => MetricSource::World(at),
                (None, "score") => MetricSource::Score,
                (None, "steps") => MetricSource::Steps,
                (None, CPU_SECONDS) => MetricSource::Seconds,
                // The design was checked, so it is one that every run has.
                (None, name) => TickMetric::of_name(name).map_or(MetricSource::Work, MetricSource::Tick),
            }
        };
        self.columns[part].get_or_insert_with(|| metrics.iter().map(find).collect()).clone()
    }
}
