//! `motive lab series`: the metrics of archived runs over time.

use crate::console::{Console, Exit, Outcome};
use crate::lab::{Bar, failure};
use crate::text::{counted, thousands};
use clap::Args;
use motive_lab::{SeriesOptions, series};
use serde::Serialize;
use std::path::PathBuf;

/// Writes the metrics of archived runs over time
///
/// A directory of results has what came out of each run. This plays runs again, from the inputs and seeds that the directory holds, and writes what their metrics
/// were every so many ticks to `series.csv` and `series.parquet` there: one row for each sample, with one before the first tick and one at the end. Each
/// run has to end as the archive says.
///
/// Examples:
///   motive lab series out/league-pacman --every 50
///   motive lab series out/sloan2015-arena --every 100 --part published --agent UDGOAP --runs 20
///
/// Exit code 0: the table is written. 1: a run failed, or did not end as it did. 2: the directory cannot be used, or there is no such part or agent.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// A directory of results
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Ticks between two samples
    #[arg(long, value_name = "TICKS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Only this part of the study
    #[arg(long, value_name = "NAME")]
    part: Option<String>,
    /// Only this agent; may be given several times
    #[arg(long = "agent", value_name = "NAME")]
    agents: Vec<String>,
    /// Only the first runs of each agent in each condition
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Threads; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Written {
    table: String,
    runs: usize,
    rows: usize,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let mut options = SeriesOptions::new(arguments.every);
    options.part.clone_from(&arguments.part);
    options.agents.clone_from(&arguments.agents);
    options.runs = arguments.runs.map(|runs| runs as usize);
    options.jobs = arguments.jobs.map_or(options.jobs, usize::from);
    let mut bar = Bar::new(!arguments.json);
    let table = series(&arguments.directory, &options, &mut bar);
    drop(bar);
    let table = table.map_err(failure)?;
    let path = table.path.display().to_string();
    if arguments.json {
        console.json(&Written { table: path, runs: table.runs, rows: table.rows })?;
    } else {
        let (runs, rows) = (counted(table.runs, "run"), thousands(table.rows as f64));
        console.say(format_args!("{rows} samples of {runs} are in {path}, and as Parquet beside it"))?;
    }
    Ok(Exit::Fine)
}
