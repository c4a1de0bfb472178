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
#[must_use]
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
mod tests {
    use super::*;

    type Case = (&'static [f64], &'static [f64], f64, [f64; 3]);

    /// Drawn samples with U and p (two-sided, less, greater) as `scipy.stats.mannwhitneyu` of SciPy 1.17 gives them: tiny and larger
    /// samples, equal and unequal sizes, with and without ties.
    const SCIPY: &[Case] = &[
        (&[1.663], &[-0.851], 1.0, [1.0, 1.0, 0.5]),
        (&[0.624], &[-2.156, -0.088, 1.418, 1.677, -1.141], 3.0, [1.0, 0.6666666666666666, 0.5]),
        (&[-0.146, 0.13], &[-2.71, 1.684], 2.0, [1.0, 0.6666666666666666, 0.6666666666666666]),
        (&[1.099, 0.93, 1.439], &[-0.337, 0.224, 0.844], 9.0, [0.1, 1.0, 0.05]),
        (
            &[1.159, -0.091, -0.862, 1.019],
            &[0.398, -1.094, 1.138, 0.639],
            9.0,
            [0.8857142857142857, 0.6571428571428571, 0.44285714285714284],
        ),
        (
            &[0.835, 0.497, 0.963, 1.831, 0.08],
            &[1.497, 0.259, 0.428, 1.547, 0.229],
            14.0,
            [0.8412698412698413, 0.6547619047619047, 0.42063492063492064],
        ),
        (
            &[0.846, -0.145, 0.413, 0.561, -0.119, -0.268],
            &[0.941, 1.093, -0.882, -0.639, 0.817, 1.17],
            13.0,
            [0.48484848484848486, 0.24242424242424243, 0.803030303030303],
        ),
        (
            &[-0.601, 0.035, 1.574, 2.376, 1.399, -0.759, 1.717],
            &[-0.033, -0.279, 0.412, -0.944, -0.758, -2.887, 1.219],
            38.0,
            [0.09731934731934733, 0.9635780885780886, 0.04865967365967366],
        ),
        (
            &[0.663, -0.018, 0.447, 0.358, -0.105, -0.309, 0.087, -2.049],
            &[-1.666, -0.322, 1.398, 0.497, 0.815, 0.742, -0.195, 0.337],
            24.0,
            [0.4418026418026417, 0.22090132090132086, 0.8088578088578089],
        ),
        (
            &[0.392, -0.042, 0.381],
            &[0.423, -0.443, -0.721, 0.226, 0.064, 0.225, 1.167, 0.219],
            14.0,
            [0.7757575757575759, 0.6848484848484848, 0.38787878787878793],
        ),
        (
            &[0.417, -0.213, -0.66, 0.971, 1.049, 0.963, 0.971, -0.135],
            &[0.454, 0.232, 0.678],
            13.0,
            [0.918522662297781, 0.6205343475300097, 0.4592613311488905],
        ),
        (
            &[-0.004, 1.607, 1.491, -0.548, 0.324],
            &[0.026, 0.534, 1.314, -1.603, 1.089, 0.705, -0.455],
            20.0,
            [0.7550505050505051, 0.6805555555555555, 0.37752525252525254],
        ),
        (
            &[-0.155, 1.033, 0.197, -0.008, 0.063, 2.425, -1.451],
            &[1.893, -1.511, 1.159, -0.445, 0.107],
            18.0,
            [1.0, 0.5618686868686869, 0.5],
        ),
        (
            &[-0.209, 0.077, 1.752, -0.366, -1.824, -0.014, -2.095, -0.36],
            &[-0.138, -0.613, -0.528, 1.861, 2.287, 1.659, 1.609, 0.426, -0.752, -0.691, -1.063, -0.785],
            42.0,
            [0.6784313725490196, 0.3392156862745098, 0.6880606493609589],
        ),
        (
            &[-0.119, 1.029, 1.788, 0.85, 1.11, -0.262, 1.032, -0.383, 0.351, 2.195, 0.793, 0.204],
            &[0.605, -0.634, 0.127, -0.823, 0.904, -0.056, 0.088, 0.316],
            71.0,
            [0.08249583234103358, 0.9654520917678812, 0.04124791617051679],
        ),
        (
            &[0.69, 0.728, 0.486, 0.217, 0.946, 0.9, 1.488, 1.744, 1.911],
            &[0.063, -0.331, 0.456, 0.155, 1.213, 0.018, 0.996, -0.946, 0.801],
            64.0,
            [0.04226010608395664, 0.9829654024279281, 0.02113005304197832],
        ),
        (
            &[0.155, -0.392, -0.827, -0.603, -0.09, 2.028, 1.41, 0.982, 0.089, 0.814],
            &[
                -1.055, -1.645, -0.93, 0.091, 2.527, -1.722, -0.887, -0.928, -1.0, -1.195, -0.512, -1.134,
                0.024, -1.657,
            ],
            119.0,
            [0.004513203354000608, 0.9981247793575908, 0.002256601677000304],
        ),
        (
            &[
                -0.35, -0.571, -0.076, 0.904, -0.456, 0.359, -0.218, 0.514, 0.836, 0.107, 1.339, -0.489,
                2.146, -0.705, 0.782, 1.104, 1.872, 0.369, 1.074, 0.799,
            ],
            &[
                0.702, 0.483, 0.252, 0.13, 1.087, 0.311, -0.276, -1.159, -0.697, -1.279, 1.035, 1.17, -1.042,
                -0.015, 1.07, -0.265, -0.684, -1.593, -0.574, 0.059, 0.305, 0.769, 0.371, 0.942, 1.558,
            ],
            303.0,
            [0.23045621074144462, 0.8891511243012207, 0.11522810537072231],
        ),
        (
            &[1.0, 2.0, 3.0, 4.0, 5.0],
            &[6.0, 7.0, 8.0, 9.0, 10.0],
            0.0,
            [0.007936507936507936, 0.003968253968253968, 1.0],
        ),
        (
            &[6.0, 7.0, 8.0, 9.0, 10.0],
            &[1.0, 2.0, 3.0, 4.0, 5.0],
            25.0,
            [0.007936507936507936, 1.0, 0.003968253968253968],
        ),
        (&[2.0, 4.0], &[1.0, 2.0], 3.5, [0.4142161782425252, 0.9487647825701253, 0.2071080891212626]),
        (
            &[1.0, 2.0, 1.0],
            &[5.0, 3.0, 4.0],
            0.0,
            [0.07652250047505922, 0.03826125023752961, 0.9865868904602293],
        ),
        (
            &[3.0, 0.0, 2.0, 4.0, 1.0],
            &[2.0, 5.0, 5.0, 3.0, 3.0],
            5.5,
            [0.16660739402832658, 0.08330369701416329, 0.944753987972166],
        ),
        (
            &[1.0, 0.0, 2.0, 3.0, 1.0, 2.0],
            &[5.0, 2.0, 5.0, 1.0],
            6.0,
            [0.22783492811640071, 0.11391746405820036, 0.9229530877769189],
        ),
        (
            &[1.0, 4.0, 4.0, 4.0, 0.0, 0.0, 2.0, 3.0],
            &[5.0, 1.0, 5.0, 2.0, 5.0, 4.0, 4.0, 4.0],
            14.5,
            [0.06530182686585548, 0.03265091343292774, 0.9745076741014936],
        ),
        (
            &[0.0, 1.0, 1.0, 0.0],
            &[4.0, 5.0, 5.0, 3.0, 2.0, 2.0, 3.0, 2.0, 1.0],
            1.0,
            [0.009727466005100752, 0.004863733002550376, 0.9969472282306794],
        ),
        (
            &[0.0, 4.0, 4.0, 4.0, 3.0, 3.0, 2.0, 1.0, 4.0, 1.0, 4.0, 0.0],
            &[4.0, 1.0, 5.0, 1.0, 3.0, 1.0, 3.0, 3.0, 3.0, 3.0, 5.0, 4.0],
            62.0,
            [0.5719417048957877, 0.28597085244789383, 0.7339121692498005],
        ),
        (
            &[0.0, 2.0, 0.0, 0.0, 4.0, 1.0, 1.0, 1.0, 0.0, 3.0, 3.0, 0.0, 0.0, 4.0, 1.0],
            &[
                4.0, 5.0, 5.0, 4.0, 1.0, 3.0, 4.0, 5.0, 3.0, 3.0, 1.0, 4.0, 2.0, 2.0, 5.0, 1.0, 1.0, 3.0,
                2.0, 2.0, 2.0, 2.0, 3.0, 1.0, 1.0, 1.0, 2.0, 4.0, 5.0, 5.0,
            ],
            100.5,
            [0.002409020435549297, 0.0012045102177746486, 0.9988896626603299],
        ),
    ];

    #[test]
    fn p_is_what_scipy_gives() {
        for (one, other, u, p) in SCIPY {
            for (tail, expected) in [Tail::Both, Tail::Less, Tail::Greater].into_iter().zip(p) {
                let test = mann_whitney(one, other, tail);
                assert_eq!(test.u, *u, "{one:?} {other:?}");
                let error = (test.p - expected).abs();
                assert!(error < 1e-12, "{} is not {expected}: {tail:?} {one:?} {other:?}", test.p);
            }
        }
    }

    #[test]
    fn nothing_can_be_said_of_equal_values_or_of_an_empty_sample() {
        let samples: [(&[f64], &[f64]); 4] =
            [(&[1.0, 1.0], &[1.0]), (&[], &[1.0]), (&[1.0], &[]), (&[], &[])];
        for (one, other) in samples {
            assert_eq!(mann_whitney(one, other, Tail::Both).p, 1.0);
        }
    }
}
