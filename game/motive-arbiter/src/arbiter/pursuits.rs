//! What an agent pursues and does, apart from how it decides: it can go on elsewhere with this.

use super::task::Task;
use super::{Actuator, Arbiter, Character, Threshold};
use motive_core::action::RunningActions;
use motive_core::memory::Memory;
use motive_core::mind::TaskState;
use smallvec::SmallVec;
use std::sync::Arc;

/// What an agent pursues and does. For characters whose programs remember nothing from tick to tick, the next decision depends on nothing
/// else but what the agent knows.
#[derive(Debug)]
pub(crate) struct Pursuits {
    pub(crate) goals: SmallVec<[PursuedGoal; 4]>,
    /// The number of the next task.
    pub(crate) next_task: u64,
    pub(crate) running: RunningActions,
}

/// A goal that has a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PursuedGoal {
    /// The index of the character's goal.
    pub(crate) goal: usize,
    /// The number of the task.
    pub(crate) task: u64,
    pub(crate) priority: f64,
    /// The task acted on the world in the last tick.
    pub(crate) acted: bool,
}

impl Arbiter {
    /// What it pursues and does; `None` if its next decision depends on more than that.
    pub(crate) fn pursuits(&self) -> Option<Pursuits> {
        let is_plain =
            |task: &Task| task.state == TaskState::Active && !task.leaving && task.bindings.are_empty();
        let usual = Threshold::new(self.character.profile.filter);
        let is_all = self.tasks.list().iter().all(is_plain)
            && self.tasks.is_list_all()
            && self.holdings.are_empty()
            && self.actuator.runs().all_while_proposed()
            && self.threshold.now() == usual.now();
        is_all.then(|| Pursuits {
            goals: self.tasks.list().iter().map(Task::pursued).collect(),
            next_task: self.tasks.next_number(),
            running: self.actuator.runs().clone(),
        })
    }

    /// Goes on with what an agent pursues and does.
    pub(crate) fn resuming(character: Arc<Character>, pursuits: Pursuits, memory: &mut Memory) -> Self {
        let mut arbiter = Self::new(character);
        arbiter.tasks.resume_goals(&pursuits, &arbiter.character, memory);
        arbiter.actuator = Actuator::resuming(pursuits.running);
        arbiter
    }
}
