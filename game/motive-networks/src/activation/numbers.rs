//! Numbers in single or double precision, sums of them, and sets of small numbers.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// The largest activation of a skill. The sum over all skills is finite in single precision too.
const MAX_ACTIVATION: f64 = 1e30;

/// The floating-point type of activations. Each operation rounds.
pub(super) trait Float:
    Copy
    + Default
    + PartialOrd
    + Send
    + Sync
    + std::fmt::Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + 'static
{
    const ZERO: Self;
    const ONE: Self;
    /// The relative difference up to which activations count as equal, unless flows are summed link by link.
    const TIE: Self;
    fn of(value: f64) -> Self;
    fn to(self) -> f64;

    fn count(value: u32) -> Self {
        Self::of(f64::from(value))
    }

    /// The number as an activation: at least 0 and never infinite or NaN.
    fn as_activation(self) -> Self {
        let most = Self::of(MAX_ACTIVATION);
        if self <= Self::ZERO {
            Self::ZERO
        } else if self < most {
            self
        } else {
            most
        }
    }

    fn smaller(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    fn larger(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

macro_rules! float {
    ($type:ty, $tie:literal) => {
        impl Float for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const TIE: Self = $tie;

            #[inline]
            fn of(value: f64) -> Self {
                value as Self
            }

            #[inline]
            fn to(self) -> f64 {
                f64::from(self)
            }
        }
    };
}

float!(f32, 1e-5);
float!(f64, 1e-9);

/// The sum of the values at these indices.
#[inline]
pub(super) fn sum_of<N: Float>(values: &[N], indices: &[u32]) -> N {
    sum_over(indices, |index| values.get(*index as usize).copied().unwrap_or(N::ZERO))
}

/// The sum of a value of each item. Four partial sums let the processor add in parallel; the order of additions is always the same.
#[inline]
pub(super) fn sum_over<N: Float, T>(items: &[T], value: impl Fn(&T) -> N) -> N {
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

/// A set of numbers below a bound that is emptied in constant time, used as scratch space while flows are added up.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// By number, the generation in which it was inserted.
    inserted: Vec<u32>,
    generation: u32,
}

impl Marks {
    /// An empty set of numbers below `bound`.
    pub(super) fn new(bound: usize) -> Self {
        Self { inserted: vec![0; bound], generation: 1 }
    }

    /// Empties the set.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.inserted.fill(0);
            self.generation = 1;
        }
    }

    /// Inserts a number. Returns whether it was not in the set.
    #[inline]
    pub(super) fn insert(&mut self, number: u32) -> bool {
        let Some(inserted) = self.inserted.get_mut(number as usize) else { return false };
        std::mem::replace(inserted, self.generation) != self.generation
    }

    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        self.inserted.get(number as usize) == Some(&self.generation)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/numbers.rs"]
mod tests;
