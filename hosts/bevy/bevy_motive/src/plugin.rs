//! The plug-in.

use crate::action::{ActionTable, report_ends};
use crate::agent::{AgentNumber, MotiveAgent};
use crate::clock::{MotiveClock, advance, end_decision};
use crate::declare::{Action, Own, Thing};
use crate::game::{LABEL, MotiveGame, PluginSetup};
use crate::herd::{Alone, HerdGroups, decide_in_herds, forget_own_of_herds, read_own_of_herds, reload_herds};
use crate::live_minds::{LiveMinds, reload_minds};
use crate::look::{Sighted, ThingType, gather, look, look_at_listed};
use crate::mind::{Mind, MindAsset, MindLoader, UsedFiles};
use crate::own::{OwnType, forget_own, read_own};
use crate::places::EntityPlaces;
use crate::save::SavedMind;
use crate::sight::{Seeing, Sees};
use crate::start::{Starting, start_agents};
use crate::think::{Due, ThinkBudget, ThinkEvery, carry_out, decide, select};
use crate::why::{Explain, Why, decide_watched};
use bevy_app::{App, Plugin};
use bevy_asset::{AssetApp, AssetEvent, AssetServer, Assets};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_log::warn;
use motive::kernel::{ActionId, Type, Vocabulary};
use std::marker::PhantomData;

/// Lets entities with a [`Mind`] perceive, decide and act in a schedule of your choice.
///
/// ```
/// use bevy_motive::prelude::*;
/// # use bevy_app::prelude::*;
///
/// #[derive(Component, Own)]   struct Needs { hunger: f32 }
/// #[derive(Component, Thing)] struct Wolf;
/// #[derive(Action)]           struct Flee { from: Entity }
/// #[derive(Action)]           struct Wander;
///
/// # let mut app = App::new();
/// app.add_plugins(
///     MotivePlugin::new(FixedUpdate)
///         .own::<Needs>()                           // self.hunger
///         .sees::<Wolf>(Within(10.0))               // kind `wolf`, with a distance
///         .exclusive_actions::<(Flee, Wander)>(),   // one of these at a time
/// );
/// ```
///
/// In each run of the schedule: [`MotiveSet::Perceive`], what the plug-in reads, [`MotiveSet::Decide`], [`MotiveSet::Act`].
///
/// A second plug-in, as a library of characters may add one, declares more to the same game; its schedule and seed are not used.
pub struct MotivePlugin {
    schedule: InternedScheduleLabel,
    seed: u64,
    steps: Vec<Step>,
}

type Step = Box<dyn Fn(&mut PluginSetup<'_>) + Send + Sync>;

/// Where systems that have to do with minds go.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotiveSet {
    /// Systems of yours that fill [`Sees`] or write into [`MotiveAgent::memory_mut`](crate::MotiveAgent::memory_mut).
    Perceive,
    /// Agents decide; actions become components.
    Decide,
    /// Systems of yours that carry out actions.
    Act,
}

/// What the plug-in does between [`MotiveSet::Perceive`] and [`MotiveSet::Decide`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ReadingSet {
    /// Actions end, one type after the other.
    Ends(usize),
    /// Agents start.
    Begin,
    /// Which agents decide in this tick.
    Select,
    /// Components are read, one type after the other so that agents get to know things in the same order whatever the threads do.
    Component(usize),
    End,
}

/// How many types of components are read.
#[derive(Resource, Default)]
struct ReadTypes {
    own: usize,
    things: usize,
}

