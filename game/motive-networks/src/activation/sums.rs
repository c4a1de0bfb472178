//! Sums over lists.

use crate::activation::precision::Float;

/// The sum of the values at these indices.
#[inline]
pub(crate) fn sum_of<N: Float>(values: &[N], indices: &[u32]) -> N {
    sum_over(indices, |index| values.get(*index as usize).copied().unwrap_or(N::ZERO))
}

/// The sum of a value of each item. Four partial sums let the processor add in parallel; the order of additions is always the same.
#[inline]
pub(crate) fn sum_over<N: Float, T>(items: &[T], value: impl Fn(&T) -> N) -> N {
    let mut sums = [N::ZERO; 4];
    let chunks = items.chunks_exact(4);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (sum, item) in sums.iter_mut().zip(chunk) {
            *sum += value(item);
        }
    }
    let total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    rest.iter().fold(total, |total, item| total + value(item))
}
