//! From text to maze.

use super::paths::{self, Links, Paths};
use super::{
    Cell, CellSet, Direction, Home, MAX_CELLS, MAX_SIDE, Maze, MazeError, MazeProblem, NO_CELL, Position,
    Tile,
};

/// The characters of the maze, checked one by one but not yet against each other.
struct MazeDrawing {
    columns: usize,
    rows: usize,
    /// Row by row.
    marks: Vec<char>,
    /// How many lines of the text come before the first row.
    lines_before: usize,
}

/// The open tiles, numbered, and what their marks say.
struct Floor {
    cell_at: Vec<u16>,
    positions: Vec<Position>,
    start: Cell,
    homes: Vec<Cell>,
    dots: CellSet,
    pills: CellSet,
    fruit_places: Vec<Cell>,
}

pub(super) fn maze(text: &str) -> Result<Maze, MazeError> {
    let drawing = MazeDrawing::read(text)?;
    drawing.check_tunnels()?;
    let floor = Floor::number(&drawing)?;
    let all_links = link(&drawing, &floor, |_, _| true);
    let links = link(&drawing, &floor, |from, to| from != Tile::Floor || to == Tile::Floor);
    let paths = Paths::new(&links);
    check_reach(&drawing, &floor, &paths)?;
    let homes =
        floor.homes.iter().map(|&cell| Home { cell, steps: paths::steps_home(&all_links, cell) }).collect();
    Ok(Maze {
        columns: drawing.columns as u16,
        rows: drawing.rows as u16,
        tiles: drawing.marks.iter().map(|&mark| tile(mark)).collect(),
        corners: corners(&drawing, &floor, &paths),
        cell_at: floor.cell_at,
        positions: floor.positions,
        links,
        paths,
        homes,
        start: floor.start,
        dots: floor.dots,
        pills: floor.pills,
        fruit_places: floor.fruit_places,
    })
}

fn tile(mark: char) -> Tile {
    match mark {
        '#' => Tile::Wall,
        'G' | '_' => Tile::House,
        '=' => Tile::Door,
        _ => Tile::Floor,
    }
}

impl MazeDrawing {
    fn read(text: &str) -> Result<Self, MazeError> {
        let lines_before = text.lines().take_while(|line| line.is_empty()).count();
        let mut drawing = Self { columns: 0, rows: 0, marks: Vec::new(), lines_before };
        let mut empty_lines = 0;
        for line in text.lines().skip(lines_before) {
            // Empty lines count only if something follows them.
            if line.is_empty() {
                empty_lines += 1;
                continue;
            }
            if empty_lines > 0 {
                return Err(drawing.ragged(0));
            }
            drawing.read_line(line)?;
        }
        if drawing.rows == 0 {
            return Err(drawing.error_at(0, 0, MazeProblem::Empty));
        }
        Ok(drawing)
    }

    fn read_line(&mut self, line: &str) -> Result<(), MazeError> {
        let (row, before) = (self.rows, self.marks.len());
        for (column, mark) in line.chars().enumerate() {
            if !"#.o PFG_=".contains(mark) {
                return Err(self.error_at(column, row, MazeProblem::UnknownTile(mark)));
            }
            if column >= MAX_SIDE || row >= MAX_SIDE {
                return Err(self.error_at(column, row, MazeProblem::TooLarge));
            }
            self.marks.push(mark);
        }
        let found = self.marks.len() - before;
        if row == 0 {
            self.columns = found;
        } else if found != self.columns {
            return Err(self.ragged(found));
        }
        self.rows += 1;
        Ok(())
    }

    /// The error of the current line, where it ends too early or goes on too long.
    fn ragged(&self, found: usize) -> MazeError {
        let problem = MazeProblem::Ragged(found, self.columns);
        self.error_at(found.min(self.columns), self.rows, problem)
    }

    fn error_at(&self, column: usize, row: usize, problem: MazeProblem) -> MazeError {
        MazeError { line: self.lines_before + row + 1, column: column + 1, problem }
    }

    fn error_in(&self, floor: &Floor, cell: Cell, problem: MazeProblem) -> MazeError {
        let at = floor.positions[cell.index()];
        self.error_at(usize::from(at.column), usize::from(at.row), problem)
    }

