//! Minds: goals under arbitration, with the engines that pursue them, and the architecture that plays them.

use super::{ModelBuilder, refused};
use crate::model::{Baseline, CheckedMind, TaskPursuit};
use motive_arbiter::baselines::{
    BaselineError, BensonNilsson, DriveCollection, DriveElement, FixedPriority, Minder,
};
use motive_arbiter::teleo::Library;
use motive_arbiter::{Arbiter, Character, CharacterBuilder, CharacterError, Goal, Pursuit};
use motive_core::{Catalogue, Memory, Mind, Value};
use motive_drives::PlanFor;
use motive_drives::goap::GoapFor;
use motive_tasks::lookahead::LookaheadOptions;
use motive_tasks::{TaskError, TaskLibrary};
use std::sync::Arc;

/// A mind of a file, ready to be given to any number of agents.
#[derive(Clone, Debug)]
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
    pub fn start(&self) -> Result<Box<dyn Mind>, BaselineError> {
        self.engine.start()
    }

    /// The goals and programs that it plays.
    pub fn character(&self) -> &Arc<Character> {
        self.engine.character()
    }
}

/// A task with its arguments, and all that is needed to plan it ahead.
#[derive(Clone, Debug)]
pub struct PlannedTask {
    /// The name of the task.
    pub name: String,
    /// What it is called with.
    pub arguments: Vec<Value>,
    /// All tasks of the file.
    pub tasks: Arc<TaskLibrary>,
    /// Preconditions and effects of actions.
    pub catalogue: Arc<Catalogue>,
}

/// The architecture that plays a mind of a file.
#[derive(Clone, Debug)]
pub enum MindEngine {
    /// Goals under arbitration.
    Arbiter(Arc<Character>),
    /// The same goals under another published architecture.
    Baseline(Baseline, Arc<Character>, Arc<Library>),
}

impl MindEngine {
    /// A mind to give to an agent.
    ///
    /// # Errors
    /// If the architecture cannot play this character. A mind that was loaded from a file always can.
    pub fn start(&self) -> Result<Box<dyn Mind>, BaselineError> {
        let (baseline, character, library) = match self {
            Self::Arbiter(character) => return Ok(Box::new(Arbiter::new(character.clone()))),
            Self::Baseline(baseline, character, library) => (baseline, character.clone(), library),
        };
        Ok(match baseline {
            Baseline::BensonNilsson => Box::new(BensonNilsson::new(character, library, Default::default())?),
            Baseline::Minder => {
                let filter = character.profile().filter;
                Box::new(Minder::new(character, filter))
            }
            Baseline::DriveCollection => {
                let drives: Vec<DriveElement> =
                    character.goals().iter().map(|goal| DriveElement::new(&goal.name)).collect();
                Box::new(DriveCollection::new(character, library, drives)?)
            }
            Baseline::FixedPriority => Box::new(FixedPriority::new(character)),
        })
    }

    /// Replaces a running mind, as after a reload. An arbiter keeps the tasks whose programs have not changed; any other
    /// mind starts again with what the agent knows.
    ///
    /// # Errors
    /// As for [`MindEngine::start`]; the running mind then stays.
    pub fn take_over(&self, mind: &mut Box<dyn Mind>, memory: &mut Memory) -> Result<(), BaselineError> {
        if let Self::Arbiter(character) = self
            && let Some(running) = mind.as_any_mut().and_then(|mind| mind.downcast_mut::<Arbiter>())
        {
            running.replace(character.clone(), memory);
        } else {
            *mind = self.start()?;
        }
        Ok(())
    }

    /// The goals and programs that it plays.
    pub fn character(&self) -> &Arc<Character> {
        match self {
            Self::Arbiter(character) | Self::Baseline(_, character, _) => character,
        }
    }
}

impl ModelBuilder<'_> {
    /// A mind, unless an engine refuses something of it, which is reported.
    pub(super) fn mind(&mut self, mind: &CheckedMind) -> Option<MindDefinition> {
        let (items, names) = (&self.checked.items, self.checked.vocabulary.clone());
        let plans = self.plans(mind)?;
        let engines = self.engines_of(mind, &plans)?;
        let mut builder = Character::new(names)
            .profile(mind.profile.clone())
            .library(&engines.library)
            .catalogue(items.catalogue.clone());
        for engine in &engines.side_engines {
            builder = engine.add_to(builder);
        }
        if let Some(tasks) = &engines.tasks {
            for pursuit in &items.calls.task_pursuits {
                let with_task = with_pursuit(builder, pursuit, tasks, &items.catalogue);
                builder = self.built(&mind.place, with_task)?;
            }
        }
        builder = builder.program(engines.table.clone());
        let goals = mind.goals.iter().map(|goal| goal.definition.clone());
        let character = match goals.fold(builder, CharacterBuilder::goal).build() {
            Ok(character) => character,
            Err(error) => {
                self.findings.push(self.refused_character(mind, &error));
                return None;
            }
        };
        let engine = match mind.baseline {
            None => MindEngine::Arbiter(character),
            Some(baseline) => MindEngine::Baseline(baseline, character, engines.library.clone()),
        };
        self.built(&mind.place, engine.start())?;
        let pursued = |goal: &Goal| match &goal.pursuit {
            Pursuit::Program(program) => items.goaps.get(&**program).cloned(),
            _ => None,
        };
        let goap = mind.goals.iter().find_map(|goal| pursued(&goal.definition));
        let task = engines.tasks.as_ref().and_then(|tasks| self.planned_task(mind, tasks));
        let plan = plans.into_iter().next();
        Some(MindDefinition { name: mind.name.clone(), engine, task, plan, goap })
    }

    /// What is wrong with a character, at the goal that it concerns or else at its mind.
    fn refused_character(&self, mind: &CheckedMind, error: &CharacterError) -> crate::model::FileProblem {
        let meant = match error {
            CharacterError::Goal(goal, _)
            | CharacterError::Twice(goal)
            | CharacterError::ArgumentsAtTop { goal, .. } => Some(goal),
            _ => None,
        };
        let goal = mind.goals.iter().find(|goal| meant.is_some_and(|name| *goal.definition.name == **name));
        refused(goal.map_or(&mind.place, |goal| &goal.place), error)
    }

    /// The task that is the whole mind, if one is.
    fn planned_task(&self, mind: &CheckedMind, tasks: &Arc<TaskLibrary>) -> Option<PlannedTask> {
        let (title, items) = (mind.task.as_ref()?, &self.checked.items);
        let pursuit = items.calls.task_pursuits.iter().find(|known| known.title == *title)?;
        let (name, arguments) = (pursuit.task.clone(), pursuit.arguments.clone());
        let catalogue = Arc::new(items.catalogue.clone());
        Some(PlannedTask { name, arguments, tasks: tasks.clone(), catalogue })
    }
}

/// Adds the program in which a task pursues a goal.
fn with_pursuit(
    builder: CharacterBuilder,
    pursuit: &TaskPursuit,
    tasks: &Arc<TaskLibrary>,
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
