//! Agents in Python as minds.

use crate::actions::settle;
use crate::percepts::to_dict;
use motive::kernel::{ActionEnd, Decision, Memory, Mind, RunningActions, TickContext};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::sync::{Arc, Mutex, PoisonError};

/// The first exception that agents raised. Deciding itself cannot fail, so that whoever plays looks here after each tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    fn set(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Takes the exception out.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// An agent in Python: an object with `decide(percepts)`, or a function of percepts.
pub(crate) struct PythonMind {
    decide: Py<PyAny>,
    running: RunningActions,
    raised: Raised,
    /// Called with the exception, once.
    told: Box<dyn Fn(&str) + Send + Sync>,
}

impl PythonMind {
    /// A mind for one body. The agent's `reset(seed=..., number=...)` is called, if it has one.
    pub(crate) fn new(
        agent: &Bound<'_, PyAny>,
        (seed, number): (u64, u64),
        raised: Raised,
        told: impl Fn(&str) + Send + Sync + 'static,
    ) -> PyResult<Self> {
        let py = agent.py();
        if let Ok(reset) = agent.getattr("reset") {
            let arguments = PyDict::new(py);
            arguments.set_item("seed", seed)?;
            arguments.set_item("number", number)?;
            reset.call((), Some(&arguments))?;
        }
        let decide = match agent.getattr("decide") {
            Ok(decide) => decide,
            Err(_) => agent.clone(),
        };
        if !decide.is_callable() {
            let given = agent.repr()?;
            return Err(crate::errors::mind_error(format!(
                "an agent has a method `decide(percepts)`, or is a function of percepts; {given} is neither"
            )));
        }
        Ok(Self { decide: decide.unbind(), running: RunningActions::default(), raised, told: Box::new(told) })
    }

    fn ask(&mut self, memory: &mut Memory) -> PyResult<()> {
        Python::attach(|py| {
            let percepts = to_dict(py, memory)?;
            let actions = self.decide.bind(py).call1((percepts,))?;
            settle(&actions, &mut self.running, memory)
        })
    }
}

/// A new agent for one run: an instance of a class, a copy of an object, or the function itself.
pub(crate) fn instance<'py>(agent: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if agent.is_instance_of::<PyType>() {
        return agent.call0();
    }
    if agent.hasattr("decide")? {
        return agent.py().import("copy")?.call_method1("deepcopy", (agent,));
    }
    Ok(agent.clone())
}

/// An exception as Python prints it.
pub(crate) fn traceback(py: Python<'_>, error: &PyErr) -> String {
    let printed = || -> PyResult<String> {
        let lines = py.import("traceback")?.call_method1("format_exception", (error.value(py),))?;
        Ok(lines.extract::<Vec<String>>()?.concat())
    };
    printed().unwrap_or_else(|_| error.to_string())
}

impl Mind for PythonMind {
    fn think(&mut self, tick_cx: &mut TickContext<'_>) {
        if let Err(error) = self.ask(tick_cx.memory) {
            self.running.settle(&[], tick_cx.memory, false);
            (self.told)(&Python::attach(|py| traceback(py, &error)));
            self.raised.set(error);
        }
        tick_cx.memory.end_tick();
    }

    fn decision(&self) -> &Decision {
        self.running.decision()
    }

    fn finish(&mut self, run: u64, ending: ActionEnd, memory: &mut Memory) -> bool {
        self.running.finish(run, ending, memory)
    }
}
