//! What agents perceive: their own components and other entities.

use crate::agent::{MotiveAgent, Sighted};
use crate::declare::{Own, Thing};
use crate::value::{PropertyNames, id_of};
use bevy_ecs::change_detection::Tick;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemChangeTick;
use bevy_transform::components::Transform;
use motive::{Id, Kind, Memory, Property, Thing as MemoryThing, Value};
use smallvec::SmallVec;
use std::marker::PhantomData;

/// Agents see everything of a type that is at most this far away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Within(pub f32);

/// Agents see this many things of a type: the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest(pub usize);

impl Nearest {
    /// And those only up to a distance.
    #[must_use]
    pub fn within(self, distance: f32) -> Sight {
        Sight { nearest: Some(self.0), distance }
    }
}

/// Agents see everything of a type, wherever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Everywhere;

/// Agents see what a system of yours says: it fills the component [`Sees`] of each agent, in [`MotiveSet::Perceive`](crate::MotiveSet::Perceive).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed;

/// What agents see of a type: [`Within`], [`Nearest`] or [`Everywhere`]. `Nearest(3).within(20.0)` is both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    nearest: Option<usize>,
    distance: f32,
}

/// How the plug-in finds out what agents see of a type: [`Within`], [`Nearest`], [`Everywhere`], or [`Listed`] by a system of yours.
pub trait Seeing {
    /// What agents see; nothing if a system of yours says so.
    fn sight(self) -> Option<Sight>;
}

impl Seeing for Within {
    fn sight(self) -> Option<Sight> {
        Some(Sight { nearest: None, distance: self.0 })
    }
}

impl Seeing for Nearest {
    fn sight(self) -> Option<Sight> {
        Some(self.within(f32::INFINITY))
    }
}

impl Seeing for Everywhere {
    fn sight(self) -> Option<Sight> {
        Some(Sight { nearest: None, distance: f32::INFINITY })
    }
}

impl Seeing for Sight {
    fn sight(self) -> Option<Sight> {
        Some(self)
    }
}

impl Seeing for Listed {
    fn sight(self) -> Option<Sight> {
        None
    }
}

/// The entities with the component `C` that an agent perceives, for types that are [`Listed`]. Every agent has one; a system of yours
/// fills it.
#[derive(Component, Debug)]
pub struct Sees<C: Thing> {
    /// Who is perceived. Entities that are gone or lack the component are left out.
    pub entities: Vec<Entity>,
    of: PhantomData<fn() -> C>,
}

impl<C: Thing> Default for Sees<C> {
    fn default() -> Self {
        Self { entities: Vec::new(), of: PhantomData }
    }
}

/// A component whose fields are properties of the agent itself.
#[derive(Resource)]
pub(crate) struct OwnType<C: Own> {
    pub(crate) number: usize,
    pub(crate) names: Vec<PropertyNames>,
    pub(crate) of: PhantomData<fn() -> C>,
}

/// Tells agents their own properties, if they changed.
pub(crate) fn read_own<C: Own>(
    own: Res<OwnType<C>>,
    mut agents: Query<(&mut MotiveAgent, Ref<C>)>,
    ticks: SystemChangeTick,
) {
    let (now, number) = (ticks.this_run(), own.number);
    agents.par_iter_mut().for_each(|(mut agent, component)| {
        let agent = agent.bypass_change_detection();
        if !agent.is_due {
            return;
        }
        if agent.own_read.len() <= number {
            agent.own_read.resize(number + 1, None);
        }
        let before = agent.own_read[number].replace(now);
        if before.is_none_or(|before| component.last_changed().is_newer_than(before, now)) {
            let memory = agent.memory_mut();
            component.write(&own.names, |at, value| write(memory, Id::SELF, &own.names[at], value));
        }
    });
}

