//! Many agents of one mind that reads nothing but their own properties, decided together.

use crate::action::{ActionStart, ActionTable, Decided};
use crate::agent::MotiveAgent;
use crate::clock::MotiveClock;
use crate::game::{GameAgent, GameMind};
use crate::live_minds::LiveMinds;
use crate::mind::MindAsset;
use crate::self_state::SelfType;
use bevy_asset::AssetId;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::Reflect;
use bevy_tasks::{ComputeTaskPool, TaskPool};
use motive::declare::{NoActions, PropertyField, PropertyWriter, SelfState};
use motive::kernel::{ActionId, ActiveAction, Decision, Phase, Property, Symbol, Time};
use motive::{AgentId, Crowd, Seed};
use smallvec::SmallVec;

/// The agent is not in a herd, and has a memory of its own.
///
/// Agents with the same mind decide together if the mind reads nothing but their own properties
/// ([`MotivePlugin::is`](crate::MotivePlugin::is)) and all its actions continue only while it proposes them, and if eight of them start at once or there is
/// a herd already: as single agents would, in a fraction of the time. They are a herd: they have the component [`HerdMember`] and no
/// [`MotiveAgent`](crate::MotiveAgent), for they know nothing besides these properties. They decide in every tick, whatever
/// [`ThinkEvery`](crate::ThinkEvery) and [`ThinkBudget`](crate::ThinkBudget) say.
///
/// Spawn entities with this if systems of yours ask for their `MotiveAgent`. Agents with [`Explain`](crate::Explain) or `ThinkEvery` are
/// single ones, too, and so are those at which an [observer](crate::ObserverPlugin) looks. A member that gets this or `Explain` later, or that an
/// observer wants, leaves its herd and continues what it does. It stays a single agent then.
///
/// When the mind's file changes, running agents continue, whether it is still a mind for herds or not.
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
            let Some((agent, mind)) = herds.leave(&member) else { return };
            let clock = world.resource::<MotiveClock>().0.clone();
            let agent = MotiveAgent::continuing(agent, mind, clock, member.doing);
            world.entity_mut(entity).remove::<HerdMember>().insert(agent);
        });
    }
}

/// The place of an entity in a herd.
#[derive(Component, Debug)]
#[component(on_remove = removed)]
pub struct HerdMember {
    herd: usize,
    agent: AgentId,
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
pub(crate) struct HerdGroups {
    /// By number; the number of a herd whose agents are all gone is given to another.
    herds: Vec<Option<HerdGroup>>,
    /// Members of which an action was ended by the game.
    ended: Vec<Entity>,
}

/// The most agents that a herd has: each decides on a thread.
const MOST: usize = 512;

/// Fewer agents than this are no herd.
pub(crate) const FEWEST: usize = 8;

/// Agents of one mind.
struct HerdGroup {
    crowd: Crowd<NoActions>,
    mind: AssetId<MindAsset>,
    /// By the index of the agent's id.
    members: Vec<Option<Entity>>,
    /// By the number of the component's type.
    columns: Vec<SelfColumns>,
    /// The new decisions of the last tick.
    decided: Vec<(AgentId, Decision)>,
}

/// What components of one type say.
#[derive(Default)]
struct SelfColumns {
    /// For each property the codes of its values, by the index of the agent's id.
    codes: Vec<(Property, Vec<f64>)>,
    /// Who has something new.
    changed: Vec<AgentId>,
}

/// Writes the properties of a member into columns.
struct ColumnWriter<'a> {
    columns: &'a mut SelfColumns,
    at: usize,
}

impl PropertyWriter for ColumnWriter<'_> {
    #[inline]
    fn write<Host>(
        &mut self,
        property: Property,
        _divisible: bool,
        field: &impl PropertyField<Host>,
        names: &[Symbol],
    ) {
        let codes = self.columns.codes.iter_mut().find(|(of, _)| *of == property);
        if let Some(code) = codes.and_then(|(_, codes)| codes.get_mut(self.at)) {
            *code = field.code(names).unwrap_or(f64::NAN);
        }
    }
}

