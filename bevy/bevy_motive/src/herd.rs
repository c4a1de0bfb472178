//! Many agents of one mind that reads nothing but their own properties, decided together.

use crate::action::{ActionStart, ActionTable, Decided};
use crate::agent::AgentNumber;
use crate::clock::MotiveClock;
use crate::declare::Own;
use crate::mind::MindAsset;
use crate::own::OwnType;
use crate::save::SavedMind;
use crate::start::Starting;
use bevy_asset::AssetId;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::Reflect;
use bevy_tasks::{ComputeTaskPool, TaskPool};
use motive::action::ActiveAction;
use motive::game::{GameMind, NoActions};
use motive::{ActionId, Herd, Layout, Phase, Property, Time};
use smallvec::SmallVec;
use std::sync::Arc;

/// The agent is not in a herd, and has a memory of its own.
///
/// Agents that start together, with the same mind and numbers that follow each other, decide together if the mind reads nothing but their
/// own properties ([`MotivePlugin::own`](crate::MotivePlugin::own)) and has no latched actions: as single agents would, in a fraction of the
/// time. They are a herd: they have the component [`HerdMember`] and no [`MotiveAgent`](crate::MotiveAgent), for they know nothing besides these
/// properties. They decide in every tick, whatever [`ThinkEvery`](crate::ThinkEvery) and [`ThinkBudget`](crate::ThinkBudget) say.
///
/// Spawn entities with this if systems of yours ask for their `MotiveAgent`. Agents with [`Explain`](crate::Explain), [`Record`](crate::Record) or
/// `ThinkEvery` are single ones, too. A member that gets this, `Explain` or `Record` later leaves its herd and starts anew.
///
/// When the mind's file changes, a herd starts anew: actions stop and start again.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component)]
#[component(on_insert = leave_herd)]
pub struct Alone;

/// An agent that gets a component for which it must be a single one leaves its herd.
pub(crate) fn leave_herd(mut world: DeferredWorld<'_>, context: HookContext) {
    let entity = context.entity;
    if world.get::<HerdMember>(entity).is_some() {
        world.commands().queue(move |world: &mut World| {
            if let Ok(mut entity) = world.get_entity_mut(entity) {
                entity.remove::<HerdMember>();
            }
            world.resource_mut::<Starting>().add(entity);
        });
    }
}

/// The place of an entity in a herd.
#[derive(Component, Debug)]
#[component(on_remove = removed)]
pub struct HerdMember {
    herd: usize,
    lane: usize,
    doing: SmallVec<[(u64, ActionId); 1]>,
}

impl HerdMember {
    /// The game ended an action, or removed its component. If the mind still wants it, it starts again.
    pub(crate) fn end_action(&mut self, run: u64) -> bool {
        let at = self.doing.iter().position(|(doing, _)| *doing == run);
        at.map(|at| self.doing.remove(at)).is_some()
    }
}

/// All herds.
#[derive(Resource, Default)]
pub(crate) struct Herds {
    /// By number; the number of a herd whose agents are all gone is given to another.
    herds: Vec<Option<HerdGroup>>,
    /// Members of which an action was ended by the game.
    ended: Vec<Entity>,
}

/// The most places that a herd has, so that one that lost most of its members does not work for the others.
const MOST_LANES: usize = 512;

/// Fewer agents than this are no herd.
const FEWEST: usize = 8;

/// A herd has at most this many places for each of its members: numbers may be missing between theirs.
const LANES_FOR_EACH: u64 = 4;

/// Splits agents, in the order of their numbers, into those that can be a herd each.
pub(crate) fn split(agents: &[(Entity, AgentNumber)]) -> impl Iterator<Item = &[(Entity, AgentNumber)]> {
    let mut rest = agents;
    std::iter::from_fn(move || {
        let (_, first) = rest.first()?;
        let mut count = 1;
        while let Some((_, next)) = rest.get(count) {
            let lanes = (next.0 - first.0).saturating_add(1);
            let is_dense = lanes <= LANES_FOR_EACH * (count as u64 + 1) && lanes <= MOST_LANES as u64;
            if !is_dense || *next == rest[count - 1].1 {
                break;
            }
            count += 1;
        }
        let (herd, others) = rest.split_at(count);
        rest = others;
        Some(herd)
    })
}

/// Whether there are enough of them.
pub(crate) fn is_enough(agents: &[(Entity, AgentNumber)]) -> bool {
    agents.len() >= FEWEST
}

