//! Finite state machines: one state at a time, and transitions between them.
//!
//! They are the baseline that other engines are compared with. Their weakness is size: a machine that distinguishes *v* independent
//! conditions needs up to 2^v states and v·2^v transitions (Hansen 2008); see [`Machine::size`].
//!
//! ```
//! use motive::machines::fsm::{Machine, State};
//! use motive::kernel::{Agent, Expr, Memory, Time, Type, Vocabulary};
//! use motive::arbiter::{Arbiter, Character, Goal};
//!
//! let mut names = Vocabulary::new();
//! let enemy = names.own("enemy", Type::Bool);
//! let (walk, shoot) = (names.action("walk", 0), names.action("shoot", 0));
//! let names = names.finish()?;
//!
//! let guard = Machine::new("Guard")
//!     .state(State::new("patrol").act(walk, vec![]).to("attack", Expr::own(enemy).holds()))
//!     .state(State::new("attack").act(shoot, vec![]).to("patrol", !Expr::own(enemy).holds()))
//!     .build(&names)?;
//! let character = Character::new(names.clone())
//!     .goal(Goal::maintain("guard", "Guard").always(1))
//!     .program(guard)
//!     .build()?;
//!
//! let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
//! agent.memory_mut().set_own(enemy, false)?;
//! assert_eq!(agent.tick(Time::of_tick(0, 50_000)).display(&names), ["walk()"]);
//! agent.memory_mut().set_own(enemy, true)?;
//! assert_eq!(agent.tick(Time::of_tick(1, 50_000)).display(&names), ["shoot()"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use motive_core::action::{Arguments, Command};
use motive_core::condition::{
    Bindings, BuildError, CompiledCondition, CompiledExpr, Condition, Expr, ReadSet, Scope,
};
use motive_core::engine::closest_name;
use motive_core::memory::Memory;
use motive_core::mind::{Behaviour, Context, Outcome, Program, Stuck};
use motive_core::trace::TaskEnd;
use motive_core::vocabulary::{ActionId, Value, Vocabulary};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What a machine does in a state.
#[derive(Clone)]
pub enum StateActivity {
    /// Nothing.
    Nothing,
    /// An action, as long as the machine is in the state.
    Act(ActionId, Vec<Expr>),
    /// Another engine.
    Behave(Arc<dyn Program>),
}

impl fmt::Debug for StateActivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("Nothing"),
            Self::Act(action, arguments) => f.debug_tuple("Act").field(action).field(arguments).finish(),
            Self::Behave(program) => f.debug_tuple("Behave").field(program.name()).finish(),
        }
    }
}

/// A state: what the machine does in it, and when it leaves for which other state.
#[derive(Clone, Debug)]
#[must_use]
pub struct State {
    /// Its name.
    pub name: Arc<str>,
    /// What the machine does in it.
    pub activity: StateActivity,
    /// Where to go when, the first that holds.
    pub transitions: Vec<(Arc<str>, Condition)>,
}

impl State {
    /// A state in which the machine does nothing.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), activity: StateActivity::Nothing, transitions: Vec::new() }
    }

    /// The machine does an action in it.
    pub fn act(mut self, action: ActionId, arguments: Vec<Expr>) -> Self {
        self.activity = StateActivity::Act(action, arguments);
        self
    }

    /// Another engine runs in it.
    pub fn behave(mut self, program: impl Program + 'static) -> Self {
        self.activity = StateActivity::Behave(Arc::new(program));
        self
    }

    /// The machine leaves for another state when a condition holds.
    pub fn to(mut self, state: &str, when: impl Into<Condition>) -> Self {
        self.transitions.push((state.into(), when.into()));
        self
    }
}

/// A state machine as it is written. It starts in its first state.
#[derive(Clone, Debug)]
#[must_use]
pub struct Machine {
    /// Its name.
    pub name: Arc<str>,
    /// Its states.
    pub states: Vec<State>,
}

