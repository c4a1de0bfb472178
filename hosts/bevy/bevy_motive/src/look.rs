//! What agents see: other entities.

use crate::agent::MotiveAgent;
use crate::places::{EntityPlaces, Point3, Seen, Standing, squared};
use crate::sight::{Sees, SightLimits};
use crate::think::Due;
use crate::value::id_of;
use bevy_ecs::change_detection::Tick;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemChangeTick;
use bevy_transform::components::Transform;
use motive::declare::Percept;
use motive::kernel::{Id, Kind, Memory, Property, Thing, Value};
use smallvec::SmallVec;
use std::marker::PhantomData;

/// A component that makes entities things, and where they are now.
#[derive(Resource)]
pub(crate) struct PerceptType<C: Percept> {
    pub(crate) kind: Kind,
    pub(crate) names: C::Names,
    pub(crate) properties: Vec<Property>,
    pub(crate) distance: Property,
    pub(crate) label: Property,
    /// Nothing if a system of the game lists what is seen.
    pub(crate) sight: Option<SightLimits>,
    pub(crate) places: EntityPlaces,
}

/// What an agent sees of a type.
///
/// A component of its own, because most ticks need no more of the agent: it sees the same things as before, or nothing.
// What stands is looked at in every tick.
#[repr(C)]
#[derive(Component)]
pub(crate) struct Sighted<C: Percept> {
    stands: Standing,
    things: SmallVec<[Seen; 2]>,
    /// Which agent of the entity has been told.
    agent: u64,
    read: Option<Tick>,
    of: PhantomData<fn() -> C>,
}

impl<C: Percept> Default for Sighted<C> {
    fn default() -> Self {
        let (stands, things) = (Standing::default(), SmallVec::new());
        Self { stands, things, agent: 0, read: None, of: PhantomData }
    }
}

type Placed<'a, C> = (Entity, &'a Transform, Ref<'a, C>, Option<Ref<'a, Name>>);

/// Where all entities of a type are now.
pub(crate) fn gather<C: Component + Percept>(
    mut kind: ResMut<PerceptType<C>>,
    things: Query<Placed<'_, C>>,
    ticks: SystemChangeTick,
) {
    let now = ticks.this_run();
    let has_properties = !kind.properties.is_empty();
    let places = things.iter().map(|(entity, at, component, name)| {
        let changed = has_properties.then(|| component.last_changed());
        let renamed = name.map(|name| name.last_changed());
        let last = match (changed, renamed) {
            (Some(changed), Some(renamed)) if renamed.is_newer_than(changed, now) => Some(renamed),
            (changed, renamed) => changed.or(renamed),
        };
        (entity, at.translation.to_array(), last)
    });
    kind.places.gather(places, now);
}

type Observer<'a, C> = (Entity, &'a mut MotiveAgent, &'a mut Sighted<C>, Option<&'a Transform>);

type Observed<'a, C> = (&'a C, Option<&'a Name>);

/// Tells agents what they see of a type, and what they no longer see.
pub(crate) fn look<C: Component + Percept>(
    (kind, due): (Res<PerceptType<C>>, Res<Due>),
    mut agents: Query<Observer<'_, C>>,
    things: Query<Observed<'_, C>>,
    ticks: SystemChangeTick,
) {
    let Some(sight) = kind.sight else { return };
    let (now, places) = (ticks.this_run(), &kind.places);
    agents.par_iter_mut().for_each(|(entity, mut agent, mut sighted, at)| {
        if !due.is_everybody() && !agent.is_due {
            return;
        }
        let sighted = sighted.bypass_change_detection();
        let Some(from) = at.map(|at| at.translation.to_array()) else {
            if !sighted.things.is_empty() {
                kind.tell(agent.bypass_change_detection(), sighted, SmallVec::new(), &things);
            }
            return;
        };
        let is_same = sighted.stands.holds(places, sight, from, &sighted.things);
        if is_same && sighted.things.is_empty() {
            return;
        }
        let agent = agent.bypass_change_detection();
        if is_same && sighted.agent == agent.serial {
            kind.renew_distances(agent, sighted, from);
        } else {
            let view = places.view(sight, from, entity);
            sighted.stands = view.stands;
            kind.tell(agent, sighted, view.seen, &things);
        }
        let read = sighted.read.replace(now);
        if places.have_changed(read, now) {
            kind.renew(agent, sighted, &things, |seen| places.has_changed(seen.place, read, now));
        }
    });
}

type ListedFor<'a, C> = (&'a mut MotiveAgent, &'a mut Sighted<C>, Option<&'a Transform>, Option<&'a Sees<C>>);

type Placeable<'a, C> = (Ref<'a, C>, Option<&'a Transform>, Option<Ref<'a, Name>>);

