//! The engines of a mind: its programs, tasks, networks, plans and machines, built so that each can be a part of the others.

use super::super::hall::{Hall, OtherEngine};
use super::super::{Lowering, Rules, span_of};
use super::{Draft, Parts};
use crate::syntax::ast::{AstNode, Name};
use motive_arbiter::teleo::{Definition, Library};
use motive_arbiter::{Goal, Pursuit};
use motive_core::{Callable, Context, Outcome, Program, Stuck};
use motive_drives::{PlanFor, Rules as PlanRules};
use motive_tasks::{Settings, Task, Tasks};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The engines of a mind beside the arbiter.
pub(in super::super) struct Engines {
    pub(super) library: Arc<Library>,
    pub(in super::super) rules: Rules,
    pub(super) programs: Vec<OtherEngine>,
    pub(super) plan: Option<PlanFor>,
    /// All tasks, with those that stand for actions and other engines.
    pub(in super::super) tasks: Vec<Task>,
    guests: BTreeMap<String, Callable>,
    pub(super) hall: Arc<Hall>,
}

impl Engines {
    /// Lets rules ask the engines, tasks among them.
    pub(super) fn open(&self, tasks: Option<&Arc<Tasks>>) {
        let mut guests = self.guests.clone();
        if let Some(tasks) = tasks {
            guests.extend(tasks.definitions().iter().map(|task| {
                let (tasks, name, arity) = (tasks.clone(), task.name.to_string(), task.parameters.len());
                let guest = Callable::new(&task.name, arity, move |values| {
                    match tasks.program(&name, values.to_vec()) {
                        Ok(program) => program.start(),
                        Err(_) => Box::new(|_: &mut Context<'_>| Outcome::Stuck(Stuck::Nothing)),
                    }
                });
                (task.name.to_string(), guest)
            }));
        }
        self.hall.fill(guests);
    }
}

impl Lowering<'_> {
    /// Builds all engines that a mind with these goals can use.
    pub(super) fn engines(
        &mut self,
        name: &Name,
        mut draft: Draft,
        goals: &[Goal],
        parts: &Parts,
    ) -> Option<Engines> {
        let names = self.shared_names();
        let (plan_rules, minds) = (draft.rules.clone(), std::mem::take(&mut draft.minds));
        let replaced = std::mem::take(&mut draft.tasks);
        let definitions = draft.definitions(&names);
        let mut rules = rules_of(&definitions, &names);
        let (hall, version) = (Hall::new(), self.version());
        let asked = &self.declared.asked_by_rules;
        let guests = asked.iter().map(|(name, arity)| hall.guest(name, *arity, version)).collect();
        let library = match Library::with_callables(&names, definitions, guests) {
            Ok(library) => library,
            Err(error) => {
                self.error("bad-program", span_of(name), error.to_string());
                return None;
            }
        };
        let mut programs = self.other_engines(name, &library, parts)?;
        let (plans, plan) = self.plans_of(name, goals, (&plan_rules, &minds), parts)?;
        programs.extend(plans);
        let guests: BTreeMap<String, Callable> = programs.iter().map(|program| program.guest()).collect();
        let is_replaced = |task: &Task| {
            let own = |name: &String| *task.name == **name || task.name.starts_with(&format!("{name}/"));
            replaced.keys().any(|name| own(name) || task.name.starts_with(&format!("{name}.")))
        };
        let mut tasks: Vec<Task> =
            parts.tasks.tasks.iter().filter(|task| !is_replaced(task)).cloned().collect();
        tasks.extend(replaced.values().flatten().cloned());
        if !tasks.is_empty() {
            for (name, asked) in needs_of(&tasks, &names) {
                rules.entry(name).or_insert(asked);
            }
            tasks.extend(self.called_tasks(&library, &guests));
        }
        Some(Engines { library, rules, programs, plan, tasks, guests, hall })
    }

    /// The engines that the members of a team can use.
    pub(in super::super) fn engines_of_team(&mut self, name: &Name, parts: &Parts) -> Option<Engines> {
        let draft = Draft::new(Vec::new(), parts.programs.clone());
        let engines = self.engines(name, draft, &[], parts)?;
        let tasks = self.built_tasks(name, &engines.tasks)?;
        engines.open(tasks.as_ref());
        Some(engines)
    }

