//! Minds in Rust, without strings to join their parts.
//!
//! The derives make a function for each property, and for each action: `Fire::heat()`, `Act::throw(bucket, fire)`. What a rule finds is a
//! variable, programs and engines are values that goals refer to, and [`Game::mind`](crate::Game::mind) puts them together. The compiler
//! finds wrong properties and types. [`MindBuilder::build`] finds the rest, once: types that the game has not declared, variables that
//! nothing binds, goals without a priority.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "arbiter"))]
//! # mod fire {
//! use motive::build::*;
//! use motive::prelude::*;
//!
//! #[derive(Percept)]
//! struct Fire { id: Id, heat: f32 }
//!
//! #[derive(Percept)]
//! struct Bucket { id: Id, full: bool }
//!
//! #[derive(SelfState)]
//! struct Body { fatigue: f32 }
//!
//! #[derive(Actions, Debug, PartialEq)]
//! #[motive(one_at_a_time)]
//! enum Act { Throw(Id, Id), Fill(Id), Rest }
//!
//! # pub
//! fn main() -> Result<(), motive::Error> {
//!     let game = Game::new().sees::<(Fire, Bucket)>().is::<Body>().does::<Act>()?;
//!     let put_out = program("put out")
//!         .done_when(none::<Fire>())
//!         .rule("throw", |r| {
//!             let fire = r.find::<Fire>().highest(Fire::heat());
//!             let bucket = r.find::<Bucket>().with(Bucket::full(), true).exclusive();
//!             r.does(Act::throw(bucket, fire));
//!         })
//!         .rule("fill", |r| {
//!             let bucket = r.find::<Bucket>().exclusive();
//!             r.does(Act::fill(bucket));
//!         });
//!     let rest = program("rest").rule("rest", |r| r.does(Act::Rest));
//!     let fireman = game
//!         .mind("fireman")
//!         .goal(achieve("safety", put_out).when(some::<Fire>()).priority(90))
//!         .goal(maintain("comfort", rest).priority(Body::fatigue() * 0.5))
//!         .build()?;
//!
//!     let mut agent = fireman.spawn(Seed(1));
//!     let (fire, bucket) = (Id::new(1), Id::new(2));
//!     agent.perceive([Fire { id: fire, heat: 3.0 }]);
//!     agent.perceive([Bucket { id: bucket, full: true }]);
//!     agent.update(&Body { fatigue: 10.0 });
//!     assert!(agent.decide(Time::default()).actions().eq([&Act::Throw(bucket, fire)]));
//!     Ok(())
//! }
//! # }
//! # #[cfg(all(feature = "derive", feature = "arbiter"))]
//! # fire::main().unwrap();
//! ```
//!
//! Every engine is described in the same way, and a goal pursues any of them: [`program`], [`plan`] for drives, [`tasks`], [`machine`] and
//! [`network`]. What has no function here is said in the terms of the [`kernel`](crate::kernel): an `Expr` converts into a [`ValueTerm`], a
//! `Condition` into a [`ConditionTerm`], and [`Narrow::narrow`] changes the `Pattern`.

mod condition;
mod names;
mod term;

#[cfg(feature = "drives")]
mod drives;
#[cfg(feature = "machines")]
mod machines;
#[cfg(feature = "arbiter")]
mod mind;
#[cfg(feature = "networks")]
mod networks;
#[cfg(feature = "arbiter")]
mod program;
#[cfg(feature = "tasks")]
mod tasks;

pub use condition::{ConditionTerm, Narrow, ThingsOf, none, none_free, some};
#[cfg(feature = "drives")]
pub use drives::{ActionBuilder, DriveBuilder, PlanBuilder, TemplateBuilder, plan};
#[cfg(feature = "machines")]
pub use machines::{MachineStates, StateBuilder, machine};
#[cfg(feature = "arbiter")]
pub use mind::{EngineBuilder, GoalBuilder, MindBuilder, PursuitBuilder, achieve, maintain};
pub use names::{NameResolver, TypedProperty, Var};
#[cfg(feature = "networks")]
pub use networks::{NetworkBuilder, Proposition, SkillBuilder, network};
#[cfg(feature = "arbiter")]
pub use program::{Found, NoteBuilder, ProgramBuilder, ProgramCall, RuleBuilder, program};
#[cfg(feature = "tasks")]
pub use tasks::{MethodBuilder, TaskBuilder, TaskLine, TaskSet, tasks};
pub use term::{ActionTerm, ArgumentTerm, Place, ValueTerm};
