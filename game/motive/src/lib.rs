//! Motive makes game characters decide.
//!
//! A character pursues several goals at once, without flickering between them and without conflicts over the same things. It is
//! written in a file that a designer can change while the game runs, or in Rust. The same seed and the same percepts always give the
//! same decisions, a decision takes microseconds, and every decision can be explained.
//!
//! # Three steps
//!
//! **Declare** what agents perceive and what they can do, with the types of your game. **Load** a mind. Then, in each tick, pass in what an
//! agent **perceives**, let it **decide**, and carry out its actions.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "files"))]
//! # mod game {
//! use motive::prelude::*;
//! use std::time::Duration;
//!
//! /// Dangerous, unless it is blue.
//! #[derive(Percept)]
//! struct Ghost { id: Id, blue: bool, distance: f32 }
//!
//! #[derive(Percept)]
//! struct Dot { id: Id, distance: f32 }
//!
//! #[derive(Actions, Debug, PartialEq)]
//! #[motive(one_at_a_time)]
//! enum Move { MoveToward(Id), MoveAwayFrom(Id) }
//!
//! const GLUTTON: &str = "
//!     goal survive achieves Escape { when some ghost { blue: false, distance: ..10 } priority 90 }
//!     goal eat maintains EatDots { priority 20 }
//!
//!     program Escape {
//!         done when no ghost { blue: false, distance: ..10 }
//!         rule run when g: ghost { blue: false, distance: 0..10 lowest } do move_away_from(g)
//!     }
//!     program EatDots {
//!         rule fetch when d: dot prefer { distance: any lowest } do move_toward(d)
//!     }
//!
//!     mind Glutton = arbiter { goals survive, eat }
//! ";
//!
//! # pub
//! fn main() -> Result<(), motive::Error> {
//!     let game = Game::new().sees::<(Ghost, Dot)>().does::<Move>()?;
//!     let mind = game.parse("glutton.motive", GLUTTON)?; // or game.load("glutton.motive")?
//!     let mut agent = mind.spawn(Seed(7));
//!     let mut clock = Clock::new(Duration::from_millis(50));
//!
//!     let (blinky, lunch) = (Id::new(1), Id::new(2));
//!     agent.perceive([Dot { id: lunch, distance: 3.0 }]);
//!     let decision = agent.decide(clock.tick());
//!     assert!(decision.actions().eq([&Move::MoveToward(lunch)]));
//!
//!     agent.perceive([Ghost { id: blinky, blue: false, distance: 4.0 }]);
//!     for Active { action, phase, .. } in agent.decide(clock.tick()) {
//!         match (phase, action) {
//!             (Phase::Started, action) => assert_eq!(action, Move::MoveAwayFrom(blinky)),
//!             (Phase::Stopped, action) => assert_eq!(action, Move::MoveToward(lunch)),
//!             _ => {}
//!         }
//!     }
//!     Ok(())
//! }
//! # }
//! # #[cfg(all(feature = "derive", feature = "files"))]
//! # game::main().unwrap();
//! ```
//!
//! Where to go from here:
//!
//! | | |
//! |---|---|
//! | what a percept can be | [`Percept`](derive@Percept), [`SelfState`](derive@SelfState), [`PropertyValue`], example `properties` |
//! | actions that take time | [`Actions`](derive@Actions), [`Agent::succeed`], example `latched` |
//! | files that change while the game runs | [`Mind::reload_changed`], example `hot_reload` |
//! | many agents | [`Crowd`], example `crowd` |
//! | minds in Rust alone | [`build`], example `in_rust` |
//! | explanations of decisions | [`recording::Recording`], [`Agent::decide_with`], example `heist` |
//! | a page that shows minds at work | the crate `motive-studio`, whose `Studio` is an [`Observer`](kernel::Observer) |
//! | your own engine | [`kernel::engine`], example `own_engine` |
//! | a small game with all of it | example `heist` |
//!
//! # Engines
//!
//! An engine decides what to do from what an agent knows. All engines share one [`Memory`](kernel::Memory), one language of
//! [`Condition`](kernel::Condition)s and one list of declared actions, and they can be combined: any of them can pursue a goal.
//!
//! | feature and module | a character that |
//! |---|---|
//! | [`arbiter`] | pursues several goals with ordered rules, and shares things among them (GRUE) |
//! | [`drives`] | searches for the plan that satisfies all its drives best (UDGOAP, GOAP) |
//! | [`tasks`] | decomposes tasks, while executing or planned ahead (HTN) |
//! | [`networks`] | has neither plans nor priorities: activation spreads among skills |
//! | [`machines`] | follows a state machine or a schedule |
//!
//! # The kernel
//!
//! The types above are built on a [`kernel`] that can be used directly: [`kernel::vocabulary`] (declared names, values), [`kernel::memory`]
//! (what one agent knows), [`kernel::condition`] (what can be asked of it), [`kernel::action`] (what can be done), [`kernel::mind`] (the traits
//! of engines), [`kernel::trace`] (recorded events). It reads no clock, file or network, and no
//! input makes it panic: mistakes in a character are errors when it is built.
//!
//! # Features
//!
//! One feature for each engine, as above; all but `networks` are on by default.
//!
//! - `derive` (default): the derives.
//! - `files` (default): minds from `.motive` files. It enables all engines but `networks`.
//! - `networks`: skill networks, in Rust and in files.
//! - `engines`: all engines.
//! - `recording` (default): recordings that `motive why` explains.
//! - `glam`: vectors of that crate as points, in percepts and actions.
//! - `serde`: serialisation of memories, traces and decisions.
//! - `parallel`: crowds and herds on all cores. Results do not depend on the number of threads.

