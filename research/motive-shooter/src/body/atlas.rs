//! The map as a bot knows it from the start: places with names, which can be walked to from which, and what its team needs to know. Hansen's bots (2008) read it from a file.

use super::ids;
use crate::map::{ArenaMap, MapPlace, PlaceKind};
use crate::rules::{GameType, Team};
use glam::Vec3;
use motive::Id;
use pathfinding::directed::astar::astar;
use std::sync::Arc;

/// A place that a bot knows.
#[derive(Clone, Debug, PartialEq)]
pub struct AtlasPlace {
    /// Its id as a thing.
    pub id: Id,
    /// Its name: that of a domination point, otherwise its class and number as in GameBots.
    pub name: Arc<str>,
    /// Where it is.
    pub position: Vec3,
    /// Whether items lie there.
    pub is_item: bool,
    /// The places that can be walked to directly, by their index.
    pub neighbours: Vec<usize>,
}

/// All places that a bot knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Atlas {
    places: Vec<AtlasPlace>,
}

impl Atlas {
    /// All places of a map.
    pub fn of(map: &ArenaMap) -> Self {
        let place = |(number, place): (usize, &MapPlace)| AtlasPlace {
            id: ids::place(number),
            name: match &place.kind {
                PlaceKind::Point(name) => name.as_str().into(),
                kind => format!("{}{number}", kind.gamebots_class()).into(),
            },
            position: place.position,
            is_item: place.kind.is_item(),
            neighbours: map.graph().neighbours(number).collect(),
        };
        Self { places: map.places().iter().enumerate().map(place).collect() }
    }

    /// Places from elsewhere, such as a file. Neighbours that do not exist are left out.
    pub fn new(mut places: Vec<AtlasPlace>) -> Self {
        let count = places.len();
        for place in &mut places {
            place.neighbours.retain(|other| *other < count);
        }
        Self { places }
    }

    /// All places.
    pub fn places(&self) -> &[AtlasPlace] {
        &self.places
    }

    /// The place of a name, whatever its case. A name may have the level before it, `stalwart.PathNode7`.
    pub fn called(&self, name: &str) -> Option<&AtlasPlace> {
        let plain = name.rsplit_once('.').map_or(name, |(_, plain)| plain);
        self.places.iter().find(|place| place.name.eq_ignore_ascii_case(plain))
    }

    /// The place of a number.
    pub fn place(&self, id: Id) -> Option<&AtlasPlace> {
        self.places.iter().find(|place| place.id == id)
    }

    /// The names of the places that can be walked to directly from a place.
    pub fn neighbours<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a AtlasPlace> + 'a {
        let from = self.called(name).map_or(&[][..], |place| &place.neighbours);
        from.iter().filter_map(|other| self.places.get(*other))
    }

    /// The shortest way from the place nearest to a point to the place nearest to another, both included. None if there is none.
    pub fn path(&self, from: Vec3, to: Vec3) -> Option<Vec<Vec3>> {
        let nearest = |point: Vec3| {
            let all = self.places.iter().enumerate();
            all.min_by(|(_, one), (_, other)| {
                one.position.distance(point).total_cmp(&other.position.distance(point))
            })
            .map(|(index, _)| index)
        };
        let (start, end) = (nearest(from)?, nearest(to)?);
        let length = |one: usize, other: usize| {
            let ends = self.places.get(one).zip(self.places.get(other));
            ends.map_or(0, |(one, other)| (one.position.distance(other.position) * 100.0) as u32)
        };
        let onward = |index: &usize| -> Vec<(usize, u32)> {
            let from = *index;
            let next = self.places.get(from).map_or(&[][..], |place| &place.neighbours);
            next.iter().map(|other| (*other, length(from, *other))).collect()
        };
        let (stops, _) = astar(&start, onward, |index| length(*index, end), |index| *index == end)?;
        Some(
            stops
                .into_iter()
                .filter_map(|index| self.places.get(index))
                .map(|place| place.position)
                .collect(),
        )
    }
}

/// What a bot of a team knows of the map and the game from the start. Gordon's bots had it in their settings.
#[derive(Clone, Debug, PartialEq)]
pub struct PriorKnowledge {
    /// Which game is played.
    pub game: GameType,
    /// Where the own flag stands.
    pub base: Option<Vec3>,
    /// Where the flag of the other team stands.
    pub enemy_base: Option<Vec3>,
    /// Where a defender stands.
    pub home: Option<Vec3>,
    /// What a defender looks at.
    pub watch_point: Option<Vec3>,
    /// Where a defender goes on patrol.
    pub patrol_points: Vec<Vec3>,
    /// Places to run away to.
    pub safe_points: Vec<Vec3>,
    /// The places of the map.
    pub atlas: Arc<Atlas>,
}

impl PriorKnowledge {
    /// What the map tells a team.
    pub fn of(map: &ArenaMap, game: GameType, team: Team) -> Self {
        let all = |wanted: PlaceKind| {
            let places = map.places_where(move |kind| *kind == wanted);
            places.map(|place| place.position).collect::<Vec<Vec3>>()
        };
        let first = |wanted: PlaceKind| all(wanted).first().copied();
        Self {
            game,
            base: first(PlaceKind::Flag(team)),
            enemy_base: first(PlaceKind::Flag(1 - team.min(1))),
            home: first(PlaceKind::Home(team)),
            watch_point: first(PlaceKind::Watch(team)),
            patrol_points: all(PlaceKind::Patrol(team)),
            safe_points: all(PlaceKind::Safe),
            atlas: Arc::new(Atlas::of(map)),
        }
    }
}
