//! Tests of `random_draws` from inside.

use super::*;

#[test]
fn units_are_spread_evenly_below_one() {
    let drawn: Vec<f64> = (0..10_000).map(|tick| unit(5, tick, 1)).collect();
    assert!(drawn.iter().all(|n| (0.0..1.0).contains(n)));
    let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
    assert!((mean - 0.5).abs() < 0.01, "{mean}");
}