/// Runs the program in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// Runs the chapter of the book for game programmers as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/your-own-game.md")]
pub struct YourOwnGame;

mod agent;
#[cfg_attr(
    not(feature = "arbiter"),
    allow(dead_code, reason = "values are described without an engine that takes them")
)]
pub mod build;
mod clock;
mod crowd;
mod decision;
mod error;
#[cfg(feature = "files")]
mod files;
mod game;
#[cfg(feature = "files")]
mod loading;
mod mind;
mod perception;
pub mod prelude;
mod shared_mind;
mod traits;
mod value;

pub use agent::Agent;
pub use clock::{Clock, Seed};
pub use crowd::{AgentId, Crowd};
pub use decision::{Active, Decision, RunId};
pub use declare::{Actions, Percept, PropertyValue, SelfState};
pub use error::Error;
pub use game::{Game, GameBuilder};
pub use kernel::{Id, Point, Time};
pub use mind::Mind;
#[cfg(feature = "derive")]
pub use motive_derive::{Actions, Percept, PropertyValue, SelfState};

/// What the derives implement, what hosts write memories with that they keep themselves, and what games seldom name.
pub mod declare {
    pub use crate::crowd::AgentMut;
    pub use crate::error::Mistake;
    pub use crate::perception::{Perception, Senses};
    pub use crate::traits::{
        Actions, Declarations, Declare, DeclaredTypes, NoActions, Observation, Percept, Properties,
        PropertyWriter, SelfState,
    };
    pub use crate::value::{ActionArgument, PropertyField, PropertyValue, ValueNames, ValueVec};
    #[cfg(feature = "derive")]
    pub use motive_derive::Properties;
}

/// Texts that a [`Game`] loads minds from, wherever they come from.
#[cfg(feature = "files")]
pub mod texts {
    pub use crate::error::LoadError;
    pub use motive_language::{Files, NoFiles, SourceText};
}

#[doc(inline)]
pub use motive_core as kernel;

#[cfg(feature = "arbiter")]
#[doc(inline)]
pub use motive_arbiter as arbiter;
#[cfg(feature = "drives")]
#[doc(inline)]
pub use motive_drives as drives;
#[cfg(feature = "machines")]
#[doc(inline)]
pub use motive_machines as machines;
#[cfg(feature = "networks")]
#[doc(inline)]
pub use motive_networks as networks;
#[cfg(feature = "tasks")]
#[doc(inline)]
pub use motive_tasks as tasks;
#[cfg(feature = "recording")]
#[doc(inline)]
pub use motive_trace as recording;
