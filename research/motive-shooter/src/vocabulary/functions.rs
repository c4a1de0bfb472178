//! Functions that conditions call. Each takes things or places.
//!
//! The distances are those that the specification of Gordon's bot gives for the helper functions that his thesis does not print.

use super::{InSight, Station, by_place};
use crate::body::{OwnState, SeenPlayer};
use crate::geometry::{flat_distance, turn_between, yaw_toward};
use glam::Vec3;
use motive::GameBuilder;
use motive::kernel::{Dependency, Facts, Id, Point, Property, Purity, Query, Value};
use std::ops::ControlFlow;

/// Within this distance something is near.
pub const NEAR: f64 = 80.0;
/// Within this distance a node of a path is reached.
pub const NEAR_NODE: f64 = 150.0;
/// Within this distance something is nearby.
pub const NEARBY: f64 = 400.0;
/// From this distance things are shot at.
pub const ATTACK_RANGE: f64 = 1000.0;
/// To this angle a bot faces something: five degrees.
pub const FACING: i32 = 910;

/// Within this distance, heights left out, a bot is at a place.
const AT: f32 = 60.0;
/// And the place may be this much higher or lower.
const AT_HEIGHT: f32 = 80.0;

/// How far the attack point lies within range.
const INSIDE: f64 = 0.95;
/// A bot that is farther than this from every leg of a path has left it.
const OFF_PATH: f32 = 200.0;

/// The properties that functions read.
#[derive(Clone, Copy)]
struct Read {
    position: Property,
    rotation: Property,
    label: Property,
    visible: Property,
    reachable: Property,
    last_node: Property,
    neighbours: Property,
}

pub(super) fn declare(game: &mut GameBuilder) {
    let (own, player) = (game.names::<OwnState>(), game.names::<SeenPlayer>());
    let (sight, station) = (game.names::<InSight>(), game.names::<Station>());
    let has = Read {
        position: own.position,
        rotation: own.yaw,
        label: player.name,
        visible: sight.visible,
        reachable: player.reachable,
        last_node: station.last_node,
        neighbours: station.neighbours,
    };
    declare_distances(game, has);
    declare_places(game, has);
    let by_place = || by_place(has.position);
    let line = "the point on the line to a place or thing just within range";
    game.function(("attack_point", line), 1, by_place(), move |facts, arguments| {
        let (me, other) = (own_place(facts, has)?, place(facts, has, arguments.first()?)?);
        let distance = point(me).distance(point(other));
        let part = ((distance - ATTACK_RANGE * INSIDE) / distance.max(1.0)).clamp(0.0, 1.0);
        Some(me.lerp(other, part as f32))
    });
    let line = "where something at a place with a velocity is after some seconds";
    game.function(("predicted", line), 3, Purity::Pure, |_, arguments| {
        let [at, velocity, seconds] = arguments else { return None };
        Some(vector(at.point()?) + vector(velocity.point()?) * seconds.number()? as f32)
    });
    let line =
        "how many nodes of a path from a place to another lie behind the bot; nothing if it is off the path";
    game.function(("on_path", line), 3, by_place(), move |facts, arguments| {
        let [start, end, nodes] = arguments else { return None };
        let me = own_place(facts, has)?;
        let Value::List(nodes) = nodes else { return None };
        let stops = [start].into_iter().chain(nodes.iter()).chain([end]);
        let stops: Vec<Vec3> = stops.filter_map(|stop| place(facts, has, stop)).collect();
        progress(&stops, me).map(|index| index as f64)
    });
}

/// How far things are, and what can be said of each in sight.
fn declare_distances(game: &mut GameBuilder, has: Read) {
    for (name, most, line) in [
        ("near", NEAR, "whether a place or thing is within 80 units, of the bot or of another"),
        ("near_node", NEAR_NODE, "whether a place or thing is within 150 units, of the bot or of another"),
        ("nearby", NEARBY, "whether a place or thing is within 400 units, of the bot or of another"),
        (
            "in_range",
            ATTACK_RANGE,
            "whether a place or thing is within 1,000 units, from where it is shot at",
        ),
    ] {
        game.variadic((name, line), by_place(has.position), move |facts, arguments| {
            let (one, other) = match arguments {
                [one] => (own_place(facts, has)?, place(facts, has, one)?),
                [one, other] => (place(facts, has, one)?, place(facts, has, other)?),
                _ => return None,
            };
            Some(point(one).distance(point(other)) <= most)
        });
    }
    for (name, property, line) in [
        ("visible", has.visible, "whether it is in sight now"),
        ("reachable", has.reachable, "whether it could be walked to directly when last seen"),
    ] {
        let reads = Purity::Reads(vec![Dependency::Property(property)]);
        game.function((name, line), 1, reads, move |facts, arguments| {
            facts.values(arguments.first()?.id()?, property).first().map_or(Some(false), Value::truth)
        });
    }
    let reads = vec![
        Dependency::Own(has.position),
        Dependency::Property(has.position),
        Dependency::Own(has.rotation),
    ];
    let line = "whether the bot looks at a place or thing, to five degrees";
    game.function(("facing", line), 1, Purity::Reads(reads), move |facts, arguments| {
        let (me, other) = (own_place(facts, has)?, place(facts, has, arguments.first()?)?);
        let yaw = facts.values(Id::SELF, has.rotation).number()? as i32;
        Some(turn_between(yaw, yaw_toward(me, other)).abs() <= FACING)
    });
}

