//! `motive lab report`: verdicts, plots and tables.

use super::{between, failure};
use crate::console::{Console, Exit, Failure, Outcome};
use crate::text::{counted, listed, thousands};
use clap::Args;
use motive_lab::claims::{CheckResult, ClaimResult, ClaimVerdict};
use motive_lab::report::{self, Rank, WrittenReport};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Writes a report on a study: verdicts, plots, and every table beside the published one
///
/// `report.html` is a single file that can be opened in a browser or sent on. `report.md` is the same as Markdown, with
/// the plots beside it as SVG, and `summary.json` has the verdicts with their numbers. An incomplete run gets a report too, which says so.
///
/// Verdicts: a claim *holds*; *holds weaker*, when the direction is certain but the size or the number of conditions is not; is *undecided*, when the runs do
/// not say; *does not hold*; comes out *opposite*; or *depends on the reading*, where the source leaves points open. The page has the rules: all verdicts follow from
/// 2,000 draws of the runs.
///
/// Exit code 1 if all runs are complete and a table contradicts the published one without an explanation in the study.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Arguments {
    /// A directory of results
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Outcome {
    let report = report::write(&arguments.directory).map_err(failure)?;
    if arguments.json {
        console.json(&summary(&report))?;
    } else {
        tell(&report, console)?;
    }
    if report.unexplained.is_empty() {
        return Ok(Exit::Fine);
    }
    let tables = listed(&report.unexplained);
    console.complain(format_args!(
        "these tables contradict the published ones, and the study does not explain why: {tables}"
    ))?;
    Ok(Exit::Failed)
}

/// What `--json` prints.
fn summary(report: &WrittenReport) -> Value {
    let check = |check: &CheckResult| {
        let verdict = check.verdict.to_string();
        json!({ "expects": check.expects, "found": check.found, "verdict": verdict })
    };
    let claim = |result: &ClaimResult| {
        json!({
            "id": result.claim.id, "text": result.claim.text, "verdict": result.verdict.to_string(),
            "checks": result.checks.iter().map(check).collect::<Vec<_>>(),
        })
    };
    let rank = |rank: &Rank| {
        let (low, high) = rank.interval.map(|interval| (interval.low, interval.high)).unzip();
        let (part, agent, mean, runs) = (&rank.part, &rank.agent, rank.mean, rank.runs);
        json!({ "part": part, "agent": agent, "mean": mean, "low": low, "high": high, "runs": runs })
    };
    let ratings = report.ratings.iter().flat_map(|robin| {
        robin.players.iter().map(|player| {
            let elo = &player.elo;
            json!({
                "part": robin.part, "agent": player.agent, "rating": elo.rating, "low": elo.interval.low,
                "high": elo.interval.high, "games": player.games,
            })
        })
    });
    json!({
        "html": report.html.display().to_string(), "markdown": report.markdown.display().to_string(),
        "runs": report.runs.0, "of": report.runs.1,
        "claims": report.claims.iter().map(claim).collect::<Vec<_>>(),
        "ranking": report.ranking.iter().map(rank).collect::<Vec<_>>(), "ratings": ratings.collect::<Vec<_>>(),
        "unexplained": report.unexplained,
    })
}

/// Claims that belong together, and how many of them have which verdict.
fn tell_claims(claims: &[&ClaimResult], what: &str, console: &mut Console) -> Result<(), Failure> {
    for result in claims {
        console
            .say(format_args!("  {:<14} {:<12} {}", result.verdict, result.claim.id, result.claim.text))?;
    }
    let count = |verdict: ClaimVerdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
    let all = ClaimVerdict::ALL.into_iter().filter(|verdict| count(*verdict) > 0);
    let tally: Vec<String> = all.map(|verdict| format!("{} {verdict}", count(verdict))).collect();
    if !tally.is_empty() {
        console.say(format_args!("{}: {}", counted(claims.len(), what), listed(&tally)))?;
    }
    Ok(())
}

fn tell(report: &WrittenReport, console: &mut Console) -> Result<(), Failure> {
    console.say(&report.title)?;
    let (done, total) = report.runs;
    if done < total {
        let (done, total) = (thousands(done as f64), thousands(total as f64));
        console.say(format_args!("only {done} of {total} runs are complete"))?;
    }
    let (fitted, others): (Vec<&ClaimResult>, Vec<&ClaimResult>) =
        report.claims.iter().partition(|result| result.claim.fitted.is_some());
    let (free, resting): (Vec<&ClaimResult>, Vec<&ClaimResult>) =
        others.into_iter().partition(|result| result.rests_on.is_empty());
    tell_claims(&free, "claim", console)?;
    tell_claims(&resting, "partly fitted claim", console)?;
    tell_claims(&fitted, "fitted claim", console)?;
    for (place, rank) in report.ranking.iter().enumerate() {
        let between = between(rank.interval);
        let (number, name, mean) = (place + 1, &rank.agent, thousands(rank.mean));
        console.say(format_args!("  {number:>3}. {name:<28} {mean}{between}"))?;
    }
    for robin in &report.ratings {
        console.say(format_args!("Elo ratings of `{}`:", robin.part))?;
        for (place, player) in robin.players.iter().enumerate() {
            let (number, name, elo) = (place + 1, &player.agent, &player.elo);
            let (rating, low, high) = (elo.rating, elo.interval.low, elo.interval.high);
            console.say(format_args!("  {number:>3}. {name:<28} {rating:.0} ({low:.0} to {high:.0})"))?;
        }
    }
    console.say(format_args!("report: {}", report.html.display()))?;
    Ok(console.say(format_args!("as text:  {}", report.markdown.display()))?)
}
