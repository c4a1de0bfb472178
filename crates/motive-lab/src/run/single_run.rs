//! Playing one run of a study.

use super::Task;
use super::journal::Record;
use super::tick_counts::{TickCounts, TickMetric};
use crate::design::{CPU_SECONDS, Prepared};
use crate::error::LabError;
use crate::host_minds::RunFailure;
use crate::study::Timed;
use cpu_time::ThreadTime;
use motive_worlds::World;
use std::collections::HashSet;
use std::time::Duration;

/// What one thread needs to play runs: worlds, made once for each condition and restarted for each run.
pub(super) struct Stage<'a> {
    prepared: &'a Prepared,
    /// By part and condition.
    worlds: Vec<Vec<Option<Box<dyn World>>>>,
    kept: HashSet<(usize, usize)>,
    /// What each part's metrics are, in the order of the design.
    columns: Vec<Option<Vec<MetricSource>>>,
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

/// Worlds that a thread keeps. A study of more conditions makes them again, which costs little beside a run.
const MOST_WORLDS: usize = 256;

impl<'a> Stage<'a> {
    pub(super) fn new(prepared: &'a Prepared) -> Self {
        let worlds = prepared.design.parts.iter().map(|part| (0..part.conditions()).map(|_| None).collect());
        Self {
            prepared,
            worlds: worlds.collect(),
            kept: HashSet::new(),
            columns: vec![None; prepared.design.parts.len()],
        }
    }

    /// Plays a run from its seed to its end.
    pub(super) fn play(&mut self, task: &Task) -> Result<Record, LabError> {
        let (design, cell) = (&self.prepared.design, task.cell);
        let part = &design.parts[cell.part];
        let mut world = match self.worlds[cell.part][cell.condition].take() {
            Some(world) => world,
            None => part.world(cell.condition)?,
        };
        let columns = self.columns(cell.part, &*world);
        let place = part.agents.iter().position(|agent| *agent == cell.agent).unwrap_or_default();
        let failed = |why: String| LabError::Run {
            agent: design.agents.get(cell.agent).map_or_else(String::new, |agent| agent.name.clone()),
            seed: task.seed,
            why,
        };
        let start = ThreadTime::try_now().ok();
        world.reset(task.seed);
        let player = &self.prepared.players[cell.part][part.universe(cell.condition)][place];
        let failure = RunFailure::default();
        let mut run = player.enter(world, part.store, task.seed, &failure).map_err(failed)?;
        if part.timed == Timed::Decisions {
            run = run.with_clock(thread_time);
        }
        let counts = columns.iter().any(|column| matches!(column, MetricSource::Tick(_)));
        // Only the first agent is counted, and only if it is asked for: counting takes time.
        let mut counters: Vec<TickCounts> = if counts { vec![TickCounts::default()] } else { Vec::new() };
        let mut steps = 0;
        while steps < part.steps && !run.world().is_over() {
            run.tick_traced(&mut counters, |_, _| {}).map_err(|error| failed(error.to_string()))?;
            if let Some((counts, agent)) = counters.first_mut().zip(run.agents().first()) {
                counts.things += agent.memory().things().count() as u64;
            }
            steps += 1;
            if let Some(why) = failure.reason() {
                return Err(failed(why.to_owned()));
            }
        }
        let counted = counters.first().copied().unwrap_or_default();
        let took = match part.timed {
            Timed::Run => start.and_then(|start| start.try_elapsed().ok()).unwrap_or_default(),
            Timed::Decisions => run.time_deciding(),
        };
        let microseconds = took.as_micros() as u64;
        let (world, agents) = run.into_parts();
        let metrics = world.metrics();
        let work: u64 = agents.iter().map(motive::Agent::work_done).sum();
        let value = |column: &MetricSource| match column {
            MetricSource::World(at) => metrics.get(*at).map_or(f64::NAN, |(_, value)| *value),
            MetricSource::Score => world.score(0),
            MetricSource::Steps => steps as f64,
            MetricSource::Work => work as f64,
            MetricSource::Tick(per_tick) => counted.of(*per_tick) as f64 / steps.max(1) as f64,
            // Kept apart, in the record's own field, so that values are the same each time.
            MetricSource::Seconds => 0.0,
        };
        let values = columns.iter().map(value).collect();
        self.keep(task, world);
        Ok(Record { cell: task.number, run: task.run, seed: task.seed, steps, microseconds, values })
    }

    fn keep(&mut self, task: &Task, world: Box<dyn World>) {
        // A world that is in the list already goes back to its place.
        if self.kept.insert((task.cell.part, task.cell.condition)) && self.kept.len() > MOST_WORLDS {
            self.kept.remove(&(task.cell.part, task.cell.condition));
            return;
        }
        self.worlds[task.cell.part][task.cell.condition] = Some(world);
    }

    /// Where the metrics of a part are found, computed once.
    fn columns(&mut self, part: usize, world: &dyn World) -> Vec<MetricSource> {
        let metrics = &self.prepared.design.metrics;
        let find = |name: &String| {
            let known = world.metrics().iter().position(|(known, _)| known == name);
            match (known, name.as_str()) {
                (Some(at), _) => MetricSource::World(at),
                (None, "score") => MetricSource::Score,
                (None, "steps") => MetricSource::Steps,
                (None, CPU_SECONDS) => MetricSource::Seconds,
                (None, name) if TickMetric::of_name(name).is_some() => {
                    MetricSource::Tick(TickMetric::of_name(name).unwrap_or(TickMetric::Things))
                }
                // The design was checked, so it is one of the world's.
                (None, _) => MetricSource::Work,
            }
        };
        self.columns[part].get_or_insert_with(|| metrics.iter().map(find).collect()).clone()
    }
}
