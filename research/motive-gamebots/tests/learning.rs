//! Learning a map while playing on it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use motive_gamebots::bridge::WireIds;
use motive_gamebots::{
    ClientEvent, ClientRequest, ClientSession, ClientSettings, Dialect, GameInfo, MapGraph, MapLearner,
    ServerSession, SessionSettings,
};
use motive_shooter::body::{Aim, BodyCommand, BodyObservation, Id};
use motive_shooter::game::{Match, MatchSettings};
use motive_shooter::map::ArenaMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Runs to the point in sight where it was least often, and looks all around where it comes for the first time.
#[derive(Default)]
struct Explorer {
    goal: Option<(Id, glam::Vec3)>,
    visits: BTreeMap<Id, u32>,
    /// Quarter turns still to make here.
    turns: u32,
}

impl Explorer {
    fn decide(&mut self, seen: &BodyObservation) -> Option<BodyCommand> {
        let here = seen.own.position;
        let goal = self.goal.filter(|(_, at)| here.distance(*at) > 40.0);
        if goal.is_some() && seen.own.velocity.length() > 1.0 {
            return None;
        }
        if let Some((id, _)) = self.goal.take() {
            let visits = self.visits.entry(id).or_default();
            *visits += 1;
            self.turns = if *visits == 1 { 4 } else { 0 };
        }
        if self.turns > 0 {
            self.turns -= 1;
            return Some(BodyCommand::Rotate(16_384.0));
        }
        let points = seen.nodes.iter().map(|node| (node.id, node.position, node.reachable));
        let items = seen.items.iter().map(|item| (item.id, item.position, item.reachable));
        let ahead = points.chain(items).filter(|(_, at, reachable)| *reachable && at.distance(here) > 60.0);
        let visits = |id: &Id| self.visits.get(id).copied().unwrap_or(0);
        let distance = |at: &glam::Vec3| at.distance(here) as u32;
        let Some((id, at, _)) = ahead.min_by_key(|(id, at, _)| (visits(id), distance(at))) else {
            return Some(BodyCommand::Rotate(7000.0));
        };
        self.goal = Some((id, at));
        Some(BodyCommand::RunTo(Aim::At(at)))
    }
}

/// What a bot has learnt of a map after so many minutes, from the lines of the server alone.
fn explored(map: &Arc<ArenaMap>, minutes: f64, seed: u64, known: MapGraph) -> MapGraph {
    let settings = MatchSettings { players: 1, time_limit: minutes * 60.0, ..Default::default() };
    let mut arena = Match::new(map.clone(), settings, seed).unwrap();
    let ids = WireIds::of_map(map.clone());
    let game = GameInfo::of_arena(&arena, &ids, false);
    let mut server =
        ServerSession::new(SessionSettings { dialect: Dialect::Ut99, password: None, game }, ids);
    let mut client = ClientSession::new(ClientSettings::default()).learning(MapLearner::new(known));
    for greeting in server.greet() {
        for init in client.line(&greeting.to_string()).replies {
            assert!(matches!(server.line(&init.to_string()).request, Some(ClientRequest::Join { .. })));
        }
    }
    server.joined(0);
    let mut explorer = Explorer::default();
    while !arena.is_over() {
        for told in server.observation(&arena.observe(0).unwrap()) {
            let Some(ClientEvent::Sensed(seen)) = client.line(&told.to_string()).event else { continue };
            let commands: Vec<_> = explorer.decide(&seen).into_iter().collect();
            for line in client.commands(&commands) {
                let Some(ClientRequest::Command(command)) = server.line(&line.to_string()).request else {
                    panic!("{line}")
                };
                arena.command(0, command);
            }
        }
        (0..arena.settings().steps_per_update()).for_each(|_| arena.step());
    }
    assert_eq!(client.refused_lines(), 0);
    client.learner().unwrap().graph().clone()
}

/// Which part of the points and edges of a map is known.
fn known(graph: &MapGraph, map: &MapGraph) -> (f64, f64) {
    let points = map.nodes().filter(|(id, _)| graph.location(id).is_some()).count();
    let edges = map.nodes().flat_map(|(id, node)| node.neighbours().map(move |next| (id, next)));
    let known = edges.filter(|(from, to)| graph.has_edge(from, to)).count();
    let (all_points, all_edges) = map.size();
    (points as f64 / all_points as f64, known as f64 / all_edges as f64)
}

/// R-002-088
#[test]
fn a_map_is_learnt_by_running_around_on_it() {
    let map = Arc::new(ArenaMap::shipped("stalwart-like").unwrap());
    let whole = MapGraph::of_map(&map);
    let graph = explored(&map, 10.0, 1, MapGraph::new());
    let (points, edges) = known(&graph, &whole);
    assert!(points >= 0.95 && edges >= 0.8, "points {points:.3}, edges {edges:.3} of {:?}", whole.size());
}

#[test]
fn what_is_known_of_a_map_is_extended_and_survives_its_file() {
    let map = Arc::new(ArenaMap::shipped("duel").unwrap());
    let first = explored(&map, 0.1, 1, MapGraph::new());
    let file = first.to_string();
    let second = explored(&map, 2.0, 2, MapGraph::parse(&file).unwrap());
    assert!(second.size().1 > first.size().1);
    for (id, node) in first.nodes() {
        assert!(node.neighbours().all(|next| second.has_edge(id, next)));
    }
}