impl HerdGroup {
    /// The columns of a type of component, long enough for all members.
    fn columns_of<C: SelfState>(&mut self, of: &SelfType<C>) -> &mut SelfColumns {
        if self.columns.len() <= of.number {
            self.columns.resize_with(of.number + 1, SelfColumns::default);
        }
        let columns = &mut self.columns[of.number];
        if columns.codes.is_empty() {
            columns.codes.extend(of.properties.iter().map(|property| (*property, Vec::new())));
        }
        let places = self.members.len();
        columns.codes.iter_mut().for_each(|(_, codes)| codes.resize(places, f64::NAN));
        columns
    }

    /// The agent leaves.
    fn leave(&mut self, id: AgentId) -> Option<GameAgent> {
        let agent = self.crowd.remove(id)?;
        self.members[id.index()] = None;
        for SelfColumns { codes, changed } in &mut self.columns {
            changed.retain(|changed| *changed != id);
            let of_agent = codes.iter_mut().filter_map(|(_, codes)| codes.get_mut(id.index()));
            of_agent.for_each(|code| *code = f64::NAN);
        }
        Some(agent)
    }

    /// Tells the herd what components say, and lets it decide.
    fn decide(&mut self, now: Time) {
        for SelfColumns { codes, changed } in &mut self.columns {
            for (property, codes) in codes.iter().filter(|_| !changed.is_empty()) {
                self.crowd.set_codes(*property, changed.iter().map(|id| (*id, codes[id.index()])));
            }
            changed.clear();
        }
        let decided = &mut self.decided;
        decided.clear();
        self.crowd.decide_untyped(now, |id, decision| {
            let has_started = decision.actions.iter().any(|action| action.phase != Phase::Continued);
            if has_started || !decision.stopped.is_empty() {
                decided.push((id, decision.clone()));
            }
        });
    }
}

impl HerdGroups {
    /// Whether there is a herd of this mind with room for more.
    pub(crate) fn have_room(&self, mind: AssetId<MindAsset>) -> bool {
        self.with_room(mind).is_some()
    }

    fn with_room(&self, mind: AssetId<MindAsset>) -> Option<usize> {
        let has_room = |group: &HerdGroup| group.mind == mind && group.crowd.len() < MOST;
        self.herds.iter().position(|group| group.as_ref().is_some_and(has_room))
    }

    /// Puts an agent that starts into a herd, a new one if there is no room.
    pub(crate) fn add(
        &mut self,
        (mind, shared): (AssetId<MindAsset>, &GameMind),
        entity: Entity,
        agent: GameAgent,
    ) -> HerdMember {
        let herd = self.with_room(mind).unwrap_or_else(|| {
            let free = self.herds.iter().position(Option::is_none);
            free.unwrap_or_else(|| {
                self.herds.push(None);
                self.herds.len() - 1
            })
        });
        let group = self.herds[herd].get_or_insert_with(|| HerdGroup {
            // Agents bring their own seeds along.
            crowd: shared.crowd(Seed(0)),
            mind,
            members: Vec::new(),
            columns: Vec::new(),
            decided: Vec::new(),
        });
        let agent = group.crowd.add(agent);
        group.members.resize(group.members.len().max(agent.index() + 1), None);
        group.members[agent.index()] = Some(entity);
        HerdMember { herd, agent, doing: SmallVec::new() }
    }

    /// An agent leaves its herd, which ends with the last of its members.
    fn leave(&mut self, member: &HerdMember) -> Option<(GameAgent, AssetId<MindAsset>)> {
        let group = self.herds.get_mut(member.herd)?;
        let left = group.as_mut().and_then(|group| Some((group.leave(member.agent)?, group.mind)));
        group.take_if(|group| group.crowd.is_empty());
        left
    }

    /// The mind that a member plays.
    pub(crate) fn mind(&self, member: &HerdMember) -> Option<AssetId<MindAsset>> {
        self.herds.get(member.herd)?.as_ref().map(|group| group.mind)
    }

