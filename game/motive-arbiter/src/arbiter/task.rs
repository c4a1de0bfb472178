//! A goal being pursued.

use super::character::Character;
use super::stability::Stability;
use super::{Actuator, Arbiter, FilterThreshold};
use motive_core::action::{Command, Proposal, RunningActions};
use motive_core::binding::Holder;
use motive_core::engine::{Claim, RememberedBindings, prefetch_slice, prefetch_value};
use motive_core::memory::{Channel, Memory};
use motive_core::mind::{Behaviour, Outcome, Program, TaskState, TaskView};
use motive_core::vocabulary::{Facts, Id};
use motive_util::ThinList;
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
    pub(super) behaviour: Box<dyn Behaviour>,
    /// The tick in which it began.
    created: u64,
    /// The tick in which it last ran, or began.
    pub(super) ran_at: u64,
    pub(super) last: Option<LastAnswer>,
    pub(super) bindings: TaskBindings,
    /// The index of its program among those of the character; `u32::MAX` if it is none of them.
    program: u32,
    /// Its place among the tasks when they were last run; `u32::MAX` if it was not one of them.
    pub(super) place: u32,
}

/// What a task proposed when it was last asked, and what that depended on.
pub(super) struct LastAnswer {
    pub(super) outcome: Outcome,
    pub(super) commands: SmallVec<[Command; 1]>,
    /// What it read.
    pub(super) channels: ThinList<Channel>,
    /// The memory's clock when it was asked.
    pub(super) clock: u64,
    pub(super) stability: Stability,
}

impl LastAnswer {
    pub(super) fn new(outcome: Outcome) -> Self {
        Self {
            outcome,
            commands: SmallVec::new(),
            channels: ThinList::default(),
            clock: 0,
            stability: Stability::UNSTABLE,
        }
    }
}

impl Task {
    /// A task that begins now.
    pub(super) fn new(
        number: u64,
        goal: usize,
        priority: f64,
        program: Arc<dyn Program>,
        character: &Character,
        memory: &mut Memory,
    ) -> Self {
        let mut behaviour = program.start();
        behaviour.begin(memory);
        let tick = memory.time().tick;
        let details = TaskDetails {
            behaviour,
            created: tick,
            ran_at: tick,
            last: None,
            bindings: TaskBindings::default(),
            program: u32::MAX,
            place: u32::MAX,
        };
        let mut task = Self {
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
        };
        task.note_program(program, character);
        task
    }

    /// The goal that it pursues.
    pub(super) fn pursued(&self) -> PursuedGoal {
        let (goal, task) = (self.goal(), self.number);
        PursuedGoal { goal, task, priority: self.priority, acted: self.acted }
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

    /// The program that it follows.
    pub(super) fn program<'t>(&'t self, character: &'t Character) -> &'t dyn Program {
        match &self.bindings.other_program {
            Some(program) => &**program,
            None => &*character.programs[self.program as usize],
        }
    }

    fn note_program(&mut self, program: Arc<dyn Program>, character: &Character) {
        match character.programs.iter().position(|known| Arc::ptr_eq(known, &program)) {
            Some(at) => self.program = at as u32,
            None => self.bindings.note_program(program),
        }
    }

    /// Continues with another character, of whose goals and programs these are its own.
    pub(super) fn adopt(&mut self, goal: usize, program: Arc<dyn Program>, character: &Character) {
        (self.goal, self.last) = (goal as u32, None);
        self.bindings.forget_answer();
        self.note_program(program, character);
    }

    /// Whether it would give its last answer again, if its variables remember these things.
    pub(super) fn answer_holds(&self, remembered: &[(Arc<str>, Id)], memory: &Memory) -> bool {
        self.last.as_ref().is_some_and(|last| {
            last.stability.holds_at(memory.time().micros)
                && self.bindings.before == remembered
                && last.channels.iter().all(|channel| memory.version(*channel) <= last.clock)
        })
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
            program: self.program(character).name(),
            state: self.state,
            current: self.behaviour.current(),
            created: self.created,
            bindings: &self.bindings.remembered,
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

/// What a task has bound to its variables, and its program if that is none of the character's. Many tasks have nothing of this, so
/// room is made when there is something.
#[derive(Default)]
pub(super) struct TaskBindings(Option<Box<BindingLists>>);

#[derive(Default)]
pub(super) struct BindingLists {
    /// What its variables were bound to in the last tick.
    pub(super) remembered: RememberedBindings,
    /// The same before it was last asked.
    pub(super) before: RememberedBindings,
    /// What it held when it last ran, if it keeps that while it is suspended.
    pub(super) kept: Vec<Claim>,
    /// What it claimed when it was last asked.
    pub(super) claims: Vec<Claim>,
    /// Its program, if that is none of the character's.
    other_program: Option<Arc<dyn Program>>,
}

impl Deref for TaskBindings {
    type Target = BindingLists;

    fn deref(&self) -> &BindingLists {
        static NOTHING: BindingLists = BindingLists {
            remembered: Vec::new(),
            before: Vec::new(),
            kept: Vec::new(),
            claims: Vec::new(),
            other_program: None,
        };
        self.0.as_deref().unwrap_or(&NOTHING)
    }
}

impl TaskBindings {
    pub(super) fn get_mut(&mut self) -> Option<&mut BindingLists> {
        self.0.as_deref_mut()
    }

    /// Whether there is nothing of all this.
    pub(super) fn are_empty(&self) -> bool {
        self.remembered.is_empty() && self.hold_nothing() && self.other_program.is_none()
    }

    pub(super) fn hold_nothing(&self) -> bool {
        self.claims.is_empty() && self.kept.is_empty()
    }

    /// It was asked, and claimed this. What its variables were bound to before is its own, or shared with other tasks.
    pub(super) fn note_answer<'c>(
        &mut self,
        claims: impl Iterator<Item = &'c Claim>,
        shared: Option<&RememberedBindings>,
    ) {
        let mut claims = claims.peekable();
        if self.0.is_none() && claims.peek().is_none() && shared.is_none_or(|shared| shared.is_empty()) {
            return;
        }
        let BindingLists { remembered, before, claims: former, .. } = &mut **self.0.get_or_insert_default();
        former.clear();
        former.extend(claims.cloned());
        before.clear();
        before.extend_from_slice(shared.unwrap_or(remembered));
    }

    /// It follows a program that is none of the character's.
    pub(super) fn note_program(&mut self, program: Arc<dyn Program>) {
        self.0.get_or_insert_default().other_program = Some(program);
    }

    /// It has to be asked again, as if for the first time, and follows another program.
    pub(super) fn forget_answer(&mut self) {
        if let Some(lists) = &mut self.0 {
            lists.other_program = None;
            lists.claims.clear();
            lists.before.clear();
        }
    }
}

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
        let usual = FilterThreshold::new(self.character.profile.filter);
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
