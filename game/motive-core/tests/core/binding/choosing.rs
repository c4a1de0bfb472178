//! Which of several things a name gets.

use super::*;

/// Guns at these distances; the first is #1.
fn at_distances(n: &Names, distances: &[f64]) -> Vec<Thing> {
    (1..).zip(distances).map(|(id, dist)| n.gun(id).with(n.dist, *dist)).collect()
}

/// R-000-013, R-004-020
#[test]
fn the_most_liked_is_chosen_whatever_the_order() {
    let n = names();
    let (red, pistol) = (n.symbol("red"), n.symbol("pistol"));
    let none = || n.gun(1);
    let one = || n.gun(2).with(n.colour, red);
    let two = || n.gun(3).with(n.colour, red).with(n.subtype, pistol);
    let liked = || Pattern::of(n.gun).prefer(n.colour, red).prefer(n.subtype, pistol);
    for rules in [spec(), compat(), report()] {
        for things in [[none(), one(), two()], [two(), one(), none()], [one(), two(), none()]] {
            assert_eq!(n.tick(rules.clone(), things).get(1, liked()), Some(Id::new(3)));
        }
        assert_eq!(n.tick(rules.clone(), [none(), one()]).get(1, liked()), Some(Id::new(2)));
    }
    let off = BindingRules {
        preference_scoring: PreferenceScoring::Off,
        tie_break: BindingTieBreak::Oldest,
        ..spec()
    };
    assert_eq!(n.tick(off, [none(), one(), two()]).get(1, liked()), Some(Id::new(1)));
}

/// R-004-020, R-004-021
#[test]
fn in_2002_every_satisfied_preference_counts_one() {
    let n = names();
    let pill = || Pattern::of(n.gun).prefer_where(n.dist, Comparison::Less, 10);
    for distances in [[4.0, 15.0], [15.0, 4.0]] {
        let near = if distances[0] == 4.0 { 1 } else { 2 };
        assert_eq!(n.tick(report(), at_distances(&n, &distances)).get(1, pill()), Some(Id::new(near)));
    }
    assert_eq!(n.tick(report(), at_distances(&n, &[15.0])).get(1, pill()), Some(Id::new(1)));
    let range = Pattern::of(n.gun).prefer_within(n.dist, Range::at_least(1.0).lowest());
    let mut tick = n.tick(report(), at_distances(&n, &[9.0, 2.0]));
    assert_eq!(
        tick.get(1, range),
        Some(Id::new(1)),
        "a range is satisfied or not; the oldest of equals is taken"
    );
}

/// R-000-014
#[test]
fn the_point_of_a_range_goes_to_the_best_only() {
    let n = names();
    let nearest = || Range { high_is_soft: true, ..Range::at_least(1.0) }.lowest();
    for rules in [spec(), compat()] {
        for distances in [[7.0, 3.0, 5.0], [3.0, 5.0, 7.0], [5.0, 7.0, 3.0]] {
            let things = at_distances(&n, &distances);
            let best = 1 + distances.iter().position(|dist| *dist == 3.0).unwrap() as u64;
            let got =
                n.tick(rules.clone(), things).get(1, Pattern::of(n.gun).prefer_within(n.dist, nearest()));
            assert_eq!(got, Some(Id::new(best)));
        }
    }
    // A gun that is red but second nearest ties with the nearest: each has one point, so with two points the third wins.
    let red = n.symbol("red");
    let things = [n.gun(1).with(n.dist, 3), n.gun(2).with(n.dist, 5).with(n.colour, red)];
    let liked = || Pattern::of(n.gun).prefer_within(n.dist, nearest()).prefer(n.colour, red);
    let oldest = BindingRules { tie_break: BindingTieBreak::Oldest, ..spec() };
    assert_eq!(n.tick(oldest.clone(), things.clone()).get(1, liked()), Some(Id::new(1)));
    let heavier = liked().weight(2.0);
    assert_eq!(n.tick(oldest, things).get(1, heavier), Some(Id::new(2)));
}

/// R-000-009
#[test]
fn a_liked_range_is_ordered_by_sense_or_by_number_alone() {
    let n = names();
    let best = |rules: BindingRules, range: Range, distances: &[f64]| {
        let got = n
            .tick(rules, at_distances(&n, distances))
            .get(1, Pattern::of(n.gun).prefer_within(n.dist, range));
        distances[got.unwrap().number().unwrap() as usize - 1]
    };
    assert_eq!(best(spec(), Range::new(5.0, 10.0).highest(), &[6.0, 9.0, 11.0]), 9.0);
    assert_eq!(best(spec(), Range::new(1.0, 10.0).lowest(), &[9.0, 2.0, 0.5]), 2.0);
    let soft = Range::soft(5.0, 10.0).highest();
    assert_eq!(best(spec(), soft, &[100.0, 6.0]), 6.0);
    assert_eq!(best(compat(), soft, &[6.0, 100.0]), 100.0);
    assert_eq!(best(spec(), soft, &[100.0, 12.0, -100.0]), 12.0, "outside, nearer is better");
    let flat = Range::new(5.0, 10.0);
    assert_eq!(best(compat(), flat, &[9.0, 6.0]), 6.0, "the program took the smallest without an arrow");
}

/// R-000-014
#[test]
fn among_equally_good_numbers_the_program_of_2005_liked_one_and_we_like_all() {
    let n = names();
    let chosen = |rules: BindingRules| {
        let mut tick = n.tick(rules, at_distances(&n, &[5.0, 3.0, 3.0]));
        let mut chosen: Vec<Option<u64>> = (0..50)
            .map(|seed| {
                tick.seed = seed;
                tick.ledger.release();
                let nearest = Pattern::of(n.gun).prefer_within(n.dist, Range::at_least(0.0).lowest());
                tick.get(1, nearest).and_then(Id::number)
            })
            .collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    };
    assert_eq!(chosen(compat()), [Some(2)]);
    assert_eq!(chosen(spec()), [Some(2), Some(3)]);
}

