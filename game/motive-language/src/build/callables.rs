//! Calls between the engines of a mind: rules call tasks, tasks call programs, and either may be built first.

use super::engine_stubs::stuck;
use motive_arbiter::CharacterBuilder;
use motive_core::{Behaviour, Callable, Program, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, Weak};

/// The engines of a mind by name, filled in once all of them are built.
///
/// It is a program of the mind itself, one that is never started, so that the engines live as long as the mind does.
#[derive(Debug)]
struct Registry {
    name: Arc<str>,
    engines: OnceLock<BTreeMap<String, Callable>>,
}

/// A shared handle to the engines of a mind.
#[derive(Clone, Debug)]
pub(super) struct EngineRegistry(Arc<Registry>);

impl EngineRegistry {
    pub(super) fn new() -> Self {
        Self(Arc::new(Registry { name: "'engines".into(), engines: OnceLock::new() }))
    }

    /// A callable that looks its engine up when it is started.
    pub(super) fn callable(&self, name: &str, arity: usize, version: u64) -> Callable {
        // The registry owns the engines; a strong reference back would be a cycle.
        let (registry, wanted): (Weak<Registry>, String) = (Arc::downgrade(&self.0), name.to_owned());
        let find = move || registry.upgrade()?.engines.get()?.get(&wanted).cloned();
        let described = find.clone();
        let start = move |values: &[Value]| find().map_or_else(stuck, |engine| engine.start(values));
        Callable::new(name, arity, start).versioned(version).described(move |names, text| {
            if let Some(engine) = described() {
                engine.describe(names, text);
            }
        })
    }

    /// Makes the engines available to callables. Later calls change nothing.
    pub(super) fn fill(&self, engines: BTreeMap<String, Callable>) {
        drop(self.0.engines.set(engines));
    }
}

impl Program for EngineRegistry {
    fn name(&self) -> &Arc<str> {
        &self.0.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        stuck()
    }
}

/// A network, planner, schedule or machine: it can pursue a goal, and be called by rules and tasks.
pub(super) struct SideEngine {
    callable: Callable,
    add: Box<dyn Fn(CharacterBuilder) -> CharacterBuilder>,
}

impl SideEngine {
    pub(super) fn of<P: Program + Clone + 'static>(program: P) -> Self {
        let callable = Callable::of(program.clone());
        Self { callable, add: Box::new(move |builder| builder.program(program.clone())) }
    }

    /// What rules and tasks call, with its name.
    pub(super) fn callable(&self) -> (String, Callable) {
        (self.callable.name.to_string(), self.callable.clone())
    }

    /// Gives the engine to a character.
    pub(super) fn add_to(&self, builder: CharacterBuilder) -> CharacterBuilder {
        (self.add)(builder)
    }
}
