//! Reading the text of a map: head, legend, and the drawing as letters.

use super::checker::{MapError, MapProblem};
use super::place::{PlaceKind, Team};
use crate::game::{GameType, WeaponClass};
use std::collections::BTreeMap;

/// The most rows or columns of a drawing.
const MOST_CELLS: usize = 256;
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
        errors.push(whole(MapProblem::TooLarge { most: MOST_CELLS }));
    }
    if drawing.games.is_empty() {
        errors.push(MapError { line: 1, column: 1, problem: MapProblem::NoGame });
    }
    if errors.is_empty() { Ok(drawing) } else { Err(errors) }
}

fn head_line(words: &[&str], drawing: &mut MapDrawing) -> Result<(), MapProblem> {
    let unknown = || MapProblem::UnknownLine { text: words.join(" ") };
    match words {
        ["game", games @ ..] if !games.is_empty() => {
            for name in games.iter().flat_map(|word| word.split(',')).filter(|name| !name.is_empty()) {
                let game = GameType::of_name(name);
                drawing.games.push(game.ok_or_else(|| MapProblem::UnknownGame { name: name.to_owned() })?);
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
    let unknown = || MapProblem::UnknownLine { text: words.join(" ") };
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
        return Err(MapProblem::ReservedLetter { letter });
    }
    let kind = kind_of(what).ok_or_else(unknown)?;
    if drawing.legend.insert(letter, LegendEntry { kind, height }).is_some() {
        return Err(MapProblem::LetterTwice { letter });
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
