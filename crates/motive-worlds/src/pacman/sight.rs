//! What Pac-Man sees at a glance: itself, and the nearest thing of every sort.
//!
//! It is worked out once a tick in the way of the players in plain Rust, so that an agent's conditions can read a few
//! properties of its own instead of searching two hundred dots.

use super::cell::Cell;
use super::direction::Direction;
use super::game::Game;
use super::ghost::Ghost;
use super::handwritten::{is_first, nearest};
use super::names::MARKS;

/// Something in the maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// By its place among the ghosts.
    Ghost(usize),
    Dot(Cell),
    Pill(Cell),
    Fruit,
}

/// What Pac-Man sees at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    pub(super) position: Cell,
    pub(super) heading: Direction,
    pub(super) lives: u32,
    pub(super) score: u64,
    pub(super) level: u32,
    pub(super) scattering: bool,
    /// The nearest threat, the next one, the nearest prey, pill, fruit and dot; then the nearest safe prey, pill, fruit and
    /// dot. Safe is what Pac-Man gets to before any ghost.
    pub(super) marks: [Option<Thing>; MARKS],
}

impl Sight {
    pub(super) fn of(game: &Game) -> Self {
        let (maze, me) = (&**game.maze(), game.pacman());
        let [threat, second] = two_nearest_threats(game);
        let ghosts = || game.ghosts().iter().enumerate();
        let prey = || ghosts().filter(|(_, ghost)| ghost.is_edible());
        let nearest_ghost = |safe: bool| {
            let way = |(number, ghost): (usize, &Ghost)| {
                Some((maze.distance(me, ghost.cell())?, number, ghost.cell()))
            };
            let ways =
                prey().filter_map(way).filter(|&(steps, _, cell)| !safe || is_first(game, cell, steps));
            ways.min_by_key(|&(steps, ..)| steps).map(|(_, number, _)| Thing::Ghost(number))
        };
        let safe = |&cell: &Cell| maze.distance(me, cell).is_some_and(|steps| is_first(game, cell, steps));
        let pill = nearest(maze, me, game.pills()).map(|(_, cell)| cell);
        let safe_pill = pill
            .filter(safe)
            .or_else(|| nearest(maze, me, game.pills().iter().filter(safe)).map(|(_, cell)| cell));
        let fruit = game.fruit().map(|fruit| fruit.cell);
        let (dot, safe_dot) = nearest_dots(game);
        Self {
            position: me,
            heading: game.heading(),
            lives: game.lives(),
            score: game.score(),
            level: game.level(),
            scattering: game.is_scattering(),
            marks: [
                threat,
                second,
                nearest_ghost(false),
                pill.map(Thing::Pill),
                fruit.map(|_| Thing::Fruit),
                dot.map(Thing::Dot),
                nearest_ghost(true),
                safe_pill.map(Thing::Pill),
                fruit.filter(safe).map(|_| Thing::Fruit),
                safe_dot.map(Thing::Dot),
            ],
        }
    }
}

fn two_nearest_threats(game: &Game) -> [Option<Thing>; 2] {
    let mut best: [Option<(u16, usize)>; 2] = [None; 2];
    for (number, ghost) in game.ghosts().iter().enumerate().filter(|(_, ghost)| ghost.is_dangerous()) {
        let Some(steps) = game.maze().distance(game.pacman(), ghost.cell()) else { continue };
        let beats = |other: Option<(u16, usize)>| other.is_none_or(|(least, _)| steps < least);
        if beats(best[0]) {
            best = [Some((steps, number)), best[0]];
        } else if beats(best[1]) {
            best[1] = Some((steps, number));
        }
    }
    best.map(|found| found.map(|(_, number)| Thing::Ghost(number)))
}

/// The nearest dot and the nearest safe one; among equals the first cell.
fn nearest_dots(game: &Game) -> (Option<Cell>, Option<Cell>) {
    let (maze, me) = (&**game.maze(), game.pacman());
    // Most of the time there is a dot beside Pac-Man, and no search is needed.
    let beside = || maze.steps(me).filter_map(|step| maze.neighbour(me, step));
    let at_hand = || beside().filter(|&cell| cell != me && game.dots().contains(cell));
    let dot = at_hand().min();
    let safe_dot = at_hand().filter(|&cell| is_first(game, cell, 1)).min();
    match (dot, safe_dot) {
        (Some(_), Some(_)) => (dot, safe_dot),
        _ => search_dots(game),
    }
}

fn search_dots(game: &Game) -> (Option<Cell>, Option<Cell>) {
    let (maze, me) = (&**game.maze(), game.pacman());
    let (mut dot, mut safe_dot) = (None, None);
    let (mut least, mut least_safe) = (u16::MAX, u16::MAX);
    for cell in game.dots() {
        let Some(steps) = maze.distance(me, cell) else { continue };
        if steps < least {
            (least, dot) = (steps, Some(cell));
        }
        if steps < least_safe && is_first(game, cell, steps) {
            (least_safe, safe_dot) = (steps, Some(cell));
        }
    }
    (dot, safe_dot)
}
