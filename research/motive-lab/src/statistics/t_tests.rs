//! Student's t: quantiles, tests, equivalence and power.
//!
//! That a test finds no difference does not say that there is none. Two one-sided tests (TOST) ask the other question: is the difference surely within
//! bounds that are too small to matter? Power is that of two samples, by the non-central distribution, integrated numerically and without random draws.

use super::{Interval, StatisticsError, Tail, TestResult, checked, differences, mean, sd};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::gamma::ln_gamma;

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
pub fn t_from_summary(mean: f64, sd: f64, count: usize, expected: f64, tail: Tail) -> TestResult {
    let freedom = count.saturating_sub(1) as f64;
    t_test(mean - expected, sd / (count.max(1) as f64).sqrt(), freedom, tail)
}

/// Whether two samples have the same mean; their spreads may differ.
///
/// # Errors
/// If there are fewer than two values on a side, or one is not finite.
pub fn welch(one: &[f64], other: &[f64], tail: Tail) -> Result<TestResult, StatisticsError> {
    let (error, freedom) = welch_error(one, other)?;
    Ok(t_test(mean(one) - mean(other), error, freedom, tail))
}

/// What papers print of a sample: mean, standard deviation and size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleSummary {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The number of values.
    pub count: usize,
}

impl SampleSummary {
    /// A sample as a paper would print it.
    pub fn of(values: &[f64]) -> Self {
        Self { mean: mean(values), sd: sd(values), count: values.len() }
    }
}

/// Whether two samples have the same mean, where of either only what papers print is known; their spreads may differ (Welch).
///
/// # Errors
/// If there are fewer than two values on a side, or a number is not finite.
pub fn welch_from_summary(
    one: SampleSummary,
    other: SampleSummary,
    tail: Tail,
) -> Result<TestResult, StatisticsError> {
    for sample in [one, other] {
        checked(&[sample.mean, sample.sd], 2)?;
        if sample.count < 2 {
            return Err(StatisticsError::TooFew(2, sample.count));
        }
    }
    let (error, freedom) = error_of(one, other);
    Ok(t_test(one.mean - other.mean, error, freedom, tail))
}

/// The standard error of a difference of means, and its degrees of freedom, after Welch.
fn welch_error(one: &[f64], other: &[f64]) -> Result<(f64, f64), StatisticsError> {
    checked(one, 2)?;
    checked(other, 2)?;
    Ok(error_of(SampleSummary::of(one), SampleSummary::of(other)))
}

fn error_of(one: SampleSummary, other: SampleSummary) -> (f64, f64) {
    let share = |sample: SampleSummary| sample.sd.powi(2) / sample.count as f64;
    let (a, b) = (share(one), share(other));
    let below = a.powi(2) / (one.count - 1) as f64 + b.powi(2) / (other.count - 1) as f64;
    let freedom = if below > 0.0 { (a + b).powi(2) / below } else { (one.count + other.count - 2) as f64 };
    ((a + b).sqrt(), freedom)
}

/// A t test of a difference with its standard error.
fn t_test(difference: f64, error: f64, freedom: f64, tail: Tail) -> TestResult {
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

/// Degrees of freedom from which on the quantile is expanded around that of the normal distribution, which is exact to twelve digits there. The search of `statrs` agrees with it up to
/// here, is off in the sixth digit from 30,000 on, and never ends for some that are very large.
const LARGE: f64 = 10_000.0;

/// The value below which a t of so many degrees of freedom lies with a probability. Not a number if there are none.
pub(crate) fn t_quantile(freedom: f64, share: f64) -> f64 {
    if freedom < LARGE {
        return StudentsT::new(0.0, 1.0, freedom).map_or(f64::NAN, |t| t.inverse_cdf(share));
    }
    let z = Normal::new(0.0, 1.0).map_or(f64::NAN, |normal| normal.inverse_cdf(share));
    // The first terms of the expansion of Fisher and Cornish.
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    z + first / freedom + second / freedom.powi(2)
}

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
    let (error, freedom) = welch_error(one, other)?;
    Ok(within(mean(one) - mean(other), error, freedom, bounds))
}

