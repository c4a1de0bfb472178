//! Many agents of one mind that reads nothing but their own properties, decided together.

use crate::action::{ActionStart, ActionTable, Decided};
use crate::agent::{AgentNumber, MotiveAgent};
use crate::clock::{MotiveClock, SharedClock};
use crate::declare::Own;
use crate::mind::MindAsset;
use crate::own::OwnType;
use bevy_asset::AssetId;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::Reflect;
use bevy_tasks::{ComputeTaskPool, TaskPool};
use motive::arbiter::Herd;
use motive::kernel::action::ActiveAction;
use motive::kernel::{ActionId, Phase, Property, Time};
use motive::{Agent as GameAgent, Mind as GameMind, declare::NoActions};
use smallvec::SmallVec;
use std::sync::Arc;

/// The agent is not in a herd, and has a memory of its own.
///
/// Agents with the same mind decide together if the mind reads nothing but their own properties
/// ([`MotivePlugin::own`](crate::MotivePlugin::own)) and has no latched actions, and if eight of them start at once or there is a herd already: as
/// single agents would, in a fraction of the time. They are a herd: they have the component [`HerdMember`] and no
/// [`MotiveAgent`](crate::MotiveAgent), for they know nothing besides these properties. They decide in every tick, whatever
/// [`ThinkEvery`](crate::ThinkEvery) and [`ThinkBudget`](crate::ThinkBudget) say.
///
/// Spawn entities with this if systems of yours ask for their `MotiveAgent`. Agents with [`Explain`](crate::Explain), [`RecordDecisions`](crate::RecordDecisions) or
/// `ThinkEvery` are single ones, too. A member that gets this, `Explain` or `RecordDecisions` later leaves its herd and goes on with what it does.
/// One that loses them stays a single agent.
///
/// When the mind's file changes, running agents go on, whether it is still a mind for herds or not.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component)]
#[component(on_insert = leave_herd)]
pub struct Alone;

/// An agent that gets a component for which it must be a single one leaves its herd.
pub(crate) fn leave_herd(mut world: DeferredWorld<'_>, context: HookContext) {
    let entity = context.entity;
    if world.get::<HerdMember>(entity).is_some() {
        world.commands().queue(move |world: &mut World| {
            let Some(mut member) = world.get_mut::<HerdMember>(entity) else { return };
            let member = HerdMember { doing: std::mem::take(&mut member.doing), ..*member };
            let Some(mut herds) = world.get_resource_mut::<HerdGroups>() else { return };
            let Some(left) = herds.leave(member) else { return };
            let clock = world.resource::<MotiveClock>().0.clone();
            world.entity_mut(entity).remove::<HerdMember>().insert(left.into_agent(clock));
        });
    }
}

/// The place of an entity in a herd.
#[derive(Component, Debug)]
#[component(on_remove = removed)]
pub struct HerdMember {
    herd: usize,
    place: usize,
    doing: SmallVec<[(u64, ActionId); 1]>,
}

impl HerdMember {
    /// The game ended an action, or removed its component. If the mind still wants it, it starts again.
    pub(crate) fn end_action(&mut self, run: u64) -> bool {
        let at = self.doing.iter().position(|(doing, _)| *doing == run);
        at.map(|at| self.doing.remove(at)).is_some()
    }
}

/// An agent that has left its herd and goes on as a single one.
struct LeftHerd {
    agent: GameAgent<NoActions>,
    mind: AssetId<MindAsset>,
    doing: SmallVec<[(u64, ActionId); 1]>,
}

impl LeftHerd {
    fn into_agent(self, clock: Arc<SharedClock>) -> MotiveAgent {
        MotiveAgent::going_on(self.agent, self.mind, clock, self.doing)
    }
}

/// All herds.
#[derive(Resource, Default)]
pub(crate) struct HerdGroups {
    /// By number; the number of a herd whose agents are all gone is given to another.
    herds: Vec<Option<HerdGroup>>,
    /// Members of which an action was ended by the game.
    ended: Vec<Entity>,
}

/// The most agents that a herd has: herds decide on all threads.
const MOST: usize = 512;

/// Fewer agents than this are no herd.
pub(crate) const FEWEST: usize = 8;

/// Agents of one mind.
struct HerdGroup {
    herd: Herd,
    mind: AssetId<MindAsset>,
    shared: GameMind<NoActions>,
    /// By place.
    members: Vec<Option<Entity>>,
    /// The own properties by the number of the component's type.
    columns: Vec<OwnColumns>,
}

