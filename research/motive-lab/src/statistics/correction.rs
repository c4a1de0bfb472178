//! Corrections for multiple tests.

use super::{StatisticsError, checked};

/// Hochberg's step-up procedure: p-values corrected so that the probability of any false positive among all tests is at most the level.
///
/// # Errors
/// If a p-value is not finite.
pub fn hochberg(p: &[f64]) -> Result<Vec<f64>, StatisticsError> {
    checked(p, 0)?;
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*b].total_cmp(&p[*a]));
    let (mut adjusted, mut least) = (vec![1.0; p.len()], 1.0_f64);
    for (rank, place) in order.into_iter().enumerate() {
        least = least.min(p[place] * (rank + 1) as f64);
        adjusted[place] = least;
    }
    Ok(adjusted)
}
