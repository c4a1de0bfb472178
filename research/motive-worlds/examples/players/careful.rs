//! A player of Pac-Man that looks further than the classic one.

use motive_worlds::pacman::handwritten::{DANGER, decide, is_first, nearest};
use motive_worlds::pacman::{Cell, Direction, Game};
use std::collections::VecDeque;

/// A player that thinks a little further, to see how well one can play without any engine.
///
/// It looks at all cells that it can get to before any ghost could, and goes for the nearest thing to eat among
/// them: blue ghosts first, then pills if a ghost is near, for they are wasted otherwise, then fruit, then dots.
/// If there is nothing, it goes where the most such cells are.
pub(crate) fn careful(game: &Game) -> Option<Direction> {
    let refuge = Refuge::search(game);
    let prey = game.ghosts.iter().filter(|ghost| ghost.is_edible()).map(|ghost| ghost.cell);
    let pills = game.pills.iter().filter(|_| refuge.threat < DANGER);
    refuge
        .nearest(prey)
        .or_else(|| refuge.nearest(pills))
        .or_else(|| refuge.nearest(game.fruit.map(|fruit| fruit.cell)))
        .or_else(|| refuge.nearest(game.dots.iter()))
        .or_else(|| refuge.widest())
        .or_else(|| decide(game))
}

/// The cells that Pac-Man can get to before any ghost.
struct Refuge {
    /// For every such cell how far it is, and the first step of the way.
    ways: Vec<Option<(u16, Direction)>>,
    /// How far the nearest hunter is.
    threat: u16,
}

impl Refuge {
    fn search(game: &Game) -> Self {
        let (maze, me) = (&*game.maze, game.pacman);
        let mut ways = vec![None; maze.cell_count()];
        let mut queue = VecDeque::from([(me, 0, None)]);
        while let Some((cell, steps, first)) = queue.pop_front() {
            for step in maze.steps(cell) {
                let Some(next) = maze.neighbour(cell, step) else { continue };
                let first = first.unwrap_or(step);
                if next != me && ways[next.index()].is_none() && is_first(game, next, steps + 1) {
                    ways[next.index()] = Some((steps + 1, first));
                    queue.push_back((next, steps + 1, Some(first)));
                }
            }
        }
        let hunters = game.ghosts.iter().filter(|ghost| ghost.is_dangerous());
        let threat = nearest(maze, me, hunters.map(|ghost| ghost.cell));
        Self { ways, threat: threat.map_or(u16::MAX, |(distance, _)| distance) }
    }

    fn nearest(&self, cells: impl IntoIterator<Item = Cell>) -> Option<Direction> {
        let ways = cells.into_iter().filter_map(|cell| self.ways[cell.index()]);
        ways.min_by_key(|&(distance, _)| distance).map(|(_, step)| step)
    }

    /// The first step to most cells.
    fn widest(&self) -> Option<Direction> {
        let count = |step| self.ways.iter().flatten().filter(|(_, first)| *first == step).count();
        let step = Direction::ALL.into_iter().rev().max_by_key(|&step| count(step))?;
        (count(step) > 0).then_some(step)
    }
}
