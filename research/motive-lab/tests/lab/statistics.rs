//! The tests and summaries give what other programs give.
//!
//! Unless noted otherwise the expected numbers were computed with SciPy 1.x (`ttest_1samp`, `ttest_ind(equal_var=False)`,
//! `mannwhitneyu`, `kruskal`), scikit-posthocs (`posthoc_dunn`) and statsmodels (`multipletests(method="simes-hochberg")`).

use motive_lab::statistics::{
    StatisticsError, Summary, Tail, bootstrap, cliffs_delta, cohens_d, detectable, dunn, hedges_g, hochberg,
    kruskal_wallis, mann_whitney, mean, mean_interval, one_sample_t, power, t_from_summary, welch,
};

const A: [f64; 8] = [12.1, 14.3, 11.2, 15.8, 13.3, 12.9, 16.4, 10.8];
const B: [f64; 6] = [18.2, 13.1, 17.7, 20.4, 15.2, 19.9];
const C: [f64; 7] = [12.1, 9.4, 11.2, 10.8, 13.3, 8.8, 9.9];
const TIED: [f64; 12] = [1.0, 2.0, 2.0, 3.0, 3.0, 3.0, 4.0, 5.0, 5.0, 6.0, 7.0, 8.0];
const TIED_TOO: [f64; 12] = [2.0, 3.0, 4.0, 4.0, 5.0, 6.0, 6.0, 7.0, 8.0, 9.0, 9.0, 10.0];

#[track_caller]
fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{value} is not {expected}");
}

/// R-000-104
#[test]
fn students_t_of_one_sample() {
    let test = one_sample_t(&A, 12.0, Tail::Both).unwrap();
    near(test.statistic, 1.8727563896154162);
    near(test.p, 0.10325891905085784);
    near(one_sample_t(&A, 12.0, Tail::Greater).unwrap().p, 0.05162945952542892);
    near(one_sample_t(&A, 12.0, Tail::Less).unwrap().p, 1.0 - 0.05162945952542892);
}

/// R-000-104: the published means and standard deviations of the non-GRUE agent and the published means of GRUE give the t
/// that the specification derives from them.
#[test]
fn the_published_means_give_the_published_t() {
    let grue = [491.12, 350.34, 327.90, 309.26, 1033.22, 1100.34, 1031.62, 1089.32];
    let other = [428.72, 292.96, 244.72, 223.74, 877.94, 836.88, 770.72, 779.44];
    let sd = [132.90, 89.44, 52.38, 63.25, 138.51, 117.40, 107.15, 85.34];
    let expected = [-3.32, -4.54, -11.23, -9.56, -7.93, -15.87, -17.22, -25.68];
    for at in 0..grue.len() {
        let test = t_from_summary(other[at], sd[at], 50, grue[at], Tail::Both);
        assert!((test.statistic - expected[at]).abs() < 0.006, "{} is not {}", test.statistic, expected[at]);
    }
    // The thesis' critical value, 1.677, is the 10 % level with 49 degrees of freedom (two-tailed).
    let at_limit = t_from_summary(1.677, 50f64.sqrt(), 50, 0.0, Tail::Both);
    assert!((at_limit.p - 0.1).abs() < 5e-4, "{}", at_limit.p);
}

/// R-000-104
#[test]
fn welchs_t() {
    let test = welch(&A, &B, Tail::Both).unwrap();
    near(test.statistic, -3.0062316910632547);
    near(test.p, 0.0152437007309332);
    near(test.freedom.unwrap(), 8.767345371451386);
    near(welch(&A, &B, Tail::Less).unwrap().p, 0.0076218503654666);
}

#[test]
fn mann_and_whitneys_u() {
    let exact = mann_whitney(&A, &B, Tail::Both).unwrap();
    near(exact.statistic, 6.0);
    near(exact.p, 0.01998001998001998);
    near(mann_whitney(&A, &B, Tail::Less).unwrap().p, 0.00999000999000999);
    let tied = mann_whitney(&TIED, &TIED_TOO, Tail::Both).unwrap();
    near(tied.statistic, 39.5);
    near(tied.p, 0.06298751847491114);
    near(mann_whitney(&TIED, &TIED_TOO, Tail::Less).unwrap().p, 0.03149375923745557);
}

#[test]
fn kruskal_and_wallis_h() {
    let test = kruskal_wallis(&[&A, &B, &C]).unwrap();
    near(test.statistic, 11.929098462301592);
    near(test.p, 0.0025682020119705403);
    near(kruskal_wallis(&[&TIED, &TIED_TOO]).unwrap().statistic, 3.565793336268907);
}

#[test]
fn dunns_test_with_hochbergs_correction() {
    let pairs = dunn(&[&A, &B, &C], Tail::Both).unwrap();
    let expected = [
        (0, 1, 0.06358274677024192, 0.07570429660757273),
        (0, 2, 0.07570429660757273, 0.07570429660757273),
        (1, 2, 0.0005542012397217704, 0.001662603719165311),
    ];
    for (pair, (one, other, p, adjusted)) in pairs.iter().zip(expected) {
        assert_eq!((pair.one, pair.other), (one, other));
        near(pair.p, p);
        near(pair.adjusted, adjusted);
    }
    // One tail of a symmetrical distribution is half of both.
    let less = dunn(&[&A, &B, &C], Tail::Less).unwrap();
    near(less[0].p, 0.06358274677024192 / 2.0);
    near(dunn(&[&A, &B, &C], Tail::Greater).unwrap()[0].p, 1.0 - 0.06358274677024192 / 2.0);
}

