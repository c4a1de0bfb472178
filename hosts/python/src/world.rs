//! Worlds, with bodies that Python drives and bodies that minds play.

use crate::actions::{Action, given_actions};
use crate::errors::{mind_error, world_error};
use crate::mind::{LoadedMind, Mind, load, read};
use crate::percepts;
use crate::python_mind::{PythonMind, Raised, instance};
use crate::values::ThingId;
use motive::kernel::{Agent, Catalogue, Memory, Time, Vocabulary};
use motive_language::{WorldVocabulary, write_names};
use motive_worlds::{
    ActionShape, AnyWorld, ArgumentShape, GivenActions, ObservedFeature, StartAgent, StartError, StepError,
    SteppedWorld,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyType};
use std::sync::{Arc, Mutex, PoisonError};

/// A world that minds decide in: headless, and the same for the same seed.
///
/// `World("tileworld", seed=1, cycles=500)`: what follows the seed are options of the world, which `pymotive.worlds()` lists.
#[pyclass(module = "pymotive")]
pub(crate) struct World {
    // Worlds can be sent to other threads, but not shared; the lock is never waited for.
    played: Mutex<PlayedWorld>,
}

struct PlayedWorld {
    stage: SteppedWorld,
    raised: Raised,
}

/// An error of a stage. An exception of Python passes through as it is.
fn stage_error(error: StepError) -> PyErr {
    match error {
        StepError::Start(error) => error.downcast::<PyErr>().map_or_else(mind_error, |error| *error),
        error => world_error(error),
    }
}

/// What starts a mind of a file.
fn start_loaded(loaded: LoadedMind) -> StartAgent {
    Box::new(move |_, seed, number| loaded.agent(seed, number).map_err(StartError::from))
}

impl PlayedWorld {
    fn reset(&mut self, seed: u64) -> PyResult<()> {
        // An exception of a game that was given up is of no interest any more.
        drop(self.raised.take());
        self.stage.reset(seed).map_err(stage_error)
    }

    /// One tick. Says whether the world continues.
    fn step(&mut self, actions: &[(usize, GivenActions)]) -> PyResult<bool> {
        if self.stage.world().is_over() {
            return Ok(false);
        }
        self.stage.decide(actions).map_err(stage_error)?;
        match self.raised.take() {
            Some(error) => Err(error),
            None => self.stage.advance().map_err(stage_error),
        }
    }

    /// What starts the mind of a body, for every game anew.
    fn start(&self, mind: &Bound<'_, PyAny>) -> PyResult<StartAgent> {
        let world = self.stage.world();
        let given = WorldVocabulary { vocabulary: world.vocabulary(), catalogue: world.catalogue() };
        if let Ok(mind) = mind.cast::<Mind>() {
            let mind = mind.try_borrow()?;
            let loaded = mind.loaded();
            return Ok(start_loaded(load(loaded.text.clone(), Some(loaded.name()), &given)?));
        }
        let Ok(text) = mind.cast::<PyString>() else { return Ok(self.start_python(mind.clone().unbind())) };
        let text = text.to_string();
        if let Some(name) = text.strip_prefix("rust:") {
            return start_rust(name, world);
        }
        let (file, name) = match text.rsplit_once(':') {
            Some((file, name)) if !name.contains(['/', '\\']) && !name.is_empty() => (file, Some(name)),
            _ => (text.as_str(), None),
        };
        Ok(start_loaded(load(read(file)?, name, &given)?))
    }

    fn start_python(&self, agent: Py<PyAny>) -> StartAgent {
        let raised = self.raised.clone();
        let start = move |py: Python<'_>, seed, number| {
            // A class gives a new agent for each game; an object stays the one that the caller knows.
            let agent = agent.bind(py);
            let agent = if agent.is_instance_of::<PyType>() { instance(agent)? } else { agent.clone() };
            PythonMind::new(&agent, (seed, number), raised.clone(), |_| {})
        };
        Box::new(move |world, seed, number| {
            let mind = Python::attach(|py| start(py, seed, number))?;
            Ok(Agent::new(Memory::new(world.vocabulary().clone()), Box::new(mind), seed, number))
        })
    }
}

