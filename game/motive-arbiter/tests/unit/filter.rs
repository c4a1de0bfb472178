use super::*;

/// R-000-093
#[test]
fn the_controller_settles_at_its_target() {
    let offered: Vec<f64> = (1..=10).map(|n| f64::from(n) * 10.0).collect();
    let mut threshold = FilterThreshold::new(Filter::aiming_at(3, 8.0, 0.0, 200.0));
    for _ in 0..40 {
        threshold.adjust(&offered);
    }
    let passing = |threshold: &FilterThreshold| offered.iter().filter(|p| threshold.passes(**p)).count();
    assert_eq!(passing(&threshold), 3);
    for _ in 0..40 {
        assert_eq!(threshold.adjust(&offered), None, "it rests once it has settled");
    }
}

/// R-000-093: four motives of which two are equally strong never make exactly three.
#[test]
fn the_threshold_does_not_swing_when_no_threshold_fits() {
    let offered = [90.0, 50.0, 50.0, 50.0];
    let mut threshold = FilterThreshold::new(Filter::aiming_at(3, 8.0, 0.0, 200.0));
    let moves: Vec<f64> = (0..200).filter_map(|_| threshold.adjust(&offered)).map(|(a, b)| b - a).collect();
    assert!(moves.iter().rev().take(10).all(|step| step.abs() < 1e-3), "{moves:?}");
}

/// R-000-093
#[test]
fn concentration_leaves_the_strongest_alone() {
    let mut filter = Filter::aiming_at(3, 1.0, 0.0, 200.0);
    if let Some(control) = &mut filter.control {
        control.concentrate = true;
    }
    let mut threshold = FilterThreshold::new(filter);
    threshold.adjust(&[10.0, 90.0, 80.0]);
    assert!(threshold.passes(90.0) && !threshold.passes(80.0));
}
