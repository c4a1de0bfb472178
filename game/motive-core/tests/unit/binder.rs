use super::*;

#[test]
fn the_stream_is_that_of_the_reference_implementation() {
    let mut stream = SplitMix64(1_234_567);
    assert_eq!(stream.next_u64(), 6_457_827_717_110_365_317);
    assert_eq!(stream.next_u64(), 3_203_168_211_198_807_973);
}

#[test]
fn every_key_matters() {
    let base = KeyedRng::new(1, 2, 3).at(4);
    assert_eq!(KeyedRng::new(1, 2, 3).at(4), base);
    for other in [KeyedRng::new(9, 2, 3).at(4), KeyedRng::new(1, 9, 3).at(4), KeyedRng::new(1, 2, 9).at(4)] {
        assert_ne!(other, base);
    }
    assert_ne!(KeyedRng::new(1, 2, 3).at(5), base);
    assert_ne!(KeyedRng::new(1, 2, 3).within(1).at(4), base);
}

#[test]
fn draws_spread_evenly() {
    let mut counts = [0_u32; 5];
    for tick in 0..10_000 {
        counts[(KeyedRng::new(7, 0, tick).at(1) % 5) as usize] += 1;
    }
    // Three standard deviations of a binomial with p = 1/5 and n = 10,000.
    assert!(counts.iter().all(|count| count.abs_diff(2000) < 120), "{counts:?}");
}
