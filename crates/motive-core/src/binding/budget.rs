//! How much work a decision may cost.

/// An amount of work: candidates tested, rules tried, plan nodes expanded. It is never wall-clock time, so that the same input gives the
/// same decision. A host with a deadline converts it to an amount of work and records that.
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

    /// Spends work. When not enough is left, the budget is empty and the result is `false`: the decision ends with what it has.
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

    /// What is left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// All work asked for so far, granted or not.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }
}
