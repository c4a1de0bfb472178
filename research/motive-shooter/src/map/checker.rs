//! What is wrong with a map, and where.

use super::{ArenaMap, MapPlace, PlaceKind};
use crate::rules::GameType;
use thiserror::Error;

/// Something that is wrong with a map, with its place in the text.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct MapError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: MapProblem,
}

/// What can be wrong with a map.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MapProblem {
    /// A line of the head or the legend that means nothing.
    #[error(
        "`{0}` is neither a setting (game, cell, rise) nor a line of the legend (LETTER WHAT [on HEIGHT])"
    )]
    UnknownLine(String),
    /// No such game.
    #[error("there is no game `{0}`; there are deathmatch, team_deathmatch, capture_the_flag and domination")]
    UnknownGame(String),
    /// A number that is none or lies outside its limits.
    #[error("`{text}` is no number from {low} to {high}")]
    BadNumber {
        /// What was written.
        text: String,
        /// The lowest.
        low: f32,
        /// The highest.
        high: f32,
    },
    /// A letter that means something else in every drawing.
    #[error("`{0}` cannot be in the legend: it has a meaning in every drawing")]
    ReservedLetter(char),
    /// A letter that is in the legend twice.
    #[error("`{0}` is in the legend twice")]
    LetterTwice(char),
    /// A letter of the drawing that the legend does not have.
    #[error("`{0}` is not in the legend")]
    UnknownLetter(char),
    /// There is no drawing.
    #[error("there is no drawing; it begins after a line `floor`")]
    NoFloor,
    /// The drawing has too many cells.
    #[error("the drawing has more than {0} rows or columns")]
    TooLarge(usize),
    /// The drawing has too many letters of the legend.
    #[error("there are more than {0} letters of the legend in the drawing")]
    TooManyPlaces(usize),
    /// No game is named.
    #[error("no game is named; write for example `game deathmatch`")]
    NoGame,
    /// A ramp that begins or ends in a wall, a door or another ramp.
    #[error("a ramp needs flat floor before and behind it")]
    RampWithoutFloor,
    /// A lift without flat floors of two heights beside it.
    #[error("a lift needs flat floors of two heights beside it")]
    LiftWithoutFloors,
    /// A door without flat floor beside it.
    #[error("a door needs flat floor beside it")]
    DoorWithoutFloor,
    /// The game needs something that is missing.
    #[error("{game} needs {what}")]
    Missing {
        /// The game.
        game: &'static str,
        /// What it needs.
        what: &'static str,
    },
    /// Something that a player cannot get to.
    #[error("the {what} cannot be reached from the {from} in line {line}, column {column}")]
    Unreachable {
        /// What cannot be reached.
        what: String,
        /// From where.
        from: String,
        /// The line of that.
        line: usize,
        /// The column of that.
        column: usize,
    },
}

/// What is missing for the games of a map, and what players cannot get to.
pub(super) fn check(map: &ArenaMap) -> Vec<MapError> {
    let mut errors: Vec<MapError> = map.games.iter().flat_map(|game| missing(map, *game)).collect();
    let starts = map.places.iter().enumerate().filter(|(_, place)| matches!(place.kind, PlaceKind::Start(_)));
    let Some((first, from)) = starts.clone().next() else { return errors };
    let reached = reachable(map, first);
    for (place, _) in map.places.iter().zip(&reached).filter(|(_, reached)| !**reached) {
        errors.push(unreachable(place, from));
    }
    // Whoever starts elsewhere, or walked somewhere, must be able to come to the first start; from there everything can be reached.
    for (number, place) in
        map.places.iter().enumerate().filter(|(number, _)| reached.get(*number) == Some(&true))
    {
        if !reachable(map, number).get(first).copied().unwrap_or(false) {
            errors.push(unreachable(from, place));
        }
    }
    errors
}

fn unreachable(what: &MapPlace, from: &MapPlace) -> MapError {
    let problem = MapProblem::Unreachable {
        what: what.kind.words(),
        from: from.kind.words(),
        line: from.line,
        column: from.column,
    };
    MapError { line: what.line, column: what.column, problem }
}

fn reachable(map: &ArenaMap, from: usize) -> Vec<bool> {
    let mut reached = vec![false; map.places.len()];
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        if let Some(reached) = reached.get_mut(place).filter(|reached| !**reached) {
            *reached = true;
            open.extend(map.graph.neighbours(place));
        }
    }
    reached
}

fn missing(map: &ArenaMap, game: GameType) -> Vec<MapError> {
    let has = |fits: &dyn Fn(&PlaceKind) -> bool| map.places.iter().any(|place| fits(&place.kind));
    let start = |team: u8| move |kind: &PlaceKind| matches!(kind, PlaceKind::Start(of) if of.is_none_or(|of| of == team));
    let flag = |team: u8| move |kind: &PlaceKind| *kind == PlaceKind::Flag(team);
    let mut whats = Vec::new();
    if !has(&|kind| matches!(kind, PlaceKind::Start(_))) {
        whats.push("a start");
    }
    if game.has_teams() && !(has(&start(0)) && has(&start(1))) {
        whats.push("a start for each team");
    }
    if game == GameType::CaptureTheFlag && !(has(&flag(0)) && has(&flag(1))) {
        whats.push("a flag of each team");
    }
    if game == GameType::Domination && !has(&|kind| matches!(kind, PlaceKind::Point(_))) {
        whats.push("a domination point");
    }
    let error =
        |what| MapError { line: 1, column: 1, problem: MapProblem::Missing { game: game.name(), what } };
    whats.into_iter().map(error).collect()
}
