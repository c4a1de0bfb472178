//! How long single decisions take, for every mind in every world: the middle and the tail.
//!
//! A decision is deterministic, so a game that is played again makes the same decisions. Each game is played several times, and for each
//! decision the shortest of its times counts: what the machine did beside it does not.

mod every_mind;
mod growth;
mod timed_mind;

use crate::measure::{Effort, measures};
use anyhow::{Result, bail};
use every_mind::{LatencySetup, SETUPS, TimedPlayer};
use motive_worlds::find;
use serde::Serialize;
use std::io::{self, Write};
use timed_mind::DecisionTimes;

/// The most that a decision may take, in nanoseconds.
const MOST: f64 = 1e6;

measures! {
    /// the slowest mind: 999 of 1,000 decisions take less (`motive-bench latency` shows every mind in every world)
    "latency.p999" Nanoseconds <= MOST => |effort| slowest(effort, |row| row.p999);
    /// the slowest decision of every mind in every world
    "latency.max" Nanoseconds <= MOST => |effort| slowest(effort, |row| row.max);
    /// decisions among things that come and go, for each thing known: the last tenth of a long run over its second tenth, of the slowest mind
    "latency.growth" Ratio <= 1.5 => |effort| growth::worst(effort, |row| row.time);
    /// the same for memory: bytes in use for each thing known
    "latency.memory" Ratio <= 1.5 => |effort| growth::worst(effort, |row| row.memory);
}

/// Times of single decisions, for every mind in every world
///
/// Each game is played several times, and the shortest time of each decision counts. Times are processor time of the thread.
///
/// Exit code 0: no decision takes more than a millisecond, but for minds whose searches have no limit because a publication's have none. 1: one
/// does.
#[derive(Debug, clap::Args)]
pub(crate) struct LatencyArguments {
    /// Only minds and worlds whose name contains this, such as `tileworld` or `udgoap:Udgoap`
    #[arg(value_name = "TEXT")]
    filter: Option<String>,
    /// Decisions of each mind in each world
    #[arg(long, value_name = "N", default_value_t = 3000)]
    decisions: usize,
    /// How often each game is played
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    passes: u16,
    /// Also run minds of the Tileworld for so many ticks among things that come and go, and compare the end with the beginning
    #[arg(long, value_name = "TICKS", default_value_t = 0)]
    growth: u64,
    /// Print one JSON object per line instead of a table
    #[arg(long)]
    json: bool,
}

/// The times of one mind in one world, in nanoseconds.
#[derive(Clone, Debug, Serialize)]
struct LatencyRow {
    measure: String,
    decisions: usize,
    p50: f64,
    p99: f64,
    p999: f64,
    max: f64,
    /// Its searches have no limit, as those of a publication.
    unlimited: bool,
}

impl LatencyRow {
    fn is_quick(&self) -> bool {
        self.unlimited || self.max <= MOST
    }
}

impl LatencyArguments {
    /// Measures and prints. Says whether every decision was quick enough.
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<bool> {
        let wanted = |name: &str| self.filter.as_ref().is_none_or(|part| name.contains(part.as_str()));
        let mut rows = Vec::new();
        for setup in SETUPS {
            for contestant in setup.contestants()? {
                let name = format!("{}/{}", setup.name(), contestant.name);
                if wanted(&name) {
                    let row = measure(setup, &contestant, self.decisions, self.passes.into())?;
                    self.print(out, &row, rows.is_empty())?;
                    rows.push(row);
                }
            }
        }
        let mut flat = true;
        if self.growth > 0 {
            flat = growth::report(out, self.growth, self.json, wanted)?;
        }
        if rows.is_empty() && self.growth == 0 {
            bail!("no mind in any world has `{}` in its name", self.filter.as_deref().unwrap_or_default());
        }
        Ok(flat && rows.iter().all(LatencyRow::is_quick))
    }

    fn print(&self, out: &mut impl Write, row: &LatencyRow, first: bool) -> io::Result<()> {
        if self.json {
            serde_json::to_writer(&mut *out, row)?;
            writeln!(out)?;
            return out.flush();
        }
        if first {
            writeln!(out, "profile: {}; microseconds\n", crate::report::PROFILE)?;
            writeln!(out, "{:<76}{:>10}{:>10}{:>10}{:>10}", "mind", "p50", "p99", "p99.9", "max")?;
        }
        let [p50, p99, p999, max] = [row.p50, row.p99, row.p999, row.max].map(|time| time / 1000.0);
        let verdict = match (row.is_quick(), row.unlimited) {
            (false, _) => "  TOO SLOW",
            (true, true) => "  without a limit, as published",
            (true, false) => "",
        };
        writeln!(out, "{:<76}{p50:>10.1}{p99:>10.1}{p999:>10.1}{max:>10.1}{verdict}", row.measure)?;
        out.flush()
    }
}

fn slowest(effort: &Effort, of: fn(&LatencyRow) -> f64) -> Result<f64> {
    let mut slowest = 0.0_f64;
    for setup in SETUPS {
        for contestant in setup.contestants()? {
            let row = measure(setup, &contestant, effort.ticks * 16, 3)?;
            slowest = slowest.max(if row.unlimited { 0.0 } else { of(&row) });
            if effort.is_short() {
                break;
            }
        }
    }
    Ok(slowest)
}

fn measure(
    setup: &LatencySetup,
    contestant: &TimedPlayer,
    decisions: usize,
    passes: usize,
) -> Result<LatencyRow> {
    let mut least = one_pass(setup, contestant, decisions)?;
    for _ in 1..passes {
        for (least, time) in least.iter_mut().zip(one_pass(setup, contestant, decisions)?) {
            *least = (*least).min(time);
        }
    }
    least.sort_unstable();
    let at = |share: f64| {
        let place = (least.len() as f64 * share) as usize;
        least.get(place.min(least.len().saturating_sub(1))).map_or(0.0, |time| *time as f64)
    };
    Ok(LatencyRow {
        measure: format!("latency.{}/{}", setup.name(), contestant.name),
        decisions: least.len(),
        p50: at(0.5),
        p99: at(0.99),
        p999: at(0.999),
        max: at(1.0),
        unlimited: contestant.is_unlimited(),
    })
}

/// The times of the first decisions of games with the seeds 1, 2, 3 and so on.
fn one_pass(setup: &LatencySetup, contestant: &TimedPlayer, decisions: usize) -> Result<Vec<u64>> {
    let (mut all, mut seed) = (Vec::with_capacity(decisions), 0);
    while all.len() < decisions {
        seed += 1;
        let times = DecisionTimes::with_room(decisions);
        let mut run = contestant.enter(find(setup.world, setup.options)?, seed, &times)?;
        let mut ticks = 0;
        while ticks < decisions && run.tick()? {
            ticks += 1;
        }
        let made = times.take();
        if made.is_empty() {
            break;
        }
        all.extend(made);
    }
    all.truncate(decisions);
    Ok(all)
}