/// An error in a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MachineError {
    /// There is no state to start in.
    #[error("machine `{0}` has no states")]
    Empty(String),
    /// Two states of one name.
    /// Its parts: the machine, the state.
    #[error("machine `{0}` has two states called `{1}`")]
    Twice(String, String),
    /// A transition to a state that does not exist.
    #[error("state `{state}` leads to `{to}`, which does not exist{}", .closest_name.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?")))]
    Unknown {
        /// The state.
        state: String,
        /// Where it leads.
        to: String,
        /// A state that is called nearly so.
        closest_name: Option<String>,
    },
    /// A condition or an argument.
    /// Its parts: the state, the error.
    #[error("state `{0}`: {1}")]
    Condition(String, #[source] BuildError),
}

impl Machine {
    /// A machine without states.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), states: Vec::new() }
    }

    /// One more state. The first is where it starts.
    pub fn state(mut self, state: State) -> Self {
        self.states.push(state);
        self
    }

    /// How many states and transitions it has.
    pub fn size(&self) -> (usize, usize) {
        (self.states.len(), self.states.iter().map(|state| state.transitions.len()).sum())
    }

    /// Makes it ready to run.
    ///
    /// # Errors
    /// If it has no states, or states and conditions that are not right.
    pub fn build(&self, vocabulary: &Vocabulary) -> Result<MachineProgram, MachineError> {
        if self.states.is_empty() {
            return Err(MachineError::Empty(self.name.to_string()));
        }
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, state) in self.states.iter().enumerate() {
            numbers.entry(&state.name).or_insert(number);
        }
        let mut states = Vec::new();
        for (number, state) in self.states.iter().enumerate() {
            if numbers.get(&*state.name) != Some(&number) {
                let (machine, state) = (self.name.to_string(), state.name.to_string());
                return Err(MachineError::Twice(machine, state));
            }
            states.push(self.build_state(state, number, &numbers, vocabulary)?);
        }
        let inner = |activity: &ActivityCode| matches!(activity, ActivityCode::Behave(inner) if inner.looks_at_actions());
        let looks_at_actions =
            states.iter().any(|state| inner(&state.activity) || state.reads.sees_actions(vocabulary));
        let code = Arc::new(MachineCode { states, looks_at_actions });
        Ok(MachineProgram { name: self.name.clone(), code })
    }

    fn build_state(
        &self,
        state: &State,
        number: usize,
        numbers: &BTreeMap<&str, usize>,
        vocabulary: &Vocabulary,
    ) -> Result<StateCode, MachineError> {
        let mut reads = ReadSet::default();
        let mut scope = Scope::new(vocabulary).at(number as u64);
        let wrong = |error| MachineError::Condition(state.name.to_string(), error);
        let activity = match &state.activity {
            StateActivity::Nothing => ActivityCode::Nothing,
            StateActivity::Behave(program) => ActivityCode::Behave(program.clone()),
            StateActivity::Act(action, arguments) => {
                let compiled: Result<Vec<_>, _> =
                    arguments.iter().map(|value| scope.expression(value)).collect();
                let compiled = compiled.map_err(wrong)?;
                compiled.iter().for_each(|value| reads.extend(value.reads()));
                ActivityCode::Act(*action, compiled)
            }
        };
        let mut transitions = Vec::new();
        for (to, when) in &state.transitions {
            let Some(&target) = numbers.get(&**to) else {
                let closest_name = closest_name(to, self.states.iter().map(|state| &*state.name));
                return Err(MachineError::Unknown {
                    state: state.name.to_string(),
                    to: to.to_string(),
                    closest_name,
                });
            };
            let built = scope.condition(when).map_err(wrong)?;
            reads.extend(when.reads_to_check(vocabulary).as_ref().unwrap_or(built.reads()));
            transitions.push((target, built));
        }
        Ok(StateCode { name: state.name.clone(), activity, transitions, reads })
    }
}

