//! Bootstrap intervals.

use super::{StatisticsError, checked, quantile};
use motive::kernel::engine::SplitMix64;

/// From where to where a number lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a number lies in it.
    #[must_use]
    pub fn has(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

/// A confidence interval for a statistic of samples, by resampling with replacement (the percentile method). The seed decides every
/// draw.
///
/// ```
/// use motive_lab::statistics::{bootstrap, mean};
///
/// let sample = [3.0, 5.0, 4.0, 6.0, 5.0, 7.0];
/// let interval = bootstrap(&[&sample], |samples| mean(&samples[0]), 0.95, 2000, 7)?;
/// assert!(interval.has(5.0) && interval.low > 3.0 && interval.high < 7.0);
/// # Ok::<(), motive_lab::statistics::StatisticsError>(())
/// ```
///
/// # Errors
/// If a sample is empty, a value is not finite, or nothing finite comes out.
pub fn bootstrap(
    samples: &[&[f64]],
    number: impl Fn(&[Vec<f64>]) -> f64,
    level: f64,
    resamples: usize,
    seed: u64,
) -> Result<Interval, StatisticsError> {
    samples.iter().try_for_each(|sample| checked(sample, 1))?;
    let mut stream = SplitMix64(seed);
    let mut drawn: Vec<Vec<f64>> = samples.iter().map(|sample| sample.to_vec()).collect();
    let mut numbers = Vec::with_capacity(resamples);
    for _ in 0..resamples.max(1) {
        for (drawn, sample) in drawn.iter_mut().zip(samples) {
            for value in drawn.iter_mut() {
                *value = sample[below(&mut stream, sample.len())];
            }
        }
        numbers.push(number(&drawn));
    }
    numbers.retain(|number| number.is_finite());
    if numbers.is_empty() {
        return Err(StatisticsError::NotFinite);
    }
    numbers.sort_by(f64::total_cmp);
    let tail = (1.0 - level.clamp(0.0, 1.0)) / 2.0;
    Ok(Interval { low: quantile(&numbers, tail), high: quantile(&numbers, 1.0 - tail) })
}

/// A whole number below another, by SplitMix64 and a multiplication.
pub(crate) fn below(stream: &mut SplitMix64, end: usize) -> usize {
    ((u128::from(stream.next_u64()) * end as u128) >> 64) as usize
}
