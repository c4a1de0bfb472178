//! Actions as Python writes and reads them.

use crate::errors::world_error;
use crate::values::{from_python, hint, to_python};
use motive::kernel::{
    ActiveAction, Command, Holder, Memory, Phase, Proposal, RunningActions, Type, Vocabulary,
};
use motive_worlds::{ActionShape, GivenActions};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// Something that a mind does: a name and arguments.
#[pyclass(module = "pymotive", frozen)]
pub(crate) struct Action {
    /// The name of the action.
    #[pyo3(get)]
    name: String,
    arguments: Vec<Py<PyAny>>,
    /// `"started"`, `"continued"`, `"changed"` or `"stopped"`.
    #[pyo3(get)]
    phase: &'static str,
    /// The number of this run of the action: what `Mind.finish` takes.
    #[pyo3(get)]
    run: u64,
    text: String,
}

#[pymethods]
impl Action {
    /// The arguments.
    #[getter]
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.arguments)
    }

    /// `(name, *arguments)`, which is what `World.step` takes too.
    fn astuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let name = PyString::new(py, &self.name).into_any().unbind();
        PyTuple::new(py, std::iter::once(&name).chain(&self.arguments).collect::<Vec<_>>())
    }

    fn __repr__(&self) -> &str {
        &self.text
    }
}

impl Action {
    /// An action of a decision.
    pub(crate) fn of(py: Python<'_>, act: &ActiveAction, memory: &Memory) -> PyResult<Self> {
        let names = memory.shared_vocabulary();
        let arguments = act.arguments.iter().map(|value| Ok(to_python(py, value, names)?.unbind()));
        Ok(Self {
            name: names.action_name(act.action).to_owned(),
            arguments: arguments.collect::<PyResult<_>>()?,
            phase: match act.phase {
                Phase::Started => "started",
                Phase::Continued => "continued",
                Phase::Changed => "changed",
                Phase::Stopped => "stopped",
            },
            run: act.run,
            text: act.display(memory),
        })
    }
}

/// What a body is to do: a list stops what is not in it, and `None` lets actions that take their time continue and stops the others.
pub(crate) fn given_actions(actions: &Bound<'_, PyAny>, names: &Vocabulary) -> PyResult<GivenActions> {
    if actions.is_none() { Ok(None) } else { proposals(actions, names).map(Some) }
}

/// What a mind in Python does from now on.
pub(crate) fn settle(
    actions: &Bound<'_, PyAny>,
    running: &mut RunningActions,
    memory: &mut Memory,
) -> PyResult<()> {
    let given = given_actions(actions, memory.shared_vocabulary())?;
    let kept = given.unwrap_or_else(|| running.latched(&[]));
    running.settle(&kept, memory, false);
    Ok(())
}

/// The actions of a list, or the one action that is given. The first has the highest priority.
fn proposals(actions: &Bound<'_, PyAny>, names: &Vocabulary) -> PyResult<Vec<Proposal>> {
    let is_one = actions.is_instance_of::<PyString>()
        || actions.cast::<Action>().is_ok()
        || actions
            .cast::<PyTuple>()
            .is_ok_and(|tuple| tuple.get_item(0).is_ok_and(|first| first.is_instance_of::<PyString>()));
    if is_one {
        return Ok(vec![proposal(actions, 0, names)?]);
    }
    let Ok(items) = actions.try_iter() else {
        return Err(world_error(
            "actions are a name, a tuple of a name and arguments, a list of such, or None",
        ));
    };
    items.enumerate().map(|(at, item)| proposal(&item?, at, names)).collect()
}

fn proposal(action: &Bound<'_, PyAny>, at: usize, names: &Vocabulary) -> PyResult<Proposal> {
    let py = action.py();
    let (name, arguments): (String, Vec<Bound<'_, PyAny>>) = if let Ok(action) = action.cast::<Action>() {
        let action = action.get();
        (action.name.clone(), action.arguments.iter().map(|one| one.bind(py).clone()).collect())
    } else if let Ok(name) = action.cast::<PyString>() {
        (name.to_string(), Vec::new())
    } else {
        let parts: Vec<Bound<'_, PyAny>> = action
            .extract()
            .map_err(|_| world_error("an action is a name, or a tuple of a name and its arguments"))?;
        let mut parts = parts.into_iter();
        let name = parts.next().ok_or_else(|| world_error("an empty tuple is no action"))?;
        (name.extract().map_err(|_| world_error("the first part of an action is its name"))?, parts.collect())
    };
    let shapes = ActionShape::all(names);
    let known = || shapes.iter().map(|shape| shape.name.as_str());
    let found = names.find_action(&name).filter(|_| known().any(|known| known == name));
    let Some((id, info)) = found.and_then(|id| Some((id, names.action_info(id)?))) else {
        return Err(world_error(format!("there is no action `{name}`{}", hint(&name, known()))));
    };
    if arguments.len() != info.arity {
        let (wanted, given) = (info.arity, arguments.len());
        return Err(world_error(format!("the action `{name}` takes {wanted} arguments, not {given}")));
    }
    let expected = |at: usize| info.parameters.as_ref().and_then(|types| types.get(at)).unwrap_or(&Type::Any);
    let what = || format!("the action `{name}`");
    let arguments =
        arguments.iter().enumerate().map(|(at, value)| from_python(value, expected(at), names, &what));
    let command = Command::Act { action: id, arguments: arguments.collect::<PyResult<_>>()? };
    Ok(Proposal { task: Holder(at as u64), priority: 1.0 / (at + 1) as f64, command })
}
