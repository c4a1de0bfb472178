//! Hierarchical task networks: tasks that are broken into smaller tasks until only actions are left.
//!
//! Two ways to use them:
//!
//! - Execution without a plan (Hansen 2008): [`HtnTask`]s with goals, preconditions and lines of alternatives are built into [`TaskLibrary`]; one of
//!   them pursues a goal as a [`TaskProgram`], or is run by a [`TaskExecutor`]. Each task is decomposed when its turn comes, in the state of the
//!   world at that time, and its action is done at once.
//! - [`lookahead`]: planning with the same tasks and the declared effects of actions: the next steps or all of them, the first plan or the
//!   cheapest, with repair when the world changes.
//!
//! [`team`] has members with task lists, and a coordinator that changes the lists.
//!
//! Each module uses only those above it: `execute`, [`lookahead`], [`team`].
//!
//! ```
//! use motive::tasks::{Call, Line, Primitive, Settings, HtnTask, TaskLibrary};
//! use motive::kernel::{Agent, Expr, Memory, Time, Type, Vocabulary};
//! use motive::arbiter::{Arbiter, Character, Goal};
//!
//! let mut names = Vocabulary::new();
//! let (ammo, enemy) = (names.own("ammo", Type::Number), names.own("enemy", Type::Bool));
//! let (fetch, shoot, turn) = (names.action("fetch", 0), names.action("shoot", 0), names.action("turn", 1));
//! let names = names.finish()?;
//!
//! let tasks = TaskLibrary::new(&names, vec![
//!     HtnTask::new("Defend").line(Call::new("GetAmmo")).line(Line::of(Call::new("Shoot")).or(Call::new("Turn").with(7000))),
//!     HtnTask::new("GetAmmo").achieves(Expr::own(ammo).above(1)).line(Call::new("Fetch")),
//!     HtnTask::new("Fetch").act(Primitive::new(fetch)),
//!     HtnTask::new("Shoot").needs(Expr::own(enemy).holds()).act(Primitive::new(shoot)),
//!     HtnTask::new("Turn").parameter("by").act(Primitive::new(turn).with(Expr::var("by"))),
//! ], Settings::default()).map_err(|errors| errors[0].clone())?;
//! let character = Character::new(names.clone())
//!     .goal(Goal::maintain("hold", "Defend").always(1))
//!     .program(tasks.program("Defend", vec![])?)
//!     .build()?;
//!
//! let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
//! agent.memory_mut().set_own(ammo, 0)?;
//! assert_eq!(agent.tick(Time::of_tick(0, 50_000)).display(&names), ["fetch()"]);
//! assert_eq!(agent.tick(Time::of_tick(1, 50_000)).display(&names), ["turn(7000)"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod execute;
pub mod lookahead;
pub mod team;

pub use execute::{
    Alternative, Behave, Body, Call, GoalsNeeded, HtnTask, Line, Method, Monitor, OnInterrupt, Primitive,
    Settings, SubtaskEvent, TaskError, TaskExecutor, TaskFailure, TaskLibrary, TaskProgram,
};
