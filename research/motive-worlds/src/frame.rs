//! One recorded moment of a world.

use crate::{arena, hospital, household, pacman, shooter, tileworld};
use serde::{Deserialize, Serialize};

/// All that can be seen of a world at one tick, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

impl Frame {
    /// It as text, unless that takes a map.
    pub(crate) fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Arena(frame) => Some(frame.draw()),
            Self::Hospital(frame) => Some(frame.draw()),
            Self::Household(frame) => Some(frame.draw()),
            Self::Tileworld(frame) => Some(frame.draw()),
            Self::Pacman(_) | Self::Shooter(_) => None,
        }
    }
}

/// What does not change in a world, for the page that shows a recording of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Backdrop {
    /// The map of the shooter.
    Shooter(shooter::ShooterBackdrop),
}
