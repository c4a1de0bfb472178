//! What recordings consist of.

use crate::{household, pacman, tileworld};

/// All that can be seen of a world at one tick, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Frame {
    /// A world that has no better record of itself than its text.
    Text(String),
    /// The household.
    Household(household::Frame),
    /// Pac-Man.
    Pacman(pacman::Frame),
    /// Tileworld.
    Tileworld(tileworld::Frame),
}
