//! The traits that engines implement.

use super::agent::Agent;
use super::context::Context;
use super::task_view::{MindText, TaskView};
use crate::action::{ActionEnd, Decision};
use crate::binding::{Budget, KeyedRng};
use crate::condition::{Condition, ReadSet};
use crate::memory::{Memory, MemoryError, WatchToken};
use crate::trace::{Event, TaskEnd, Tracer};
use crate::vocabulary::{Property, Time, Value, Vocabulary};
use std::any::Any;
use std::sync::Arc;

/// The result of asking a behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has made its proposals.
    Acting,
    /// It proposes nothing now, but keeps the task and what it holds.
    Waiting,
    /// Its goal is reached. What it holds stays reserved in this tick.
    Done,
    /// It cannot continue.
    Stuck(Stuck),
}

/// Why a behaviour is stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// No rule, method or plan applies.
    Nothing,
    /// The work budget of the decision is used up.
    Budget,
    /// Its calls are nested too deeply.
    Depth,
}

/// Something that proposes actions: a program with rules, a plan being followed, a task being decomposed, a network, a
/// state machine, or a closure.
///
/// A behaviour is asked in each tick. It reserves the things that its current step needs, and proposes commands. Its own state should be
/// small; its [`Program`] is shared.
pub trait Behaviour: Send + Sync {
    /// Proposes what to do now.
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome;

    /// The task begins. A behaviour may start to watch parts of memory, but must not change it.
    fn begin(&mut self, _memory: &mut Memory) {}

    /// The task ends.
    fn leave(&mut self, _why: TaskEnd) {}

    /// What the last proposal depended on. While none of it changes, the behaviour is not asked again. `None` means that it is asked in
    /// every tick.
    fn reads(&self) -> Option<&ReadSet> {
        None
    }

    /// Whether it must be asked again when a latched action ends, even if nothing that it reads changed.
    fn reacts_to_action_end(&self) -> bool {
        false
    }

    /// It was not asked up to and including this tick because nothing changed; its last proposals were repeated.
    fn unchanged(&mut self, _tick: u64) {}

    /// Prefetches what it will read when it is asked soon, like [`Mind::prefetch`]: at depth 0 what it refers to, at depth 1 what that
    /// refers to.
    fn prefetch(&self, _depth: u8) {}

    /// What it is doing, as text.
    fn current(&self) -> Option<&str> {
        None
    }

    /// Its state as a value, if it has one that must be saved.
    fn save(&self) -> Option<Value> {
        None
    }

    /// Restores a saved state.
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

/// The definition that behaviours are made from. Immutable, and shared by all agents.
pub trait Program: Send + Sync {
    /// Its name.
    fn name(&self) -> &Arc<str>;

    /// A new behaviour that follows it.
    fn start(&self) -> Box<dyn Behaviour>;

    /// The condition under which its goal is reached, if it has one.
    fn success(&self) -> Option<&Condition> {
        None
    }

    /// A number that changes when the program does, so that a reload restarts only tasks whose program changed.
    fn version(&self) -> u64 {
        0
    }

    /// The number of its arguments. Only programs without arguments can pursue a goal.
    fn arity(&self) -> usize {
        0
    }

    /// Everything that its behaviours may read, as far as that is known beforehand. Agents that play the same character share the list
    /// of what they watch; what is missing here each of them adds to a list of its own.
    fn reads(&self) -> Option<&ReadSet> {
        None
    }

    /// Whether its behaviours may read running actions in memory. If no program of a character does, they are not shown there
    /// (`Profile::show_actions`).
    fn looks_at_actions(&self) -> bool {
        true
    }

    /// Adds its rules, and those of the programs it calls, to the description of a mind.
    fn describe(&self, _names: &Vocabulary, _text: &mut MindText) {}

    /// The program for downcasting: a `Herd` runs teleo-reactive programs over columns.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }
}

/// What a mind works with in one decision.
pub struct TickContext<'a> {
    /// The memory of the agent. Internal commands change it at the end of the decision.
    pub memory: &'a mut Memory,
    /// The random numbers of this agent in this tick.
    pub rng: KeyedRng,
    /// The work budget of the decision.
    pub budget: Budget,
    /// Receives events.
    pub trace: &'a mut dyn Tracer,
}

impl TickContext<'_> {
    /// Records an event, if events are recorded.
    pub fn note(&mut self, event: impl FnOnce() -> Event) {
        if self.trace.wants_events() {
            self.trace.event(event());
        }
    }
}

/// How long a decision is valid: until something changes that it depends on, or until a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WakeCondition {
    /// The watch in the memory of the agent on what the decision depends on.
    pub watch: WatchToken,
    /// The time from which the decision may differ although nothing changed, in microseconds; [`u64::MAX`] for never.
    pub until: u64,
}

impl WakeCondition {
    /// Whether a decision is still valid at a time, in microseconds.
    pub fn holds(&self, memory: &Memory, micros: u64) -> bool {
        micros < self.until && memory.is_unchanged(self.watch)
    }
}

