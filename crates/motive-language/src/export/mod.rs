//! Writers for notations that other tools read.

pub mod pddl;
