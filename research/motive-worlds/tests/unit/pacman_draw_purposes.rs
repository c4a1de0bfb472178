//! Tests of `pacman::draw_purposes` from inside.

use super::*;

#[test]
fn draws_are_spread_evenly_over_ticks_and_purposes() {
    let mut counts = [0_u32; 4];
    for tick in 0..1000 {
        for ghost in 0..4 {
            counts[below(4, 9, tick, Purpose::Turn(ghost)) as usize] += 1;
        }
    }
    assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
}

#[test]
fn a_limit_of_nothing_is_no_error() {
    assert_eq!(below(0, 1, 2, Purpose::FruitPlace), 0);
}
