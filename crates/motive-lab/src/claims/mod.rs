//! Verdicts on claims.
//!
//! A claim is data: whose results, in which conditions, compared with whose, by which test, and how many conditions it takes. What follows
//! is the same code for every study.

pub(crate) mod check_values;
mod significance;
mod value_checks;
pub(crate) mod wording;

use crate::results::Results;
use crate::statistics::Interval;
use crate::study::{Check, CheckKind, Claim, Study};
use check_values::Reader;
use std::fmt;

/// Whether a claim holds, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// As claimed.
    Holds,
    /// The direction is as claimed; the size, or the number of conditions, is not.
    HoldsWeaker,
    /// There are too few runs to say.
    Undecided,
    /// Neither as claimed nor clearly the other way.
    DoesNotHold,
    /// Clearly the other way.
    Opposite,
}

impl Verdict {
    /// All of them, the best first.
    pub const ALL: [Self; 5] =
        [Self::Holds, Self::HoldsWeaker, Self::Undecided, Self::DoesNotHold, Self::Opposite];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::HoldsWeaker => "holds weaker",
            Self::Undecided => "undecided",
            Self::DoesNotHold => "does not hold",
            Self::Opposite => "opposite",
        })
    }
}

/// A claim and its verdict.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClaimResult {
    /// The claim.
    pub claim: Claim,
    /// The worst of its checks.
    pub verdict: Verdict,
    /// Each check, in the order of the study.
    pub checks: Vec<CheckResult>,
}

/// A check and its verdict.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckResult {
    /// What is expected.
    pub expects: String,
    /// What was found.
    pub found: String,
    /// See [`Verdict`].
    pub verdict: Verdict,
    /// What was found where.
    pub places: Vec<Place>,
}

/// What a check found in one condition, or for one value of an option.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Place {
    /// Which.
    pub condition: String,
    /// The number of this side.
    pub number: f64,
    /// The number of the other side, where there is one.
    pub other: Option<f64>,
    /// The test's p, corrected as the check says.
    pub p: Option<f64>,
    /// Hedges' g, and its interval by the bootstrap.
    pub effect: Option<(f64, Option<Interval>)>,
    /// Whether the expectation holds here.
    pub fits: bool,
}

/// Judges every claim of a study.
#[must_use]
pub fn judge(study: &Study, results: &Results) -> Vec<ClaimResult> {
    study.claims.iter().map(|claim| judge_claim(study, results, claim)).collect()
}

fn judge_claim(study: &Study, results: &Results, claim: &Claim) -> ClaimResult {
    let checks: Vec<CheckResult> =
        claim.check.iter().map(|check| judge_check(study, results, check)).collect();
    let verdict = checks.iter().map(|check| check.verdict).max().unwrap_or(Verdict::Undecided);
    ClaimResult { claim: claim.clone(), verdict, checks }
}

fn judge_check(study: &Study, results: &Results, check: &Check) -> CheckResult {
    let reader = Reader::new(results, check);
    let judged = match check.kind {
        CheckKind::Significant => significance::judge(&reader, study.alpha),
        CheckKind::Value | CheckKind::Ratio | CheckKind::Difference | CheckKind::Wins => {
            value_checks::bounds(&reader)
        }
        CheckKind::Trend => value_checks::trend(&reader),
        CheckKind::Peak => value_checks::peak(&reader),
        CheckKind::Near => value_checks::near(&reader),
        CheckKind::Differ => significance::differ(&reader, study.alpha),
    };
    let Some(judged) = judged else {
        let found = "there are too few runs to say".to_owned();
        return CheckResult {
            expects: wording::expects(check, study),
            found,
            verdict: Verdict::Undecided,
            places: Vec::new(),
        };
    };
    let Judged { verdict, found, places } = judged;
    CheckResult { expects: wording::expects(check, study), found, verdict, places }
}

/// What a rule says of a check.
struct Judged {
    verdict: Verdict,
    found: String,
    places: Vec<Place>,
}
