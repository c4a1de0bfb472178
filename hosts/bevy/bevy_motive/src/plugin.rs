//! The plug-in.

use crate::action::{ActionTable, report_ends};
use crate::agent::{AgentNumber, MotiveAgent};
use crate::clock::{MotiveClock, advance, end_decision};
use crate::game::{LABEL, MotiveGame};
use crate::herd::{Alone, HerdGroups, decide_in_herds, end_herds, forget_self_in_herds, read_self_in_herds};
use crate::live_minds::{LiveMinds, reload_minds};
use crate::look::{PerceptType, Sighted, gather, look, look_at_listed};
use crate::mind::{Mind, MindAsset, MindLoader, UsedFiles};
use crate::places::EntityPlaces;
use crate::save::SavedMind;
use crate::self_state::{SelfType, forget_self, read_self};
use crate::sight::{Seeing, Sees};
use crate::start::{Starting, start_agents};
use crate::think::{Due, ThinkBudget, ThinkEvery, carry_out, decide, select};
use crate::why::{Explain, Why, decide_explaining};
use bevy_app::{App, Plugin};
use bevy_asset::{AssetApp, AssetEvent, AssetServer, Assets};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_log::warn;
use motive::GameBuilder;
use motive::declare::{Actions, Percept, SelfState};
use motive::kernel::{ActionId, Type};

/// Lets entities with a [`Mind`] perceive, decide and act in a schedule of your choice.
///
/// ```
/// use bevy_motive::prelude::*;
/// # use bevy_app::prelude::*;
///
/// #[derive(Component, SelfState)] struct Needs { hunger: f32 }
/// #[derive(Component, Percept)]   struct Wolf;
/// #[derive(Actions)]              struct Flee { from: Entity }
/// #[derive(Actions)]              struct Wander;
///
/// # let mut app = App::new();
/// app.add_plugins(
///     MotivePlugin::new(FixedUpdate)
///         .is::<Needs>()                       // self.hunger
///         .sees::<Wolf>(Within(10.0))          // kind `wolf`, with a distance
///         .does_one_of::<(Flee, Wander)>(),    // at a time
/// );
/// ```
///
/// In each run of the schedule: [`MotiveSet::Perceive`], what the plug-in reads, [`MotiveSet::Decide`], [`MotiveSet::Act`].
///
/// A second plug-in, as a library of characters may add one, declares more to the same game; its schedule and seed are not used.
#[must_use]
pub struct MotivePlugin {
    schedule: InternedScheduleLabel,
    seed: u64,
    steps: Vec<Step>,
}