/// Agents that lost a component of their own lose its properties.
pub(crate) fn forget_own<C: Own>(
    own: Res<OwnType<C>>,
    mut removed: RemovedComponents<C>,
    mut agents: Query<&mut MotiveAgent, Without<C>>,
) {
    for entity in removed.read() {
        if let Ok(mut agent) = agents.get_mut(entity) {
            if let Some(read) = agent.own_read.get_mut(own.number) {
                *read = None;
            }
            let memory = agent.memory_mut();
            for names in &own.names {
                memory.unset(Id::SELF, names.property);
            }
        }
    }
}

/// Writes a property. What memory refuses (a value of the wrong type cannot occur) stays as it was.
fn write(memory: &mut Memory, id: Id, names: &PropertyNames, value: Option<Value>) {
    match value {
        Some(value) => _ = memory.set(id, names.property, value),
        None => _ = memory.unset(id, names.property),
    }
}

/// A component that makes entities things, and where they are now.
#[derive(Resource)]
pub(crate) struct ThingType<C: Thing> {
    pub(crate) number: usize,
    pub(crate) kind: Kind,
    pub(crate) names: Vec<PropertyNames>,
    pub(crate) distance: Property,
    pub(crate) label: Property,
    pub(crate) sight: Option<Sight>,
    pub(crate) places: Places,
    pub(crate) of: PhantomData<fn() -> C>,
}

/// Entities in the order of one coordinate, so that those near a place lie together.
#[derive(Default)]
pub(crate) struct Places {
    axis: usize,
    sorted: Vec<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    at: [f32; 3],
    entity: Entity,
}

type Near = SmallVec<[(Entity, f32); 8]>;

impl Places {
    /// Takes the places of all entities, and sorts them by the coordinate in which they are furthest apart.
    fn gather(&mut self, all: impl Iterator<Item = (Entity, [f32; 3])>) {
        self.sorted.clear();
        self.sorted.extend(all.map(|(entity, at)| Place { at, entity }));
        let extent = |axis: &usize| {
            let along = self.sorted.iter().map(|place| place.at[*axis]);
            let (low, high) = along.fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(x), high.max(x)));
            high - low
        };
        let axis = (0..3).max_by(|one, other| extent(one).total_cmp(&extent(other)).then(other.cmp(one)));
        self.axis = axis.unwrap_or(0);
        let axis = self.axis;
        self.sorted.sort_unstable_by(|one, other| {
            one.at[axis].total_cmp(&other.at[axis]).then(one.entity.cmp(&other.entity))
        });
    }

    /// Those that are seen from a place, in an order that depends on nothing but the places and the entities.
    fn near(&self, sight: Sight, from: [f32; 3], but: Entity) -> Near {
        match sight.nearest {
            None => self.within(sight.distance, from, but),
            Some(count) => self.nearest(count, sight.distance, from, but),
        }
    }

    fn within(&self, reach: f32, from: [f32; 3], but: Entity) -> Near {
        let low = self.sorted.partition_point(|place| place.at[self.axis] < from[self.axis] - reach);
        let rest = self.sorted[low..].iter();
        let in_reach = rest.take_while(|place| place.at[self.axis] <= from[self.axis] + reach);
        let near =
            in_reach.filter(|place| place.entity != but).map(|place| (place.entity, place.distance(from)));
        near.filter(|(_, distance)| *distance <= reach).collect()
    }

    /// Goes outwards from the place in both directions until what comes is further away along the axis than the last of the
    /// nearest.
    fn nearest(&self, count: usize, reach: f32, from: [f32; 3], but: Entity) -> Near {
        let mut near = Near::new();
        if count == 0 {
            return near;
        }
        let mut above = self.sorted.partition_point(|place| place.at[self.axis] < from[self.axis]);
        let mut below = above;
        loop {
            let limit = if near.len() < count { reach } else { near[count - 1].1.min(reach) };
            let gap = |place: Option<&Place>| {
                place.map_or(f32::INFINITY, |place| (place.at[self.axis] - from[self.axis]).abs())
            };
            let up = gap(self.sorted.get(above));
            let down = gap(below.checked_sub(1).and_then(|at| self.sorted.get(at)));
            let place = if up <= down {
                above += 1;
                self.sorted.get(above - 1)
            } else {
                below -= 1;
                self.sorted.get(below)
            };
            let Some(place) = place.filter(|_| up.min(down) <= limit) else { return near };
            let distance = place.distance(from);
            if place.entity == but || distance > reach {
                continue;
            }
            let rank =
                |(entity, far): &(Entity, f32)| far.total_cmp(&distance).then(entity.cmp(&place.entity));
            let at = near.partition_point(|other| rank(other).is_lt());
            if at < count {
                near.insert(at, (place.entity, distance));
                near.truncate(count);
            }
        }
    }
}

