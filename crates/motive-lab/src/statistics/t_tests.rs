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
    result(mean - expected, sd / (count.max(1) as f64).sqrt(), freedom, tail)
}

/// Whether two samples have the same mean; their spreads may differ.
///
/// # Errors
/// If there are fewer than two values on a side, or one is not finite.
pub fn welch(one: &[f64], other: &[f64], tail: Tail) -> Result<TestResult, StatisticsError> {
    checked(one, 2)?;
    checked(other, 2)?;
    let share = |values: &[f64]| sd(values).powi(2) / values.len() as f64;
    let (a, b) = (share(one), share(other));
    let below = a.powi(2) / (one.len() - 1) as f64 + b.powi(2) / (other.len() - 1) as f64;
    let freedom = if below > 0.0 { (a + b).powi(2) / below } else { (one.len() + other.len() - 2) as f64 };
    Ok(result(mean(one) - mean(other), (a + b).sqrt(), freedom, tail))
}

fn result(difference: f64, error: f64, freedom: f64, tail: Tail) -> TestResult {
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
