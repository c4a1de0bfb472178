//! Why a character cannot be compiled to columns.

use std::fmt;

/// What keeps a character from being compiled to columns. Its agents then decide one by one, with the same decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    place: String,
    reason: &'static str,
}

impl Obstacle {
    pub(super) fn new(place: impl Into<String>, reason: &'static str) -> Self {
        Self { place: place.into(), reason }
    }

    /// Where it is: a goal, a rule of a program, an action or the profile.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place, self.reason)
    }
}