/// What components of one type say.
#[derive(Default)]
struct OwnColumns {
    properties: Vec<(Property, Vec<f64>)>,
    /// Who has something new.
    changed: Vec<usize>,
}

impl HerdGroup {
    /// A herd without agents. The reason, if the mind does not fit.
    fn new(mind: AssetId<MindAsset>, shared: GameMind<NoActions>, seed: u64) -> Result<Self, String> {
        let character = shared.character().ok_or("it is not played by the arbiter alone")?;
        let herd = Herd::new(character, 0, seed).map_err(|error| error.to_string())?;
        Ok(Self { herd, mind, shared, members: Vec::new(), columns: Vec::new() })
    }

    /// The columns of a type of component, long enough for all places.
    fn columns_of<C: Own>(&mut self, own: &OwnType<C>) -> &mut OwnColumns {
        if self.columns.len() <= own.number {
            self.columns.resize_with(own.number + 1, OwnColumns::default);
        }
        let columns = &mut self.columns[own.number];
        if columns.properties.is_empty() {
            columns.properties.extend(own.names.iter().map(|names| (names.property, Vec::new())));
        }
        let places = self.members.len();
        for (_, numbers) in &mut columns.properties {
            numbers.resize(places, f64::NAN);
        }
        columns
    }

    /// An agent that knows nothing yet gets a place.
    fn add(&mut self, entity: Entity, number: AgentNumber) -> Option<usize> {
        let place = self.herd.add(number.0).ok()?;
        self.members.resize(self.members.len().max(place + 1), None);
        self.members[place] = Some(entity);
        Some(place)
    }

    /// The agent at a place leaves.
    fn leave(&mut self, place: usize) -> Option<GameAgent<NoActions>> {
        let left = self.herd.leave(place)?;
        self.vacate(place);
        Some(self.shared.adopt(left))
    }

    /// Nobody is at a place any more.
    fn vacate(&mut self, place: usize) {
        self.members[place] = None;
        for OwnColumns { properties, changed } in &mut self.columns {
            changed.retain(|changed| *changed != place);
            let of_place = properties.iter_mut().filter_map(|(_, numbers)| numbers.get_mut(place));
            of_place.for_each(|number| *number = f64::NAN);
        }
    }

    /// Tells the herd what components say, and lets it decide.
    fn decide(&mut self, now: Time) {
        for OwnColumns { properties, changed } in &mut self.columns {
            if changed.is_empty() {
                continue;
            }
            for (property, numbers) in properties {
                // Properties that are no numbers are none that such a mind reads.
                let Ok(mut column) = self.herd.column_mut(*property) else { continue };
                if changed.len() >= column.len() && numbers.len() == column.len() {
                    column.copy_from_slice(numbers);
                } else {
                    changed.iter().for_each(|place| column[*place] = numbers[*place]);
                }
            }
            changed.clear();
        }
        self.herd.tick(now);
    }
}

impl HerdGroups {
    /// Whether there is a herd of this mind with room for more.
    pub(crate) fn have_room(&self, mind: AssetId<MindAsset>) -> bool {
        self.with_room(mind).is_some()
    }

    fn with_room(&self, mind: AssetId<MindAsset>) -> Option<usize> {
        let has_room = |group: &HerdGroup| group.mind == mind && group.herd.len() < MOST;
        self.herds.iter().position(|group| group.as_ref().is_some_and(has_room))
    }

    /// Puts an agent that starts into a herd, a new one if there is no room. The reason, if the mind does not fit.
    pub(crate) fn add(
        &mut self,
        (mind, shared): (AssetId<MindAsset>, &GameMind<NoActions>),
        entity: Entity,
        number: AgentNumber,
        seed: u64,
    ) -> Result<HerdMember, String> {
        let herd = match self.with_room(mind) {
            Some(herd) => herd,
            None => self.insert(HerdGroup::new(mind, shared.clone(), seed)?),
        };
        let place = self.group(herd).and_then(|group| group.add(entity, number)).ok_or("it is full")?;
        Ok(HerdMember { herd, place, doing: SmallVec::new() })
    }

