//! `motive lab run`: runs a study.

use super::kubernetes::KubernetesJob;
use super::shards::ShardCommand;
use super::slurm::SlurmJob;
use super::{RunProgressBar, StudyStudio, failure, find, write};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::interrupt::Interrupt;
use crate::text::{counted, thousands};
use clap::{Args, ValueEnum};
use motive_lab::{DesignOptions, Prepared, Results, RunOptions, Shard};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
///   motive lab run my_study.toml --quick --studio            its minds in a browser, while they play
///   motive lab run my_study.toml --shard 3/16 --out shared   one of sixteen jobs; then: motive lab merge shared
///   motive lab run my_study.toml --on slurm --shards 64 --out shared --sbatch=--partition=short
///   motive lab run my_study.toml --on kubernetes --shards 64 --image motive:0.1 --claim results
///
/// On a cluster the runs are divided among tasks that play into one directory, which all machines must see. With Slurm the job array is
/// submitted and followed, a task that has died is submitted again and continues where it was, and at the end the shards are merged. For
/// Kubernetes the manifest of an indexed job is written. What comes out is the same as here, to the byte.
///
/// Exit code 0: all runs are complete. 1: something failed on the way; finished runs are kept. 2: the study, an agent or the
/// directory cannot be used. 130: interrupted; finished runs are kept, and the last line says how to continue.
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
    /// Run on a cluster: the shards are the tasks of a job
    #[arg(long, value_enum, value_name = "CLUSTER", conflicts_with_all = ["shard", "jobs"])]
    on: Option<Cluster>,
    /// With `--on`: how many tasks
    #[arg(long, value_name = "N", default_value_t = 16, requires = "on", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: u32,
    /// With `--on slurm`: an option for `sbatch`, such as `--sbatch=--partition=short`
    #[arg(long, value_name = "OPTION", requires = "on", allow_hyphen_values = true)]
    sbatch: Vec<String>,
    /// With `--on slurm`: how often a shard is submitted before it is given up
    #[arg(long, value_name = "N", default_value_t = 3, requires = "on", value_parser = clap::value_parser!(u32).range(1..=1000))]
    tries: u32,
    /// With `--on slurm`: poll interval in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "on", value_parser = clap::value_parser!(u32).range(1..=3600))]
    every: u32,
    /// With `--on kubernetes`: an image that has this version of `motive`
    #[arg(long, value_name = "IMAGE", default_value = "motive", requires = "on")]
    image: String,
    /// With `--on kubernetes`: the claim of a volume that all pods can write
    #[arg(long, value_name = "CLAIM", default_value = "motive-results", requires = "on")]
    claim: String,
    /// Show the runs in a browser. Runs that you inspect or edit are played again without the studio, so results do not change. The study begins when the page connects
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:0", conflicts_with_all = ["on", "json"])]
    studio: Option<String>,
    /// With `--studio`: every thread begins paused, to step from the first tick on
    #[arg(long, requires = "studio")]
    paused: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Where shards can run as jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Cluster {
    /// A job array, submitted and followed
    Slurm,
    /// An indexed job, whose manifest is written
    Kubernetes,
}

/// What `--json` prints.
fn summary(results: &Results, out: &Path, made: usize, before: usize, repaired: usize) -> Value {
    let (runs, of, directory) = (results.done(), results.total(), out.display().to_string());
    json!({
        "study": results.design().study, "directory": directory, "runs": runs, "of": of, "made": made,
        "before": before, "repaired": repaired, "complete": runs == of,
    })
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let (study, assets) = find(&arguments.study, console)?;
    let assets = assets.and_then("");
    let options = DesignOptions {
        runs: arguments.runs.map(|runs| runs as usize),
        quick: arguments.quick,
        minds: arguments.minds.clone(),
    };
    let prepared = Prepared::new(&study, &assets, &options).map_err(failure)?;
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from("out").join(&study.name));
    let mut options = RunOptions::new(&out);
    options.resume = arguments.resume;
    options.jobs = arguments.jobs.map_or(options.jobs, usize::from);
    match arguments.on {
        None => {}
        Some(Cluster::Slurm) => return on_slurm(arguments, &prepared, &options, console),
        Some(Cluster::Kubernetes) => return on_kubernetes(arguments, &prepared, &options, console),
    }
    if let Some(shard) = &arguments.shard {
        options.shard = shard.parse::<Shard>().map_err(failure)?;
    }
    Interrupt::ends_with(how_to_continue(arguments, &out));
    let serve = |address: &String| StudyStudio::serve(address, options.jobs, arguments.paused);
    let studio = arguments.studio.as_ref().map(serve).transpose()?;
    studio.as_ref().map_or(Ok(()), |studio| studio.wait_for_page(console))?;
    let spectators = studio.as_ref().map_or_else(Vec::new, StudyStudio::spectators);
    let begun = Instant::now();
    let outcome = RunProgressBar::during(arguments.json, |bar| {
        motive_lab::run_watched(&prepared, &options, spectators, bar)
    });
    let outcome = outcome.map_err(failure)?;
    tell(arguments, &options, &outcome, begun.elapsed(), console)?;
    studio.as_ref().map_or(Ok(()), |studio| studio.stay(console))?;
    Ok(Exit::Fine)
}

