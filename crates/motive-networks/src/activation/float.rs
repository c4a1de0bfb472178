//! Single or double precision.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// A floating-point number in which activation is worked out. Each operation rounds.
pub(crate) trait Float:
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
    fn of(value: f64) -> Self;
    fn to(self) -> f64;

    fn count(value: u32) -> Self {
        Self::of(f64::from(value))
    }

    fn least(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    fn most(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Float for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn of(value: f64) -> Self {
        value as Self
    }

    #[inline]
    fn to(self) -> f64 {
        f64::from(self)
    }
}

impl Float for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn of(value: f64) -> Self {
        value
    }

    #[inline]
    fn to(self) -> f64 {
        self
    }
}
