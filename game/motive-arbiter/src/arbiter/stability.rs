//! Whether a decision would be repeated if nothing that it depends on changed.

use motive_core::action::Decision;
use motive_core::memory::Memory;
use motive_core::mind::WakeCondition;
use motive_core::vocabulary::Facts;
use std::ops::{BitAnd, BitAndAssign};

/// How long the result of a stage holds if memory does not change. Every stage of a decision returns one; the decision is as
/// stable as the least stable of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stability {
    /// From when on the result may differ, in microseconds.
    until: u64,
}

impl Stability {
    /// The result changes only with memory.
    pub(super) const STABLE: Self = Self { until: u64::MAX };
    /// The result may differ in the next tick.
    pub(super) const UNSTABLE: Self = Self { until: 0 };

    /// The result may differ from this time on, in microseconds.
    pub(super) fn until(micros: u64) -> Self {
        Self { until: micros }
    }

    pub(super) fn unstable_if(unstable: bool) -> Self {
        if unstable { Self::UNSTABLE } else { Self::STABLE }
    }

    pub(super) fn is_stable(self) -> bool {
        self != Self::UNSTABLE
    }

    pub(super) fn holds_at(self, micros: u64) -> bool {
        micros < self.until
    }

    pub(super) fn micros(self) -> u64 {
        self.until
    }
}

impl BitAnd for Stability {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self { until: self.until.min(other.until) }
    }
}

impl BitAndAssign for Stability {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

/// What has become invalid since the last decision, and so how much of it has to be made again: the first of these that is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Invalidated {
    /// Nothing: the decision is repeated.
    Nothing,
    /// The phases of actions, because one has ended. All tasks propose what they did last, and actions are settled again.
    Phases,
    /// The priorities of tasks, all of which only follow the agent's own numbers. Tasks are ranked again, and asked only if that is not enough.
    Priorities,
    /// What tasks propose, but not which goals are wanted. Tasks are asked.
    Proposals,
    /// Which goals are wanted, or the decision cannot be reused. Every stage runs.
    Goals,
}

/// The last decision, while it holds: what would have to change for the next one to differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct StableDecision {
    /// How long its proposals hold.
    condition: WakeCondition,
    since: Since,
}

/// What has happened since a stable decision was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    Nothing,
    /// Nothing, but it stopped actions, so that it has to be made once more without them.
    Stopped,
    /// It was repeated, so that all its actions are marked as continued.
    Repeated,
    ActionEnded,
}

impl StableDecision {
    pub(super) fn new(condition: WakeCondition, decision: &Decision) -> Self {
        let since = if decision.stopped.is_empty() { Since::Nothing } else { Since::Stopped };
        Self { condition, since }
    }

    /// What has become invalid, as far as the watches of memory tell.
    pub(super) fn invalidated(&self, memory: &Memory) -> Invalidated {
        let proposals_hold = self.condition.holds(memory, memory.time().micros);
        match self.since {
            Since::Nothing | Since::Repeated if proposals_hold => Invalidated::Nothing,
            Since::ActionEnded if proposals_hold => Invalidated::Phases,
            _ if memory.is_always_unchanged(self.condition.watch) => Invalidated::Proposals,
            _ => Invalidated::Goals,
        }
    }

    /// How long the whole decision holds, if it still does.
    pub(super) fn wake_condition(&self) -> Option<WakeCondition> {
        matches!(self.since, Since::Nothing | Since::Repeated).then_some(self.condition)
    }

    /// How long its proposals hold.
    pub(super) fn condition(&self) -> WakeCondition {
        self.condition
    }

    /// Whether nothing changed that tasks read, and goals read nothing of it.
    pub(super) fn answers_hold(&self, memory: &Memory) -> bool {
        memory.is_unchanged_but_always(self.condition.watch)
    }

    /// Whether only goals may have changed since the decision was made.
    pub(super) fn tasks_hold(&self, micros: u64) -> bool {
        self.since != Since::ActionEnded && micros < self.condition.until
    }

    /// Marks the decision as repeated. Returns whether it was already.
    pub(super) fn repeat(&mut self) -> bool {
        let repeated = self.since == Since::Repeated;
        if self.since != Since::ActionEnded {
            self.since = Since::Repeated;
        }
        repeated
    }

    pub(super) fn action_ended(&mut self) {
        self.since = Since::ActionEnded;
    }
}