/// R-000-010
#[test]
fn a_liked_range_may_have_no_end() {
    let n = names();
    let best = |range: Range, distances: &[f64]| {
        let got = n
            .tick(spec(), at_distances(&n, distances))
            .get(1, Pattern::of(n.gun).prefer_within(n.dist, range));
        distances[got.unwrap().number().unwrap() as usize - 1]
    };
    assert_eq!(best(Range::at_least(5.0).lowest(), &[7.0, 5.0, 1000.0]), 5.0);
    assert_eq!(best(Range::at_least(5.0).highest(), &[7.0, 1000.0, 5.0]), 1000.0);
    let up_to = Range { low_is_soft: true, ..Range::at_most(5.0) }.lowest();
    assert_eq!(best(up_to, &[0.0, -9.0, 5.0]), -9.0);
    assert!(!fits(spec(), &n, n.gun(1).with(n.dist, 6), Pattern::of(n.gun).within(n.dist, up_to)));
}

/// R-000-016
#[test]
fn a_preference_never_vetoes() {
    let n = names();
    let liked = Pattern::of(n.gun)
        .prefer(n.subtype, n.symbol("rocket_launcher"))
        .prefer_within(n.dist, Range::new(1.0, 2.0))
        .prefer(n.rounds, Expr::from(Id::new(77)).get(n.rounds));
    for rules in [spec(), compat(), report()] {
        assert!(fits(rules, &n, n.gun(1), liked.clone()));
    }
}

/// R-000-017, R-004-023
#[test]
fn contradictory_preferences_mean_one_of_these() {
    let n = names();
    let of = |id, name: &str| n.gun(id).with(n.subtype, n.symbol(name));
    let liked = |names: &[&str]| {
        names.iter().fold(Pattern::of(n.gun), |pattern, name| pattern.prefer(n.subtype, n.symbol(name)))
    };
    for good in ["machine_gun", "rocket_launcher"] {
        for rules in [spec(), compat(), report()] {
            let mut tick = n.tick(rules, [of(1, "pistol"), of(2, good)]);
            assert_eq!(tick.get(1, liked(&["machine_gun", "rocket_launcher"])), Some(Id::new(2)));
        }
    }
    let things = || [of(1, "pistol"), of(2, "machine_gun")];
    assert_eq!(n.tick(spec(), things()).get(1, liked(&["pistol"])), Some(Id::new(1)));
    assert_eq!(n.tick(spec(), things()).get(1, liked(&["machine_gun"])), Some(Id::new(2)));
}

/// R-000-130
#[test]
fn preferences_can_be_weighed_and_equal_weights_change_nothing() {
    let n = names();
    let (red, pistol) = (n.symbol("red"), n.symbol("pistol"));
    let things =
        || [n.gun(1).with(n.colour, red), n.gun(2).with(n.subtype, pistol), n.gun(3).with(n.dist, 5)];
    let liked = |weights: [f64; 3]| {
        let pattern = Pattern::of(n.gun).prefer(n.colour, red).weight(weights[0]);
        let pattern = pattern.prefer(n.subtype, pistol).weight(weights[1]);
        pattern.prefer_within(n.dist, Range::at_least(0.0)).weight(weights[2])
    };
    let plain = || {
        Pattern::of(n.gun)
            .prefer(n.colour, red)
            .prefer(n.subtype, pistol)
            .prefer_within(n.dist, Range::at_least(0.0))
    };
    for (weights, best) in
        [([2.0, 1.0, 1.0], 1), ([1.0, 2.0, 1.0], 2), ([1.0, 1.0, 1.5], 3), ([-1.0, -1.0, -0.5], 3)]
    {
        assert_eq!(n.tick(spec(), things()).get(1, liked(weights)), Some(Id::new(best)));
    }
    for seed in 0..200 {
        let mut weighed = n.tick(spec(), things());
        let mut unweighed = n.tick(spec(), things());
        (weighed.seed, unweighed.seed) = (seed, seed);
        assert_eq!(weighed.get(1, liked([1.0; 3])), unweighed.get(1, plain()));
    }
}

/// R-000-015, R-004-022
#[test]
fn equals_are_drawn_evenly_and_the_same_seed_draws_the_same() {
    let n = names();
    const TIED: usize = 4;
    let mut tick = n.tick(spec(), (1..=TIED as u64).map(|id| n.gun(id).with(n.rounds, 1)));
    tick.memory.put(n.gun(9)).unwrap();
    let mut counts = [0_i64; TIED];
    let mut choose = |seed| {
        tick.seed = seed;
        tick.ledger.release();
        tick.get(1, Pattern::of(n.gun).prefer(n.rounds, 1)).and_then(Id::number).unwrap()
    };
    for seed in 0..10_000 {
        counts[choose(seed) as usize - 1] += 1;
    }
    for seed in 0..50 {
        assert_eq!(choose(seed), choose(seed));
    }
    let expected = 10_000 / TIED as i64;
    let sigma = (10_000.0 * 0.25 * 0.75_f64).sqrt();
    assert!(counts.iter().all(|count| ((count - expected) as f64).abs() <= 3.0 * sigma), "{counts:?}");
    let mut oldest = n.tick(
        BindingRules { tie_break: BindingTieBreak::Oldest, ..spec() },
        (1..5).rev().map(|id| n.gun(id)),
    );
    for seed in 0..100 {
        oldest.seed = seed;
        oldest.ledger.release();
        assert_eq!(oldest.get(1, Pattern::of(n.gun)), Some(Id::new(4)));
    }
}
