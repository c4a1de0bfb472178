//! Single or double precision.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// The largest activation of a skill. The sum over all skills is finite in single precision too.
const MAX_ACTIVATION: f64 = 1e30;

/// The floating-point type of activations. Each operation rounds.
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

impl Float for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const TIE: Self = 1e-5;

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
    const TIE: Self = 1e-9;

    #[inline]
    fn of(value: f64) -> Self {
        value
    }

    #[inline]
    fn to(self) -> f64 {
        self
    }
}
