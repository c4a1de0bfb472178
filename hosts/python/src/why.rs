//! Why a mind decided as it did.

use crate::errors::mind_error;
use motive::kernel::trace::Recorder;
use motive::kernel::{Agent, Mind};
use motive_trace::{
    AgentHistory, AgentInfo, DecisionExplanation, FactsSent, Names, RunInfo, Segment, TickRecord,
};
use pyo3::prelude::*;
use std::sync::Arc;

/// Follows the decisions of an agent, and explains the last one.
pub(crate) struct DecisionLog {
    /// Up to the decision before the last.
    history: AgentHistory,
    sent: FactsSent,
    last: Option<TickRecord>,
    pub(crate) recorder: Recorder,
    run: RunInfo,
}

impl DecisionLog {
    pub(crate) fn new<M: Mind>(agent: &Agent<M>, name: &str, run: RunInfo) -> PyResult<Self> {
        let info = AgentInfo {
            agent: agent.number(),
            name: name.to_owned(),
            source: String::new(),
            names: Arc::new(Names::of(agent.memory().shared_vocabulary())),
            mind: Arc::new(agent.mind().describe()),
        };
        let history = AgentHistory::new(info).map_err(mind_error)?;
        Ok(Self { history, sent: FactsSent::default(), last: None, recorder: Recorder::default(), run })
    }

    /// Takes what the recorder has of a decision.
    pub(crate) fn take<M: Mind>(&mut self, agent: &Agent<M>, tick: u64) {
        if let Some(before) = self.last.take() {
            self.history.follow(&before);
        }
        let events = self.recorder.take();
        let mut facts = Vec::new();
        self.sent.add_changes(&events, agent.memory(), &mut facts);
        self.last = Some(TickRecord { tick, agent: agent.number(), facts, events });
    }

    pub(crate) fn explain(&self) -> Option<DecisionExplanation> {
        let last = self.last.clone()?;
        let tick = last.tick;
        let mut segment = Segment::new(self.history.clone());
        segment.push(last);
        segment.explain(&self.run, tick).map(|moment| moment.explanation)
    }
}

/// Why a mind decided as it did: `str()` of it is for people, `data()` for programs.
#[pyclass(module = "pymotive", name = "Explanation", frozen)]
pub(crate) struct PythonExplanation {
    text: String,
    json: String,
}

impl PythonExplanation {
    pub(crate) fn new(explanation: &DecisionExplanation) -> PyResult<Self> {
        let json = serde_json::to_string(explanation).map_err(mind_error)?;
        Ok(Self { text: explanation.text(), json })
    }
}

#[pymethods]
impl PythonExplanation {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> &str {
        &self.text
    }

    /// The same as dictionaries and lists, as `motive why --json` prints it.
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (&self.json,))
    }
}
