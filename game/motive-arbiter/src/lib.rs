//! Characters that pursue several goals at once without letting them fight over anything (GRUE, Gordon 2005).
//!
//! A [`Character`] has goals, and programs of ordered rules that pursue them. Each tick an [`Arbiter`] decides which goals are wanted,
//! gives things to their programs in the order of priority, and does everything that goes together.
//!
//! ```
//! use motive_arbiter::teleo::{Definition, Library, Rule};
//! use motive_arbiter::{Arbiter, Character, Goal};
//! use motive_core::{Agent, Condition, Expr, Memory, Pattern, Thing, Time, Vocabulary};
//!
//! let mut names = Vocabulary::new();
//! let (fire, water) = (names.kind("fire"), names.kind("water"));
//! let throw = names.action("throw", 2);
//! let (bucket, blaze) = (names.id("bucket"), names.id("blaze"));
//! let names = names.finish()?;
//!
//! let put_out = Definition::new("PutOut").done_when(Condition::no(Pattern::of(fire))).rule(
//!     Rule::new("throw")
//!         .when(Pattern::of(fire).named("it"))
//!         .when(Pattern::of(water).named("with").exclusive())
//!         .act(throw, [Expr::var("with"), Expr::var("it")]),
//! );
//! let fireman = Character::new(names.clone())
//!     .goal(Goal::achieve("safety", "PutOut").when(Condition::exists(Pattern::of(fire)), 90))
//!     .library(&Library::new(&names, vec![put_out])?)
//!     .build()?;
//!
//! let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(fireman), 1, 0);
//! agent.memory_mut().put(Thing::new(blaze).kind(fire))?;
//! agent.memory_mut().put(Thing::new(bucket).kind(water))?;
//! assert_eq!(agent.tick(Time::of_tick(0, 50_000)).display(&names), ["throw(bucket, blaze)"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! Each module uses only those above it.
//!
//! - [`learning`]: which properties of things make rules succeed;
//! - [`teleo`]: teleo-reactive programs, and static checks of them;
//! - [`arbiter`]: goals, characters, profiles, and the decision itself; its part [`herd`] decides for many agents of one character
//!   together, over columns of numbers;
//! - [`baselines`]: published minds that run one program at a time, for comparison.

pub mod arbiter;
pub mod baselines;
pub mod learning;
pub mod teleo;

pub use arbiter::herd;
#[doc(no_inline)]
pub use {
    arbiter::{
        Allocation, Arbiter, Chaining, ChainingLimits, Character, CharacterBuilder, CharacterError, Clause,
        Control, CycleGuard, Filter, Generator, Goal, OnStuck, Profile, Pursuit, Reflex, Remembering,
        Removal, ResumeGate, Selector, TieBreak,
    },
    herd::{ColumnMut, Herd, HerdError, Obstacle},
};
