//! Many agents of one mind that reads nothing but their own properties, decided together.

use crate::action::{ActionStart, ActionTable, Decided};
use crate::agent::AgentNumber;
use crate::clock::MotiveClock;
use crate::declare::Own;
use crate::mind::MindAsset;
use crate::sight::OwnType;
use bevy_asset::AssetId;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_log::{error, info};
use bevy_reflect::Reflect;
use motive::action::ActiveAction;
use motive::game::{GameMind, NoActions};
use motive::{ActionId, Herd, Layout, Phase, Property};
use smallvec::SmallVec;
use std::sync::Arc;

/// Spawn many entities of one mind with this, and they decide together in a tenth of the time, as single agents with the same numbers would.
///
/// It needs a mind that reads nothing but own properties ([`MotivePlugin::own`](crate::MotivePlugin::own)) and whose actions are not latched.
/// Agents in a herd have no memory besides these properties: they do not see, cannot explain themselves and have no
/// [`MotiveAgent`](crate::MotiveAgent) component. If the mind does not fit, its agents are single ones, and the log says why.
///
/// When the mind's file changes, the herd starts anew with the new mind: actions stop and start again.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component)]
pub struct InHerd;

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

/// Agents of one mind with consecutive numbers.
struct HerdGroup {
    herd: Herd,
    mind: AssetId<MindAsset>,
    shared: GameMind<NoActions>,
    character: Arc<motive::Character>,
    first_number: u64,
    members: Vec<Option<Entity>>,
    /// The own properties by the number of the component's type, a column for each property.
    columns: Vec<Vec<(Property, Vec<f64>)>>,
    is_written: bool,
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
        let columns = Vec::new();
        Ok(Self { herd, mind, shared, character, first_number, members, columns, is_written: false })
    }

    /// Tells the herd what components say.
    fn write_columns(&mut self) {
        if !std::mem::take(&mut self.is_written) {
            return;
        }
        for (property, numbers) in self.columns.iter().flatten() {
            // Properties that are no numbers are none that such a mind reads.
            if let Ok(mut column) = self.herd.column_mut(*property) {
                column.copy_from_slice(numbers);
            }
        }
    }
}

impl Herds {
    /// Makes a herd of entities whose numbers follow each other. The reason, if the mind does not fit.
    pub(crate) fn add(
        &mut self,
        mind: AssetId<MindAsset>,
        shared: GameMind<NoActions>,
        entities: &[(Entity, AgentNumber)],
        seed: u64,
        commands: &mut Commands,
    ) -> Result<(), String> {
        let Some((_, first)) = entities.first() else { return Ok(()) };
        let members = entities.iter().map(|(entity, _)| Some(*entity)).collect();
        let group = HerdGroup::new(mind, shared, members, (seed, first.0))?;
        let free = self.herds.iter().position(Option::is_none);
        let herd = free.unwrap_or(self.herds.len());
        match self.herds.get_mut(herd) {
            Some(place) => *place = Some(group),
            None => self.herds.push(Some(group)),
        }
        for (lane, (entity, number)) in entities.iter().enumerate() {
            commands.entity(*entity).try_insert((HerdMember { herd, lane, doing: SmallVec::new() }, *number));
        }
        Ok(())
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
        if group.members.iter().all(Option::is_none) {
            *place = None;
        }
    }
    crate::agent::stop_all(&mut world, entity, doing.into_iter());
}

/// Reads the own components of herd members.
pub(crate) fn read_own_of_herds<C: Own>(
    own: Res<OwnType<C>>,
    mut herds: ResMut<Herds>,
    members: Query<(&HerdMember, Ref<C>)>,
) {
    if herds.herds.is_empty() {
        return;
    }
    let (mut current, mut number) = (None, usize::MAX);
    for (member, component) in &members {
        if number != member.herd {
            number = member.herd;
            current = herds.herds.get_mut(number).and_then(Option::as_mut);
            if let Some(group) = &mut current {
                group.is_written = true;
                if group.columns.len() <= own.number {
                    group.columns.resize_with(own.number + 1, Vec::new);
                }
                let columns = &mut group.columns[own.number];
                if columns.is_empty() {
                    let count = group.members.len();
                    columns.extend(own.names.iter().map(|names| (names.property, vec![f64::NAN; count])));
                }
            }
        }
        let Some(group) = &mut current else { continue };
        let (columns, lane) = (&mut group.columns[own.number], member.lane);
        component.write(&own.names, |at, value| {
            if let Some(place) = columns.get_mut(at).and_then(|(_, numbers)| numbers.get_mut(lane)) {
                *place = value.as_ref().and_then(Herd::code).unwrap_or(f64::NAN);
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
        group.is_written = true;
        for (_, numbers) in group.columns.get_mut(own.number).into_iter().flatten() {
            numbers[member.lane] = f64::NAN;
        }
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
    let ended = std::mem::take(&mut herds.ended);
    for group in herds.herds.iter_mut().flatten() {
        group.write_columns();
        group.herd.tick(clock.now());
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

/// Herds whose mind was loaded again start anew with it.
pub(crate) fn reload_herds(
    game: Res<crate::MotiveGame>,
    table: Res<ActionTable>,
    mut herds: ResMut<Herds>,
    mut members: Query<(Entity, &mut HerdMember)>,
    mut commands: Commands,
) {
    for group in herds.herds.iter_mut().flatten() {
        let Some(character) = group.shared.character() else { continue };
        if Arc::ptr_eq(&character, &group.character) {
            continue;
        }
        let numbers = (game.seed(), group.first_number);
        match HerdGroup::new(group.mind, group.shared.clone(), group.members.clone(), numbers) {
            Ok(new) => {
                let columns = std::mem::take(&mut group.columns);
                *group = HerdGroup { columns, is_written: true, ..new };
                info!("a herd of {} starts anew with its mind", group.members.len());
                for entity in group.members.iter().flatten() {
                    let Ok((entity, mut member)) = members.get_mut(*entity) else { continue };
                    for (run, action) in member.doing.drain(..) {
                        if let Some(kind) = table.get(action) {
                            kind.stop(entity, run, &mut commands);
                        }
                    }
                }
            }
            Err(obstacle) => {
                group.character = character;
                error!("a herd goes on with its old mind, because it cannot play the new one: {obstacle}");
            }
        }
    }
}