/// What starts a mind in plain Rust that comes with the world.
fn start_rust(name: &str, world: &dyn AnyWorld) -> PyResult<StartAgent> {
    let known = world.minds();
    if !known.contains(&name) {
        let hint = crate::values::hint(name, known.iter().copied());
        return Err(mind_error(format!("`{}` has no mind `{name}` in Rust{hint}", world.name())));
    }
    let name = name.to_owned();
    Ok(Box::new(move |world, seed, number| {
        let memory = Memory::new(world.vocabulary().clone());
        Ok(Agent::new(memory, world.mind_with(&name, &[])?, seed, number))
    }))
}

impl World {
    fn played(&mut self) -> &mut PlayedWorld {
        self.played.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn stage(&mut self) -> &mut SteppedWorld {
        &mut self.played().stage
    }

    fn world(&mut self) -> &dyn AnyWorld {
        self.stage().world()
    }

    /// Its names, what is known of its actions, and what it is called.
    pub(crate) fn vocabulary(&mut self) -> (Arc<Vocabulary>, Catalogue, String) {
        let world = self.world();
        (world.vocabulary().clone(), world.catalogue().clone(), world.name().to_owned())
    }
}

/// Options as a world takes them.
fn options_of(options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<String>> {
    let Some(options) = options else { return Ok(Vec::new()) };
    let option = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let text = if value.is_instance_of::<pyo3::types::PyBool>() {
            if value.is_truthy()? { "yes".to_owned() } else { "no".to_owned() }
        } else if value.is_instance_of::<pyo3::types::PyList>()
            || value.is_instance_of::<pyo3::types::PyTuple>()
        {
            let parts = value.try_iter()?.map(|part| Ok(part?.str()?.to_string()));
            parts.collect::<PyResult<Vec<_>>>()?.join(",")
        } else {
            value.str()?.to_string()
        };
        Ok(format!("{}={text}", name.str()?))
    };
    options.iter().map(option).collect()
}

/// The type of an argument as Python asks for it: a word, or the list of the names that are possible.
fn parameter<'py>(py: Python<'py>, shape: ArgumentShape) -> PyResult<Bound<'py, PyAny>> {
    match shape {
        ArgumentShape::Word(word) => word.into_bound_py_any(py),
        ArgumentShape::OneOf(words) => words.into_bound_py_any(py),
    }
}

/// Numbers as the bytes of an array of type `float32`, in the order of this machine.
fn bytes<'py>(py: Python<'py>, numbers: &[f32]) -> Bound<'py, PyBytes> {
    let all: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    PyBytes::new(py, &all)
}

