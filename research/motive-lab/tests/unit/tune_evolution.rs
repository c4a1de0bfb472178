//! Tests of `tune::evolution` from inside.

use super::*;

/// It finds the foot of a bowl that is far from the middle and much steeper along one axis than along the others, and does so
/// better than as many candidates drawn at random.
#[test]
fn it_finds_the_foot_of_a_bowl() {
    let foot = [0.9, 0.1, 0.7, 0.3];
    let depth = |shares: &Shares| -> f64 {
        shares
            .iter()
            .zip(foot)
            .zip([100.0, 1.0, 10.0, 1.0])
            .map(|((x, at), steep)| steep * (x - at).powi(2))
            .sum()
    };
    let mut evolution = Evolution::new(4, 12, 1);
    for _ in 0..40 {
        let mut ranked = evolution.draw(12);
        ranked.sort_by(|a, b| depth(a).total_cmp(&depth(b)));
        evolution.learn(&ranked);
    }
    let found = depth(&evolution.middle().to_vec());
    let mut state = SplitMix64(1);
    let drawn = (0..480).map(|_| depth(&(0..4).map(|_| unit(&mut state)).collect::<Shares>()));
    let luckiest = drawn.fold(f64::INFINITY, f64::min);
    assert!(found < 1e-3 && found < luckiest / 10.0, "{found} against {luckiest}");
}

#[test]
fn draws_repeat_and_stay_in_their_ranges() {
    let evolution = Evolution::new(3, 8, 7);
    let drawn = evolution.draw(200);
    assert_eq!(drawn, evolution.draw(200));
    assert!(drawn.iter().flatten().all(|share| (0.0..=1.0).contains(share)));
    assert_ne!(drawn, Evolution::new(3, 8, 8).draw(200));
}
