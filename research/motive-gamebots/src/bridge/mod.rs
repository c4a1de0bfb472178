//! Between the shooter's body and the wire: observations to messages and back, commands to messages and back.
//!
//! What our server tells beyond the protocol of 2000 are attributes and a message (`GON`) of their own, which programs of the time pass over. With them nothing is lost:
//! an [`BodyObservation`](motive_shooter::BodyObservation) that was sent is received as it was.

mod commands;
mod receive;
mod send;

pub use commands::{Requests, to_body_command, to_bot_command};
pub use receive::ObservationBuilder;
pub use send::{observation_messages, overview_messages};

use crate::{GameInfo, Location};
use glam::Vec3;
use motive_shooter::body::{Id, ids};
use motive_shooter::game::Match;
use motive_shooter::map::ArenaMap;
use motive_shooter::rules::GameType;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place of the arena as it is written: the shortest number that reads as the same.
pub(crate) fn location(place: Vec3) -> Location {
    let number = |value: f32| value.to_string().parse().unwrap_or_else(|_| f64::from(value));
    Location::new(number(place.x), number(place.y), number(place.z))
}

/// A place that was read, in the arena's numbers.
fn place(location: Location) -> Vec3 {
    Vec3::new(location.x as f32, location.y as f32, location.z as f32)
}

/// Ids in the form of the game, `<level>.<Class><number>`, for the things of a map.
///
/// Ids of another server are kept under numbers of their own. Where the map is not known, ids are written as they were read.
#[derive(Clone, Debug)]
pub struct WireIds {
    level: String,
    map: Option<Arc<ArenaMap>>,
    /// Numbers of ids that are not of our form.
    foreign: BTreeMap<String, Id>,
    /// How ids were written that were read.
    written: BTreeMap<Id, String>,
}

/// The first number of ids of another server.
const FOREIGN: u64 = 100_000;
/// The most such ids. A server that names more gets the same number for all further ones.
const MOST_FOREIGN: usize = 16_384;

impl WireIds {
    /// For a map of ours.
    pub fn of_map(map: Arc<ArenaMap>) -> WireIds {
        WireIds {
            level: level_name(map.name()),
            map: Some(map),
            foreign: BTreeMap::new(),
            written: BTreeMap::new(),
        }
    }

    /// For a server of which only the name of its level is known.
    pub fn of_level(level: &str) -> WireIds {
        WireIds { level: level.to_owned(), map: None, foreign: BTreeMap::new(), written: BTreeMap::new() }
    }

    /// Name of the level.
    pub fn level(&self) -> &str {
        &self.level
    }

    /// The id of a thing.
    pub fn id(&self, number: Id) -> String {
        if let Some(id) = self.written.get(&number) {
            return id.clone();
        }
        let (class, number) = match (ids::player_of(number), ids::place_of(number), ids::flag_of(number)) {
            (Some(player), _, _) => ("RemoteBot", player),
            (_, Some(place), _) => (self.place_class(place), place),
            (_, _, Some(team)) => ("Flag", usize::from(team)),
            _ => ("Mover", ids::mover_of(number).unwrap_or(0)),
        };
        format!("{}.{class}{number}", self.level)
    }

    fn place_class(&self, place: usize) -> &'static str {
        let known = self.map.as_ref().and_then(|map| map.places().get(place));
        known.map_or("PathNode", |known| known.kind.gamebots_class())
    }

    /// The number of an id.
    pub fn number(&mut self, id: &str) -> Id {
        let number = self.own_number(id).unwrap_or_else(|| self.foreign_number(id));
        if self.map.is_none() && self.written.len() < MOST_FOREIGN {
            self.written.entry(number).or_insert_with(|| id.to_owned());
        }
        number
    }

    fn foreign_number(&mut self, id: &str) -> Id {
        let next = Id::new(FOREIGN + self.foreign.len().min(MOST_FOREIGN) as u64);
        if self.foreign.len() < MOST_FOREIGN {
            return *self.foreign.entry(id.to_owned()).or_insert(next);
        }
        self.foreign.get(id).copied().unwrap_or(next)
    }

    /// The number of an id of our form.
    fn own_number(&self, id: &str) -> Option<Id> {
        let name = id.strip_prefix(self.level.as_str())?.strip_prefix('.')?;
        let class = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
        let number: usize = name[class.len()..].parse().ok().filter(|number| *number < 9_000)?;
        Some(match class {
            "RemoteBot" if number < 999 => ids::player(number),
            "PathNode" | "InventorySpot" | "ControlPoint" | "PlayerStart" | "FlagBase" => ids::place(number),
            "Flag" => ids::flag(u8::try_from(number).ok()?),
            "Mover" => ids::mover(number),
            _ => return None,
        })
    }

    /// The id of the navigation point at a place of a path.
    fn node_id(&self, place: Vec3, step: usize) -> String {
        let places = self.map.iter().flat_map(|map| map.places().iter().enumerate());
        let known = places.into_iter().find(|(_, known)| known.position == place);
        known.map_or_else(|| format!("{}.Step{step}", self.level), |(number, _)| self.id(ids::place(number)))
    }
}

/// The name of a map in ids, which have neither blanks nor dots: for a file, its name without folders and ending.
fn level_name(map: &str) -> String {
    let file = map.rsplit(['/', '\\']).next().unwrap_or(map);
    let stem = file.strip_suffix(".map").unwrap_or(file);
    let letter = |letter: char| if letter.is_alphanumeric() || letter == '-' { letter } else { '_' };
    stem.chars().map(letter).collect()
}

impl GameInfo {
    /// What a server tells of a game.
    pub fn of_arena(arena: &Match, ids: &WireIds, lockstep: bool) -> GameInfo {
        let (settings, game) = (arena.settings(), arena.game());
        let limit = (settings.score_limit > 0.0).then_some(settings.score_limit);
        GameInfo {
            game_type: Some(game_class(game).to_owned()),
            level: Some(ids.level().to_owned()),
            time_limit: Some(settings.time_limit / 60.0),
            frag_limit: limit.filter(|_| !game.has_teams()).map(|limit| limit as i32),
            goal_team_score: limit.filter(|_| game.has_teams()),
            max_teams: game.has_teams().then_some(2),
            lockstep: lockstep.then_some(true),
        }
    }

    /// The game that the server's name for it means. A name that is not known is a deathmatch.
    pub fn game(&self) -> GameType {
        let name = self.game_type.as_deref().unwrap_or_default().to_ascii_lowercase();
        let has = |word: &str| name.contains(word);
        if has("ctf") || has("flag") {
            GameType::CaptureTheFlag
        } else if has("domination") {
            GameType::Domination
        } else if has("team") {
            GameType::TeamDeathmatch
        } else {
            GameType::Deathmatch
        }
    }
}

/// The class of a game in Unreal Tournament.
fn game_class(game: GameType) -> &'static str {
    match game {
        GameType::Deathmatch => "BotDeathMatchPlus",
        GameType::TeamDeathmatch => "BotTeamGame",
        GameType::CaptureTheFlag => "BotCTFGame",
        GameType::Domination => "BotDomination",
    }
}

#[cfg(test)]
#[path = "../../tests/unit/bridge.rs"]
mod tests;
