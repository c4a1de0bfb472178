//! Actions as components: what an agent does now.

use crate::agent::{MotiveAgent, RunEnd};
use crate::clock::{MotiveClock, SharedClock};
use crate::herd::{HerdGroups, HerdMember};
use crate::value::id_of;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use motive::declare::Actions;
use motive::kernel::{ActionId, ActiveAction, Id, Value};
use smallvec::{SmallVec, smallvec};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// An agent does this now. The plug-in adds the component when the action starts and removes it when it ends; between the
/// decision and your systems in [`MotiveSet::Act`](crate::MotiveSet::Act) no tick passes.
///
/// It dereferences to the [`ActionRun`], and that to the action:
///
/// ```
/// use bevy_motive::prelude::*;
///
/// # #[derive(Component)] struct Needs { hunger: f32 }
/// #[derive(Actions)]
/// #[motive(until_ended)]
/// struct Eat { what: Entity }
///
/// fn eat(mut eaters: Query<(&mut Needs, &mut Doing<Eat>)>, mut commands: Commands) {
///     for (mut needs, mut eat) in &mut eaters {
///         if eat.seconds() > 2.0 {
///             needs.hunger = 0.0;
///             commands.entity(eat.what).despawn();
///             eat.succeed();
///         }
///     }
/// }
/// ```
///
/// An agent may do the same action several times at once with different arguments, and several of the actions of an enum:
/// [`Doing::iter`] has them all, the one that started first is the one it dereferences to.
///
/// Removing the component yourself means that the action failed. To clean up when it ends in whatever way, the entity's end
/// included, observe `On<Remove, Doing<Eat>>`.
#[derive(Component, Debug)]
#[component(storage = "SparseSet", on_remove = removed::<A>)]
pub struct Doing<A: Actions> {
    first: ActionRun<A>,
    others: SmallVec<[ActionRun<A>; 0]>,
}

/// One start of an action.
#[derive(Debug)]
pub struct ActionRun<A: Actions> {
    action: A,
    run: u64,
    started: u64,
    end: Option<RunEnd>,
    is_reported: bool,
    clock: Arc<SharedClock>,
}

impl<A: Actions> ActionRun<A> {
    /// For how long it has been done, in seconds of the game's time.
    pub fn seconds(&self) -> f32 {
        self.clock.seconds_since(self.started)
    }

    /// It has done what it was meant to do. The mind learns it at its next decision, and the component goes then. An action
    /// that is not `until_ended` starts again if it is still wanted.
    pub fn succeed(&mut self) {
        self.end = Some(RunEnd::Succeeded);
    }

    /// It cannot be done. Otherwise as [`ActionRun::succeed`]; rules can ask for actions that failed.
    pub fn fail(&mut self) {
        self.end = Some(RunEnd::Failed);
    }

    /// Whether it succeeded or failed, and the mind will learn it.
    pub fn has_ended(&self) -> bool {
        self.end.is_some()
    }
}

impl<A: Actions> Deref for ActionRun<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.action
    }
}

impl<A: Actions> Deref for Doing<A> {
    type Target = ActionRun<A>;

    fn deref(&self) -> &ActionRun<A> {
        &self.first
    }
}

impl<A: Actions> DerefMut for Doing<A> {
    fn deref_mut(&mut self) -> &mut ActionRun<A> {
        &mut self.first
    }
}

impl<A: Actions> Doing<A> {
    /// All runs, in the order in which they started.
    pub fn iter(&self) -> impl Iterator<Item = &ActionRun<A>> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// All runs, to be ended.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut ActionRun<A>> {
        std::iter::once(&mut self.first).chain(&mut self.others)
    }

    /// Takes a run out. Nothing is left if it was the only one.
    fn without(&mut self, run: u64) -> Left {
        if let Some(at) = self.others.iter().position(|other| other.run == run) {
            self.others.remove(at);
        } else if self.first.run == run {
            if self.others.is_empty() {
                return Left::Nothing;
            }
            self.first = self.others.remove(0);
        }
        Left::Some
    }
}

