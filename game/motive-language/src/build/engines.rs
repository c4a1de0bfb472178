//! The engines of a mind: its programs, tasks, networks, plans and machines, built so that each can call the others.

use super::callables::{EngineRegistry, SideEngine};
use super::engine_stubs::{parameter, parameters, stuck, unanswered_ask};
use super::{InternalError, ModelBuilder, machines};
use crate::model::{CheckedMind, CheckedNetworks, Place};
use motive_arbiter::teleo::Library;
use motive_core::{Callable, Expr, Program};
use motive_tasks::{HtnTask as Task, Primitive, Settings, TaskLibrary as Tasks};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The engines of a mind beside the arbiter.
pub(super) struct Engines {
    pub(super) library: Arc<Library>,
    pub(super) side_engines: Vec<SideEngine>,
    /// All tasks, with those that stand for actions and other engines.
    pub(super) tasks: Vec<Task>,
    callables: BTreeMap<String, Callable>,
    pub(super) registry: EngineRegistry,
}

impl Engines {
    /// Lets rules call the engines, tasks among them.
    pub(super) fn connect(&self, tasks: Option<&Arc<Tasks>>) {
        let mut callables = self.callables.clone();
        if let Some(tasks) = tasks {
            callables.extend(tasks.definitions().iter().map(|task| {
                let (started, described) = (tasks.clone(), tasks.clone());
                let (name, arity) = (task.name.to_string(), task.parameters.len());
                let callable = Callable::new(&task.name, arity, move |values| {
                    let program = started.program(&name, values.to_vec());
                    program.map_or_else(|_| stuck(), |program| program.start())
                });
                let callable = callable.described(move |names, text| described.describe(names, text));
                (task.name.to_string(), callable)
            }));
        }
        self.registry.fill(callables);
    }
}

impl CheckedNetworks {
    /// The networks as engines that goals, rules and tasks can use.
    fn side_engines(&self) -> Vec<SideEngine> {
        #[cfg(feature = "networks")]
        return self.programs.iter().cloned().map(SideEngine::of).collect();
        #[cfg(not(feature = "networks"))]
        Vec::new()
    }
}

impl ModelBuilder<'_> {
    /// Builds all engines that a mind can use.
    pub(super) fn engines(&self, mind: &CheckedMind) -> Result<Engines, InternalError> {
        let (items, names) = (&self.model.items, &self.model.vocabulary);
        let definitions = mind.definitions(names);
        let (registry, version) = (EngineRegistry::new(), self.model.version);
        let called = items.calls.by_rules.iter();
        let callables = called.map(|(name, arity)| registry.callable(name, *arity, version)).collect();
        let library = Library::with_callables(names, definitions, callables)
            .map_err(|error| InternalError::new(&mind.place, &error))?;
        let side_engines = self.side_engines(mind, &library)?;
        let callables: BTreeMap<String, Callable> = side_engines.iter().map(SideEngine::callable).collect();
        let mut tasks = mind.tasks(&items.tasks);
        if !tasks.is_empty() {
            tasks.extend(self.called_tasks(&library, &callables));
        }
        Ok(Engines { library, side_engines, tasks, callables, registry })
    }

    /// Builds tasks, if there are any.
    pub(super) fn built_tasks(
        &self,
        place: &Place,
        tasks: &[Task],
    ) -> Result<Option<Arc<Tasks>>, InternalError> {
        if tasks.is_empty() {
            return Ok(None);
        }
        let mut tasks = tasks.to_vec();
        tasks.extend(self.model.items.answers_ask.then(unanswered_ask));
        match Tasks::new(&self.model.vocabulary, tasks, Settings::default()) {
            Ok(tasks) => Ok(Some(tasks)),
            Err(errors) => match errors.first() {
                Some(error) => Err(InternalError::new(place, error)),
                None => Ok(None),
            },
        }
    }

    /// The tasks that stand for actions, programs and other engines, for those that call them by name.
    fn called_tasks(&self, library: &Arc<Library>, engines: &BTreeMap<String, Callable>) -> Vec<Task> {
        let names = &self.model.vocabulary;
        let mut all = Vec::new();
        for name in &self.model.items.calls.by_tasks {
            if let Some(program) = library.program(name) {
                let callable = program.callable();
                all.push(parameters(name, callable.arity).guest(callable));
            } else if let Some(engine) = engines.get(name) {
                all.push(parameters(name, engine.arity).guest(engine.clone()));
            } else if let Some(action) = names.find_action(name) {
                let arity = names.action_info(action).map_or(0, |info| info.arity);
                let primitive = (0..arity).fold(Primitive::new(action), |primitive, place| {
                    primitive.with(Expr::var(&parameter(place)))
                });
                all.push(parameters(name, arity).act(primitive));
            }
        }
        all
    }

    /// The networks, planners, schedules and machines of the files, and the plans of a mind.
    fn side_engines(
        &self,
        mind: &CheckedMind,
        library: &Arc<Library>,
    ) -> Result<Vec<SideEngine>, InternalError> {
        let items = &self.model.items;
        let mut all = items.networks.side_engines();
        all.extend(items.goaps.values().cloned().map(SideEngine::of));
        all.extend(items.schedules.iter().cloned().map(SideEngine::of));
        for machine in &items.machines {
            let built = machines::machine(machine, &self.model.vocabulary, |name| library.program(name));
            all.push(SideEngine::of(built.map_err(|error| InternalError::new(&mind.place, &error))?));
        }
        all.extend(mind.plans.iter().cloned().map(SideEngine::of));
        Ok(all)
    }
}
