//! The verdicts and numbers of a study, small enough to be kept where a book or a table quotes them.

use crate::claims::{CheckResult, ClaimResult, ClaimVerdict};
use crate::files::sha256;
use crate::metrics::CPU_SECONDS;
use crate::report::RoundRobin;
use crate::results::Results;
use crate::statistics::{Interval, mean, mean_interval, sd};
use crate::study::Study;
use crate::table::lines;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What came out of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomeSummary {
    /// The study.
    pub study: String,
    /// SHA-256 of its file.
    pub study_sha256: String,
    /// The version that ran it.
    pub motive: String,
    /// Runs that are complete, and all.
    pub runs: [usize; 2],
    /// Each claim, by its name.
    pub claims: BTreeMap<String, ClaimOutcome>,
}

/// What came out of a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimOutcome {
    /// The verdict.
    pub verdict: String,
    /// Whether something was fitted to it, or it rests on something fitted.
    pub fitted: bool,
    /// In how many combinations of readings it has which verdict.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, usize>,
    /// Which part of the variance between readings each open point explains.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub explains: BTreeMap<String, f64>,
    /// Each check.
    pub checks: Vec<CheckOutcome>,
}

/// What came out of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckOutcome {
    /// The verdict.
    pub verdict: String,
    /// In how many conditions it is as expected, and of how many.
    pub fits: [usize; 2],
    /// The number that is judged, if there is one alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Its interval at 95 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Both sides, if they are compared in one condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<[f64; 2]>,
}

impl OutcomeSummary {
    /// The summary of judged results.
    pub fn of(study: &Study, results: &Results, claims: &[ClaimResult]) -> Self {
        Self {
            study: study.name.clone(),
            study_sha256: sha256([study.text.as_str()]),
            motive: env!("CARGO_PKG_VERSION").to_owned(),
            runs: [results.done(), results.total()],
            claims: claims.iter().map(|claim| (claim.claim.id.clone(), outcome(claim))).collect(),
        }
    }
}

fn outcome(claim: &ClaimResult) -> ClaimOutcome {
    let universes = claim.multiverse.as_ref();
    let count = |verdict: ClaimVerdict| universes.map_or(0, |universes| universes.count(verdict));
    let readings = ClaimVerdict::ALL.into_iter().filter(|verdict| count(*verdict) > 0);
    let effects = universes.map_or(&[][..], |universes| &universes.effects);
    ClaimOutcome {
        verdict: claim.verdict.to_string(),
        fitted: claim.claim.fitted.is_some() || !claim.rests_on.is_empty(),
        readings: readings.map(|verdict| (verdict.to_string(), count(verdict))).collect(),
        explains: effects.iter().map(|effect| (effect.point.clone(), rounded(effect.explains))).collect(),
        checks: claim.checks.iter().map(check).collect(),
    }
}

fn check(check: &CheckResult) -> CheckOutcome {
    let alone = match check.places.as_slice() {
        [place] => Some(place),
        _ => None,
    };
    CheckOutcome {
        verdict: check.verdict.to_string(),
        fits: [check.places.iter().filter(|place| place.fits).count(), check.places.len()],
        value: alone.map(|place| rounded(place.value)),
        interval: alone
            .and_then(|place| place.interval)
            .map(|interval| [rounded(interval.low), rounded(interval.high)]),
        sides: alone.and_then(|place| Some([rounded(place.number), rounded(place.other?)])),
    }
}

/// Four digits that count: more than a text quotes, and the same on every machine.
fn rounded(number: f64) -> f64 {
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    let scale = 10_f64.powi(3 - number.abs().log10().floor() as i32);
    (number * scale).round() / scale
}

/// One line for each metric of each agent in each part: runs, mean, standard deviation, and where the mean lies at 95 %. Ratings are lines of the
/// metric `elo`. All conditions of a part are taken together.
pub(super) fn metric_rows(results: &Results, ratings: &[RoundRobin]) -> String {
    let mut rows = Vec::new();
    let design = results.design();
    for (number, part) in design.parts.iter().enumerate() {
        for agent in &part.agents {
            let Some(name) = design.agents.get(*agent).map(|agent| &agent.name) else { continue };
            for metric in design.metrics.iter().filter(|metric| *metric != CPU_SECONDS) {
                let values = results.sample(number, *agent, metric);
                let Ok(interval) = mean_interval(&values, 0.95) else { continue };
                let (runs, sd) = (values.len(), format!("{:.6}", sd(&values)));
                rows.push(row([&part.name, name, metric], runs, mean(&values), sd, interval));
            }
        }
    }
    for robin in ratings {
        let rated = robin.players.iter().map(|player| {
            let texts = [robin.part.as_str(), &player.agent, "elo"];
            row(texts, player.games, player.elo.rating, String::new(), player.elo.interval)
        });
        rows.extend(rated);
    }
    lines(&["part", "agent", "metric", "runs", "mean", "sd", "low", "high"], rows)
}

fn row(texts: [&str; 3], runs: usize, mean: f64, sd: String, interval: Interval) -> Vec<String> {
    let number = |number: f64| format!("{number:.6}");
    let numbers = [runs.to_string(), number(mean), sd, number(interval.low), number(interval.high)];
    texts.into_iter().map(str::to_owned).chain(numbers).collect()
}
