//! Verdicts on claims.
//!
//! A claim is data: whose results, in which conditions, compared with whose, by which test, and how many conditions it takes. What follows
//! is the same code for every study.
//!
//! A verdict takes uncertainty into account by one rule for every kind of check. The runs of every cell are drawn anew, with replacement, 2,000 times; runs
//! on the same seed stay together. Each draw is looked at as the results themselves are, and is as claimed, has the claimed direction, has neither, or
//! goes the other way ([`ClaimSupport`]). The verdict is what nearly all draws agree on: [`RULES`] has the wording that stands on every report.

pub(crate) mod check_values;
mod draws;
mod multiverse;
mod significance;
mod value_checks;
pub(crate) mod wording;

pub use draws::{ClaimSupport, DrawShares, RULES};
pub use multiverse::{Multiverse, PointEffect, ReadingEffect, UniverseResult};

use crate::results::Results;
use crate::statistics::Interval;
use crate::study::{Check, CheckKind, Study, StudyClaim};
use check_values::CheckReader;
use std::fmt;

/// Whether a claim holds, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClaimVerdict {
    /// As claimed.
    Holds,
    /// The direction is as claimed; that the size, or the number of conditions, is too does not show.
    HoldsWeaker,
    /// It holds in some readings of the source and not in others.
    Depends,
    /// The runs do not say.
    Undecided,
    /// Not in the claimed direction, and not clearly the other way.
    DoesNotHold,
    /// Clearly the other way.
    Opposite,
}

impl ClaimVerdict {
    /// All of them, the best first.
    pub const ALL: [Self; 6] =
        [Self::Holds, Self::HoldsWeaker, Self::Depends, Self::Undecided, Self::DoesNotHold, Self::Opposite];

    /// Whether it holds, if only weaker.
    pub fn is_for(self) -> bool {
        matches!(self, Self::Holds | Self::HoldsWeaker)
    }

    /// Whether it does not.
    pub fn is_against(self) -> bool {
        matches!(self, Self::DoesNotHold | Self::Opposite)
    }
}

impl fmt::Display for ClaimVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::HoldsWeaker => "holds weaker",
            Self::Depends => "depends on the reading",
            Self::Undecided => "undecided",
            Self::DoesNotHold => "does not hold",
            Self::Opposite => "opposite",
        })
    }
}

/// A claim and its verdict.
#[derive(Clone, Debug)]
pub struct ClaimResult {
    /// The claim.
    pub claim: StudyClaim,
    /// The worst of its checks; over several readings, what they have in common.
    pub verdict: ClaimVerdict,
    /// Each check, in the order of the study.
    pub checks: Vec<CheckResult>,
    /// What about the agents and worlds that it rests on was fitted to published results.
    pub rests_on: Vec<String>,
    /// Its verdict in each combination of readings, if the claim is about several.
    pub multiverse: Option<Multiverse>,
}

/// A check and its verdict.
#[derive(Clone, Debug)]
pub struct CheckResult {
    /// What is expected.
    pub expects: String,
    /// What was found.
    pub found: String,
    /// See [`ClaimVerdict`].
    pub verdict: ClaimVerdict,
    /// What was found where.
    pub places: Vec<ConditionResult>,
    /// What the draws said, if there were enough runs for any.
    pub shares: Option<DrawShares>,
}

impl CheckResult {
    /// What was found, with its interval and what the draws said, as a sentence without its end.
    pub fn told(&self) -> String {
        let mut told = self.found.clone();
        if let [place] = self.places.as_slice()
            && let Some(interval) = place.interval
        {
            told.push_str(&format!(" (95 %: {})", wording::between(interval)));
        }
        if let Some(shares) = self.shares {
            let percent = |share: f64| wording::percent(share);
            told.push_str(&format!(
                "; of the draws {} are as claimed, {} at least in the claimed direction, {} the other way",
                percent(shares.as_claimed),
                percent(shares.direction),
                percent(shares.opposite)
            ));
        }
        told
    }
}

/// What a check found in one condition, or for one value of an option.
#[derive(Clone, Debug, Default)]
pub struct ConditionResult {
    /// Which.
    pub condition: String,
    /// The number of this side.
    pub number: f64,
    /// The number of the other side, where there is one.
    pub other: Option<f64>,
    /// What is judged: the number, or the ratio or difference of both.
    pub value: f64,
    /// Where that lies, at 95 %, by the draws.
    pub interval: Option<Interval>,
    /// The test's p, corrected as the check says.
    pub p: Option<f64>,
    /// Hedges' g, and its interval by the bootstrap.
    pub effect: Option<(f64, Option<Interval>)>,
    /// Whether the expectation holds here.
    pub fits: bool,
}

/// In how many places the expectation holds, and how many there are.
fn fitting(places: &[ConditionResult]) -> (usize, usize) {
    (places.iter().filter(|place| place.fits).count(), places.len())
}

/// Judges every claim of a study.
pub fn judge(study: &Study, results: &Results) -> Vec<ClaimResult> {
    study.claims.iter().map(|claim| judge_claim(study, results, claim)).collect()
}

