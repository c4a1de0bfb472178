//! Rank tests.

use super::{StatisticsError, Tail, TestResult, checked, hochberg};
use motive_statistics::Ranks;
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// Tests whether values of one sample tend to be less or greater than those of another (Mann and Whitney's U of the first).
///
/// Small samples without ties get an exact p; others the normal approximation with corrections for ties and continuity.
///
/// # Errors
/// If a sample is empty, or a value is not finite.
pub fn mann_whitney(one: &[f64], other: &[f64], tail: Tail) -> Result<TestResult, StatisticsError> {
    checked(one, 1)?;
    checked(other, 1)?;
    let test = motive_statistics::mann_whitney(one, other, tail);
    Ok(TestResult { statistic: test.u, p: test.p, freedom: None })
}

/// All groups in one row, ranked.
struct Ranked {
    /// The sum of ranks of each group.
    sums: Vec<f64>,
    sizes: Vec<f64>,
    count: f64,
    ties: f64,
}

impl Ranked {
    fn of(groups: &[&[f64]]) -> Result<Self, StatisticsError> {
        if groups.len() < 2 {
            return Err(StatisticsError::TooFewGroups(groups.len()));
        }
        groups.iter().try_for_each(|group| checked(group, 1))?;
        let all: Vec<f64> = groups.iter().flat_map(|group| group.iter().copied()).collect();
        if all.iter().all(|value| *value == all[0]) {
            return Err(StatisticsError::Constant);
        }
        let Ranks { ranks, tie_term: ties } = Ranks::of(&all);
        let mut rest = ranks.as_slice();
        let mut sums = Vec::with_capacity(groups.len());
        for group in groups {
            let (own, others) = rest.split_at(group.len());
            sums.push(own.iter().sum());
            rest = others;
        }
        let sizes = groups.iter().map(|group| group.len() as f64).collect();
        Ok(Self { sums, sizes, count: all.len() as f64, ties })
    }
}

/// Whether several groups are alike (Kruskal and Wallis' H, corrected for ties).
///
/// # Errors
/// If there are fewer than two groups, one is empty, a value is not finite, or all values are the same.
pub fn kruskal_wallis(groups: &[&[f64]]) -> Result<TestResult, StatisticsError> {
    let ranked = Ranked::of(groups)?;
    let n = ranked.count;
    let squares: f64 = ranked.sums.iter().zip(&ranked.sizes).map(|(sum, size)| sum.powi(2) / size).sum();
    let h = 12.0 / (n * (n + 1.0)) * squares - 3.0 * (n + 1.0);
    let h = h / (1.0 - ranked.ties / (n.powi(3) - n));
    let freedom = (groups.len() - 1) as f64;
    let p = ChiSquared::new(freedom).map_or(f64::NAN, |distribution| distribution.sf(h));
    Ok(TestResult { statistic: h, p, freedom: Some(freedom) })
}

/// Two groups compared after [`kruskal_wallis`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The first group's number.
    pub one: usize,
    /// The second group's number.
    pub other: usize,
    /// How far apart their mean ranks are, in standard errors; positive if the first ranks higher.
    pub z: f64,
    /// The p-value of this pair alone.
    pub p: f64,
    /// The p-value corrected for all pairs, by Hochberg's procedure.
    pub adjusted: f64,
}

/// Which groups differ (Dunn's test, corrected for ties), every pair once, with Hochberg's correction over all pairs.
///
/// # Errors
/// As for [`kruskal_wallis`].
pub fn dunn(groups: &[&[f64]], tail: Tail) -> Result<Vec<Pair>, StatisticsError> {
    let ranked = Ranked::of(groups)?;
    let n = ranked.count;
    let spread = n * (n + 1.0) / 12.0 - ranked.ties / (12.0 * (n - 1.0));
    let normal = Normal::new(0.0, 1.0).map_err(|_| StatisticsError::NotFinite)?;
    let mut pairs = Vec::new();
    for one in 0..groups.len() {
        for other in one + 1..groups.len() {
            let rank = |group: usize| ranked.sums[group] / ranked.sizes[group];
            let error = (spread * (1.0 / ranked.sizes[one] + 1.0 / ranked.sizes[other])).sqrt();
            let z = (rank(one) - rank(other)) / error;
            let p = match tail {
                Tail::Both => (2.0 * normal.sf(z.abs())).min(1.0),
                Tail::Less => normal.cdf(z),
                Tail::Greater => normal.sf(z),
            };
            pairs.push(Pair { one, other, z, p, adjusted: p });
        }
    }
    let adjusted = hochberg(&pairs.iter().map(|pair| pair.p).collect::<Vec<_>>())?;
    for (pair, adjusted) in pairs.iter_mut().zip(adjusted) {
        pair.adjusted = adjusted;
    }
    Ok(pairs)
}