impl Place {
    fn distance(&self, from: [f32; 3]) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|axis| self.at[axis] - from[axis]);
        (x * x + y * y + z * z).sqrt()
    }
}

/// Where all entities of a type are now.
pub(crate) fn gather<C: Thing>(mut kind: ResMut<ThingType<C>>, things: Query<(Entity, &Transform), With<C>>) {
    kind.places.gather(things.iter().map(|(entity, at)| (entity, at.translation.to_array())));
}

type Observer<'a, C> = (Entity, &'a mut MotiveAgent, Option<&'a Transform>, Option<&'a Sees<C>>);

type Observed<'a, C> = (Ref<'a, C>, Option<&'a Transform>, Option<&'a Name>);

/// Tells agents what they see of a type, and what they no longer see.
pub(crate) fn look<C: Thing>(
    kind: Res<ThingType<C>>,
    mut agents: Query<Observer<'_, C>>,
    things: Query<Observed<'_, C>>,
    ticks: SystemChangeTick,
) {
    let now = ticks.this_run();
    agents.par_iter_mut().for_each(|(entity, mut agent, at, listed)| {
        let agent = agent.bypass_change_detection();
        if !agent.is_due {
            return;
        }
        let from = at.map(|at| at.translation.to_array());
        let seen = match (kind.sight, from) {
            (Some(sight), Some(from)) => kind.places.near(sight, from, entity),
            (Some(_), None) => Near::new(),
            (None, _) => {
                let listed = listed.map_or(&[][..], |listed| &listed.entities);
                let place = |entity: &Entity| {
                    let (_, at, _) = things.get(*entity).ok()?;
                    let to = at.map(|at| Place { at: at.translation.to_array(), entity: *entity });
                    Some((*entity, to.zip(from).map_or(f32::NAN, |(to, from)| to.distance(from))))
                };
                listed.iter().filter_map(place).collect()
            }
        };
        kind.tell(agent, &seen, &things, now);
    });
}

impl<C: Thing> ThingType<C> {
    fn tell(
        &self,
        agent: &mut MotiveAgent,
        seen: &[(Entity, f32)],
        things: &Query<Observed<'_, C>>,
        now: Tick,
    ) {
        if agent.sights.len() <= self.number {
            agent.sights.resize_with(self.number + 1, Sighted::default);
        }
        let mut sighted = std::mem::take(&mut agent.sights[self.number]);
        let read = sighted.read.replace(now);
        if seen.is_empty() && sighted.things.is_empty() {
            agent.sights[self.number] = sighted;
            return;
        }
        for (entity, distance) in seen {
            let known = sighted.things.iter().find(|(known, _)| known == entity);
            let Ok((component, _, name)) = things.get(*entity) else { continue };
            let memory = agent.memory_mut();
            match known {
                None => self.meet(memory, *entity, *distance, &component, name),
                Some((_, before)) => {
                    if before.to_bits() != distance.to_bits() && !distance.is_nan() {
                        // The thing is known, and a distance is a number.
                        let _ = memory.set(id_of(*entity), self.distance, f64::from(*distance));
                    }
                    if read.is_none_or(|read| component.last_changed().is_newer_than(read, now)) {
                        let id = id_of(*entity);
                        component.write(&self.names, |at, value| write(memory, id, &self.names[at], value));
                    }
                }
            }
        }
        for (gone, _) in &sighted.things {
            if !seen.iter().any(|(entity, _)| entity == gone) {
                self.lose(agent, *gone);
            }
        }
        sighted.things.clear();
        sighted.things.extend_from_slice(seen);
        agent.sights[self.number] = sighted;
    }

