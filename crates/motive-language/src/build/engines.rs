//! The engines of a mind: its programs, tasks, networks, plans and machines, built so that each can call the others.

use super::callables::{EngineRegistry, SideEngine, stuck};
use super::{ModelBuilder, RuleTexts, machines};
use crate::model::{CheckedMind, Place};
use motive_arbiter::teleo::{Definition, Library};
use motive_core::{Callable, Condition, Expr, Program, Vocabulary};
use motive_drives::PlanFor;
use motive_tasks::{Body, Primitive, Settings, Task, Tasks};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The engines of a mind beside the arbiter.
pub(super) struct Engines {
    pub(super) library: Arc<Library>,
    pub(super) rules: RuleTexts,
    pub(super) side_engines: Vec<SideEngine>,
    /// The first plan for drives.
    pub(super) plan: Option<PlanFor>,
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
                let (tasks, name, arity) = (tasks.clone(), task.name.to_string(), task.parameters.len());
                let callable = Callable::new(&task.name, arity, move |values| {
                    tasks.program(&name, values.to_vec()).map_or_else(|_| stuck(), |program| program.start())
                });
                (task.name.to_string(), callable)
            }));
        }
        self.registry.fill(callables);
    }
}

impl ModelBuilder<'_> {
    /// Builds all engines that a mind can use.
    pub(super) fn engines(&mut self, mind: &CheckedMind) -> Option<Engines> {
        let (items, names) = (&self.model.items, &self.model.vocabulary);
        let definitions = mind.definitions(names);
        let mut rules = rule_texts(&definitions, names);
        let (registry, version) = (EngineRegistry::new(), self.model.version);
        let called = items.calls.by_rules.iter();
        let callables = called.map(|(name, arity)| registry.callable(name, *arity, version)).collect();
        let library = match Library::with_callables(names, definitions, callables) {
            Ok(library) => library,
            Err(error) => return self.refused("bad-program", &mind.place, &error),
        };
        let mut side_engines = self.side_engines(&mind.place, &library)?;
        let (plans, plan) = self.drive_plans(mind)?;
        side_engines.extend(plans);
        let callables: BTreeMap<String, Callable> = side_engines.iter().map(SideEngine::callable).collect();
        let replaced = &mind.replaced_tasks;
        let is_replaced = |task: &Task| {
            let own = |name: &String| *task.name == **name || task.name.starts_with(&format!("{name}/"));
            replaced.keys().any(|name| own(name) || task.name.starts_with(&format!("{name}.")))
        };
        let mut tasks: Vec<Task> = items.tasks.iter().filter(|task| !is_replaced(task)).cloned().collect();
        tasks.extend(replaced.values().flatten().cloned());
        if !tasks.is_empty() {
            for (name, needs) in need_texts(&tasks, names) {
                rules.entry(name).or_insert(needs);
            }
            tasks.extend(self.called_tasks(&library, &callables));
        }
        Some(Engines { library, rules, side_engines, plan, tasks, callables, registry })
    }

    /// Tasks made ready: `Some(None)` if there are none, `None` if something is wrong with them.
    pub(super) fn built_tasks(&mut self, place: &Place, tasks: &[Task]) -> Option<Option<Arc<Tasks>>> {
        if tasks.is_empty() {
            return Some(None);
        }
        let mut tasks = tasks.to_vec();
        tasks.extend(self.model.items.answers_ask.then(unanswered_ask));
        match Tasks::new(&self.model.vocabulary, tasks, Settings::default()) {
            Ok(tasks) => Some(Some(tasks)),
            Err(errors) => {
                for error in errors {
                    self.refused::<()>("bad-task", place, &error);
                }
                None
            }
        }
    }

    /// The tasks that stand for actions, programs and other engines, for those that call them by name.
    fn called_tasks(&self, library: &Arc<Library>, engines: &BTreeMap<String, Callable>) -> Vec<Task> {
        let names = &self.model.vocabulary;
        let mut all = Vec::new();
        for name in &self.model.items.calls.by_tasks {
            if let Some(program) = library.program(name) {
                let callable = program.callable();
                all.push(with_parameters(name, callable.arity).guest(callable));
            } else if let Some(engine) = engines.get(name) {
                all.push(with_parameters(name, engine.arity).guest(engine.clone()));
            } else if let Some(action) = names.find_action(name) {
                let arity = names.action_info(action).map_or(0, |info| info.arity);
                let primitive = (0..arity).fold(Primitive::new(action), |primitive, place| {
                    primitive.with(Expr::var(&parameter(place)))
                });
                all.push(with_parameters(name, arity).act(primitive));
            }
        }
        all
    }

    /// The networks, planners, schedules and machines of the files.
    fn side_engines(&mut self, place: &Place, library: &Arc<Library>) -> Option<Vec<SideEngine>> {
        let (items, names) = (&self.model.items, &self.model.vocabulary);
        let mut all = Vec::new();
        for network in &items.networks {
            match network.program(names) {
                Ok(program) => all.push(SideEngine::of(program)),
                Err(error) => return self.refused("bad-mind", place, &error),
            }
        }
        all.extend(items.goaps.values().cloned().map(SideEngine::of));
        for schedule in items.schedules.keys() {
            match machines::schedule(schedule, &items.schedules, names) {
                Ok(program) => all.push(SideEngine::of(program)),
                Err(error) => return self.refused("bad-mind", place, &error),
            }
        }
        for machine in &items.machines {
            match machines::machine(machine, names, library) {
                Ok(program) => all.push(SideEngine::of(program)),
                Err(error) => return self.refused("bad-mind", place, &error),
            }
        }
        Some(all)
    }
}

/// The task `ask` for agents that are not on a team: it has nobody to ask, and fails.
fn unanswered_ask() -> Task {
    let task = ["who", "what", "with"].iter().fold(Task::new("ask"), |task, name| task.parameter(name));
    task.guest(Callable::new("ask", 3, |_| stuck()))
}

fn parameter(place: usize) -> String {
    format!("'{place}")
}

/// A task with so many parameters, under names that no file can use.
fn with_parameters(name: &str, arity: usize) -> Task {
    (0..arity).fold(Task::new(name), |task, place| task.parameter(&parameter(place)))
}

/// The text of every rule, for explanations.
fn rule_texts(definitions: &[Definition], names: &Vocabulary) -> RuleTexts {
    definitions
        .iter()
        .map(|definition| {
            let rules = definition.rules.iter().map(|rule| {
                let parts = rule.when.conjuncts().iter().map(|part| part.display(names)).collect();
                (rule.name.to_string(), parts)
            });
            (definition.name.to_string(), rules.collect())
        })
        .collect()
}

/// The text of what every task and method needs, as that of a program with one rule.
fn need_texts(tasks: &[Task], names: &Vocabulary) -> RuleTexts {
    let text = |needs: &[Condition]| -> Vec<(String, Vec<String>)> {
        vec![("needs".to_owned(), needs.iter().map(|part| part.display(names)).collect())]
    };
    let mut all = RuleTexts::new();
    for task in tasks {
        all.insert(task.name.to_string(), text(&task.needs));
        if let Body::Methods(methods) = &task.body {
            all.extend(
                methods.iter().map(|method| (format!("{}.{}", task.name, method.name), text(&method.when))),
            );
        }
    }
    all
}
