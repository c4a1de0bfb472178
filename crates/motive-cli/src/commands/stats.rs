//! `motive trace stats`: how often tasks were tried in a recorded run, and what came of them.

use super::why::{open, unreadable};
use crate::console::{Console, Exit, Outcome};
use crate::text::counted;
use crate::trace::{Record, TickRecord};
use motive::htn::SubtaskEvent;
use motive::trace::Event;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What came of a task, over a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Row {
    /// How often its turn came.
    entered: u64,
    /// What it is for held already.
    reached: u64,
    /// It was done.
    succeeded: u64,
    /// It could not be done.
    failed: u64,
    /// Something that it needs did not hold: which, and how often.
    needs: BTreeMap<usize, u64>,
    /// What it needs ceased to hold.
    broken: u64,
    /// How many ticks it took, summed over those that ended.
    ticks: u64,
    /// How many of those there were.
    ended: u64,
}

/// Where a task is on the way down: agent, task of the arbiter, depth.
type Place = (u32, u64, u32);

#[derive(Default)]
struct Statistics {
    rows: BTreeMap<String, Row>,
    /// The task at each place, and since when.
    open: BTreeMap<Place, (String, u64)>,
}

impl Statistics {
    fn take(&mut self, record: &TickRecord) {
        for event in &record.events {
            let Event::Decomposing { task, depth, name, what } = event else { continue };
            let place = (record.agent, *task, *depth);
            let row = self.rows.entry(name.to_string()).or_default();
            let is_over = match what {
                SubtaskEvent::Entered => {
                    row.entered += 1;
                    self.open.insert(place, (name.to_string(), record.tick));
                    false
                }
                SubtaskEvent::GoalReached => {
                    row.reached += 1;
                    true
                }
                SubtaskEvent::NeedFailed { part } => {
                    *row.needs.entry(*part).or_default() += 1;
                    true
                }
                SubtaskEvent::Succeeded => {
                    row.succeeded += 1;
                    true
                }
                SubtaskEvent::Failed => {
                    row.failed += 1;
                    true
                }
                SubtaskEvent::Broken => {
                    row.broken += 1;
                    true
                }
                _ => false,
            };
            if is_over
                && let Some((open, since)) = self.open.get(&place)
                && **open == **name
            {
                row.ticks += record.tick.saturating_sub(*since);
                row.ended += 1;
                self.open.remove(&place);
            }
        }
    }
}

/// Prints the statistics of a trace.
///
/// # Errors
/// If the file is no trace, or damaged.
pub(super) fn run(path: &Path, json: bool, console: &mut Console) -> Outcome {
    let mut trace = open(path)?;
    let mut statistics = Statistics::default();
    loop {
        match trace.next_record() {
            Ok(Some(Record::Tick(record))) => statistics.take(&record),
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => return Err(unreadable(path, &error)),
        }
    }
    if json {
        console.json(&statistics.rows)?;
        return Ok(Exit::Fine);
    }
    if statistics.rows.is_empty() {
        console.say("no task was done in this run")?;
        return Ok(Exit::Fine);
    }
    let width = statistics.rows.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    console.say(format_args!(
        "{:width$}  {:>8}  {:>8}  {:>8}  {:>8}  {:>10}  what it lacked",
        "task", "entered", "done", "reached", "failed", "mean ticks"
    ))?;
    for (name, row) in &statistics.rows {
        let lacked: Vec<String> = row
            .needs
            .iter()
            .map(|(part, times)| format!("need {} {}", part + 1, counted(*times as usize, "time")))
            .chain((row.broken > 0).then(|| format!("broken off {}", counted(row.broken as usize, "time"))))
            .collect();
        let failed = row.failed + row.needs.values().sum::<u64>() + row.broken;
        let mean = if row.ended > 0 {
            format!("{:.1}", row.ticks as f64 / row.ended as f64)
        } else {
            "-".to_owned()
        };
        let line = format!(
            "{name:width$}  {:>8}  {:>8}  {:>8}  {failed:>8}  {mean:>10}  {}",
            row.entered,
            row.succeeded,
            row.reached,
            lacked.join(", ")
        );
        console.say(line.trim_end())?;
    }
    Ok(Exit::Fine)
}
