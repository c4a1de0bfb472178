//! A number that matters when another passes it.

use std::cmp::Ordering;

/// A number that something is compared with: as long as what is compared stays on the same side of it, the answer is the same.
///
/// ```
/// use motive_core::Threshold;
///
/// let boiling = Threshold::new(100.0).ok_or("not a number")?;
/// assert!(boiling.separates(20.0, 101.0));
/// assert!(boiling.separates(100.0, 101.0), "at the mark is neither below nor above it");
/// assert!(!boiling.separates(20.0, 99.0));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Threshold(u64);

impl Threshold {
    /// A mark, unless this is not a number.
    #[must_use]
    pub fn new(number: f64) -> Option<Self> {
        // Nought has two signs, and both are the same mark.
        (!number.is_nan()).then(|| Self((number + 0.0).to_bits()))
    }

    /// Whether two numbers are on different sides: one below, at or above the mark, and the other not so.
    #[must_use]
    pub fn separates(self, one: f64, other: f64) -> bool {
        let side = |number: f64| number.partial_cmp(&f64::from_bits(self.0));
        let (one, other): (Option<Ordering>, _) = (side(one), side(other));
        one != other
    }
}
