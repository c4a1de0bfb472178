//! Teams: members with task lists, and a coordinator that changes the lists at run time (Hansen 2008).
//!
//! Each member is an agent with a [`MemberProgram`], which does the tasks of its list one after the other, in a loop. The lists are on a
//! shared [`Board`]. The coordinator is an agent too, whose actions `assign`, `clear`, `only` and `take_role` are orders; the host passes
//! its decisions to [`Board::obey`].
//!
//! With the task `ask` of a board made [with asking](Board::with_asking), a member makes another do a task and waits for the result.
//!
//! Orders take effect when the board is [published](Board::publish), once per tick, so the order in which agents decide and the number of
//! threads do not matter. Members do not block each other.
//!
//! ```
//! use motive::tasks::team::{Assignment, Board, MemberProgram, Preempt};
//! use motive::tasks::{Primitive, Settings, HtnTask, TaskLibrary};
//! use motive::kernel::{Agent, Memory, Time, Vocabulary};
//! use motive::arbiter::{Arbiter, Character, Goal};
//!
//! let mut names = Vocabulary::new();
//! let (guard, roam) = (names.action("guard", 0), names.action("roam", 0));
//! let names = names.finish()?;
//! let tasks = TaskLibrary::new(&names, vec![
//!     HtnTask::new("Guard").act(Primitive::new(guard)),
//!     HtnTask::new("Roam").act(Primitive::new(roam)),
//! ], Settings::default()).map_err(|errors| errors[0].clone())?;
//!
//! let board = Board::new(tasks);
//! board.enrol("ann");
//! board.assign("ann", Assignment::new("Guard"))?;
//! board.assign("ann", Assignment::new("Roam"))?;
//! board.publish();
//! let character = Character::new(names.clone())
//!     .goal(Goal::maintain("duty", "list").always(1))
//!     .program(MemberProgram::new("list", &board, "ann")?)
//!     .build()?;
//! let mut ann = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
//! let mut does = |tick| ann.tick(Time::of_tick(tick, 100_000)).display(&names);
//! assert_eq!([does(0), does(1), does(2)], [["guard()"], ["roam()"], ["guard()"]]);
//!
//! board.set_tasks("ann", vec![Assignment::new("Roam")], Preempt::Now)?;
//! board.publish();
//! assert_eq!([does(3), does(4)], [["roam()"], ["roam()"]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod member;
mod requests;

pub use board::{Assignment, Board, Preempt, TeamError};
pub use member::{MemberProgram, Select};
