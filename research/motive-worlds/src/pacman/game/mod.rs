//! The game: its state, how it starts, and what can be seen of it.

mod tick;

use std::sync::Arc;

use super::cell::{Cell, CellSet};
use super::event::Event;
use super::ghost::Ghost;
use super::maze::Maze;
use super::settings::{LevelRules, MAX_GHOSTS, PacmanSettings, PacmanSettingsError};
use crate::direction::Direction;
use serde::{Deserialize, Serialize};

/// A fruit on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fruit {
    /// Where it lies.
    pub cell: Cell,
    /// In how many of the coming ticks it can be eaten.
    pub ticks_left: u32,
    /// What it is worth.
    pub score: u32,
}

/// A game of Pac-Man.
///
/// It can be cloned at any time, and the clone goes on exactly as the original would: a player may try moves
/// on it. A tick allocates nothing.
#[derive(Clone, Debug)]
pub struct Game {
    /// The maze.
    pub maze: Arc<Maze>,
    /// The numbers of this game.
    pub settings: Arc<PacmanSettings>,
    /// The rules of the current level.
    pub rules: LevelRules,
    /// What all random draws depend on.
    pub seed: u64,
    /// How many ticks have been played.
    pub tick: u64,
    /// The tick in which the current life began.
    life_began: u64,
    /// The current level, from 1.
    pub level: u32,
    /// How many lives are left, the current one included.
    pub lives: u32,
    /// The points so far.
    pub score: u64,
    /// Where Pac-Man is.
    pub pacman: Cell,
    /// Where Pac-Man is going.
    pub heading: Direction,
    /// Where dots are left.
    pub dots: CellSet,
    /// Where power pills are left.
    pub pills: CellSet,
    /// The ghosts, in the order of the settings.
    pub ghosts: Vec<Ghost>,
    /// How many ghosts were eaten on the last pill.
    ghosts_eaten: usize,
    /// The fruit, if there is one.
    pub fruit: Option<Fruit>,
    /// What happened in the last tick.
    pub events: Vec<Event>,
}

impl Game {
    /// A new game.
    ///
    /// # Errors
    /// If the settings ask for ghosts that the maze has no place for, or for too many.
    pub fn new(maze: Arc<Maze>, settings: PacmanSettings, seed: u64) -> Result<Self, PacmanSettingsError> {
        let ghosts = settings.ghosts.len();
        if ghosts > MAX_GHOSTS {
            return Err(PacmanSettingsError::TooManyGhosts(ghosts));
        }
        let Some(home) = maze.homes().next().or((ghosts == 0).then(|| maze.start())) else {
            return Err(PacmanSettingsError::NoHouse(ghosts));
        };
        let mut game = Self {
            rules: settings.level(1),
            seed,
            tick: 0,
            life_began: 0,
            level: 1,
            lives: settings.lives,
            score: 0,
            pacman: maze.start(),
            heading: Direction::Left,
            dots: maze.dots().clone(),
            pills: maze.pills().clone(),
            ghosts: settings.ghosts.iter().map(|&temper| Ghost::at_home(temper, home, 0)).collect(),
            ghosts_eaten: 0,
            fruit: None,
            // More cannot happen in one tick: every ghost eaten, and six other things.
            events: Vec::with_capacity(ghosts + 6),
            maze,
            settings: Arc::new(settings),
        };
        game.reset(seed);
        Ok(game)
    }

    /// Restarts in the same maze with the same settings.
    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.tick = 0;
        self.lives = self.settings.lives;
        self.score = 0;
        self.begin_level(1);
        self.events.clear();
    }

    fn begin_level(&mut self, level: u32) {
        self.level = level;
        self.rules = self.settings.level(level);
        self.dots.clone_from(self.maze.dots());
        self.pills.clone_from(self.maze.pills());
        self.begin_life();
    }

    fn begin_life(&mut self) {
        self.fruit = None;
        self.life_began = self.tick;
        self.pacman = self.maze.start();
        self.heading = Direction::Left;
        self.ghosts_eaten = 0;
        let homes = self.maze.homes().cycle();
        for ((number, ghost), home) in (0_u32..).zip(&mut self.ghosts).zip(homes) {
            let wait = self.settings.release_ticks.saturating_mul(number);
            *ghost = Ghost::at_home(ghost.temper, home, wait);
        }
    }

    /// The number of the home of the ghost: if there are more ghosts than homes, they share.
    pub(super) fn home_of(&self, ghost: usize) -> usize {
        ghost % self.maze.homes().len().max(1)
    }
}

/// What all can see.
impl Game {
    /// Whether the last life is lost.
    pub fn is_over(&self) -> bool {
        self.lives == 0
    }

    /// Whether in this tick the ghosts go to their corners rather than hunt.
    pub fn is_scattering(&self) -> bool {
        let (scatter, chase) = (u64::from(self.settings.scatter_ticks), u64::from(self.settings.chase_ticks));
        let time = (self.tick - self.life_began).saturating_sub(1);
        time.checked_rem(scatter + chase).is_some_and(|time| time < scatter)
    }
}
