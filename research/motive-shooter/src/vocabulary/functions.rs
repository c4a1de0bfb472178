//! Functions that conditions call. Each takes things or places.
//!
//! The distances are those that the specification of Gordon's bot gives for the helper functions that his thesis does not print.

use super::declarations::ShooterProperties;
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

pub(super) fn declare(names: &mut Vocabulary, has: &ShooterProperties) {
    let has = *has;
    let by_place = || Purity::Reads(vec![Dependency::Own(has.position), Dependency::Property(has.position)]);
    for (name, most) in
        [("near", NEAR), ("near_node", NEAR_NODE), ("nearby", NEARBY), ("in_range", ATTACK_RANGE)]
    {
        let within = names.variadic(name, by_place(), move |facts, arguments| {
            let (one, other) = match arguments {
                [one] => (place(facts, &has, &Value::Id(Id::SELF))?, place(facts, &has, one)?),
                [one, other] => (place(facts, &has, one)?, place(facts, &has, other)?),
                _ => return None,
            };
            Some((one.distance(other) <= most).into())
        });
        names.returns(within, Type::Bool);
    }
    for (name, property) in [("visible", has.visible), ("reachable", has.reachable)] {
        let reads = Purity::Reads(vec![Dependency::Property(property)]);
        let holds = names.function(name, 1, reads, move |facts, arguments| {
            facts.values(arguments.first()?.id()?, property).first().cloned().or(Some(false.into()))
        });
        names.returns(holds, Type::Bool);
    }
    let reads = vec![
        Dependency::Own(has.position),
        Dependency::Property(has.position),
        Dependency::Own(has.rotation),
    ];
    let facing = names.function("facing", 1, Purity::Reads(reads), move |facts, arguments| {
        let (me, other) =
            (place(facts, &has, &Value::Id(Id::SELF))?, place(facts, &has, arguments.first()?)?);
        let yaw = facts.values(Id::SELF, has.rotation).number()? as i32;
        Some((turn_between(yaw, yaw_toward(vector(me), vector(other))).abs() <= FACING).into())
    });
    names.returns(facing, Type::Bool);
    declare_places(names, &has);
    let attack_point = names.function("attack_point", 1, by_place(), move |facts, arguments| {
        let (me, other) =
            (place(facts, &has, &Value::Id(Id::SELF))?, place(facts, &has, arguments.first()?)?);
        let distance = me.distance(other);
        let part = ((distance - ATTACK_RANGE * INSIDE) / distance.max(1.0)).clamp(0.0, 1.0);
        Some(point(vector(me).lerp(vector(other), part as f32)).into())
    });
    names.returns(attack_point, Type::Point);
    let predicted = names.function("predicted", 3, Purity::Pure, |_, arguments| {
        let [at, velocity, seconds] = arguments else { return None };
        let (at, velocity) = (vector(at.point()?), vector(velocity.point()?));
        Some(point(at + velocity * seconds.number()? as f32).into())
    });
    names.returns(predicted, Type::Point);
    let on_path = names.function("on_path", 3, by_place(), move |facts, arguments| {
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
    names.returns(on_path, Type::Number);
}

/// `at`, `neighbour` and `place_of`, which also take the names of places.
fn declare_places(names: &mut Vocabulary, has: &ShooterProperties) {
    let has = *has;
    let reads = || {
        let properties = [has.position, has.label, has.visible, has.reachable].map(Dependency::Property);
        let own = [has.position, has.last_node, has.neighbours].map(Dependency::Own);
        Purity::Reads(properties.into_iter().chain(own).collect())
    };
    let at = names.function("at", 1, reads(), move |facts, arguments| {
        let wanted = arguments.first()?;
        let stands = facts.values(Id::SELF, has.last_node).first().is_some_and(|node| node == wanted);
        let near = || {
            let (me, there) = (place(facts, &has, &Value::Id(Id::SELF))?, place(facts, &has, wanted)?);
            let (me, there) = (vector(me), vector(there));
            Some(flat_distance(me, there) <= AT && (me.z - there.z).abs() <= AT_HEIGHT)
        };
        Some((stands || near().unwrap_or(false)).into())
    });
    names.returns(at, Type::Bool);
    let neighbour = names.function("neighbour", 1, reads(), move |facts, arguments| {
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
    names.returns(neighbour, Type::Bool);
    let place_of = names.function("place_of", 1, reads(), move |facts, arguments| {
        Some(place(facts, &has, arguments.first()?)?.into())
    });
    names.returns(place_of, Type::Point);
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
mod tests {
    use super::*;

    #[test]
    fn progress_along_a_path_is_the_nearest_leg() {
        let stops = [0.0, 500.0, 1000.0].map(|x| Vec3::new(x, 0.0, 0.0));
        assert_eq!(progress(&stops, Vec3::new(100.0, 20.0, 0.0)), Some(0));
        assert_eq!(progress(&stops, Vec3::new(500.0, 0.0, 0.0)), Some(1), "at a node the next leg begins");
        assert_eq!(progress(&stops, Vec3::new(700.0, 150.0, 0.0)), Some(1));
        assert_eq!(progress(&stops, Vec3::new(700.0, 300.0, 0.0)), None);
    }
}
