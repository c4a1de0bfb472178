//! `motive lab rerun`: an archived directory, run again from what it holds.

use crate::console::{Console, Exit, Outcome};
use crate::lab::{Bar, failure};
use crate::text::{counted, thousands};
use clap::Args;
use motive_lab::{Options, rerun};
use serde::Serialize;
use std::path::PathBuf;

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
pub(super) struct Arguments {
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

/// What `--json` prints.
#[derive(Serialize)]
struct Compared {
    directory: String,
    runs: usize,
    compared: usize,
    same: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let mut beside = arguments.directory.clone().into_os_string();
    beside.push("-again");
    let out = match &arguments.out {
        Some(out) => out.clone(),
        // `.` and `..` have no name to add to.
        None if arguments.directory.file_name().is_none() => PathBuf::from("again"),
        None => PathBuf::from(beside),
    };
    let mut options = Options::new(&out);
    options.resume = arguments.resume;
    options.jobs = arguments.jobs.map_or(options.jobs, usize::from);
    let mut bar = Bar::new(!arguments.json);
    let again = rerun(&arguments.directory, &options, &mut bar);
    drop(bar);
    let again = again.map_err(failure)?;
    let (runs, compared) = (again.results.done(), again.archived);
    let same = again.differs.is_none();
    if arguments.json {
        console.json(&Compared { directory: out.display().to_string(), runs, compared, same })?;
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
