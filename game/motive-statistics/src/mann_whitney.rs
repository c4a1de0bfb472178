//! The Mann-Whitney test.

use crate::{Ranks, Tail, normal_upper_tail};

/// Up to this size of the smaller sample, and without ties, p is exact. The same limit as SciPy's.
const EXACT_UP_TO: usize = 8;

/// What the Mann-Whitney test found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// U of the first sample: how many pairs it wins, ties counted half.
    pub u: f64,
    /// The probability of a U at least so extreme if both samples come from the same distribution.
    pub p: f64,
}

/// Tests whether values of one sample tend to be less or greater than those of another.
///
/// If one sample has at most 8 values and there are no ties, p is exact; otherwise it comes from the normal approximation with corrections
/// for ties and continuity. If a sample is empty or all values are the same, nothing can be said: p is 1. The caller makes
/// sure that all values are finite.
pub fn mann_whitney(one: &[f64], other: &[f64], tail: Tail) -> MannWhitney {
    let (n, m) = (one.len() as f64, other.len() as f64);
    let both: Vec<f64> = one.iter().chain(other).copied().collect();
    let Ranks { ranks, tie_term } = Ranks::of(&both);
    let u = ranks.iter().take(one.len()).sum::<f64>() - n * (n + 1.0) / 2.0;
    let total = n + m;
    let variance = n * m / 12.0 * (total + 1.0 - tie_term / (total * (total - 1.0)));
    if variance.is_nan() || variance <= 0.0 {
        return MannWhitney { u, p: 1.0 };
    }
    let exact = tie_term == 0.0 && one.len().min(other.len()) <= EXACT_UP_TO;
    let at_least = |u: f64| {
        if exact {
            exact_upper_tail(u, one.len(), other.len())
        } else {
            normal_upper_tail((u - n * m / 2.0 - 0.5) / variance.sqrt())
        }
    };
    let p = match tail {
        Tail::Greater => at_least(u),
        Tail::Less => at_least(n * m - u),
        Tail::Both => 2.0 * at_least(u.max(n * m - u)),
    };
    MannWhitney { u, p: p.min(1.0) }
}

/// The probability that U is at least this much, over all orders of the values, which are equally likely.
///
/// How many orders have each U are the coefficients of the Gaussian binomial: the product over i from 1 to n of
/// (1 - x^(m+i)) / (1 - x^i). By symmetry only the lower tail is summed, where the counts are small and exact.
fn exact_upper_tail(u: f64, one: usize, other: usize) -> f64 {
    let (small, large) = (one.min(other), one.max(other));
    let most = small * large;
    let lower = (most as f64 - u) as usize;
    if lower * 2 > most {
        // Above the middle of the distribution: everything but the other tail.
        return match lower.checked_add(1).filter(|next| *next <= most) {
            Some(next) => 1.0 - exact_upper_tail(next as f64, one, other),
            None => 1.0,
        };
    }
    let mut counts = vec![0.0; lower + 1];
    counts[0] = 1.0;
    let mut orders = 1.0;
    for i in 1..=small {
        for at in (large + i..=lower).rev() {
            counts[at] -= counts[at - large - i];
        }
        for at in i..=lower {
            counts[at] += counts[at - i];
        }
        orders *= (large + i) as f64 / i as f64;
    }
    counts.iter().sum::<f64>() / orders
}

#[cfg(test)]
#[path = "../tests/unit/mann_whitney.rs"]
mod tests;
