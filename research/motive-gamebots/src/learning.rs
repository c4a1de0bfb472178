//! Learning a map while playing on it.

use crate::{Event, Information, MapGraph, Surroundings};

/// How near a bot must be to a point to be at it, in units of the game (ours).
const AT_POINT: f64 = 60.0;

/// Learns the points of a map and the edges between them from what a server tells a bot.
///
/// A point is learnt when it is seen. Whenever the bot is at a point, an edge leads from there to each point in sight that it could run to.
#[derive(Clone, Debug, Default)]
pub struct MapLearner {
    graph: MapGraph,
    surroundings: Surroundings,
    changes: u64,
}

impl MapLearner {
    /// Goes on from what is known already.
    pub fn new(graph: MapGraph) -> MapLearner {
        MapLearner { graph, ..MapLearner::default() }
    }

    /// Takes in one message of the server.
    pub fn told(&mut self, information: Information) {
        if self.surroundings.apply(information) != Some(Event::BlockComplete) {
            return;
        }
        let Some(own) = self.surroundings.own() else { return };
        let at = own.location;
        let near = self
            .graph
            .nearest(at, |_| true)
            .filter(|id| self.graph.location(id).is_some_and(|location| location.distance(at) <= AT_POINT));
        let here = near.map(str::to_owned);
        let before = self.graph.size();
        self.graph.learn(here.as_deref(), &self.surroundings);
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