struct StateCode {
    name: Arc<str>,
    activity: ActivityCode,
    transitions: Vec<(usize, CompiledCondition)>,
    /// What the machine reads while it is in this state.
    reads: ReadSet,
}

enum ActivityCode {
    Nothing,
    Act(ActionId, Vec<CompiledExpr>),
    Behave(Arc<dyn Program>),
}

struct MachineCode {
    states: Vec<StateCode>,
    looks_at_actions: bool,
}

/// A state machine ready to run.
#[derive(Clone)]
pub struct MachineProgram {
    name: Arc<str>,
    code: Arc<MachineCode>,
}

impl MachineProgram {
    /// A machine in its first state.
    pub fn runner(&self) -> MachineRun {
        MachineRun { code: self.code.clone(), state: 0, inner: None, checked: None }
    }
}

impl Program for MachineProgram {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(self.runner())
    }

    fn looks_at_actions(&self) -> bool {
        self.code.looks_at_actions
    }
}

/// A state machine being run.
pub struct MachineRun {
    code: Arc<MachineCode>,
    state: usize,
    inner: Option<Box<dyn Behaviour>>,
    checked: Option<u64>,
}

impl MachineRun {
    /// The state it is in.
    pub fn state(&self) -> &str {
        self.code.states.get(self.state).map_or("", |state| &*state.name)
    }

    /// Takes the first transition whose condition holds. It takes only one per tick, so that a cycle of transitions that all hold ends.
    fn step(&mut self, cx: &mut Context<'_>) {
        let tick = cx.time().tick;
        if self.checked.replace(tick) != Some(tick) {
            let Some(to) = self.open(cx.memory()) else { return };
            self.state = to;
            if let Some(mut inner) = self.inner.take() {
                inner.leave(TaskEnd::Told);
            }
        }
        // The next transition may hold already, without any change in memory.
        if self.open(cx.memory()).is_some() {
            cx.ask_again();
        }
    }

    /// The target of the first transition whose condition holds.
    fn open(&self, memory: &Memory) -> Option<usize> {
        let state = self.code.states.get(self.state)?;
        state.transitions.iter().find(|(_, when)| when.check(memory)).map(|(to, _)| *to)
    }
}

impl Behaviour for MachineRun {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        self.step(cx);
        let code = self.code.clone();
        let Some(state) = code.states.get(self.state) else { return Outcome::Stuck(Stuck::Nothing) };
        match &state.activity {
            ActivityCode::Nothing => Outcome::Waiting,
            ActivityCode::Act(action, arguments) => {
                let mut bindings = Bindings::default();
                let mut values = Arguments::new();
                for value in arguments {
                    let Some(value) = cx.value(value, &mut bindings) else { return Outcome::Waiting };
                    values.push(value);
                }
                cx.propose(Command::Act { action: *action, arguments: values });
                Outcome::Acting
            }
            ActivityCode::Behave(program) => {
                cx.ask_again();
                // The machine stays in the state when its activity ends; only a transition leaves it.
                match self.inner.get_or_insert_with(|| program.start()).propose(cx) {
                    Outcome::Acting => Outcome::Acting,
                    Outcome::Waiting | Outcome::Done | Outcome::Stuck(_) => Outcome::Waiting,
                }
            }
        }
    }

    fn leave(&mut self, why: TaskEnd) {
        if let Some(mut inner) = self.inner.take() {
            inner.leave(why);
        }
    }

    fn reads(&self) -> Option<&ReadSet> {
        self.code.states.get(self.state).map(|state| &state.reads)
    }

    fn current(&self) -> Option<&str> {
        Some(self.state())
    }

    fn save(&self) -> Option<Value> {
        Some(Value::Number(self.state as f64))
    }

    fn restore(&mut self, state: &Value) {
        if let Some(state) = state.number().map(|state| state as usize)
            && state < self.code.states.len()
        {
            self.state = state;
        }
    }
}
