//! What Pac-Man sees at a glance: the threats, and the way to the nearest thing of every sort.
//!
//! It is computed once a tick by the same code as the players in plain Rust use, so that an agent's conditions can read a few
//! properties of its own instead of searching two hundred dots. Directions change seldom, where distances change in
//! every tick: an agent that reads directions alone need not think again while it walks along a corridor.

use super::cell::Cell;
use super::game::Game;
use super::handwritten::{DANGER, is_first, nearest};
use crate::direction::Direction;

/// Something in the maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VisibleObject {
    /// By its place among the ghosts.
    Ghost(usize),
    Dot(Cell),
    Pill(Cell),
    Fruit,
}

/// What Pac-Man sees at a glance: the threats that are near, and the way to the nearest thing of every sort. An agent is
/// told this in every tick; [`handwritten::decide_at_a_glance`](super::handwritten::decide_at_a_glance) works from it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacmanSight {
    /// How many dangerous ghosts are nearer than [`DANGER`].
    pub(super) threats_near: u8,
    /// The nearest threat, prey and pill.
    pub(super) things: [Option<VisibleObject>; 3],
    /// Away from the nearest threat; to the nearest prey, pill, fruit and dot; and to the nearest safe prey, pill,
    /// fruit and dot. Safe is what Pac-Man gets to before any ghost.
    pub(super) ways: [Option<Direction>; 9],
}

impl PacmanSight {
    /// Looks around in a game.
    pub fn of(game: &Game) -> Self {
        let (maze, me) = (&*game.maze, game.pacman);
        let threats = Threats::of(game);
        let (prey, safe_prey) = nearest_prey(game);
        let safe = |&cell: &Cell| maze.distance(me, cell).is_some_and(|steps| is_first(game, cell, steps));
        let pill = nearest(maze, me, game.pills.iter()).map(|(_, cell)| cell);
        let next_safe_pill = || nearest(maze, me, game.pills.iter().filter(safe)).map(|(_, cell)| cell);
        let safe_pill = pill.filter(safe).or_else(next_safe_pill);
        let fruit = game.fruit.map(|fruit| fruit.cell);
        let (dot, safe_dot) = nearest_dots(game);
        let to = |cell: Option<Cell>| cell.and_then(|cell| maze.step_toward(me, cell));
        let to_ghost = |ghost: Option<usize>| to(ghost.and_then(|ghost| cell_of(game, ghost)));
        let way_out = threats.nearest.and_then(|ghost| maze.step_away(me, cell_of(game, ghost)?));
        Self {
            threats_near: threats.near,
            things: [
                threats.nearest.map(VisibleObject::Ghost),
                prey.map(VisibleObject::Ghost),
                pill.map(VisibleObject::Pill),
            ],
            ways: [
                way_out,
                to_ghost(prey),
                to(pill),
                to(fruit),
                to(dot),
                to_ghost(safe_prey),
                to(safe_pill),
                to(fruit.filter(safe)),
                to(safe_dot),
            ],
        }
    }
}

fn cell_of(game: &Game, ghost: usize) -> Option<Cell> {
    game.ghosts.get(ghost).map(|ghost| ghost.cell)
}

struct Threats {
    nearest: Option<usize>,
    near: u8,
}

impl Threats {
    fn of(game: &Game) -> Self {
        let (mut threats, mut least) = (Self { nearest: None, near: 0 }, u16::MAX);
        for (number, ghost) in game.ghosts.iter().enumerate().filter(|(_, ghost)| ghost.is_dangerous()) {
            let Some(steps) = game.maze.distance(game.pacman, ghost.cell) else { continue };
            threats.near += u8::from(steps < DANGER);
            if steps < least {
                (least, threats.nearest) = (steps, Some(number));
            }
        }
        threats
    }
}

/// The nearest ghost that can be eaten, and the nearest that is safe and will be caught in time: it runs away at about half
/// of Pac-Man's pace, but not always straight.
fn nearest_prey(game: &Game) -> (Option<usize>, Option<usize>) {
    let (mut prey, mut safe_prey) = (None, None);
    let (mut least, mut least_safe) = (u16::MAX, u16::MAX);
    for (number, ghost) in game.ghosts.iter().enumerate().filter(|(_, ghost)| ghost.is_edible()) {
        let Some(steps) = game.maze.distance(game.pacman, ghost.cell) else { continue };
        if steps < least {
            (least, prey) = (steps, Some(number));
        }
        let in_time = u32::from(steps) * 3 / 2 <= ghost.blue_left;
        if steps < least_safe && in_time && is_first(game, ghost.cell, steps) {
            (least_safe, safe_prey) = (steps, Some(number));
        }
    }
    (prey, safe_prey)
}

/// The nearest dot and the nearest safe one; among equals the first cell.
fn nearest_dots(game: &Game) -> (Option<Cell>, Option<Cell>) {
    let (maze, me) = (&*game.maze, game.pacman);
    // Most of the time there is a dot beside Pac-Man, and no search is needed.
    let beside = || maze.steps(me).filter_map(|step| maze.neighbour(me, step));
    let at_hand = || beside().filter(|&cell| cell != me && game.dots.contains(cell));
    let dot = at_hand().min();
    let safe_dot = at_hand().filter(|&cell| is_first(game, cell, 1)).min();
    match (dot, safe_dot) {
        (Some(_), Some(_)) => (dot, safe_dot),
        _ => search_dots(game),
    }
}

fn search_dots(game: &Game) -> (Option<Cell>, Option<Cell>) {
    let distance = game.maze.distances_from(game.pacman);
    let (mut dot, mut safe_dot) = (None, None);
    let (mut least, mut least_safe) = (u16::MAX, u16::MAX);
    for cell in game.dots.iter() {
        let Some(steps) = distance(cell) else { continue };
        if steps < least {
            (least, dot) = (steps, Some(cell));
        }
        if steps < least_safe && is_first(game, cell, steps) {
            (least_safe, safe_dot) = (steps, Some(cell));
        }
    }
    (dot, safe_dot)
}
