//! Hierarchical task networks: tasks that are broken into smaller tasks until only actions are left.
//!
//! Three ways to use them:
//!
//! - Doing tasks as they are reached (Hansen 2008). [`Task`]s with goals, needs and lines of alternatives become [`Tasks`]; one of
//!   them pursues a goal as a [`TaskProgram`], or is done by a [`Performer`]. Each task is looked at when its turn comes, in the
//!   world as it is then, and its action is done at once: there is no plan that could go stale.
//! - [`lookahead`]: the same tasks imagined before they are done, with the effects that actions are declared to have: the next steps or all of
//!   them, the first plan or the cheapest, repaired when the world changes.
//! - [`compact`]: tasks over a handful of truths and numbers, planned in a fraction of a microsecond.
//!
//! [`team`] has members with lists of tasks and a coordinator who changes them.
//!
//! ```
//! use motive::htn::{Call, Line, Primitive, Settings, Task, Tasks};
//! use motive::{Agent, Arbiter, Character, Expr, Goal, Memory, Time, Type, Vocabulary};
//!
//! let mut names = Vocabulary::new();
//! let (ammo, enemy) = (names.own("ammo", Type::Number), names.own("enemy", Type::Bool));
//! let (fetch, shoot, turn) = (names.action("fetch", 0), names.action("shoot", 0), names.action("turn", 1));
//! let names = names.finish()?;
//!
//! let tasks = Tasks::new(&names, vec![
//!     Task::new("Defend").line(Call::new("GetAmmo")).line(Line::of(Call::new("Shoot")).or(Call::new("Turn").with(7000))),
//!     Task::new("GetAmmo").achieves(Expr::own(ammo).above(1)).line(Call::new("Fetch")),
//!     Task::new("Fetch").act(Primitive::new(fetch)),
//!     Task::new("Shoot").needs(Expr::own(enemy).holds()).act(Primitive::new(shoot)),
//!     Task::new("Turn").parameter("by").act(Primitive::new(turn).with(Expr::var("by"))),
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

pub mod compact;
mod execute;
pub mod lookahead;
pub mod team;

pub use execute::{
    Alternative, Behave, Body, Call, GoalMode, Line, Method, Monitor, OnInterrupt, Performer, Primitive,
    Settings, SubtaskEvent, Task, TaskError, TaskFailure, TaskProgram, Tasks,
};