/// Decides for a whole agent.
pub trait Mind: Send + Sync {
    /// Decides what to do now. The result is [`Mind::decision`].
    fn think(&mut self, tick_cx: &mut TickContext<'_>);

    /// The last decision; an empty one before the first.
    fn decision(&self) -> &Decision;

    /// How long the last decision is valid. Until then thinking again would continue the same actions and change nothing, so a host may
    /// skip it, as a [`Crowd`](crate::Crowd) does. `None` if the mind must think in every tick.
    fn wake_condition(&self) -> Option<WakeCondition> {
        None
    }

    /// Prefetches what it will read when it thinks soon: at depth 0 itself, at depth 1 what that refers to, and so on to depth 4. A
    /// [`Crowd`](crate::Crowd) calls the depths in this order, some decisions apart. There is no observable effect.
    fn prefetch(&self, _depth: u8) {}

    /// Its tasks, highest priority first, for display.
    fn pursued(&self) -> Vec<TaskView<'_>> {
        Vec::new()
    }

    /// Its goals and rules as text, for explanations.
    fn describe(&self) -> MindText {
        MindText::default()
    }

    /// The mind for downcasting: a joint mind reads it.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// The mind for downcasting: a running `Arbiter` can be given another character.
    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        None
    }

    /// What it shares with all minds that it can decide together with: the character that they play. `None` if it always decides alone.
    fn joint_key(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        None
    }

    /// A joint mind without agents for all minds with the same key; `None` if they can only decide one by one.
    fn joint_mind(&self) -> Option<Box<dyn JointMind>> {
        None
    }

    /// Forgets what it has computed, so that the next decision is made from nothing. What is decided does not change by that; a debugger
    /// asks for it to see every rule being tried.
    fn reconsider(&mut self) {}

    /// Reports the end of a latched action. Returns whether it was running.
    fn finish(&mut self, _run: u64, _ending: ActionEnd, _memory: &mut Memory) -> bool {
        false
    }
}

/// Forwards each method to what the pointer points to.
macro_rules! forward {
    ($trait:ident for $pointer:ty;
     $($method:ident($own:ident: $receiver:ty $(, $name:ident: $type:ty)*) -> $result:ty;)*) => {
        impl $trait for $pointer {
            $(fn $method($own: $receiver $(, $name: $type)*) -> $result {
                (**$own).$method($($name),*)
            })*
        }
    };
}

forward! {
    Program for Arc<dyn Program>;
    name(self: &Self) -> &Arc<str>;
    start(self: &Self) -> Box<dyn Behaviour>;
    success(self: &Self) -> Option<&Condition>;
    version(self: &Self) -> u64;
    arity(self: &Self) -> usize;
    reads(self: &Self) -> Option<&ReadSet>;
    looks_at_actions(self: &Self) -> bool;
    describe(self: &Self, names: &Vocabulary, text: &mut MindText) -> ();
    as_any(self: &Self) -> Option<&dyn Any>;
}

forward! {
    Mind for Box<dyn Mind>;
    think(self: &mut Self, tick_cx: &mut TickContext<'_>) -> ();
    decision(self: &Self) -> &Decision;
    wake_condition(self: &Self) -> Option<WakeCondition>;
    prefetch(self: &Self, depth: u8) -> ();
    pursued(self: &Self) -> Vec<TaskView<'_>>;
    describe(self: &Self) -> MindText;
    as_any(self: &Self) -> Option<&dyn Any>;
    as_any_mut(self: &mut Self) -> Option<&mut dyn Any>;
    joint_key(self: &Self) -> Option<Arc<dyn Any + Send + Sync>>;
    joint_mind(self: &Self) -> Option<Box<dyn JointMind>>;
    reconsider(self: &mut Self) -> ();
    finish(self: &mut Self, run: u64, ending: ActionEnd, memory: &mut Memory) -> bool;
}

/// A mind of many agents: each of them decides exactly as it would by itself, but all together take less time. A
/// [`Crowd`](crate::Crowd) makes one for agents whose minds have the same [key](super::Mind::joint_key). The herd of the arbiter is one.
pub trait JointMind: Send + Sync {
    /// How many agents it has.
    fn len(&self) -> usize;

    /// Whether it has no agents.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes in a copy of a single agent, with all that it knows and does. Returns its place, which stays the same until the agent leaves;
    /// `None` if there is something that the joint mind has no room for.
    fn join(&mut self, agent: &Agent) -> Option<usize>;

    /// An agent leaves and continues by itself. Its place becomes free.
    fn leave(&mut self, place: usize) -> Option<Agent>;

    /// What an agent knows, as a memory.
    fn memory(&self, place: usize) -> Option<Memory>;

    /// An own property of an agent.
    fn get(&self, place: usize, property: Property) -> Option<Value>;

    /// Sets an own property of an agent. `None` if it has no room for this property.
    fn set(&mut self, place: usize, property: Property, value: Value) -> Option<Result<(), MemoryError>>;

    /// Removes an own property of an agent. Returns whether the agent had it.
    fn unset(&mut self, place: usize, property: Property) -> bool;

    /// Sets an own property of many agents, by their places, to values given by their [codes](Value::code); NaN removes it. What the property
    /// cannot hold is clamped or removed. What properties were at the last decision (`was`) is known only where the mind reads it.
    fn set_codes(&mut self, property: Property, codes: &[(usize, f64)]);

    /// All its agents decide, on all cores with the feature `parallel`.
    fn tick(&mut self, now: Time);

    /// The last decision of an agent.
    fn decision(&self, place: usize) -> Decision;

    /// Calls `note` with the place of each agent whose actions did not all continue in the last tick.
    fn changed(&self, note: &mut dyn FnMut(usize));
}
