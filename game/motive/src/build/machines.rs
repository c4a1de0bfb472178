//! State machines whose states are variables.

use super::EngineBuilder;
use super::condition::ConditionTerm;
use super::term::ActionTerm;
use crate::error::Error;
use motive_machines::fsm::{Machine, State, StateActivity};
use std::cell::RefCell;
use std::sync::Arc;

/// A state machine. It starts in the first state that is described.
pub fn machine(name: &str, describe: impl FnOnce(&MachineStates)) -> EngineBuilder {
    let states = MachineStates::default();
    describe(&states);
    let (states, title) = (states.0.into_inner(), name.to_owned());
    EngineBuilder::new(name, move |names| {
        let mut machine = Machine::new(&title);
        for StateParts { name, activity, transitions } in &states {
            let mut state = State::new(name);
            match activity {
                Activity::Nothing => {}
                Activity::Act(action) => {
                    if let Some((action, arguments)) = action.resolve(names) {
                        state = state.act(action, arguments);
                    }
                }
                Activity::Run(engine) => state.activity = StateActivity::Behave(engine.program(names)?),
            }
            for (to, when) in transitions {
                state = state.to(&states[*to].name, when.condition(names));
            }
            machine = machine.state(state);
        }
        machine.build(&names.vocabulary).map_err(|error| Error::part(&title, error))
    })
}

/// The states of a machine, inside of [`machine`].
#[derive(Default)]
pub struct MachineStates(RefCell<Vec<StateParts>>);

struct StateParts {
    name: Arc<str>,
    activity: Activity,
    transitions: Vec<(usize, ConditionTerm)>,
}

enum Activity {
    Nothing,
    Act(ActionTerm),
    Run(EngineBuilder),
}

impl MachineStates {
    /// Adds a state.
    pub fn state(&self, name: &str) -> StateBuilder<'_> {
        let mut states = self.0.borrow_mut();
        states.push(StateParts { name: name.into(), activity: Activity::Nothing, transitions: Vec::new() });
        StateBuilder { states: self, at: states.len() - 1 }
    }
}

/// A state of a machine: what it does there, and when it leaves for which other state.
#[derive(Clone, Copy)]
pub struct StateBuilder<'m> {
    states: &'m MachineStates,
    at: usize,
}

impl StateBuilder<'_> {
    fn change(self, change: impl FnOnce(&mut StateParts)) -> Self {
        change(&mut self.states.0.borrow_mut()[self.at]);
        self
    }

    /// The machine does an action in this state.
    pub fn does(self, action: impl Into<ActionTerm>) -> Self {
        let action = action.into();
        self.change(|state| state.activity = Activity::Act(action))
    }

    /// Another engine runs in this state.
    pub fn runs(self, engine: &EngineBuilder) -> Self {
        self.change(|state| state.activity = Activity::Run(engine.clone()))
    }

    /// The machine leaves for another state when a condition holds. Of several the first that holds counts.
    pub fn to(self, state: StateBuilder<'_>, when: impl Into<ConditionTerm>) -> Self {
        let when = when.into();
        self.change(|this| this.transitions.push((state.at, when)))
    }
}
