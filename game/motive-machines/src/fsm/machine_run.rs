//! Running a state machine.

use super::{DoingCode, MachineCode};
use motive_core::action::{Arguments, Command};
use motive_core::condition::{Bindings, ReadSet};
use motive_core::memory::Memory;
use motive_core::mind::{Behaviour, Context, Outcome, Stuck};
use motive_core::trace::TaskEnd;
use motive_core::vocabulary::Value;
use std::sync::Arc;

/// A state machine being run.
pub struct MachineRun {
    code: Arc<MachineCode>,
    state: usize,
    inner: Option<Box<dyn Behaviour>>,
    looked: Option<u64>,
}

impl MachineRun {
    pub(crate) fn new(code: Arc<MachineCode>) -> Self {
        Self { code, state: 0, inner: None, looked: None }
    }

    /// The state it is in.
    #[must_use]
    pub fn state(&self) -> &str {
        self.code.states.get(self.state).map_or("", |state| &*state.name)
    }

    /// Takes the first transition whose condition holds. It takes only one per tick, so that a cycle of transitions that all hold ends.
    fn step(&mut self, cx: &mut Context<'_>) {
        let tick = cx.time().tick;
        if self.looked.replace(tick) != Some(tick) {
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
        match &state.doing {
            DoingCode::Nothing => Outcome::Waiting,
            DoingCode::Act(action, arguments) => {
                let mut bindings = Bindings::default();
                let mut values = Arguments::new();
                for value in arguments {
                    let Some(value) = cx.value(value, &mut bindings) else { return Outcome::Waiting };
                    values.push(value);
                }
                cx.propose(Command::Act { action: *action, arguments: values });
                Outcome::Acting
            }
            DoingCode::Behave(program) => {
                cx.ask_again();
                // A state stays what it is when what is done in it ends; only a transition leaves it.
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