    /// A thing that was not seen before. It may be known as another kind of thing.
    fn meet(&self, memory: &mut Memory, entity: Entity, distance: f32, component: &C, name: Option<&Name>) {
        let id = id_of(entity);
        let mut thing = MemoryThing::new(id).kind(self.kind);
        if let Some(known) = memory.thing(id) {
            thing = known.kinds().fold(thing, MemoryThing::kind);
        }
        if !distance.is_nan() {
            thing = thing.with(self.distance, f64::from(distance));
        }
        if let Some(name) = name {
            thing = thing.with(self.label, Value::Text(name.as_str().into()));
        }
        // Values are of the declared types, so nothing is refused.
        let _ = memory.put(thing);
        component.write(&self.names, |at, value| write(memory, id, &self.names[at], value));
    }

    /// A thing that is no longer seen is forgotten, unless it is still seen as something else.
    fn lose(&self, agent: &mut MotiveAgent, gone: Entity) {
        let id = id_of(gone);
        let elsewhere =
            agent.sights.iter().any(|other| other.things.iter().any(|(entity, _)| *entity == gone));
        let memory = agent.memory_mut();
        if !elsewhere {
            memory.remove(id);
            return;
        }
        for names in &self.names {
            memory.unset(id, names.property);
        }
        let others = memory.thing(id).into_iter().flat_map(MemoryThing::kinds);
        let others: Vec<Value> =
            others.filter(|kind| *kind != self.kind).map(|kind| Value::Symbol(kind.symbol())).collect();
        // One kind is left: that as which it is still seen.
        let _ = memory.set_all(id, Property::KIND, others);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(xs: &[f32]) -> Places {
        let mut places = Places::default();
        let entity = |at: usize| Entity::from_raw_u32(at as u32).unwrap();
        places.gather(xs.iter().enumerate().map(|(at, x)| (entity(at), [0.0, *x, 0.0])));
        places
    }

    fn indices(near: &[(Entity, f32)]) -> Vec<u32> {
        near.iter().map(|(entity, _)| entity.index_u32()).collect()
    }

    const NOBODY: Entity = Entity::PLACEHOLDER;

    #[test]
    fn the_nearest_come_in_the_order_of_distance() {
        let places = places(&[10.0, 1.0, -2.0, 5.0, -30.0]);
        let near = |count, reach, x| indices(&places.nearest(count, reach, [0.0, x, 0.0], NOBODY));
        assert_eq!(near(3, f32::INFINITY, 0.0), [1, 2, 3]);
        assert_eq!(near(3, 2.5, 0.0), [1, 2]);
        assert_eq!(near(9, f32::INFINITY, -40.0), [4, 2, 1, 3, 0]);
        assert_eq!(near(0, f32::INFINITY, 0.0), [0_u32; 0]);
    }

    #[test]
    fn what_is_within_reach_comes_in_the_order_of_the_axis() {
        let places = places(&[10.0, 1.0, -2.0, 5.0, -30.0]);
        assert_eq!(indices(&places.within(6.0, [0.0, 0.0, 0.0], NOBODY)), [2, 1, 3]);
        assert_eq!(indices(&places.within(2.0, [0.0, 0.0, 0.0], NOBODY)), [2, 1]);
        assert_eq!(indices(&places.within(f32::NAN, [0.0; 3], NOBODY)), [0_u32; 0]);
    }
}
