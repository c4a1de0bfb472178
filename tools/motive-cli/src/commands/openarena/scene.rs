//! Recorded matches for the replay page: the floor of the map as far as its navigation knows it, and the players as our own saw them.

use super::contestant::Contestant;
use motive_openarena::map::GameMap;
use motive_shooter::BodyObservation;
use motive_shooter::body::{BodyEvent, Id, ids};
use motive_shooter::geometry::Vec3;
use motive_shooter::map::PlaceKind;
use motive_shooter::rules::WeaponClass;
use motive_trace::Recording;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Side of a cell of the map's outline.
const CELL: f32 = 32.0;
/// The most cells to a side.
const MOST_CELLS: f32 = 160.0;
/// Milliseconds of the game between two pictures.
const EVERY: u64 = 200;

/// Writes pictures of a match into a recording.
#[derive(Debug, Default)]
pub(crate) struct SceneWriter {
    /// Where the picture begins.
    corner: Option<(f32, f32)>,
    last: Option<u64>,
    /// Players by their numbers, as they were seen last.
    players: BTreeMap<usize, Value>,
}

impl SceneWriter {
    /// Writes a picture if it is time for one. It belongs to the tick of the first of our players.
    pub(crate) fn write(&mut self, recording: &mut Recording, contestants: &[Contestant]) {
        let Some((first, seen)) = contestants.iter().find_map(|it| it.seen().map(|seen| (it, seen))) else {
            return;
        };
        let Some(tick) = first.tick() else { return };
        let millis = (seen.time * 1_000.0) as u64;
        if self.last.is_some_and(|last| millis >= last && millis < last + EVERY) {
            return;
        }
        self.last = Some(millis);
        if self.corner.is_none()
            && let Some(map) = first.bot().and_then(|bot| bot.map())
        {
            let (value, corner) = backdrop(map, seen);
            recording.backdrop(value.to_string());
            self.corner = Some(corner);
        }
        let Some(corner) = self.corner else { return };
        self.look(contestants, corner);
        let players: Vec<Value> = match self.players.last_key_value() {
            Some((most, _)) => (0..=*most).map(|number| self.player(number)).collect(),
            None => Vec::new(),
        };
        let scene = json!({ "shooter": {
            "millis": millis,
            "scores": seen.game.scores.iter().map(|score| (score * 1_000.0) as i64).collect::<Vec<_>>(),
            "things": things(contestants, corner),
            "players": players,
            "doors": [],
            "shots": [],
        }});
        recording.scene(tick, scene.to_string());
    }

    /// Brings along what our players see of each other and of the others.
    fn look(&mut self, contestants: &[Contestant], (left, top): (f32, f32)) {
        for player in self.players.values_mut() {
            player["unseen"] = json!(true);
        }
        let place = |at: Vec3| json!({ "x": (at.x - left) as i32, "y": (at.y - top) as i32, "z": at.z as i32, "eyes": at.z as i32 + 50 });
        for seen in contestants.iter().filter_map(Contestant::seen) {
            for event in &seen.events {
                if let BodyEvent::Killed { who, .. } = event
                    && let Some(player) =
                        ids::player_of(*who).and_then(|number| self.players.get_mut(&number))
                {
                    player["health"] = json!(0);
                }
            }
            for other in &seen.players {
                let more = json!({ "team": other.team, "yaw": other.yaw, "health": 100, "armour": 0,
                    "weapon": other.weapon.map_or("none", WeaponClass::name), "shots": 0, "carries": false, "unseen": false });
                self.keep(other.id, &[place(other.position), more]);
            }
        }
        for seen in contestants.iter().filter_map(Contestant::seen) {
            let own = &seen.own;
            let more = json!({ "team": own.team, "yaw": own.yaw, "health": own.health, "armour": own.armour,
                "weapon": own.weapon.map_or("none", WeaponClass::name), "shots": own.ammunition, "carries": own.has_flag, "unseen": false });
            self.keep(own.id, &[place(own.position), more]);
        }
    }

