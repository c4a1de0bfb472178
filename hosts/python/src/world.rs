//! Worlds, with bodies that Python drives and bodies that minds play.

use crate::actions::{Action, settle, world_actions};
use crate::errors::{mind_error, world_error};
use crate::mind::{LoadedMind, Mind, load, read};
use crate::observation::{ObservationLayout, ObservedFeature};
use crate::percepts;
use crate::python_mind::{PythonMind, Raised, instance};
use crate::values::ThingId;
use motive::kernel::{ActionLifetime, Agent, Catalogue, Memory, RunningActions, Time, Type, Vocabulary};
use motive_language::{WorldVocabulary, write_names};
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
    stage: Mutex<PlayedWorld>,
}

struct PlayedWorld {
    world: Box<dyn motive_worlds::AnyWorld>,
    bodies: Vec<PlayedBody>,
    layout: ObservationLayout,
    seed: u64,
    raised: Raised,
}

/// Who decides for a body.
enum PlayedBody {
    Nobody,
    /// Whoever calls `step`.
    Caller {
        memory: Box<Memory>,
        running: RunningActions,
    },
    Mind {
        agent: Box<Agent>,
        source: MindSource,
    },
}

/// What the mind of a body is made from, for every reset anew.
enum MindSource {
    File(Box<LoadedMind>),
    Rust(String),
    Python(Py<PyAny>),
}

impl MindSource {
    fn start(&self, py: Python<'_>, stage: &PlayedWorld, number: usize) -> PyResult<Agent> {
        let (seed, number) = (stage.seed, number as u64);
        let memory = || Memory::new(stage.world.vocabulary().clone());
        match self {
            Self::File(loaded) => loaded.agent(seed, number),
            Self::Rust(name) => {
                let mind = stage.world.mind_with(name, &[]).map_err(world_error)?;
                Ok(Agent::new(memory(), mind, seed, number))
            }
            Self::Python(agent) => {
                // A class gives a new agent for each game; an object stays the one that the caller knows.
                let agent = agent.bind(py);
                let agent = if agent.is_instance_of::<PyType>() { instance(agent)? } else { agent.clone() };
                let mind = PythonMind::new(&agent, (seed, number), stage.raised.clone(), |_| {})?;
                Ok(Agent::new(memory(), Box::new(mind), seed, number))
            }
        }
    }
}

