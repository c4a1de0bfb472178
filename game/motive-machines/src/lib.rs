//! State machines, and schedules in the manner of Half-Life 2: two plain ways to write a character by hand.
//!
//! Both are [programs](motive_core::mind::Program), so an arbiter can run them next to any other engine. Neither module uses the other.
//!
//! ```
//! use motive_core::{Expr, Memory, Standalone, Type, Vocabulary};
//! use motive_machines::{Machine, State};
//!
//! let mut names = Vocabulary::new();
//! let enemy = names.own("enemy", Type::Bool);
//! let (walk, shoot) = (names.action("walk", 0), names.action("shoot", 0));
//! let names = names.finish()?;
//!
//! let guard = Machine::new("Guard")
//!     .state(State::new("patrol").act(walk, vec![]).to("attack", Expr::own(enemy).holds()))
//!     .state(State::new("attack").act(shoot, vec![]).to("patrol", !Expr::own(enemy).holds()))
//!     .build(&names)?;
//! let (mut run, mut memory) = (guard.runner(), Memory::new(names));
//! memory.set_own(enemy, true)?;
//! Standalone::default().ask(&mut run, &memory);
//! assert_eq!(run.state(), "attack");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod fsm;
pub mod schedule;

#[doc(no_inline)]
pub use {
    fsm::{Machine, MachineError, MachineProgram, MachineRun, State, StateActivity},
    schedule::{Schedule, ScheduleError, ScheduleProgram, ScheduleRun, ScheduleTask, Schedules},
};