/// `at`, `neighbour` and `place_of`, which also take the names of places.
fn declare_places(game: &mut GameBuilder, has: Read) {
    let reads = || {
        let properties = [has.position, has.label, has.visible, has.reachable].map(Dependency::Property);
        let own = [has.position, has.last_node, has.neighbours].map(Dependency::Own);
        Purity::Reads(properties.into_iter().chain(own).collect())
    };
    let line = "whether the bot is at a place, thing or place of a name, within 60 units";
    game.function(("at", line), 1, reads(), move |facts, arguments| {
        let wanted = arguments.first()?;
        let stands = facts.values(Id::SELF, has.last_node).first().is_some_and(|node| node == wanted);
        let near = || {
            let (me, there) = (own_place(facts, has)?, place(facts, has, wanted)?);
            Some(flat_distance(me, there) <= AT && (me.z - there.z).abs() <= AT_HEIGHT)
        };
        Some(stands || near().unwrap_or(false))
    });
    let line = "whether a place, thing or place of a name can be walked to directly, as far as the map or sight tells";
    game.function(("neighbour", line), 1, reads(), move |facts, arguments| {
        let wanted = arguments.first()?;
        let thing = thing(facts, has, wanted);
        let label = thing.and_then(|id| facts.values(id, has.label).first().cloned());
        let name = label.as_ref().unwrap_or(wanted);
        let beside = match facts.values(Id::SELF, has.neighbours).first() {
            Some(Value::List(names)) => names.contains(name),
            _ => false,
        };
        let holds = |id: Id, property| facts.values(id, property).first() == Some(&Value::Bool(true));
        let in_reach = thing.is_some_and(|id| holds(id, has.visible) && holds(id, has.reachable));
        Some(beside || in_reach)
    });
    game.function(
        ("place_of", "where a thing or place of a name is"),
        1,
        reads(),
        move |facts, arguments| place(facts, has, arguments.first()?),
    );
}

/// The leg of a path that a bot is on: 0 for the one from the start. None if it is too far from every leg. Of legs that are
/// equally near, the last counts, so that a bot is never sent back.
fn progress(stops: &[Vec3], me: Vec3) -> Option<usize> {
    let legs = stops.windows(2).enumerate().filter_map(|(leg, ends)| match ends {
        [from, to] => Some((leg, distance_to_leg(*from, *to, me))),
        _ => None,
    });
    let (leg, distance) =
        legs.min_by(|(leg, one), (later, other)| one.total_cmp(other).then(later.cmp(leg)))?;
    (distance <= OFF_PATH).then_some(leg)
}

fn distance_to_leg(from: Vec3, to: Vec3, me: Vec3) -> f32 {
    let way = to - from;
    let part = ((me - from).dot(way) / way.length_squared().max(1.0)).clamp(0.0, 1.0);
    me.distance(from + way * part)
}

/// Where the bot is.
fn own_place(facts: &dyn Facts, has: Read) -> Option<Vec3> {
    facts.values(Id::SELF, has.position).first()?.point().map(vector)
}

/// The place that a value means: a place, or where a thing is.
fn place(facts: &dyn Facts, has: Read, value: &Value) -> Option<Vec3> {
    let place = match value {
        Value::Point(point) => Some(*point),
        value => facts.values(thing(facts, has, value)?, has.position).first()?.point(),
    };
    place.map(vector)
}

/// The thing that a value means: itself, or the one of this name.
fn thing(facts: &dyn Facts, has: Read, value: &Value) -> Option<Id> {
    let name = match value {
        Value::Id(id) => return Some(*id),
        Value::Text(_) => value.clone(),
        _ => return None,
    };
    let wanted = [(has.label, name.clone())];
    let mut found = None;
    facts.candidates(&Query { kind: None, equal: &wanted }, &mut |id| {
        if facts.values(id, has.label).first() == Some(&name) {
            found = Some(id);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

fn vector(point: Point) -> Vec3 {
    Vec3::new(point.x, point.y, point.z)
}

fn point(vector: Vec3) -> Point {
    Point { x: vector.x, y: vector.y, z: vector.z }
}

#[cfg(test)]
#[path = "../../tests/unit/functions.rs"]
mod tests;
