//! What is random in Pac-Man.

use crate::random_draws;

/// What a draw is for.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    FruitAppears,
    FruitPlace,
    RandomPlayer,
    /// Where the ghost of this number turns.
    Turn(usize),
}

impl Purpose {
    fn key(self) -> u64 {
        match self {
            Self::FruitAppears => 0,
            Self::FruitPlace => 1,
            Self::RandomPlayer => 2,
            Self::Turn(ghost) => 0x100 + ghost as u64,
        }
    }
}

/// A number from 0 to `limit` without the last; 0 when `limit` is 0.
pub(crate) fn below(limit: u64, seed: u64, tick: u64, purpose: Purpose) -> u64 {
    random_draws::below(limit, seed, tick, purpose.key())
}

#[cfg(test)]
#[path = "../../tests/unit/pacman_draw_purposes.rs"]
mod tests;
