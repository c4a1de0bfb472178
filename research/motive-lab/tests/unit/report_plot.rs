//! Tests of `report::plot` from inside.

use super::*;

#[test]
fn scales_have_round_marks_and_cover_the_numbers() {
    let scale = Scale::new([311.0, 1842.0].into_iter(), (0.0, 100.0), 5);
    assert_eq!(scale.ticks, [0.0, 500.0, 1000.0, 1500.0, 2000.0]);
    assert_eq!((scale.place(0.0), scale.place(2000.0)), (0.0, 100.0));
    for odd in [vec![], vec![5.0], vec![0.0, 0.0], vec![f64::NAN, 1e-12], vec![-3.0, 4e18]] {
        let scale = Scale::new(odd.iter().copied(), (0.0, 1.0), 5);
        assert!(scale.ticks.len() >= 2 && scale.ticks.len() <= 101, "{odd:?}");
        assert!(odd.iter().filter(|n| n.is_finite()).all(|n| scale.place(*n).is_finite()), "{odd:?}");
    }
    assert_eq!(label(1500.0), "1500");
    assert_eq!(label(0.25), "0.25");
    assert_eq!(label(12_500.0), "12.5k");
}
