//! Goals under arbitration.

pub mod arbiter;
pub mod baselines;
pub mod herd;
pub mod learning;
pub mod teleo;

#[doc(no_inline)]
pub use {
    arbiter::{
        Allocation, Arbiter, Chaining, ChainingLimits, Character, CharacterBuilder, CharacterError, Clause,
        Control, CycleGuard, Filter, Generator, Goal, OnStuck, Profile, Pursuit, Reflex, Remembering,
        Removal, ResumeGate, Selector, TieBreak,
    },
    herd::{ColumnMut, Herd, HerdError, Layout, Obstacle},
};
