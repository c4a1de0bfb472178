//! Student's and Welch's t.

use super::{StatisticsError, Tail, TestResult, checked, mean, sd};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Whether a sample's mean is a given number.
///
/// # Errors
/// If there are fewer than two values, or one is not finite.
pub fn one_sample_t(values: &[f64], expected: f64, tail: Tail) -> Result<TestResult, StatisticsError> {
    checked(values, 2)?;
    checked(&[expected], 1)?;
    Ok(t_from_summary(mean(values), sd(values), values.len(), expected, tail))
}

/// The same where only mean, standard deviation and size of a sample are known, as papers print them.
#[must_use]
pub fn t_from_summary(mean: f64, sd: f64, count: usize, expected: f64, tail: Tail) -> TestResult {
    let freedom = count.saturating_sub(1) as f64;
    t_test(mean - expected, sd / (count.max(1) as f64).sqrt(), freedom, tail)
}

/// Whether two samples have the same mean; their spreads may differ.
///
/// # Errors
/// If there are fewer than two values on a side, or one is not finite.
pub fn welch(one: &[f64], other: &[f64], tail: Tail) -> Result<TestResult, StatisticsError> {
    checked(one, 2)?;
    checked(other, 2)?;
    let (error, freedom) = welch_error(one, other);
    Ok(t_test(mean(one) - mean(other), error, freedom, tail))
}

/// What papers print of a sample: mean, standard deviation and size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The number of values.
    pub count: usize,
}

impl Printed {
    /// A sample as a paper would print it.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        Self { mean: mean(values), sd: sd(values), count: values.len() }
    }
}

/// Whether two samples have the same mean, where of either only what papers print is known; their spreads may differ (Welch).
///
/// # Errors
/// If there are fewer than two values on a side, or a number is not finite.
pub fn welch_from_summary(one: Printed, other: Printed, tail: Tail) -> Result<TestResult, StatisticsError> {
    for sample in [one, other] {
        checked(&[sample.mean, sample.sd], 2)?;
        if sample.count < 2 {
            return Err(StatisticsError::TooFew { needed: 2, got: sample.count });
        }
    }
    let (error, freedom) = error_of(one, other);
    Ok(t_test(one.mean - other.mean, error, freedom, tail))
}

/// The standard error of a difference of means, and its degrees of freedom, after Welch.
pub(super) fn welch_error(one: &[f64], other: &[f64]) -> (f64, f64) {
    error_of(Printed::of(one), Printed::of(other))
}

fn error_of(one: Printed, other: Printed) -> (f64, f64) {
    let share = |sample: Printed| sample.sd.powi(2) / sample.count as f64;
    let (a, b) = (share(one), share(other));
    let below = a.powi(2) / (one.count - 1) as f64 + b.powi(2) / (other.count - 1) as f64;
    let freedom = if below > 0.0 { (a + b).powi(2) / below } else { (one.count + other.count - 2) as f64 };
    ((a + b).sqrt(), freedom)
}

/// A t test of a difference with its standard error.
pub(super) fn t_test(difference: f64, error: f64, freedom: f64, tail: Tail) -> TestResult {
    if error == 0.0 {
        return certain(difference, freedom, tail);
    }
    let t = difference / error;
    let p = StudentsT::new(0.0, 1.0, freedom).map_or(f64::NAN, |distribution| match tail {
        Tail::Both => (2.0 * distribution.sf(t.abs())).min(1.0),
        Tail::Less => distribution.cdf(t),
        Tail::Greater => distribution.sf(t),
    });
    TestResult { statistic: t, p, freedom: Some(freedom) }
}

/// The result for samples without any spread.
fn certain(difference: f64, freedom: f64, tail: Tail) -> TestResult {
    let (statistic, p) = if difference == 0.0 {
        (0.0, if tail == Tail::Both { 1.0 } else { 0.5 })
    } else {
        let as_asked = match tail {
            Tail::Both => true,
            Tail::Less => difference < 0.0,
            Tail::Greater => difference > 0.0,
        };
        (f64::INFINITY.copysign(difference), if as_asked { 0.0 } else { 1.0 })
    };
    TestResult { statistic, p, freedom: Some(freedom) }
}