impl MotivePlugin {
    /// Agents decide whenever this schedule runs: `FixedUpdate` for a game whose decisions are to be the same each time, or `Update`.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), seed: 0, steps: Vec::new() }
    }

    /// The seed of all random draws of minds. With the same seed and the same input, agents decide the same.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The fields of this component are properties of the agent that has it.
    #[must_use]
    pub fn own<C: Own>(self) -> Self {
        self.step(own::<C>)
    }

    /// Agents perceive entities with this component: [`Within`](crate::Within) a distance, the [`Nearest`](crate::Nearest) few,
    /// [`Everywhere`](crate::Everywhere), or [`Listed`](crate::Listed) by a system of yours. What despawns or gets out of sight is forgotten.
    ///
    /// Distances are those between the `Transform`s of the entities themselves; those of parents do not count.
    #[must_use]
    pub fn sees<C: Thing>(self, seeing: impl Seeing) -> Self {
        let sight = seeing.sight();
        self.step(move |setup| sees::<C>(setup, sight))
    }

    /// Agents can do these actions, several at once where their [`uses`](Action::USES) differ.
    #[must_use]
    pub fn actions<A: ActionTuple>(self) -> Self {
        self.step(|setup| {
            A::declare_all(setup);
        })
    }

    /// Agents can do these actions, one at a time.
    #[must_use]
    pub fn exclusive_actions<A: ActionTuple>(self) -> Self {
        self.step(|setup| {
            let actions = A::declare_all(setup);
            for (at, one) in actions.iter().enumerate() {
                for other in &actions[at..] {
                    setup.game.conflict(*one, *other);
                }
            }
        })
    }

    /// Declares anything else to minds: functions, relations, computed properties, things with names.
    #[must_use]
    pub fn declare(self, declare: impl Fn(&mut Vocabulary) + Send + Sync + 'static) -> Self {
        self.step(move |setup| setup.game.declare(&declare))
    }

    fn step(mut self, step: impl Fn(&mut PluginSetup<'_>) + Send + Sync + 'static) -> Self {
        self.steps.push(Box::new(step));
        self
    }
}

impl Plugin for MotivePlugin {
    fn build(&self, app: &mut App) {
        let game = match app.world().get_resource::<MotiveGame>() {
            Some(game) => {
                if game.schedule != self.schedule {
                    warn!("agents decide in {:?}, as the first MotivePlugin says", game.schedule);
                }
                game.clone()
            }
            None => begin(app, self.schedule, self.seed),
        };
        let mut setup = PluginSetup { app, game };
        for step in &self.steps {
            step(&mut setup);
        }
    }

    fn is_unique(&self) -> bool {
        false
    }
}

/// What does not depend on the game's types.
fn begin(app: &mut App, schedule: InternedScheduleLabel, seed: u64) -> MotiveGame {
    let game = MotiveGame::new(schedule, seed);
    if app.world().contains_resource::<AssetServer>() {
        let used = UsedFiles::default();
        let loader = MindLoader::new(game.clone(), used.clone());
        app.init_asset::<MindAsset>().register_asset_loader(loader).insert_resource(used);
        #[cfg(feature = "file_watcher")]
        crate::watch::watch_renamed_files(app);
    } else {
        warn!("without AssetPlugin, added before MotivePlugin, minds cannot be loaded from files");
        app.init_resource::<Assets<MindAsset>>().add_message::<AssetEvent<MindAsset>>();
    }
    app.insert_resource(game.clone())
        .init_resource::<MotiveClock>()
        .init_resource::<ActionTable>()
        .init_resource::<Starting>()
        .init_resource::<LiveMinds>()
        .init_resource::<HerdGroups>()
        .init_resource::<ReadTypes>()
        .init_resource::<ThinkBudget>()
        .init_resource::<Due>()
        .register_type::<Mind>()
        .register_type::<AgentNumber>()
        .register_type::<SavedMind>()
        .register_type::<ThinkEvery>()
        .register_type::<ThinkBudget>()
        .register_type::<Alone>()
        .register_type::<Explain>()
        .register_type::<Why>();
    let sets = (
        MotiveSet::Perceive,
        ReadingSet::Begin,
        ReadingSet::Select,
        ReadingSet::End,
        MotiveSet::Decide,
        MotiveSet::Act,
    );
    app.configure_sets(schedule, sets.chain());
    app.add_systems(
        schedule,
        (advance, reload_minds, reload_herds, start_agents).chain().in_set(ReadingSet::Begin),
    )
    .add_systems(schedule, select.in_set(ReadingSet::Select))
    .add_systems(
        schedule,
        (decide, decide_watched, decide_in_herds, carry_out, end_decision).chain().in_set(MotiveSet::Decide),
    );
    game
}

