//! `motive lab tune`: searches parameters.

use super::{RunProgressBar, between, failure, find};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::interrupt::Interrupt;
use crate::text::thousands;
use clap::{Args, ValueEnum};
use motive_lab::tune::{SearchMethod, SearchSettings, TuneCandidate, Tuned, section, tune};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// Searches the parameters of an agent that give the best value of a metric
///
/// A parameter is a named value of the agent's file, such as `let patience = 5`. The study's `[tune]` section says which, from where to
/// where, for which agent and metric. Candidates are drawn at random; the best third of each round plays in the next, with
/// three times the runs. `--by random` has one round only; `--by evolution` draws each round around the better half of the round before. A
/// section with `grid = true` tries every combination of its steps instead. At the end the best candidate is compared with the unchanged agent
/// on seeds that the search has not used.
///
/// The same seed gives the same search. `--resume` continues an interrupted one.
///
/// Examples:
///   motive lab tune tune-tileworld
///   motive lab tune tune-tileworld --by random --trials 100 --runs 20
///   motive lab tune tune-tileworld --by evolution --trials 12 --rounds 20 --runs 5
///   motive lab tune my_study.toml --seed 7 --out search --resume
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// A study with a `[tune]` section: a name from `motive lab list`, or a file
    #[arg(value_name = "NAME|FILE")]
    study: String,
    /// Which agent to tune, if the study has several; the first by default
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Candidates at the start
    #[arg(long, value_name = "N", default_value_t = 27, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    trials: u32,
    /// How candidates are chosen
    #[arg(long, value_enum, value_name = "WAY", default_value_t = SearchBy::Halving)]
    by: SearchBy,
    /// Rounds
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=100))]
    rounds: u8,
    /// Runs of each candidate in each condition in the first round
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Runs of the best in each condition at the end; three times those of the last round by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    last: Option<u32>,
    /// Seed of all random draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    jobs: Option<u16>,
    /// The output directory; `out/STUDY-tune` by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue with what the directory holds
    #[arg(long)]
    resume: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// How candidates are chosen.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum SearchBy {
    /// All at once, drawn at random
    Random,
    /// The better part of each round plays in the next, with more runs
    Halving,
    /// Each round around the better half of the one before
    Evolution,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let (study, assets) = find(&arguments.study, console)?;
    let mut search = SearchSettings::default();
    search.trials = arguments.trials as usize;
    search.rounds = usize::from(arguments.rounds);
    search.runs = arguments.runs as usize;
    search.seed = arguments.seed;
    search.last = arguments.last.map(|last| last as usize);
    search.way = match arguments.by {
        SearchBy::Random => SearchMethod::Random,
        SearchBy::Halving => SearchMethod::Halving,
        SearchBy::Evolution => SearchMethod::Evolution,
    };
    search.jobs = arguments.jobs.map_or(search.jobs, usize::from);
    let section = section(&study, arguments.agent.as_deref()).map_err(failure)?;
    let name = match &arguments.agent {
        None => format!("{}-tune", study.name),
        Some(agent) => format!("{}-tune-{agent}", study.name),
    };
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from("out").join(name));
    Interrupt::ends_with(format!(
        "interrupted; finished runs are kept in {}; continue with the same command and `--resume`",
        out.display()
    ));
    let tuned = RunProgressBar::during(arguments.json, |bar| {
        tune(&study, section, &assets, &search, &out, arguments.resume, bar)
    });
    let tuned = tuned.map_err(failure)?;
    let directory = out.display().to_string();
    if arguments.json {
        let best: Map<String, Value> =
            tuned.best.set.iter().map(|(name, value)| (name.clone(), (*value).into())).collect();
        console.json(&json!({
            "best": best, "mean": tuned.best.mean, "as_it_is": tuned.as_it_is.mean,
            "p": tuned.test.map(|test| test.p), "runs": tuned.best.runs, "directory": directory,
        }))?;
        return Ok(Exit::Fine);
    }
    let metric = study.label(&section.metric);
    tell(&tuned, metric, console)?;
    console.say(format_args!("all candidates: {directory}/tune.csv"))?;
    Ok(Exit::Fine)
}

fn tell(tuned: &Tuned, metric: &str, console: &mut Console) -> Result<(), Failure> {
    for (number, round) in tuned.rounds.iter().enumerate() {
        let runs = round.first().map_or(0, |candidate| candidate.runs);
        console.say(format_args!("round {}, {runs} runs each, {metric}:", number + 1))?;
        for candidate in round.iter().take(5) {
            console.say(format_args!("  {}", told(candidate)))?;
        }
        if round.len() > 5 {
            console.say(format_args!("  and {} more", round.len() - 5))?;
        }
    }
    console.say("on seeds that the search has not used:")?;
    console.say(format_args!("  {}", told(&tuned.best)))?;
    console.say(format_args!("  {}", told(&tuned.as_it_is)))?;
    if let Some(test) = tuned.test {
        let verdict = if test.p < 0.05 { "significant" } else { "not significant" };
        console.say(format_args!("  {verdict} (Welch's t, p {:.3})", test.p))?;
    }
    Ok(())
}

fn told(candidate: &TuneCandidate) -> String {
    let between = between(candidate.interval);
    let set: Vec<String> = candidate.set.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let set = if set.is_empty() { candidate.name.clone() } else { set.join(", ") };
    format!("{:>10}{between}  {set}", thousands(candidate.mean))
}
