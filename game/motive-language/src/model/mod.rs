//! The checked model: what a set of files says, once every name and type in it has been checked.
//!
//! [`CheckedModel`] is what [`check`](crate::check) produces and [`build`](crate::build) consumes. Definitions are kept in the form that
//! the engines take (a [`Definition`] of rules, an [`HtnTask`], a [`Goal`] …), each with its place in the text, so that building only hands
//! them over and can say where a definition stands that an engine refuses.

mod index;

pub use index::{DefinitionId, DefinitionKind, NamedDefinition, SemanticIndex};

use crate::diagnostic::{Diagnostic, DiagnosticLevel, Span};
use motive_arbiter::teleo::Definition;
use motive_arbiter::{Goal, Profile};
use motive_core::{
    ActionId, Catalogue, Condition, Effect, Id, Kind, Memory, MemoryError, Pattern, Property, Relation,
    Symbol, Thing, Value, Vocabulary,
};
use motive_drives::ambiance::Ambiance;
use motive_drives::goap::GoapFor;
use motive_drives::{Drive, Interaction, Rules as PlanRules, Utility};
use motive_machines::schedule::ScheduleTask;
#[cfg(feature = "networks")]
use motive_networks::{ActionSchema, Blueprint, NetworkError, NetworkProgram, SensorCondition, SkillBody};
use motive_tasks::HtnTask;
use motive_tasks::team::{Assignment, Select};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a world or game declares: the names that a file may use, and what is known of its actions.
#[derive(Clone, Copy, Debug)]
pub struct WorldVocabulary<'a> {
    /// Kinds, properties, relations, functions, actions and symbols.
    pub vocabulary: &'a Vocabulary,
    /// Preconditions, effects and conflicts of the world's actions.
    pub catalogue: &'a Catalogue,
}

/// A place in one of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSpan {
    /// The index of the file in [`Loaded::texts`](crate::Loaded::texts).
    pub file: usize,
    /// The bytes in that file.
    pub span: Span,
}

/// A diagnostic and the file that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// The index of the file in [`Loaded::texts`](crate::Loaded::texts).
    pub file: usize,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

impl FileProblem {
    /// Whether the file cannot be used because of this.
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == DiagnosticLevel::Error
    }
}

/// A definition and where its name stands, for the errors that an engine finds in it.
#[derive(Clone, Debug)]
pub(crate) struct Located<T> {
    pub(crate) place: FileSpan,
    pub(crate) definition: T,
}

/// The checked content of a file and everything that it uses.
#[derive(Clone, Debug, Default)]
pub struct CheckedModel {
    /// The world that the files are for.
    pub(crate) world: Option<String>,
    /// The world's names and those that the files add.
    pub(crate) vocabulary: Arc<Vocabulary>,
    pub(crate) index: SemanticIndex,
    pub(crate) items: CheckedItems,
    /// The minds; those of the loaded file come last.
    pub(crate) minds: Vec<CheckedMind>,
    pub(crate) teams: Vec<CheckedTeam>,
    /// A hash of all texts, so that a reload can tell which behaviours have changed.
    pub(crate) version: u64,
}

impl CheckedModel {
    /// The world that the files say they are for.
    pub fn world(&self) -> Option<&str> {
        self.world.as_deref()
    }

    /// The world's names and those that the files add.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// What every name refers to, and the types of expressions.
    pub fn index(&self) -> &SemanticIndex {
        &self.index
    }
}

/// Everything that the files declare except minds and teams.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckedItems {
    pub(crate) goals: BTreeMap<String, Located<Goal>>,
    pub(crate) programs: BTreeMap<String, CheckedProgram>,
    pub(crate) catalogue: Catalogue,
    pub(crate) networks: CheckedNetworks,
    /// The tasks, each followed by those that are hidden in it.
    pub(crate) tasks: Vec<Located<HtnTask>>,
    pub(crate) drive_planning: DrivePlanning,
    pub(crate) goaps: BTreeMap<String, GoapFor>,
    pub(crate) machines: Vec<Located<CheckedMachine>>,
    pub(crate) schedules: BTreeMap<String, Located<CheckedSchedule>>,
    pub(crate) ambiances: Vec<Ambiance>,
    pub(crate) initial_state: InitialState,
    pub(crate) calls: EngineCalls,
    /// Whether the order `ask` exists. Agents outside of a team have nobody to ask; for them it fails.
    pub(crate) answers_ask: bool,
}

/// A program, and where the name of each of its rules stands.
#[derive(Clone, Debug)]
pub(crate) struct CheckedProgram {
    pub(crate) definition: Definition,
    pub(crate) rules: Vec<FileSpan>,
}

/// A state machine. What its states do are programs of the same library as all others.
#[derive(Clone, Debug)]
pub(crate) struct CheckedMachine {
    pub(crate) name: String,
    /// The first is the start state.
    pub(crate) states: Vec<CheckedState>,
}

/// A state of a machine.
#[derive(Clone, Debug)]
pub(crate) struct CheckedState {
    pub(crate) name: String,
    /// The program that runs in this state, if anything does.
    pub(crate) program: Option<String>,
    /// The states that it can be left for, and when.
    pub(crate) transitions: Vec<(String, Condition)>,
}

