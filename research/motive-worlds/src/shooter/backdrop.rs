//! What does not change in a recorded game of the shooter.

use motive_shooter::game::Match;
use serde::{Deserialize, Serialize};

/// The map of a recorded game and how far its players see. Numbers are whole, as in [`ShooterFrame`](super::ShooterFrame).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShooterBackdrop {
    /// The name of the map.
    pub map: String,
    /// Which game is played on it.
    pub game: String,
    /// Whether there are two teams.
    pub teams: bool,
    /// Side of a cell.
    pub cell: i32,
    /// The height of the floor in the middle of each cell, row by row. None in a wall.
    pub floor: Vec<Vec<Option<i32>>>,
    /// Where the doors are.
    pub doors: Vec<(i32, i32)>,
    /// Where the lifts are, how high they are when nobody uses them, and how high they go.
    #[serde(default)]
    pub lifts: Vec<(i32, i32, i32, i32)>,
    /// The domination points, by name.
    pub points: Vec<(String, i32, i32)>,
    /// How far a player sees to both sides together, of 65,536.
    pub field_of_view: i32,
    /// How far a player sees.
    pub sight: i32,
}

impl ShooterBackdrop {
    pub(super) fn of(arena: &Match) -> Self {
        let (level, settings) = (arena.map().level(), arena.settings());
        let middle = |at: usize| (at as f32 + 0.5) * level.cell_size();
        let height = |column: usize, row: usize| {
            level.floor_at(middle(column), middle(row)).map(|at| at.round() as i32)
        };
        let row = |row: usize| (0..level.columns()).map(|column| height(column, row)).collect();
        let doors = (0..level.doors()).filter_map(|door| level.door_position(door));
        let lift = |(lift, (x, y)): (motive_shooter::map::Lift, (f32, f32))| {
            (x.round() as i32, y.round() as i32, lift.low.round() as i32, lift.high.round() as i32)
        };
        let points = arena.points().iter();
        Self {
            map: arena.map().name().to_owned(),
            game: arena.game().name().to_owned(),
            teams: arena.game().has_teams(),
            cell: level.cell_size().round() as i32,
            floor: (0..level.rows()).map(row).collect(),
            doors: doors.map(|at| (at.x.round() as i32, at.y.round() as i32)).collect(),
            lifts: level.lifts().map(lift).collect(),
            points: points
                .map(|point| (point.name.to_string(), point.position.x as i32, point.position.y as i32))
                .collect(),
            field_of_view: settings.field_of_view,
            sight: settings.sight.round() as i32,
        }
    }
}
