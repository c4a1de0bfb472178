//! Many tasks in a few numbers, as Agarwal and others propose for learning agents (*Deep Reinforcement Learning at the Edge of the Statistical Precipice*, 2021)
//! and their library `rliable` computes them.
//!
//! A task is a condition of a study; its sample has a value for each run. Intervals are stratified: runs are drawn anew within each task. That is what
//! [`bootstrap`](super::bootstrap()) does with one sample for each task.

use super::{Interval, StatisticsError, bootstrap, checked, mean};
use motive_statistics::{Tail, mann_whitney};

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
