//! A map as a graph of navigation points, in the file format of Hansen's bots, and learning one while playing.
//!
//! ```text
//! dom-test.PathNode7 300,20,5
//! @ dom-test.PathNode9 520,20,5      # one can run from PathNode7 to PathNode9
//! ```

use crate::Location;
use crate::bridge::{self, WireIds};
use motive_shooter::body::{BodyObservation, OwnState, ids};
use motive_shooter::map::ArenaMap;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A point of the map with the points that one can run to from there.
#[derive(Clone, Debug, PartialEq)]
pub struct MapNode {
    location: Location,
    neighbours: Vec<String>,
}

/// A line of a graph file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}: `{text}`")]
pub struct GraphError {
    line: usize,
    reason: &'static str,
    text: String,
}

/// A map as a graph. Edges have a direction: where one can drop down, one cannot always climb up.
///
/// ```
/// use motive_gamebots::MapGraph;
///
/// let graph = MapGraph::parse("a 0,0,0\n@ b 3,0,0\nb 3,0,0\n@ c 3,4,0\nc 3,4,0\n")?;
/// assert_eq!(graph.path("a", "c"), Some(vec!["b", "c"]));
/// assert_eq!(graph.path("c", "a"), None);
/// # Ok::<(), motive_gamebots::GraphError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapGraph {
    nodes: BTreeMap<String, MapNode>,
}

impl MapNode {
    /// Where it is.
    pub fn location(&self) -> Location {
        self.location
    }

    /// Where one can run to from here, in the order in which that was learnt.
    pub fn neighbours(&self) -> impl Iterator<Item = &str> {
        self.neighbours.iter().map(String::as_str)
    }
}

impl MapGraph {
    /// A map without points.
    pub fn new() -> MapGraph {
        MapGraph::default()
    }

    /// Reads a graph file. Text after `#` is a comment.
    ///
    /// # Errors
    ///
    /// The first line that is neither a point nor an edge.
    pub fn parse(text: &str) -> Result<MapGraph, GraphError> {
        let (graph, errors) = MapGraph::parse_lenient(text);
        errors.into_iter().next().map_or(Ok(graph), Err)
    }

    /// Reads what can be read, as the original program did, and says which lines were passed over.
    pub fn parse_lenient(text: &str) -> (MapGraph, Vec<GraphError>) {
        let (mut graph, mut errors, mut current) = (MapGraph::new(), Vec::new(), None);
        for (number, line) in text.lines().enumerate() {
            let content = line.split('#').next().unwrap_or_default();
            if let Err(reason) = graph.read_line(content, &mut current) {
                errors.push(GraphError { line: number + 1, reason, text: line.chars().take(80).collect() });
            }
        }
        (graph, errors)
    }

