//! The maze: tiles, cells, and the ways between them.

mod error;
mod parse;
mod paths;

use std::sync::{Arc, OnceLock};

pub use error::{MazeError, MazeProblem};

use self::paths::{Links, Paths};
use super::cell::{Cell, CellSet, Position};
use crate::direction::Direction;

/// The longest side of a maze.
const MAX_SIDE: usize = 1024;
/// The most cells: the tables of ways grow with the square of it, and take 32 MiB at this size.
const MAX_CELLS: usize = 4096;
/// Stands for a wall where a cell's number is expected.
const NO_CELL: u16 = u16::MAX;

/// What a place in the maze is made of. What lies on it is another matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Nobody can be here.
    Wall,
    /// Everybody can be here.
    Floor,
    /// Only ghosts can be here.
    House,
    /// As `House`, but drawn as a door.
    Door,
}

/// An immutable maze with the shortest ways between all its cells. Games share one through an [`Arc`].
///
/// Pac-Man and ghosts on the hunt walk by the same rule: from floor to floor and out of the ghosts' house, but
/// never into it. [`neighbour`](Maze::neighbour), [`distance`](Maze::distance) and the steps follow that rule,
/// so the house cannot be reached from outside. Only the eyes of an eaten ghost go in. Openings on opposite
/// edges of the maze are the two ends of a tunnel.
///
/// ```
/// use motive_worlds::pacman::{Direction, Maze};
///
/// let maze = Maze::parse("#######\n#P...o#\n#######")?;
/// let pill = maze.pills().iter().next().unwrap();
/// assert_eq!(maze.distance(maze.start(), pill), Some(4));
/// assert_eq!(maze.step_toward(maze.start(), pill), Some(Direction::Right));
/// # Ok::<(), motive_worlds::pacman::MazeError>(())
/// ```
#[derive(Debug)]
pub struct Maze {
    columns: u16,
    rows: u16,
    /// Row by row.
    tiles: Vec<Tile>,
    /// For every tile its cell, or [`NO_CELL`].
    cell_at: Vec<u16>,
    positions: Vec<Position>,
    links: Links,
    paths: Paths,
    homes: Vec<Home>,
    start: Cell,
    corners: [Cell; 4],
    dots: CellSet,
    pills: CellSet,
    fruit_places: Vec<Cell>,
}

/// Where a ghost starts and returns to.
#[derive(Debug)]
struct Home {
    cell: Cell,
    /// For every cell the step towards it and the cell which that leads to, by the rule for eyes.
    steps: Vec<Option<(Direction, Cell)>>,
}

impl Maze {
    /// Reads a maze from text.
    ///
    /// | tile | meaning |
    /// |---|---|
    /// | `#` | wall |
    /// | `.` | floor with a dot |
    /// | `o` | floor with a power pill |
    /// | space | bare floor |
    /// | `P` | floor where Pac-Man starts |
    /// | `F` | floor where fruit appears; there can be several |
    /// | `G` | ghosts' house, where a ghost starts; there can be several |
    /// | `_` | ghosts' house |
    /// | `=` | ghosts' house, drawn as a door |
    ///
    /// Empty lines before and after are skipped. All lines have the same length.
    ///
    /// # Errors
    /// If the text is not such a drawing, or Pac-Man could not reach everything edible, or a ghost could
    /// not reach Pac-Man.
    pub fn parse(text: &str) -> Result<Self, MazeError> {
        parse::maze(text)
    }

    /// The standard maze: ours, 21 by 21, with a tunnel, a house for four ghosts and no dead end. It is worked
    /// out once for the whole program.
    pub fn standard() -> Arc<Self> {
        static MAZE: OnceLock<Arc<Maze>> = OnceLock::new();
        let read = || Self::parse(include_str!("standard.txt")).expect("the standard maze is a maze");
        Arc::clone(MAZE.get_or_init(|| Arc::new(read())))
    }