/// Says how many runs a directory has, and what to do with it next.
fn say_where(results: &Results, out: &Path, next: &str, console: &mut Console) -> Result<(), Failure> {
    let (done, total, out) = (results.done() as f64, results.total() as f64, out.display());
    console.say(format_args!("{} of {} runs are in {out}", thousands(done), thousands(total)))?;
    Ok(console.say(format_args!("next: motive lab {next} {out}"))?)
}

/// Says what was played.
fn tell(
    arguments: &Arguments,
    options: &RunOptions,
    outcome: &motive_lab::StudyRun,
    took: Duration,
    console: &mut Console,
) -> Result<(), Failure> {
    let (out, seconds) = (&options.out, took.as_secs_f64());
    if arguments.json {
        let (made, before, damaged) = (outcome.made, outcome.before, outcome.damaged);
        return console.json(&summary(&outcome.results, out, made, before, damaged));
    }
    if outcome.damaged > 0 {
        let lines = counted(outcome.damaged, "line");
        console.say(format_args!("{lines} of the journal were cut or damaged; their runs were repeated"))?;
    }
    let fast = |amount: f64| thousands(amount / seconds.max(1e-9));
    let (runs, ticks) = (fast(outcome.made as f64), fast(outcome.ticks as f64));
    let (made, threads) = (counted(outcome.made, "run"), counted(options.jobs, "thread"));
    console.say(format_args!(
        "{made} in {seconds:.1} s: {runs} runs and {ticks} ticks a second, on {threads}"
    ))?;
    let next = if options.shard.is_whole() { "report" } else { "merge" };
    say_where(&outcome.results, out, next, console)?;
    console.out().flush()?;
    Ok(())
}

fn shard_command(arguments: &Arguments) -> ShardCommand<'_> {
    ShardCommand {
        study: &arguments.study,
        runs: arguments.runs,
        quick: arguments.quick,
        minds: &arguments.minds,
        shards: arguments.shards as usize,
    }
}

/// Runs a study as a job array of Slurm, and merges.
fn on_slurm(
    arguments: &Arguments,
    prepared: &Prepared,
    options: &RunOptions,
    console: &mut Console,
) -> Outcome {
    motive_lab::prepare(prepared, options).map_err(failure)?;
    // The tasks may start elsewhere.
    let out = std::fs::canonicalize(&options.out)?;
    Interrupt::ends_with(format!(
        "interrupted; the job in {0}/slurm.job still runs: the same command with `--resume` follows it, and `scancel` with its number ends it",
        out.display()
    ));
    let job = SlurmJob {
        command: shard_command(arguments),
        out: &out,
        options: &arguments.sbatch,
        tries: arguments.tries,
        every: Duration::from_secs(arguments.every.into()),
    };
    RunProgressBar::during(arguments.json, |bar| job.run(console, bar))?;
    let results = motive_lab::merge(std::slice::from_ref(&options.out), &options.out).map_err(failure)?;
    if arguments.json {
        console.json(&summary(&results, &options.out, results.done(), 0, 0))?;
    } else {
        say_where(&results, &options.out, "report", console)?;
    }
    Ok(Exit::Fine)
}

/// Writes the manifest of an indexed job of Kubernetes.
fn on_kubernetes(
    arguments: &Arguments,
    prepared: &Prepared,
    options: &RunOptions,
    console: &mut Console,
) -> Outcome {
    let job =
        KubernetesJob { command: shard_command(arguments), image: &arguments.image, claim: &arguments.claim };
    let manifest = job.manifest(prepared)?;
    let path = options.out.join("kubernetes.json");
    let made = std::fs::create_dir_all(&options.out);
    made.map_err(|error| Failure::Failed(format!("cannot write `{}`: {error}", path.display())))?;
    write(&path, &(serde_json::to_string_pretty(&manifest)? + "\n"))?;
    if arguments.json {
        console.json(&manifest)?;
        return Ok(Exit::Fine);
    }
    console.say(format_args!("the manifest is {}", path.display()))?;
    console.say(format_args!("next: kubectl apply -f {}", path.display()))?;
    console.say("then, where the volume is mounted: motive lab merge DIR")?;
    Ok(Exit::Fine)
}

/// What to type after an interruption.
fn how_to_continue(arguments: &Arguments, out: &Path) -> String {
    let mut command = shard_command(arguments).beginning("motive");
    if let Some(shard) = &arguments.shard {
        command += &format!(" --shard {shard}");
    }
    let out = out.display();
    format!("interrupted; finished runs are kept in {out}; continue with: {command} --out {out} --resume")
}
