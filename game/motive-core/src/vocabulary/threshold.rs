//! Thresholds: a change of a number matters only if it crosses one.

use std::num::NonZeroU64;

/// A constant that a number is compared with. The result stays the same while the number stays on the same side.
///
/// ```
/// use motive_core::Threshold;
///
/// let boiling = Threshold::new(100.0).ok_or("not a number")?;
/// assert!(boiling.separates(20.0, 101.0));
/// assert!(boiling.separates(100.0, 101.0), "equal is neither below nor above");
/// assert!(!boiling.separates(20.0, 99.0));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Threshold(NonZeroU64);

impl Threshold {
    /// A threshold; `None` if the number is NaN.
    #[must_use]
    pub fn new(number: f64) -> Option<Self> {
        // Zero has two signs; both are the same threshold.
        if number.is_nan() {
            return None;
        }
        // Only a NaN has all bits set, so their complement is never zero.
        NonZeroU64::new(!(number + 0.0).to_bits()).map(Self)
    }

    /// The number.
    #[inline]
    #[must_use]
    pub fn number(self) -> f64 {
        f64::from_bits(!self.0.get())
    }

    /// Whether two numbers lie on different sides. Equal to the threshold counts as a side of its own.
    #[inline]
    #[must_use]
    pub fn separates(self, one: f64, other: f64) -> bool {
        let threshold = self.number();
        (one < threshold) != (other < threshold) || (one > threshold) != (other > threshold)
    }
}
