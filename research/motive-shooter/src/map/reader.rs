//! Reading the text of a map: head, legend, and the drawing as letters, which become floors, walls, doors and places.

use super::checker::{MapError, MapProblem};
use super::level::{LevelCell, Lift, MapLevel};
use super::{MapPlace, PlaceKind};
use crate::rules::{GameType, Team, WeaponClass};
use glam::Vec3;
use std::collections::BTreeMap;

/// The most rows or columns of a drawing.
const MOST_CELLS: usize = 256;
/// The most places of a map: which can be walked to from which is tried for every pair.
const MOST_PLACES: usize = 512;
/// Letters that mean something in every drawing.
const RESERVED: &str = "#.<>^v+=123456789";

/// A map as it was written.
#[derive(Debug)]
pub(super) struct MapDrawing {
    pub(super) games: Vec<GameType>,
    /// Side of a cell.
    pub(super) cell: f32,
    /// Height of one step of the digits.
    pub(super) rise: f32,
    pub(super) legend: BTreeMap<char, LegendEntry>,
    /// The rows of the drawing as letters.
    pub(super) rows: Vec<Vec<char>>,
    /// The line of the first row, from 1.
    pub(super) first_line: usize,
}

/// What a letter stands for, and the height of the floor under it.
#[derive(Clone, Debug)]
pub(super) struct LegendEntry {
    pub(super) kind: PlaceKind,
    pub(super) height: u8,
}

/// Reads the text, or tells everything that is wrong with it.
pub(super) fn read(text: &str) -> Result<MapDrawing, Vec<MapError>> {
    let mut drawing = MapDrawing {
        games: Vec::new(),
        cell: 100.0,
        rise: 50.0,
        legend: BTreeMap::new(),
        rows: Vec::new(),
        first_line: 0,
    };
    let mut errors = Vec::new();
    let mut in_legend = false;
    let mut lines = (1..).zip(text.lines());
    for (line, content) in lines.by_ref() {
        let content = content.split("//").next().unwrap_or_default();
        let words: Vec<&str> = content.split_whitespace().collect();
        let problem = match words.as_slice() {
            [] => Ok(()),
            ["floor"] => {
                drawing.first_line = line + 1;
                break;
            }
            ["legend"] => {
                in_legend = true;
                Ok(())
            }
            words if in_legend => legend_line(words, &mut drawing),
            words => head_line(words, &mut drawing),
        };
        if let Err(problem) = problem {
            errors.push(MapError { line, column: 1, problem });
        }
    }
    drawing.rows = lines.map(|(_, row)| row.trim_end().chars().collect()).collect();
    while drawing.rows.last().is_some_and(Vec::is_empty) {
        drawing.rows.pop();
    }
    let columns = drawing.rows.iter().map(Vec::len).max().unwrap_or(0);
    let whole = |problem| MapError { line: drawing.first_line.max(1), column: 1, problem };
    if columns == 0 {
        errors.push(whole(MapProblem::NoFloor));
    } else if columns > MOST_CELLS || drawing.rows.len() > MOST_CELLS {
        errors.push(whole(MapProblem::TooLarge(MOST_CELLS)));
    }
    if drawing.games.is_empty() {
        errors.push(MapError { line: 1, column: 1, problem: MapProblem::NoGame });
    }
    if errors.is_empty() { Ok(drawing) } else { Err(errors) }
}

fn head_line(words: &[&str], drawing: &mut MapDrawing) -> Result<(), MapProblem> {
    let unknown = || MapProblem::UnknownLine(words.join(" "));
    match words {
        ["game", games @ ..] if !games.is_empty() => {
            for name in games.iter().flat_map(|word| word.split(',')).filter(|name| !name.is_empty()) {
                let game = GameType::of_name(name);
                drawing.games.push(game.ok_or_else(|| MapProblem::UnknownGame(name.to_owned()))?);
            }
            Ok(())
        }
        ["cell", number] => set_number(number, 40.0..=1000.0, &mut drawing.cell),
        ["rise", number] => set_number(number, 1.0..=500.0, &mut drawing.rise),
        _ => Err(unknown()),
    }
}

fn set_number(text: &str, within: std::ops::RangeInclusive<f32>, into: &mut f32) -> Result<(), MapProblem> {
    let bad = || MapProblem::BadNumber { text: text.to_owned(), low: *within.start(), high: *within.end() };
    *into = text.parse().ok().filter(|number| within.contains(number)).ok_or_else(bad)?;
    Ok(())
}

fn legend_line(words: &[&str], drawing: &mut MapDrawing) -> Result<(), MapProblem> {
    let unknown = || MapProblem::UnknownLine(words.join(" "));
    let (words, height) = match words {
        [entry @ .., "on", height] => {
            let height = height.parse::<u8>().ok().filter(|height| *height <= 9);
            (entry, height.ok_or_else(unknown)?)
        }
        entry => (entry, 0),
    };
    let [letter, what @ ..] = words else { return Err(unknown()) };
    let mut letters = letter.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(unknown()) };
    if RESERVED.contains(letter) {
        return Err(MapProblem::ReservedLetter(letter));
    }
    let kind = kind_of(what).ok_or_else(unknown)?;
    if drawing.legend.insert(letter, LegendEntry { kind, height }).is_some() {
        return Err(MapProblem::LetterTwice(letter));
    }
    Ok(())
}

fn kind_of(words: &[&str]) -> Option<PlaceKind> {
    Some(match words {
        ["start"] => PlaceKind::Start(None),
        ["start", team] => PlaceKind::Start(Some(team_of(team)?)),
        ["flag", team] => PlaceKind::Flag(team_of(team)?),
        ["point", name] => PlaceKind::Point((*name).to_owned()),
        ["weapon", class] => PlaceKind::Weapon(WeaponClass::of_name(class)?),
        ["ammunition", class] => PlaceKind::Ammunition(WeaponClass::of_name(class)?),
        ["health"] => PlaceKind::Health,
        ["armour"] => PlaceKind::Armour,
        ["node"] => PlaceKind::Node,
        ["home", team] => PlaceKind::Home(team_of(team)?),
        ["watch", team] => PlaceKind::Watch(team_of(team)?),
        ["patrol", team] => PlaceKind::Patrol(team_of(team)?),
        ["safe"] => PlaceKind::Safe,
        _ => return None,
    })
}

fn team_of(name: &str) -> Option<Team> {
    match name {
        "red" => Some(0),
        "blue" => Some(1),
        _ => None,
    }
}

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
        let problem = MapProblem::TooManyPlaces(MOST_PLACES);
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
        _ => flat_height(drawing, column, row).map(LevelCell::flat).ok_or(MapProblem::UnknownLetter(letter)),
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
