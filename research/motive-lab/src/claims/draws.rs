//! From draws to a verdict.

use super::check_values::CheckReader;
use super::{ClaimVerdict, DrawFinding};
use crate::statistics::t_quantile;
use crate::statistics::{Interval, quantile};
use statrs::distribution::{ContinuousCDF, Normal};

/// How often the runs are drawn anew.
pub(crate) const DRAWS: u64 = 2000;
/// With fewer runs of a cell nothing is decided.
pub(crate) const LEAST_RUNS: usize = 8;
/// The level of intervals.
pub(crate) const LEVEL: f64 = 0.95;

/// The rules by which verdicts are given, as they stand on every report.
pub const RULES: &[(&str, &str)] = &[
    (
        "how",
        "The runs of every cell are drawn anew, with replacement, 2,000 times; runs on the same seed stay together, and shares of yes and no are drawn from Jeffreys' distribution. Each draw is judged as the results are. What is called certain below is so in the results and in all draws but the 2.5 % at one end of a 95 % interval (fewer for small samples, after Hesterberg 2015). With fewer than 8 runs of a cell nothing is certain, unless nothing in that world is left to chance.",
    ),
    (
        "holds",
        "It is certain that the number lies in the claimed bounds, or that the claimed number of conditions is reached.",
    ),
    (
        "holds weaker",
        "The claimed direction is certain, the claimed size or number of conditions is not: most conditions lean the claimed way; of tests, at least half of the conditions that it takes are significant, and more than the other way; of bounds without a direction, at least half of the conditions lie in them.",
    ),
    ("undecided", "None of the others is certain: more runs may tell."),
    (
        "does not hold",
        "It is certain that neither the claim nor its direction is there, and not that most conditions go the other way.",
    ),
    ("opposite", "It is certain that most conditions go the other way; of tests, significantly so."),
    (
        "depends on the reading",
        "Where the source leaves points open: the claim holds, at least weaker, in some readings and does not hold, or is opposite, in others.",
    ),
    (
        "tests",
        "Tests are two-sided at the level that stands with them, corrected after Hochberg over the conditions of the check. That a test finds no difference does not show that there is none: a claim that there is none needs differences within a margin (half a standard deviation unless the study says otherwise), by the draws, or by two one-sided tests. A number beside a published mean with standard deviation and runs is out if Welch's test tells them apart, however wide its tolerance.",
    ),
    ("claim", "The verdict on a claim is the worst of its checks."),
];

/// How one set of runs stands to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimSupport {
    /// As claimed.
    AsClaimed,
    /// In the claimed direction only.
    Direction,
    /// Neither.
    Neither,
    /// The other way.
    Opposite,
}

/// Which part of all draws stands how.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DrawShares {
    /// As claimed.
    pub as_claimed: f64,
    /// As claimed, or in the claimed direction only.
    pub direction: f64,
    /// The other way.
    pub opposite: f64,
}

impl DrawShares {
    /// The verdict, if `needed` of all draws make something certain.
    pub(super) fn verdict(&self, found: ClaimSupport, needed: f64) -> ClaimVerdict {
        match found {
            ClaimSupport::AsClaimed if self.as_claimed >= needed => ClaimVerdict::Holds,
            ClaimSupport::AsClaimed | ClaimSupport::Direction if self.direction >= needed => {
                ClaimVerdict::HoldsWeaker
            }
            ClaimSupport::Opposite if self.opposite >= needed => ClaimVerdict::Opposite,
            ClaimSupport::Opposite | ClaimSupport::Neither if 1.0 - self.direction >= needed => {
                ClaimVerdict::DoesNotHold
            }
            _ => ClaimVerdict::Undecided,
        }
    }
}

/// Draws the runs anew, and gives how the draws stand and the interval of each place.
pub(super) fn draws(
    reader: &CheckReader<'_>,
    places: usize,
    point: impl Fn(&CheckReader<'_>) -> Option<DrawFinding>,
) -> (DrawShares, Vec<Option<Interval>>) {
    let mut counts = [0_u64; 3];
    let mut values: Vec<Vec<f64>> = vec![Vec::with_capacity(DRAWS as usize); places];
    for draw in 0..DRAWS {
        let Some(drawn) = point(&reader.drawn(draw)) else { continue };
        counts[0] += u64::from(drawn.standing == ClaimSupport::AsClaimed);
        counts[1] += u64::from(matches!(drawn.standing, ClaimSupport::AsClaimed | ClaimSupport::Direction));
        counts[2] += u64::from(drawn.standing == ClaimSupport::Opposite);
        for (into, value) in values.iter_mut().zip(drawn.values) {
            into.push(value);
        }
    }
    let [as_claimed, direction, opposite] = counts.map(|count| count as f64 / DRAWS as f64);
    (DrawShares { as_claimed, direction, opposite }, values.into_iter().map(interval).collect())
}

fn interval(mut values: Vec<f64>) -> Option<Interval> {
    values.retain(|value| value.is_finite());
    values.sort_by(f64::total_cmp);
    let tail = (1.0 - LEVEL) / 2.0;
    (!values.is_empty())
        .then(|| Interval { low: quantile(&values, tail), high: quantile(&values, 1.0 - tail) })
}

/// The share of draws that makes something certain: 97.5 %, and more for small samples, whose draws spread too little (Hesterberg's expanded percentile
/// interval).
pub(super) fn needed_share(runs: usize) -> f64 {
    let certain = f64::midpoint(1.0, LEVEL);
    if runs < 2 {
        return certain;
    }
    let n = runs as f64;
    let Ok(normal) = Normal::new(0.0, 1.0) else { return certain };
    normal.cdf((n / (n - 1.0)).sqrt() * t_quantile(n - 1.0, certain))
}

#[cfg(test)]
#[path = "../../tests/unit/claims_draws.rs"]
mod tests;
