//! A goal being pursued.

use super::stability::Stability;
use motive_core::action::Proposal;
use motive_core::binding::Holder;
use motive_core::engine::Claim;
use motive_core::engine::RememberedBindings;
use motive_core::engine::{prefetch_slice, prefetch_value};
use motive_core::memory::{Channel, Memory};
use motive_core::mind::{Behaviour, GoalMode, Outcome, TaskState, TaskView};
use motive_core::vocabulary::Facts;
use smallvec::SmallVec;
use std::sync::Arc;

/// A goal being pursued: its priority, the behaviour that pursues it, and its last answer.
pub(super) struct Task {
    pub(super) number: u64,
    /// The index of the character's goal.
    pub(super) goal: usize,
    pub(super) name: Arc<str>,
    pub(super) mode: GoalMode,
    /// Keys its random draws: the goal's name, so that other tasks coming and going change nothing.
    pub(super) rng_key: u64,
    pub(super) priority: f64,
    /// Its priority with commitment and damping.
    pub(super) rank: f64,
    pub(super) program: Arc<str>,
    pub(super) version: u64,
    pub(super) behaviour: Box<dyn Behaviour>,
    pub(super) state: TaskState,
    pub(super) created: u64,
    /// The tick in which it last ran, or began.
    pub(super) ran_at: u64,
    /// It is over, but leaves the list only before the tasks are sorted next.
    pub(super) leaving: bool,
    /// It ran in the last tick.
    pub(super) ran: bool,
    /// It acted on the world in the last tick.
    pub(super) acted: bool,
    /// What its variables had last tick.
    pub(super) remembered: RememberedBindings,
    /// What it had when it last ran, if it keeps that while it is suspended.
    pub(super) kept: Vec<Claim>,
    pub(super) last: Option<LastAnswer>,
}

/// What a task did when it was last asked, and what that depended on.
pub(super) struct LastAnswer {
    pub(super) outcome: Outcome,
    pub(super) claims: Vec<Claim>,
    pub(super) proposals: SmallVec<[Proposal; 1]>,
    /// What its variables had before.
    pub(super) remembered: RememberedBindings,
    /// What it read.
    pub(super) channels: Vec<Channel>,
    /// The memory's clock when it was asked.
    pub(super) clock: u64,
    pub(super) stability: Stability,
}

impl LastAnswer {
    pub(super) fn new(outcome: Outcome) -> Self {
        Self {
            outcome,
            claims: Vec::new(),
            proposals: SmallVec::new(),
            remembered: Vec::new(),
            channels: Vec::new(),
            clock: 0,
            stability: Stability::UNSTABLE,
        }
    }

    /// Whether the task would give the same answer, if its variables remember these things.
    pub(super) fn holds(&self, remembered: &RememberedBindings, memory: &Memory) -> bool {
        self.stability.holds_at(memory.time().micros)
            && (self.remembered.is_empty() && remembered.is_empty() || self.remembered == *remembered)
            && self.channels.iter().all(|channel| memory.version(*channel) <= self.clock)
    }
}

impl Task {
    pub(super) fn holder(&self) -> Holder {
        Holder(self.number)
    }

    pub(super) fn is_suspended(&self) -> bool {
        self.state == TaskState::Suspended
    }

    /// The task has to be asked again whatever changes.
    pub(super) fn forget_answer(&mut self) {
        if let Some(last) = &mut self.last {
            last.stability = Stability::UNSTABLE;
        }
    }

    /// What it proposed when it was last asked, with its present rank.
    pub(super) fn repeated_proposals(&self) -> impl Iterator<Item = Proposal> + '_ {
        let proposals = self.last.iter().flat_map(|last| &last.proposals);
        proposals.map(|proposal| Proposal { priority: self.rank, ..proposal.clone() })
    }

    pub(super) fn view(&self) -> TaskView<'_> {
        TaskView {
            number: self.number,
            goal: &self.name,
            priority: self.priority,
            mode: self.mode,
            program: &self.program,
            state: self.state,
            current: self.behaviour.current(),
            created: self.created,
            bindings: &self.remembered,
        }
    }

    /// Prefetches what it refers to.
    pub(super) fn prefetch(&self) {
        prefetch_value(&*self.behaviour);
        if let Some(last) = &self.last {
            prefetch_slice(&last.channels);
        }
    }
}