    pub(crate) fn note_ended(&mut self, entity: Entity) {
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
    let member = HerdMember { doing: std::mem::take(&mut member.doing), ..*member };
    if let Some(mut herds) = world.get_resource_mut::<HerdGroups>() {
        // It may have left already.
        herds.leave(&member);
    }
    crate::agent::stop_all(&mut world, entity, member.doing.into_iter());
}

/// Reads the own components of herd members, if they changed.
pub(crate) fn read_self_in_herds<C: Component + SelfState>(
    of: Res<SelfType<C>>,
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
            current = herds.group(number).map(|group| group.columns_of(&of));
        }
        let Some(columns) = &mut current else { continue };
        columns.changed.push(member.agent);
        component.write(&of.names, &mut ColumnWriter { columns, at: member.agent.index() });
    }
}

/// Members that lost a component of their own lose its properties.
pub(crate) fn forget_self_in_herds<C: Component + SelfState>(
    of: Res<SelfType<C>>,
    mut removed: RemovedComponents<C>,
    mut herds: ResMut<HerdGroups>,
    members: Query<&HerdMember, Without<C>>,
) {
    for entity in removed.read() {
        let Ok(member) = members.get(entity) else { continue };
        let Some(group) = herds.group(member.herd) else { continue };
        let columns = group.columns_of(&of);
        columns.changed.push(member.agent);
        columns.codes.iter_mut().for_each(|(_, codes)| codes[member.agent.index()] = f64::NAN);
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
    for group in herds.herds.iter().flatten() {
        for (id, decision) in &group.decided {
            let Some(entity) = group.members[id.index()] else { continue };
            let Ok(mut member) = members.get_mut(entity) else { continue };
            let mut acting = Acting { entity, clock: &clock, table: &table, commands: &mut commands };
            for stopped in &decision.stopped {
                if member.end_action(stopped.run) {
                    acting.stop(stopped);
                }
            }
            let new = decision.actions.iter().filter(|action| action.phase != Phase::Continued);
            new.for_each(|action| acting.start(&mut member, action));
            commands.trigger(Decided { entity });
        }
    }
    for entity in std::mem::take(&mut herds.ended) {
        let Ok(mut member) = members.get_mut(entity) else { continue };
        let Some(group) = herds.group(member.herd) else { continue };
        let doing = member.doing.clone();
        let mut acting = Acting { entity, clock: &clock, table: &table, commands: &mut commands };
        let wanted = group.crowd.untyped().actions(member.agent.index());
        for action in wanted.filter(|action| doing.iter().all(|(run, _)| *run != action.run)) {
            acting.start(&mut member, &action);
        }
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
        if let Some(of) = self.table.get(action.action) {
            of.stop(self.entity, action.run, self.commands);
        }
    }

    fn start(&mut self, member: &mut HerdMember, action: &ActiveAction) {
        let Some(of) = self.table.get(action.action) else { return };
        let start = ActionStart { entity: self.entity, action, clock: self.clock };
        let is_understood = if action.phase == Phase::Changed {
            of.change(start, self.commands)
        } else {
            member.doing.push((action.run, action.action));
            of.start(start, self.commands)
        };
        if !is_understood {
            of.failed_to_start(self.entity, self.commands);
            member.end_action(action.run);
        }
    }
}

/// Members of herds whose mind was loaded again and is no longer one for herds continue as single agents.
pub(crate) fn end_herds(
    (clock, live): (Res<MotiveClock>, Res<LiveMinds>),
    mut herds: ResMut<HerdGroups>,
    mut members: Query<&mut HerdMember>,
    mut commands: Commands,
) {
    let ends = |group: &mut HerdGroup| live.get(group.mind).is_some_and(|mind| mind.is_single);
    for mut group in herds.herds.iter_mut().filter_map(|group| group.take_if(ends)) {
        for entity in group.members.clone().into_iter().flatten() {
            let Ok(mut member) = members.get_mut(entity) else { continue };
            let Some(agent) = group.leave(member.agent) else { continue };
            let doing = std::mem::take(&mut member.doing);
            let agent = MotiveAgent::continuing(agent, group.mind, clock.0.clone(), doing);
            commands.entity(entity).try_remove::<HerdMember>().try_insert(agent);
        }
    }
}
