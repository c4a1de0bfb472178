//! Several threads: faster, and the same decisions.

use super::drive_choice;
use crate::drive_waves::{DRIVES, WaveColumn, population};
use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, race, ratio};
use anyhow::{Context, Result, ensure};
use motive::arbiter::Arbiter;
use motive::kernel::{ActiveAction, Agent, Crowd, Memory, Time};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::Instant;

measures! {
    /// 10,000 agents on one thread against two, with the same decisions
    "threads.speedup" Ratio >= 1.7 => speedup, when two_cores_are_idle;
}

fn speedup(effort: &Effort) -> Result<f64> {
    let (mut one, mut two) = (Crew::new(1, effort)?, Crew::new(2, effort)?);
    let ticks = effort.ticks.div_ceil(16);
    one.run(ticks)?;
    two.run(ticks)?;
    let [alone, together] = race(effort.passes, [&mut || one.run(ticks), &mut || two.run(ticks)])?;
    ensure!(one.decisions() == two.decisions(), "two threads decided differently from one");
    Ok(ratio(&alone, &together))
}

/// Agents that decide one by one, on a number of threads.
struct Crew {
    pool: ThreadPool,
    crowd: Crowd,
    drives: [motive::kernel::Property; DRIVES],
    waves: [WaveColumn; DRIVES],
    /// A buffer for one wave.
    values: Vec<f64>,
    tick: u64,
}

impl Crew {
    fn new(threads: usize, effort: &Effort) -> Result<Self> {
        let scenario = drive_choice::scenario()?;
        let mut crowd = Crowd::default().with_herds_from(usize::MAX);
        for number in 0..effort.agents as u64 {
            let memory = Memory::new(scenario.character.vocabulary().clone());
            crowd.add(Agent::new(memory, Arbiter::new(scenario.character.clone()), 1, number).boxed());
        }
        Ok(Self {
            pool: ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?,
            crowd,
            drives: scenario.drives,
            waves: WaveColumn::of(&population(effort.agents)),
            values: vec![0.0; effort.agents],
            tick: 0,
        })
    }

    /// Seconds on the wall: more threads do not make less work.
    fn run(&mut self, ticks: usize) -> Result<f64> {
        let mut seconds = 0.0;
        for _ in 0..ticks {
            for (wave, drive) in self.waves.iter_mut().zip(self.drives) {
                wave.advance(&mut self.values);
                for (agent, value) in self.values.iter().enumerate() {
                    self.crowd.set(agent, drive, *value).transpose()?;
                }
            }
            let now = Time::of_tick(self.tick, 100_000);
            self.tick += 1;
            let start = Instant::now();
            self.pool.install(|| self.crowd.tick_in_parallel(now, |_, _| ()));
            seconds += start.elapsed().as_secs_f64();
        }
        Ok(seconds)
    }

    fn decisions(&self) -> Vec<Vec<ActiveAction>> {
        self.crowd.numbers().map(|agent| self.crowd.actions(agent).collect()).collect()
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
