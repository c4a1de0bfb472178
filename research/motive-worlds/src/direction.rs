//! The four ways to go.

use motive::PropertyValue;
use serde::{Deserialize, Serialize};

/// A way to go. The order of the variants breaks ties everywhere in these worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, PropertyValue, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the first column.
    Left,
    /// Towards the last row.
    Down,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All four, in tie-breaking order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Down, Self::Right];

    /// The way back.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Down => Self::Up,
            Self::Right => Self::Left,
        }
    }

    /// A quarter turn to the left.
    pub const fn left(self) -> Self {
        match self {
            Self::Up => Self::Left,
            Self::Left => Self::Down,
            Self::Down => Self::Right,
            Self::Right => Self::Up,
        }
    }

    /// A quarter turn to the right.
    pub const fn right(self) -> Self {
        self.left().opposite()
    }

    /// The place in [`Direction::ALL`].
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}