    fn insert(&mut self, group: HerdGroup) -> usize {
        let herd = self.herds.iter().position(Option::is_none).unwrap_or(self.herds.len());
        match self.herds.get_mut(herd) {
            Some(free) => *free = Some(group),
            None => self.herds.push(Some(group)),
        }
        herd
    }

    /// An agent leaves its herd.
    fn leave(&mut self, member: HerdMember) -> Option<LeftHerd> {
        let group = self.group(member.herd)?;
        let left = LeftHerd { mind: group.mind, agent: group.leave(member.place)?, doing: member.doing };
        self.drop_if_empty(member.herd);
        Some(left)
    }

    fn drop_if_empty(&mut self, herd: usize) {
        if let Some(place) = self.herds.get_mut(herd) {
            place.take_if(|group| group.herd.is_empty());
        }
    }

    /// The mind that a member plays.
    pub(crate) fn mind(&self, member: &HerdMember) -> Option<AssetId<MindAsset>> {
        self.herds.get(member.herd)?.as_ref().map(|group| group.mind)
    }

    pub(crate) fn has_ended(&mut self, entity: Entity) {
        self.ended.push(entity);
    }

    fn group(&mut self, herd: usize) -> Option<&mut HerdGroup> {
        self.herds.get_mut(herd)?.as_mut()
    }
}

/// A member goes: so do its actions, and its herd with the last of its members.
fn removed(mut world: DeferredWorld<'_>, context: HookContext) {
    let entity = context.entity;
    let Some(mut member) = world.get_mut::<HerdMember>(entity) else { return };
    let (doing, herd, place) = (std::mem::take(&mut member.doing), member.herd, member.place);
    if let Some(mut herds) = world.get_resource_mut::<HerdGroups>()
        && let Some(group) = herds.group(herd)
        // If it has left, another may be at its place.
        && group.members.get(place) == Some(&Some(entity))
    {
        group.herd.remove(place);
        group.vacate(place);
        herds.drop_if_empty(herd);
    }
    crate::agent::stop_all(&mut world, entity, doing.into_iter());
}

/// Reads the own components of herd members, if they changed.
pub(crate) fn read_own_of_herds<C: Own>(
    own: Res<OwnType<C>>,
    mut herds: ResMut<HerdGroups>,
    members: Query<(Ref<HerdMember>, Ref<C>)>,
) {
    if herds.herds.is_empty() {
        return;
    }
    let (mut current, mut number) = (None, usize::MAX);
    for (member, component) in &members {
        if !component.is_changed() && !member.is_added() {
            continue;
        }
        if number != member.herd {
            number = member.herd;
            current = herds.group(number).map(|group| group.columns_of(&own));
        }
        let Some(columns) = &mut current else { continue };
        columns.changed.push(member.place);
        component.write_codes(&own.names, |at, code| {
            let codes = columns.properties.get_mut(at).map(|(_, codes)| codes);
            if let Some(place) = codes.and_then(|codes| codes.get_mut(member.place)) {
                *place = code;
            }
        });
    }
}

/// Members that lost a component of their own lose its properties.
pub(crate) fn forget_own_of_herds<C: Own>(
    own: Res<OwnType<C>>,
    mut removed: RemovedComponents<C>,
    mut herds: ResMut<HerdGroups>,
    members: Query<&HerdMember, Without<C>>,
) {
    for entity in removed.read() {
        let Ok(member) = members.get(entity) else { continue };
        let Some(group) = herds.group(member.herd) else { continue };
        let columns = group.columns_of(&own);
        columns.changed.push(member.place);
        columns.properties.iter_mut().for_each(|(_, numbers)| numbers[member.place] = f64::NAN);
    }
}

/// Herds decide, on all threads. No herd sees another, so their order does not matter.
fn decide_all(herds: &mut HerdGroups, now: Time) {
    let pool = ComputeTaskPool::get_or_init(TaskPool::default);
    let groups = herds.herds.iter_mut().flatten();
    if pool.thread_num() <= 1 {
        groups.for_each(|group| group.decide(now));
    } else {
        pool.scope(|scope| groups.for_each(|group| scope.spawn(async move { group.decide(now) })));
    }
}