#[test]
fn hochbergs_procedure() {
    let adjusted = hochberg(&[0.01, 0.04, 0.03, 0.005, 0.5]).unwrap();
    for (value, expected) in adjusted.iter().zip([0.04, 0.08, 0.08, 0.025, 0.5]) {
        near(*value, expected);
    }
    assert_eq!(hochberg(&[]).unwrap(), Vec::<f64>::new());
    assert_eq!(hochberg(&[f64::NAN]), Err(StatisticsError::NotFinite));
}

/// Cohen's d, Hedges' g and Cliff's delta from their definitions, computed with NumPy.
#[test]
fn effect_sizes() {
    near(cohens_d(&A, &B).unwrap(), -1.703235475615183);
    near(hedges_g(&A, &B).unwrap(), -1.5945183175971926);
    near(cliffs_delta(&A, &B).unwrap(), -0.75);
    near(cliffs_delta(&TIED, &TIED_TOO).unwrap(), -0.4513888888888889);
}

/// Quartiles and the interval of the mean computed with NumPy and SciPy (`percentile`, `t.interval`).
#[test]
fn summaries() {
    let summary = Summary::of(&A).unwrap();
    near(summary.lower, 11.875);
    near(summary.median, 13.1);
    near(summary.upper, 14.675);
    near(summary.mean, 13.35);
    near(summary.sd, 2.0389072703639215);
    assert_eq!((summary.low_whisker, summary.high_whisker), (10.8, 16.4));
    assert!(summary.outliers.is_empty());
    let spread = Summary::of(&[1.0, 2.0, 3.0, 4.0, 100.0, -50.0]).unwrap();
    assert_eq!(spread.outliers, [-50.0, 100.0]);
    assert_eq!((spread.low_whisker, spread.high_whisker), (1.0, 4.0));
    let interval = mean_interval(&A, 0.95).unwrap();
    near(interval.low, 11.645430864712838);
    near(interval.high, 15.054569135287165);
}

/// SciPy's `bootstrap(method="percentile")` with 200,000 draws gives 12.075 to 14.7.
#[test]
fn bootstrap_intervals_are_those_of_scipy_and_repeat() {
    let draw = |seed| bootstrap(&[&A], |samples| mean(&samples[0]), 0.95, 20_000, seed).unwrap();
    let interval = draw(1);
    assert!((interval.low - 12.075).abs() < 0.05 && (interval.high - 14.7).abs() < 0.05, "{interval:?}");
    assert_eq!(interval, draw(1));
    assert_ne!(interval, draw(2));
}

#[test]
fn degenerate_samples_have_an_answer() {
    let few = |needed, got| Err(StatisticsError::TooFew(needed, got));
    assert_eq!(one_sample_t(&[1.0], 1.0, Tail::Both), few(2, 1));
    assert_eq!(welch(&[], &A, Tail::Both), few(2, 0));
    assert_eq!(mann_whitney(&[], &A, Tail::Both), few(1, 0));
    assert_eq!(Summary::of(&[]).unwrap_err(), StatisticsError::TooFew(1, 0));
    assert_eq!(kruskal_wallis(&[&A]), Err(StatisticsError::TooFewGroups(1)));
    assert_eq!(kruskal_wallis(&[&[2.0], &[2.0, 2.0]]), Err(StatisticsError::Constant));
    assert_eq!(dunn(&[&[], &[1.0]], Tail::Both), Err(StatisticsError::TooFew(1, 0)));
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(welch(&[1.0, bad], &A, Tail::Both), Err(StatisticsError::NotFinite));
        assert_eq!(one_sample_t(&A, bad, Tail::Both), Err(StatisticsError::NotFinite));
        assert_eq!(mann_whitney(&A, &[bad], Tail::Both), Err(StatisticsError::NotFinite));
        assert_eq!(Summary::of(&[bad]).unwrap_err(), StatisticsError::NotFinite);
        assert_eq!(cliffs_delta(&[bad], &A), Err(StatisticsError::NotFinite));
    }
    let same = [5.0; 4];
    assert_eq!(welch(&same, &same, Tail::Both).unwrap().p, 1.0);
    assert_eq!(welch(&same, &[6.0; 3], Tail::Less).unwrap().p, 0.0);
    assert_eq!(welch(&same, &[6.0; 3], Tail::Greater).unwrap().p, 1.0);
    assert_eq!(one_sample_t(&same, 5.0, Tail::Both).unwrap().p, 1.0);
    assert_eq!(mann_whitney(&same, &same, Tail::Both).unwrap().p, 1.0);
    assert_eq!(cohens_d(&same, &same), Ok(0.0));
    assert_eq!(cohens_d(&same, &[6.0; 3]), Err(StatisticsError::Constant));
}

