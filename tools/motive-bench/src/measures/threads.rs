//! Several threads: faster, and the same decisions.

use super::drive_choice;
use crate::drive_waves::{DRIVES, WaveColumn, population};
use crate::measure::{Effort, Limit, SpeedMeasure, Unit};
use crate::timing::{cpu_seconds, race, ratio};
use anyhow::{Context, Result, ensure};
use motive::{ActiveAction, Herd, Time};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::Instant;

pub(crate) const MEASURES: &[SpeedMeasure] = &[SpeedMeasure {
    can_judge: two_cores_are_idle,
    ..SpeedMeasure::new(
        "threads.speedup",
        "10,000 agents on one thread against two, with the same decisions",
        Unit::Ratio,
        Limit::AtLeast(1.7),
        speedup,
    )
}];

fn speedup(effort: &Effort) -> Result<f64> {
    let (mut one, mut two) = (Crew::new(1, effort)?, Crew::new(2, effort)?);
    let ticks = effort.ticks.div_ceil(16);
    one.run(ticks)?;
    two.run(ticks)?;
    let [alone, together] = race(effort.passes, [&mut || one.run(ticks), &mut || two.run(ticks)])?;
    ensure!(one.decisions() == two.decisions(), "two threads decided differently from one");
    Ok(ratio(&alone, &together))
}

/// A herd of agents that are run one by one, on a number of threads.
struct Crew {
    pool: ThreadPool,
    herd: Herd,
    drives: [motive::Property; DRIVES],
    waves: [WaveColumn; DRIVES],
    tick: u64,
}

impl Crew {
    fn new(threads: usize, effort: &Effort) -> Result<Self> {
        let scenario = drive_choice::scenario()?;
        Ok(Self {
            pool: ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?,
            herd: Herd::of_agents(scenario.character, effort.agents, 1)?,
            drives: scenario.drives,
            waves: WaveColumn::of(&population(effort.agents)),
            tick: 0,
        })
    }

    /// Seconds on the wall: more threads do not make less work.
    fn run(&mut self, ticks: usize) -> Result<f64> {
        let mut seconds = 0.0;
        for _ in 0..ticks {
            for (wave, drive) in self.waves.iter_mut().zip(self.drives) {
                wave.advance(&mut self.herd.column_mut(drive)?);
            }
            let now = Time::of_tick(self.tick, 100_000);
            self.tick += 1;
            let start = Instant::now();
            self.pool.install(|| self.herd.tick(now));
            seconds += start.elapsed().as_secs_f64();
        }
        Ok(seconds)
    }

    fn decisions(&self) -> Vec<Vec<ActiveAction>> {
        (0..self.herd.len()).map(|agent| self.herd.decision(agent).collect()).collect()
    }
}

/// Whether two threads that only count get all the time there is.
pub(crate) fn two_cores_are_idle() -> bool {
    let count = || {
        let start = Instant::now();
        let seconds = cpu_seconds(|| while start.elapsed().as_millis() < 50 {});
        seconds.is_ok_and(|seconds| seconds > 0.95 * start.elapsed().as_secs_f64())
    };
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(count);
        (count(), other.join().unwrap_or(false))
    });
    one && other
}
