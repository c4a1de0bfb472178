//! A ghost: its personality, position and state.

use super::cell::Cell;
use crate::direction::Direction;
use motive::PropertyValue;
use serde::{Deserialize, Serialize};

/// The rule by which a ghost hunts. All four are our own.
///
/// A ghost never turns back on its own account, except in a dead end. Where it can choose, it takes the step
/// from which the way to its target is shortest; among equals the first [`Direction`]. In scatter phases the
/// target is a corner of the maze, the first ghost's at the top right, the second's at the top left, then
/// bottom right and bottom left. While it is blue, a ghost takes the step that leads furthest from Pac-Man. The
/// rules differ in what a ghost is after when it hunts:
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PropertyValue, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Temper {
    /// Goes for where Pac-Man is.
    Chaser,
    /// Goes for where Pac-Man will be if it goes straight on: some cells ahead, or the wall before that.
    Ambusher,
    /// Goes for where Pac-Man would flee to: some steps away from the nearest other ghost on the hunt. With no
    /// such ghost it goes for Pac-Man.
    Flanker,
    /// Turns at random, but goes for Pac-Man when it is near. In scatter phases it only turns at random.
    Wanderer,
}

impl Temper {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Chaser, Self::Ambusher, Self::Flanker, Self::Wanderer];

    /// The word for it.
    pub(super) fn name(self) -> &'static str {
        ["chaser", "ambusher", "flanker", "wanderer"][self as usize]
    }
}

/// What a ghost is up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GhostMode {
    /// In its house, or on the way out of it.
    Home {
        /// For how many more ticks it stays where it is before it walks out.
        wait: u32,
    },
    /// Out in the maze, hunting or blue.
    Roaming,
    /// Eaten: a pair of eyes on the way home, that neither harms nor can be harmed.
    Eaten,
}

/// A ghost as it can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ghost {
    /// The rule by which it hunts.
    pub temper: Temper,
    /// Where it is.
    pub cell: Cell,
    /// Where it is going.
    pub heading: Direction,
    /// What it is up to.
    pub mode: GhostMode,
    /// In how many of the coming ticks it can be eaten; 0 if it is not blue.
    #[serde(rename = "blue")]
    pub blue_left: u32,
}

impl Ghost {
    /// A ghost that waits in its house.
    pub(super) fn at_home(temper: Temper, cell: Cell, wait: u32) -> Self {
        Self { temper, cell, heading: Direction::Up, mode: GhostMode::Home { wait }, blue_left: 0 }
    }

    /// Whether it is blue.
    pub fn is_blue(&self) -> bool {
        self.blue_left > 0
    }

    /// Whether it is in its house, out of Pac-Man's reach.
    pub fn in_house(&self) -> bool {
        matches!(self.mode, GhostMode::Home { .. })
    }

    /// Whether to touch it is to die: it roams and is not blue.
    pub fn is_dangerous(&self) -> bool {
        self.mode == GhostMode::Roaming && !self.is_blue()
    }

    /// Whether to touch it is to eat it: it roams and is blue.
    pub fn is_edible(&self) -> bool {
        self.mode == GhostMode::Roaming && self.is_blue()
    }
}
