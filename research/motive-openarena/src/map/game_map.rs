//! A map with everything that a bot knows of it before it plays.

use super::{AreaId, EntityList, GameFiles, GameMapError, MapEntity, Navigation, Walls, closed_doors};
use crate::game::{GameKind, ItemKind, item_kind};
use glam::Vec3;
use motive_shooter::body::{Atlas, AtlasPlace, PriorKnowledge, ids};
use motive_shooter::map::PlaceKind;
use motive_shooter::rules::{GameType, Team};
use std::sync::Arc;

/// How high the middle of a body is above its feet.
const MIDDLE: f32 = 24.0;
/// Navigation points that come from areas are at least this far from each other.
const NODE_DISTANCE: f32 = 350.0;
/// And there are at most so many.
const MOST_NODES: usize = 120;
/// Places farther from each other than this are no neighbours.
const NEIGHBOUR: f32 = 700.0;
/// A defender patrols between places this near to its flag.
const PATROL: f32 = 900.0;

/// A place of a map: where an item lies, a flag stands, players start.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePlace {
    /// What there is, in the shooter's words.
    pub kind: PlaceKind,
    /// The class of the entity; empty for a navigation point.
    pub class: String,
    /// On the floor.
    pub position: Vec3,
    /// Whether a way leads there from a place where players start. Bots are not told of items and points that nobody gets to.
    pub reachable: bool,
}

/// A map of the installed game.
#[derive(Clone, Debug)]
pub struct GameMap {
    name: String,
    walls: Walls,
    entities: EntityList,
    navigation: Navigation,
    places: Vec<GamePlace>,
    atlas: Arc<Atlas>,
}

impl GameMap {
    /// Reads a map by its name, such as `oa_dm1`.
    ///
    /// # Errors
    /// If the game has no such map, or no navigation for it.
    pub fn load(files: &GameFiles, name: &str) -> Result<Self, GameMapError> {
        let path = format!("maps/{name}.bsp");
        let (walls, entities) = Walls::read(&path, &files.read(&path)?)?;
        let path = format!("maps/{name}.aas");
        let navigation = Navigation::read(&path, &files.read(&path)?)?;
        Ok(Self::new(name, walls, entities, navigation))
    }

    /// A map from its parts.
    pub fn new(name: &str, walls: Walls, entities: EntityList, navigation: Navigation) -> Self {
        let navigation = navigation.without_doors(closed_doors(&entities, walls.models()));
        let mut places: Vec<GamePlace> =
            entities.iter().filter_map(|entity| place_of(entity, &walls)).collect();
        for at in nodes(&navigation, &places) {
            places.push(GamePlace {
                kind: PlaceKind::Node,
                class: String::new(),
                position: at,
                reachable: true,
            });
        }
        mark_reachable(&mut places, &navigation);
        let atlas = Arc::new(atlas(&places, &navigation));
        Self { name: name.to_owned(), walls, entities, navigation, places, atlas }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What blocks a view.
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// What lies and stands on it.
    pub fn entities(&self) -> &EntityList {
        &self.entities
    }

    /// The ways over it.
    pub fn navigation(&self) -> &Navigation {
        &self.navigation
    }

    /// Its places; their order is that of their numbers ([`ids::place`]).
    pub fn places(&self) -> &[GamePlace] {
        &self.places
    }

    /// What a game needs and the map does not have.
    pub fn lacks(&self, game: GameKind) -> Option<&'static str> {
        let points = || self.places.iter().any(|place| matches!(place.kind, PlaceKind::Point(_)));
        let flag = |team: Team| self.places.iter().any(|place| place.kind == PlaceKind::Flag(team));
        match game {
            GameKind::CaptureTheFlag if !(flag(0) && flag(1)) => Some("flags"),
            GameKind::DoubleDomination if !(flag(0) && flag(1)) => Some("two places to hold"),
            GameKind::Domination if !points() => Some("domination points"),
            _ => None,
        }
    }

