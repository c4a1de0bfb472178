//! Tests of `statistics::t_tests` from inside.

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