    fn keep(&mut self, id: Id, parts: &[Value]) {
        let Some(number) = ids::player_of(id) else { return };
        let player = self.players.entry(number).or_insert_with(|| json!({}));
        for (key, value) in parts.iter().filter_map(Value::as_object).flatten() {
            player[key] = value.clone();
        }
    }

    /// A player by its number; the page wants one for each number.
    fn player(&self, number: usize) -> Value {
        let nobody = || {
            json!({ "team": 0, "x": 0, "y": 0, "z": 0, "eyes": 0, "yaw": 0, "health": 100, "armour": 0,
                "weapon": "none", "shots": 0, "carries": false, "unseen": true })
        };
        self.players.get(&number).cloned().unwrap_or_else(nobody)
    }
}

/// The floor of a map: for each cell how high one can stand there.
fn backdrop(map: &GameMap, seen: &BodyObservation) -> (Value, (f32, f32)) {
    let navigation = map.navigation();
    let ends: Vec<_> = navigation.reaches().iter().flat_map(|reach| [reach.start, reach.end]).collect();
    let bound = |least: bool, axis: fn(&Vec3) -> f32| {
        let values = ends.iter().map(axis);
        if least { values.fold(f32::MAX, f32::min) } else { values.fold(f32::MIN, f32::max) }
    };
    let (left, right) = (bound(true, |at| at.x) - CELL, bound(false, |at| at.x) + CELL);
    let (top, bottom) = (bound(true, |at| at.y) - CELL, bound(false, |at| at.y) + CELL);
    let cell = CELL.max((right - left).max(bottom - top) / MOST_CELLS).ceil();
    let count = |length: f32| (length / cell).ceil().clamp(1.0, MOST_CELLS + 2.0) as usize;
    let (columns, rows) = (count(right - left), count(bottom - top));
    let heights = bound(true, |at| at.z)..=bound(false, |at| at.z);
    let height = |column: usize, row: usize| {
        let middle = |at: usize| (at as f32 + 0.5) * cell;
        let z = navigation.highest_floor(left + middle(column), top + middle(row), heights.clone());
        z.map(|z| z as i32)
    };
    let floor: Vec<Vec<Option<i32>>> =
        (0..rows).map(|row| (0..columns).map(|column| height(column, row)).collect()).collect();
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
    let game = match () {
        () if !seen.game.flags_away.is_empty() => "capture_the_flag",
        () if !seen.game.points.is_empty() => "domination",
        () => "openarena",
    };
    let value = json!({ "shooter": {
        "map": map.name(), "game": game, "teams": teams, "cell": cell as i32, "floor": floor,
        "doors": [], "points": points, "field_of_view": 21_845, "sight": 2_000,
    }});
    (value, (left, top))
}

/// Items, flags and points that our players see, each once.
fn things(contestants: &[Contestant], (left, top): (f32, f32)) -> Vec<Value> {
    let at = |position: Vec3| ((position.x - left) as i32, (position.y - top) as i32);
    let mut things: Vec<Value> = Vec::new();
    let mut add = |sign: Value, position: Vec3| {
        let (x, y) = at(position);
        let thing = json!([sign, x, y]);
        if !things.contains(&thing) {
            things.push(thing);
        }
    };
    for seen in contestants.iter().filter_map(Contestant::seen) {
        for item in &seen.items {
            let sign = match item.kind {
                PlaceKind::Weapon(_) => "weapon",
                PlaceKind::Ammunition(_) => "ammunition",
                PlaceKind::Armour => "armour",
                _ => "health",
            };
            add(json!(sign), item.position);
        }
        for flag in &seen.flags {
            add(json!({ "flag": flag.team }), flag.position);
        }
    }
    if let Some(seen) = contestants.iter().find_map(Contestant::seen) {
        for point in &seen.game.points {
            add(json!({ "point": point.owner }), point.position);
        }
    }
    things
}