/// Agents of one mind with numbers that follow each other.
struct HerdGroup {
    herd: Herd,
    mind: AssetId<MindAsset>,
    shared: GameMind<NoActions>,
    character: Arc<motive::Character>,
    first_number: u64,
    /// By place; places of those that are gone stay empty.
    members: Vec<Option<Entity>>,
    count: usize,
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
    fn new(
        mind: AssetId<MindAsset>,
        shared: GameMind<NoActions>,
        members: Vec<Option<Entity>>,
        (seed, first_number): (u64, u64),
    ) -> Result<Self, String> {
        let character = shared.character().ok_or("it is not played by the arbiter alone")?;
        let herd = Herd::numbered_from(first_number, character.clone(), members.len(), seed);
        let herd = herd.map_err(|error| error.to_string())?;
        match herd.layout() {
            Layout::Columns => {}
            Layout::Agents(obstacle) => {
                return Err(obstacle.as_ref().map_or_else(String::new, ToString::to_string));
            }
        }
        let count = members.iter().flatten().count();
        Ok(Self { herd, mind, shared, character, first_number, members, count, columns: Vec::new() })
    }

    /// The columns of a type of component.
    fn columns_of<C: Own>(&mut self, own: &OwnType<C>) -> &mut OwnColumns {
        if self.columns.len() <= own.number {
            self.columns.resize_with(own.number + 1, OwnColumns::default);
        }
        let columns = &mut self.columns[own.number];
        if columns.properties.is_empty() {
            let count = self.members.len();
            columns.properties.extend(own.names.iter().map(|names| (names.property, vec![f64::NAN; count])));
        }
        columns
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
                if changed.len() == numbers.len() {
                    column.copy_from_slice(numbers);
                } else {
                    changed.iter().for_each(|lane| column[*lane] = numbers[*lane]);
                }
            }
            changed.clear();
        }
        self.herd.tick(now);
    }
}

impl Herds {
    /// Makes a herd of entities in the order of their numbers. The reason, if the mind does not fit.
    pub(crate) fn add(
        &mut self,
        mind: AssetId<MindAsset>,
        shared: GameMind<NoActions>,
        entities: &[(Entity, AgentNumber)],
        seed: u64,
        commands: &mut Commands,
    ) -> Result<(), String> {
        let (Some((_, first)), Some((_, last))) = (entities.first(), entities.last()) else { return Ok(()) };
        let lane = |number: AgentNumber| (number.0 - first.0) as usize;
        let mut members = vec![None; lane(*last) + 1];
        entities.iter().for_each(|(entity, number)| members[lane(*number)] = Some(*entity));
        let group = HerdGroup::new(mind, shared, members, (seed, first.0))?;
        let free = self.herds.iter().position(Option::is_none);
        let herd = free.unwrap_or(self.herds.len());
        match self.herds.get_mut(herd) {
            Some(place) => *place = Some(group),
            None => self.herds.push(Some(group)),
        }
        for (entity, number) in entities {
            let member = HerdMember { herd, lane: lane(*number), doing: SmallVec::new() };
            commands.entity(*entity).try_remove::<SavedMind>().try_insert((member, *number));
        }
        Ok(())
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
    let (doing, herd, lane) = (std::mem::take(&mut member.doing), member.herd, member.lane);
    if let Some(mut herds) = world.get_resource_mut::<Herds>()
        && let Some(place) = herds.herds.get_mut(herd)
        && let Some(group) = place
    {
        group.members[lane] = None;
        group.count -= 1;
        if group.count == 0 {
            *place = None;
        }
    }
    crate::agent::stop_all(&mut world, entity, doing.into_iter());
}

/// Reads the own components of herd members, if they changed.
pub(crate) fn read_own_of_herds<C: Own>(
    own: Res<OwnType<C>>,
    mut herds: ResMut<Herds>,
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
        let lane = member.lane;
        columns.changed.push(lane);
        component.write_codes(&own.names, |at, code| {
            if let Some(place) = columns.properties.get_mut(at).and_then(|(_, codes)| codes.get_mut(lane)) {
                *place = code;
            }
        });
    }
}

