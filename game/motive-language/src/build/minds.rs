//! Minds: goals under arbitration, with the engines that pursue them.

use super::{InternalError, MindEngine, ModelBuilder};
use crate::model::{CheckedMind, TaskPursuit};
use motive_arbiter::baselines::BaselineError;
use motive_arbiter::{Character, CharacterBuilder, Goal, Pursuit};
use motive_core::{Catalogue, Value};
use motive_drives::PlanFor;
use motive_drives::goap::GoapFor;
use motive_tasks::lookahead::LookaheadOptions;
use motive_tasks::{TaskError, TaskLibrary as Tasks};
use std::sync::Arc;

/// A mind of a file, ready to be given to any number of agents.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MindDefinition {
    /// Its name.
    pub name: String,
    /// The architecture that plays it.
    pub engine: MindEngine,
    /// The task that is the whole mind, as in `mind Guard = task Defend(home)`.
    pub task: Option<PlannedTask>,
    /// How it plans for drives, if it or one of its goals does.
    pub plan: Option<PlanFor>,
    /// How it plans over symbols, if it or one of its goals does.
    pub goap: Option<GoapFor>,
}

impl MindDefinition {
    /// A mind to give to an agent.
    ///
    /// # Errors
    /// As for [`MindEngine::start`].
    pub fn start(&self) -> Result<Box<dyn motive_core::Mind>, BaselineError> {
        self.engine.start()
    }

    /// The goals and programs that it plays.
    #[must_use]
    pub fn character(&self) -> &Arc<Character> {
        self.engine.character()
    }
}

/// A task with its arguments, and all that is needed to plan it ahead.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlannedTask {
    /// The name of the task.
    pub name: String,
    /// What it is called with.
    pub arguments: Vec<Value>,
    /// All tasks of the file.
    pub tasks: Arc<Tasks>,
    /// Preconditions and effects of actions.
    pub catalogue: Arc<Catalogue>,
}

impl ModelBuilder<'_> {
    pub(super) fn mind(self, mind: &CheckedMind) -> Result<MindDefinition, InternalError> {
        let (items, names) = (&self.model.items, self.model.vocabulary.clone());
        let engines = self.engines(mind)?;
        let mut builder = Character::new(names)
            .profile(mind.profile.clone())
            .library(&engines.library)
            .catalogue(items.catalogue.clone());
        for engine in &engines.side_engines {
            builder = engine.add_to(builder);
        }
        let tasks = self.built_tasks(&mind.place, &engines.tasks)?;
        if let Some(tasks) = &tasks {
            for pursuit in &items.calls.task_pursuits {
                builder = with_pursuit(builder, pursuit, tasks, &items.catalogue)
                    .map_err(|error| InternalError::new(&mind.place, &error))?;
            }
        }
        engines.connect(tasks.as_ref());
        builder = builder.program(engines.registry.clone());
        builder = mind.goals.iter().cloned().fold(builder, CharacterBuilder::goal);
        let character = builder.build().map_err(|error| InternalError::new(&mind.place, &error))?;
        let library = engines.library;
        let engine = match mind.baseline {
            None => MindEngine::Arbiter(character),
            Some(baseline) => MindEngine::Baseline(baseline, character, library),
        };
        engine.start().map_err(|error| InternalError::new(&mind.place, &error))?;
        let pursued = |goal: &Goal| match &goal.pursuit {
            Pursuit::Program(program) => items.goaps.get(&**program).cloned(),
            _ => None,
        };
        let goap = mind.goals.iter().find_map(pursued);
        let task = tasks.and_then(|tasks| self.planned_task(mind, tasks));
        let plan = mind.plans.first().cloned();
        Ok(MindDefinition { name: mind.name.clone(), engine, task, plan, goap })
    }

    /// The task that is the whole mind, if one is.
    fn planned_task(&self, mind: &CheckedMind, tasks: Arc<Tasks>) -> Option<PlannedTask> {
        let (title, items) = (mind.task.as_ref()?, &self.model.items);
        let pursuit = items.calls.task_pursuits.iter().find(|known| known.title == *title)?;
        let (name, arguments) = (pursuit.task.clone(), pursuit.arguments.clone());
        Some(PlannedTask { name, arguments, tasks, catalogue: Arc::new(items.catalogue.clone()) })
    }
}

/// Adds the program in which a task pursues a goal.
fn with_pursuit(
    builder: CharacterBuilder,
    pursuit: &TaskPursuit,
    tasks: &Arc<Tasks>,
    catalogue: &Catalogue,
) -> Result<CharacterBuilder, TaskError> {
    let arguments = pursuit.arguments.clone();
    let Some(look) = pursuit.ahead else {
        return Ok(builder.program(tasks.program(&pursuit.task, arguments)?.named(&pursuit.title)));
    };
    let mut options = look.steps.map_or_else(LookaheadOptions::default, LookaheadOptions::next);
    options.cheapest = look.cheapest;
    let lookahead = tasks.lookahead(&pursuit.task, arguments, Arc::new(catalogue.clone()))?;
    let program = lookahead.program(&pursuit.title, options);
    Ok(builder.program(if look.reconsidered { program.reconsidering() } else { program }))
}
