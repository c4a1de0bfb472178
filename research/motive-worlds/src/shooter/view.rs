//! The shooter as text, and as it is recorded.

use std::fmt::Write as _;

use motive_shooter::game::{FlagState, Match, MatchSettings, ShotTrail};
use motive_shooter::geometry::FULL_TURN;
use motive_shooter::map::{MapLevel, PlaceKind};

use super::sight_cones::SeenCells;
use serde::{Deserialize, Serialize};

/// What stands at a place of a recorded frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShooterSign {
    /// A weapon.
    Weapon,
    /// Ammunition.
    Ammunition,
    /// A health pack.
    Health,
    /// Armour.
    Armour,
    /// The flag of a team.
    Flag(u8),
    /// A domination point, with the team that holds it.
    Point(Option<u8>),
    /// A rocket.
    Rocket,
}

/// A player of a recorded frame. Numbers are whole, so that frames compare and print alike everywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShooterPlayer {
    /// Its team.
    pub team: u8,
    /// Where it is.
    pub x: i32,
    /// Where it is.
    pub y: i32,
    /// How high its feet are.
    pub z: i32,
    /// How high its eyes are.
    pub eyes: i32,
    /// The direction it looks in, of 65,536.
    pub yaw: i32,
    /// 0 when dead.
    pub health: i32,
    /// Armour left.
    pub armour: i32,
    /// The weapon in hand.
    pub weapon: String,
    /// Shots left in it.
    pub shots: i32,
    /// Whether it carries a flag.
    pub carries: bool,
}

/// A shot of a recorded frame that hit at once, as a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShooterShot {
    /// The number of the player who fired.
    pub by: usize,
    /// Where it was fired.
    pub from: (i32, i32),
    /// Where it ended.
    pub to: (i32, i32),
    /// Whether it hit a player.
    pub hit: bool,
}

/// All that can be seen of the shooter, besides its map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShooterFrame {
    /// Milliseconds since the game began.
    pub millis: u64,
    /// Points of each team, or of each player in a deathmatch, in thousandths.
    pub scores: Vec<i64>,
    /// What lies and flies where.
    pub things: Vec<(ShooterSign, i32, i32)>,
    /// The players.
    pub players: Vec<ShooterPlayer>,
    /// Whether each door is open.
    pub doors: Vec<bool>,
    /// How high each lift is.
    #[serde(default)]
    pub lifts: Vec<i32>,
    /// The shots since the frame before.
    pub shots: Vec<ShooterShot>,
}

/// All that can be seen now, with the shots since the frame before.
pub(super) fn frame(arena: &Match, trails: &[ShotTrail]) -> ShooterFrame {
    let mut things = Vec::new();
    for (number, place) in arena.map().places().iter().enumerate() {
        let sign = match &place.kind {
            PlaceKind::Weapon(_) => ShooterSign::Weapon,
            PlaceKind::Ammunition(_) => ShooterSign::Ammunition,
            PlaceKind::Health => ShooterSign::Health,
            PlaceKind::Armour => ShooterSign::Armour,
            _ => continue,
        };
        if arena.has_item(number) {
            things.push((sign, place.position.x as i32, place.position.y as i32));
        }
    }
    for point in arena.points() {
        things.push((ShooterSign::Point(point.owner), point.position.x as i32, point.position.y as i32));
    }
    for flag in arena.flags() {
        let at = match flag.state {
            FlagState::AtBase => flag.base,
            FlagState::Dropped { at, .. } => at,
            FlagState::Carried(_) => continue,
        };
        things.push((ShooterSign::Flag(flag.team), at.x as i32, at.y as i32));
    }
    for rocket in arena.rockets() {
        things.push((ShooterSign::Rocket, rocket.position.x as i32, rocket.position.y as i32));
    }
    let carries = |number: usize| arena.flags().iter().any(|flag| flag.state == FlagState::Carried(number));
    let player = |(number, player): (usize, &motive_shooter::game::Player)| ShooterPlayer {
        team: player.team(),
        x: player.position().x.round() as i32,
        y: player.position().y.round() as i32,
        z: player.position().z.round() as i32,
        eyes: player.eyes().z.round() as i32,
        yaw: player.yaw(),
        health: player.health(),
        armour: player.armour(),
        weapon: player.weapon().map_or("none", |weapon| weapon.name()).to_owned(),
        shots: player.shots(),
        carries: carries(number),
    };
    ShooterFrame {
        millis: (arena.time() * 1e3).round() as u64,
        scores: arena.scores().iter().map(|score| (score * 1e3).round() as i64).collect(),
        things,
        players: arena.players().iter().enumerate().map(player).collect(),
        doors: arena.open_doors().to_vec(),
        lifts: arena.moving_parts().lifts.iter().map(|height| height.round() as i32).collect(),
        shots: trails.iter().map(shot).collect(),
    }
}

