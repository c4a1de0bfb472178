//! What a bot knows before the game begins.

use super::atlas::Atlas;
use crate::game::GameType;
use crate::map::{ArenaMap, PlaceKind, Team};
use glam::Vec3;
use std::sync::Arc;

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
    #[must_use]
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
