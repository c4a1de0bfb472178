//! [Motive](motive) for Bevy: entities that decide, by minds that are written in files and reload while the game runs.
//!
//! Say what agents know of themselves, what they see and what they can do, with components; load a mind; write systems that
//! carry out what agents do. The plug-in does the rest: it tells agents what changed, lets them decide, and adds and removes the
//! component [`Doing`] of each action.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_motive::prelude::*;
//!
//! #[derive(Component, SelfState, Default)] struct Needs { hunger: f32 }      // self.hunger
//! #[derive(Component, Percept)]            struct Bush;                      // kind bush, with a distance
//!
//! #[derive(Actions)]                         struct Wander;
//! #[derive(Actions)] #[motive(until_ended)] struct Eat { what: Entity }      // until it succeeds or fails
//!
//! const VILLAGER: &str = "
//!     goal feed achieves Feed { when self.hunger > 5 priority self.hunger updated }
//!     goal idle maintains Idle { priority 1 }
//!     program Feed { done when self.hunger <= 0 rule eat when b: bush { distance: ..2 lowest } do eat(b) }
//!     program Idle { otherwise do wander() }
//!     mind Villager = arbiter { goals feed, idle }
//! ";
//!
//! fn eat(mut eaters: Query<(&mut Needs, &mut Doing<Eat>)>) {
//!     for (mut needs, mut eat) in &mut eaters {
//!         needs.hunger = 0.0;
//!         eat.succeed();
//!     }
//! }
//!
//! let mut app = App::new();
//! app.add_plugins((
//!     bevy_asset::AssetPlugin::default(),
//!     MotivePlugin::new(Update).is::<Needs>().sees::<Bush>(Within(10.0)).does_one_of::<(Wander, Eat)>(),
//! ));
//! app.add_systems(Update, eat.in_set(MotiveSet::Act));
//!
//! // In a game: `assets.load("villager.motive#Villager")`.
//! let game = app.world().resource::<MotiveGame>().declared()?;
//! let mind = game.parse("villager.motive", VILLAGER)?;
//! let mind = app.world_mut().resource_mut::<Assets<MindAsset>>().add(mind);
//! app.world_mut().spawn((Bush, Transform::from_xyz(1.0, 0.0, 0.0)));
//! let villager = app.world_mut().spawn((Mind(mind), Needs { hunger: 9.0 }, Transform::default())).id();
//!
//! app.update();
//! assert_eq!(app.world().get::<Needs>(villager).map(|needs| needs.hunger), Some(0.0));
//! app.update();
//! assert!(app.world().get::<Doing<Wander>>(villager).is_some());
//! # Ok::<(), motive::Error>(())
//! ```
//!
//! | | |
//! |---|---|
//! | what agents know of themselves | [`SelfState`](derive@motive::SelfState), [`MotivePlugin::is`] |
//! | what they see | [`Percept`](derive@motive::Percept), [`MotivePlugin::sees`]: [`Within`], [`Nearest`], [`Everywhere`], [`Listed`] |
//! | what they do | [`Actions`](derive@motive::Actions), [`MotivePlugin::does_one_of`], [`Doing`], events such as [`ActionStarted`] |
//! | minds | [`Mind`], [`MindAsset`]: files that reload, or Rust |
//! | how often each agent decides | [`ThinkEvery`], [`ThinkBudget`] |
//! | thousands of simple agents | herds, by themselves: [`Alone`] |
//! | why | [`Explain`], [`Why`]; [`ObserverPlugin`] with a recording; with the feature `studio` a page in the browser, `StudioPlugin` |
//! | saved games | [`SavedMind`], [`save_minds`] |
//!
//! The derives are those of [`motive`], on components: a game has both crates among its dependencies. Fields can be an `Entity`, too.
//!
//! # A tick
//!
//! In each run of the schedule that [`MotivePlugin::new`] names:
//!
//! 1. Systems of yours in [`MotiveSet::Perceive`] list what agents perceive ([`Sees`]) or change what agents know ([`MotiveAgent::memory_mut`]).
//! 2. The plug-in tells minds which actions ended, starts agents, and tells each agent what changed: its own components, and what it sees. Where things
//!    are is gathered once for all agents; an agent looks again only when something can have come into sight or left it.
//! 3. [`MotiveSet::Decide`]: agents decide on all threads, those for whom something changed that their last decision depends on. What starts, changes or
//!    stops becomes components and events.
//! 4. Systems of yours in [`MotiveSet::Act`] carry out what agents do.
//!
//! # Files that change
//!
//! A mind that is loaded by the asset server is loaded again when its file changes or one that it uses, also if an editor saves by renaming (feature
//! `file_watcher`, on by default). Running agents continue with it: goals whose programs did not change continue where they were. If it has mistakes,
//! the plug-in logs them with their places and nothing changes. Add Bevy's `LogPlugin` to see what happens.
//!
//! # What you can rely on
//!
//! - **Deterministic**: the same seed, the same components and the same times give the same decisions, whatever Bevy's threads do.
//! - **Nothing left behind**: an agent is made of components of its entity. What despawns is forgotten by those who saw it.
//! - **No panic**: a mind with mistakes, an action component that a system removed, an entity that despawns in the middle of its action
//!   have defined meanings; see [`Mind`], [`MindAsset`] and [`Doing`].

mod action;
mod agent;
mod clock;
mod game;
mod herd;
mod live_minds;
mod look;
mod mind;
mod observe;
mod places;
mod plugin;
mod quiet;
mod save;
mod self_state;
mod sight;
mod start;
#[cfg(feature = "studio")]
mod studio;
mod think;
mod value;
#[cfg(feature = "file_watcher")]
mod watch;
mod why;

pub mod prelude;

pub use action::{
    ActionChanged, ActionFailed, ActionRun, ActionStarted, ActionStopped, ActionSucceeded, Decided, Doing,
};
pub use agent::{AgentNumber, MotiveAgent};
pub use clock::MotiveClock;
pub use game::MotiveGame;
pub use herd::{Alone, HerdMember};
pub use mind::{Mind, MindAsset, MindLoadError};
pub use motive;
#[cfg(feature = "studio")]
pub use motive_studio::Studio;
pub use observe::{MindObserver, Observed, ObserverPlugin};
pub use plugin::{ActionTuple, MotivePlugin, MotiveSet};
pub use save::{RestoreError, SavedMind, save_minds};
pub use sight::{Everywhere, Listed, Nearest, Seeing, Sees, SightLimits, Within};
#[cfg(feature = "studio")]
pub use studio::StudioPlugin;
pub use think::{ThinkBudget, ThinkEvery};
pub use value::{InBevy, entity_of, id_of};
pub use why::{Explain, Why, WhyGoal};