    /// What a bot of a team knows before the game begins.
    pub fn prior_knowledge(&self, game: GameType, team: Team) -> PriorKnowledge {
        let of = |wanted: PlaceKind| {
            self.places.iter().find(|place| place.kind == wanted).map(|place| place.position)
        };
        let (base, enemy_base) = (of(PlaceKind::Flag(team)), of(PlaceKind::Flag(1 - team.min(1))));
        let near_base = |place: &&GamePlace| base.is_some_and(|base| base.distance(place.position) < PATROL);
        let reachable = || self.places.iter().filter(|place| place.reachable);
        let patrol = reachable().filter(|place| place.kind.is_item()).filter(near_base);
        let health = reachable().filter(|place| place.kind == PlaceKind::Health);
        PriorKnowledge {
            game,
            base,
            enemy_base,
            home: base,
            watch_point: enemy_base,
            patrol_points: patrol.take(4).map(|place| place.position).collect(),
            safe_points: health.take(6).map(|place| place.position).collect(),
            atlas: self.atlas.clone(),
        }
    }
}

fn place_of(entity: &MapEntity, walls: &Walls) -> Option<GamePlace> {
    let class = entity.class();
    let kind = match class {
        "info_player_deathmatch" | "info_player_start" => PlaceKind::Start(None),
        "team_CTF_redplayer" | "team_CTF_redspawn" => PlaceKind::Start(Some(0)),
        "team_CTF_blueplayer" | "team_CTF_bluespawn" => PlaceKind::Start(Some(1)),
        "domination_point" => {
            let name = entity.get("message").unwrap_or("point");
            PlaceKind::Point(name.to_owned())
        }
        class => match item_kind(class)? {
            ItemKind::Place(kind) => kind,
            ItemKind::Flag(team) => PlaceKind::Flag(team),
            ItemKind::Point(_) => return None,
        },
    };
    let origin = entity.origin()?;
    let hangs = entity.number("spawnflags").is_some_and(|flags| flags as i32 & 1 == 1);
    let below = origin - Vec3::Z * 4_096.0;
    // Domination points come to rest on invisible floors too; other items fall through them.
    let floor = match kind {
        PlaceKind::Point(_) => walls.trace_players(origin, below),
        _ => walls.trace(origin, below),
    };
    let floor = floor.filter(|part| *part > 0.0);
    let position = match floor {
        Some(part) if !hangs => origin.lerp(below, part),
        _ => origin - Vec3::Z * 15.0,
    };
    Some(GamePlace { kind, class: class.to_owned(), position, reachable: true })
}

/// Finds out which places can be reached from where players start. On a map without starts nothing is known, and all stay.
fn mark_reachable(places: &mut [GamePlace], navigation: &Navigation) {
    let middle = |place: &GamePlace| place.position + Vec3::Z * MIDDLE;
    let starts = places.iter().filter(|place| matches!(place.kind, PlaceKind::Start(_)));
    let starts: Vec<AreaId> = starts.filter_map(|start| navigation.area_near(middle(start))).collect();
    if starts.is_empty() {
        return;
    }
    let reached = navigation.reached_from(&starts);
    for place in places {
        let area = navigation.area_near(middle(place));
        place.reachable = area.is_some_and(|area| reached.contains(&area));
    }
}

/// Places to stand that are spread over the whole map.
fn nodes(navigation: &Navigation, places: &[GamePlace]) -> Vec<Vec3> {
    let mut nodes: Vec<Vec3> = Vec::new();
    let ends = navigation.reaches().iter().filter(|reach| navigation.is_ground(reach.to));
    for at in ends.map(|reach| reach.end - Vec3::Z * MIDDLE) {
        let mut known = places.iter().map(|place| place.position).chain(nodes.iter().copied());
        if known.all(|other| other.distance(at) > NODE_DISTANCE) {
            nodes.push(at);
        }
        if nodes.len() == MOST_NODES {
            break;
        }
    }
    nodes
}

fn atlas(places: &[GamePlace], navigation: &Navigation) -> Atlas {
    let middle = |place: &GamePlace| place.position + Vec3::Z * MIDDLE;
    let place = |(number, place): (usize, &GamePlace)| {
        let near = |other: &(usize, &GamePlace)| {
            other.0 != number
                && other.1.position.distance(place.position) < NEIGHBOUR
                && navigation.is_walkable(middle(place), middle(other.1))
        };
        AtlasPlace {
            id: ids::place(number),
            name: match &place.kind {
                PlaceKind::Point(name) => name.as_str().into(),
                kind => format!("{}{number}", kind.gamebots_class()).into(),
            },
            position: place.position,
            is_item: place.kind.is_item() && place.reachable,
            neighbours: places.iter().enumerate().filter(near).map(|(other, _)| other).collect(),
        }
    };
    Atlas::new(places.iter().enumerate().map(place).collect())
}