fn judge_claim(study: &Study, results: &Results, claim: &StudyClaim) -> ClaimResult {
    let rests_on = inherited_marks(study, claim);
    if let Some(universes) = multiverse::of(study, results, claim) {
        let (checks, verdict) = (universes.checks(study, claim), universes.verdict());
        return ClaimResult { claim: claim.clone(), verdict, checks, rests_on, multiverse: Some(universes) };
    }
    let checks: Vec<CheckResult> = claim
        .check
        .iter()
        .map(|check| judge_check(study, &CheckReader::new(results, check), &wording::expects(check, study)))
        .collect();
    let verdict = checks.iter().map(|check| check.verdict).max().unwrap_or(ClaimVerdict::Undecided);
    ClaimResult { claim: claim.clone(), verdict, checks, rests_on, multiverse: None }
}

fn judge_check(study: &Study, reader: &CheckReader<'_>, expects: &str) -> CheckResult {
    let rule = CheckRule { check: reader.check, alpha: reader.check.alpha.unwrap_or(study.alpha) };
    let undecided = |found: String, places: Vec<ConditionResult>| CheckResult {
        expects: expects.to_owned(),
        found,
        verdict: ClaimVerdict::Undecided,
        places,
        shares: None,
    };
    let Some(found) = rule.found(reader) else {
        return undecided("there are too few runs to say".to_owned(), Vec::new());
    };
    if !reader.has_enough_runs() {
        let least = reader.least_runs();
        let told = format!("{}; {least} runs of a cell are too few to say", found.told);
        return undecided(told, found.places);
    }
    let mut places = found.places;
    let (shares, intervals) = draws::draws(reader, places.len(), |drawn| rule.point(drawn, &found.fixed));
    for (place, interval) in places.iter_mut().zip(intervals) {
        place.interval = interval;
    }
    CheckResult {
        expects: expects.to_owned(),
        found: found.told,
        verdict: shares.verdict(found.standing, reader.needed_share()),
        places,
        shares: Some(shares),
    }
}

/// What was fitted about the agents and parts of a claim's checks, each said once.
fn inherited_marks(study: &Study, claim: &StudyClaim) -> Vec<String> {
    let mut marks = Vec::new();
    for check in &claim.check {
        for name in check.agents() {
            let agent = study.agents.iter().find(|agent| agent.name == *name);
            let fitted = agent.and_then(|agent| agent.fitted.as_ref());
            marks.extend(fitted.map(|what| format!("{name}: {what}")));
        }
        for name in parts(study, check) {
            let part = study.parts.iter().find(|part| part.name == *name);
            let fitted = part.and_then(|part| part.fitted.as_ref());
            marks.extend(fitted.map(|what| format!("part `{name}`: {what}")));
        }
    }
    let mut said = Vec::new();
    for mark in marks {
        if !said.contains(&mark) {
            said.push(mark);
        }
    }
    said
}

/// Every part that a check names; the first of the study if it names none.
fn parts<'a>(study: &'a Study, check: &'a Check) -> impl Iterator<Item = &'a String> {
    let first = study.parts.first().map(|part| &part.name);
    check.part.as_ref().or(first).into_iter().chain(check.against_part.as_ref())
}

/// A check with the level of its tests.
#[derive(Clone, Copy)]
struct CheckRule<'a> {
    check: &'a Check,
    alpha: f64,
}

/// What the results say of a check.
struct CheckFinding {
    standing: ClaimSupport,
    /// In words.
    told: String,
    places: Vec<ConditionResult>,
    /// Places that a test on the results rules out; draws cannot bring them back.
    fixed: Vec<bool>,
}

/// What one draw says of a check: how it stands, and the number of each place.
struct DrawFinding {
    standing: ClaimSupport,
    values: Vec<f64>,
}

impl CheckRule<'_> {
    /// What the results themselves say. Nothing if there are too few runs.
    fn found(&self, reader: &CheckReader<'_>) -> Option<CheckFinding> {
        match self.check.kind {
            CheckKind::Significant => significance::found(reader, self.alpha),
            CheckKind::Differ => significance::differ_found(reader, self.alpha),
            CheckKind::Alike => significance::alike_found(reader, self.alpha),
            CheckKind::Near => value_checks::near_found(reader, self.alpha),
            CheckKind::Trend | CheckKind::Peak => value_checks::along_found(reader),
            CheckKind::Value | CheckKind::Ratio | CheckKind::Difference | CheckKind::Wins => {
                value_checks::bounds_found(reader)
            }
        }
    }

    /// What one draw says.
    fn point(&self, reader: &CheckReader<'_>, fixed: &[bool]) -> Option<DrawFinding> {
        match self.check.kind {
            CheckKind::Significant => significance::point(reader, self.alpha),
            CheckKind::Differ => significance::differ_point(reader, self.alpha),
            CheckKind::Alike => significance::alike_point(reader, fixed),
            CheckKind::Near => value_checks::near_point(reader, fixed),
            CheckKind::Trend | CheckKind::Peak => value_checks::along_point(reader),
            CheckKind::Value | CheckKind::Ratio | CheckKind::Difference | CheckKind::Wins => {
                value_checks::bounds_point(reader)
            }
        }
    }
}
