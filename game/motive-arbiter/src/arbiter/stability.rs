//! Whether a decision would be repeated if nothing that it depends on changed.

use motive_core::action::Decision;
use motive_core::memory::Memory;
use motive_core::mind::WakeCondition;
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

/// The last decision, while it holds: what would have to change for the next one to differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct StableDecision {
    wake_condition: WakeCondition,
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
    /// An action has ended. The tasks still propose the same, but which actions start or continue has to be settled again.
    ActionEnded,
}

impl StableDecision {
    pub(super) fn new(wake_condition: WakeCondition, decision: &Decision) -> Self {
        let since = if decision.stopped.is_empty() { Since::Nothing } else { Since::Stopped };
        Self { wake_condition, since }
    }

    /// How long the whole decision holds, if it still does.
    pub(super) fn wake_condition(&self) -> Option<WakeCondition> {
        matches!(self.since, Since::Nothing | Since::Repeated).then_some(self.wake_condition)
    }

    /// What would have to change for the proposals to differ.
    pub(super) fn condition(&self) -> WakeCondition {
        self.wake_condition
    }

    /// How long the proposals hold, if only an action has ended.
    pub(super) fn proposals_hold(&self) -> Option<WakeCondition> {
        (self.since == Since::ActionEnded).then_some(self.wake_condition)
    }

    /// Whether nothing changed that goals and reflexes read.
    pub(super) fn goals_hold(&self, memory: &Memory) -> bool {
        memory.is_always_unchanged(self.wake_condition.watch)
    }

    /// Whether nothing changed that tasks read, and goals read nothing of it.
    pub(super) fn answers_hold(&self, memory: &Memory) -> bool {
        memory.is_unchanged_but_always(self.wake_condition.watch)
    }

    /// Marks the decision as repeated. Returns whether it was already.
    pub(super) fn repeat(&mut self) -> bool {
        let repeated = self.since == Since::Repeated;
        if self.since != Since::ActionEnded {
            self.since = Since::Repeated;
        }
        repeated
    }

    /// Whether only goals may have changed since the decision was made.
    pub(super) fn tasks_hold(&self, micros: u64) -> bool {
        self.since != Since::ActionEnded && micros < self.wake_condition.until
    }

    pub(super) fn action_ended(&mut self) {
        self.since = Since::ActionEnded;
    }
}
