//! Files: checking and formatting long ones, loading one into a running agent, and what it costs to record a run.

use crate::measure::{Effort, measures};
use crate::timing::{cpu_seconds, median, race, ratio};
use anyhow::{Context, Result, anyhow, ensure};
use motive::kernel::Memory;
use motive_cli::commands::play::{PlaySession, Setup};
use motive_cli::console::Failure;
use motive_language::format::format;
use motive_language::{NoFiles, SourceText, WorldVocabulary, load};
use motive_worlds::AnyWorld;
use std::fmt::Write;
use std::path::PathBuf;

measures! {
    /// lines of a long agent file that are checked in a second
    "check.lines" PerSecond >= 100_000.0 => |effort| lines_per_second(effort, check);
    /// lines of a long agent file that are formatted in a second
    "fmt.lines" PerSecond >= 100_000.0 => |effort| {
        lines_per_second(effort, |_, text| format(text).map(drop).map_err(|_| anyhow!("it has mistakes")))
    };
    /// to load Pac-Man's own agent again into a running one
    "reload.time" Nanoseconds <= 5e6 => reload;
    /// a recorded run's time over that of one that is not recorded
    "record.cost" Ratio <= 2.0 => recording;
    /// bytes recorded for one tick
    "record.bytes" Bytes => recorded_bytes;
}

const OURS: &str = include_str!("../../../../../agents/pacman/ours.motive");

fn world() -> Result<Box<dyn AnyWorld>> {
    Ok(motive_worlds::find::<&str>("pacman", &[])?)
}

/// A file with ten lines for each of so many goals.
fn long_file(goals: usize) -> String {
    let mut text = String::from("world pacman\n");
    for number in 0..goals {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\ngoal g{number} achieves P{number} {{ priority {} }}\n\nprogram P{number} {{\n    done when no dot\n    rule eat\n        \
             when d: dot prefer {{ distance: 0.. lowest }}\n        do   move_toward(d)\n}}\n",
            number % 100
        );
    }
    text.push_str("\nmind Long = arbiter { goals g0 }\n");
    text
}

fn check(world: &dyn AnyWorld, text: &str) -> Result<()> {
    let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
    let loaded = load(SourceText::new("long.motive", text), &given, &NoFiles);
    ensure!(loaded.model.is_some(), "the file has mistakes: {:?}", loaded.problems.first());
    Ok(())
}

fn lines_per_second(effort: &Effort, work: fn(&dyn AnyWorld, &str) -> Result<()>) -> Result<f64> {
    let (world, text) = (world()?, long_file(effort.agents));
    let lines = text.lines().count();
    let mut once = || {
        let mut done = Ok(());
        let seconds = cpu_seconds(|| done = work(&*world, &text))?;
        done.map(|()| seconds)
    };
    let [times] = race(effort.passes.min(3), [&mut once])?;
    Ok(lines as f64 / median(times).max(1e-9))
}

fn reload(effort: &Effort) -> Result<f64> {
    let world = world()?;
    let mut once = || {
        let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
        let first =
            load(SourceText::new("ours.motive", OURS), &given, &NoFiles).model.context("it has mistakes")?;
        let mind = first.mind(None).context("there is no mind")?;
        let (mut running, mut memory) = (mind.start()?, Memory::new(first.vocabulary.clone()));
        let mut done = Ok(());
        let seconds = cpu_seconds(|| {
            done = (|| {
                let names = memory.shared_vocabulary().clone();
                let given = WorldVocabulary { vocabulary: &names, catalogue: world.catalogue() };
                let again = load(SourceText::new("ours.motive", OURS), &given, &NoFiles);
                let model = again.model.context("it has mistakes")?;
                memory.extend_vocabulary(model.vocabulary.clone())?;
                model.mind(None).context("there is no mind")?.engine.take_over(&mut running, &mut memory)?;
                Ok(())
            })();
        })?;
        done.map(|()| seconds)
    };
    let [times] = race(effort.passes, [&mut once])?;
    Ok(median(times) * 1e9)
}

/// A file that is gone when it is no longer needed.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("motive-bench-{}-{name}.trace", std::process::id())))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // What is left behind if this fails is in a folder that the system clears.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Plays some games and gives the seconds that they took without setting them up, and the bytes and ticks recorded.
fn play(effort: &Effort, record: Option<&PathBuf>) -> Result<(f64, u64, u64)> {
    let said = |failure: Failure| anyhow!(failure.to_string());
    let (mut seconds, mut bytes, mut ticks) = (0.0, 0, 0);
    for seed in 0..8 {
        let setup = Setup { world: "pacman".into(), seed, record: record.cloned(), ..Setup::default() };
        let mut session = PlaySession::new(&setup).map_err(said)?;
        let mut played = Ok(());
        seconds += cpu_seconds(|| {
            played = (|| {
                while session.steps() < effort.ticks as u64 * 8 && session.step()? {}
                Ok(())
            })();
        })?;
        played.map_err(said)?;
        ticks += session.steps();
        bytes += session.finish().map_err(said)?.map_or(0, |size| size.bytes);
    }
    Ok((seconds, bytes, ticks))
}

fn recording(effort: &Effort) -> Result<f64> {
    let file = Temporary::new("cost");
    let mut plain = || Ok(play(effort, None)?.0);
    let mut recorded = || Ok(play(effort, Some(&file.0))?.0);
    recorded()?;
    let [plain, recorded] = race(effort.passes, [&mut plain, &mut recorded])?;
    Ok(ratio(&recorded, &plain))
}

fn recorded_bytes(effort: &Effort) -> Result<f64> {
    let file = Temporary::new("bytes");
    let (_, bytes, ticks) = play(effort, Some(&file.0))?;
    Ok(bytes as f64 / ticks.max(1) as f64)
}
