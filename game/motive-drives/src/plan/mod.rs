//! Plans, and how they were found.

mod drive_states;
mod scripted;
mod search;
mod simulate;
mod thing_choice;

pub use drive_states::{DriveEvent, DriveGoal, DriveState, DriveStates};
pub use scripted::best_script;
pub(crate) use scripted::{other_scripts, with_targets};
pub use search::{PlanSearch, SearchProgress};
pub(crate) use simulate::{ChainLink, Simulator, Unmet};

use crate::domain::Domain;
use motive_core::action::{Arguments, Command};
use motive_core::vocabulary::{ActionId, Id, Value};

/// One action of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// The action.
    pub action: ActionId,
    /// The thing it is done with.
    pub thing: Option<Id>,
    pub(crate) index: u16,
}

impl PlanStep {
    pub(crate) fn of(link: &ChainLink, domain: &Domain) -> Option<Self> {
        let action = domain.ability(link.action)?.built.declared().action;
        Some(Self { action, thing: link.thing, index: link.action })
    }

    /// The arguments of the action.
    pub fn arguments(&self) -> Arguments {
        self.thing.into_iter().map(Value::Id).collect()
    }

    /// The action as text.
    pub fn display(&self, domain: &Domain) -> String {
        Command::Act { action: self.action, arguments: self.arguments() }.display(&domain.names)
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Termination {
    /// The search is not finished.
    #[default]
    Unfinished,
    /// The best expanded plan was complete.
    Found,
    /// No plan was left to expand.
    Exhausted,
    /// A limit was reached. The best complete plan in the open list was returned.
    Limit,
}

/// Statistics of a search: counts, never wall-clock time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchCounts {
    /// Plans of one action that the search began with.
    pub seeds: u32,
    /// Expanded plans.
    pub expansions: u32,
    /// Simulated plans.
    pub generated: u32,
    /// Plans that were dropped because they did not improve the precondition they were made for.
    pub filtered: u32,
    /// Plans that were dropped as duplicates.
    pub repeated: u32,
    /// Plans that were not expanded because they could not become better than those found.
    pub bounded: u32,
    /// Plans that were dropped because of a limit.
    pub cut: u32,
    /// The greatest length of the open list.
    pub open: u32,
    /// How the search ended.
    pub termination: Termination,
}

/// A plan: actions in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The actions.
    pub steps: Vec<PlanStep>,
    /// The utility at its end.
    pub utility: f64,
    /// The utility of the second best plan.
    pub runner_up: Option<f64>,
    /// Its duration in seconds.
    pub seconds: f64,
    /// Statistics of the search that found it.
    pub counts: SearchCounts,
}

impl Plan {
    /// The actions as text.
    pub fn display(&self, domain: &Domain) -> Vec<String> {
        self.steps.iter().map(|step| step.display(domain)).collect()
    }
}

/// The status of a plan in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanStatus {
    /// In the open list.
    Waiting,
    /// Expanded into other plans.
    Developed,
    /// Chosen as the result.
    Chosen,
    /// Rejected: it ends in death.
    Lethal,
    /// Rejected: it improves nothing.
    Useless,
}

/// A plan that a search considered, for explanations.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered {
    /// Its number, from 1 in the order of generation.
    pub number: usize,
    /// The plan it was made from; 0 for those that the search began with.
    pub from: usize,
    /// Its actions in order of execution.
    pub steps: Vec<PlanStep>,
    /// The utility at its end.
    pub utility: f64,
    /// The rating by which plans are compared.
    pub rating: f64,
    /// The satisfaction of each drive at its end, in the order of declaration.
    pub parts: Vec<f64>,
    /// The first unmet precondition: the action and the condition as text.
    pub unmet: Option<(PlanStep, String)>,
    /// When it was expanded, counted from 1.
    pub taken_up: Option<u32>,
    /// Its status.
    pub standing: PlanStatus,
}
