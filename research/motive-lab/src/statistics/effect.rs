//! Effect sizes.

use super::{StatisticsError, checked, mean, sd};

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
