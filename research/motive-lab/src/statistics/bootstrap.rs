//! Bootstrap intervals, and many tasks in a few numbers.
//!
//! The latter as Agarwal and others propose for learning agents (*Deep Reinforcement Learning at the Edge of the Statistical Precipice*, 2021) and their
//! library `rliable` computes them. A task is a condition of a study; its sample has a value for each run. Intervals are stratified: runs are drawn anew
//! within each task. That is what [`bootstrap`] does with one sample for each task.

use super::{StatisticsError, checked, mean, quantile};
use motive::kernel::engine::SplitMix64;
use motive_statistics::{Tail, mann_whitney};

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

/// The mean of the middle half of the values of all tasks together: a quarter is left out at either end.
///
/// # Errors
/// If there is no value, or one is not finite.
pub fn interquartile_mean(tasks: &[&[f64]]) -> Result<f64, StatisticsError> {
    let mut all: Vec<f64> = tasks.iter().flat_map(|task| task.iter().copied()).collect();
    checked(&all, 1)?;
    all.sort_by(f64::total_cmp);
    let cut = all.len() / 4;
    Ok(mean(&all[cut..all.len() - cut]))
}

/// The share of runs that are above each threshold, as the mean over tasks: a performance profile.
///
/// # Errors
/// If there is no task, one is empty, or a value is not finite.
pub fn performance_profile(tasks: &[&[f64]], thresholds: &[f64]) -> Result<Vec<f64>, StatisticsError> {
    if tasks.is_empty() {
        return Err(StatisticsError::TooFewGroups(0));
    }
    tasks.iter().try_for_each(|task| checked(task, 1))?;
    let above = |task: &[f64], least: f64| {
        task.iter().filter(|value| **value > least).count() as f64 / task.len() as f64
    };
    let share = |least: &f64| tasks.iter().map(|task| above(task, *least)).sum::<f64>() / tasks.len() as f64;
    Ok(thresholds.iter().map(share).collect())
}

/// How likely a run of one agent is better than a run of another in the same task, ties counted half, as the mean over tasks.
///
/// # Errors
/// If there are no tasks or not the same number of them, one is empty, or a value is not finite.
pub fn probability_of_improvement(one: &[&[f64]], other: &[&[f64]]) -> Result<f64, StatisticsError> {
    if one.is_empty() || one.len() != other.len() {
        return Err(StatisticsError::TooFewGroups(one.len().min(other.len())));
    }
    one.iter().chain(other).try_for_each(|task| checked(task, 1))?;
    Ok(improvement(one, other))
}

/// The same for tasks that are known to be whole.
fn improvement<T: AsRef<[f64]>>(one: &[T], other: &[T]) -> f64 {
    let won = one.iter().zip(other).map(|(one, other)| {
        let (one, other) = (one.as_ref(), other.as_ref());
        mann_whitney(one, other, Tail::Greater).u / (one.len() * other.len()) as f64
    });
    won.sum::<f64>() / one.len() as f64
}

/// Where a probability of improvement lies, by the stratified bootstrap.
///
/// # Errors
/// As for [`probability_of_improvement`].
pub fn improvement_interval(
    one: &[&[f64]],
    other: &[&[f64]],
    level: f64,
    draws: usize,
    seed: u64,
) -> Result<Interval, StatisticsError> {
    probability_of_improvement(one, other)?;
    let both: Vec<&[f64]> = one.iter().chain(other).copied().collect();
    bootstrap(&both, |drawn| improvement(&drawn[..one.len()], &drawn[one.len()..]), level, draws, seed)
}
