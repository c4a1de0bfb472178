//! What looks on while agents decide.

use crate::agent::{AgentNumber, MotiveAgent};
use crate::clock::MotiveClock;
use crate::game::MotiveGame;
use crate::herd::leave_herd;
use crate::plugin::MotiveSet;
use crate::think::{carry_out, decide};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;
use bevy_log::error;
use motive::kernel::Observer;
use std::any::TypeId;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

/// Lets something look on while agents decide: a [`Recording`](motive::recording::Recording) for `motive why`, or any other [`Observer`]. Add it after
/// [`MotivePlugin`](crate::MotivePlugin).
///
/// ```no_run
/// # use bevy_app::prelude::*;
/// # use bevy_motive::prelude::*;
/// use motive::recording::Recording;
///
/// #[derive(Component)] struct Suspect;
///
/// # fn main() -> std::io::Result<()> {
/// # let mut app = App::new();
/// app.add_plugins(MotivePlugin::new(FixedUpdate));
/// app.add_plugins(ObserverPlugin::new(Recording::create("run.trace")?).of::<With<Suspect>>());   // all agents without `of`
/// # Ok(())
/// # }
/// ```
///
/// Decisions are the same as without it. Agents that are observed decide one by one and in every tick, and leave their herds. One observer at a time
/// looks at an agent: the one whose plug-in was added first. Removing the resource [`MindObserver`] ends it; so a recording is complete when that is
/// removed, or the app ends.
pub struct ObserverPlugin<O, F = ()> {
    /// Until it becomes a resource.
    observer: Mutex<Option<O>>,
    of: PhantomData<fn() -> F>,
}

impl<O: Observer + Send + Sync + 'static> ObserverPlugin<O> {
    /// The observer looks at all agents that it wants.
    pub fn new(observer: O) -> Self {
        Self { observer: Mutex::new(Some(observer)), of: PhantomData }
    }

    /// It looks at those alone whose entities match a filter.
    pub fn of<F: QueryFilter + 'static>(self) -> ObserverPlugin<O, F> {
        ObserverPlugin { observer: self.observer, of: PhantomData }
    }
}

/// An observer of agents.
#[derive(Resource)]
pub struct MindObserver<O: Send + Sync + 'static>(pub O);

/// An observer looks at the agent. It decides by itself, as with [`Alone`](crate::Alone), and in every tick.
#[derive(Component, Clone, Copy, Debug)]
#[component(on_insert = leave_herd)]
pub struct Observed {
    by: TypeId,
}

impl<O: Observer + Send + Sync + 'static, F: QueryFilter + 'static> Plugin for ObserverPlugin<O, F> {
    fn build(&self, app: &mut App) {
        let Some(schedule) = app.world().get_resource::<MotiveGame>().map(|game| game.schedule) else {
            error!("add ObserverPlugin after MotivePlugin; nothing is observed now");
            return;
        };
        if let Some(observer) = self.observer.lock().unwrap_or_else(PoisonError::into_inner).take() {
            app.insert_resource(MindObserver(observer));
        }
        let systems = (begin::<O>, choose::<O, F>).chain().in_set(MotiveSet::Decide).before(decide);
        let observed = decide_observed::<O>.in_set(MotiveSet::Decide).after(decide).before(carry_out);
        app.add_systems(schedule, (systems, observed));
    }

    fn is_unique(&self) -> bool {
        false
    }
}

/// The tick begins, unless the observer waits: a page of a studio may have paused the game.
pub(crate) fn begin<O: Observer + Send + Sync>(
    observer: Option<ResMut<MindObserver<O>>>,
    clock: Res<MotiveClock>,
) {
    if let Some(mut observer) = observer {
        observer.0.begin(clock.now());
    }
}

/// Says at which agents the observer looks.
fn choose<O: Observer + Send + Sync + 'static, F: QueryFilter + 'static>(
    observer: Option<Res<MindObserver<O>>>,
    agents: Query<(Entity, &AgentNumber, Option<&Observed>)>,
    of: Query<(), F>,
    mut commands: Commands,
) {
    let by = TypeId::of::<O>();
    for (entity, number, observed) in &agents {
        let wants = |observer: &Res<MindObserver<O>>| observer.0.wants(number.0) && of.contains(entity);
        match (observed.map(|observed| observed.by), observer.as_ref().is_some_and(wants)) {
            (None, true) => _ = commands.entity(entity).try_insert(Observed { by }),
            (Some(present), false) if present == by => _ = commands.entity(entity).try_remove::<Observed>(),
            _ => {}
        }
    }
}

/// Observed agents decide one by one, in the order of their numbers.
fn decide_observed<O: Observer + Send + Sync + 'static>(
    observer: Option<ResMut<MindObserver<O>>>,
    clock: Res<MotiveClock>,
    mut agents: Query<(&AgentNumber, &mut MotiveAgent, &Observed)>,
) {
    let Some(mut observer) = observer else { return };
    let (now, by) = (clock.now(), TypeId::of::<O>());
    let mut order: Vec<_> = agents.iter_mut().filter(|(.., observed)| observed.by == by).collect();
    order.sort_unstable_by_key(|(number, ..)| **number);
    for (_, mut agent, _) in order {
        if agent.is_due {
            agent.decide_with(now, &mut observer.0);
        } else {
            agent.decide(now);
        }
    }
}
