use super::*;

const ENDLESS: f64 = f64::INFINITY;

/// R-000-008
#[test]
fn firm_bounds_exclude_and_soft_ones_do_not() {
    let firm = Range::new(5.0, 10.0);
    assert!(firm.matches(5.0) && firm.matches(10.0));
    assert!(!firm.matches(4.0) && !firm.matches(11.0));
    let soft = Range::soft(5.0, 10.0);
    assert!(soft.matches(-100.0) && soft.matches(100.0));
    let half = Range::at_least(10.0);
    assert!(half.matches(1e9) && !half.matches(9.0));
}

/// R-000-009
#[test]
fn the_arrow_orders_inside_and_inside_beats_outside() {
    assert!(Range::new(5.0, 10.0).highest().better(9.0, 6.0));
    assert!(Range::new(1.0, 10.0).lowest().better(2.0, 9.0));
    let soft = Range::soft(5.0, 10.0).highest();
    assert!(soft.better(6.0, 100.0));
    assert!(soft.better_by(100.0, 6.0, RangeOrder::ByNumber));
    assert!(!Range::new(5.0, 10.0).better(9.0, 6.0), "without an arrow all inside are equal");
}

/// R-000-010
#[test]
fn ends_may_be_infinite() {
    let best = |range: Range, numbers: &[f64]| {
        numbers.iter().copied().reduce(|a, b| if range.better(b, a) { b } else { a })
    };
    assert_eq!(best(Range::at_least(5.0).lowest(), &[7.0, 5.0, 1000.0]), Some(5.0));
    assert_eq!(best(Range::at_least(5.0).highest(), &[7.0, 5.0, 1000.0]), Some(1000.0));
    let up_to = Range { low_is_soft: true, ..Range::at_most(5.0) }.lowest();
    assert_eq!(best(up_to, &[0.0, -9.0, 5.0]), Some(-9.0));
    assert!(!up_to.matches(6.0));
}

#[test]
fn the_optimum_is_the_better_end() {
    assert_eq!(Range::new(1.0, 5.0).highest().optimum(), 5.0);
    assert_eq!(Range::at_least(10.0).optimum(), 10.0);
    assert_eq!(Range::at_least(10.0).highest().optimum(), ENDLESS);
    assert_eq!(Range::at_most(10.0).lowest().optimum(), 0.0);
}