    fn index(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    fn is_open(&self, column: usize, row: usize) -> bool {
        self.marks[self.index(column, row)] != '#'
    }

    /// An opening in an edge needs one in the opposite edge, or the tunnel would lead into a wall.
    fn check_tunnels(&self) -> Result<(), MazeError> {
        let (right, bottom) = (self.columns - 1, self.rows - 1);
        let sideways = (0..self.rows).map(|row| [(0, row), (right, row)]);
        let upright = (0..self.columns).map(|column| [(column, 0), (column, bottom)]);
        for ends in sideways.chain(upright) {
            let open = ends.map(|(column, row)| self.is_open(column, row));
            if open[0] != open[1] {
                let (column, row) = ends[usize::from(open[1])];
                return Err(self.error_at(column, row, MazeProblem::HalfTunnel));
            }
        }
        Ok(())
    }
}

impl Floor {
    fn number(drawing: &MazeDrawing) -> Result<Self, MazeError> {
        let open = drawing.marks.iter().filter(|&&mark| mark != '#').count().min(MAX_CELLS);
        let mut start = None;
        let mut floor = Self {
            cell_at: vec![NO_CELL; drawing.marks.len()],
            positions: Vec::with_capacity(open),
            start: Cell(0),
            homes: Vec::new(),
            dots: CellSet::with_room(open),
            pills: CellSet::with_room(open),
            fruit_places: Vec::new(),
        };
        for (index, &mark) in drawing.marks.iter().enumerate() {
            if mark == '#' {
                continue;
            }
            let (column, row) = (index % drawing.columns, index / drawing.columns);
            if floor.positions.len() == MAX_CELLS {
                return Err(drawing.error_at(column, row, MazeProblem::TooLarge));
            }
            let cell = floor.add(index, column, row);
            floor.mark(cell, mark);
            if mark == 'P' && start.replace(cell).is_some() {
                return Err(drawing.error_at(column, row, MazeProblem::SecondPacman));
            }
        }
        floor.start = start.ok_or_else(|| drawing.error_at(0, 0, MazeProblem::NoPacman))?;
        Ok(floor)
    }

    fn add(&mut self, index: usize, column: usize, row: usize) -> Cell {
        let cell = Cell(self.positions.len() as u16);
        self.cell_at[index] = cell.0;
        self.positions.push(Position { column: column as u16, row: row as u16 });
        cell
    }

    fn mark(&mut self, cell: Cell, mark: char) {
        match mark {
            '.' => self.dots.insert(cell),
            'o' => self.pills.insert(cell),
            'F' => self.fruit_places.push(cell),
            'G' => self.homes.push(cell),
            _ => {}
        }
    }
}

/// The neighbours of every cell, over the edges too, as far as `may_pass` lets one from tile to tile.
fn link(drawing: &MazeDrawing, floor: &Floor, may_pass: impl Fn(Tile, Tile) -> bool) -> Links {
    let (columns, rows) = (drawing.columns, drawing.rows);
    let link_cell = |(number, at): (usize, &Position)| {
        let (column, row) = (usize::from(at.column), usize::from(at.row));
        let here = tile(drawing.marks[drawing.index(column, row)]);
        Direction::ALL.map(|side| {
            let (column, row) = match side {
                Direction::Up => (column, (row + rows - 1) % rows),
                Direction::Left => ((column + columns - 1) % columns, row),
                Direction::Down => (column, (row + 1) % rows),
                Direction::Right => ((column + 1) % columns, row),
            };
            let index = drawing.index(column, row);
            let next = floor.cell_at[index];
            // In a maze of one column or row, the way over the edge leads back to where it began.
            let passes = usize::from(next) != number && may_pass(here, tile(drawing.marks[index]));
            if passes { next } else { NO_CELL }
        })
    };
    floor.positions.iter().enumerate().map(link_cell).collect()
}

/// Pac-Man must be able to reach everything edible, and ghosts must be able to reach Pac-Man.
fn check_reach(drawing: &MazeDrawing, floor: &Floor, paths: &Paths) -> Result<(), MazeError> {
    let food = floor.dots.iter().chain(floor.pills.iter()).chain(floor.fruit_places.iter().copied());
    let lost = food.filter(|&cell| paths.distance(floor.start, cell).is_none()).min();
    if let Some(cell) = lost {
        return Err(drawing.error_in(floor, cell, MazeProblem::OutOfReach));
    }
    let walled_in = floor.homes.iter().find(|&&cell| paths.distance(cell, floor.start).is_none());
    match walled_in {
        Some(&cell) => Err(drawing.error_in(floor, cell, MazeProblem::WalledIn)),
        None => Ok(()),
    }
}

/// See [`Maze::corners`].
fn corners(drawing: &MazeDrawing, floor: &Floor, paths: &Paths) -> [Cell; 4] {
    let (right, bottom) = (drawing.columns as u16 - 1, drawing.rows as u16 - 1);
    [(right, 0), (0, 0), (right, bottom), (0, bottom)].map(|(column, row)| {
        let in_reach =
            |&(number, _): &(usize, &Position)| paths.distance(floor.start, Cell(number as u16)).is_some();
        let steps = |(_, at): &(usize, &Position)| at.column.abs_diff(column) + at.row.abs_diff(row);
        let nearest = floor.positions.iter().enumerate().filter(in_reach).min_by_key(steps);
        nearest.map_or(floor.start, |(number, _)| Cell(number as u16))
    })
}
