//! What recordings consist of.

use crate::{arena, hospital, household, pacman, tileworld};

/// All that can be seen of a world at one tick, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Frame {
    /// A world that has no better record of itself than its text.
    Text(String),
    /// The arena.
    Arena(arena::Frame),
    /// The hospital.
    Hospital(hospital::Frame),
    /// The household.
    Household(household::Frame),
    /// Pac-Man.
    Pacman(pacman::Frame),
    /// Tileworld.
    Tileworld(tileworld::Frame),
}
