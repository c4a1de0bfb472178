//! Where ghosts go. The rules are described at [`Temper`].

use super::cell::Cell;
use super::draw_purposes::{self, Purpose};
use super::game::Game;
use super::ghost::{Ghost, GhostMode, Temper};
use super::maze::Maze;
use crate::direction::Direction;

/// The step that the ghost takes now and the cell that it leads to, if any is open to it.
pub(super) fn next_step(game: &Game, number: usize) -> Option<(Direction, Cell)> {
    let (maze, ghost) = (&game.maze, game.ghosts.get(number)?);
    let step = match ghost.mode {
        GhostMode::Eaten => return maze.step_home(ghost.cell, game.home_of(number)),
        GhostMode::Home { .. } => maze.step_toward(ghost.cell, maze.start()),
        GhostMode::Roaming => roam(game, number, ghost),
    }?;
    Some((step, maze.neighbour(ghost.cell, step)?))
}

fn roam(game: &Game, number: usize, ghost: &Ghost) -> Option<Direction> {
    match PossibleSteps::of(&game.maze, ghost).as_slice() {
        [] => None,
        [only] => Some(*only),
        several => choose(game, number, ghost, several),
    }
}

fn choose(game: &Game, number: usize, ghost: &Ghost, options: &[Direction]) -> Option<Direction> {
    let maze = &game.maze;
    let way_after = |step: Direction, target: Cell| {
        let next = maze.neighbour(ghost.cell, step)?;
        maze.distance(next, target)
    };
    if ghost.is_blue() {
        // Of equals `max_by_key` takes the last, and the first one is wanted.
        return options.iter().rev().copied().max_by_key(|&step| way_after(step, game.pacman));
    }
    match target(game, number, ghost) {
        Some(target) => {
            options.iter().copied().min_by_key(|&step| way_after(step, target).unwrap_or(u16::MAX))
        }
        None => {
            let drawn =
                draw_purposes::below(options.len() as u64, game.seed, game.tick, Purpose::Turn(number));
            options.get(drawn as usize).copied()
        }
    }
}

/// What a ghost that is not blue is after; `None` if it goes wherever chance leads it.
fn target(game: &Game, number: usize, ghost: &Ghost) -> Option<Cell> {
    let (maze, settings, pacman) = (&game.maze, &game.settings, game.pacman);
    match ghost.temper {
        Temper::Wanderer => {
            let steps = maze.distance(ghost.cell, pacman);
            let sees = steps.is_some_and(|steps| steps <= settings.wanderer_sight);
            (sees && !game.is_scattering()).then_some(pacman)
        }
        _ if game.is_scattering() => Some(maze.corners()[number % 4]),
        Temper::Chaser => Some(pacman),
        Temper::Ambusher => Some(straight_on(maze, pacman, game.heading, settings.ambush_lead)),
        Temper::Flanker => Some(flight(game, number, settings.flank_lead)),
    }
}

/// Where `lead` steps straight on lead to, or as many of them as are open.
fn straight_on(maze: &Maze, from: Cell, heading: Direction, lead: u8) -> Cell {
    let steps = std::iter::successors(Some(from), |&cell| maze.neighbour(cell, heading));
    steps.take(usize::from(lead) + 1).last().unwrap_or(from)
}

/// Where Pac-Man would be after it fled for `lead` steps from the hunter nearest to it, this one not counted.
fn flight(game: &Game, number: usize, lead: u8) -> Cell {
    let (maze, pacman) = (&game.maze, game.pacman);
    let others =
        game.ghosts.iter().enumerate().filter(|&(other, ghost)| other != number && ghost.is_dangerous());
    let nearest = others
        .min_by_key(|(_, ghost)| maze.distance(ghost.cell, pacman).unwrap_or(u16::MAX))
        .map(|(_, ghost)| ghost);
    let Some(threat) = nearest else { return pacman };
    (0..lead).fold(pacman, |cell, _| {
        let step = maze.step_away(cell, threat.cell);
        step.and_then(|step| maze.neighbour(cell, step)).unwrap_or(cell)
    })
}

/// The steps among which a roaming ghost may choose.
struct PossibleSteps {
    steps: [Direction; 4],
    count: usize,
}

impl PossibleSteps {
    fn of(maze: &Maze, ghost: &Ghost) -> Self {
        let back = ghost.heading.opposite();
        let mut options = Self { steps: [back; 4], count: 0 };
        for step in Direction::ALL {
            if step != back && maze.neighbour(ghost.cell, step).is_some() {
                options.steps[options.count] = step;
                options.count += 1;
            }
        }
        if options.count == 0 && maze.neighbour(ghost.cell, back).is_some() {
            // A dead end: `back` is what the steps are filled with.
            options.count = 1;
        }
        options
    }

    fn as_slice(&self) -> &[Direction] {
        &self.steps[..self.count]
    }
}
