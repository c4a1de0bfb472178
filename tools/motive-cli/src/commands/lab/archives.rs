//! `motive lab merge`, `rerun` and `series`: what is done with directories of results.

use super::{RunProgressBar, failure};
use crate::console::{Console, Exit, Outcome};
use crate::text::{counted, thousands};
use clap::Args;
use motive_lab::{RunOptions, SeriesOptions};
use serde_json::json;
use std::path::PathBuf;

/// Merges results that were run separately, such as the shards of a job array
///
/// All directories must hold results of the same study, agents, version and number of runs. A run that is in several is taken once;
/// if two of them differ, nothing is written.
///
/// Examples:
///   motive lab merge shared                     shards that were run in one directory
///   motive lab merge part1 part2 --out whole    shards that were run in several
///
/// `motive lab run --on slurm` merges by itself.
///
/// With GNU parallel:
///   parallel motive lab run STUDY --shard {}/4 --jobs 1 --resume --out shared ::: 1 2 3 4
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct MergeArguments {
    /// Directories of results
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
    /// Where the result goes; the first directory by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn merge(arguments: &MergeArguments, console: &mut Console) -> Outcome {
    let first = arguments.directories.first().cloned().unwrap_or_default();
    let out = arguments.out.clone().unwrap_or(first);
    let results = motive_lab::merge(&arguments.directories, &out).map_err(failure)?;
    let (runs, of, directory) = (results.done(), results.total(), out.display().to_string());
    if arguments.json {
        console.json(&json!({ "directory": directory, "runs": runs, "of": of, "complete": runs == of }))?;
        return Ok(Exit::Fine);
    }
    let (done, total) = (thousands(runs as f64), thousands(of as f64));
    console.say(format_args!("{done} of {total} runs are in {directory}"))?;
    if runs < of {
        console.say("some are missing: run the other shards, or `motive lab run STUDY --resume` here")?;
    }
    console.say(format_args!("next: motive lab report {directory}"))?;
    Ok(Exit::Fine)
}

/// Runs a directory of results again, and says whether the same comes out
///
/// A directory holds all that its results were made from: the study, the agents' files, the options, the seeds. It can be moved anywhere; nothing else is
/// looked at. Every run of the archive is compared with the new one.
///
/// Examples:
///   motive lab rerun . --out again         in the directory of a report
///   motive lab rerun archive --jobs 4      into archive-again
///
/// Exit code 0: every run came out the same. 1: one did not, or a run failed. 2: the directory cannot be used by this version.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct RerunArguments {
    /// A directory of results
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The output directory; `DIR-again` by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// Continue with what the output directory holds
    #[arg(long)]
    resume: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn rerun(arguments: &RerunArguments, console: &mut Console) -> Outcome {
    let mut beside = arguments.directory.clone().into_os_string();
    beside.push("-again");
    let out = match &arguments.out {
        Some(out) => out.clone(),
        // `.` and `..` have no name to add to.
        None if arguments.directory.file_name().is_none() => PathBuf::from("again"),
        None => PathBuf::from(beside),
    };
    let mut options = RunOptions::new(&out);
    options.resume = arguments.resume;
    options.jobs = arguments.jobs.map_or(options.jobs, usize::from);
    let rerun = |bar: &mut RunProgressBar| motive_lab::rerun(&arguments.directory, &options, bar);
    let again = RunProgressBar::during(arguments.json, rerun).map_err(failure)?;
    let (runs, compared) = (again.results.done(), again.archived);
    let same = again.differs.is_none();
    if arguments.json {
        let directory = out.display().to_string();
        console.json(&json!({ "directory": directory, "runs": runs, "compared": compared, "same": same }))?;
    } else {
        console.say(format_args!("{} runs are in {}", thousands(runs as f64), out.display()))?;
    }
    if let Some((there, here)) = &again.differs {
        let (there, here) = (there.trim_end(), here.trim_end());
        console.complain(format_args!(
            "a run came out differently (cell, run, seed, steps, microseconds, values, checksum):\n  there: {there}\n  here:  {here}"
        ))?;
        return Ok(Exit::Failed);
    }
    if !arguments.json {
        console.say(format_args!("{} of the archive came out the same", counted(compared, "run")))?;
    }
    Ok(Exit::Fine)
}

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
pub(super) struct SeriesArguments {
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

pub(super) fn series(arguments: &SeriesArguments, console: &mut Console) -> Outcome {
    let mut options = SeriesOptions::new(arguments.every);
    options.part.clone_from(&arguments.part);
    options.agents.clone_from(&arguments.agents);
    options.runs = arguments.runs.map(|runs| runs as usize);
    options.jobs = arguments.jobs.map_or(options.jobs, usize::from);
    let series = |bar: &mut RunProgressBar| motive_lab::series(&arguments.directory, &options, bar);
    let table = RunProgressBar::during(arguments.json, series).map_err(failure)?;
    let path = table.path.display().to_string();
    if arguments.json {
        console.json(&json!({ "table": path, "runs": table.runs, "rows": table.rows }))?;
    } else {
        let (runs, rows) = (counted(table.runs, "run"), thousands(table.rows as f64));
        console.say(format_args!("{rows} samples of {runs} are in {path}, and as Parquet beside it"))?;
    }
    Ok(Exit::Fine)
}
