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
//! fn main() -> Result<(), GameError> {
//!     let game = Game::new().percept::<Ghost>().percept::<Dot>().actions::<Move>();
//!     let mind = game.parse("glutton.motive", GLUTTON)?; // or game.load("glutton.motive")?
//!     let mut agent = mind.agent(1, 0);
//!
//!     let (blinky, lunch) = (Id::new(1), Id::new(2));
//!     agent.perceive([Dot { id: lunch, distance: 3.0 }])?;
//!     let decided = agent.decide(Time::of_tick(0, 50_000));
//!     assert!(decided.actions().eq([&Move::MoveToward(lunch)]));
//!
//!     agent.perceive([Ghost { id: blinky, blue: false, distance: 4.0 }])?;
//!     for Active { action, phase, .. } in agent.decide(Time::of_tick(1, 50_000)) {
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
//! | what a percept can be | [`Percept`](derive@Percept), [`Own`](derive@Own), [`PropertyValue`](game::PropertyValue), example `properties` |
//! | actions that take time | [`Actions`](derive@Actions), [`GameAgent::succeed`](game::GameAgent::succeed), example `latched` |
//! | files that change while the game runs | [`GameMind::reload_changed`](game::GameMind::reload_changed), example `hot_reload` |
//! | many agents | [`GameCrowd`](game::GameCrowd), example `crowd` |
//! | characters in Rust alone | [`Game::names`](game::Game::names), [`Game::character`](game::Game::character), example `in_rust` |
//! | explanations of decisions | [`GameAgent::decide_recorded`](game::GameAgent::decide_recorded), example `heist` |
//! | a page that shows minds at work | `GameAgent::decide_in`, with the feature `studio`; example `heist` |
//! | your own engine | [`Program`], [`Behaviour`], example `own_engine` |
//! | a small game with all of it | example `heist` |
//!
//! # Engines
//!
//! An engine decides what to do from what an agent knows. All engines share one [`Memory`], one language of [`Condition`]s and one list of
//! declared actions, and they can be combined: any of them can pursue a goal.
//!
//! | feature | module | a character that |
//! |---|---|---|
//! | `arbiter` | [`arbiter`], [`teleo`] | pursues several goals with ordered rules, and shares things among them (GRUE) |
//! | `drives` | [`drives`] | searches for the plan that satisfies all its drives best (UDGOAP, GOAP) |
//! | `tasks` | [`htn`] | decomposes tasks, while executing or planned ahead (HTN) |
//! | `networks` | [`network`] | has neither plans nor priorities: activation spreads among skills |
//! | `machines` | [`fsm`], [`schedule`] | follows a state machine or a schedule |
//!
//! # The kernel
//!
//! The types of [`game`] are built on a kernel that can be used directly: [`vocabulary`] (declared names, values), [`memory`] (what one agent
//! knows), [`condition`] (what can be asked of it), [`action`] (what can be done), [`mind`] (the traits of engines, and
//! [`Agent`]), [`trace`] (recorded events). It reads no clock, file or network, and no
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
//! - `trace` (default): recordings that `motive why` explains.
//! - `studio`: a page in the browser that shows minds at work, stops them and changes them.
//! - `serde`: serialisation of memories, traces and decisions.
//! - `list-memory`: a memory without indexes, as a baseline.
//! - `parallel`: crowds and herds on all cores. Results do not depend on the number of threads.

/// Runs the program in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// Runs the chapter of the book for game programmers as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/your-own-game.md")]
pub struct YourOwnGame;

pub use motive_core::*;

#[cfg(feature = "arbiter")]
#[doc(no_inline)]
pub use motive_arbiter::{
    Allocation, Arbiter, Chaining, ChainingLimits, Character, CharacterBuilder, CharacterError, Clause,
    ColumnMut, Control, CycleGuard, Filter, Generator, Goal, Herd, HerdError, Obstacle, OnStuck, Profile,
    Pursuit, Reflex, Remembering, Removal, ResumeGate, Selector, TieBreak,
};
#[cfg(feature = "arbiter")]
pub use motive_arbiter::{arbiter, baselines, herd, learning, teleo};
#[cfg(feature = "drives")]
pub use motive_drives as drives;
#[cfg(feature = "machines")]
pub use motive_machines::{fsm, schedule};
#[cfg(feature = "networks")]
pub use motive_networks as network;
#[cfg(feature = "studio")]
pub use motive_studio as studio;
#[cfg(feature = "tasks")]
pub use motive_tasks as htn;
#[cfg(feature = "trace")]
pub use motive_trace as recording;

pub mod game;
pub mod prelude;

#[cfg(feature = "derive")]
pub use motive_derive::{Actions, Own, Percept, PropertyValue};
