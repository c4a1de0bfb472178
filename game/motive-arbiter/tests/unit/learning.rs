use super::*;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 2e-7
}

/// Of eight cups of tea, four are told right: one way in seventy; three or more: seventeen (Fisher 1935).
#[test]
fn fishers_exact_test_agrees_with_the_tea_tasting_example() {
    let mut all_right = Sample::default();
    (0..8).for_each(|n| all_right.count(n < 4, n < 4));
    assert!(close(all_right.chance(), 1.0 / 70.0));
    let mut three_right = Sample::default();
    (0..8).for_each(|n| three_right.count(n < 4, (1..5).contains(&n)));
    assert!(close(three_right.chance(), 17.0 / 70.0));
    assert_eq!(Sample::default().chance(), 1.0);
}

#[test]
fn the_probability_of_luck_is_binomial() {
    assert!(close(luck(1, 2, 0.1), 0.19));
    assert!(close(luck(2, 2, 0.1), 0.01));
    assert_eq!((luck(0, 5, 0.0), luck(1, 5, 0.0)), (1.0, 0.0));
}
