//! Tests, effect sizes and summaries of samples.
//!
//! Distributions come from `statrs`, the Mann-Whitney test from `motive-statistics`; the rest is built on them. Every function is compared with what SciPy,
//! statsmodels, scikit-posthocs, lifelines or rliable give for hundreds of drawn samples: `tests/lab/reference` has their values and the script that made them.
//!
//! Numbers that are not finite are refused with a typed error, and so are samples that are too small. A sample in which every value is the same
//! has a defined answer: equal means give p = 1, different ones p = 0.
//!
//! ```
//! use motive_lab::statistics::{Tail, welch};
//!
//! let (slow, fast) = ([12.0, 14.0, 11.0, 15.0], [18.0, 21.0, 17.0, 20.0]);
//! let test = welch(&slow, &fast, Tail::Less)?;
//! assert!(test.p < 0.01);
//! # Ok::<(), motive_lab::statistics::StatisticsError>(())
//! ```

mod bootstrap;
mod paired;
mod ranks;
mod rating;
mod summary;
mod survival;
mod t_tests;

pub(crate) use bootstrap::below;
pub use bootstrap::{
    Interval, bootstrap, improvement_interval, interquartile_mean, performance_profile,
    probability_of_improvement,
};
pub use motive_statistics::Tail;
pub use paired::{paired_t, sign_flips, wilcoxon};
pub use ranks::{Pair, dunn, kruskal_wallis, mann_whitney};
pub use rating::{EloRating, Meeting, elo};
pub(crate) use summary::share_quantile;
pub use summary::{
    Summary, cliffs_delta, cohens_d, hedges_g, mean, mean_interval, proportion_interval, quantile, sd,
};
pub use survival::{Lifetime, Survival, SurvivalStep, kaplan_meier, log_rank};
pub(crate) use t_tests::t_quantile;
pub use t_tests::{
    Equivalence, SampleSummary, detectable, difference_interval, one_sample_t, power, t_from_summary,
    tost_paired, tost_welch, welch, welch_from_summary,
};

/// Why a statistic cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatisticsError {
    /// Too few values: how many are needed, and how many there are.
    #[error("there are {1} values, but at least {0} are needed")]
    TooFew(usize, usize),
    /// A value that is no number, or infinite.
    #[error("a value is not a finite number")]
    NotFinite,
    /// Too few groups.
    #[error("there are {0} groups, but at least 2 are needed")]
    TooFewGroups(usize),
    /// Samples that are to be compared run by run, but have not the same number of values.
    #[error("there are {0} values on one side and {1} on the other, which cannot be compared one by one")]
    Unpaired(usize, usize),
    /// All values are the same, and so there is nothing to compare with.
    #[error("all values are the same")]
    Constant,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestResult {
    /// The test statistic: t, U, H or z.
    pub statistic: f64,
    /// The p-value.
    pub p: f64,
    /// Degrees of freedom, where the test has them.
    pub freedom: Option<f64>,
}

/// Fails for samples that are too small or have values that are not finite.
fn checked(values: &[f64], needed: usize) -> Result<(), StatisticsError> {
    if values.len() < needed {
        return Err(StatisticsError::TooFew(needed, values.len()));
    }
    if values.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(StatisticsError::NotFinite) }
}

/// The differences of two samples, run by run, if each has as many values as are needed.
fn differences(one: &[f64], other: &[f64], needed: usize) -> Result<Vec<f64>, StatisticsError> {
    if one.len() != other.len() {
        return Err(StatisticsError::Unpaired(one.len(), other.len()));
    }
    checked(one, needed)?;
    checked(other, needed)?;
    Ok(one.iter().zip(other).map(|(one, other)| one - other).collect())
}

/// Hochberg's step-up procedure: p-values corrected so that the probability of any false positive among all tests is at most the level.
///
/// # Errors
/// If a p-value is not finite.
pub fn hochberg(p: &[f64]) -> Result<Vec<f64>, StatisticsError> {
    checked(p, 0)?;
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*b].total_cmp(&p[*a]));
    let (mut adjusted, mut least) = (vec![1.0; p.len()], 1.0_f64);
    for (rank, place) in order.into_iter().enumerate() {
        least = least.min(p[place] * (rank + 1) as f64);
        adjusted[place] = least;
    }
    Ok(adjusted)
}
