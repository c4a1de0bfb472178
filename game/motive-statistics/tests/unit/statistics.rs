use super::*;

#[test]
fn tied_values_share_the_mean_of_their_ranks() {
    let ranked = Ranks::of(&[3.0, 1.0, 3.0, 2.0]);
    assert_eq!(ranked.ranks, [3.5, 1.0, 3.5, 2.0]);
    assert_eq!(ranked.tie_term, 6.0);
    assert_eq!(Ranks::of(&[]), Ranks { ranks: vec![], tie_term: 0.0 });
    assert_eq!(Ranks::of(&[f64::NAN, f64::NAN, 0.0]).ranks, [2.0, 3.0, 1.0]);
}

#[test]
fn tails_of_the_normal_distribution_are_as_in_the_tables() {
    let table = [(0.0, 0.5), (1.0, 0.158_655_253_9), (1.96, 0.024_997_895_1), (-1.0, 0.841_344_746_1)];
    for (z, tail) in table {
        assert!((normal_upper_tail(z) - tail).abs() < 1e-9, "{z}");
    }
}