    /// A number for all that the files say.
    fn version(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        for file in &self.files {
            file.syntax().text().to_string().hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Tasks made ready, if there are any. Nothing at all if something is wrong with them.
    pub(super) fn built_tasks(&mut self, name: &Name, tasks: &[Task]) -> Option<Option<Arc<Tasks>>> {
        if tasks.is_empty() {
            return Some(None);
        }
        let mut tasks = tasks.to_vec();
        tasks.extend(self.asking_alone());
        match Tasks::new(&self.names, tasks, Settings::default()) {
            Ok(tasks) => Some(Some(tasks)),
            Err(errors) => {
                errors.into_iter().for_each(|error| self.error("bad-task", span_of(name), error.to_string()));
                None
            }
        }
    }

    /// The plans for drives that the goals, rules and tasks of a mind ask for, made by these rules for one who minds these tags. Gives the
    /// first of them too.
    fn plans_of(
        &mut self,
        name: &Name,
        goals: &[Goal],
        (rules, minds): (&PlanRules, &[motive_core::Symbol]),
        parts: &Parts,
    ) -> Option<(Vec<OtherEngine>, Option<PlanFor>)> {
        let (mut all, mut plan) = (Vec::new(), None);
        for (title, drives) in self.plans.clone() {
            let is_asked = self.declared.asked_by_rules.contains_key(&title)
                || self.declared.called_by_tasks.contains(&title);
            if !is_asked && !goals.iter().any(|goal| goal.pursuit == Pursuit::Program(title.as_str().into()))
            {
                continue;
            }
            let (planning, catalogue, around) =
                (&parts.planning, &parts.catalogue, (&parts.ambiances, minds));
            let program = match self.plan_program(&title, &drives, planning, catalogue, rules, around) {
                Ok(program) => program,
                // A drive or an action that is wrong is missing here; it was said where it stands.
                Err(_) if self.has_errors() => return None,
                Err(error) => return self.bad_mind(name, &error),
            };
            for finding in program.domain().findings() {
                self.odd_plan(name, finding);
            }
            plan.get_or_insert_with(|| program.clone());
            all.push(OtherEngine::of(program));
        }
        Some((all, plan))
    }

    /// The networks, planners, schedules and machines of the files.
    fn other_engines(
        &mut self,
        name: &Name,
        library: &Arc<Library>,
        parts: &Parts,
    ) -> Option<Vec<OtherEngine>> {
        let names = self.shared_names();
        let mut all = Vec::new();
        for network in &parts.networks {
            match network.program(&names) {
                Ok(program) => all.push(OtherEngine::of(program)),
                Err(error) => return self.bad_mind(name, &error),
            }
        }
        all.extend(parts.goaps.values().cloned().map(OtherEngine::of));
        for schedule in parts.schedules.keys() {
            match super::super::schedules::build(schedule, &parts.schedules, &names) {
                Ok(program) => all.push(OtherEngine::of(program)),
                Err(error) => return self.bad_mind(name, &error),
            }
        }
        for machine in &parts.machines {
            match machine.build(&names, library) {
                Ok(program) => all.push(OtherEngine::of(program)),
                Err(error) => return self.bad_mind(name, &error),
            }
        }
        Some(all)
    }
}

/// The text of every rule, for explanations.
fn rules_of(definitions: &[Definition], names: &motive_core::Vocabulary) -> Rules {
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

/// The text of what every task and method asks for, as of a program with one rule.
fn needs_of(tasks: &[Task], names: &motive_core::Vocabulary) -> Rules {
    let text = |asked: &[motive_core::Condition]| -> Vec<(String, Vec<String>)> {
        vec![("needs".to_owned(), asked.iter().map(|part| part.display(names)).collect())]
    };
    let mut all = Rules::new();
    for task in tasks {
        all.insert(task.name.to_string(), text(&task.needs));
        if let motive_tasks::Body::Methods(methods) = &task.body {
            all.extend(
                methods.iter().map(|method| (format!("{}.{}", task.name, method.name), text(&method.when))),
            );
        }
    }
    all
}
