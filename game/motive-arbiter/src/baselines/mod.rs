//! Published minds that run one program at a time, to compare the [`Arbiter`](crate::Arbiter) with.
//!
//! Each plays the same [`Character`](crate::Character) over the same programs and actions, so that a world can set them
//! against each other:
//!
//! | mind | chooses |
//! |---|---|
//! | [`BensonNilsson`] | by reward per time, and only where nothing can be undone |
//! | [`Minder`] | the most insistent of a few motives |
//! | [`DriveCollection`] | the first drive that is triggered and has not run too recently |
//! | [`FixedPriority`] | the first goal that is wanted |
//!
//! The goals' clauses and the character's generators say when each is wanted; their priorities are rewards, insistences, or
//! nothing at all. Clauses and generators are asked every tick; of the profile, only what concerns binding and conflicts counts.
//! Reflexes, forgetting and the arbiter's own filter are not part of these minds.

mod benson_nilsson;
mod drive_collection;
mod fixed_priority;
mod minder1;
mod program_runner;
mod stable_nodes;

pub use benson_nilsson::{BensonNilsson, TimeEstimate};
pub use drive_collection::{Drive, DriveCollection};
pub use fixed_priority::FixedPriority;
pub use minder1::{Minder, Oscillation};
pub use stable_nodes::{RuleNode, StableNodes};

use crate::teleo::ProgramError;
use motive_core::condition::BuildError;

/// An error in the description of a baseline mind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// A drive towards a goal that the character does not have.
    #[error("the character has no goal `{0}`")]
    UnknownGoal(String),
    /// A program that does not fit the character's vocabulary.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A condition that does not fit the character's vocabulary.
    #[error(transparent)]
    Condition(#[from] BuildError),
}
