//! The checked model: what a set of files says, once every name and type in it has been checked.
//!
//! [`CheckedModel`] is what [`check`](crate::check) produces and [`build`](crate::build) consumes. Definitions are kept in the form that
//! the engines take (a [`Definition`] of rules, a [`Task`], a [`Goal`] …), so that building only hands them over.

mod machines;
mod networks;
mod place_map;
mod planning;
mod semantic_index;
mod tasks;

pub(crate) use machines::{CheckedMachine, CheckedSchedule, CheckedState};
pub(crate) use networks::CheckedNetworks;
pub(crate) use planning::{Ambiances, DrivePlanning};
pub use semantic_index::{DefinitionId, DefinitionKind, NamedDefinition, SemanticIndex};
pub(crate) use tasks::{LookAhead, TaskPursuit};

use crate::build::{Baseline, InitialState};
use crate::diagnostic::Span;
use motive_arbiter::teleo::Definition;
use motive_arbiter::{Goal, Profile};
use motive_core::{Catalogue, Pattern, Symbol, Vocabulary};
use motive_drives::goap::GoapFor;
use motive_drives::{PlanFor, Rules as PlanRules};
use motive_machines::schedule::ScheduleProgram;
use motive_tasks::HtnTask as Task;
use motive_tasks::team::{Assignment, Select};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A place in one of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the file in [`Loaded::texts`](crate::Loaded::texts).
    pub file: usize,
    /// The bytes in that file.
    pub span: Span,
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
    #[must_use]
    pub fn world(&self) -> Option<&str> {
        self.world.as_deref()
    }

    /// The world's names and those that the files add.
    #[must_use]
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// What every name refers to, and the types of expressions.
    #[must_use]
    pub fn index(&self) -> &SemanticIndex {
        &self.index
    }
}

/// Everything that the files declare except minds and teams.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckedItems {
    pub(crate) goals: BTreeMap<String, Goal>,
    pub(crate) programs: BTreeMap<String, Definition>,
    pub(crate) catalogue: Catalogue,
    pub(crate) networks: CheckedNetworks,
    pub(crate) tasks: Vec<Task>,
    pub(crate) drive_planning: DrivePlanning,
    pub(crate) goaps: BTreeMap<String, GoapFor>,
    pub(crate) machines: Vec<CheckedMachine>,
    pub(crate) schedules: Vec<ScheduleProgram>,
    pub(crate) ambiances: Ambiances,
    pub(crate) initial_state: InitialState,
    pub(crate) calls: EngineCalls,
    /// Whether the order `ask` exists. Agents outside of a team have nobody to ask; for them it fails.
    pub(crate) answers_ask: bool,
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

/// A mind: its goals, the programs and tasks that it replaces, and its settings.
#[derive(Clone, Debug)]
pub(crate) struct CheckedMind {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) goals: Vec<Goal>,
    /// All programs, with those that the mind replaces.
    pub(crate) programs: BTreeMap<String, Definition>,
    /// Tasks that the mind replaces, each with the tasks hidden in it.
    pub(crate) replaced_tasks: BTreeMap<String, Vec<Task>>,
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
    /// The plans for drives that its goals, rules and tasks ask for.
    pub(crate) plans: Vec<PlanFor>,
    /// The tags of actions that ambiances change the cost of.
    pub(crate) minded_tags: Vec<Symbol>,
}

impl CheckedMind {
    pub(crate) fn new(goals: Vec<Goal>, programs: BTreeMap<String, Definition>) -> Self {
        Self {
            name: String::new(),
            place: Place { file: 0, span: 0..0 },
            goals,
            programs,
            replaced_tasks: BTreeMap::new(),
            task: None,
            profile: Profile::motive(),
            baseline: None,
            preferences_required: false,
            ranges: true,
            plan_rules: PlanRules::default(),
            plans: Vec::new(),
            minded_tags: Vec::new(),
        }
    }

    /// The tasks of the files, with those that the mind replaces.
    pub(crate) fn tasks(&self, all: &[Task]) -> Vec<Task> {
        let is_replaced = |task: &Task| {
            let own = |name: &String| *task.name == **name || task.name.starts_with(&format!("{name}/"));
            self.replaced_tasks.keys().any(|name| own(name) || task.name.starts_with(&format!("{name}.")))
        };
        let kept = all.iter().filter(|task| !is_replaced(task));
        kept.chain(self.replaced_tasks.values().flatten()).cloned().collect()
    }

    /// The programs, without what the mind's settings leave out.
    pub(crate) fn definitions(&self, names: &Vocabulary) -> Vec<Definition> {
        // Where a world marks the nearest thing, the mark replaces the lowest distance.
        let mark = names.find_property("distance").zip(names.find_property("nearest"));
        let marks: Vec<_> = mark.into_iter().collect();
        let ablate = |pattern: Pattern| {
            let pattern = if self.ranges { pattern } else { pattern.without_ranges(&marks) };
            if self.preferences_required { pattern.preferences_required() } else { pattern }
        };
        self.programs.values().cloned().map(|program| program.with_patterns(&ablate)).collect()
    }
}

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