fn shot(trail: &ShotTrail) -> ShooterShot {
    let ShotTrail { by, from, to, hit } = *trail;
    let at = |x: f32, y: f32| (x.round() as i32, y.round() as i32);
    ShooterShot { by, from: at(from.x, from.y), to: at(to.x, to.y), hit }
}

/// A frame on its map as text: players are their numbers, with an arrow where they look, and floor that a team sees is marked.
pub(super) fn draw(frame: &ShooterFrame, level: &MapLevel, settings: &MatchSettings) -> String {
    let mut cells = floor(level);
    let seen = SeenCells::of(frame, level, settings);
    for (row, cells) in cells.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate().filter(|(_, cell)| **cell == '.') {
            *cell = match seen.teams(column, row) {
                (false, false) => '.',
                (true, false) => ':',
                (false, true) => ';',
                (true, true) => '%',
            };
        }
    }
    let mut put = |x: i32, y: i32, letter: char, over_floor: bool| {
        let cell = |at: i32| (at as f32 / level.cell_size()).floor();
        let (column, row) = (cell(x), cell(y));
        if column >= 0.0
            && let Some(at) =
                cells.get_mut(row.max(0.0) as usize).and_then(|row| row.get_mut(column as usize))
            && (over_floor || matches!(at, '.' | ':' | ';' | '%'))
        {
            *at = letter;
        }
    };
    for (sign, x, y) in &frame.things {
        put(*x, *y, letter(*sign), true);
    }
    for (number, player) in frame.players.iter().enumerate().filter(|(_, player)| player.health > 0) {
        let (ahead_x, ahead_y, arrow) = arrow(player.yaw);
        let cell = level.cell_size() as i32;
        put(player.x + ahead_x * cell, player.y + ahead_y * cell, arrow, false);
        put(player.x, player.y, char::from_digit(number as u32 % 36, 36).unwrap_or('@'), true);
    }
    let mut text: String = cells.into_iter().flat_map(|row| row.into_iter().chain(['\n'])).collect();
    let scores: Vec<String> = frame.scores.iter().map(|score| (score / 1000).to_string()).collect();
    let _ = writeln!(text, "{}.{} s  {}", frame.millis / 1000, frame.millis % 1000 / 100, scores.join(" : "));
    for (number, player) in frame.players.iter().enumerate() {
        let carries = if player.carries { ", has the flag" } else { "" };
        let ShooterPlayer { team, health, armour, weapon, shots, .. } = player;
        let _ = writeln!(
            text,
            "{number} team {team}  health {health:>3}  armour {armour:>3}  {weapon} {shots}{carries}"
        );
    }
    text
}

fn floor(level: &MapLevel) -> Vec<Vec<char>> {
    let mut cells = Vec::with_capacity(level.rows());
    for row in 0..level.rows() {
        let middle = |at: usize| (at as f32 + 0.5) * level.cell_size();
        let cell =
            |column: usize| if level.floor_at(middle(column), middle(row)).is_some() { '.' } else { '█' };
        cells.push((0..level.columns()).map(cell).collect::<Vec<char>>());
    }
    let doors = (0..level.doors()).filter_map(|door| level.door_position(door));
    let doors = doors.map(|door| (door.x, door.y, '+'));
    let lifts = level.lifts().map(|(_, (x, y))| (x, y, '='));
    for (x, y, letter) in doors.chain(lifts) {
        let at = |n: f32| (n / level.cell_size()) as usize;
        if let Some(cell) = cells.get_mut(at(y)).and_then(|row| row.get_mut(at(x))) {
            *cell = letter;
        }
    }
    cells
}

fn letter(sign: ShooterSign) -> char {
    match sign {
        ShooterSign::Weapon => 'w',
        ShooterSign::Ammunition => 'a',
        ShooterSign::Health => 'h',
        ShooterSign::Armour => 'y',
        ShooterSign::Flag(0) => 'R',
        ShooterSign::Flag(_) => 'B',
        ShooterSign::Point(None) => 'O',
        ShooterSign::Point(Some(0)) => 'R',
        ShooterSign::Point(Some(_)) => 'B',
        ShooterSign::Rocket => '*',
    }
}

/// The cell before a player and the arrow in it.
fn arrow(yaw: i32) -> (i32, i32, char) {
    match (yaw + FULL_TURN / 16) * 8 / FULL_TURN % 8 {
        0 => (1, 0, '→'),
        1 => (1, 1, '↘'),
        2 => (0, 1, '↓'),
        3 => (-1, 1, '↙'),
        4 => (-1, 0, '←'),
        5 => (-1, -1, '↖'),
        6 => (0, -1, '↑'),
        _ => (1, -1, '↗'),
    }
}
