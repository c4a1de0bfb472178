//! Statistical power.
//!
//! Student's t of two samples, by the non-central distribution, integrated numerically and without
//! random draws.

use super::StatisticsError;
use super::t_quantile;
use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::gamma::ln_gamma;

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
        return Err(StatisticsError::TooFew { needed: 2, got });
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
