//! Functions that conditions call. Each takes things or places.
//!
//! The distances are those that the specification of Gordon's bot gives for the helper functions that his thesis does not print.

use super::names::{self, ShooterProperties};
use crate::geometry::{flat_distance, turn_between, yaw_toward};
use glam::Vec3;
use motive_core::{Dependency, Facts, Id, Point, Purity, Query, Type, Value, Vocabulary};
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

/// A line for each function, for `motive world shooter`; `visible` and `reachable` are properties too and have theirs there.
pub(super) const LINES: &[(&str, &str)] = &[
    ("facing", "whether the bot looks at a place or thing, to five degrees"),
    ("near", "whether a place or thing is within 80 units, of the bot or of another"),
    ("near_node", "whether a place or thing is within 150 units, of the bot or of another"),
    ("nearby", "whether a place or thing is within 400 units, of the bot or of another"),
    ("in_range", "whether a place or thing is within 1,000 units, from where it is shot at"),
    ("attack_point", "the point on the line to a place or thing just within range"),
    ("predicted", "where something at a place with a velocity is after some seconds"),
    (
        "on_path",
        "how many nodes of a path from a place to another lie behind the bot; nothing if it is off the path",
    ),
    ("at", "whether the bot is at a place, thing or place of a name, within 60 units"),
    (
        "neighbour",
        "whether a place, thing or place of a name can be walked to directly, as far as the map or sight tells",
    ),
    ("place_of", "where a thing or place of a name is"),
];

pub(super) fn declare(vocabulary: &mut Vocabulary, has: &ShooterProperties) {
    let has = *has;
    let by_place = || names::by_place(has.position);
    for (name, most) in
        [("near", NEAR), ("near_node", NEAR_NODE), ("nearby", NEARBY), ("in_range", ATTACK_RANGE)]
    {
        let within = vocabulary.variadic(name, by_place(), move |facts, arguments| {
            let (one, other) = match arguments {
                [one] => (place(facts, &has, &Value::Id(Id::SELF))?, place(facts, &has, one)?),
                [one, other] => (place(facts, &has, one)?, place(facts, &has, other)?),
                _ => return None,
            };
            Some((one.distance(other) <= most).into())
        });
        vocabulary.returns(within, Type::Bool);
    }
    for (name, property) in [("visible", has.visible), ("reachable", has.reachable)] {
        let reads = Purity::Reads(vec![Dependency::Property(property)]);
        let holds = vocabulary.function(name, 1, reads, move |facts, arguments| {
            facts.values(arguments.first()?.id()?, property).first().cloned().or(Some(false.into()))
        });
        vocabulary.returns(holds, Type::Bool);
    }
    let reads = vec![
        Dependency::Own(has.position),
        Dependency::Property(has.position),
        Dependency::Own(has.rotation),
    ];
    let facing = vocabulary.function("facing", 1, Purity::Reads(reads), move |facts, arguments| {
        let (me, other) =
            (place(facts, &has, &Value::Id(Id::SELF))?, place(facts, &has, arguments.first()?)?);
        let yaw = facts.values(Id::SELF, has.rotation).number()? as i32;
        Some((turn_between(yaw, yaw_toward(vector(me), vector(other))).abs() <= FACING).into())
    });
    vocabulary.returns(facing, Type::Bool);
    declare_places(vocabulary, &has);
    let attack_point = vocabulary.function("attack_point", 1, by_place(), move |facts, arguments| {
        let (me, other) =
            (place(facts, &has, &Value::Id(Id::SELF))?, place(facts, &has, arguments.first()?)?);
        let distance = me.distance(other);
        let part = ((distance - ATTACK_RANGE * INSIDE) / distance.max(1.0)).clamp(0.0, 1.0);
        Some(point(vector(me).lerp(vector(other), part as f32)).into())
    });
    vocabulary.returns(attack_point, Type::Point);
    let predicted = vocabulary.function("predicted", 3, Purity::Pure, |_, arguments| {
        let [at, velocity, seconds] = arguments else { return None };
        let (at, velocity) = (vector(at.point()?), vector(velocity.point()?));
        Some(point(at + velocity * seconds.number()? as f32).into())
    });
    vocabulary.returns(predicted, Type::Point);
    let on_path = vocabulary.function("on_path", 3, by_place(), move |facts, arguments| {
        let [start, end, nodes] = arguments else { return None };
        let me = place(facts, &has, &Value::Id(Id::SELF))?;
        let Value::List(nodes) = nodes else { return None };
        let stops: Vec<Vec3> = [start]
            .into_iter()
            .chain(nodes.iter())
            .chain([end])
            .filter_map(|stop| place(facts, &has, stop))
            .map(vector)
            .collect();
        progress(&stops, vector(me)).map(|index| Value::Number(index as f64))
    });
    vocabulary.returns(on_path, Type::Number);
}

/// `at`, `neighbour` and `place_of`, which also take the names of places.
fn declare_places(vocabulary: &mut Vocabulary, has: &ShooterProperties) {
    let has = *has;
    let reads = || {
        let properties = [has.position, has.label, has.visible, has.reachable].map(Dependency::Property);
        let own = [has.position, has.last_node, has.neighbours].map(Dependency::Own);
        Purity::Reads(properties.into_iter().chain(own).collect())
    };
    let at = vocabulary.function("at", 1, reads(), move |facts, arguments| {
        let wanted = arguments.first()?;
        let stands = facts.values(Id::SELF, has.last_node).first().is_some_and(|node| node == wanted);
        let near = || {
            let (me, there) = (place(facts, &has, &Value::Id(Id::SELF))?, place(facts, &has, wanted)?);
            let (me, there) = (vector(me), vector(there));
            Some(flat_distance(me, there) <= AT && (me.z - there.z).abs() <= AT_HEIGHT)
        };
        Some((stands || near().unwrap_or(false)).into())
    });
    vocabulary.returns(at, Type::Bool);
    let neighbour = vocabulary.function("neighbour", 1, reads(), move |facts, arguments| {
        let wanted = arguments.first()?;
        let thing = thing(facts, &has, wanted);
        let label = thing.and_then(|id| facts.values(id, has.label).first().cloned());
        let name = label.as_ref().unwrap_or(wanted);
        let beside = match facts.values(Id::SELF, has.neighbours).first() {
            Some(Value::List(names)) => names.contains(name),
            _ => false,
        };
        let holds = |id: Id, property| facts.values(id, property).first() == Some(&Value::Bool(true));
        let in_reach = thing.is_some_and(|id| holds(id, has.visible) && holds(id, has.reachable));
        Some((beside || in_reach).into())
    });
    vocabulary.returns(neighbour, Type::Bool);
    let place_of = vocabulary.function("place_of", 1, reads(), move |facts, arguments| {
        Some(place(facts, &has, arguments.first()?)?.into())
    });
    vocabulary.returns(place_of, Type::Point);
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

/// The place that a value means: a place, or where a thing is.
fn place(facts: &dyn Facts, has: &ShooterProperties, value: &Value) -> Option<Point> {
    match value {
        Value::Point(point) => Some(*point),
        value => facts.values(thing(facts, has, value)?, has.position).first()?.point(),
    }
}

/// The thing that a value means: itself, or the one of this name.
fn thing(facts: &dyn Facts, has: &ShooterProperties, value: &Value) -> Option<Id> {
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
