//! Functions that conditions call. Each takes things or places.
//!
//! The distances are those that the specification of Gordon's bot gives for the helper functions that his thesis does not print.

use super::declarations::ShooterProperties;
use crate::geometry::{turn_between, yaw_toward};
use glam::Vec3;
use motive_core::{Dependency, Facts, Id, Point, Purity, Type, Value, Vocabulary};

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
        Value::Id(id) => facts.values(*id, has.position).first()?.point(),
        _ => None,
    }
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
