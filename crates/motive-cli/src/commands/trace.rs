//! `motive trace`: recorded runs compared and summed up.

use super::why::{open, unreadable};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::trace::TraceError;
use crate::why::compare;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Compares recorded runs, or sums one up
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Diff(Diff),
    Stats(Stats),
}

/// Finds the first tick at which two runs part, and says why
///
/// If what the agents know differs, the worlds parted; if it is the same, the minds did.
///
/// Exit code 0: the runs are the same. 1: they part. 2: a file is no trace.
///
/// Examples:
///   motive play pacman --record a.trace
///   motive play pacman --mind my_agent/agent.motive --record b.trace
///   motive trace diff a.trace b.trace
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
struct Diff {
    /// The first run
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The second run
    #[arg(value_name = "B")]
    b: PathBuf,
    /// Print one JSON object instead of sentences
    #[arg(long)]
    json: bool,
}

/// Says how often each task was tried in a run, what came of it, and how long it took
///
/// Examples:
///   motive play tileworld --mind agents/tileworld/tasks.motive --steps 500 --record run.trace
///   motive trace stats run.trace
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
struct Stats {
    /// The run
    #[arg(value_name = "TRACE")]
    trace: PathBuf,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Compares two runs, or sums one up.
///
/// # Errors
/// If a file is no trace, or damaged.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let Diff { a, b, json } = match &arguments.command {
        Command::Diff(diff) => diff,
        Command::Stats(Stats { trace, json }) => return super::stats::run(trace, *json, console),
    };
    let (mut first, mut second) = (open(a)?, open(b)?);
    let parting = compare(&mut first, &mut second).map_err(|error| damaged(a, b, &error))?;
    if *json {
        console.json(&parting)?;
    } else {
        console.out().write_all(parting.text().as_bytes())?;
    }
    Ok(if parting.same { Exit::Fine } else { Exit::Failed })
}

fn damaged(a: &std::path::Path, b: &std::path::Path, error: &TraceError) -> Failure {
    // Which of the two it was shows when each is read by itself.
    let path = if open(a).is_ok_and(|mut trace| reads(&mut trace)) { b } else { a };
    unreadable(path, error)
}

fn reads<R: std::io::BufRead>(trace: &mut crate::trace::Reader<R>) -> bool {
    loop {
        match trace.next_record() {
            Ok(Some(_)) => {}
            Ok(None) | Err(TraceError::Cut { .. }) => return true,
            Err(_) => return false,
        }
    }
}
