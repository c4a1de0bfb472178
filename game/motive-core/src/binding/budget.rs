//! The work budget of a decision.

/// An amount of work: candidates tested, rules tried, plan nodes expanded. It is never wall-clock time, so the same input always gives the
/// same decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    left: u64,
    spent: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(1_000_000)
    }
}

impl Budget {
    /// A budget of this much work.
    #[must_use]
    pub const fn new(work: u64) -> Self {
        Self { left: work, spent: 0 }
    }

    /// Spends work. Returns `false` if not enough is left; the decision then ends with what it has.
    pub fn spend(&mut self, work: u64) -> bool {
        self.spent = self.spent.saturating_add(work);
        match self.left.checked_sub(work) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.left = 0;
                false
            }
        }
    }

    /// The work that is left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// All work requested so far, granted or not.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }
}