/// Whether the mean difference run by run lies within bounds.
///
/// # Errors
/// If the samples are not equally long, there are fewer than two values, or one is not finite.
pub fn tost_paired(one: &[f64], other: &[f64], bounds: Interval) -> Result<Equivalence, StatisticsError> {
    let differences = differences(one, other, 2)?;
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
    let (error, freedom) = welch_error(one, other)?;
    let t = t_quantile(freedom, 0.5 + level / 2.0);
    let difference = mean(one) - mean(other);
    let reach = if error == 0.0 { 0.0 } else { t * error };
    Ok(Interval { low: difference - reach, high: difference + reach })
}

/// Steps of the integral. It is smooth; twice as many change nothing in the first eight digits.
const STEPS: usize = 2000;
/// How far out it goes, in standard deviations.
const FAR: f64 = 12.0;

/// How likely a two-sided t test of two samples finds a difference of the means, given their spreads and sizes.
///
/// # Errors
/// If a number is not finite, a spread is not above 0, or a sample has fewer than two values.
pub fn power(difference: f64, sds: [f64; 2], counts: [usize; 2], alpha: f64) -> Result<f64, StatisticsError> {
    let numbers = [difference, sds[0], sds[1], alpha];
    if numbers.iter().any(|number| !number.is_finite()) || sds.iter().any(|sd| *sd <= 0.0) {
        return Err(StatisticsError::NotFinite);
    }
    if let Some(got) = counts.into_iter().find(|count| *count < 2) {
        return Err(StatisticsError::TooFew(2, got));
    }
    let shares = [0, 1].map(|at| sds[at].powi(2) / counts[at] as f64);
    let below: f64 = [0, 1].map(|at| shares[at].powi(2) / (counts[at] - 1) as f64).iter().sum();
    let freedom = (shares[0] + shares[1]).powi(2) / below;
    let shift = difference.abs() / (shares[0] + shares[1]).sqrt();
    let critical = t_quantile(freedom, 1.0 - alpha.clamp(0.0, 1.0) / 2.0);
    if critical.is_nan() {
        return Err(StatisticsError::NotFinite);
    }
    Ok((1.0 - below_t(critical, shift, freedom) + below_t(-critical, shift, freedom)).clamp(0.0, 1.0))
}

/// The smallest difference of the means that such a test finds with a given probability.
///
/// # Errors
/// As for [`power`]; also if no difference is found with that probability.
pub fn detectable(
    sds: [f64; 2],
    counts: [usize; 2],
    alpha: f64,
    wanted: f64,
) -> Result<f64, StatisticsError> {
    let (mut low, mut high) = (0.0, sds[0].max(sds[1]));
    for _ in 0..64 {
        if power(high, sds, counts, alpha)? >= wanted {
            break;
        }
        (low, high) = (high, high * 2.0);
    }
    if power(high, sds, counts, alpha)? < wanted {
        return Err(StatisticsError::NotFinite);
    }
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if power(middle, sds, counts, alpha)? >= wanted { high = middle } else { low = middle }
    }
    Ok(high)
}

/// The cumulative distribution function of the non-central t distribution.
fn below_t(at: f64, shift: f64, freedom: f64) -> f64 {
    let Ok(normal) = Normal::new(0.0, 1.0) else { return f64::NAN };
    // The density of the spread s of a sample, where the true one is 1: a scaled chi distribution.
    let scale = (freedom / 2.0) * (freedom / 2.0).ln() - ln_gamma(freedom / 2.0) + std::f64::consts::LN_2;
    let density = |s: f64| (scale + (freedom - 1.0) * s.ln() - freedom * s * s / 2.0).exp();
    let width = FAR / (2.0 * freedom).sqrt();
    let (from, to) = ((1.0 - width).max(1e-9), 1.0 + width);
    let step = (to - from) / STEPS as f64;
    // Simpson's rule.
    let weighted = |at_step: usize| {
        let s = from + step * at_step as f64;
        let weight = match at_step {
            0 | STEPS => 1.0,
            _ if at_step % 2 == 1 => 4.0,
            _ => 2.0,
        };
        weight * normal.cdf(at * s - shift) * density(s)
    };
    (0..=STEPS).map(weighted).sum::<f64>() * step / 3.0
}

#[cfg(test)]
#[path = "../../tests/unit/statistics_t_tests.rs"]
mod tests;
