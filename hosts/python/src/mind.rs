//! Minds from `.motive` files.

use crate::actions::Action;
use crate::errors::{mind_error, world_error};
use crate::percepts::{self, LastPercepts};
use crate::values::hint;
use crate::why::{DecisionLog, PythonExplanation};
use crate::world::World;
use motive::kernel::{ActionEnd, Agent, Catalogue, Memory, Time, Vocabulary};
use motive_lab::{AssetSources, load_errors};
use motive_language::{InitialState, MindDefinition, SourceText, WorldVocabulary, world_of, write_names};
use motive_trace::RunInfo;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// What minds are made from.
#[derive(Clone)]
pub(crate) struct LoadedMind {
    /// The text, from which it can be loaded for a world with other options.
    pub(crate) text: SourceText,
    definition: MindDefinition,
    vocabulary: Arc<Vocabulary>,
    initial_state: InitialState,
}

impl LoadedMind {
    /// Its name in the text.
    pub(crate) fn name(&self) -> &str {
        &self.definition.name
    }

    /// A new agent in the world of its names.
    pub(crate) fn agent(&self, seed: u64, number: u64) -> PyResult<Agent> {
        let mind = self.definition.start().map_err(mind_error)?;
        let mut memory = Memory::new(self.vocabulary.clone());
        self.initial_state.apply_to(&mut memory).map_err(mind_error)?;
        Ok(Agent::new(memory, mind, seed, number))
    }
}

/// Where texts are found: from where the program runs, then among the files that come with Motive.
fn files() -> AssetSources {
    AssetSources::with_folders([PathBuf::new()])
}

/// The text of a file.
pub(crate) fn read(path: &str) -> PyResult<SourceText> {
    files().text(path).map_err(mind_error)
}

/// Loads a mind of a text for a world's names.
pub(crate) fn load(
    text: SourceText,
    name: Option<&str>,
    world: &WorldVocabulary<'_>,
) -> PyResult<LoadedMind> {
    let file = text.name.clone();
    let loaded = motive_language::load(text.clone(), world, &files());
    let Some(model) = &loaded.model else { return Err(mind_error(load_errors(&file, &loaded))) };
    let Some(found) = model.mind(name) else {
        let known: Vec<&str> = model.minds.iter().map(|mind| mind.name.as_str()).collect();
        return Err(mind_error(match name {
            Some(name) if !known.is_empty() => {
                format!("there is no mind `{name}` in `{file}`{}", hint(name, known.iter().copied()))
            }
            _ => format!(
                "there is no mind in `{file}`; a line such as `mind Me = arbiter {{ goals eat }}` makes one"
            ),
        }));
    };
    Ok(LoadedMind {
        text,
        definition: found.clone(),
        vocabulary: model.vocabulary.clone(),
        initial_state: model.initial_state.clone(),
    })
}

/// A mind with a memory of its own: percepts in, actions out.
///
/// It is for a game or simulation in Python. In a world of Motive, `World.seat` plays minds without a detour through dictionaries.
#[pyclass(module = "pymotive")]
pub(crate) struct Mind {
    loaded: LoadedMind,
    agent: Agent,
    log: DecisionLog,
    last: LastPercepts,
    tick: u64,
    world: Option<String>,
}

impl Mind {
    fn of(
        text: SourceText,
        name: Option<&str>,
        world: Option<&Bound<'_, PyAny>>,
        seed: u64,
    ) -> PyResult<Self> {
        let own = world_of(&text.text);
        let given = match world {
            None => own.as_deref().map(names_of).transpose()?,
            Some(world) => Some(match world.cast::<World>() {
                Ok(world) => world.try_borrow_mut()?.vocabulary(),
                Err(_) => {
                    let name = world.extract::<String>();
                    names_of(&name.map_err(|_| world_error("`world` is a World, or the name of one"))?)?
                }
            }),
        };
        let (vocabulary, catalogue, world) = match given {
            Some((vocabulary, catalogue, world)) => (vocabulary, catalogue, Some(world)),
            // All names are declared in the text itself.
            None => (Vocabulary::new().finish().map_err(mind_error)?, Catalogue::default(), None),
        };
        if let Some((other, world)) = own.as_ref().zip(world.as_ref()).filter(|(other, world)| other != world)
        {
            return Err(mind_error(format!(
                "`{}` is written for the world `{other}`, not for `{world}`",
                text.name
            )));
        }
        let loaded = load(text, name, &WorldVocabulary { vocabulary: &vocabulary, catalogue: &catalogue })?;
        let agent = loaded.agent(seed, 0)?;
        let log = Self::log(&loaded, &agent, world.clone(), seed)?;
        Ok(Self { loaded, agent, log, last: LastPercepts::default(), tick: 0, world })
    }

    fn log(loaded: &LoadedMind, agent: &Agent, world: Option<String>, seed: u64) -> PyResult<DecisionLog> {
        let run = RunInfo { world, options: Vec::new(), seed: Some(seed) };
        DecisionLog::new(agent, &loaded.definition.name, run)
    }

    pub(crate) fn loaded(&self) -> &LoadedMind {
        &self.loaded
    }
}

