//! Goals, and the arbitration of what the agent can have and do among them (GRUE, Gordon 2005).
//!
//! A [`Character`] says what an agent may want ([`Goal`]), what it knows to do (programs of any engine) and how it works
//! ([`Profile`]). An [`Arbiter`] plays it: each tick goals come up, weak ones are dropped, each of the rest is pursued by a task,
//! and the tasks run in the order of their priority, each with what those before it have left. What they propose is checked
//! against each other; all that goes together is done.
//!
//! Guaranteed whatever the programs: no task takes anything from a more important one, no thing is held exclusively by two, no
//! quantity is given out twice, and the same input gives the same decision.

mod allocate;
mod chaining;
mod character;
mod cycle;
mod decide;
mod filter;
mod goal;
mod profile;
mod task;
mod want;

pub use chaining::{Chaining, ChainingLimits};
pub use character::{Character, CharacterBuilder, CharacterError, Generator, Reflex, Selector};
pub use cycle::CycleGuard;
pub use filter::{Control, Filter};
pub use goal::{Clause, Goal, Pursuit};
pub use profile::{Allocation, OnStuck, Profile, Remembering, Removal, ResumeGate, TieBreak};

pub(crate) use cycle::Turns;
pub(crate) use decide::{place_of, report};
pub(crate) use filter::Threshold;
pub(crate) use goal::ClauseCode;

use motive_core::action::{ActionEnd, Decision, Proposal, RunningActions};
use motive_core::binding::{Ledger, RememberedBindings};
use motive_core::memory::{Changes, Memory};
use motive_core::mind::{
    Mind, MindText, TaskView, TickContext, WakeCondition, prefetch_slice, prefetch_value,
};
use motive_core::trace::{Event, TaskEnd};
use motive_core::vocabulary::{Facts, Id};
use std::any::Any;
use std::sync::Arc;
use task::Task;
use want::Want;

/// A mind that pursues several goals at once without letting them fight over anything.
pub struct Arbiter {
    character: Arc<Character>,
    tick: u64,
    tasks: Vec<Task>,
    next_task: u64,
    threshold: Threshold,
    turns: Turns,
    wants: Vec<Want>,
    ledger: Ledger,
    /// What variables had last tick, where that is kept for the whole agent.
    remembered: RememberedBindings,
    runs: RunningActions,
    decision: Decision,
    proposals: Vec<Proposal>,
    overridden: Vec<Id>,
    missed: Vec<Id>,
    /// Room for what becomes of the tasks in a tick.
    ran: Vec<allocate::Ran>,
    /// The numbers of the tasks in the order in which they were run last.
    order: Vec<u64>,
    /// So far in this tick, everything before the present task is as it was last tick.
    same_so_far: bool,
    /// Something in this tick may turn out differently in the next though nothing in memory changed.
    unsettled: bool,
    /// The memory's clock when the tick began.
    asked: u64,
    /// What was held last tick, to see what was freed.
    held: Vec<decide::Held>,
    freed: bool,
    /// How many channels of goals and reflexes memory listens to all the time.
    armed: u32,
    /// While nothing of this changes, the last decision stands.
    steady: Option<Steady>,
}

struct Steady {
    wake_condition: WakeCondition,
    /// It was given again already, with everything going on.
    repeated: bool,
    /// An action has ended since: what is proposed stands, but what becomes of it does not.
    ended: bool,
}

impl Arbiter {
    /// Plays a character.
    #[must_use]
    pub fn new(character: Arc<Character>) -> Self {
        Self {
            threshold: Threshold::new(character.profile.filter),
            wants: vec![Want::default(); character.goals.len()],
            character,
            tick: 0,
            tasks: Vec::new(),
            next_task: 1,
            turns: Turns::default(),
            ledger: Ledger::default(),
            remembered: RememberedBindings::new(),
            runs: RunningActions::default(),
            decision: Decision::default(),
            proposals: Vec::new(),
            overridden: Vec::new(),
            missed: Vec::new(),
            ran: Vec::new(),
            order: Vec::new(),
            same_so_far: false,
            unsettled: false,
            asked: 0,
            held: Vec::new(),
            freed: false,
            armed: 0,
            steady: None,
        }
    }

