//! Players in plain Rust, without any engine: a yardstick for speed, and a baseline for play.

use super::cell::Cell;
use super::chance::{self, Purpose};
use super::direction::Direction;
use super::game::Game;
use super::maze::Maze;

/// A ghost nearer than this is a danger.
const DANGER: u16 = 10;

/// What the classic Pac-Man agent does, as a programmer would write it down by hand.
///
/// It flees from the nearest dangerous ghost within 10 steps. Otherwise it goes for the nearest of: blue
/// ghosts; if there is none, power pills; then fruit; then dots.
#[must_use]
pub fn decide(game: &Game) -> Option<Direction> {
    let (maze, me) = (&**game.maze(), game.pacman());
    let hunters = game.ghosts().iter().filter(|ghost| ghost.is_dangerous()).map(|ghost| ghost.cell());
    if let Some((distance, threat)) = nearest(maze, me, hunters)
        && distance < DANGER
    {
        return maze.step_away(me, threat);
    }
    let prey = game.ghosts().iter().filter(|ghost| ghost.is_edible()).map(|ghost| ghost.cell());
    let (_, target) = nearest(maze, me, prey)
        .or_else(|| nearest(maze, me, game.pills()))
        .or_else(|| nearest(maze, me, game.fruit().map(|fruit| fruit.cell)))
        .or_else(|| nearest(maze, me, game.dots()))?;
    maze.step_toward(me, target)
}

/// Any step that is open, each with the same odds. The seed is the player's own.
#[must_use]
pub fn random(game: &Game, seed: u64) -> Option<Direction> {
    let steps = || game.maze().steps(game.pacman());
    let drawn = chance::below(steps().count() as u64, seed, game.tick(), Purpose::RandomPlayer);
    steps().nth(drawn as usize)
}

/// The nearest of the cells that can be reached, and how far it is; among equals the first.
fn nearest(maze: &Maze, from: Cell, cells: impl IntoIterator<Item = Cell>) -> Option<(u16, Cell)> {
    let mut best: Option<(u16, Cell)> = None;
    for cell in cells {
        if let Some(distance) = maze.distance(from, cell)
            && best.is_none_or(|(shortest, _)| distance < shortest)
        {
            best = Some((distance, cell));
        }
    }
    best
}
