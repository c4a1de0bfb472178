//! `motive lab run`: runs a study.

use crate::console::{Console, Exit, Outcome};
use crate::interrupt::Interrupt;
use crate::lab::{Bar, failure, find};
use crate::text::{counted, thousands};
use clap::Args;
use motive_lab::{Design, DesignOptions, Options, Shard};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs a study, and writes the results to a directory
///
/// Every run is saved as soon as it ends, so that `--resume` continues after a crash: no run is lost, and none is repeated. Results
/// depend on the study, its agents and the version alone, not on the number of threads.
///
/// The directory gets `results.csv` (one row per run), `times.csv`, `manifest.json` (everything needed to repeat it exactly),
/// the study and its agents, and a journal of the runs.
///
/// Examples:
///   motive lab run gordon2005-tileworld                      all of it, into out/gordon2005-tileworld
///   motive lab run gordon2005-tileworld --quick              two runs of each cell, for a first look
///   motive lab run gordon2005-tileworld --resume             after an interruption
///   motive lab run league-pacman --mind my_agent.motive      your own agent takes part
///   motive lab run my_study.toml --runs 200 --out big
///   motive lab run my_study.toml --shard 3/16 --out shared   one of sixteen jobs; then: motive lab merge shared
///
/// Exit code 0: all runs are complete. 1: something failed on the way; finished runs are kept. 2: the study, an agent or the
/// directory cannot be used. 130: interrupted; finished runs are kept, and the last line says how to go on.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// A study: a name from `motive lab list`, or a file
    #[arg(value_name = "NAME|FILE")]
    study: String,
    /// Runs of each agent in each condition, instead of the number in the study
    #[arg(long, value_name = "N", conflicts_with = "quick", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Threads; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// The output directory; `out/STUDY` by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue with what the directory holds
    #[arg(long)]
    resume: bool,
    /// Only one shard of the runs, such as `3/16` for the third of sixteen
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Only the few runs that the study names for a first look
    #[arg(long)]
    quick: bool,
    /// Adds an agent: the last mind of a file, or one by its name
    #[arg(long = "mind", value_name = "FILE[:NAME]")]
    minds: Vec<String>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Ran<'a> {
    study: &'a str,
    directory: String,
    runs: usize,
    of: usize,
    made: usize,
    before: usize,
    repaired: usize,
    complete: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let (study, assets) = find(&arguments.study)?;
    let assets = assets.and_then("");
    let options = DesignOptions {
        runs: arguments.runs.map(|runs| runs as usize),
        quick: arguments.quick,
        minds: arguments.minds.clone(),
    };
    let prepared = Design::new(&study, &assets, &options).map_err(failure)?;
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from("out").join(&study.name));
    let mut options = Options::new(&out);
    options.resume = arguments.resume;
    options.jobs = arguments.jobs.map_or(options.jobs, usize::from);
    if let Some(shard) = &arguments.shard {
        options.shard = shard.parse::<Shard>().map_err(failure)?;
    }
    Interrupt::ends_with(how_to_go_on(arguments, &out));
    let begun = Instant::now();
    let mut bar = Bar::new(!arguments.json);
    let outcome = motive_lab::run(&prepared, &options, &mut bar);
    drop(bar);
    let outcome = outcome.map_err(failure)?;
    let seconds = begun.elapsed().as_secs_f64();
    let (done, total) = (outcome.results.done(), outcome.results.total());
    if arguments.json {
        console.json(&Ran {
            study: &study.name,
            directory: out.display().to_string(),
            runs: done,
            of: total,
            made: outcome.made,
            before: outcome.before,
            repaired: outcome.damaged,
            complete: done == total,
        })?;
        return Ok(Exit::Fine);
    }
    if outcome.damaged > 0 {
        let lines = counted(outcome.damaged, "line");
        console.say(format_args!("{lines} of the journal were cut or damaged; their runs were repeated"))?;
    }
    let fast = |amount: f64| thousands(amount / seconds.max(1e-9));
    console.say(format_args!(
        "{} in {seconds:.1} s: {} runs and {} ticks a second, on {}",
        counted(outcome.made, "run"),
        fast(outcome.made as f64),
        fast(outcome.ticks as f64),
        counted(options.jobs, "thread"),
    ))?;
    console.say(format_args!(
        "{} of {} runs are in {}",
        thousands(done as f64),
        thousands(total as f64),
        out.display()
    ))?;
    let next = if options.shard.is_whole() { "report" } else { "merge" };
    console.say(format_args!("next: motive lab {next} {}", out.display()))?;
    Ok(Exit::Fine)
}

/// What to type after an interruption.
fn how_to_go_on(arguments: &Arguments, out: &Path) -> String {
    let mut command = format!("motive lab run {}", arguments.study);
    if let Some(runs) = arguments.runs {
        command += &format!(" --runs {runs}");
    }
    if arguments.quick {
        command += " --quick";
    }
    for mind in &arguments.minds {
        command += &format!(" --mind {mind}");
    }
    if let Some(shard) = &arguments.shard {
        command += &format!(" --shard {shard}");
    }
    let out = out.display();
    format!("interrupted; finished runs are kept in {out}; go on with: {command} --out {out} --resume")
}
