//! Quantiles of Student's t.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_have_no_seam_and_no_end() {
        // scipy.stats.t.ppf(0.975, 7); the normal distribution's at the end.
        assert!((t_quantile(7.0, 0.975) - 2.364_624_251_59).abs() < 1e-9);
        let (below, above) = (t_quantile(LARGE - 0.001, 0.975), t_quantile(LARGE, 0.975));
        assert!((below - above).abs() < 1e-10, "{below} {above}");
        assert!((t_quantile(usize::MAX as f64, 0.975) - 1.959_963_984_54).abs() < 1e-9);
        assert!(t_quantile(0.0, 0.975).is_nan() && t_quantile(f64::NAN, 0.5).is_nan());
    }
}
