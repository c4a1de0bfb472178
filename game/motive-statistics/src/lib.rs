//! Rank statistics that both a running character and a study need.
//!
//! The library that a game links learns from outcomes ([`mann_whitney`] decides whether a property makes a difference), and the lab
//! tests hypotheses with the same function. Larger statistics live in the lab; this crate stays small enough to be linked into a game.
//!
//! ```
//! use motive_statistics::{Tail, mann_whitney};
//!
//! let test = mann_whitney(&[6.0, 7.0, 8.0, 9.0], &[1.0, 2.0, 3.0, 4.0, 5.0], Tail::Greater);
//! assert_eq!(test.u, 20.0);
//! assert!(test.p < 0.01);
//! ```

mod mann_whitney;

pub use mann_whitney::{MannWhitney, mann_whitney};

/// Which difference an alternative hypothesis claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tail {
    /// A difference in either direction.
    Both,
    /// The first sample tends to be less.
    Less,
    /// The first sample tends to be greater.
    Greater,
}

/// The ranks of a list of values. Ties share the mean of their ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// The rank of each value, from 1, in the order of the values.
    pub ranks: Vec<f64>,
    /// The sum of `t³ - t` over all groups of `t` tied values: 0 without ties. Corrections for ties are made of it.
    pub tie_term: f64,
}

impl Ranks {
    /// Ranks a list of values. Values that are not numbers rank last.
    pub fn of(values: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
        let (mut ranks, mut tie_term) = (vec![0.0; values.len()], 0.0);
        let mut rest = order.as_slice();
        let mut below = 0.0;
        while let Some(first) = rest.first() {
            let tied = rest.iter().take_while(|at| values[**at] == values[*first]).count().max(1);
            let (group, others) = rest.split_at(tied);
            let size = tied as f64;
            for at in group {
                ranks[*at] = below + (size + 1.0) / 2.0;
            }
            tie_term += size * size * size - size;
            below += size;
            rest = others;
        }
        Self { ranks, tie_term }
    }
}

/// The probability that a standard normal variable exceeds `z`.
pub fn normal_upper_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

#[cfg(test)]
#[path = "../tests/unit/statistics.rs"]
mod tests;
