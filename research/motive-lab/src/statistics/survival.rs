//! Times until something happens, some of which are cut off.
//!
//! An episode that ends because its time is over has lasted *at least* so long. Its time may be neither left out nor averaged as if it were one; the
//! Kaplan-Meier estimate and the log-rank test take it for what it is.

use super::{Interval, StatisticsError, TestResult};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// A time, and whether what was waited for happened then, or the time was cut off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lifetime {
    /// How long it lasted.
    pub time: f64,
    /// Whether it happened; if not, it was cut off.
    pub ended: bool,
}

impl Lifetime {
    /// Values of runs as lifetimes: those that reach `cut_at` were cut off there.
    pub fn cut(values: &[f64], cut_at: f64) -> Vec<Self> {
        values.iter().map(|time| Self { time: time.min(cut_at), ended: *time < cut_at }).collect()
    }
}

/// A step of a survival curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurvivalStep {
    /// When.
    pub time: f64,
    /// How many were there just before.
    pub at_risk: usize,
    /// To how many it happened.
    pub ended: usize,
    /// The share that lasts longer.
    pub survival: f64,
    /// Where that share lies, at the level that was asked for (Greenwood's formula, on the scale of log(-log)).
    pub interval: Interval,
}

/// The Kaplan-Meier estimate of a survival curve, a step for each time at which something ended or was cut off.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// The steps, by time.
    pub steps: Vec<SurvivalStep>,
}

fn sorted(sample: &[Lifetime]) -> Result<Vec<Lifetime>, StatisticsError> {
    if sample.is_empty() {
        return Err(StatisticsError::TooFew(1, 0));
    }
    if sample.iter().any(|life| !life.time.is_finite()) {
        return Err(StatisticsError::NotFinite);
    }
    let mut sorted = sample.to_vec();
    sorted.sort_by(|a, b| a.time.total_cmp(&b.time));
    Ok(sorted)
}

/// Estimates a survival curve (Kaplan and Meier).
///
/// ```
/// use motive_lab::statistics::{Lifetime, kaplan_meier};
///
/// let lives = Lifetime::cut(&[3.0, 5.0, 5.0, 9.0, 10.0, 10.0], 10.0);
/// let curve = kaplan_meier(&lives, 0.95)?;
/// assert_eq!(curve.median(), Some(5.0));
/// assert_eq!(curve.restricted_mean(10.0), 7.0);
/// # Ok::<(), motive_lab::statistics::StatisticsError>(())
/// ```
///
/// # Errors
/// If the sample is empty or a time is not finite.
pub fn kaplan_meier(sample: &[Lifetime], level: f64) -> Result<Survival, StatisticsError> {
    let sorted = sorted(sample)?;
    let z = Normal::new(0.0, 1.0).map_or(f64::NAN, |normal| normal.inverse_cdf(0.5 + level / 2.0));
    let (mut at_risk, mut survival, mut variance) = (sorted.len(), 1.0, 0.0);
    let mut steps = Vec::new();
    for group in sorted.chunk_by(|a, b| a.time == b.time) {
        let (risk, ended) = (at_risk as f64, group.iter().filter(|life| life.ended).count());
        survival *= 1.0 - ended as f64 / risk;
        variance += ended as f64 / (risk * (risk - ended as f64));
        let time = group.first().map_or(0.0, |life| life.time);
        steps.push(SurvivalStep { time, at_risk, ended, survival, interval: around(survival, variance, z) });
        at_risk -= group.len();
    }
    Ok(Survival { steps })
}

/// Greenwood's interval of a share of survivors. At 1 and at 0 there is no spread to go by.
fn around(survival: f64, variance: f64, z: f64) -> Interval {
    if survival >= 1.0 || survival <= 0.0 {
        return Interval { low: survival, high: survival };
    }
    let log = survival.ln();
    let (centre, reach) = ((-log).ln(), z * variance.sqrt() / log.abs());
    Interval { low: (-(centre + reach).exp()).exp(), high: (-(centre - reach).exp()).exp() }
}

impl Survival {
    /// When half has ended; nothing if more than half were cut off before.
    pub fn median(&self) -> Option<f64> {
        self.steps.iter().find(|step| step.survival <= 0.5).map(|step| step.time)
    }

    /// The share that lasts longer than a time.
    pub fn at(&self, time: f64) -> f64 {
        self.steps.iter().take_while(|step| step.time <= time).last().map_or(1.0, |step| step.survival)
    }

    /// The mean time up to a limit: the area below the curve until then.
    pub fn restricted_mean(&self, limit: f64) -> f64 {
        let (mut area, mut survival, mut from) = (0.0, 1.0, 0.0);
        for step in self.steps.iter().take_while(|step| step.time < limit) {
            area += survival * (step.time - from);
            (survival, from) = (step.survival, step.time);
        }
        area + survival * (limit - from).max(0.0)
    }
}

/// Whether two survival curves differ (the log-rank test of Mantel and Haenszel). The statistic is chi-squared with one degree of freedom.
///
/// # Errors
/// If a sample is empty, a time is not finite, or nothing ever ended.
pub fn log_rank(one: &[Lifetime], other: &[Lifetime]) -> Result<TestResult, StatisticsError> {
    let (one, other) = (sorted(one)?, sorted(other)?);
    let mut times: Vec<f64> =
        one.iter().chain(&other).filter(|life| life.ended).map(|life| life.time).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let (mut difference, mut variance) = (0.0, 0.0);
    for time in times {
        let count = |sample: &[Lifetime]| {
            let at_risk = sample.len() - sample.partition_point(|life| life.time < time);
            let ended = sample.iter().filter(|life| life.time == time && life.ended).count();
            (at_risk as f64, ended as f64)
        };
        let ((risk, ended), (other_risk, other_ended)) = (count(&one), count(&other));
        let (n, d) = (risk + other_risk, ended + other_ended);
        difference += ended - d * risk / n;
        if n > 1.0 {
            variance += d * (risk / n) * (1.0 - risk / n) * (n - d) / (n - 1.0);
        }
    }
    if variance <= 0.0 {
        return Err(StatisticsError::Constant);
    }
    let statistic = difference * difference / variance;
    let p = ChiSquared::new(1.0).map_or(f64::NAN, |chi| chi.sf(statistic));
    Ok(TestResult { statistic, p, freedom: Some(1.0) })
}
