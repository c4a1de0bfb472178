//! Goals in a fixed order, one program at a time.

use super::program_runner::ProgramRunner;
use crate::arbiter::Character;
use motive_core::action::{ActionEnd, Decision};
use motive_core::memory::Memory;
use motive_core::mind::{Mind, MindText, Outcome, TaskView, TickContext};
use motive_core::trace::TaskEnd;
use std::sync::Arc;

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
    #[must_use]
    pub fn new(character: Arc<Character>) -> Self {
        Self { runner: ProgramRunner::new(character) }
    }

    /// The last decision.
    #[must_use]
    pub fn decision(&self) -> &Decision {
        self.runner.decision()
    }
}

impl Mind for FixedPriority {
    fn think(&mut self, tick_cx: &mut TickContext<'_>) {
        let wants = self.runner.open(tick_cx);
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