/// Members that lost a component of their own lose its properties.
pub(crate) fn forget_own_of_herds<C: Own>(
    own: Res<OwnType<C>>,
    mut removed: RemovedComponents<C>,
    mut herds: ResMut<Herds>,
    members: Query<&HerdMember, Without<C>>,
) {
    for entity in removed.read() {
        let Ok(member) = members.get(entity) else { continue };
        let Some(group) = herds.group(member.herd) else { continue };
        let columns = group.columns_of(&own);
        columns.changed.push(member.lane);
        columns.properties.iter_mut().for_each(|(_, numbers)| numbers[member.lane] = f64::NAN);
    }
}

/// Herds decide, on all threads. No herd sees another, so their order does not matter.
fn decide_all(herds: &mut Herds, now: Time) {
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
    mut herds: ResMut<Herds>,
    mut members: Query<&mut HerdMember>,
    mut commands: Commands,
) {
    if herds.herds.is_empty() {
        return;
    }
    decide_all(&mut herds, clock.now());
    let ended = std::mem::take(&mut herds.ended);
    for group in herds.herds.iter().flatten() {
        for lane in group.herd.changed() {
            let Some(entity) = group.members[lane] else { continue };
            let Ok(mut member) = members.get_mut(entity) else { continue };
            let mut acting = Acting { entity, clock: &clock, table: &table, commands: &mut commands };
            for stopped in group.herd.stopped(lane) {
                if member.end_action(stopped.run) {
                    acting.stop(&stopped);
                }
            }
            acting.start(&mut member, group.herd.decision(lane), |action| action.phase != Phase::Continued);
            commands.trigger(Decided { entity });
        }
    }
    for entity in ended {
        let Ok(mut member) = members.get_mut(entity) else { continue };
        let (herd, lane) = (member.herd, member.lane);
        let Some(group) = herds.group(herd) else { continue };
        let doing = member.doing.clone();
        let is_new = |action: &ActiveAction| !doing.iter().any(|(run, _)| *run == action.run);
        let mut acting = Acting { entity, clock: &clock, table: &table, commands: &mut commands };
        acting.start(&mut member, group.herd.decision(lane), is_new);
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

/// Herds whose mind was loaded again start anew with it; as single agents, if it is no longer a mind for herds.
pub(crate) fn reload_herds(
    game: Res<crate::MotiveGame>,
    mut herds: ResMut<Herds>,
    mut members: Query<(Entity, &mut HerdMember)>,
    (table, mut commands): (Res<ActionTable>, Commands),
    mut starting: ResMut<Starting>,
) {
    for group in herds.herds.iter_mut().flatten() {
        let character = group.shared.character();
        if character.as_ref().is_some_and(|character| Arc::ptr_eq(character, &group.character)) {
            continue;
        }
        let numbers = (game.seed(), group.first_number);
        match HerdGroup::new(group.mind, group.shared.clone(), group.members.clone(), numbers) {
            Ok(new) => {
                let mut columns = std::mem::take(&mut group.columns);
                let present =
                    || new.members.iter().enumerate().filter_map(|(at, member)| member.and(Some(at)));
                columns.iter_mut().for_each(|columns| columns.changed = present().collect());
                *group = HerdGroup { columns, ..new };
                for entity in group.members.iter().flatten() {
                    let Ok((entity, mut member)) = members.get_mut(*entity) else { continue };
                    for (run, action) in member.doing.drain(..) {
                        if let Some(kind) = table.get(action) {
                            kind.stop(entity, run, &mut commands);
                        }
                    }
                }
            }
            Err(_) => {
                for entity in group.members.iter().flatten() {
                    commands.entity(*entity).try_remove::<HerdMember>();
                    starting.add(*entity);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(numbers: &[u64]) -> Vec<Vec<u64>> {
        let agents: Vec<_> =
            numbers.iter().map(|number| (Entity::PLACEHOLDER, AgentNumber(*number))).collect();
        split(&agents).map(|herd| herd.iter().map(|(_, number)| number.0).collect()).collect()
    }

    #[test]
    fn herds_have_numbers_that_are_near_each_other() {
        assert_eq!(numbers(&[]), [[0_u64; 0]; 0]);
        assert_eq!(numbers(&[3, 4, 7]), [[3, 4, 7]]);
        assert_eq!(numbers(&[3, 4, 400, 401]), [[3, 4], [400, 401]]);
        assert_eq!(numbers(&[5, 5]), [[5], [5]]);
        assert_eq!(numbers(&[0, u64::MAX]), [[0], [u64::MAX]]);
        let many = numbers(&(0..1_100).collect::<Vec<_>>());
        assert_eq!(many.iter().map(Vec::len).collect::<Vec<_>>(), [512, 512, 76]);
    }
}
