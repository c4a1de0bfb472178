//! Bryson's drive collection.

use super::BaselineError;
use super::program_runner::ProgramRunner;
use crate::arbiter::Character;
use crate::teleo::{Caching, Library};
use motive_core::mind::TickContext;
use motive_core::vocabulary::Facts;
use std::sync::Arc;

/// An element of a [`DriveCollection`]: a goal of the character, which gives the trigger and the program, and how often it may
/// run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drive {
    goal: Arc<str>,
    gap: u64,
}

impl Drive {
    /// A drive towards a goal, which may run in every tick.
    #[must_use]
    pub fn new(goal: &str) -> Self {
        Self { goal: goal.into(), gap: 0 }
    }

    /// It runs at most once in so many microseconds.
    #[must_use]
    pub fn at_most_every(mut self, micros: u64) -> Self {
        self.gap = micros;
        self
    }
}

struct Element {
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
    pub(super) runner: ProgramRunner,
    elements: Vec<Element>,
}

impl DriveCollection {
    /// Plays a character by its drives, most important first. Goals that are no drive are never pursued.
    pub fn new(
        character: Arc<Character>,
        library: &Library,
        drives: impl IntoIterator<Item = Drive>,
    ) -> Result<Self, BaselineError> {
        let mut elements = Vec::new();
        for drive in drives {
            let goal = character.goals.iter().position(|goal| goal.name == drive.goal);
            let goal = goal.ok_or_else(|| BaselineError::UnknownGoal(drive.goal.to_string()))?;
            elements.push(Element { goal, gap: drive.gap, ran: None });
        }
        Ok(Self { runner: ProgramRunner::new(character).resuming(library, Caching::Stay)?, elements })
    }
}

impl DriveCollection {
    pub(super) fn choose(&mut self, wants: &[Option<f64>], tick_cx: &mut TickContext<'_>) {
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