/// Herds decide, and what is new in their decisions becomes components and events.
pub(crate) fn decide_in_herds(
    (clock, table): (Res<MotiveClock>, Res<ActionTable>),
    mut herds: ResMut<HerdGroups>,
    mut members: Query<&mut HerdMember>,
    mut commands: Commands,
) {
    if herds.herds.is_empty() {
        return;
    }
    decide_all(&mut herds, clock.now());
    let ended = std::mem::take(&mut herds.ended);
    for group in herds.herds.iter().flatten() {
        for place in group.herd.changed() {
            let Some(entity) = group.members[place] else { continue };
            let Ok(mut member) = members.get_mut(entity) else { continue };
            let mut acting = Acting { entity, clock: &clock, table: &table, commands: &mut commands };
            for stopped in group.herd.stopped(place) {
                if member.end_action(stopped.run) {
                    acting.stop(&stopped);
                }
            }
            acting.start(&mut member, group.herd.decision(place), |action| action.phase != Phase::Continued);
            commands.trigger(Decided { entity });
        }
    }
    for entity in ended {
        let Ok(mut member) = members.get_mut(entity) else { continue };
        let Some(group) = herds.group(member.herd) else { continue };
        let doing = member.doing.clone();
        let is_new = |action: &ActiveAction| !doing.iter().any(|(run, _)| *run == action.run);
        let mut acting = Acting { entity, clock: &clock, table: &table, commands: &mut commands };
        let decision: Vec<ActiveAction> = group.herd.decision(member.place).collect();
        acting.start(&mut member, decision.into_iter(), is_new);
        if member.doing.len() > doing.len() {
            commands.trigger(Decided { entity });
        }
    }
}

/// What is needed to turn the decision of a member into components.
struct Acting<'a, 'w, 's> {
    entity: Entity,
    clock: &'a MotiveClock,
    table: &'a ActionTable,
    commands: &'a mut Commands<'w, 's>,
}

impl Acting<'_, '_, '_> {
    fn stop(&mut self, action: &ActiveAction) {
        if let Some(kind) = self.table.get(action.action) {
            kind.stop(self.entity, action.run, self.commands);
        }
    }

    fn start(
        &mut self,
        member: &mut HerdMember,
        decision: impl Iterator<Item = ActiveAction>,
        is_new: impl Fn(&ActiveAction) -> bool,
    ) {
        for action in decision.filter(|action| is_new(action)) {
            let Some(kind) = self.table.get(action.action) else { continue };
            let start = ActionStart { entity: self.entity, action: &action, clock: self.clock };
            let is_understood = if action.phase == Phase::Changed {
                kind.change(start, self.commands)
            } else {
                member.doing.push((action.run, action.action));
                kind.start(start, self.commands)
            };
            if !is_understood {
                kind.failed_to_start(self.entity, self.commands);
                member.end_action(action.run);
            }
        }
    }
}

/// Herds whose mind was loaded again go on with it; as single agents, where it is no longer a mind for herds.
pub(crate) fn reload_herds(
    clock: Res<MotiveClock>,
    mut herds: ResMut<HerdGroups>,
    mut members: Query<&mut HerdMember>,
    mut commands: Commands,
) {
    for place in &mut herds.herds {
        let Some(group) = place else { continue };
        let left = group.reload();
        for (entity, agent) in left {
            let Ok(mut member) = members.get_mut(entity) else { continue };
            let left = LeftHerd { mind: group.mind, agent, doing: std::mem::take(&mut member.doing) };
            let agent = left.into_agent(clock.0.clone());
            commands.entity(entity).try_remove::<HerdMember>().try_insert(agent);
        }
        place.take_if(|group| group.herd.is_empty());
    }
}

impl HerdGroup {
    /// Goes on with the present version of the mind. Returns who cannot go on in the herd.
    fn reload(&mut self) -> Vec<(Entity, GameAgent<NoActions>)> {
        let character = self.shared.character();
        if character.as_ref().is_some_and(|new| Arc::ptr_eq(new, self.herd.character())) {
            return Vec::new();
        }
        // The names of a mind that was loaded again extend those of the former one.
        let left = match character.map(|new| self.herd.replace(new)) {
            Some(Ok(left)) => left,
            _ => (0..self.herd.places()).filter_map(|at| Some((at, self.herd.leave(at)?))).collect(),
        };
        let left: Vec<_> = left.into_iter().map(|(place, agent)| (place, self.shared.adopt(agent))).collect();
        let mut all = Vec::with_capacity(left.len());
        for (place, agent) in left {
            all.extend(self.members[place].map(|entity| (entity, agent)));
            self.vacate(place);
        }
        all
    }
}
