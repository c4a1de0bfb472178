//! Teleo-reactive programs: ordered rules, the first of which that can run does, each tick anew.
//!
//! A [`Definition`] is written with conditions over memory; a [`Library`] of definitions that may call each other is built once;
//! a [`TeleoProgram`] from it pursues a goal of the [`Arbiter`](crate::Arbiter).
//!
//! A rule asks for the things it needs and proposes what to do with them. If it cannot have one, everything that it asked for is
//! given back and the next rule is tried. Beyond the plain rules of Nilsson (1994), a rule may hold on while something is true,
//! keep others out until something is true, last for a minimum time, and do things in turn.

mod active_rules;
mod call_groups;
mod check;
mod definition;
mod library;
mod teleo_behaviour;

pub use check::{Finding, FindingKind, Severity, check, check_pursued};
pub use definition::{Caching, Definition, Rule, Step};
pub use library::{Library, ProgramError, TeleoProgram};

pub(crate) use definition::{ProgramGraph, for_each_step};
pub(crate) use library::CompiledStep;