    /// The character that it plays.
    #[must_use]
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// The live tasks, most important first as of the last decision.
    pub fn tasks(&self) -> impl Iterator<Item = TaskView<'_>> {
        self.tasks.iter().map(|task| TaskView {
            number: task.number,
            goal: &task.name,
            priority: task.priority,
            mode: task.mode,
            program: &task.program,
            state: task.state,
            current: task.behaviour.current(),
            created: task.created,
            bindings: &task.remembered,
        })
    }

    /// The last decision.
    #[must_use]
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// What is being done.
    #[must_use]
    pub fn runs(&self) -> &RunningActions {
        &self.runs
    }

    /// What goals and tasks must exceed.
    #[must_use]
    pub fn threshold(&self) -> f64 {
        self.threshold.now()
    }

    /// From the next tick on, goals and tasks must exceed this. Not a number is ignored.
    pub fn set_threshold(&mut self, threshold: f64) {
        self.threshold.set(threshold);
        self.steady = None;
    }

    /// Goes on with a changed character: tasks whose goal is gone or whose program changed end, the rest go on. Goals and
    /// programs can be added to a running agent in this way.
    pub fn replace(&mut self, character: Arc<Character>, memory: &mut Memory) {
        self.steady = None;
        let old = std::mem::replace(&mut self.character, character);
        if old.profile.filter != self.character.profile.filter {
            self.threshold = Threshold::new(self.character.profile.filter);
        }
        if self.character.shows_actions {
            self.runs.show_all(memory);
        }
        self.wants = vec![Want::default(); self.character.goals.len()];
        self.armed = 0;
        self.order.clear();
        let character = self.character.clone();
        let mut kept = Vec::with_capacity(self.tasks.len());
        for mut task in std::mem::take(&mut self.tasks) {
            let goal = character.goals.iter().position(|goal| goal.name == task.name);
            let program = goal.and_then(|at| character.select(&character.goals[at], memory));
            match (goal, program) {
                (Some(at), Some(program))
                    if *program.name() == task.program && program.version() == task.version =>
                {
                    (task.goal, task.mode, task.last) = (at, character.goals[at].mode, None);
                    kept.push(task);
                }
                _ => task.behaviour.leave(TaskEnd::Withdrawn),
            }
        }
        self.tasks = kept;
        if self.character.profile.collect_notes {
            let live: Vec<u64> = self.tasks.iter().map(|task| task.number).collect();
            memory.collect_notes(|task| live.contains(&task));
        }
    }
}

impl Arbiter {
    /// Whether nothing changed that goals look at, so that they need not be looked at. Whoever watches sees that they are.
    fn goals_stand(&self, tick_cx: &TickContext<'_>) -> bool {
        let quiet = |steady: &Steady| tick_cx.memory.is_always_unchanged(steady.wake_condition.alarm);
        !tick_cx.trace.wants_events() && self.steady.as_ref().is_some_and(quiet)
    }
}

impl Mind for Arbiter {
    fn think(&mut self, tick_cx: &mut TickContext<'_>) {
        let time = tick_cx.memory.time();
        self.tick = time.tick;
        tick_cx.note(|| Event::Tick { time });
        if tick_cx.trace.wants_events() && tick_cx.memory.has_changed() {
            let Changes { added, changed, removed } = tick_cx.memory.changes();
            tick_cx.trace.event(Event::Perceived { added, changed, removed });
        }
        if self.stands(tick_cx) {
            tick_cx.memory.end_tick();
            return;
        }
        if self.goes_on(tick_cx) {
            return;
        }
        (self.unsettled, self.asked) = (self.character.profile.stop_when_exhausted, tick_cx.memory.clock());
        if !self.goals_stand(tick_cx) {
            tick_cx.memory.reset_always();
            let made = self.look_at_goals(tick_cx);
            let made = self.filter(made, tick_cx);
            self.select(made, tick_cx);
        }
        self.arbitrate(tick_cx);
    }

    fn decision(&self) -> &Decision {
        &self.decision
    }

    fn wake_condition(&self) -> Option<WakeCondition> {
        self.steady.as_ref().filter(|steady| !steady.ended).map(|steady| steady.wake_condition)
    }

    fn prefetch(&self, depth: u8) {
        match depth {
            0 => prefetch_value(self),
            1 => {
                prefetch_slice(&self.tasks);
                prefetch_slice(&self.decision.actions);
                self.runs.prefetch();
            }
            2 => self.tasks.iter().for_each(Task::prefetch),
            _ => self.tasks.iter().for_each(|task| task.behaviour.prefetch(depth - 3)),
        }
    }

    fn pursued(&self) -> Vec<TaskView<'_>> {
        self.tasks().collect()
    }

    fn describe(&self) -> MindText {
        self.character.describe()
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }

    fn finish(&mut self, run: u64, ending: ActionEnd, memory: &mut Memory) -> bool {
        if let Some(steady) = &mut self.steady {
            steady.ended = true;
        }
        for task in self.tasks.iter_mut().filter(|task| task.behaviour.reacts_to_action_end()) {
            self.steady = None;
            if let Some(last) = &mut task.last {
                last.volatile = true;
            }
        }
        self.decision.actions.retain(|act| act.run != run);
        self.runs.finish(run, ending, memory)
    }
}
