//! Motive makes game characters decide.
//!
//! A character pursues several goals at once without dithering and without its goals fighting over the same things; it can
//! say why it did what it did; the same input and seed always give the same decision; and a decision takes microseconds.
//!
//! ```
//! use motive::teleo::{Definition, Library, Rule};
//! use motive::{Agent, Arbiter, Character, Condition, Expr, Goal, Memory, Pattern, Range, Thing, Time, Type};
//!
//! // The names of the game.
//! let mut names = motive::Vocabulary::new();
//! let (ghost, dot) = (names.kind("ghost"), names.kind("dot"));
//! let distance = names.property("distance", Type::Number);
//! let (flee, eat) = (names.action("flee", 1), names.action("eat", 1));
//! let (blinky, lunch) = (names.id("blinky"), names.id("lunch"));
//! let names = names.finish()?;
//!
//! // What to do: ordered rules that ask memory for what they need.
//! let near = Pattern::of(ghost).named("it").within(distance, Range::new(0.0, 10.0));
//! let library = Library::new(&names, vec![
//!     Definition::new("Escape")
//!         .done_when(Condition::no(near.clone()))
//!         .rule(Rule::new("run").when(near.clone()).act(flee, [Expr::var("it")])),
//!     Definition::new("Eat")
//!         .done_when(Condition::no(Pattern::of(dot)))
//!         .rule(Rule::new("munch").when(Pattern::of(dot).named("it")).act(eat, [Expr::var("it")])),
//! ])?;
//!
//! // What to want, and how much.
//! let character = Character::new(names.clone())
//!     .goal(Goal::achieve("survive", "Escape").when(Condition::exists(near), 90))
//!     .goal(Goal::achieve("eat", "Eat").always(20))
//!     .library(&library)
//!     .conflict(flee, eat)
//!     .build()?;
//!
//! // Each tick: perceive, decide, act.
//! let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
//! agent.memory_mut().put(Thing::new(lunch).kind(dot))?;
//! assert_eq!(agent.tick(Time::of_tick(0, 50_000)).display(&names), ["eat(lunch)"]);
//! agent.memory_mut().put(Thing::new(blinky).kind(ghost).with(distance, 4))?;
//! assert_eq!(agent.tick(Time::of_tick(1, 50_000)).display(&names), ["flee(blinky)"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The house
//!
//! Every engine is one way to get from *what I know* to *what I do now*, and all of them share the rooms on the way:
//!
//! 1. [`vocabulary`]: the names that a world declares, and values;
//! 2. [`trace`]: what an agent considered and why it chose;
//! 3. [`memory`]: what one agent knows;
//! 4. [`condition`]: what can be asked of it;
//! 5. [`binding`]: who holds what in this tick;
//! 6. [`action`]: what can be done, declared once for every engine;
//! 7. [`projection`]: a planner's picture of what would be;
//! 8. [`mind`]: the traits at which the engines meet, and the agent;
//! 9. [`teleo`] and [`arbiter`]: ordered rules, and goals that share what there is (GRUE);
//! 10. [`drives`]: plans that serve several drives at once (UDGOAP), and GOAP beside it;
//! 11. [`network`]: skills among which activation spreads until one is strong enough to act;
//! 12. [`herd`], [`baselines`], [`learning`], [`sensing`]: many agents at once, what GRUE is compared with, learning from outcomes, and
//!     senses that can be switched off.
//!
//! A room uses only those before it. Nothing here reads a clock, a file or the network, and no input makes it panic: what is
//! wrong with a program is an error when it is built.
//!
//! # Features
//!
//! - `serde`: saved memories, traces and decisions as data.
//! - `parallel`: herds over all cores. Results never depend on the number of threads.

/// The README's program is compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

pub use motive_core::*;

#[cfg(feature = "arbiter")]
#[doc(no_inline)]
pub use motive_arbiter::{
    Allocation, Arbiter, Chaining, ChainingLimits, Character, CharacterBuilder, CharacterError, Clause,
    ColumnMut, Control, CycleGuard, Filter, Generator, Goal, Herd, HerdError, Layout, Obstacle, OnStuck,
    Profile, Pursuit, Reflex, Remembering, Removal, ResumeGate, Selector, TieBreak,
};
#[cfg(feature = "arbiter")]
pub use motive_arbiter::{arbiter, baselines, herd, learning, teleo};
#[cfg(feature = "drives")]
pub use motive_drives as drives;
#[cfg(feature = "machines")]
pub use motive_machines::{fsm, schedule};
#[cfg(feature = "networks")]
pub use motive_networks as network;
#[cfg(feature = "tasks")]
pub use motive_tasks as htn;
#[cfg(feature = "trace")]
pub use motive_trace as recording;

pub mod game;
pub mod prelude;

#[cfg(feature = "derive")]
pub use motive_derive::{Actions, Own, Percept, PropertyValue};