fn described(features: &[ObservedFeature]) -> Vec<(String, f64, f64)> {
    features.iter().map(|feature| (feature.name.clone(), feature.low, feature.high)).collect()
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (name, *, seed=0, **options))]
    fn new(name: &str, seed: u64, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let world = motive_worlds::find(name, &options_of(options)?).map_err(world_error)?;
        let stage = SteppedWorld::new(world, seed).map_err(stage_error)?;
        Ok(Self { played: Mutex::new(PlayedWorld { stage, raised: Raised::default() }) })
    }

    /// The name of the world.
    #[getter]
    fn name(&mut self) -> String {
        self.world().name().to_owned()
    }

    /// How many bodies there are, numbered from 0.
    #[getter]
    fn agents(&mut self) -> usize {
        self.stage().bodies()
    }

    /// The seed of this game.
    #[getter]
    fn seed(&mut self) -> u64 {
        self.stage().seed()
    }

    /// Ticks since the start.
    #[getter]
    fn tick(&mut self) -> u64 {
        self.now().tick
    }

    /// Seconds of the world since the start.
    #[getter]
    fn time(&mut self) -> f64 {
        self.now().seconds()
    }

    /// Whether nothing will happen any more.
    #[getter]
    fn over(&mut self) -> bool {
        self.world().is_over()
    }

    /// The minds in plain Rust that come with the world: `seat(0, "rust:NAME")`.
    #[getter]
    fn minds(&mut self) -> Vec<&'static str> {
        self.world().minds().to_vec()
    }

    /// Everything that percepts contain and actions are called, as declarations of the language.
    #[getter]
    fn names(&mut self) -> String {
        write_names(self.world().vocabulary())
    }

    /// The actions: for each its name, what it takes, and whether it continues by itself until it is done. What it takes is `"number"`, `"bool"`,
    /// `"symbol"`, `"id"`, `"point"`, `"text"`, `"list"`, `"any"`, or a list of possible names.
    #[getter]
    #[expect(clippy::type_complexity, reason = "it is what Python gets")]
    fn actions<'py>(&mut self, py: Python<'py>) -> PyResult<Vec<(String, Vec<Bound<'py, PyAny>>, bool)>> {
        let shapes = ActionShape::all(self.world().vocabulary()).into_iter();
        let described = shapes.map(|ActionShape { name, takes, until_ended }| {
            let takes = takes.into_iter().map(|shape| parameter(py, shape)).collect::<PyResult<_>>()?;
            Ok((name, takes, until_ended))
        });
        described.collect()
    }

    /// Starts a new game. Minds that have a seat start anew.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, seed: Option<u64>) -> PyResult<()> {
        let seed = seed.unwrap_or(self.stage().seed());
        self.played().reset(seed)
    }

    /// Lets a mind play a body: `"FILE[:NAME]"`, `"rust:NAME"`, a `Mind`, an agent in Python (an object with `decide(percepts)`, or its class), a
    /// function of percepts, or `None` for nobody. It starts with the seed of this game; `reset` starts it anew.
    fn seat(&mut self, agent: usize, mind: &Bound<'_, PyAny>) -> PyResult<()> {
        let played = self.played();
        played.stage.check(agent).map_err(stage_error)?;
        let start = if mind.is_none() { None } else { Some(played.start(mind)?) };
        played.stage.seat(agent, start).map_err(stage_error)
    }

    /// What a body perceives: `{"tick", "time", "self": {...}, "things": [{"id", "kind", ...}], "relations": {...}}`.
    #[pyo3(signature = (agent=0))]
    fn percepts<'py>(&mut self, py: Python<'py>, agent: usize) -> PyResult<Bound<'py, PyDict>> {
        percepts::to_dict(py, self.stage().memory(agent).map_err(stage_error)?)
    }

    /// What a body does at present.
    #[pyo3(signature = (agent=0))]
    fn doing(&mut self, py: Python<'_>, agent: usize) -> PyResult<Vec<Action>> {
        let doing = self.stage().doing(agent).map_err(stage_error)?;
        let Some((memory, decision)) = doing else { return Ok(Vec::new()) };
        decision.actions.iter().map(|act| Action::of(py, act, memory)).collect()
    }

    /// One tick. `actions` is what body 0 does, or a dictionary from numbers of bodies to what they do: a name, a tuple of a name and arguments, a list of
    /// such, or `None` to let actions that take their time continue. Says whether the world continues.
    #[pyo3(signature = (actions=None))]
    fn step(&mut self, actions: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let given: Vec<(usize, Bound<'_, PyAny>)> = match actions {
            None => Vec::new(),
            Some(actions) => match actions.cast::<PyDict>() {
                Ok(by_body) => {
                    let number = |body: Bound<'_, PyAny>| {
                        body.extract::<usize>().map_err(|_| world_error("bodies are numbered from 0"))
                    };
                    let by_body = by_body.iter().map(|(body, acts)| Ok((number(body)?, acts)));
                    by_body.collect::<PyResult<_>>()?
                }
                Err(_) => vec![(0, actions.clone())],
            },
        };
        let played = self.played();
        let names = played.stage.world().vocabulary().clone();
        let given = given.iter().map(|(body, acts)| {
            played.stage.check(*body).map_err(stage_error)?;
            Ok((*body, given_actions(acts, &names)?))
        });
        let given = given.collect::<PyResult<Vec<_>>>()?;
        played.step(&given)
    }

    /// Plays to the end, or for so many ticks, with the minds that have a seat. Returns how many ticks were played.
    #[pyo3(signature = (steps=None))]
    fn play(&mut self, py: Python<'_>, steps: Option<u64>) -> PyResult<u64> {
        let (game, mut ticks) = (self.played(), 0);
        while steps.is_none_or(|most| ticks < most) && !game.stage.world().is_over() {
            game.step(&[])?;
            ticks += 1;
            if ticks % 64 == 0 {
                py.check_signals()?;
            }
        }
        Ok(ticks)
    }

    /// How well a body has done; more is better.
    #[pyo3(signature = (agent=0))]
    fn score(&mut self, agent: usize) -> PyResult<f64> {
        let stage = self.stage();
        stage.check(agent).map_err(stage_error)?;
        Ok(stage.world().score(agent))
    }

    /// Numbers about the game so far, by name.
    fn metrics<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let metrics = PyDict::new(py);
        for (name, value) in self.world().metrics() {
            metrics.set_item(name, value)?;
        }
        Ok(metrics)
    }

    /// The world as text.
    fn draw(&mut self) -> String {
        self.world().draw()
    }

    /// What the signs of `draw` mean.
    #[getter]
    fn legend(&mut self) -> &'static str {
        self.world().legend()
    }

    /// The features of `observe`, of the agent itself and of each thing: name, least and most.
    #[getter]
    #[expect(clippy::type_complexity, reason = "it is what Python gets")]
    fn features(&mut self) -> (Vec<(String, f64, f64)>, Vec<(String, f64, f64)>) {
        let layout = self.stage().layout();
        (described(&layout.own), described(&layout.thing))
    }

    /// What a body perceives as bytes of `float32`: its own features, those of `rows` things one after the other, and the ids of these things.
    #[pyo3(signature = (agent=0, rows=32))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        agent: usize,
        rows: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<ThingId>)> {
        if rows > MOST_ROWS {
            return Err(world_error(format!("{rows} rows are too many; {MOST_ROWS} is the most")));
        }
        let seen = self.stage().observe(agent, rows).map_err(stage_error)?;
        let names = self.world().vocabulary();
        let ids = seen.rows.iter().map(|id| ThingId::of(*id, names)).collect();
        Ok((bytes(py, &seen.own), bytes(py, &seen.things), ids))
    }

    fn __repr__(&mut self) -> String {
        let stage = self.stage();
        let world = stage.world();
        format!("<World {} seed {} tick {}>", world.name(), stage.seed(), world.time().tick)
    }
}

/// The most rows of an observation.
const MOST_ROWS: usize = 4096;

impl World {
    fn now(&mut self) -> Time {
        self.world().time()
    }
}

/// Every world there is: its name, what it is, and its options with what may be given, what holds otherwise and what they are for.
#[pyfunction]
pub(crate) fn worlds(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let described = |about: &motive_worlds::About| {
        let world = PyDict::new(py);
        world.set_item("name", about.name)?;
        world.set_item("summary", about.summary)?;
        let options = PyDict::new(py);
        for option in &about.options {
            let known = PyDict::new(py);
            known.set_item("expects", &option.expects)?;
            known.set_item("default", &option.default)?;
            known.set_item("summary", &option.summary)?;
            options.set_item(&option.name, known)?;
        }
        world.set_item("options", options)?;
        Ok(world)
    };
    motive_worlds::Worlds::built_in().list().iter().map(described).collect()
}