/// The names of a world with its usual options.
fn names_of(world: &str) -> PyResult<(Arc<Vocabulary>, Catalogue, String)> {
    let world = motive_worlds::find::<&str>(world, &[]).map_err(world_error)?;
    Ok((world.vocabulary().clone(), world.catalogue().clone(), world.name().to_owned()))
}

#[pymethods]
impl Mind {
    /// Loads a mind from a `.motive` file: the last one, or the one of a name. Files that come with Motive, such as
    /// `agents/tileworld/ours.motive`, are found too.
    #[staticmethod]
    #[pyo3(signature = (path, name=None, *, world=None, seed=0))]
    fn load(
        path: PathBuf,
        name: Option<&str>,
        world: Option<&Bound<'_, PyAny>>,
        seed: u64,
    ) -> PyResult<Self> {
        Self::of(read(&path.to_string_lossy())?, name, world, seed)
    }

    /// Loads a mind from text.
    #[staticmethod]
    #[pyo3(signature = (text, name=None, *, world=None, seed=0))]
    fn parse(text: &str, name: Option<&str>, world: Option<&Bound<'_, PyAny>>, seed: u64) -> PyResult<Self> {
        Self::of(SourceText::new("text", text), name, world, seed)
    }

    /// Its name in the file.
    #[getter]
    fn name(&self) -> &str {
        &self.loaded.definition.name
    }

    /// Everything that percepts may contain and actions may be called, as declarations of the language.
    #[getter]
    fn names(&self) -> String {
        write_names(&self.loaded.vocabulary)
    }

    /// Forgets everything, and begins anew with a seed.
    #[pyo3(signature = (seed=0))]
    fn reset(&mut self, seed: u64) -> PyResult<()> {
        self.agent = self.loaded.agent(seed, 0)?;
        self.log = Self::log(&self.loaded, &self.agent, self.world.clone(), seed)?;
        (self.last, self.tick) = (LastPercepts::default(), 0);
        Ok(())
    }

    /// Takes percepts and decides. What `World.percepts` gives is understood, and so is anything of that form:
    /// `{"self": {"lives": 3}, "things": [{"id": 1, "kind": "ghost", "distance": 4.0}], "time": 0.5}`. Things and properties of the last percepts
    /// that are missing now are forgotten. `time` counts seconds; without it a tick is a second.
    #[pyo3(signature = (percepts=None))]
    fn decide(&mut self, py: Python<'_>, percepts: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Action>> {
        let mut now = Time::of_tick(self.tick, 1_000_000);
        if let Some(percepts) = percepts {
            now = time_of(percepts, now)?;
            self.agent.memory_mut().set_time(now);
            percepts::write(percepts, self.agent.memory_mut(), &mut self.last)?;
        }
        self.agent.tick_traced(now, &mut self.log.recorder);
        self.log.take(&self.agent, now.tick);
        self.tick = now.tick + 1;
        let (decision, memory) = (self.agent.decision(), self.agent.memory());
        decision.actions.iter().map(|act| Action::of(py, act, memory)).collect()
    }

    /// Says that an action that takes its time has ended: `Action.run`, whether it succeeded, and if not, a declared name as the reason.
    #[pyo3(signature = (run, succeeded=true, reason=None))]
    fn finish(&mut self, run: u64, succeeded: bool, reason: Option<&str>) -> PyResult<bool> {
        let names = &self.loaded.vocabulary;
        let ending = match reason {
            _ if succeeded => ActionEnd::Succeeded,
            None => ActionEnd::Failed(names.builtin().failed),
            Some(reason) => ActionEnd::Failed(
                names
                    .find_symbol(reason)
                    .ok_or_else(|| mind_error(format!("the name `{reason}` is not declared")))?,
            ),
        };
        Ok(self.agent.finish(run, ending))
    }

    /// Why it decided as it last did.
    fn why(&self) -> PyResult<PythonExplanation> {
        let explanation =
            self.log.explain().ok_or_else(|| mind_error("there is no decision yet to explain"))?;
        PythonExplanation::new(&explanation)
    }

    /// What it knows now, in the form of percepts.
    fn memory<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(percepts::to_dict(py, self.agent.memory())?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Mind {}>", self.loaded.definition.name)
    }
}

/// The time that percepts say it is. It never goes backwards by a tick.
fn time_of(percepts: &Bound<'_, PyAny>, usual: Time) -> PyResult<Time> {
    let entry = |name: &str| percepts.get_item(name).ok();
    let tick = match entry("tick") {
        Some(tick) => tick.extract::<u64>().map_err(|_| mind_error("`tick` is a whole number from 0 on"))?,
        None => usual.tick,
    };
    let seconds = match entry("time") {
        Some(time) => time.extract::<f64>().ok().filter(|seconds| (0.0..1e12).contains(seconds)),
        None => Some(tick as f64),
    };
    let seconds = seconds.ok_or_else(|| mind_error("`time` is a number of seconds from 0 on"))?;
    Ok(Time { tick, micros: (seconds * 1e6).round() as u64 })
}