#[derive(PartialEq, Eq)]
enum Left {
    Some,
    Nothing,
}

/// Something about an action of an entity happened. `A` is the action, and `Doing<A>` is there when observers run.
macro_rules! action_events {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(EntityEvent, Debug)]
        pub struct $name<A: Actions> {
            /// Who does it.
            pub entity: Entity,
            action: PhantomData<fn() -> A>,
        }

        impl<A: Actions> $name<A> {
            fn of(entity: Entity) -> Self {
                Self { entity, action: PhantomData }
            }
        }
    )*};
}

action_events! {
    /// An agent started an action.
    ActionStarted,
    /// An agent continues an action with other arguments.
    ActionChanged,
    /// An agent stopped an action because it is no longer proposed, or because something more important conflicts with it.
    ActionStopped,
    /// An action ended because the game said that it succeeded.
    ActionSucceeded,
    /// An action ended because the game said that it failed, or because its arguments are not of the types that it takes.
    ActionFailed,
}

/// An agent decided something new: an action started, changed or stopped.
#[derive(EntityEvent, Debug)]
pub struct Decided {
    /// Who decided.
    pub entity: Entity,
}

/// How the plug-in starts and stops the actions of a type that only the table of actions knows.
pub(crate) trait ActionType: Send + Sync {
    fn start(&self, start: ActionStart<'_>, commands: &mut Commands) -> bool;
    fn change(&self, start: ActionStart<'_>, commands: &mut Commands) -> bool;
    fn stop(&self, entity: Entity, run: u64, commands: &mut Commands);
    fn failed_to_start(&self, entity: Entity, commands: &mut Commands);
}

/// An action of a decision that is to start or to change.
#[derive(Clone, Copy)]
pub(crate) struct ActionStart<'a> {
    pub(crate) entity: Entity,
    pub(crate) action: &'a ActiveAction,
    pub(crate) clock: &'a MotiveClock,
}

impl ActionStart<'_> {
    /// The action in the types of the game, with the agent's own entity for `self`.
    fn read<A: Actions>(&self, names: &A::Names) -> Option<A> {
        let ActiveAction { action, arguments, .. } = self.action;
        if !arguments.contains(&Value::Id(Id::SELF)) {
            return A::read(names, *action, arguments);
        }
        let own = Value::Id(id_of(self.entity));
        let arguments: SmallVec<[Value; 4]> = arguments
            .iter()
            .map(|value| if *value == Value::Id(Id::SELF) { own.clone() } else { value.clone() })
            .collect();
        A::read(names, *action, &arguments)
    }
}

struct TypedAction<A: Actions> {
    names: A::Names,
}

impl<A: Actions> ActionType for TypedAction<A> {
    fn start(&self, start: ActionStart<'_>, commands: &mut Commands) -> bool {
        let Some(action) = start.read::<A>(&self.names) else { return false };
        let clock = start.clock.0.clone();
        let (entity, started) = (start.entity, clock.now().micros);
        let run = ActionRun { action, run: start.action.run, started, end: None, is_reported: false, clock };
        commands.queue(move |world: &mut World| {
            let Ok(mut entity) = world.get_entity_mut(entity) else { return };
            match entity.get_mut::<Doing<A>>() {
                Some(mut doing) => doing.others.push(run),
                None => _ = entity.insert(Doing { first: run, others: smallvec![] }),
            }
            let id = entity.id();
            world.trigger(ActionStarted::<A>::of(id));
        });
        true
    }

