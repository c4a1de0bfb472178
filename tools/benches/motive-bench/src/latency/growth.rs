//! Whether decisions become slower, or take more memory, while things come and go.

use super::every_mind::{LatencySetup, TimedPlayer};
use super::timed_mind::DecisionTimes;
use crate::allocations;
use crate::measure::Effort;
use anyhow::Result;
use motive_worlds::find;
use serde::Serialize;
use std::io::Write;

/// A Tileworld in which everything is replaced every few cycles.
const COMING_AND_GOING: LatencySetup = LatencySetup { world: "tileworld", options: &["cycles=0", "rate=3"] };

/// The end of a run over its beginning. How many things there are at a time in such a world is a random walk: where more are known at the end than at the
/// beginning, time and memory count for each thing known.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GrowthRow {
    measure: String,
    ticks: u64,
    /// The things known.
    things: f64,
    /// The mean time of a decision.
    pub(super) time: f64,
    /// The bytes in use.
    pub(super) memory: f64,
}

/// Prints a row for every mind of that world. Says whether all of them stay as they were.
pub(super) fn report(
    out: &mut impl Write,
    ticks: u64,
    json: bool,
    wanted: impl Fn(&str) -> bool,
) -> Result<bool> {
    let mut flat = true;
    if !json {
        writeln!(
            out,
            "\n{:<76}{:>10}{:>10}{:>10}",
            "after many ticks over before", "things", "time", "memory"
        )?;
    }
    for contestant in COMING_AND_GOING.contestants()? {
        if !wanted(&format!("{}/{}", COMING_AND_GOING.name(), contestant.name)) {
            continue;
        }
        let row = measure(&contestant, ticks)?;
        flat &= row.time <= 1.5 && row.memory <= 1.5;
        if json {
            serde_json::to_writer(&mut *out, &row)?;
            writeln!(out)?;
        } else {
            writeln!(out, "{:<76}{:>10.3}{:>10.3}{:>10.3}", row.measure, row.things, row.time, row.memory)?;
        }
        out.flush()?;
    }
    Ok(flat)
}

/// The greatest growth among the minds.
pub(super) fn worst(effort: &Effort, of: fn(&GrowthRow) -> f64) -> Result<f64> {
    let mut worst = 0.0_f64;
    for contestant in COMING_AND_GOING.contestants()? {
        worst = worst.max(of(&measure(&contestant, effort.ticks as u64 * 160)?));
        if effort.is_short() {
            break;
        }
    }
    Ok(worst)
}

/// The first tenth warms up; the last is set against the second.
fn measure(contestant: &TimedPlayer, ticks: u64) -> Result<GrowthRow> {
    let part = (ticks / 10).max(1);
    let times = DecisionTimes::with_room(part as usize);
    let before = allocations::count().bytes;
    let mut run = contestant.enter(find(COMING_AND_GOING.world, COMING_AND_GOING.options)?, 1, &times)?;
    let (mut tenths, mut bytes, mut things) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..10 {
        for _ in 0..part {
            run.tick()?;
        }
        let made = times.take();
        things.push(times.take_things() as f64 / made.len().max(1) as f64);
        tenths.push(trimmed_mean(made));
        bytes.push((allocations::count().bytes - before) as f64);
    }
    let [time, memory, things] = [&tenths, &bytes, &things].map(|list| list[9] / list[1].max(1.0));
    let measure = format!("latency.growth.{}/{}", COMING_AND_GOING.name(), contestant.name);
    let more = things.max(1.0);
    Ok(GrowthRow { measure, ticks, things, time: time / more, memory: memory / more })
}

/// The mean without the slowest hundredth, which is what the machine did beside it.
fn trimmed_mean(mut times: Vec<u64>) -> f64 {
    times.sort_unstable();
    let kept = times.len() - times.len() / 100;
    times.iter().take(kept).sum::<u64>() as f64 / kept.max(1) as f64
}
