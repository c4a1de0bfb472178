//! One scenario solved by hand, by a herd and by single agents: the same agents, the same choices.

use crate::allocations;
use crate::drive_waves::{Counters, DRIVES, DriveWaves, HandWrittenDrives, WaveColumn, population};
use crate::measure::Effort;
use crate::timing::{cpu_seconds, median, race, ratio};
use anyhow::{Result, ensure};
use motive::arbiter::{Arbiter, Character, Herd};
use motive::kernel::{Agent, Memory, Property, Time};
use std::sync::Arc;

/// One scenario.
pub(crate) struct ArbiterScenario {
    /// How Motive solves it. Its actions are the options, in order.
    pub(crate) character: Arc<Character>,
    /// The properties that hold the drives.
    pub(crate) drives: [Property; DRIVES],
}

/// How one would write a scenario by hand: from drives to an option. A type of its own for each, so that the compiler puts it
/// into the loop as it does with a program that is written so.
pub(crate) trait Decide: Fn(&[f32; DRIVES]) -> usize + Send + Sync {}

impl<F: Fn(&[f32; DRIVES]) -> usize + Send + Sync> Decide for F {}

/// A herd's time over that of the hand-written program.
pub(crate) fn against_hand(scenario: &ArbiterScenario, decide: impl Decide, effort: &Effort) -> Result<f64> {
    let agents = population(effort.agents);
    let mut by_hand = HandWrittenDrives::new(&agents, decide);
    let mut herd = InHerd::new(scenario, &agents)?;
    let mut hand = || cpu_seconds(|| by_hand.run(effort.ticks));
    let mut ours = || herd.run(effort.ticks);
    hand()?;
    ours()?;
    let [hand, ours] = race(effort.passes, [&mut hand, &mut ours])?;
    ensure!(herd.counters == by_hand.counters(), "the herd did not choose as the hand-written program did");
    Ok(ratio(&ours, &hand))
}

/// Nanoseconds that a herd takes for one agent and tick.
pub(crate) fn herd_nanoseconds(scenario: &ArbiterScenario, effort: &Effort) -> Result<f64> {
    let agents = population(effort.agents);
    let mut herd = InHerd::new(scenario, &agents)?;
    herd.run(effort.ticks)?;
    let [times] = race(effort.passes, [&mut || herd.run(effort.ticks)])?;
    Ok(median(times) / (effort.agents * effort.ticks) as f64 * 1e9)
}

/// Nanoseconds that single agents take for one agent and tick.
pub(crate) fn single_nanoseconds(
    scenario: &ArbiterScenario,
    decide: impl Decide,
    effort: &Effort,
) -> Result<f64> {
    // Single agents take longer: a tenth of them for a quarter of the time will do.
    let agents = population(effort.agents.div_ceil(10));
    let ticks = effort.ticks.div_ceil(4);
    let mut by_hand = HandWrittenDrives::new(&agents, decide);
    let mut singles = Singles::new(scenario, &agents);
    let mut run = || {
        by_hand.run(ticks);
        singles.run(ticks)
    };
    run()?;
    let [times] = race(effort.passes, [&mut run])?;
    ensure!(
        singles.counters == by_hand.counters(),
        "single agents did not choose as the hand-written program did"
    );
    Ok(median(times) / (agents.len() * ticks) as f64 * 1e9)
}

/// Bytes that a herd takes for each agent.
pub(crate) fn herd_bytes(scenario: &ArbiterScenario, effort: &Effort) -> Result<f64> {
    let before = allocations::count().bytes;
    let mut herd = Herd::new(scenario.character.clone(), effort.agents, 1)?;
    for drive in scenario.drives {
        herd.column_mut(drive)?.fill(0.5);
    }
    herd.tick(Time::default());
    Ok((allocations::count().bytes - before) as f64 / effort.agents as f64)
}

/// Bytes that a single agent takes.
pub(crate) fn single_bytes(scenario: &ArbiterScenario, effort: &Effort) -> Result<f64> {
    let agents = population(effort.agents.div_ceil(10));
    let before = allocations::count().bytes;
    let mut singles = Singles::new(scenario, &agents);
    // Some lists take room only after an action has been replaced by another.
    singles.run(40)?;
    let own = size_of::<DriveWaves>() + size_of::<Counters>();
    Ok((allocations::count().bytes - before) as f64 / agents.len() as f64 - own as f64)
}

/// A host that keeps its world in columns, with a herd.
struct InHerd {
    herd: Herd,
    drives: [Property; DRIVES],
    waves: [WaveColumn; DRIVES],
    counters: Vec<Counters>,
    tick: u64,
}

impl InHerd {
    fn new(scenario: &ArbiterScenario, agents: &[DriveWaves]) -> Result<Self> {
        Ok(Self {
            herd: Herd::new(scenario.character.clone(), agents.len(), 1)?,
            drives: scenario.drives,
            waves: WaveColumn::of(agents),
            counters: vec![Counters::default(); agents.len()],
            tick: 0,
        })
    }

    fn run(&mut self, ticks: usize) -> Result<f64> {
        let mut result = Ok(());
        let seconds = cpu_seconds(|| result = (0..ticks).try_for_each(|_| self.tick()))?;
        result.map(|()| seconds)
    }

    fn tick(&mut self) -> Result<()> {
        for (wave, drive) in self.waves.iter_mut().zip(self.drives) {
            wave.advance(&mut self.herd.column_mut(drive)?);
        }
        self.herd.tick(Time::of_tick(self.tick, 100_000));
        self.tick += 1;
        for (counters, choice) in self.counters.iter_mut().zip(self.herd.choices()) {
            counters[usize::from(*choice) % DRIVES] += 1;
        }
        Ok(())
    }
}

/// A host with an agent for each of its characters.
struct Singles {
    agents: Vec<(DriveWaves, Agent<Arbiter>)>,
    scenario_drives: [Property; DRIVES],
    counters: Vec<Counters>,
    tick: u64,
}

impl Singles {
    fn new(scenario: &ArbiterScenario, agents: &[DriveWaves]) -> Self {
        let agent = |(number, drives): (u64, &DriveWaves)| {
            let memory = Memory::new(scenario.character.vocabulary().clone());
            (*drives, Agent::new(memory, Arbiter::new(scenario.character.clone()), 1, number))
        };
        Self {
            agents: (0..).zip(agents).map(agent).collect(),
            scenario_drives: scenario.drives,
            counters: vec![Counters::default(); agents.len()],
            tick: 0,
        }
    }

    fn run(&mut self, ticks: usize) -> Result<f64> {
        let mut result = Ok(());
        let seconds = cpu_seconds(|| result = (0..ticks).try_for_each(|_| self.tick()))?;
        result.map(|()| seconds)
    }

    fn tick(&mut self) -> Result<()> {
        let now = Time::of_tick(self.tick, 100_000);
        self.tick += 1;
        for ((drives, agent), counters) in self.agents.iter_mut().zip(&mut self.counters) {
            drives.advance();
            for (drive, value) in self.scenario_drives.into_iter().zip(drives.value) {
                agent.memory_mut().set_own(drive, f64::from(value))?;
            }
            // Actions are declared in the order of the options, and nothing else is.
            let actions = agent.mind().character().vocabulary().clone();
            let chosen = agent.tick(now).actions.first().map(|act| act.action);
            let option = actions.actions().position(|action| Some(action) == chosen);
            counters[option.unwrap_or(DRIVES) % DRIVES] += 1;
        }
        Ok(())
    }
}