type Step = Box<dyn Fn(&mut PluginSetup<'_>) + Send + Sync>;

/// Where systems that have to do with minds go.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotiveSet {
    /// Systems of yours that fill [`Sees`] or write into [`MotiveAgent::memory_mut`].
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

/// How many types are read, and how many have actions.
#[derive(Resource, Default)]
struct ReadTypes {
    own: usize,
    things: usize,
    actions: usize,
}

impl MotivePlugin {
    /// Agents decide whenever this schedule runs: `FixedUpdate` for a game whose decisions are to be the same each time, or `Update`.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), seed: 0, steps: Vec::new() }
    }

    /// The seed of all random draws of minds. With the same seed and the same input, agents decide the same.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The fields of this component are properties of the agent that has it: files read them as `self.hunger`.
    pub fn is<C: Component + SelfState>(self) -> Self {
        self.step(is::<C>)
    }

    /// Agents perceive entities with this component: [`Within`](crate::Within) a distance, the [`Nearest`](crate::Nearest) few,
    /// [`Everywhere`](crate::Everywhere), or [`Listed`](crate::Listed) by a system of yours. They forget what despawns or gets out of sight.
    ///
    /// The component's type is the kind, its fields are properties, and so is `distance`: that between the `Transform`s of the entities themselves;
    /// those of parents do not count.
    pub fn sees<C: Component + Percept>(self, seeing: impl Seeing) -> Self {
        let sight = seeing.sight();
        self.step(move |setup| sees::<C>(setup, sight))
    }

    /// Agents can do this action, or these if it is an enum. `#[motive(uses("mouth"))]` excludes others that use the same.
    pub fn does<A: Actions>(self) -> Self {
        self.step(|setup| _ = does::<A>(setup))
    }

    /// Agents can do these actions, one of them at a time.
    pub fn does_one_of<A: ActionTuple>(self) -> Self {
        self.step(|setup| {
            let actions = A::declare_all(setup);
            setup.game.declare(|game| {
                for (at, one) in actions.iter().enumerate() {
                    *game = actions[at..]
                        .iter()
                        .fold(std::mem::take(game), |game, other| game.conflict(*one, *other));
                }
            });
        })
    }

    /// Declares anything else to minds, by the words of [`motive::Game`]: functions, relations, computed properties, things with names, what
    /// actions need and change.
    pub fn declare(self, declare: impl Fn(GameBuilder) -> GameBuilder + Send + Sync + 'static) -> Self {
        self.step(move |setup| setup.game.declare(|game| *game = declare(std::mem::take(game))))
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
        (advance, reload_minds, end_herds, start_agents).chain().in_set(ReadingSet::Begin),
    )
    .add_systems(schedule, select.in_set(ReadingSet::Select))
    .add_systems(
        schedule,
        (decide, decide_explaining, decide_in_herds, carry_out, end_decision)
            .chain()
            .in_set(MotiveSet::Decide),
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

fn is<C: Component + SelfState>(setup: &mut PluginSetup<'_>) {
    if !setup.game.is_new::<SelfType<C>>() {
        return;
    }
    let names = setup.game.declare(|game| game.names::<C>());
    let (number, set) = next_set(setup, |types| &mut types.own);
    let properties = C::properties(&names);
    setup
        .app
        .insert_resource(SelfType::<C> { number, names, properties })
        .add_systems(setup.game.schedule, (forget_self::<C>, read_self::<C>).chain().in_set(set))
        .add_systems(
            setup.game.schedule,
            (forget_self_in_herds::<C>, read_self_in_herds::<C>).chain().in_set(set),
        );
}

fn sees<C: Component + Percept>(setup: &mut PluginSetup<'_>, sight: Option<crate::SightLimits>) {
    if !setup.game.is_new::<PerceptType<C>>() {
        warn!("how {} is seen was said before", std::any::type_name::<C>());
        return;
    }
    let (names, distance, label) = setup.game.declare(|game| {
        let names = game.names::<C>();
        let vocabulary = game.vocabulary();
        (names, vocabulary.property("distance", Type::Number), vocabulary.property(LABEL, Type::Text))
    });
    let (_, set) = next_set(setup, |types| &mut types.things);
    let (kind, properties, places) = (C::kind(&names), C::properties(&names), EntityPlaces::default());
    let schedule = setup.game.schedule;
    let app = &mut *setup.app;
    app.insert_resource(PerceptType::<C> { kind, names, properties, distance, label, sight, places });
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

/// Declares actions. Gives their handles.
fn does<A: Actions>(setup: &mut PluginSetup<'_>) -> Vec<ActionId> {
    let names = setup.game.declare(|game| game.actions::<A>());
    if setup.game.is_new::<crate::Doing<A>>() {
        let world = setup.app.world_mut();
        world.resource_mut::<ActionTable>().add::<A>(&names);
        let mut types = world.resource_mut::<ReadTypes>();
        let place = types.actions;
        types.actions += 1;
        let (schedule, set) = (setup.game.schedule, ReadingSet::Ends(place));
        let ordered = set.after(MotiveSet::Perceive).before(ReadingSet::Begin);
        let ordered = if place > 0 { ordered.after(ReadingSet::Ends(place - 1)) } else { ordered };
        setup.app.configure_sets(schedule, ordered).add_systems(schedule, report_ends::<A>.in_set(set));
    }
    A::all(&names)
}

/// What the steps of the plug-in's set-up work with.
#[doc(hidden)]
pub struct PluginSetup<'a> {
    app: &'a mut App,
    game: MotiveGame,
}

/// Several types of actions: a tuple of up to sixteen.
pub trait ActionTuple: 'static {
    /// Declares them all.
    #[doc(hidden)]
    fn declare_all(setup: &mut PluginSetup<'_>) -> Vec<ActionId>;
}

macro_rules! action_tuples {
    ($first:ident $($rest:ident)*) => {
        impl<$first: Actions, $($rest: Actions),*> ActionTuple for ($first, $($rest),*) {
            fn declare_all(setup: &mut PluginSetup<'_>) -> Vec<ActionId> {
                [does::<$first>(setup), $(does::<$rest>(setup)),*].concat()
            }
        }
        action_tuples! { $($rest)* }
    };
    () => {};
}

action_tuples! { A B C D E F G H I J K L M N O P }
