//! Published minds that run one program at a time, to compare the [`Arbiter`](crate::Arbiter) with.
//!
//! Each plays the same [`Character`] over the same programs and actions, so that a world can set them
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
mod minder1;
mod program_runner;

pub use benson_nilsson::{BensonNilsson, RuleNode, StableNodes, TimeEstimate};
pub use minder1::{Minder, Oscillation};

use crate::arbiter::Character;
use crate::teleo::{Caching, Library, ProgramError};
use motive_core::action::{ActionEnd, Decision};
use motive_core::condition::BuildError;
use motive_core::memory::Memory;
use motive_core::mind::{Mind, MindText, Outcome, TaskView, TickContext};
use motive_core::trace::TaskEnd;
use motive_core::vocabulary::Facts;
use program_runner::ProgramRunner;
use std::sync::Arc;

/// Makes minds of types with a `runner` and a method `choose`, which runs programs, given how much each goal is wanted.
macro_rules! minds_that_choose {
    ($($mind:ident),*) => {$(
        impl Mind for $mind {
            fn think(&mut self, tick_cx: &mut TickContext<'_>) {
                let wants = self.runner.open(tick_cx);
                self.choose(&wants, tick_cx);
                self.runner.close(tick_cx);
            }

            fn decision(&self) -> &Decision {
                self.runner.decision()
            }

            fn pursued(&self) -> Vec<TaskView<'_>> {
                self.runner.pursued()
            }

            fn finish(&mut self, run: u64, ending: ActionEnd, memory: &mut Memory) -> bool {
                self.runner.finish(run, ending, memory)
            }

            fn describe(&self) -> MindText {
                self.runner.character().describe()
            }
        }
    )*};
}

minds_that_choose!(BensonNilsson, DriveCollection, FixedPriority, Minder);

/// An error in the description of a baseline mind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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

/// Pursues the first goal that is wanted, in the order in which the character lists them, and no other.
///
/// This is the prototype that Gordon and Logan (2002) started from. A program that has reached its goal lets the next have its
/// turn; one that can do nothing does not, so that the agent stands waiting for what its first goal needs whatever else
/// happens.
pub struct FixedPriority {
    runner: ProgramRunner,
}

impl FixedPriority {
    /// Plays a character. The order of its goals counts, their priorities do not.
    pub fn new(character: Arc<Character>) -> Self {
        Self { runner: ProgramRunner::new(character) }
    }
}

impl FixedPriority {
    fn choose(&mut self, wants: &[Option<f64>], tick_cx: &mut TickContext<'_>) {
        let mut chosen = false;
        for (goal, want) in wants.iter().enumerate() {
            if want.is_none() {
                self.runner.end(goal, TaskEnd::Withdrawn, tick_cx);
            } else if !chosen {
                let rank = (wants.len() - goal) as f64;
                let outcome = self.runner.pursue(goal, rank, tick_cx);
                chosen = !matches!(outcome, None | Some(Outcome::Done));
            }
        }
    }
}

/// An element of a [`DriveCollection`]: a goal of the character, which gives the trigger and the program, and how often it may
/// run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct DriveElement {
    goal: Arc<str>,
    gap: u64,
}

impl DriveElement {
    /// A drive towards a goal, which may run in every tick.
    pub fn new(goal: &str) -> Self {
        Self { goal: goal.into(), gap: 0 }
    }

    /// It runs at most once in so many microseconds.
    pub fn at_most_every(mut self, micros: u64) -> Self {
        self.gap = micros;
        self
    }
}

struct CollectedDrive {
    goal: usize,
    gap: u64,
    ran: Option<u64>,
}

/// Runs, each tick, the first drive whose trigger holds and which has not run too recently (Bryson 2001).
///
/// The order of the drives never changes, and there are no resources: whatever a less important drive was doing waits. A
/// program that was interrupted continues with the rule that it was at, and tries all its rules again only when that one
/// ends.
pub struct DriveCollection {
    runner: ProgramRunner,
    elements: Vec<CollectedDrive>,
}

impl DriveCollection {
    /// Plays a character by its drives, most important first. Goals that are no drive are never pursued.
    pub fn new(
        character: Arc<Character>,
        library: &Library,
        drives: impl IntoIterator<Item = DriveElement>,
    ) -> Result<Self, BaselineError> {
        let mut elements = Vec::new();
        for drive in drives {
            let goal = character.goals.iter().position(|goal| goal.name == drive.goal);
            let goal = goal.ok_or_else(|| BaselineError::UnknownGoal(drive.goal.to_string()))?;
            elements.push(CollectedDrive { goal, gap: drive.gap, ran: None });
        }
        Ok(Self { runner: ProgramRunner::new(character).resuming(library, Caching::Stay)?, elements })
    }
}

impl DriveCollection {
    fn choose(&mut self, wants: &[Option<f64>], tick_cx: &mut TickContext<'_>) {
        let now = tick_cx.memory.time().micros;
        let count = self.elements.len();
        for (at, element) in self.elements.iter_mut().enumerate() {
            let rests = element.ran.is_some_and(|ran| now.saturating_sub(ran) < element.gap);
            if rests || wants[element.goal].is_none() {
                continue;
            }
            let rank = (count - at) as f64;
            if self.runner.pursue(element.goal, rank, tick_cx).is_some() {
                element.ran = Some(now);
                break;
            }
        }
    }
}