impl PlayedWorld {
    fn check(&self, agent: usize) -> PyResult<()> {
        if agent < self.bodies.len() {
            return Ok(());
        }
        let (name, room) = (self.world.name(), self.bodies.len());
        Err(world_error(format!("`{name}` has {room} bodies, numbered from 0; there is no body {agent}")))
    }

    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.world.reset(seed);
        self.seed = seed;
        // An exception of a game that was given up is of no interest any more.
        drop(self.raised.take());
        let mut bodies = std::mem::take(&mut self.bodies);
        let names = self.world.vocabulary().clone();
        let restarted = bodies.iter_mut().enumerate().try_for_each(|(number, body)| {
            match body {
                PlayedBody::Nobody => {}
                PlayedBody::Caller { memory, running } => {
                    (**memory, *running) = (Memory::new(names.clone()), RunningActions::default());
                }
                PlayedBody::Mind { agent, source } => **agent = source.start(py, self, number)?,
            }
            PyResult::Ok(())
        });
        // An option such as a map by chance may change how many there is room for.
        bodies.resize_with(self.world.agents(), || PlayedBody::Nobody);
        self.bodies = bodies;
        restarted?;
        (0..self.bodies.len()).try_for_each(|number| self.perceive(number))
    }

    /// Tells a body what it perceives now, and which of its actions have ended.
    fn perceive(&mut self, number: usize) -> PyResult<()> {
        let Self { world, bodies, .. } = self;
        match &mut bodies[number] {
            PlayedBody::Nobody => {}
            PlayedBody::Caller { memory, running } => {
                world.perceive(number, memory).map_err(world_error)?;
                world.ended(number, &mut |run, ending| {
                    running.finish(run, ending, memory);
                });
            }
            PlayedBody::Mind { agent, .. } => {
                world.perceive(number, agent.memory_mut()).map_err(world_error)?;
                world.ended(number, &mut |run, ending| {
                    agent.finish(run, ending);
                });
            }
        }
        Ok(())
    }

    /// The memory of a body. One that nobody plays is the caller's from now on.
    fn memory(&mut self, number: usize) -> PyResult<&Memory> {
        self.check(number)?;
        self.drive(number)?;
        match &self.bodies[number] {
            PlayedBody::Caller { memory, .. } => Ok(memory),
            PlayedBody::Mind { agent, .. } => Ok(agent.memory()),
            PlayedBody::Nobody => Err(world_error(format!("nobody plays the body {number}"))),
        }
    }

    /// Makes the caller play a body that nobody plays.
    fn drive(&mut self, number: usize) -> PyResult<()> {
        if matches!(self.bodies[number], PlayedBody::Nobody) {
            let memory = Memory::new(self.world.vocabulary().clone());
            self.bodies[number] =
                PlayedBody::Caller { memory: Box::new(memory), running: RunningActions::default() };
            self.perceive(number)?;
        }
        Ok(())
    }

    /// One tick. Says whether the world goes on.
    fn step(&mut self, actions: &[(usize, Bound<'_, PyAny>)], py: Python<'_>) -> PyResult<bool> {
        if self.world.is_over() {
            return Ok(false);
        }
        for (number, _) in actions {
            self.check(*number)?;
            self.drive(*number)?;
        }
        let now = self.world.time();
        let nothing = py.None().into_bound(py);
        for (number, body) in self.bodies.iter_mut().enumerate() {
            let given = actions.iter().find(|(of, _)| *of == number).map(|(_, given)| given);
            match body {
                PlayedBody::Caller { memory, running } => {
                    settle(given.unwrap_or(&nothing), running, memory)?;
                    memory.end_tick();
                }
                PlayedBody::Mind { .. } if given.is_some_and(|given| !given.is_none()) => {
                    return Err(world_error(format!(
                        "a mind plays the body {number}; `seat({number}, None)` frees it"
                    )));
                }
                PlayedBody::Mind { agent, .. } => {
                    agent.tick(now);
                }
                PlayedBody::Nobody => {}
            }
        }
        if let Some(error) = self.raised.take() {
            return Err(error);
        }
        for (number, body) in self.bodies.iter().enumerate() {
            let decision = match body {
                PlayedBody::Caller { running, .. } => running.decision(),
                PlayedBody::Mind { agent, .. } => agent.decision(),
                PlayedBody::Nobody => continue,
            };
            self.world.act(number, decision).map_err(world_error)?;
        }
        self.world.step();
        (0..self.bodies.len()).try_for_each(|number| self.perceive(number))?;
        Ok(!self.world.is_over())
    }

    /// What the mind of a body is to be made from.
    fn source(&self, mind: &Bound<'_, PyAny>) -> PyResult<MindSource> {
        let given =
            WorldVocabulary { vocabulary: self.world.vocabulary(), catalogue: self.world.catalogue() };
        if let Ok(mind) = mind.cast::<Mind>() {
            let mind = mind.try_borrow()?;
            let loaded = mind.loaded();
            return Ok(MindSource::File(Box::new(load(loaded.text.clone(), Some(loaded.name()), &given)?)));
        }
        let Ok(text) = mind.cast::<PyString>() else { return Ok(MindSource::Python(mind.clone().unbind())) };
        let text = text.to_string();
        if let Some(name) = text.strip_prefix("rust:") {
            let known = self.world.minds();
            if !known.contains(&name) {
                let hint = crate::values::hint(name, known.iter().copied());
                return Err(mind_error(format!(
                    "`{}` has no mind `{name}` in Rust{hint}",
                    self.world.name()
                )));
            }
            return Ok(MindSource::Rust(name.to_owned()));
        }
        let (file, name) = match text.rsplit_once(':') {
            Some((file, name)) if !name.contains(['/', '\\']) && !name.is_empty() => (file, Some(name)),
            _ => (text.as_str(), None),
        };
        Ok(MindSource::File(Box::new(load(read(file)?, name, &given)?)))
    }
}

impl World {
    fn stage(&mut self) -> &mut PlayedWorld {
        self.stage.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its names, what is known of its actions, and what it is called.
    pub(crate) fn vocabulary(&mut self) -> (Arc<Vocabulary>, Catalogue, String) {
        let world = &self.stage().world;
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

/// A type as Python asks for it: a word, or the list of the names that are possible.
fn parameter<'py>(py: Python<'py>, of: &Type, names: &Vocabulary) -> PyResult<Bound<'py, PyAny>> {
    let word = match of {
        Type::OneOf(symbols) => {
            let words: Vec<&str> = symbols.iter().map(|symbol| names.name(*symbol)).collect();
            return words.into_bound_py_any(py);
        }
        Type::Any => "any",
        Type::Number => "number",
        Type::Bool => "bool",
        Type::Symbol => "symbol",
        Type::Id => "id",
        Type::Point => "point",
        Type::Text => "text",
        Type::List => "list",
    };
    word.into_bound_py_any(py)
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
    fn new(py: Python<'_>, name: &str, seed: u64, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let world = motive_worlds::find(name, &options_of(options)?).map_err(world_error)?;
        let layout = ObservationLayout::of(world.vocabulary());
        let mut stage = PlayedWorld { world, bodies: Vec::new(), layout, seed, raised: Raised::default() };
        stage.reset(py, seed)?;
        Ok(Self { stage: Mutex::new(stage) })
    }

    /// The name of the world.
    #[getter]
    fn name(&mut self) -> String {
        self.stage().world.name().to_owned()
    }

    /// How many bodies there are, numbered from 0.
    #[getter]
    fn agents(&mut self) -> usize {
        self.stage().bodies.len()
    }

    /// The seed of this game.
    #[getter]
    fn seed(&mut self) -> u64 {
        self.stage().seed
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
        self.stage().world.is_over()
    }

    /// The minds in plain Rust that come with the world: `seat(0, "rust:NAME")`.
    #[getter]
    fn minds(&mut self) -> Vec<&'static str> {
        self.stage().world.minds().to_vec()
    }

    /// Everything that percepts contain and actions are called, as declarations of the language.
    #[getter]
    fn names(&mut self) -> String {
        write_names(self.stage().world.vocabulary())
    }

    /// The actions: for each its name, what it takes, and whether it goes on by itself until it is done. What it takes is `"number"`, `"bool"`,
    /// `"symbol"`, `"id"`, `"point"`, `"text"`, `"list"`, `"any"`, or a list of possible names.
    #[getter]
    #[expect(clippy::type_complexity, reason = "it is what Python gets")]
    fn actions<'py>(&mut self, py: Python<'py>) -> PyResult<Vec<(String, Vec<Bound<'py, PyAny>>, bool)>> {
        let names = self.stage().world.vocabulary().clone();
        let mut actions = Vec::new();
        for name in world_actions(&names) {
            let Some(info) = names.find_action(name).and_then(|action| names.action_info(action)) else {
                continue;
            };
            let of =
                |at: usize| info.parameters.as_ref().and_then(|types| types.get(at)).unwrap_or(&Type::Any);
            let takes = (0..info.arity).map(|at| parameter(py, of(at), &names)).collect::<PyResult<_>>()?;
            actions.push((name.to_owned(), takes, info.lifetime == ActionLifetime::Latched));
        }
        Ok(actions)
    }

    /// Starts a new game. Minds that have a seat start anew.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let stage = self.stage();
        let seed = seed.unwrap_or(stage.seed);
        stage.reset(py, seed)
    }

    /// Lets a mind play a body: `"FILE[:NAME]"`, `"rust:NAME"`, a `Mind`, an agent in Python (an object with `decide(percepts)`, or its class), a
    /// function of percepts, or `None` for nobody. It starts with the seed of this game; `reset` starts it anew.
    fn seat(&mut self, agent: usize, mind: &Bound<'_, PyAny>) -> PyResult<()> {
        let stage = self.stage();
        stage.check(agent)?;
        if mind.is_none() {
            stage.bodies[agent] = PlayedBody::Nobody;
            return Ok(());
        }
        let source = stage.source(mind)?;
        let started = Box::new(source.start(mind.py(), stage, agent)?);
        stage.bodies[agent] = PlayedBody::Mind { agent: started, source };
        stage.perceive(agent)
    }

    /// What a body perceives: `{"tick", "time", "self": {...}, "things": [{"id", "kind", ...}], "relations": {...}}`.
    #[pyo3(signature = (agent=0))]
    fn percepts<'py>(&mut self, py: Python<'py>, agent: usize) -> PyResult<Bound<'py, PyDict>> {
        percepts::to_dict(py, self.stage().memory(agent)?)
    }

    /// What a body does at present.
    #[pyo3(signature = (agent=0))]
    fn doing(&mut self, py: Python<'_>, agent: usize) -> PyResult<Vec<Action>> {
        let stage = self.stage();
        stage.check(agent)?;
        let (decision, memory) = match &stage.bodies[agent] {
            PlayedBody::Caller { memory, running } => (running.decision(), &**memory),
            PlayedBody::Mind { agent, .. } => (agent.decision(), agent.memory()),
            PlayedBody::Nobody => return Ok(Vec::new()),
        };
        decision.actions.iter().map(|act| Action::of(py, act, memory)).collect()
    }

    /// One tick. `actions` is what body 0 does, or a dictionary from numbers of bodies to what they do: a name, a tuple of a name and arguments, a list of
    /// such, or `None` to let actions that take their time go on. Says whether the world goes on.
    #[pyo3(signature = (actions=None))]
    fn step(&mut self, py: Python<'_>, actions: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let given = match actions {
            None => Vec::new(),
            Some(actions) => match actions.cast::<PyDict>() {
                Ok(by_body) => {
                    let number = |body: Bound<'_, PyAny>| {
                        body.extract::<usize>().map_err(|_| world_error("bodies are numbered from 0"))
                    };
                    by_body
                        .iter()
                        .map(|(body, acts)| Ok((number(body)?, acts)))
                        .collect::<PyResult<Vec<_>>>()?
                }
                Err(_) => vec![(0, actions.clone())],
            },
        };
        self.stage().step(&given, py)
    }

    /// Plays to the end, or for so many ticks, with the minds that have a seat. Returns how many ticks were played.
    #[pyo3(signature = (steps=None))]
    fn play(&mut self, py: Python<'_>, steps: Option<u64>) -> PyResult<u64> {
        let stage = self.stage();
        let mut played = 0;
        while steps.is_none_or(|most| played < most) && !stage.world.is_over() {
            stage.step(&[], py)?;
            played += 1;
            if played % 64 == 0 {
                py.check_signals()?;
            }
        }
        Ok(played)
    }

    /// How well a body has done; more is better.
    #[pyo3(signature = (agent=0))]
    fn score(&mut self, agent: usize) -> PyResult<f64> {
        let stage = self.stage();
        stage.check(agent)?;
        Ok(stage.world.score(agent))
    }

    /// Numbers about the game so far, by name.
    fn metrics<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let metrics = PyDict::new(py);
        for (name, value) in self.stage().world.metrics() {
            metrics.set_item(name, value)?;
        }
        Ok(metrics)
    }

    /// The world as text.
    fn draw(&mut self) -> String {
        self.stage().world.draw()
    }

    /// What the signs of `draw` mean.
    #[getter]
    fn legend(&mut self) -> &'static str {
        self.stage().world.legend()
    }

    /// The features of `observe`, of the agent itself and of each thing: name, least and most.
    #[getter]
    #[expect(clippy::type_complexity, reason = "it is what Python gets")]
    fn features(&mut self) -> (Vec<(String, f64, f64)>, Vec<(String, f64, f64)>) {
        let layout = &self.stage().layout;
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
        let stage = self.stage();
        stage.memory(agent)?;
        let PlayedWorld { bodies, layout, world, .. } = stage;
        let memory = match &bodies[agent] {
            PlayedBody::Caller { memory, .. } => memory,
            PlayedBody::Mind { agent, .. } => agent.memory(),
            PlayedBody::Nobody => return Err(world_error(format!("nobody plays the body {agent}"))),
        };
        let seen = layout.observe(memory, rows);
        let ids = seen.rows.iter().map(|id| ThingId::of(*id, world.vocabulary())).collect();
        Ok((bytes(py, &seen.own), bytes(py, &seen.things), ids))
    }

    fn __repr__(&mut self) -> String {
        let stage = self.stage();
        format!("<World {} seed {} tick {}>", stage.world.name(), stage.seed, stage.world.time().tick)
    }
}

/// The most rows of an observation.
const MOST_ROWS: usize = 4096;

impl World {
    fn now(&mut self) -> Time {
        self.stage().world.time()
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
