//! Plans, and how they were found.

use super::domain::Domain;
use super::simulate::ChainLink;
use motive_core::action::{Arguments, Command};
use motive_core::vocabulary::{ActionId, Id, Value};

/// One action of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub action: ActionId,
    /// The thing that it is done with.
    pub thing: Option<Id>,
    pub(super) index: u16,
}

impl Step {
    pub(super) fn of(link: &ChainLink, domain: &Domain) -> Option<Self> {
        let action = domain.actions.get(link.action as usize)?.built.declared().action;
        Some(Self { action, thing: link.thing, index: link.action })
    }

    /// What it is done with, as arguments.
    #[must_use]
    pub fn arguments(&self) -> Arguments {
        self.thing.into_iter().map(Value::Id).collect()
    }

    /// The action as a person would write it.
    #[must_use]
    pub fn display(&self, domain: &Domain) -> String {
        Command::Act { action: self.action, arguments: self.arguments() }.display(&domain.names)
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Termination {
    /// It goes on.
    #[default]
    Unfinished,
    /// The best plan that was taken up had nothing left to mend.
    Found,
    /// Nothing was left to take up.
    Exhausted,
    /// It was as long as it may be; the best complete plan that was waiting is given.
    Limit,
}

/// What a search has cost. Work and counts, never time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SearchCounts {
    /// Plans of one action that it began with.
    pub seeds: u32,
    /// Plans that were taken up.
    pub expansions: u32,
    /// Plans that were thought through.
    pub generated: u32,
    /// Plans that were left out because they did not bring their need closer.
    pub filtered: u32,
    /// Plans that were left out because they had been thought of before.
    pub repeated: u32,
    /// Plans that were not taken up because they could not become better than those that were found.
    pub bounded: u32,
    /// Plans that were left out because of a limit.
    pub cut: u32,
    /// The most plans that were waiting at once.
    pub open: u32,
    /// How the search ended.
    pub termination: Termination,
}

/// What to do, in order.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// The actions.
    pub steps: Vec<Step>,
    /// What everything will be worth at its end.
    pub utility: f64,
    /// What the second best of the plans waiting was worth.
    pub runner_up: Option<f64>,
    /// How long it takes.
    pub seconds: f64,
    /// What it cost to find.
    pub counts: SearchCounts,
}

impl Plan {
    /// The actions as a person would write them.
    #[must_use]
    pub fn display(&self, domain: &Domain) -> Vec<String> {
        self.steps.iter().map(|step| step.display(domain)).collect()
    }
}

/// What became of a plan that was considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanStatus {
    /// It waits to be taken up.
    Waiting,
    /// It was taken up, and other plans were made of it.
    Developed,
    /// It was taken up and is the plan.
    Chosen,
    /// It would have ended in death.
    Lethal,
    /// It would have made nothing better.
    Useless,
}

/// A plan that was considered, for those who want to know why another was chosen.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Considered {
    /// Its number; plans are numbered from 1 in the order in which they were thought of.
    pub number: usize,
    /// The plan that it was made of; 0 for those that the search began with.
    pub from: usize,
    /// Its actions, in the order in which they would be done.
    pub steps: Vec<Step>,
    /// What everything would be worth at its end.
    pub utility: f64,
    /// What plans are compared by.
    pub rating: f64,
    /// How satisfied each drive would be, in the order in which they were declared.
    pub parts: Vec<f64>,
    /// The need that is not met, if there is one: which action has it, and what it is.
    pub unmet: Option<(Step, String)>,
    /// Which plan it was when it was taken up, counted from 1.
    pub taken_up: Option<u32>,
    /// What became of it.
    pub standing: PlanStatus,
}
