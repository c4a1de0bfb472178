//! One recorded moment of a world.

use crate::{arena, hospital, household, pacman, shooter, tileworld};

/// All that can be seen of a world at one tick, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Frame {
    /// A world that has no better record of itself than its text.
    Text(String),
    /// The arena.
    Arena(arena::ArenaFrame),
    /// The hospital.
    Hospital(hospital::HospitalFrame),
    /// The household.
    Household(household::HouseholdFrame),
    /// Pac-Man.
    Pacman(pacman::PacmanFrame),
    /// The shooter.
    Shooter(shooter::ShooterFrame),
    /// Tileworld.
    Tileworld(tileworld::TileworldFrame),
}

/// What does not change in a world, for the page that shows a recording of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Backdrop {
    /// The map of the shooter.
    Shooter(shooter::ShooterBackdrop),
}
