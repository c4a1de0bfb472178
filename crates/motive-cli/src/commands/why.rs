//! `motive why`: one tick of a recorded run, explained.

use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::trace::{Reader, TraceError};
use crate::why::explain;
use clap::Args;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Explains one tick of a recorded run in plain sentences
///
/// Says what changed, which goals came up and which were too weak, for each goal in order of priority which rule ran and
/// which part of the condition failed in each rule above it, what was taken and who held what was wanted, what was
/// proposed and which conflict rejected it.
///
/// Examples:
///   motive play pacman --seed 1 --steps 400 --record run.trace
///   motive why run.trace --tick 40
///   motive why run.trace --tick 40 --json | jq '.tasks[].tried'
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A file that `motive play --record` wrote
    #[arg(value_name = "TRACE")]
    trace: PathBuf,
    /// The tick
    #[arg(long, value_name = "N")]
    tick: u64,
    /// The agent, by its number
    #[arg(long, value_name = "N", default_value_t = 0)]
    agent: u32,
    /// Print one JSON object instead of sentences
    #[arg(long)]
    json: bool,
}

/// Opens a trace.
pub(crate) fn open(path: &Path) -> Result<Reader<BufReader<File>>, Failure> {
    Reader::new(BufReader::new(files::open(path)?)).map_err(|error| unreadable(path, &error))
}

/// Says which trace an error is about.
pub(crate) fn unreadable(path: &Path, error: &TraceError) -> Failure {
    Failure::Input(format!("cannot use `{}`: {error}", path.display()))
}

/// Explains a tick.
///
/// # Errors
/// If the file is no trace, or has no such tick or agent.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let mut trace = open(&arguments.trace)?;
    let explained = explain(&mut trace, arguments.tick, arguments.agent);
    let explanation = explained.map_err(|error| {
        Failure::Input(format!("cannot explain `{}`: {error}", arguments.trace.display()))
    })?;
    if arguments.json {
        console.json(&explanation)?;
    } else {
        console.out().write_all(explanation.text().as_bytes())?;
    }
    Ok(Exit::Fine)
}
