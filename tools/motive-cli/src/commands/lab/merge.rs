//! `motive lab merge`: joins results of several runs of a study.

use crate::console::{Console, Exit, Outcome};
use crate::lab::failure;
use crate::text::thousands;
use clap::Args;
use serde::Serialize;
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
pub(super) struct Arguments {
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

/// What `--json` prints.
#[derive(Serialize)]
struct Merged {
    directory: String,
    runs: usize,
    of: usize,
    complete: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let first = arguments.directories.first().cloned().unwrap_or_default();
    let out = arguments.out.clone().unwrap_or(first);
    let results = motive_lab::merge(&arguments.directories, &out).map_err(failure)?;
    let (runs, of, directory) = (results.done(), results.total(), out.display().to_string());
    if arguments.json {
        console.json(&Merged { directory, runs, of, complete: runs == of })?;
        return Ok(Exit::Fine);
    }
    console.say(format_args!(
        "{} of {} runs are in {directory}",
        thousands(runs as f64),
        thousands(of as f64)
    ))?;
    if runs < of {
        console.say("some are missing: run the other shards, or `motive lab run STUDY --resume` here")?;
    }
    console.say(format_args!("next: motive lab report {directory}"))?;
    Ok(Exit::Fine)
}
