//! Tests, effect sizes and summaries of samples.
//!
//! Distributions come from `statrs`, the Mann-Whitney test from `motive-statistics`; the rest is built on them. Every test is checked against
//! values that SciPy or scikit-posthocs gives, as the tests note.
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

pub(crate) mod bootstrap;
mod correction;
mod effect;
mod power;
mod ranks;
mod rating;
mod summary;
mod t_tests;

pub use bootstrap::{Interval, bootstrap};
pub use correction::hochberg;
pub use effect::{cliffs_delta, cohens_d, hedges_g};
pub use motive_statistics::Tail;
pub use power::{detectable, power};
pub use ranks::{Pair, dunn, kruskal_wallis, mann_whitney};
pub use rating::{EloRating, Meeting, elo};
pub use summary::{Summary, mean, mean_interval, quantile, sd};
pub use t_tests::{one_sample_t, t_from_summary, welch};

/// Why a statistic cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StatisticsError {
    /// Too few values.
    #[error("there are {got} values, but at least {needed} are needed")]
    TooFew {
        /// How many are needed.
        needed: usize,
        /// How many there are.
        got: usize,
    },
    /// A value that is no number, or infinite.
    #[error("a value is not a finite number")]
    NotFinite,
    /// Too few groups.
    #[error("there are {0} groups, but at least 2 are needed")]
    TooFewGroups(usize),
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
        return Err(StatisticsError::TooFew { needed, got: values.len() });
    }
    if values.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(StatisticsError::NotFinite) }
}
