//! The household: what planning for all drives costs beside planning for one.

use crate::allocations;
use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, race, ratio};
use anyhow::{Context as _, Result, ensure};
use motive::kernel::{Agent, Decision, Memory};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::AnyWorld;
use std::hint::black_box;

measures! {
    /// thinking of a UDGOAP tenant against that of a GOAP tenant, by the second of the house's time
    "household.udgoap_vs_goap" Ratio <= 3.0 => udgoap_vs_goap;
    /// memory of a UDGOAP tenant against that of a GOAP tenant after a day (thesis: 1.37)
    "household.memory_vs_goap" Ratio <= 3.0 => memory_vs_goap;
}

const UDGOAP: &str = include_str!("../../../../../agents/household/udgoap.motive");
const GOAP: &str = include_str!("../../../../../agents/household/goap.motive");

/// A tenant, as it would be at the start of every day.
struct Tenant {
    mind: motive_language::MindDefinition,
    names: std::sync::Arc<motive::kernel::Vocabulary>,
}

impl Tenant {
    fn new(text: &str) -> Result<Self> {
        let world = house()?;
        let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
        let model = load(SourceText::new("tenant.motive", text), &given, &NoFiles).model;
        let model = model.context("the agent file cannot be used")?;
        let mind = model.mind(None).context("there is no mind")?.clone();
        Ok(Self { mind, names: model.vocabulary })
    }

    /// The thinking time of whole days, world excluded, by the second of the house's time.
    fn days(&self, count: usize) -> Result<f64> {
        let (mut thinking, mut seconds) = (0.0, 0.0);
        for seed in 0..count as u64 {
            let day = self.day(seed)?;
            thinking += day.thinking;
            seconds += day.seconds;
        }
        Ok(thinking / seconds)
    }

    fn day(&self, seed: u64) -> Result<Day> {
        let mut world = house()?;
        world.reset(seed);
        let mut agent = Agent::new(Memory::new(self.names.clone()), self.mind.start()?, 1, 0);
        let (mut decision, mut thinking) = (Decision::default(), 0.0);
        while !world.is_over() && world.time().tick < 3_000 {
            world.ended(0, &mut |run, ending| {
                agent.finish(run, ending);
            });
            world.perceive(0, agent.memory_mut())?;
            let now = world.time();
            thinking += cpu_seconds(|| decision.clone_from(black_box(agent.tick(now))))?;
            world.act(0, &decision)?;
            world.step();
        }
        ensure!(world.is_over(), "the day does not end");
        let before = allocations::count().bytes;
        drop(agent);
        let bytes = (before - allocations::count().bytes) as f64;
        Ok(Day { thinking, seconds: world.time().micros as f64 / 1e6, bytes })
    }
}

/// What a day took.
struct Day {
    thinking: f64,
    /// The house's time.
    seconds: f64,
    /// What the tenant holds in the evening: what it knows, and whatever its planner keeps for the next search.
    bytes: f64,
}

fn house() -> Result<Box<dyn AnyWorld>> {
    Ok(motive_worlds::find("household", &["numbers=drawn"])?)
}

fn udgoap_vs_goap(effort: &Effort) -> Result<f64> {
    let (udgoap, goap) = (Tenant::new(UDGOAP)?, Tenant::new(GOAP)?);
    let days = effort.ticks.div_ceil(8);
    let mut all = || udgoap.days(days);
    let mut one = || goap.days(days);
    let [all, one] = race(effort.passes, [&mut all, &mut one])?;
    Ok(ratio(&all, &one))
}

fn memory_vs_goap(_: &Effort) -> Result<f64> {
    Ok(Tenant::new(UDGOAP)?.day(0)?.bytes / Tenant::new(GOAP)?.day(0)?.bytes)
}