    fn read_line(&mut self, line: &str, current: &mut Option<String>) -> Result<(), &'static str> {
        let place = |text: &str| text.parse().map_err(|_| "a place such as 10,20,5 is expected");
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [] => Ok(()),
            [id, location] => {
                self.add_node(id, place(location)?);
                *current = Some(id.to_owned());
                Ok(())
            }
            [_, id, location] => {
                let from = current.as_deref().ok_or("an edge follows the point that it starts from")?;
                self.add_node(id, place(location)?);
                self.add_edge(from, id);
                Ok(())
            }
            _ => Err("a point is `id x,y,z` and an edge `@ id x,y,z`"),
        }
    }

    /// Adds a point. One that is known keeps its place.
    pub fn add_node(&mut self, id: &str, location: Location) {
        if !self.nodes.contains_key(id) {
            self.nodes.insert(id.to_owned(), MapNode { location, neighbours: Vec::new() });
        }
    }

    /// Adds the edge between two points that are known; does nothing otherwise, or if it is there.
    pub fn add_edge(&mut self, from: &str, to: &str) {
        if !self.nodes.contains_key(to) || from == to {
            return;
        }
        if let Some(node) = self.nodes.get_mut(from).filter(|node| !node.neighbours.iter().any(|id| id == to))
        {
            node.neighbours.push(to.to_owned());
        }
    }

    /// Adds what a bot sees: every point, and if it is at the point `here` an edge to each that it can run to.
    pub fn learn(&mut self, here: Option<&str>, seen: &BodyObservation, ids: &WireIds) {
        let nodes = seen.nodes.iter().map(|it| (it.id, it.position, it.reachable));
        let items = seen.items.iter().map(|it| (it.id, it.position, it.reachable));
        let points = seen.game.points.iter().map(|it| (it.id, it.position, false));
        let movers = seen.movers.iter().map(|it| (it.id, it.position, it.open));
        // What is told last of a thing counts.
        let told = nodes.chain(items).chain(points).chain(movers);
        let known: BTreeMap<String, _> =
            told.map(|(id, at, reachable)| (ids.id(id), (at, reachable))).collect();
        for (id, (at, reachable)) in known.iter().filter(|(id, _)| !id.contains(char::is_whitespace)) {
            self.add_node(id, bridge::location(*at));
            if let Some(here) = here.filter(|_| *reachable) {
                self.add_edge(here, id);
            }
        }
    }

    /// The graph of a map of the arena, with the ids that our server gives.
    pub fn of_map(map: &Arc<ArenaMap>) -> MapGraph {
        let ids_of = WireIds::of_map(map.clone());
        let id = |place: usize| ids_of.id(ids::place(place));
        let mut graph = MapGraph::new();
        for (number, place) in map.places().iter().enumerate() {
            graph.add_node(&id(number), bridge::location(place.position));
        }
        for number in 0..map.places().len() {
            for next in map.graph().neighbours(number) {
                graph.add_edge(&id(number), &id(next));
            }
        }
        graph
    }

    /// The number of points and of edges.
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.nodes.values().map(|node| node.neighbours.len()).sum())
    }

    /// All points, ordered by id.
    pub fn nodes(&self) -> impl Iterator<Item = (&str, &MapNode)> {
        self.nodes.iter().map(|(id, node)| (id.as_str(), node))
    }

    /// Where a point is.
    pub fn location(&self, id: &str) -> Option<Location> {
        self.nodes.get(id).map(|node| node.location)
    }

    /// Whether one can run from one point to another.
    pub fn has_edge(&self, from: &str, to: &str) -> bool {
        self.nodes.get(from).is_some_and(|node| node.neighbours().any(|id| id == to))
    }

    /// The places of items, ordered by id. Their class is part of the id, as in `dom-stalwart.InventorySpot12`.
    pub fn inventory_nodes(&self) -> impl Iterator<Item = &str> {
        self.nodes().map(|(id, _)| id).filter(|id| id.contains("InventorySpot"))
    }

    /// The point nearest to a place among those that `wanted` accepts; of equals, the first by id.
    pub fn nearest(&self, place: Location, wanted: impl Fn(&str) -> bool) -> Option<&str> {
        let near = |(_, node): &(&str, &MapNode)| node.location.distance(place);
        let candidates = self.nodes().filter(|(id, _)| wanted(id));
        candidates.min_by(|a, b| near(a).total_cmp(&near(b))).map(|(id, _)| id)
    }

    /// The points of a shortest path, without the first. `None` if there is no path or a point is not known.
    pub fn path(&self, from: &str, to: &str) -> Option<Vec<&str>> {
        let goal = self.location(to)?;
        let (start, _) = self.nodes.get_key_value(from)?;
        let (path, _) = pathfinding::directed::astar::astar(
            &start.as_str(),
            |id| self.steps(id),
            |id| PathLength(self.location(id).map_or(0.0, |place| place.distance(goal))),
            |id| *id == to,
        )?;
        Some(path.into_iter().skip(1).collect())
    }

    /// Where one can run to from a point, and how far it is.
    fn steps(&self, id: &str) -> Vec<(&str, PathLength)> {
        let Some(node) = self.nodes.get(id) else { return Vec::new() };
        let length = |next| Some((next, PathLength(node.location.distance(self.location(next)?))));
        node.neighbours().filter_map(length).collect()
    }
}

/// A length of a path. Finite, because places are.
#[derive(Clone, Copy, PartialEq, Default)]
struct PathLength(f64);

impl Eq for PathLength {}

impl Ord for PathLength {
    fn cmp(&self, other: &PathLength) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for PathLength {
    fn partial_cmp(&self, other: &PathLength) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::ops::Add for PathLength {
    type Output = PathLength;

    fn add(self, other: PathLength) -> PathLength {
        PathLength(self.0 + other.0)
    }
}

impl pathfinding::num_traits::Zero for PathLength {
    fn zero() -> PathLength {
        PathLength(0.0)
    }

    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

/// The file: points ordered by id, each followed by its edges.
impl fmt::Display for MapGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, node) in self.nodes() {
            writeln!(f, "{id} {}", node.location)?;
            for (next, location) in node.neighbours().filter_map(|next| Some((next, self.location(next)?))) {
                writeln!(f, "@ {next} {location}")?;
            }
        }
        Ok(())
    }
}

/// How near a bot must be to a point to be at it, in units of the game (ours).
const AT_POINT: f64 = 60.0;

/// Learns the points of a map and the edges between them from what a server tells a bot.
///
/// A point is learnt when it is seen. Whenever the bot is at a point, an edge leads from there to each point in sight that it could run to.
#[derive(Clone, Debug, Default)]
pub struct MapLearner {
    graph: MapGraph,
    changes: u64,
}

impl MapLearner {
    /// Goes on from what is known already.
    pub fn new(graph: MapGraph) -> MapLearner {
        MapLearner { graph, ..MapLearner::default() }
    }

    /// Takes in what the bot senses.
    pub fn sensed(&mut self, seen: &BodyObservation, ids: &WireIds) {
        if seen.own == OwnState::default() {
            return;
        }
        let at = bridge::location(seen.own.position);
        let near = self
            .graph
            .nearest(at, |_| true)
            .filter(|id| self.graph.location(id).is_some_and(|location| location.distance(at) <= AT_POINT));
        let here = near.map(str::to_owned);
        let before = self.graph.size();
        self.graph.learn(here.as_deref(), seen, ids);
        self.changes += u64::from(self.graph.size() != before);
    }

    /// What is known of the map.
    pub fn graph(&self) -> &MapGraph {
        &self.graph
    }

    /// How many blocks have told something new.
    pub fn changes(&self) -> u64 {
        self.changes
    }
}
