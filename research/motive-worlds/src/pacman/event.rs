//! What can happen in a tick.

use super::cell::Cell;
use serde::{Deserialize, Serialize};

/// Something that happened in a tick. [`Game::step`](super::Game::step) gives them in the order in which they
/// happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Pac-Man ate a dot.
    DotEaten {
        /// Where.
        at: Cell,
    },
    /// Pac-Man ate a power pill: the ghosts turn blue, if the level gives them a blue time.
    PillEaten {
        /// Where.
        at: Cell,
    },
    /// Pac-Man ate a blue ghost.
    GhostEaten {
        /// Its place in [`Game::ghosts`](super::Game::ghosts).
        ghost: usize,
        /// What it was worth.
        score: u32,
    },
    /// A fruit appeared.
    FruitAppeared {
        /// Where.
        at: Cell,
    },
    /// Pac-Man ate the fruit.
    FruitEaten {
        /// Where.
        at: Cell,
        /// What it was worth.
        score: u32,
    },
    /// The fruit vanished: its time was up, or a life or a level ended.
    FruitVanished {
        /// Where it had been.
        at: Cell,
    },
    /// A ghost caught Pac-Man.
    Died {
        /// Where.
        at: Cell,
        /// The ghost's place in [`Game::ghosts`](super::Game::ghosts).
        ghost: usize,
    },
    /// Nothing is left to eat; the next level begins.
    LevelCleared {
        /// The number of the level that is done, from 1.
        level: u32,
    },
    /// The last life is lost.
    GameOver,
}