    fn change(&self, start: ActionStart<'_>, commands: &mut Commands) -> bool {
        let Some(action) = start.read::<A>(&self.names) else { return false };
        let (id, run) = (start.entity, start.action.run);
        commands.queue(move |world: &mut World| {
            let Some(mut doing) = world.get_mut::<Doing<A>>(id) else { return };
            match doing.iter_mut().find(|other| other.run == run) {
                Some(changed) => changed.action = action,
                None => return,
            }
            world.trigger(ActionChanged::<A>::of(id));
        });
        true
    }

    fn stop(&self, entity: Entity, run: u64, commands: &mut Commands) {
        commands.queue(move |world: &mut World| {
            if world.get::<Doing<A>>(entity).is_none() {
                return;
            }
            world.trigger(ActionStopped::<A>::of(entity));
            take::<A>(world, entity, run);
        });
    }

    fn failed_to_start(&self, entity: Entity, commands: &mut Commands) {
        commands.trigger(ActionFailed::<A>::of(entity));
    }
}

/// Takes a run out of the component, and the component away if it was the only one.
fn take<A: Actions>(world: &mut World, entity: Entity, run: u64) {
    if let Some(mut doing) = world.get_mut::<Doing<A>>(entity)
        && doing.without(run) == Left::Nothing
        && let Ok(mut entity) = world.get_entity_mut(entity)
    {
        entity.remove::<Doing<A>>();
    }
}

/// The component goes. What the agent still does was removed by another system, and has failed.
fn removed<A: Actions>(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(doing) = world.get::<Doing<A>>(context.entity) else { return };
    let runs: SmallVec<[u64; 2]> = doing.iter().map(|run| run.run).collect();
    if let Some(mut agent) = world.get_mut::<MotiveAgent>(context.entity) {
        for run in runs {
            agent.end_action(run, RunEnd::Failed);
        }
    } else if let Some(mut member) = world.get_mut::<HerdMember>(context.entity)
        && runs.into_iter().filter(|run| member.end_action(*run)).count() > 0
        && let Some(mut herds) = world.get_resource_mut::<HerdGroups>()
    {
        herds.note_ended(context.entity);
    }
}

/// The agents learn how their actions ended.
pub(crate) fn report_ends<A: Actions>(
    mut doing: Query<(Entity, &mut Doing<A>), Changed<Doing<A>>>,
    mut agents: Query<&mut MotiveAgent>,
    (mut members, mut herds): (Query<&mut HerdMember>, ResMut<HerdGroups>),
    mut commands: Commands,
) {
    for (entity, mut doing) in &mut doing {
        for ended in doing.bypass_change_detection().iter_mut() {
            let (Some(end), false) = (ended.end, ended.is_reported) else { continue };
            ended.is_reported = true;
            if let Ok(mut agent) = agents.get_mut(entity) {
                agent.end_action(ended.run, end);
            } else if let Ok(mut member) = members.get_mut(entity)
                && member.end_action(ended.run)
            {
                herds.note_ended(entity);
            }
            let run = ended.run;
            commands.queue(move |world: &mut World| {
                if world.get::<Doing<A>>(entity).is_none() {
                    return;
                }
                match end {
                    RunEnd::Succeeded => world.trigger(ActionSucceeded::<A>::of(entity)),
                    RunEnd::Failed => world.trigger(ActionFailed::<A>::of(entity)),
                }
                take::<A>(world, entity, run);
            });
        }
    }
}

/// All declared actions.
#[derive(Resource, Default)]
pub(crate) struct ActionTable {
    actions: Vec<(ActionId, Arc<dyn ActionType>)>,
}

impl ActionTable {
    /// Adds the actions of a type.
    pub(crate) fn add<A: Actions>(&mut self, names: &A::Names) {
        let of: Arc<dyn ActionType> = Arc::new(TypedAction::<A> { names: names.clone() });
        self.actions.extend(A::all(names).into_iter().map(|action| (action, of.clone())));
    }

    pub(crate) fn get(&self, action: ActionId) -> Option<&dyn ActionType> {
        self.actions.iter().find(|(own, _)| *own == action).map(|(_, of)| &**of)
    }
}
