//! Tests of differences run by run, for samples that met the same worlds.

use super::bootstrap::below;
use super::{StatisticsError, Tail, TestResult, differences, mean, one_sample_t};
use motive::kernel::engine::SplitMix64;
use motive_statistics::{Ranks, normal_upper_tail};

/// Up to this many differences without ties and zeros, p of Wilcoxon's test is exact. The same limit as SciPy's.
const EXACT_UP_TO: usize = 50;
/// The same with ties or zeros.
const EXACT_TIED_UP_TO: usize = 13;

/// Student's t of the differences run by run.
///
/// # Errors
/// If the samples are not equally long, there are fewer than two values, or one is not finite.
pub fn paired_t(one: &[f64], other: &[f64], tail: Tail) -> Result<TestResult, StatisticsError> {
    one_sample_t(&differences(one, other, 1)?, 0.0, tail)
}

/// Wilcoxon's signed ranks of the differences run by run. Differences of 0 are left out, as Wilcoxon did. The statistic is the sum of ranks of positive
/// differences; of a two-sided test, the smaller of both sums.
///
/// p is exact for up to 50 differences, or up to 13 if some are tied or 0; otherwise it comes from the normal approximation with a correction for ties.
///
/// ```
/// use motive_lab::statistics::{Tail, wilcoxon};
///
/// let (before, after) = ([10.0, 12.0, 9.0, 14.0, 11.0, 13.0], [12.5, 15.0, 10.0, 18.0, 12.5, 18.0]);
/// assert_eq!(wilcoxon(&before, &after, Tail::Both)?.p, 0.03125);
/// # Ok::<(), motive_lab::statistics::StatisticsError>(())
/// ```
///
/// # Errors
/// If the samples are not equally long or empty, or a value is not finite.
pub fn wilcoxon(one: &[f64], other: &[f64], tail: Tail) -> Result<TestResult, StatisticsError> {
    let all = differences(one, other, 1)?;
    let left: Vec<f64> = all.iter().copied().filter(|difference| *difference != 0.0).collect();
    let Ranks { ranks, tie_term } =
        Ranks::of(&left.iter().map(|difference| difference.abs()).collect::<Vec<_>>());
    let sum = |wanted: fn(&f64) -> bool| -> f64 {
        left.iter().zip(&ranks).filter(|(difference, _)| wanted(difference)).map(|(_, rank)| rank).sum()
    };
    let (above, below) = (sum(|difference| *difference > 0.0), sum(|difference| *difference < 0.0));
    let statistic = if tail == Tail::Both { above.min(below) } else { above };
    if left.is_empty() {
        return Ok(TestResult { statistic, p: 1.0, freedom: None });
    }
    let tidy = tie_term == 0.0 && left.len() == all.len();
    let p = if tidy && all.len() <= EXACT_UP_TO || all.len() <= EXACT_TIED_UP_TO {
        exact_signed_ranks(&ranks, above, tail)
    } else {
        let n = left.len() as f64;
        let spread = ((n * (n + 1.0) * (2.0 * n + 1.0) - tie_term / 2.0) / 24.0).sqrt();
        let z = (above - n * (n + 1.0) / 4.0) / spread;
        match tail {
            Tail::Both => 2.0 * normal_upper_tail(z.abs()),
            Tail::Less => normal_upper_tail(-z),
            Tail::Greater => normal_upper_tail(z),
        }
    };
    Ok(TestResult { statistic, p: p.min(1.0), freedom: None })
}

/// The probability of a sum of positive ranks at least so extreme, over all signs, which are equally likely.
fn exact_signed_ranks(ranks: &[f64], above: f64, tail: Tail) -> f64 {
    // Ranks of ties are halves, so that twice a rank is a whole number.
    let doubled: Vec<usize> = ranks.iter().map(|rank| (rank * 2.0).round() as usize).collect();
    let most: usize = doubled.iter().sum();
    let mut ways = vec![0.0; most + 1];
    ways[0] = 1.0;
    for rank in &doubled {
        for sum in (*rank..=most).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let all = 2.0_f64.powi(ranks.len() as i32);
    let at = (above * 2.0).round() as usize;
    let at_most = ways[..=at].iter().sum::<f64>() / all;
    let at_least = ways[at..].iter().sum::<f64>() / all;
    match tail {
        Tail::Less => at_most,
        Tail::Greater => at_least,
        Tail::Both => 2.0 * at_most.min(at_least),
    }
}

/// The most changes of sign that [`sign_flips`] goes through one by one.
const MOST_FLIPS: usize = 1 << 13;

/// Whether the mean of the differences run by run is 0, by changing their signs: all changes where there are at most 8,192, otherwise `draws` of them,
/// of which the samples as they are count as one. The statistic is the mean difference.
///
/// # Errors
/// If the samples are not equally long or empty, or a value is not finite.
pub fn sign_flips(
    one: &[f64],
    other: &[f64],
    tail: Tail,
    draws: usize,
    seed: u64,
) -> Result<TestResult, StatisticsError> {
    let differences = differences(one, other, 1)?;
    let found = mean(&differences);
    let slack = found.abs() * 100.0 * f64::EPSILON;
    let exact = differences.len() < usize::BITS as usize && 1_usize << differences.len() <= MOST_FLIPS;
    let (mut below_found, mut above_found, mut all) = (0_usize, 0_usize, 0_usize);
    let mut count = |sum: f64| {
        let number = sum / differences.len() as f64;
        below_found += usize::from(number <= found + slack);
        above_found += usize::from(number >= found - slack);
        all += 1;
    };
    if exact {
        for signs in 0..1_usize << differences.len() {
            let signed = |(at, difference): (usize, &f64)| {
                if signs >> at & 1 == 1 { -difference } else { *difference }
            };
            count(differences.iter().enumerate().map(signed).sum());
        }
    } else {
        let mut stream = SplitMix64(seed);
        count(differences.iter().sum());
        for _ in 0..draws {
            let signed =
                |difference: &f64| if below(&mut stream, 2) == 1 { -difference } else { *difference };
            count(differences.iter().map(signed).sum());
        }
    }
    let (less, greater) = (below_found as f64 / all as f64, above_found as f64 / all as f64);
    let p = match tail {
        Tail::Less => less,
        Tail::Greater => greater,
        Tail::Both => (2.0 * less.min(greater)).min(1.0),
    };
    Ok(TestResult { statistic: found, p, freedom: None })
}
