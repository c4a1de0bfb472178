//! Whole games of the shooter, deciding included: five minutes of capture the flag, one against one.

use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, median};
use anyhow::{Context, Result, ensure};
use motive::kernel::{Agent, Memory};
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::{Run, find};

measures! {
    /// Shooter: five minutes of capture the flag, one against one, over the time that they take
    "shooter.real_time" Ratio >= 500.0 => speed;
}

const BOT: &str = include_str!("../../../../../agents/shooter/gordon.motive");

/// How many times faster than real time a game is played.
fn speed(effort: &Effort) -> Result<f64> {
    let mut speeds = Vec::new();
    for seed in 0..effort.passes as u64 {
        let mut world = find::<&str>("shooter", &[])?;
        world.reset(seed);
        let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
        let loaded = load(SourceText::new("gordon.motive", BOT), &given, &NoFiles);
        let model = loaded.model.context("the bot has errors")?;
        let mind = model.mind(None).context("the file has no mind")?;
        let mut agents = Vec::new();
        for number in 0..2 {
            agents.push(Agent::new(Memory::new(model.vocabulary.clone()), mind.start()?, seed, number));
        }
        let mut run = Run::new(world, agents)?;
        let mut ended = Ok(true);
        let took = cpu_seconds(|| {
            while matches!(ended, Ok(true)) {
                ended = run.tick();
            }
        })?;
        ended?;
        let played = run.world().time().seconds();
        ensure!((played - 300.0).abs() < 1.0, "the game lasted {played} seconds");
        speeds.push(played / took.max(1e-9));
    }
    Ok(median(speeds))
}