/// Tells agents what a system of the game says that they perceive.
pub(crate) fn look_at_listed<C: Component + Percept>(
    (kind, due): (Res<PerceptType<C>>, Res<Due>),
    mut agents: Query<ListedFor<'_, C>>,
    places: Query<Placeable<'_, C>>,
    things: Query<Observed<'_, C>>,
    ticks: SystemChangeTick,
) {
    let now = ticks.this_run();
    agents.par_iter_mut().for_each(|(mut agent, mut sighted, at, listed)| {
        if !due.is_everybody() && !agent.is_due {
            return;
        }
        let listed = listed.map_or(&[][..], |listed| &listed.entities);
        let sighted = sighted.bypass_change_detection();
        if listed.is_empty() && sighted.things.is_empty() {
            return;
        }
        let from = at.map(|at| at.translation.to_array());
        let mut seen = SmallVec::<[Seen; 2]>::new();
        for entity in listed {
            let Ok((_, at, _)) = places.get(*entity) else { continue };
            let to = at.map(|at| at.translation.to_array());
            let distance = to.zip(from).map_or(f32::NAN, |(to, from)| squared(to, from).sqrt());
            if seen.iter().all(|seen| seen.entity != *entity) {
                seen.push(Seen { entity: *entity, distance, place: 0 });
            }
        }
        let agent = agent.bypass_change_detection();
        kind.tell(agent, sighted, seen, &things);
        let read = sighted.read;
        kind.renew(agent, sighted, &things, |seen| {
            let is_newer = |changed: Tick| read.is_none_or(|read| changed.is_newer_than(read, now));
            places.get(seen.entity).is_ok_and(|(component, _, name)| {
                is_newer(component.last_changed()) || name.is_some_and(|name| is_newer(name.last_changed()))
            })
        });
        sighted.read = Some(now);
    });
}

impl<C: Component + Percept> PerceptType<C> {
    /// Tells an agent what it sees now, with distances, and what it no longer sees.
    fn tell(
        &self,
        agent: &mut MotiveAgent,
        sighted: &mut Sighted<C>,
        mut seen: SmallVec<[Seen; 2]>,
        things: &Query<Observed<'_, C>>,
    ) {
        if sighted.agent != agent.serial {
            // The agent that had been told is gone.
            sighted.agent = agent.serial;
            sighted.things.clear();
        }
        seen.retain(|seen| match sighted.things.iter().find(|known| known.entity == seen.entity) {
            Some(known) => {
                self.set_distance(agent, known.distance, seen);
                true
            }
            None => things.get(seen.entity).is_ok_and(|(component, name)| {
                self.meet(agent, seen, component, name);
                true
            }),
        });
        for gone in &sighted.things {
            if !seen.iter().any(|seen| seen.entity == gone.entity) {
                self.lose(agent, gone.entity);
            }
        }
        sighted.things = seen;
    }

    /// Tells an agent how far away now is what it sees.
    fn renew_distances(&self, agent: &mut MotiveAgent, sighted: &mut Sighted<C>, from: Point3) {
        for seen in &mut sighted.things {
            let before = seen.distance;
            seen.distance = self.places.distance(seen.place, from);
            self.set_distance(agent, before, seen);
        }
    }

    fn set_distance(&self, agent: &mut MotiveAgent, before: f32, seen: &Seen) {
        if before.to_bits() != seen.distance.to_bits() && !seen.distance.is_nan() {
            agent.tell_number(id_of(seen.entity), self.distance, f64::from(seen.distance));
        }
    }

    /// Tells an agent the properties of what it sees, where they changed.
    fn renew(
        &self,
        agent: &mut MotiveAgent,
        sighted: &Sighted<C>,
        things: &Query<Observed<'_, C>>,
        has_changed: impl Fn(&Seen) -> bool,
    ) {
        for seen in sighted.things.iter().filter(|seen| has_changed(seen)) {
            let Ok((component, name)) = things.get(seen.entity) else { continue };
            let id = id_of(seen.entity);
            component.write(&self.names, &mut agent.writer(id));
            if let Some(name) = name {
                self.set_label(agent, id, name);
            }
        }
    }

    fn set_label(&self, agent: &mut MotiveAgent, id: Id, name: &Name) {
        // The property holds text.
        let _ = agent.memory_mut().set(id, self.label, Value::Text(name.as_str().into()));
    }

    /// A thing that was not seen before. It may be known as another kind of thing.
    fn meet(&self, agent: &mut MotiveAgent, seen: &Seen, component: &C, name: Option<&Name>) {
        let id = id_of(seen.entity);
        agent.seen.push(id);
        let memory: &mut Memory = agent.memory_mut();
        let mut thing = Thing::new(id).kind(self.kind);
        if let Some(known) = memory.thing(id) {
            thing = known.kinds().fold(thing, Thing::kind);
        }
        if !seen.distance.is_nan() {
            thing = thing.with(self.distance, f64::from(seen.distance));
        }
        if let Some(name) = name {
            thing = thing.with(self.label, Value::Text(name.as_str().into()));
        }
        // Values are of the declared types, so nothing is refused.
        let _ = memory.put(thing);
        component.write(&self.names, &mut agent.writer(id));
    }

    /// A thing that is no longer seen is forgotten, unless the agent still sees it as something else.
    fn lose(&self, agent: &mut MotiveAgent, gone: Entity) {
        let id = id_of(gone);
        let is_seen = agent.note_lost(id);
        let memory = agent.memory_mut();
        if !is_seen {
            memory.remove(id);
            return;
        }
        for property in &self.properties {
            memory.unset(id, *property);
        }
        let others = memory.thing(id).into_iter().flat_map(Thing::kinds);
        let others: Vec<Value> =
            others.filter(|kind| *kind != self.kind).map(|kind| Value::Symbol(kind.symbol())).collect();
        // One kind is left: that as which it is still seen.
        let _ = memory.set_all(id, Property::KIND, others);
    }
}
