//! `motive why`: one decision of a recorded run, explained.

use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use clap::Args;
use motive_trace::{AgentChoice, Reader, TraceError, explain};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Explains why an agent did what it did at a tick
///
/// Prints the decision, the goal, rule and condition that led to it, and why more important goals did not act; then every goal
/// in order of priority, with rejected rules and the reasons, bound things, plans, subtasks and dropped proposals; then the
/// changes in memory.
///
/// Works on recordings of `motive play --record` and of any game that uses `motive::recording::Recording`. The fields of `--json`
/// are described in the book, chapter "Why did it do that?".
///
/// Examples:
///   motive play pacman --seed 1 --steps 400 --record run.trace
///   motive why run.trace --tick 40
///   motive why run.trace --tick 40 --agent guard
///   motive why run.trace --tick 40 --json | jq '.tasks[].rules'
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// A recording
    #[arg(value_name = "TRACE")]
    trace: PathBuf,
    /// The tick
    #[arg(long, value_name = "N")]
    tick: u64,
    /// The agent, by number or name [default: the first]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Print one JSON object instead of text
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
/// If the file is not a trace, or has no such tick or agent.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let mut trace = open(&arguments.trace)?;
    let agent = arguments.agent.as_deref().map_or(AgentChoice::First, AgentChoice::read);
    let explanation = explain(&mut trace, arguments.tick, &agent).map_err(|error| {
        Failure::Input(format!("cannot explain `{}`: {error}", arguments.trace.display()))
    })?;
    console.show(arguments.json, &explanation, || explanation.text())?;
    Ok(Exit::Fine)
}
