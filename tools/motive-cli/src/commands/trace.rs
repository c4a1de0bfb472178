//! `motive trace`: recorded runs compared, counted and shown.

use super::why::{open, unreadable};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::files;
use crate::text::thousands;
use clap::{Args, Subcommand};
use motive_trace::{Reader, TraceError, TraceStats, compare};
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// Compares recorded runs, counts events, or exports a page
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    command: TraceCommand,
}

#[derive(Debug, Subcommand)]
enum TraceCommand {
    Diff(Diff),
    Stats(Stats),
    Page(Page),
}

/// Finds the first tick at which two runs differ, and the cause
///
/// If the agent's memory differs there, the difference comes from the world; otherwise it comes from the mind.
///
/// Exit code 0: the runs are equal. 1: they differ. 2: a file is not a trace.
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
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Counts the goals, rules, tasks and actions of a run, and how they ended
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
    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

/// Exports a run as a page for a browser
///
/// The page is one file, which needs no server and no network: the page of `motive studio` with the recording in it. It plays the run back and shows each agent's
/// goals with their priorities, the rules tried, bindings, tasks, plans, memory, and the answer of `motive why` at every tick. Games of the shooter are
/// drawn, and so are worlds recorded with `--pictures`. `FILE#tick=120&agent=1` opens the page at a tick.
///
/// Examples:
///   motive play shooter --steps 1200 --record game.trace
///   motive trace page game.trace -o game.html
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
struct Page {
    /// The run
    #[arg(value_name = "TRACE")]
    trace: PathBuf,
    /// Where to write the page; `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// Compares two runs, counts over one, or shows one.
///
/// # Errors
/// If a file is not a trace, or damaged.
pub fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    match &arguments.command {
        TraceCommand::Diff(diff) => diff.run(console),
        TraceCommand::Stats(stats) => stats.run(console),
        TraceCommand::Page(page) => page.run(console),
    }
}

impl Diff {
    fn run(&self, console: &mut Console) -> Outcome {
        let (mut first, mut second) = (open(&self.a)?, open(&self.b)?);
        let diff = compare(&mut first, &mut second).map_err(|error| damaged(&self.a, &self.b, &error))?;
        console.show(self.json, &diff, || diff.text())?;
        Ok(if diff.same { Exit::Fine } else { Exit::Failed })
    }
}

impl Stats {
    fn run(&self, console: &mut Console) -> Outcome {
        let stats = TraceStats::of(&mut open(&self.trace)?);
        let stats = stats.map_err(|error| unreadable(&self.trace, &error))?;
        console.show(self.json, &stats, || stats.text())?;
        Ok(Exit::Fine)
    }
}

impl Page {
    fn run(&self, console: &mut Console) -> Outcome {
        // A file that cannot be opened is reported as everywhere.
        open(&self.trace)?;
        let page =
            motive_studio::export_page(&self.trace).map_err(|error| unreadable(&self.trace, &error))?;
        if self.out == Path::new(files::DASH) {
            console.out().write_all(page.as_bytes())?;
        } else {
            files::write(&self.out, &page)?;
            let bytes = thousands(page.len() as f64);
            console.say(format_args!("{}: {bytes} bytes, to be opened in a browser", self.out.display()))?;
        }
        Ok(Exit::Fine)
    }
}

/// The failure for whichever of the two traces is damaged.
fn damaged(a: &Path, b: &Path, error: &TraceError) -> Failure {
    let path = if open(a).is_ok_and(|mut trace| is_whole(&mut trace)) { b } else { a };
    unreadable(path, error)
}

fn is_whole<R: BufRead>(trace: &mut Reader<R>) -> bool {
    loop {
        match trace.next_record() {
            Ok(Some(_)) => {}
            Ok(None) | Err(TraceError::Cut { .. }) => return true,
            Err(_) => return false,
        }
    }
}
