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

mod machine_run;

pub use machine_run::MachineRun;

use motive_core::condition::{BuildError, CompiledCondition, CompiledExpr, Condition, Expr, ReadSet, Scope};
use motive_core::engine::closest_name;
use motive_core::mind::{Behaviour, Program};
use motive_core::vocabulary::{ActionId, Vocabulary};
use std::fmt;
use std::sync::Arc;

/// What a machine does in a state.
#[derive(Clone)]
#[non_exhaustive]
pub enum Doing {
    /// Nothing.
    Nothing,
    /// An action, as long as the machine is in the state.
    Act(ActionId, Vec<Expr>),
    /// Another engine.
    Behave(Arc<dyn Program>),
}

impl fmt::Debug for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("Nothing"),
            Self::Act(action, arguments) => f.debug_tuple("Act").field(action).field(arguments).finish(),
            Self::Behave(program) => f.debug_tuple("Behave").field(program.name()).finish(),
        }
    }
}

/// A state: what is done in it, and when it is left for which other.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name.
    pub name: Arc<str>,
    /// What is done in it.
    pub doing: Doing,
    /// Where to go when, the first that holds.
    pub transitions: Vec<(Arc<str>, Condition)>,
}

impl State {
    /// A state in which nothing is done.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), doing: Doing::Nothing, transitions: Vec::new() }
    }

    /// An action is done in it.
    #[must_use]
    pub fn act(mut self, action: ActionId, arguments: Vec<Expr>) -> Self {
        self.doing = Doing::Act(action, arguments);
        self
    }

    /// Another engine runs in it.
    #[must_use]
    pub fn behave(mut self, program: impl Program + 'static) -> Self {
        self.doing = Doing::Behave(Arc::new(program));
        self
    }

    /// It is left for another when a condition holds.
    #[must_use]
    pub fn to(mut self, state: &str, when: impl Into<Condition>) -> Self {
        self.transitions.push((state.into(), when.into()));
        self
    }
}

/// A state machine as it is written. It starts in its first state.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Its name.
    pub name: Arc<str>,
    /// Its states.
    pub states: Vec<State>,
}

/// An error in a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// There is no state to start in.
    #[error("machine `{0}` has no states")]
    Empty(String),
    /// Two states of one name.
    #[error("machine `{machine}` has two states called `{state}`")]
    Twice {
        /// The machine.
        machine: String,
        /// The state.
        state: String,
    },
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
    #[error("state `{state}`: {error}")]
    Condition {
        /// The state.
        state: String,
        /// The error.
        #[source]
        error: BuildError,
    },
}

impl Machine {
    /// A machine without states.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), states: Vec::new() }
    }

    /// One more state. The first is where it starts.
    #[must_use]
    pub fn state(mut self, state: State) -> Self {
        self.states.push(state);
        self
    }

    /// How many states and transitions it has.
    #[must_use]
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
        let mut states = Vec::new();
        for (number, state) in self.states.iter().enumerate() {
            if self.states[..number].iter().any(|other| other.name == state.name) {
                let (machine, state) = (self.name.to_string(), state.name.to_string());
                return Err(MachineError::Twice { machine, state });
            }
            states.push(self.build_state(state, number, vocabulary)?);
        }
        let inner = |doing: &DoingCode| matches!(doing, DoingCode::Behave(inner) if inner.looks_at_actions());
        let looks_at_actions =
            states.iter().any(|state| inner(&state.doing) || state.reads.sees_actions(vocabulary));
        let code = Arc::new(MachineCode { states, looks_at_actions });
        Ok(MachineProgram { name: self.name.clone(), code })
    }

    fn build_state(
        &self,
        state: &State,
        number: usize,
        vocabulary: &Vocabulary,
    ) -> Result<StateCode, MachineError> {
        let mut reads = ReadSet::default();
        let mut scope = Scope::new(vocabulary).at(number as u64);
        let wrong = |error| MachineError::Condition { state: state.name.to_string(), error };
        let doing = match &state.doing {
            Doing::Nothing => DoingCode::Nothing,
            Doing::Behave(program) => DoingCode::Behave(program.clone()),
            Doing::Act(action, arguments) => {
                let compiled: Result<Vec<_>, _> =
                    arguments.iter().map(|value| scope.expression(value)).collect();
                let compiled = compiled.map_err(wrong)?;
                compiled.iter().for_each(|value| reads.extend(value.reads()));
                DoingCode::Act(*action, compiled)
            }
        };
        let mut transitions = Vec::new();
        for (to, when) in &state.transitions {
            let Some(target) = self.states.iter().position(|state| state.name == *to) else {
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
        Ok(StateCode { name: state.name.clone(), doing, transitions, reads })
    }
}

pub(crate) struct StateCode {
    pub(crate) name: Arc<str>,
    pub(crate) doing: DoingCode,
    pub(crate) transitions: Vec<(usize, CompiledCondition)>,
    /// What the machine reads while it is in this state.
    pub(crate) reads: ReadSet,
}

pub(crate) enum DoingCode {
    Nothing,
    Act(ActionId, Vec<CompiledExpr>),
    Behave(Arc<dyn Program>),
}

pub(crate) struct MachineCode {
    pub(crate) states: Vec<StateCode>,
    pub(crate) looks_at_actions: bool,
}

/// A state machine ready to run.
#[derive(Clone)]
pub struct MachineProgram {
    name: Arc<str>,
    pub(crate) code: Arc<MachineCode>,
}

impl MachineProgram {
    /// A machine in its first state.
    #[must_use]
    pub fn runner(&self) -> MachineRun {
        MachineRun::new(self.code.clone())
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
