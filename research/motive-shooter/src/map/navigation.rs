//! Which places can be walked to from which, and ways over them.

use super::MapPlace;
use super::level::MapLevel;
use glam::Vec3;
use pathfinding::directed::astar::astar;

/// The longest straight leg of a way; 1,000 units as in Gordon's programs.
pub const SEGMENT_LIMIT: f32 = 1000.0;
/// The most places of a way that is told to a bot, as in GameBots. Longer ways are cut off.
pub const PATH_LIMIT: usize = 15;

/// The way to a point: places to walk over, numbered as in the map. Empty if the point can be walked to directly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NavPath {
    /// Numbers of the places, in order.
    pub places: Vec<usize>,
}

/// For each place those that can be walked to directly.
#[derive(Clone, Debug)]
pub struct NavGraph {
    /// Number of the other place and distance in hundredths of a unit.
    edges: Vec<Vec<(usize, u32)>>,
}

/// A stop on a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PathStop {
    Start,
    Place(usize),
    End,
}

impl NavGraph {
    pub(super) fn new(level: &MapLevel, places: &[MapPlace]) -> Self {
        let from = |place: &MapPlace| within_reach(level, places, place.position, false);
        Self { edges: places.iter().map(from).collect() }
    }

    /// The places that can be walked to directly from a place, in the order of their numbers.
    pub fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.edges
            .get(place)
            .into_iter()
            .flatten()
            .map(|(other, _)| *other)
            .filter(move |other| *other != place)
    }

    /// Whether one place can be walked to directly from another.
    pub fn has_edge(&self, from: usize, to: usize) -> bool {
        self.edges.get(from).is_some_and(|edges| edges.iter().any(|(other, _)| *other == to))
    }

    /// The shortest way over places, cut off after [`PATH_LIMIT`] of them. None if there is none.
    pub(super) fn path(
        &self,
        level: &MapLevel,
        places: &[MapPlace],
        from: Vec3,
        to: Vec3,
    ) -> Option<NavPath> {
        if from.distance(to) <= SEGMENT_LIMIT && level.can_walk(from, to) {
            return Some(NavPath::default());
        }
        let first = within_reach(level, places, from, false);
        let last = within_reach(level, places, to, true);
        let position = |stop: PathStop| match stop {
            PathStop::Start => from,
            PathStop::End => to,
            PathStop::Place(place) => places.get(place).map_or(to, |place| place.position),
        };
        let onward = |stop: &PathStop| {
            let (edges, place): (&[(usize, u32)], _) = match *stop {
                PathStop::Start => (&first, None),
                PathStop::Place(place) => (self.edges.get(place).map_or(&[], Vec::as_slice), Some(place)),
                PathStop::End => (&[], None),
            };
            let end =
                last.iter().find(|(other, _)| Some(*other) == place).map(|(_, cost)| (PathStop::End, *cost));
            let next: Vec<(PathStop, u32)> =
                edges.iter().map(|(other, cost)| (PathStop::Place(*other), *cost)).chain(end).collect();
            next
        };
        let (stops, _) =
            astar(&PathStop::Start, onward, |stop| cost(position(*stop), to), |stop| *stop == PathStop::End)?;
        let place = |stop| if let PathStop::Place(place) = stop { Some(place) } else { None };
        Some(NavPath { places: stops.into_iter().filter_map(place).take(PATH_LIMIT).collect() })
    }
}

fn cost(from: Vec3, to: Vec3) -> u32 {
    (from.distance(to) * 100.0) as u32
}

/// The places that can be walked to from a point, or from which the point can be walked to.
fn within_reach(level: &MapLevel, places: &[MapPlace], point: Vec3, toward: bool) -> Vec<(usize, u32)> {
    let fits = |(number, place): (usize, &MapPlace)| {
        let (from, to) = if toward { (place.position, point) } else { (point, place.position) };
        let walks = from.distance(to) <= SEGMENT_LIMIT && level.can_walk(from, to);
        walks.then(|| (number, cost(from, to)))
    };
    places.iter().enumerate().filter_map(fits).collect()
}
