//! The traits that engines implement.

use super::context::Context;
use super::task_view::TaskView;
use super::text::MindText;
use crate::action::Decision;
use crate::binding::{Budget, KeyedRng};
use crate::condition::{Condition, ReadSet};
use crate::memory::{Memory, WatchToken};
use crate::trace::{TaskEnd, Tracer};
use crate::vocabulary::{Value, Vocabulary};
use std::any::Any;
use std::sync::Arc;

/// The result of asking a behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has proposed what to do.
    Acting,
    /// It has nothing to propose now but keeps the task and what it holds.
    Waiting,
    /// What it is for has been reached. What it holds stays held this tick.
    Done,
    /// It cannot go on.
    Stuck(Stuck),
}

/// Why a behaviour cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Nothing that it knows to do applies.
    Nothing,
    /// The work allowed for the decision is used up.
    Budget,
    /// Its parts call each other too deeply.
    Depth,
}

/// Something that proposes actions: a program with rules, a plan being followed, a task being decomposed, a network, a
/// state machine, or a closure.
///
/// A behaviour is asked each tick, asks for the things that its current step needs, and proposes. Its own state is small; what
/// it was made from is shared.
pub trait Behaviour: Send + Sync {
    /// Proposes what to do now.
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome;

    /// The task begins. A behaviour may start to watch what it wants to be told of; nothing that is known changes.
    fn begin(&mut self, _memory: &mut Memory) {}

    /// The task ends; whatever it was waiting for no longer matters.
    fn leave(&mut self, _why: TaskEnd) {}

    /// What the last proposal depended on. While none of it changes, the behaviour need not be asked again: it would
    /// propose the same. Without an answer it is asked every tick.
    fn reads(&self) -> Option<&ReadSet> {
        None
    }

    /// Whether it must be asked again when a latched action ends, even if nothing it reads changed.
    fn reacts_to_action_end(&self) -> bool {
        false
    }

    /// It was not asked up to and including this tick because nothing changed; its last proposals were used again.
    fn unchanged(&mut self, _tick: u64) {}

    /// It will be asked soon and may prefetch what it will read, like [`Mind::prefetch`]: at depth 0 what it refers to, at depth 1 what that
    /// refers to.
    fn prefetch(&self, _depth: u8) {}

    /// What it is doing, for display.
    fn current(&self) -> Option<&str> {
        None
    }

    /// Its state as a value, if it has any that matters.
    fn save(&self) -> Option<Value> {
        None
    }

    /// Takes up a state that it gave earlier.
    fn restore(&mut self, _state: &Value) {}
}

impl<F> Behaviour for F
where
    F: FnMut(&mut Context<'_>) -> Outcome + Send + Sync,
{
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        self(cx)
    }
}

/// What behaviours are made from: immutable, and shared by all agents that use it.
pub trait Program: Send + Sync {
    /// What it is called.
    fn name(&self) -> &Arc<str>;

    /// A new behaviour that follows it.
    fn start(&self) -> Box<dyn Behaviour>;

    /// When what it is for has been reached, if it says so.
    fn success(&self) -> Option<&Condition> {
        None
    }

    /// A number that changes when the program does, so that a reload restarts only the tasks whose program changed.
    fn version(&self) -> u64 {
        0
    }

    /// How many arguments it needs. Only programs without arguments can pursue a goal.
    fn arity(&self) -> usize {
        0
    }

    /// Whether its behaviours may read the actions that memory shows. If no program of a character does, they need not be shown
    /// (`Profile::show_actions`).
    fn looks_at_actions(&self) -> bool {
        true
    }

    /// Adds the text of its rules, and of those that it calls, to the description of a mind.
    fn describe(&self, _names: &Vocabulary, _text: &mut MindText) {}

    /// The program itself for downcasting: a `Herd` runs
    /// teleo-reactive programs over columns.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }
}

/// What a mind works with while it decides.
pub struct TickContext<'a> {
    /// What the agent knows. Internal actions change it at the end of the decision.
    pub memory: &'a mut Memory,
    /// Random draws of this agent in this tick.
    pub rng: KeyedRng,
    /// How much work the decision may cost.
    pub budget: Budget,
    /// Who wants to know.
    pub trace: &'a mut dyn Tracer,
}

impl TickContext<'_> {
    /// Reports something, if events are recorded.
    pub fn note(&mut self, event: impl FnOnce() -> crate::trace::Event) {
        if self.trace.wants_events() {
            self.trace.event(event());
        }
    }
}

/// How long a decision stands: until something changes that it depends on, or until a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WakeCondition {
    /// Goes off in the agent's memory when something changes that the decision depends on.
    pub watch: WatchToken,
    /// From when on it may differ though nothing changed, in microseconds; [`u64::MAX`] for never.
    pub until: u64,
}

impl WakeCondition {
    /// Whether a decision still stands at a time, in microseconds.
    #[must_use]
    pub fn holds(&self, memory: &Memory, micros: u64) -> bool {
        micros < self.until && memory.is_unchanged(self.watch)
    }
}

/// Something that decides for a whole agent.
pub trait Mind: Send + Sync {
    /// Decides what to do now. The result is [`Mind::decision`].
    fn think(&mut self, tick_cx: &mut TickContext<'_>);

    /// The last decision; an empty one before the first.
    fn decision(&self) -> &Decision;

    /// How long the last decision stands. While it does, thinking again would give the same actions, all going on, and would
    /// change nothing, so a host may leave it out, as a [`Crowd`](crate::Crowd) does. Nothing if the mind has to think every tick.
    fn wake_condition(&self) -> Option<WakeCondition> {
        None
    }

    /// It will think soon and may prefetch what it will read: at depth 0 what it is itself, at depth 1 what that refers to, and so on
    /// to depth 4. A [`Crowd`](crate::Crowd) asks in this order, some decisions apart. Nothing that anybody can see changes.
    fn prefetch(&self, _depth: u8) {}

    /// What it pursues, most important first, for display. A mind without goals shows nothing.
    fn pursued(&self) -> Vec<TaskView<'_>> {
        Vec::new()
    }

    /// Its goals and rules as text, for explanations. Empty for a mind that has no text.
    fn describe(&self) -> MindText {
        MindText::default()
    }

    /// The mind itself for downcasting: a running `Arbiter` can be
    /// given another character.
    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        None
    }

    /// The world reports the end of a latched action.
    fn finish(&mut self, _run: u64, _ending: crate::action::ActionEnd, _memory: &mut Memory) -> bool {
        false
    }
}