/// A schedule: actions in order, with conditions that begin it and break it off.
#[derive(Clone, Debug)]
pub(crate) struct CheckedSchedule {
    pub(crate) when: Condition,
    /// Each of these makes it fail.
    pub(crate) interrupts: Vec<Condition>,
    /// The schedule that runs after a failure.
    pub(crate) on_failure: Option<String>,
    pub(crate) tasks: Vec<ScheduleTask>,
}

/// The skill networks of the files. Without the feature `networks` there are none: the checker refuses files that declare one.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckedNetworks {
    #[cfg(feature = "networks")]
    pub(crate) definitions: Vec<NetworkDefinition>,
    #[cfg(feature = "networks")]
    pub(crate) programs: Vec<NetworkProgram>,
}

/// A skill network of a file.
#[cfg(feature = "networks")]
#[derive(Clone, Debug)]
pub struct NetworkDefinition {
    /// How it runs and what it starts with.
    pub blueprint: Blueprint,
    /// The conditions on memory that its propositions stand for.
    pub meanings: Vec<SensorCondition>,
    /// What its skills do in the world.
    pub bodies: Vec<SkillBody>,
    /// Actions of which skills are made, one for each thing that they can be done with.
    pub families: Vec<ActionSchema>,
    /// How often activation spreads in a tick at most until something is being done.
    pub spread: u32,
}

#[cfg(feature = "networks")]
impl NetworkDefinition {
    /// The network as a program that pursues a goal.
    ///
    /// # Errors
    /// If the network is not valid. One that was loaded from a file always is.
    pub fn program(&self, names: &Vocabulary) -> Result<NetworkProgram, NetworkError> {
        let program = NetworkProgram::new(&self.blueprint, &self.meanings, &self.bodies, names)?;
        Ok(program.with_schemas(&self.families, names)?.spread(self.spread))
    }
}

/// Everything that the files declare about drives, for all plans.
#[derive(Clone, Debug, Default)]
pub(crate) struct DrivePlanning {
    /// The drives, with where the name of each stands.
    pub(crate) drives: Vec<Located<Drive>>,
    pub(crate) utility: Utility,
    /// Conditions under which the utility is 0, and planning stops.
    pub(crate) dead: Vec<Condition>,
    /// Actions that kinds of things offer, how they are done, and under which condition in that way.
    pub(crate) offers: Vec<(Kind, ActionId, Interaction, Option<Condition>)>,
    /// Actions that the agent can do. Empty means all.
    pub(crate) consumes: Vec<ActionId>,
    /// What changes while time passes.
    pub(crate) passing: Vec<Effect>,
}

/// Things and facts that an agent knows before the first tick: `thing axe: tool { weight: 3 }` and `fact self.wood == 2`.
///
/// Agents perceive what there is in a world. Only files without a world, and plans that start in another situation, need this.
#[derive(Clone, Debug, Default)]
pub struct InitialState {
    pub(crate) things: Vec<Thing>,
    pub(crate) values: Vec<(Id, Property, Value)>,
    pub(crate) rows: Vec<(Relation, Vec<Value>)>,
}

impl InitialState {
    /// Writes all of it into a memory, over what is there.
    ///
    /// # Errors
    /// If the memory has another vocabulary than the file.
    pub fn apply_to(&self, memory: &mut Memory) -> Result<(), MemoryError> {
        for thing in &self.things {
            memory.put(thing.clone())?;
        }
        for (id, property, value) in &self.values {
            memory.set(*id, *property, value.clone())?;
        }
        for (relation, row) in &self.rows {
            memory.relate(*relation, row)?;
        }
        Ok(())
    }
}

/// Which engines are called by others, found while their callers are checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct EngineCalls {
    /// Actions, programs and other engines that tasks call.
    pub(crate) by_tasks: BTreeSet<String>,
    /// Tasks, plans, networks and other engines that rules call, and with how many arguments.
    pub(crate) by_rules: BTreeMap<String, usize>,
    /// Tasks with arguments that goals are pursued by.
    pub(crate) task_pursuits: Vec<TaskPursuit>,
    /// Plans for drives by their titles, each with the names of its drives.
    pub(crate) drive_plans: BTreeMap<String, Vec<String>>,
}

impl EngineCalls {
    /// Whether a rule or task calls an engine.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.by_rules.contains_key(name) || self.by_tasks.contains(name)
    }
}

/// A task with its arguments that pursues a goal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TaskPursuit {
    /// The name of the program: the task with its arguments and how far it is planned ahead, as text.
    pub(crate) title: String,
    pub(crate) task: String,
    pub(crate) arguments: Vec<Value>,
    /// How far it is planned ahead, if it is.
    pub(crate) ahead: Option<LookAhead>,
}

/// How far a task is planned ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LookAhead {
    /// The number of steps; `None` for all of them.
    pub(crate) steps: Option<usize>,
    /// Whether the cheapest decomposition is searched for.
    pub(crate) cheapest: bool,
    /// Whether a plan that runs is compared with new ones.
    pub(crate) reconsidered: bool,
}

