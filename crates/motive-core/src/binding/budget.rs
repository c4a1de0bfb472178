//! How much work a decision may cost.

/// An amount of work: things looked at, rules tried, plan nodes made. Never time, so that the same input always gives the
/// same decision; a host that has a deadline turns it into an amount of work and records that.
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

    /// Pays for work. When there is not enough left, nothing more is: the decision ends with what it has.
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

    /// What was asked for so far, granted or not.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }
}
