//! Summaries of samples, and effect sizes between two.

use super::{Interval, StatisticsError, checked, t_quantile};
use statrs::distribution::{Beta, ContinuousCDF};

/// The arithmetic mean; 0 for an empty sample.
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The standard deviation of a sample, with n - 1 in the denominator; 0 for fewer than two values.
pub fn sd(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let centre = mean(values);
    let squares: f64 = values.iter().map(|value| (value - centre).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// A quantile of a sorted sample, with linear interpolation (R's type 7, NumPy's default).
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let (low, high) = (sorted[below.min(last)], sorted[(below + 1).min(last)]);
    low + (high - low) * (place - below as f64)
}

/// A sample as a boxplot shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many values.
    pub count: usize,
    /// The mean.
    pub mean: f64,
    /// The sample's standard deviation.
    pub sd: f64,
    /// The least.
    pub least: f64,
    /// A quarter lies below.
    pub lower: f64,
    /// Half lies below.
    pub median: f64,
    /// Three quarters lie below.
    pub upper: f64,
    /// The greatest.
    pub greatest: f64,
    /// The least value that is not an outlier: within 1.5 boxes below the box.
    pub low_whisker: f64,
    /// The greatest value that is not an outlier.
    pub high_whisker: f64,
    /// What lies beyond the whiskers, in order.
    pub outliers: Vec<f64>,
}

impl Summary {
    /// Summarises a sample.
    ///
    /// # Errors
    /// If it is empty or a value is not finite.
    pub fn of(values: &[f64]) -> Result<Self, StatisticsError> {
        checked(values, 1)?;
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (lower, upper) = (quantile(&sorted, 0.25), quantile(&sorted, 0.75));
        let reach = 1.5 * (upper - lower);
        let inside = |value: &f64| (lower - reach..=upper + reach).contains(value);
        Ok(Self {
            count: sorted.len(),
            mean: mean(values),
            sd: sd(values),
            least: sorted.first().copied().unwrap_or_default(),
            lower,
            median: quantile(&sorted, 0.5),
            upper,
            greatest: sorted.last().copied().unwrap_or_default(),
            low_whisker: sorted.iter().copied().find(inside).unwrap_or(lower),
            high_whisker: sorted.iter().rev().copied().find(inside).unwrap_or(upper),
            outliers: sorted.iter().copied().filter(|value| !inside(value)).collect(),
        })
    }
}

/// Where the mean of what a sample was drawn from lies, at a level such as 0.95, by Student's t.
///
/// # Errors
/// If there are fewer than two values, or one is not finite.
pub fn mean_interval(values: &[f64], level: f64) -> Result<Interval, StatisticsError> {
    checked(values, 2)?;
    let freedom = (values.len() - 1) as f64;
    let t = t_quantile(freedom, 0.5 + level / 2.0);
    let reach = t * sd(values) / (values.len() as f64).sqrt();
    Ok(Interval { low: mean(values) - reach, high: mean(values) + reach })
}

/// Where a share lies of which `count` of `all` runs are an estimate, at a level such as 0.95 (Jeffreys' interval, which does not shrink to a point
/// when all runs agree).
///
/// # Errors
/// If there are no runs.
pub fn proportion_interval(count: usize, all: usize, level: f64) -> Result<Interval, StatisticsError> {
    if all == 0 {
        return Err(StatisticsError::TooFew(1, 0));
    }
    let tail = (1.0 - level) / 2.0;
    Ok(Interval { low: share_quantile(count, all, tail), high: share_quantile(count, all, 1.0 - tail) })
}

/// A quantile of what a share may be, given that `count` of `all` runs have it: the Beta distribution of Jeffreys' prior.
pub(crate) fn share_quantile(count: usize, all: usize, share: f64) -> f64 {
    let (have, lack) = (count as f64 + 0.5, all.saturating_sub(count) as f64 + 0.5);
    Beta::new(have, lack).map_or(f64::NAN, |beta| beta.inverse_cdf(share))
}

/// The difference of the means in standard deviations, pooled over both samples (Cohen's d).
///
/// # Errors
/// If there are fewer than two values on a side, one is not finite, or the means differ and nothing spreads.
pub fn cohens_d(one: &[f64], other: &[f64]) -> Result<f64, StatisticsError> {
    checked(one, 2)?;
    checked(other, 2)?;
    let weight = |values: &[f64]| (values.len() - 1) as f64;
    let squares = weight(one) * sd(one).powi(2) + weight(other) * sd(other).powi(2);
    let pooled = (squares / (weight(one) + weight(other))).sqrt();
    let difference = mean(one) - mean(other);
    match (pooled, difference) {
        (_, 0.0) => Ok(0.0),
        (0.0, _) => Err(StatisticsError::Constant),
        _ => Ok(difference / pooled),
    }
}

/// Cohen's d, corrected for small samples (Hedges' g).
///
/// # Errors
/// As for [`cohens_d`].
pub fn hedges_g(one: &[f64], other: &[f64]) -> Result<f64, StatisticsError> {
    let freedom = (one.len() + other.len()) as f64 - 2.0;
    Ok(cohens_d(one, other)? * (1.0 - 3.0 / (4.0 * freedom - 1.0)))
}

/// How much more often a value of the first sample is greater than one of the second than the other way round, from -1 to 1 (Cliff's
/// delta).
///
/// # Errors
/// If a sample is empty or a value is not finite.
pub fn cliffs_delta(one: &[f64], other: &[f64]) -> Result<f64, StatisticsError> {
    checked(one, 1)?;
    checked(other, 1)?;
    let mut sorted = other.to_vec();
    sorted.sort_by(f64::total_cmp);
    let below = |value: f64| sorted.partition_point(|other| *other < value) as f64;
    let above = |value: f64| (sorted.len() - sorted.partition_point(|other| *other <= value)) as f64;
    let wins: f64 = one.iter().map(|value| below(*value) - above(*value)).sum();
    Ok(wins / (one.len() * other.len()) as f64)
}
