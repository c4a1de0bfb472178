//! A claim in every combination of readings: in how many it holds, and on which point that depends.

use super::check_values::CheckReader;
use super::{CheckResult, ClaimVerdict, ConditionResult, judge_check, wording};
use crate::results::Results;
use crate::statistics::mean;
use crate::study::{Check, CheckKind, Study, StudyClaim};

/// A claim in each of several combinations of readings.
#[derive(Clone, Debug)]
pub struct Multiverse {
    /// The open points, by name.
    pub points: Vec<String>,
    /// Each combination.
    pub universes: Vec<UniverseResult>,
    /// What each point does to the first check's number, the one that explains most first.
    pub effects: Vec<PointEffect>,
    /// Whether the first check's number is a ratio, which is compared by its logarithm.
    pub is_ratio: bool,
}

/// A claim in one combination of readings.
#[derive(Clone, Debug)]
pub struct UniverseResult {
    /// The reading of each point.
    pub readings: Vec<String>,
    /// The worst of the checks.
    pub verdict: ClaimVerdict,
    /// Each check.
    pub checks: Vec<CheckResult>,
}

/// What depends on one point.
#[derive(Clone, Debug)]
pub struct PointEffect {
    /// The point.
    pub point: String,
    /// Which part of the variance between combinations its readings explain (eta squared).
    pub explains: f64,
    /// Its readings.
    pub readings: Vec<ReadingEffect>,
}

/// A reading of a point, over all combinations with it.
#[derive(Clone, Debug)]
pub struct ReadingEffect {
    /// The reading.
    pub reading: String,
    /// In how many combinations it is.
    pub universes: usize,
    /// In how many of them the claim holds, if only weaker.
    pub holds: usize,
    /// In how many it does not hold, or is opposite.
    pub against: usize,
    /// The mean of the first check's number; of ratios, the geometric one.
    pub mean: f64,
}

/// Judges a claim in every combination of readings that its checks are about. Nothing if they are about one alone.
pub(super) fn of(study: &Study, results: &Results, claim: &StudyClaim) -> Option<Multiverse> {
    let first = claim.check.first()?;
    let reader = CheckReader::new(results, first);
    let universes = reader.universes();
    let part = reader.own_part()?;
    if universes.len() < 2 {
        return None;
    }
    let points: Vec<String> = part.points.iter().map(|point| point.id.clone()).collect();
    let judged = universes.into_iter().map(|universe| {
        let readings = part.changes(universe).map(|changes| changes.reading.clone()).collect();
        let checks: Vec<CheckResult> = claim
            .check
            .iter()
            .map(|check| judge_check(study, &CheckReader::in_universe(results, check, universe), ""))
            .collect();
        let verdict = checks.iter().map(|check| check.verdict).max().unwrap_or(ClaimVerdict::Undecided);
        UniverseResult { readings, verdict, checks }
    });
    let universes: Vec<UniverseResult> = judged.collect();
    let is_ratio = first.kind == CheckKind::Ratio;
    let mut effects: Vec<PointEffect> =
        (0..points.len()).map(|at| effect(&points[at], at, &universes, is_ratio)).collect();
    effects.sort_by(|a, b| b.explains.total_cmp(&a.explains));
    Some(Multiverse { points, universes, effects, is_ratio })
}

impl UniverseResult {
    /// What a check is judged by in this combination: its first number, with the interval.
    pub fn place(&self, check: usize) -> Option<&ConditionResult> {
        self.checks.get(check)?.places.first()
    }

    /// The first check's number on the scale on which numbers are compared.
    fn scaled(&self, is_ratio: bool) -> Option<f64> {
        let value = self.place(0)?.value;
        Some(if is_ratio { value.ln() } else { value }).filter(|value| value.is_finite())
    }
}

