//! The activation of a skill after it has finished.

/// The activation of a skill after it has finished.
///
/// `success` is the part of its predictions that came true, `invocations` how often it was executed in a row before, and
/// `patience` how often it may be. After full success, activation is 0; after failure it is kept, so that the skill is likely to be
/// tried again, until `invocations` reaches `patience`.
///
/// ```
/// use motive::networks::after_completion;
///
/// assert_eq!(after_completion(10.0, 1.0, 0, 3), 0.0);
/// assert_eq!(after_completion(10.0, 0.5, 0, 3), 5.0);
/// assert_eq!(after_completion(10.0, 0.0, 3, 3), 0.0);
/// ```
#[must_use]
pub fn after_completion(level: f64, success: f64, invocations: u32, patience: u32) -> f64 {
    if invocations >= patience {
        return 0.0;
    }
    let (current, most) = (f64::from(invocations), f64::from(patience));
    let factor = 1.0 - (most / (most - current)) * success;
    (level * factor).max(0.0)
}