    /// How many tiles wide the maze is.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// How many tiles high the maze is.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// How many tiles are not walls.
    pub fn cell_count(&self) -> usize {
        self.positions.len()
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.positions.len() as u16).map(Cell)
    }

    /// The tile at a position; everything outside is wall.
    pub fn tile(&self, at: Position) -> Tile {
        self.tile_index(at).map_or(Tile::Wall, |index| self.tiles[index])
    }

    /// The cell at a position, unless that is a wall or outside.
    pub fn cell(&self, at: Position) -> Option<Cell> {
        self.tile_index(at).map(|index| self.cell_at[index]).filter(|&cell| cell != NO_CELL).map(Cell)
    }

    /// Where the cell is in the text.
    pub fn position(&self, cell: Cell) -> Option<Position> {
        self.positions.get(cell.index()).copied()
    }

    fn tile_index(&self, at: Position) -> Option<usize> {
        (at.column < self.columns && at.row < self.rows)
            .then(|| usize::from(at.row) * usize::from(self.columns) + usize::from(at.column))
    }

    /// Whether the cell belongs to the ghosts' house.
    pub fn is_house(&self, cell: Cell) -> bool {
        self.position(cell).is_some_and(|at| matches!(self.tile(at), Tile::House | Tile::Door))
    }

    /// The cell that one step from `cell` leads to, unless something is in the way.
    pub fn neighbour(&self, cell: Cell, step: Direction) -> Option<Cell> {
        let next = self.links.get(cell.index())?[step.index()];
        (next != NO_CELL).then_some(Cell(next))
    }

    /// The steps that are open from a cell.
    pub fn steps(&self, cell: Cell) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&step| self.neighbour(cell, step).is_some())
    }

    /// How many steps the shortest way takes, if there is one. One read of a table.
    pub fn distance(&self, from: Cell, to: Cell) -> Option<u16> {
        self.paths.distance(from, to)
    }

    /// As [`Maze::distance`] for many cells and one start, which is looked up once.
    pub(super) fn distances_from(&self, from: Cell) -> impl Fn(Cell) -> Option<u16> {
        self.paths.distances_from(from)
    }

    /// The first step of the shortest way; among equals the first [`Direction`]. `None` if there is no way or
    /// one is there already. One read of a table.
    pub fn step_toward(&self, cell: Cell, target: Cell) -> Option<Direction> {
        self.paths.step(cell, target)
    }

    /// The step after which the way from `threat` is longest; among equals the first [`Direction`].
    ///
    /// A cell that the threat cannot get to is further than any other. There is a step as long as one is open,
    /// even if it leads nearer: who stands in a dead end must come out of it.
    pub fn step_away(&self, cell: Cell, threat: Cell) -> Option<Direction> {
        let mut best = None;
        for step in Direction::ALL {
            let Some(next) = self.neighbour(cell, step) else { continue };
            let distance = self.distance(threat, next).unwrap_or(u16::MAX);
            if best.is_none_or(|(longest, _)| distance > longest) {
                best = Some((distance, step));
            }
        }
        best.map(|(_, step)| step)
    }

    /// Where Pac-Man starts.
    pub fn start(&self) -> Cell {
        self.start
    }

    /// Where ghosts start, row by row.
    pub fn homes(&self) -> impl ExactSizeIterator<Item = Cell> + Clone {
        self.homes.iter().map(|home| home.cell)
    }

    /// The step of an eaten ghost's eyes towards the home of this number, and the cell that it leads to.
    pub(super) fn step_home(&self, cell: Cell, home: usize) -> Option<(Direction, Cell)> {
        self.homes.get(home)?.steps.get(cell.index()).copied().flatten()
    }

    /// The cells within Pac-Man's reach that are nearest to the maze's corners: top right, top left, bottom
    /// right, bottom left.
    pub fn corners(&self) -> [Cell; 4] {
        self.corners
    }

    /// Where dots lie at the beginning of a level.
    pub fn dots(&self) -> &CellSet {
        &self.dots
    }

    /// Where power pills lie at the beginning of a level.
    pub fn pills(&self) -> &CellSet {
        &self.pills
    }

    /// Where fruit can appear, row by row.
    pub fn fruit_places(&self) -> &[Cell] {
        &self.fruit_places
    }
}