/// R-001-112: the published values of Sloan 2015, Table 6.4, are one-sided; two-sided they would be twice as large.
#[test]
fn sloans_values_are_one_sided() {
    use statrs::distribution::{ContinuousCDF, Normal};
    let normal = Normal::new(0.0, 1.0).unwrap();
    let z = [0.154, 2.288, 2.124];
    let one: Vec<f64> = z.iter().map(|z| normal.sf(*z)).collect();
    let two: Vec<f64> = one.iter().map(|p| 2.0 * p).collect();
    let close = |found: f64, published: f64, digits: f64| {
        assert!((found - published).abs() < digits, "{found} {published}");
    };
    let adjusted = hochberg(&one).unwrap();
    for (found, published) in adjusted.iter().zip([0.439, 0.0332, 0.0337]) {
        close(*found, published, 0.0005);
    }
    let adjusted = hochberg(&two).unwrap();
    close(adjusted[1], 0.0664, 0.0005);
    close(adjusted[2], 0.0674, 0.0005);
}

/// R-001-111: five sets of samples against SciPy's `kruskal`, with ties and without, of equal and unequal sizes.
#[test]
fn kruskal_and_wallis_on_five_sets() {
    let sets: [(&[&[f64]], f64); 5] = [
        (&[&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]], 3.857142857142854),
        (&[&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0], &[7.0, 8.0, 9.0]], 7.200000000000003),
        (&[&[1.0, 1.0, 2.0], &[2.0, 3.0, 3.0]], 3.333333333333332),
        (&[&[1.0, 3.0, 5.0, 7.0], &[2.0, 4.0]], 0.2142857142857153),
        (&[&[1.0, 2.0], &[1.0, 2.0], &[1.0, 2.0]], 0.0),
    ];
    for (groups, h) in sets {
        let found = kruskal_wallis(groups).unwrap().statistic;
        assert!((found - h).abs() < 1e-6, "{found} {h}");
    }
}

/// R-001-113: of two thousand 95 % intervals, 93 to 97 in a hundred hold the true mean.
#[test]
fn bootstrap_intervals_hold_what_they_promise() {
    let mut state = 1_u64;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut held = 0;
    for seed in 0..2000 {
        // Sums of uniform numbers: nearly normal, with mean 3. With fewer than a hundred of them, intervals from percentiles are
        // known to be too narrow.
        let sample: Vec<f64> = (0..100).map(|_| (0..6).map(|_| unit()).sum()).collect();
        let interval = bootstrap(&[&sample], |samples| mean(&samples[0]), 0.95, 500, seed).unwrap();
        held += usize::from(interval.low <= 3.0 && 3.0 <= interval.high);
    }
    assert!((1860..=1940).contains(&held), "{held} of 2,000");
}

/// R-001-113: the power of Student's t, as tables print it for half a standard deviation at the 5 % level (Cohen 1988: 64 on each side for 80 %), and as
/// statsmodels' `TTestIndPower` gives it for samples of other sizes.
#[test]
fn power_of_a_test() {
    let odds = |difference, counts| power(difference, [1.0, 1.0], counts, 0.05).unwrap();
    assert!((odds(0.5, [64, 64]) - 0.801_460).abs() < 1e-4, "{}", odds(0.5, [64, 64]));
    assert!((odds(0.0, [10, 10]) - 0.05).abs() < 1e-6);
    assert!((odds(0.8, [26, 26]) - 0.807).abs() < 1e-3, "{}", odds(0.8, [26, 26]));
    assert!(odds(0.5, [10, 10]) < odds(0.5, [20, 20]) && odds(0.5, [20, 20]) < odds(1.0, [20, 20]));
    assert_eq!(odds(0.5, [30, 30]), odds(-0.5, [30, 30]));
    let least = detectable([1.0, 1.0], [64, 64], 0.05, 0.8).unwrap();
    assert!((least - 0.499).abs() < 2e-3, "{least}");
    assert!(power(f64::NAN, [1.0, 1.0], [5, 5], 0.05).is_err());
    assert!(power(1.0, [0.0, 1.0], [5, 5], 0.05).is_err());
    assert!(power(1.0, [1.0, 1.0], [1, 5], 0.05).is_err());
}

/// R-001-113: what power promises is what tests of drawn samples find.
#[test]
fn power_is_how_often_a_difference_is_found() {
    let mut state: u64 = 1;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    };
    let mut normal = |mean: f64, sd: f64| {
        let (one, other) = (unit(), unit());
        mean + sd * (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
    };
    let mut found = 0;
    for _ in 0..2000 {
        let one: Vec<f64> = (0..20).map(|_| normal(0.0, 1.0)).collect();
        let other: Vec<f64> = (0..30).map(|_| normal(0.9, 2.0)).collect();
        found += usize::from(welch(&one, &other, Tail::Both).unwrap().p < 0.05);
    }
    let promised = power(0.9, [1.0, 2.0], [20, 30], 0.05).unwrap();
    assert!((found as f64 / 2000.0 - promised).abs() < 0.03, "{found} of 2000 against {promised}");
}
