//! Recorded matches for the replay page: the floor of the map as far as its navigation knows it, and the players as our own saw them.

use super::contestant::Contestant;
use motive_openarena::map::GameMap;
use motive_shooter::Observation;
use motive_shooter::map::PlaceKind;
use motive_trace::Recording;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Side of a cell of the map's outline.
const CELL: f32 = 64.0;
/// The most cells to a side.
const MOST_CELLS: f32 = 160.0;
/// Milliseconds of the game between two pictures.
const EVERY: u64 = 200;

/// Writes pictures of a match into a recording.
#[derive(Debug, Default)]
pub(crate) struct SceneWriter {
    /// Where the picture begins, and the side of a cell.
    frame: Option<(f32, f32)>,
    last: Option<u64>,
    ticks: u64,
}

impl SceneWriter {
    /// Writes a picture if it is time for one.
    pub(crate) fn write(&mut self, recording: &mut Recording, contestants: &[Contestant]) {
        let Some((first, seen)) = contestants.iter().find_map(|it| it.seen().map(|seen| (it, seen))) else {
            return;
        };
        let millis = (seen.time * 1_000.0) as u64;
        if self.last.is_some_and(|last| millis >= last && millis < last + EVERY) {
            return;
        }
        self.last = Some(millis);
        if self.frame.is_none()
            && let Some(map) = first.bot().and_then(|bot| bot.map())
        {
            let (value, frame) = backdrop(map, seen);
            recording.backdrop(value.to_string());
            self.frame = Some(frame);
        }
        let Some(origin) = self.frame else { return };
        recording.scene(self.ticks, scene(contestants, millis, origin).to_string());
        self.ticks += 1;
    }
}

/// The floor of a map: for each cell how high one can stand there.
fn backdrop(map: &GameMap, seen: &Observation) -> (Value, (f32, f32)) {
    let navigation = map.navigation();
    let ends: Vec<_> = navigation.reaches().iter().flat_map(|reach| [reach.start, reach.end]).collect();
    let bound = |least: bool, axis: fn(&motive_shooter::geometry::Vec3) -> f32| {
        let values = ends.iter().map(axis);
        if least { values.fold(f32::MAX, f32::min) } else { values.fold(f32::MIN, f32::max) }
    };
    let (left, right) = (bound(true, |at| at.x) - CELL, bound(false, |at| at.x) + CELL);
    let (top, bottom) = (bound(true, |at| at.y) - CELL, bound(false, |at| at.y) + CELL);
    let cell = CELL.max((right - left).max(bottom - top) / MOST_CELLS).ceil();
    let count = |length: f32| (length / cell).ceil().clamp(1.0, MOST_CELLS + 2.0) as usize;
    let (columns, rows) = (count(right - left), count(bottom - top));
    let mut floor = vec![vec![None::<i32>; columns]; rows];
    for at in &ends {
        let (column, row) = (((at.x - left) / cell) as usize, ((at.y - top) / cell) as usize);
        if let Some(height) = floor.get_mut(row).and_then(|row| row.get_mut(column)) {
            *height = Some(height.map_or(at.z as i32, |known| known.max(at.z as i32)));
        }
    }
    let points: Vec<Value> = map
        .places()
        .iter()
        .filter_map(|place| match &place.kind {
            PlaceKind::Point(name) => {
                Some(json!([name, (place.position.x - left) as i32, (place.position.y - top) as i32]))
            }
            _ => None,
        })
        .collect();
    let teams = !seen.game.flags_away.is_empty() || !points.is_empty();
    let value = json!({ "shooter": {
        "map": map.name(), "game": "openarena", "teams": teams, "cell": cell as i32, "floor": floor,
        "doors": [], "points": points, "field_of_view": 21_845, "sight": 2_000,
    }});
    (value, (left, top))
}

fn scene(contestants: &[Contestant], millis: u64, (left, top): (f32, f32)) -> Value {
    let mut players: BTreeMap<u64, Value> = BTreeMap::new();
    let mut things = Vec::new();
    let mut scores = Vec::new();
    for seen in contestants.iter().filter_map(Contestant::seen) {
        for other in &seen.players {
            let at = other.position;
            players.entry(other.id).or_insert_with(|| {
                json!({ "team": other.team, "x": (at.x - left) as i32, "y": (at.y - top) as i32, "z": at.z as i32,
                    "eyes": at.z as i32 + 50, "yaw": other.yaw, "health": 100, "armour": 0,
                    "weapon": other.weapon.unwrap_or("none"), "shots": 0, "carries": false })
            });
        }
        for item in &seen.items {
            let sign = match item.kind {
                PlaceKind::Weapon(_) => "weapon",
                PlaceKind::Ammunition(_) => "ammunition",
                PlaceKind::Armour => "armour",
                _ => "health",
            };
            things.push(json!([sign, (item.position.x - left) as i32, (item.position.y - top) as i32]));
        }
        for flag in &seen.flags {
            let (x, y) = ((flag.position.x - left) as i32, (flag.position.y - top) as i32);
            things.push(json!([{ "flag": flag.team }, x, y]));
        }
    }
    for contestant in contestants {
        let Some(seen) = contestant.seen() else { continue };
        let (own, at) = (&seen.own, seen.own.position);
        scores.clone_from(&seen.game.scores);
        players.insert(
            own.id,
            json!({ "team": own.team, "x": (at.x - left) as i32, "y": (at.y - top) as i32, "z": at.z as i32,
                "eyes": at.z as i32 + 50, "yaw": own.yaw, "health": own.health, "armour": own.armour,
                "weapon": own.weapon.unwrap_or("none"), "shots": own.ammunition, "carries": own.has_flag }),
        );
    }
    if let Some(seen) = contestants.iter().find_map(Contestant::seen) {
        for point in &seen.game.points {
            let (x, y) = ((point.position.x - left) as i32, (point.position.y - top) as i32);
            things.push(json!([{ "point": point.owner }, x, y]));
        }
    }
    let scores: Vec<i64> = scores.iter().map(|score| (score * 1_000.0) as i64).collect();
    json!({ "millis": millis, "scores": scores, "things": things, "players": players.into_values().collect::<Vec<_>>(),
        "doors": [], "shots": [] })
}