/// The next place in the order in which components are read.
fn next_set(setup: &mut PluginSetup<'_>, count: fn(&mut ReadTypes) -> &mut usize) -> (usize, ReadingSet) {
    let mut types = setup.app.world_mut().resource_mut::<ReadTypes>();
    let place = types.own + types.things;
    let number = count(&mut types);
    *number += 1;
    let (number, set) = (*number - 1, ReadingSet::Component(place));
    let before = place.checked_sub(1).map_or(ReadingSet::Select, ReadingSet::Component);
    setup.app.configure_sets(setup.game.schedule, set.after(before).before(ReadingSet::End));
    (number, set)
}

fn own<C: Own>(setup: &mut PluginSetup<'_>) {
    if !setup.game.is_new::<OwnType<C>>() {
        return;
    }
    let names = setup.game.declare(C::declare);
    let (number, set) = next_set(setup, |types| &mut types.own);
    let schedule = setup.game.schedule;
    setup
        .app
        .insert_resource(OwnType::<C> { number, names, of: PhantomData })
        .add_systems(schedule, (forget_own::<C>, read_own::<C>).chain().in_set(set))
        .add_systems(schedule, (forget_own_of_herds::<C>, read_own_of_herds::<C>).chain().in_set(set));
}

fn sees<C: Thing>(setup: &mut PluginSetup<'_>, sight: Option<crate::SightLimits>) {
    if !setup.game.is_new::<ThingType<C>>() {
        warn!("how {} is seen was said before", std::any::type_name::<C>());
        return;
    }
    let kind = setup.game.declare(C::declare_kind);
    let names = setup.game.declare(C::declare);
    let (distance, label) = setup.game.declare(|vocabulary| {
        (vocabulary.property("distance", Type::Number), vocabulary.property(LABEL, Type::Text))
    });
    let (_, set) = next_set(setup, |types| &mut types.things);
    let (places, of) = (EntityPlaces::default(), PhantomData);
    let schedule = setup.game.schedule;
    let app = &mut *setup.app;
    app.insert_resource(ThingType::<C> { kind, names, distance, label, sight, places, of });
    require::<MotiveAgent, Sighted<C>>(app);
    if sight.is_some() {
        app.add_systems(schedule, gather::<C>.in_set(ReadingSet::Select))
            .add_systems(schedule, look::<C>.in_set(set));
    } else {
        require::<Mind, Sees<C>>(app);
        app.add_systems(schedule, look_at_listed::<C>.in_set(set));
    }
}

/// Entities with one component get another. Agents that run already, as when a plug-in is added late, are not changed.
fn require<T: Component, R: Component + Default>(app: &mut App) {
    if let Err(error) = app.try_register_required_components::<T, R>() {
        warn!("add MotivePlugin before entities get minds: {error}");
    }
}

fn action<A: Action>(setup: &mut PluginSetup<'_>) -> ActionId {
    let (action, names) = setup.game.declare(A::declare);
    if !setup.game.is_new::<crate::Doing<A>>() {
        return action;
    }
    let mut table = setup.app.world_mut().resource_mut::<ActionTable>();
    let rivals = table.add::<A>(action, names);
    let table_len = table.len();
    for rival in rivals {
        setup.game.conflict(action, rival);
    }
    let schedule = setup.game.schedule;
    let place = table_len - 1;
    let set = ReadingSet::Ends(place);
    let ordered = set.after(MotiveSet::Perceive).before(ReadingSet::Begin);
    let ordered = if place > 0 { ordered.after(ReadingSet::Ends(place - 1)) } else { ordered };
    setup.app.configure_sets(schedule, ordered).add_systems(schedule, report_ends::<A>.in_set(set));
    action
}

/// Several actions: a tuple of up to sixteen.
pub trait ActionTuple: 'static {
    /// Declares them all.
    #[doc(hidden)]
    fn declare_all(setup: &mut PluginSetup<'_>) -> Vec<ActionId>;
}

macro_rules! action_tuples {
    ($first:ident $($rest:ident)*) => {
        impl<$first: Action, $($rest: Action),*> ActionTuple for ($first, $($rest),*) {
            fn declare_all(setup: &mut PluginSetup<'_>) -> Vec<ActionId> {
                vec![action::<$first>(setup), $(action::<$rest>(setup)),*]
            }
        }
        action_tuples! { $($rest)* }
    };
    () => {};
}

action_tuples! { A B C D E F G H I J K L M N O P }
