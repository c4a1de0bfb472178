//! Whole cycles of Tileworld: the world, what its agent perceives, and what the standard agent of the study decides.

use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, median, race, ratio};
use anyhow::{Context, Result, anyhow};
use motive::kernel::{Agent, Memory, Vocabulary};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::{AnyWorld, Run, find};
use std::sync::Arc;

measures! {
    /// Tileworld: a cycle among 100 stacks and holes, over one among 10 (the study: four times)
    "tileworld.density" Ratio <= 2.0 => |effort| growth(effort, Memory::new);
    /// the same with a memory without indexes, as the study's program had it
    "tileworld.density_list" Ratio => |effort| growth(effort, Memory::as_list);
    /// Tileworld: cycles a second on one core, among 100 stacks and holes (the study: 15)
    "tileworld.cycles" PerSecond >= 10_000.0 => |effort| {
            let [dense] = race(effort.passes, [&mut || seconds(100, effort, Memory::new)])?;
            Ok(1.0 / median(dense).max(1e-12))
        };
}

const STANDARD: &str = include_str!("../../../../../agents/tileworld/standard.motive");

type NewMemory = fn(Arc<Vocabulary>) -> Memory;

fn growth(effort: &Effort, memory: NewMemory) -> Result<f64> {
    let [dense, sparse] =
        race(effort.passes, [&mut || seconds(100, effort, memory), &mut || seconds(10, effort, memory)])?;
    Ok(ratio(&dense, &sparse))
}

/// Seconds for one cycle at a density, over a few runs.
fn seconds(density: u32, effort: &Effort, memory: NewMemory) -> Result<f64> {
    let (mut total, mut cycles) = (0.0, 0);
    for seed in 0..4 {
        let options = [format!("density={density}"), format!("cycles={}", effort.ticks * 16)];
        let mut run = prepare(find("tileworld", &options)?, seed, memory)?;
        let mut failed = None;
        total += cpu_seconds(|| {
            loop {
                cycles += 1;
                match run.tick() {
                    Ok(true) => {}
                    Ok(false) => return,
                    Err(error) => return failed = Some(error),
                }
            }
        })?;
        if let Some(error) = failed {
            return Err(anyhow!(error));
        }
    }
    Ok(total / f64::from(cycles.max(1)))
}

fn prepare(mut world: Box<dyn AnyWorld>, seed: u64, memory: NewMemory) -> Result<Run> {
    world.reset(seed);
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(SourceText::new("standard.motive", STANDARD), &given, &NoFiles);
    let model = loaded.model.context("the standard agent has mistakes")?;
    let mind = model.mind(None).context("the standard agent has no mind")?.start()?;
    let agent = Agent::new(memory(model.vocabulary.clone()), mind, seed, 0);
    Ok(Run::new(world, vec![agent])?)
}