/// A published architecture that runs one program at a time; see [`motive_arbiter::baselines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// [`BensonNilsson`](motive_arbiter::baselines::BensonNilsson), with equal times for all rules.
    BensonNilsson,
    /// [`Minder`](motive_arbiter::baselines::Minder), with the mind's own filter.
    Minder,
    /// [`DriveCollection`](motive_arbiter::baselines::DriveCollection): the goals are the drives, in their order.
    DriveCollection,
    /// [`FixedPriority`](motive_arbiter::baselines::FixedPriority)
    FixedPriority,
}

/// A mind: its goals, the programs and tasks that it replaces, and its settings.
#[derive(Clone, Debug)]
pub(crate) struct CheckedMind {
    pub(crate) name: String,
    pub(crate) place: FileSpan,
    pub(crate) goals: Vec<Located<Goal>>,
    /// Programs that the mind replaces.
    pub(crate) replaced_programs: BTreeMap<String, CheckedProgram>,
    /// Tasks that the mind replaces, each with the tasks hidden in it.
    pub(crate) replaced_tasks: BTreeMap<String, Vec<Located<HtnTask>>>,
    /// The pursuit that is the whole mind, as in `mind Guard = task Defend(home)`.
    pub(crate) task: Option<String>,
    pub(crate) profile: Profile,
    pub(crate) baseline: Option<Baseline>,
    /// Whether what is preferred is required.
    pub(crate) preferences_required: bool,
    /// Whether ranges count.
    pub(crate) ranges: bool,
    /// How plans for drives are made and followed.
    pub(crate) plan_rules: PlanRules,
    /// The tags of actions that ambiances change the cost of.
    pub(crate) minded_tags: Vec<Symbol>,
}

impl CheckedMind {
    pub(crate) fn new(place: FileSpan, goals: Vec<Located<Goal>>) -> Self {
        Self {
            name: String::new(),
            place,
            goals,
            replaced_programs: BTreeMap::new(),
            replaced_tasks: BTreeMap::new(),
            task: None,
            profile: Profile::motive(),
            baseline: None,
            preferences_required: false,
            ranges: true,
            plan_rules: PlanRules::default(),
            minded_tags: Vec::new(),
        }
    }

    /// Whether its programs and tasks are those of the files.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.replaced_programs.is_empty()
            && self.replaced_tasks.is_empty()
            && self.ranges
            && !self.preferences_required
    }

    /// The tasks of the files, with those that the mind replaces.
    pub(crate) fn tasks<'m>(
        &'m self,
        all: &'m [Located<HtnTask>],
    ) -> impl Iterator<Item = &'m Located<HtnTask>> {
        let is_replaced = |task: &HtnTask| {
            let own = |name: &String| *task.name == **name || task.name.starts_with(&format!("{name}/"));
            self.replaced_tasks.keys().any(|name| own(name) || task.name.starts_with(&format!("{name}.")))
        };
        let kept = all.iter().filter(move |task| !is_replaced(&task.definition));
        kept.chain(self.replaced_tasks.values().flatten())
    }

    /// A program of the files, or what the mind replaces it with.
    pub(crate) fn program<'m>(&'m self, items: &'m CheckedItems, name: &str) -> Option<&'m CheckedProgram> {
        self.replaced_programs.get(name).or_else(|| items.programs.get(name))
    }

    /// The programs, without what the mind's settings leave out.
    pub(crate) fn definitions(&self, items: &CheckedItems, names: &Vocabulary) -> Vec<Definition> {
        // Where a world marks the nearest thing, the mark replaces the lowest distance.
        let mark = names.find_property("distance").zip(names.find_property("nearest"));
        let marks: Vec<_> = mark.into_iter().collect();
        let ablate = |pattern: Pattern| {
            let pattern = if self.ranges { pattern } else { pattern.without_ranges(&marks) };
            if self.preferences_required { pattern.preferences_required() } else { pattern }
        };
        let programs = items.programs.keys().filter_map(|name| self.program(items, name));
        let definitions = programs.map(|program| program.definition.clone());
        definitions.map(|program| program.with_patterns(&ablate)).collect()
    }
}

/// What helps against conditions and values that are nested too deep.
pub(crate) const SHALLOWER: &str = "give the inner parts a name, with `let` or `condition`";

/// The name of the coordinator on the board of a team.
pub(crate) const COORDINATOR: &str = "coordinator";

/// A team: its members with their first tasks, its roles, and the coordinator's task.
#[derive(Clone, Debug)]
pub(crate) struct CheckedTeam {
    pub(crate) name: String,
    /// What all its members have in common.
    pub(crate) member: CheckedMind,
    pub(crate) members: Vec<(String, Vec<Assignment>)>,
    pub(crate) roles: Vec<(String, Vec<Assignment>)>,
    pub(crate) coordinator: Option<Assignment>,
    pub(crate) select: Select,
    pub(crate) unique: bool,
}
