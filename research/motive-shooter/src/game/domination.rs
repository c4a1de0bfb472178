//! Domination: places belong to the team that touched them last, and give it points as long as they do.

use crate::map::{ArenaMap, MapPlace, PlaceKind, Team};
use glam::Vec3;
use std::sync::Arc;

/// How near one must be to take a point (specified).
const REACH: f32 = 60.0;

/// A domination point.
#[derive(Clone, Debug, PartialEq)]
pub struct DominationPoint {
    /// Its name.
    pub name: Arc<str>,
    /// The place of the map.
    pub place: usize,
    /// Where it is.
    pub position: Vec3,
    /// Who holds it.
    pub owner: Option<Team>,
}

/// All points of a map.
pub(super) fn points(map: &ArenaMap) -> Vec<DominationPoint> {
    let point = |(place, it): (usize, &MapPlace)| match &it.kind {
        PlaceKind::Point(name) => {
            Some(DominationPoint { name: name.as_str().into(), place, position: it.position, owner: None })
        }
        _ => None,
    };
    map.places().iter().enumerate().filter_map(point).collect()
}

/// A living player takes the points that it touches. Returns how many changed hands.
pub(super) fn take(points: &mut [DominationPoint], team: Team, position: Vec3) -> u32 {
    let mut taken = 0;
    for point in points.iter_mut().filter(|point| point.owner != Some(team)) {
        if crate::geometry::flat_distance(position, point.position) <= REACH
            && (position.z - point.position.z).abs() <= REACH
        {
            point.owner = Some(team);
            taken += 1;
        }
    }
    taken
}
