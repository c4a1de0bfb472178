//! Whether two means are alike: two one-sided tests (TOST).
//!
//! That a test finds no difference does not say that there is none. Two one-sided tests ask the other question: is the difference surely within
//! bounds that are too small to matter?

use super::t_quantile;
use super::t_tests::{t_test, welch_error};
use super::{Interval, StatisticsError, Tail, TestResult, checked, mean, sd};

/// What two one-sided tests found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equivalence {
    /// The greater p of the two tests: the difference is within the bounds if it is small.
    pub p: f64,
    /// Whether the difference is above the lower bound.
    pub above_low: TestResult,
    /// Whether it is below the upper bound.
    pub below_high: TestResult,
}

/// Whether the difference of two means lies within bounds; the samples' spreads may differ (Welch).
///
/// # Errors
/// If there are fewer than two values on a side, or one is not finite.
pub fn tost_welch(one: &[f64], other: &[f64], bounds: Interval) -> Result<Equivalence, StatisticsError> {
    checked(one, 2)?;
    checked(other, 2)?;
    let (error, freedom) = welch_error(one, other);
    Ok(within(mean(one) - mean(other), error, freedom, bounds))
}

/// Whether the mean difference run by run lies within bounds.
///
/// # Errors
/// If the samples are not equally long, there are fewer than two values, or one is not finite.
pub fn tost_paired(one: &[f64], other: &[f64], bounds: Interval) -> Result<Equivalence, StatisticsError> {
    if one.len() != other.len() {
        return Err(StatisticsError::Unpaired { one: one.len(), other: other.len() });
    }
    checked(one, 2)?;
    checked(other, 2)?;
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    let error = sd(&differences) / (differences.len() as f64).sqrt();
    Ok(within(mean(&differences), error, (differences.len() - 1) as f64, bounds))
}

fn within(difference: f64, error: f64, freedom: f64, bounds: Interval) -> Equivalence {
    let above_low = t_test(difference - bounds.low, error, freedom, Tail::Greater);
    let below_high = t_test(difference - bounds.high, error, freedom, Tail::Less);
    Equivalence { p: above_low.p.max(below_high.p), above_low, below_high }
}

/// Where the difference of two means lies, at a level such as 0.95, by Welch's t.
///
/// # Errors
/// If there are fewer than two values on a side, or one is not finite.
pub fn difference_interval(one: &[f64], other: &[f64], level: f64) -> Result<Interval, StatisticsError> {
    checked(one, 2)?;
    checked(other, 2)?;
    let (error, freedom) = welch_error(one, other);
    let t = t_quantile(freedom, 0.5 + level / 2.0);
    let difference = mean(one) - mean(other);
    let reach = if error == 0.0 { 0.0 } else { t * error };
    Ok(Interval { low: difference - reach, high: difference + reach })
}
