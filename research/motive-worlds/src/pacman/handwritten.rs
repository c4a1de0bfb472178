//! Players in plain Rust, without any engine: a yardstick for speed, and a baseline for play.

use super::cell::Cell;
use super::draw_purposes::{self, Purpose};
use super::game::Game;
use super::ghost::GhostMode;
use super::maze::Maze;
use super::nearest_targets::PacmanSight;
use crate::direction::Direction;

/// A ghost nearer than this is a danger.
pub const DANGER: u16 = 10;

/// What the classic Pac-Man agent does, as a programmer would write it down by hand.
///
/// It flees from the nearest dangerous ghost within 10 steps. Otherwise it goes for the nearest of: blue
/// ghosts; if there is none, power pills; then fruit; then dots.
pub fn decide(game: &Game) -> Option<Direction> {
    let (maze, me) = (&*game.maze, game.pacman);
    let hunters = game.ghosts.iter().filter(|ghost| ghost.is_dangerous()).map(|ghost| ghost.cell);
    if let Some((distance, threat)) = nearest(maze, me, hunters)
        && distance < DANGER
    {
        return maze.step_away(me, threat);
    }
    let prey = game.ghosts.iter().filter(|ghost| ghost.is_edible()).map(|ghost| ghost.cell);
    let (_, target) = nearest(maze, me, prey)
        .or_else(|| nearest(maze, me, game.pills.iter()))
        .or_else(|| nearest(maze, me, game.fruit.map(|fruit| fruit.cell)))
        .or_else(|| nearest(maze, me, game.dots.iter()))?;
    maze.step_toward(me, target)
}

/// The same player with the same choices as [`decide`], working from percepts instead of the game itself.
pub fn decide_at_a_glance(sight: &PacmanSight) -> Option<Direction> {
    let [way_out, to_prey, to_pill, to_fruit, to_dot, ..] = sight.ways;
    if sight.threats_near >= 1 { way_out } else { to_prey.or(to_pill).or(to_fruit).or(to_dot) }
}

/// Whether Pac-Man reaches the cell in this number of steps before any ghost can.
pub fn is_first(game: &Game, cell: Cell, steps: u16) -> bool {
    game.ghosts.iter().all(|ghost| match ghost.mode {
        GhostMode::Eaten => true,
        _ if ghost.blue_left >= u32::from(steps) => true,
        _ => game.maze.distance(ghost.cell, cell).is_none_or(|distance| distance > steps),
    })
}

/// Any step that is open, each with the same odds. The seed is the player's own.
pub fn random(game: &Game, seed: u64) -> Option<Direction> {
    let steps = || game.maze.steps(game.pacman);
    let drawn = draw_purposes::below(steps().count() as u64, seed, game.tick, Purpose::RandomPlayer);
    steps().nth(drawn as usize)
}

/// The nearest of the cells that can be reached, and how far it is; among equals the first.
pub fn nearest(maze: &Maze, from: Cell, cells: impl IntoIterator<Item = Cell>) -> Option<(u16, Cell)> {
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
