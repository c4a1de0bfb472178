//! The game as text, and as a record of one tick.

use std::fmt::Write as _;

use super::cell::{Cell, CellSet, Position};
use super::game::{Fruit, Game};
use super::ghost::{Ghost, GhostMode, Temper};
use super::maze::{Maze, Tile};
use crate::direction::Direction;
use serde::{Deserialize, Serialize};

/// All that can be seen of a game at one tick, for recordings. With its maze it can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PacmanFrame {
    /// How many ticks have been played.
    pub tick: u64,
    /// The level, from 1.
    pub level: u32,
    /// Lives left.
    pub lives: u32,
    /// The points so far.
    pub score: u64,
    /// Where Pac-Man is.
    pub pacman: Cell,
    /// Where Pac-Man is going.
    pub heading: Direction,
    /// The ghosts.
    pub ghosts: Vec<Ghost>,
    /// The fruit, if there is one.
    pub fruit: Option<Fruit>,
    /// Where dots are left.
    pub dots: CellSet,
    /// Where power pills are left.
    pub pills: CellSet,
}

impl Game {
    /// All that can be seen now.
    pub fn frame(&self) -> PacmanFrame {
        PacmanFrame {
            tick: self.tick,
            level: self.level,
            lives: self.lives,
            score: self.score,
            pacman: self.pacman,
            heading: self.heading,
            ghosts: self.ghosts.to_vec(),
            fruit: self.fruit,
            dots: self.dots.clone(),
            pills: self.pills.clone(),
        }
    }

    /// The game as text; see [`PacmanFrame::draw`].
    pub fn draw(&self) -> String {
        self.frame().draw(&self.maze)
    }
}

impl PacmanFrame {
    /// The maze with all that is in it, and a line with the numbers below.
    ///
    /// Pac-Man is an arrow that points where it goes; `·` is a dot, `●` a power pill, `%` a fruit. A ghost is
    /// the first letter of its [`Temper`], small while it is blue; `"` is a pair of eyes. A tile takes two
    /// columns, because a terminal's characters are about twice as high as wide. Things that are outside the
    /// maze, as a damaged recording may have them, are left out.
    pub fn draw(&self, maze: &Maze) -> String {
        let things = self.things(maze);
        let mut text = String::new();
        for row in 0..maze.rows() {
            for column in 0..maze.columns() {
                let at = Position { column, row };
                let thing = maze.cell(at).and_then(|cell| things.get(cell.index()).copied().flatten());
                text.push(thing.unwrap_or_else(|| bare(maze, at)));
                if column + 1 < maze.columns() {
                    text.push(if walls_join(maze, at, Direction::Right) { '─' } else { ' ' });
                }
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        let Self { tick, level, lives, score, .. } = self;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "level {level}  lives {lives}  score {score}  tick {tick}");
        text
    }

    /// For every cell what is seen there: of several things the one that matters most.
    fn things(&self, maze: &Maze) -> Vec<Option<char>> {
        let mut things = vec![None; maze.cell_count()];
        let mut put = |cell: Cell, mark| {
            if let Some(thing) = things.get_mut(cell.index()) {
                *thing = Some(mark);
            }
        };
        self.dots.iter().for_each(|cell| put(cell, '·'));
        self.pills.iter().for_each(|cell| put(cell, '●'));
        self.fruit.iter().for_each(|fruit| put(fruit.cell, '%'));
        put(self.pacman, arrow(self.heading));
        self.ghosts.iter().for_each(|ghost| put(ghost.cell, letter(ghost)));
        things
    }
}

fn arrow(heading: Direction) -> char {
    match heading {
        Direction::Up => '▲',
        Direction::Left => '◄',
        Direction::Down => '▼',
        Direction::Right => '►',
    }
}

fn letter(ghost: &Ghost) -> char {
    let letter = match ghost.temper {
        Temper::Chaser => 'C',
        Temper::Ambusher => 'A',
        Temper::Flanker => 'F',
        Temper::Wanderer => 'W',
    };
    match ghost.mode {
        GhostMode::Eaten => '"',
        _ if ghost.is_blue() => letter.to_ascii_lowercase(),
        _ => letter,
    }
}

/// The tile when nothing is on it.
fn bare(maze: &Maze, at: Position) -> char {
    match maze.tile(at) {
        Tile::Wall => wall(maze, at),
        Tile::Door => '╌',
        Tile::Floor | Tile::House => ' ',
    }
}

/// Walls are drawn as lines: this is the piece that joins the right neighbours.
fn wall(maze: &Maze, at: Position) -> char {
    const PIECES: [char; 16] =
        [' ', '╵', '╴', '┘', '╷', '│', '┐', '┤', '╶', '└', '─', '┴', '┌', '├', '┬', '┼'];
    let joined = |side: Direction| usize::from(walls_join(maze, at, side)) << side.index();
    let piece = PIECES[Direction::ALL.map(joined).iter().sum::<usize>()];
    // A wall that joins nothing is either a pillar or deep inside a block.
    if piece == ' ' && borders_floor(maze, at) { '▪' } else { piece }
}

/// Whether a line goes from this wall to the next: not within a block, only along its edge.
fn walls_join(maze: &Maze, at: Position, side: Direction) -> bool {
    let is_wall = |at: Option<Position>| at.is_none_or(|at| maze.tile(at) == Tile::Wall);
    let Some(next) = beside(maze, at, side) else { return false };
    let flanks = match side {
        Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
        Direction::Left | Direction::Right => [Direction::Up, Direction::Down],
    };
    let on_edge =
        || flanks.iter().any(|&flank| [at, next].iter().any(|&at| !is_wall(beside(maze, at, flank))));
    is_wall(Some(at)) && is_wall(Some(next)) && on_edge()
}

fn borders_floor(maze: &Maze, at: Position) -> bool {
    Direction::ALL.iter().any(|&side| beside(maze, at, side).is_some_and(|at| maze.tile(at) != Tile::Wall))
}

/// The position on that side, within the drawing.
fn beside(maze: &Maze, at: Position, side: Direction) -> Option<Position> {
    let Position { column, row } = at;
    let (column, row) = match side {
        Direction::Up => (column, row.checked_sub(1)?),
        Direction::Left => (column.checked_sub(1)?, row),
        Direction::Down => (column, row + 1),
        Direction::Right => (column + 1, row),
    };
    (column < maze.columns() && row < maze.rows()).then_some(Position { column, row })
}
