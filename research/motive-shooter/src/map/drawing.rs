//! From letters to floors, walls, doors and places.

use super::checker::{MapError, MapProblem};
use super::level::{LevelCell, Lift, MapLevel};
use super::place::MapPlace;
use super::reader::MapDrawing;
use glam::Vec3;

/// The most places of a map: which can be walked to from which is tried for every pair.
const MOST_PLACES: usize = 512;

/// Columns and rows to the cell that a ramp leads to.
type Direction = (isize, isize);

/// Builds the level and its places, or tells everything that is wrong.
pub(super) fn build(drawing: &MapDrawing) -> Result<(MapLevel, Vec<MapPlace>), Vec<MapError>> {
    let columns = drawing.rows.iter().map(Vec::len).max().unwrap_or(0);
    let rows = drawing.rows.len();
    let (mut cells, mut doors, mut places) = (Vec::with_capacity(columns * rows), Vec::new(), Vec::new());
    let (mut errors, mut lifts) = (Vec::new(), 0);
    for row in 0..rows {
        for column in 0..columns {
            let mut cell = cell_at(drawing, column, row).unwrap_or_else(|problem| {
                errors.push(MapError { line: drawing.first_line + row, column: column + 1, problem });
                LevelCell::Solid
            });
            if let LevelCell::Lift(lift) = &mut cell {
                lift.number = lifts;
                lifts += 1;
            }
            cells.push(cell);
            let letter = letter_at(drawing, column as isize, row as isize);
            if letter == '+' {
                doors.push((column, row));
            }
            if let (Some(entry), LevelCell::Floor { base, .. }) = (drawing.legend.get(&letter), cell) {
                let middle = |at: usize| (at as f32 + 0.5) * drawing.cell;
                places.push(MapPlace {
                    kind: entry.kind.clone(),
                    position: Vec3::new(middle(column), middle(row), base),
                    line: drawing.first_line + row,
                    column: column + 1,
                });
            }
        }
    }
    if places.len() > MOST_PLACES {
        let problem = MapProblem::TooManyPlaces { most: MOST_PLACES };
        errors.push(MapError { line: drawing.first_line, column: 1, problem });
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok((MapLevel::new(columns, drawing.cell, cells, doors), places))
}

fn letter_at(drawing: &MapDrawing, column: isize, row: isize) -> char {
    let row = usize::try_from(row).ok().and_then(|row| drawing.rows.get(row));
    let letter = usize::try_from(column).ok().and_then(|column| row?.get(column));
    letter.copied().unwrap_or('#')
}

fn cell_at(drawing: &MapDrawing, column: usize, row: usize) -> Result<LevelCell, MapProblem> {
    let (column, row) = (column as isize, row as isize);
    let letter = letter_at(drawing, column, row);
    match letter {
        '#' | ' ' => Ok(LevelCell::Solid),
        '<' | '>' | '^' | 'v' => ramp(drawing, column, row, direction_of(letter)),
        '+' => {
            let height = floors_beside(drawing, column, row).next();
            height.map(LevelCell::flat).ok_or(MapProblem::DoorWithoutFloor)
        }
        '=' => {
            let low = floors_beside(drawing, column, row).reduce(f32::min);
            let high = floors_beside(drawing, column, row).reduce(f32::max);
            let lift = low.zip(high).filter(|(low, high)| low < high);
            // Lifts are numbered where all are known.
            lift.map(|(low, high)| LevelCell::Lift(Lift { number: 0, low, high }))
                .ok_or(MapProblem::LiftWithoutFloors)
        }
        _ => {
            flat_height(drawing, column, row).map(LevelCell::flat).ok_or(MapProblem::UnknownLetter { letter })
        }
    }
}

/// The heights of the flat floors beside a cell.
fn floors_beside(drawing: &MapDrawing, column: isize, row: isize) -> impl Iterator<Item = f32> + '_ {
    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    beside.into_iter().filter_map(move |(x, y)| flat_height(drawing, column + x, row + y))
}

/// The height of a flat floor. None for walls, ramps, doors and unknown letters.
fn flat_height(drawing: &MapDrawing, column: isize, row: isize) -> Option<f32> {
    let letter = letter_at(drawing, column, row);
    let steps = match letter {
        '.' => 0,
        '1'..='9' => letter.to_digit(10)?,
        letter => u32::from(drawing.legend.get(&letter)?.height),
    };
    Some(steps as f32 * drawing.rise)
}

fn direction_of(letter: char) -> Direction {
    match letter {
        '<' => (-1, 0),
        '>' => (1, 0),
        '^' => (0, -1),
        _ => (0, 1),
    }
}

/// One cell of a ramp: ramps of one direction in a row share the rise from the floor before the first to the floor behind the last.
fn ramp(drawing: &MapDrawing, column: isize, row: isize, (x, y): Direction) -> Result<LevelCell, MapProblem> {
    let letter = letter_at(drawing, column, row);
    let same = |steps: isize| letter_at(drawing, column + x * steps, row + y * steps) == letter;
    let (mut before, mut behind) = (0, 0);
    while same(before - 1) {
        before -= 1;
    }
    while same(behind + 1) {
        behind += 1;
    }
    let height = |steps: isize| flat_height(drawing, column + x * steps, row + y * steps);
    let (Some(low), Some(high)) = (height(before - 1), height(behind + 1)) else {
        return Err(MapProblem::RampWithoutFloor);
    };
    let cells = (behind - before + 1) as f32;
    let step = (high - low) / cells;
    let start = low + step * -before as f32;
    // The base is the height of the corner with the lowest column and row.
    let base = if x + y > 0 { start } else { start + step };
    Ok(LevelCell::Floor { base, by_column: step * x as f32, by_row: step * y as f32 })
}
