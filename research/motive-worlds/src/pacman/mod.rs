//! Pac-Man: a maze, dots, power pills, fruit, and ghosts that hunt or flee.
//!
//! Pac-Man sees the whole maze and eats whatever it touches. A power pill turns the ghosts blue for a while;
//! a blue ghost can be eaten, any other costs a life. The maze, the ghosts' rules and every number in
//! [`PacmanSettings`] are this crate's own; the scores are the arcade's.
//!
//! ```
//! use motive_worlds::pacman::{Game, Maze, PacmanSettings, handwritten};
//!
//! let mut game = Game::new(Maze::standard(), PacmanSettings::default(), 7)?;
//! while game.tick < 100 && !game.is_over() {
//!     let wish = handwritten::decide(&game);
//!     game.step(wish);
//! }
//! assert!(game.score > 0);
//! # Ok::<(), motive_worlds::pacman::PacmanSettingsError>(())
//! ```
//!
//! [`Game`] is the game alone; [`PacmanWorld`] is the game as a [`World`](crate::World) that agents decide in.
//!
//! # Time and speed
//! Time is counted in ticks; one call of [`Game::step`] is one tick. Everybody moves by whole cells. Pac-Man
//! moves one cell in every tick; a ghost moves one cell in those ticks that its [`Pace`] allows, which depends
//! on the level and on whether it is blue; the eyes of an eaten ghost move in every tick.
//!
//! A tick goes so: Pac-Man moves and eats; it meets the ghosts that stand there; the ghosts move one after
//! another, and each meets Pac-Man where it arrives; blue times and the fruit's time run down. Because moves
//! happen one after another, nobody can pass through anybody.

mod cell;
mod draw_purposes;
mod event;
mod game;
mod ghost;
mod ghost_paths;
pub mod handwritten;
mod maze;
mod nearest_targets;
mod remembered_maze;
mod settings;
mod view;
mod vocabulary;
mod world;

pub use crate::direction::Direction;
pub use cell::{Cell, CellSet, Position};
pub use event::Event;
pub use game::{Fruit, Game};
pub use ghost::{Ghost, GhostMode, Temper};
pub use maze::{Maze, MazeError, MazeProblem, Tile};
pub use nearest_targets::PacmanSight;
pub use settings::{LevelRules, MAX_GHOSTS, Pace, PacmanSettings, PacmanSettingsError};
pub use view::PacmanFrame;
pub use world::PacmanWorld;
