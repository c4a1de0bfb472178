//! A goal being pursued.

use motive_core::action::Proposal;
use motive_core::binding::{Holder, RememberedBindings};
use motive_core::condition::Claim;
use motive_core::memory::Channel;
use motive_core::mind::{Behaviour, GoalMode, Outcome, TaskState, prefetch_slice, prefetch_value};
use smallvec::SmallVec;
use std::sync::Arc;

pub(super) struct Task {
    pub(super) number: u64,
    /// Which goal of the character.
    pub(super) goal: usize,
    pub(super) name: Arc<str>,
    pub(super) mode: GoalMode,
    /// Keys its random draws: the goal's name, so that other tasks coming and going change nothing.
    pub(super) place: u64,
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
    /// It was run in the last tick.
    pub(super) ran: bool,
    /// It acted on the world in the last tick.
    pub(super) acted: bool,
    /// What its variables had last tick.
    pub(super) remembered: RememberedBindings,
    /// What it had when it last ran, if it keeps that while it is put aside.
    pub(super) kept: Vec<Claim>,
    pub(super) last: Option<Last>,
}

/// What a task did when it was last asked, and what that depended on.
pub(super) struct Last {
    pub(super) outcome: Outcome,
    pub(super) claims: Vec<Claim>,
    pub(super) proposals: SmallVec<[Proposal; 1]>,
    /// What its variables had before.
    pub(super) remembered: RememberedBindings,
    pub(super) channels: Vec<Channel>,
    pub(super) clock: u64,
    /// From when on it may differ though nothing changed, in microseconds.
    pub(super) until: u64,
    pub(super) volatile: bool,
}

impl Last {
    pub(super) fn of(outcome: Outcome) -> Self {
        Self {
            outcome,
            claims: Vec::new(),
            proposals: SmallVec::new(),
            remembered: Vec::new(),
            channels: Vec::new(),
            clock: 0,
            until: 0,
            volatile: true,
        }
    }
}

impl Task {
    /// What it refers to is brought nearer.
    pub(super) fn prefetch(&self) {
        prefetch_value(&*self.behaviour);
        if let Some(last) = &self.last {
            prefetch_slice(&last.channels);
        }
    }

    pub(super) fn holder(&self) -> Holder {
        Holder(self.number)
    }
}
