//! The rules, each in a maze just large enough for it.

mod eating;
mod ghosts;
mod hunting;
mod lives;

use motive_worlds::pacman::{
    Cell, CellSet, Direction, Event, Fruit, Game, Ghost, GhostMode, LevelRules, Maze, Pace, PacmanSettings,
    Position, Temper,
};
use std::sync::Arc;

/// No ghosts, no fruit, no scatter phases, and ghosts as fast as Pac-Man.
fn quiet() -> PacmanSettings {
    let rules = LevelRules { ghost_pace: Pace::new(1, 1), ..LevelRules::default() };
    PacmanSettings {
        ghosts: Vec::new(),
        release_ticks: 0,
        scatter_ticks: 0,
        fruit_every: 0,
        levels: vec![rules],
        ..PacmanSettings::default()
    }
}

fn with_ghosts(ghosts: &[Temper]) -> PacmanSettings {
    PacmanSettings { ghosts: ghosts.to_vec(), ..quiet() }
}

fn game(drawing: &str, settings: PacmanSettings) -> Game {
    Game::new(Arc::new(Maze::parse(drawing).unwrap()), settings, 1).unwrap()
}

fn at(game: &Game, column: u16, row: u16) -> Cell {
    game.maze.cell(Position { column, row }).unwrap()
}

/// Column and row of a cell.
fn place(game: &Game, cell: Cell) -> (u16, u16) {
    let Position { column, row } = game.maze.position(cell).unwrap();
    (column, row)
}

/// Puts a ghost on the hunt somewhere.
fn put(game: &mut Game, ghost: usize, (column, row): (u16, u16), heading: Direction) {
    let cell = at(game, column, row);
    let ghost = &mut game.ghosts[ghost];
    (ghost.cell, ghost.heading, ghost.mode) = (cell, heading, GhostMode::Roaming);
}

/// Where the ghost is after each tick while Pac-Man gives no direction.
fn track(game: &mut Game, ghost: usize, ticks: usize) -> Vec<(u16, u16)> {
    let step = |_| {
        game.step(None);
        place(game, game.ghosts[ghost].cell)
    };
    (0..ticks).map(step).collect()
}