/// What the readings of a point do.
fn effect(point: &str, at: usize, universes: &[UniverseResult], is_ratio: bool) -> PointEffect {
    let mut names: Vec<&String> = Vec::new();
    for reading in universes.iter().filter_map(|universe| universe.readings.get(at)) {
        if !names.contains(&reading) {
            names.push(reading);
        }
    }
    let all: Vec<f64> = universes.iter().filter_map(|universe| universe.scaled(is_ratio)).collect();
    let total: f64 = all.iter().map(|value| (value - mean(&all)).powi(2)).sum();
    let (mut between, mut readings) = (0.0, Vec::new());
    for name in names {
        let own: Vec<&UniverseResult> =
            universes.iter().filter(|universe| universe.readings.get(at) == Some(name)).collect();
        let values: Vec<f64> = own.iter().filter_map(|universe| universe.scaled(is_ratio)).collect();
        between += values.len() as f64 * (mean(&values) - mean(&all)).powi(2);
        readings.push(ReadingEffect {
            reading: name.clone(),
            universes: own.len(),
            holds: own.iter().filter(|universe| universe.verdict.is_for()).count(),
            against: own.iter().filter(|universe| universe.verdict.is_against()).count(),
            mean: if is_ratio { mean(&values).exp() } else { mean(&values) },
        });
    }
    let explains = if total > 0.0 { between / total } else { 0.0 };
    PointEffect { point: point.to_owned(), explains, readings }
}

impl Multiverse {
    /// How many combinations have a verdict.
    pub fn count(&self, verdict: ClaimVerdict) -> usize {
        self.universes.iter().filter(|universe| universe.verdict == verdict).count()
    }

    /// In how many combinations it comes out how, in words.
    pub fn told(&self) -> String {
        told(&self.verdicts())
    }

    /// What the combinations have in common.
    pub(super) fn verdict(&self) -> ClaimVerdict {
        common(&self.verdicts())
    }

    fn verdicts(&self) -> Vec<ClaimVerdict> {
        self.universes.iter().map(|universe| universe.verdict).collect()
    }

    /// Each check over all combinations.
    pub(super) fn checks(&self, study: &Study, claim: &StudyClaim) -> Vec<CheckResult> {
        let over_all = |(at, check): (usize, &Check)| {
            let results =
                || self.universes.iter().filter_map(|universe| Some((universe, universe.checks.get(at)?)));
            let verdicts: Vec<ClaimVerdict> = results().map(|(_, check)| check.verdict).collect();
            let places = results().filter_map(|(universe, check)| {
                let (condition, fits) = (universe.readings.join(", "), check.verdict == ClaimVerdict::Holds);
                Some(ConditionResult { condition, fits, ..check.places.first()?.clone() })
            });
            CheckResult {
                expects: wording::expects(check, study),
                found: told(&verdicts),
                verdict: common(&verdicts),
                places: places.collect(),
                shares: None,
            }
        };
        claim.check.iter().enumerate().map(over_all).collect()
    }
}

/// How often each verdict occurs, in words.
fn told(verdicts: &[ClaimVerdict]) -> String {
    let count = |verdict: ClaimVerdict| verdicts.iter().filter(|found| **found == verdict).count();
    let counts = ClaimVerdict::ALL.into_iter().map(|verdict| (verdict, count(verdict)));
    let counts: Vec<String> = counts
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| format!("{verdict} in {count}"))
        .collect();
    format!("of {} combinations of readings it {}", verdicts.len(), counts.join(", "))
}

/// What verdicts have in common.
fn common(verdicts: &[ClaimVerdict]) -> ClaimVerdict {
    let all = |fits: fn(ClaimVerdict) -> bool| verdicts.iter().all(|verdict| fits(*verdict));
    let any = |fits: fn(ClaimVerdict) -> bool| verdicts.iter().any(|verdict| fits(*verdict));
    if all(|verdict| verdict == ClaimVerdict::Holds) {
        ClaimVerdict::Holds
    } else if all(ClaimVerdict::is_for) {
        ClaimVerdict::HoldsWeaker
    } else if all(|verdict| verdict == ClaimVerdict::Opposite) {
        ClaimVerdict::Opposite
    } else if all(ClaimVerdict::is_against) {
        ClaimVerdict::DoesNotHold
    } else if any(ClaimVerdict::is_for) && any(ClaimVerdict::is_against) {
        ClaimVerdict::Depends
    } else {
        ClaimVerdict::Undecided
    }
}
