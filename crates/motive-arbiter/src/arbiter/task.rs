//! A goal being pursued.

use super::character::Character;
use super::stability::Stability;
use motive_core::action::{Command, Proposal};
use motive_core::binding::Holder;
use motive_core::engine::{Claim, RememberedBindings, prefetch_slice, prefetch_value};
use motive_core::memory::{Channel, Memory};
use motive_core::mind::{Behaviour, Outcome, Program, TaskState, TaskView};
use motive_core::vocabulary::Facts;
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A goal being pursued. What decisions read when only priorities have changed is here; the rest is behind a pointer, so that all
/// tasks of an agent lie in a few cache lines and are cheap to sort.
pub(super) struct Task {
    pub(super) number: u64,
    pub(super) priority: f64,
    /// Its priority with commitment and damping.
    pub(super) rank: f64,
    /// The index of the character's goal.
    pub(super) goal: u32,
    pub(super) state: TaskState,
    /// It is over, but leaves the list only before the tasks are sorted next.
    pub(super) leaving: bool,
    /// It ran in the last tick.
    pub(super) ran: bool,
    /// It acted on the world in the last tick.
    pub(super) acted: bool,
    details: Box<TaskDetails>,
}

/// What is read when a task is asked, starts or ends.
pub(super) struct TaskDetails {
    pub(super) program: Arc<dyn Program>,
    pub(super) behaviour: Box<dyn Behaviour>,
    /// The tick in which it began.
    created: u64,
    /// The tick in which it last ran, or began.
    pub(super) ran_at: u64,
    /// What its variables were bound to in the last tick.
    pub(super) remembered: RememberedBindings,
    /// What it held when it last ran, if it keeps that while it is suspended.
    pub(super) kept: Vec<Claim>,
    pub(super) last: Option<LastAnswer>,
}

/// What a task proposed when it was last asked, and what that depended on.
pub(super) struct LastAnswer {
    pub(super) outcome: Outcome,
    pub(super) claims: Vec<Claim>,
    pub(super) commands: SmallVec<[Command; 1]>,
    /// What its variables were bound to before.
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
            commands: SmallVec::new(),
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
    /// A task that begins now.
    pub(super) fn new(
        number: u64,
        goal: usize,
        priority: f64,
        program: Arc<dyn Program>,
        memory: &mut Memory,
    ) -> Self {
        let mut behaviour = program.start();
        behaviour.begin(memory);
        let tick = memory.time().tick;
        let details = TaskDetails {
            program,
            behaviour,
            created: tick,
            ran_at: tick,
            remembered: RememberedBindings::new(),
            kept: Vec::new(),
            last: None,
        };
        Self {
            number,
            priority,
            rank: priority,
            // Characters have few goals.
            goal: goal as u32,
            state: TaskState::Active,
            leaving: false,
            ran: false,
            acted: false,
            details: Box::new(details),
        }
    }

    pub(super) fn holder(&self) -> Holder {
        Holder(self.number)
    }

    /// The index of the character's goal.
    pub(super) fn goal(&self) -> usize {
        self.goal as usize
    }

    /// The name of the goal that it pursues.
    pub(super) fn name<'c>(&self, character: &'c Character) -> &'c Arc<str> {
        &character.goals[self.goal()].name
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

    /// What it proposed when it was last asked.
    pub(super) fn last_commands(&self) -> &[Command] {
        self.last.as_ref().map_or(&[], |last| &last.commands)
    }

    /// The proposal of a command, with its present rank.
    pub(super) fn proposal(&self, command: &Command) -> Proposal {
        Proposal { task: self.holder(), priority: self.rank, command: command.clone() }
    }

    /// What it proposed when it was last asked, with its present rank.
    pub(super) fn repeated_proposals(&self) -> impl Iterator<Item = Proposal> + '_ {
        self.last_commands().iter().map(|command| self.proposal(command))
    }

    pub(super) fn view<'t>(&'t self, character: &'t Character) -> TaskView<'t> {
        TaskView {
            number: self.number,
            goal: self.name(character),
            priority: self.priority,
            mode: character.goals[self.goal()].mode,
            program: self.program.name(),
            state: self.state,
            current: self.behaviour.current(),
            created: self.created,
            bindings: &self.remembered,
        }
    }

    /// Prefetches what it refers to: the details, and at the next depth what those refer to.
    pub(super) fn prefetch(&self, depth: u8) {
        match depth {
            0 => prefetch_value(&*self.details),
            1 => {
                prefetch_value(&*self.behaviour);
                if let Some(last) = &self.last {
                    prefetch_slice(&last.channels);
                }
            }
            _ => self.behaviour.prefetch(depth - 2),
        }
    }
}

impl Deref for Task {
    type Target = TaskDetails;

    fn deref(&self) -> &TaskDetails {
        &self.details
    }
}

impl DerefMut for Task {
    fn deref_mut(&mut self) -> &mut TaskDetails {
        &mut self.details
    }
}
