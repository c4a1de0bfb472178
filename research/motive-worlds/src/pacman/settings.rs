//! The settings of Pac-Man.
//!
//! All of them are ours, chosen for good games in the standard maze, except where a field says otherwise.

use thiserror::Error;

use super::ghost::Temper;
use crate::options::{OptionValue, settings, word};
use serde::{Deserialize, Serialize};

/// The most ghosts that a game can have.
pub const MAX_GHOSTS: usize = 64;

/// A speed as a fraction: moves per number of ticks, spread evenly.
///
/// Whole numbers, so that speed is exact: with 4 of 5 a ghost rests in every fifth tick. Nobody moves more
/// than one cell in a tick, so more moves than ticks mean a move in every tick; `ticks` of 0 means never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pace {
    /// How many moves...
    pub moves: u8,
    /// ...in how many ticks.
    pub ticks: u8,
}

impl Pace {
    /// `moves` moves in `ticks` ticks.
    pub const fn new(moves: u8, ticks: u8) -> Self {
        Self { moves, ticks }
    }

    /// Whether the tick of this number is one of those with a move.
    pub const fn moves_at(self, tick: u64) -> bool {
        if self.ticks == 0 {
            return false;
        }
        // Within a window the moves made so far are floor(tick * moves / ticks): it moves when that grows.
        let before = (tick % self.ticks as u64) * self.moves as u64;
        before % self.ticks as u64 + self.moves as u64 >= self.ticks as u64
    }
}

/// What changes from level to level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LevelRules {
    /// The pace of a ghost that is not blue.
    pub ghost_pace: Pace,
    /// The pace of a blue ghost.
    pub blue_pace: Pace,
    /// For how many ticks after a power pill ghosts are blue. With 0 a pill only turns them around.
    pub blue_ticks: u32,
    /// What the fruit is worth. The standard values are the arcade's.
    pub fruit_score: u32,
}

impl Default for LevelRules {
    fn default() -> Self {
        Self { ghost_pace: Pace::new(4, 5), blue_pace: Pace::new(1, 2), blue_ticks: 40, fruit_score: 100 }
    }
}

settings! {
    /// The numbers of a game. What the arcade has is marked so.
    #[derive(Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct PacmanSettings {
        options:
        /// lives at the start
        /// 3 as in the arcade; with 0 the game is over before it begins.
        lives: u32 [(1..)] = 3,
        /// the ghosts, by their hunting rule
        ghosts: Vec<Temper> = Temper::ALL.to_vec(),
        /// ticks between the departures of two ghosts from their house
        /// The first ghost leaves at once.
        release_ticks: u32 = 15,
        /// ticks that the ghosts spend in their corners before they hunt
        scatter_ticks: u32 = 30,
        /// ticks that the ghosts hunt before they return to their corners
        chase_ticks: u32 = 100,
        /// mean number of ticks until a fruit appears; 0 for no fruit
        /// While there is no fruit, one appears in a tick with the odds of 1 in this number, but not where Pac-Man is.
        fruit_every: u32 = 150,
        /// ticks that a fruit stays
        fruit_ticks: u32 = 60,
        fixed:
        /// How long an eaten ghost stays in the house after its eyes came home.
        revive_ticks: u32 = 10,
        /// How many cells ahead of Pac-Man the ambusher waits for it.
        ambush_lead: u8 = 4,
        /// How many steps of Pac-Man's flight the flanker foresees.
        flank_lead: u8 = 4,
        /// From how many steps away the wanderer notices Pac-Man.
        wanderer_sight: u16 = 6,
        /// What a dot is worth. 10 as in the arcade.
        dot_score: u32 = 10,
        /// What a power pill is worth. 50 as in the arcade.
        pill_score: u32 = 50,
        /// What the first, second, third, and every further ghost eaten on one pill is worth. 200, 400, 800 and
        /// 1600 as in the arcade.
        ghost_scores: [u32; 4] = [200, 400, 800, 1600],
        /// The rules of each level; the last is for all further ones. If empty, every level has
        /// [`LevelRules::default`].
        levels: Vec<LevelRules> = standard_levels(),
    }
}

impl OptionValue for Vec<Temper> {
    const EXPECTS: &'static str =
        "`none`, or a list of chaser, ambusher, flanker and wanderer, separated by commas";

    fn read(text: &str) -> Option<Self> {
        if text == "none" {
            return Some(Self::new());
        }
        text.split(',').map(|name| word(name.trim())).collect()
    }

    fn written(&self) -> String {
        self.iter().map(|temper| temper.name()).collect::<Vec<_>>().join(",")
    }
}

fn standard_levels() -> Vec<LevelRules> {
    let level = |ghost_pace, blue_ticks, fruit_score| LevelRules {
        ghost_pace,
        blue_ticks,
        fruit_score,
        ..LevelRules::default()
    };
    vec![
        level(Pace::new(4, 5), 40, 100),
        level(Pace::new(5, 6), 35, 300),
        level(Pace::new(7, 8), 30, 500),
        level(Pace::new(9, 10), 25, 700),
        level(Pace::new(14, 15), 20, 1000),
        level(Pace::new(19, 20), 15, 2000),
        level(Pace::new(1, 1), 10, 3000),
        level(Pace::new(1, 1), 0, 5000),
    ]
}

impl PacmanSettings {
    /// The rules of a level, counted from 1.
    pub fn level(&self, number: u32) -> LevelRules {
        let index = number.saturating_sub(1) as usize;
        self.levels.get(index).or(self.levels.last()).copied().unwrap_or_default()
    }
}

/// Why a game cannot begin with these settings in this maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PacmanSettingsError {
    /// There are so many ghosts, but the maze has no place for them.
    #[error("the settings ask for {0} ghosts, but the maze has no `G` where a ghost could start")]
    NoHouse(usize),
    /// There are too many ghosts.
    #[error("the settings ask for {0} ghosts; the most is {MAX_GHOSTS}")]
    TooManyGhosts(usize),
}
