//! The current goals, symbols and costs of a GOAP planner, for inspection.

use super::build::{CompiledGoapGoal, Goap, VARIABLES, with_target};
use crate::ambiance::AmbianceState;
use motive_core::action::{Arguments, Command};
use motive_core::binding::Budget;
use motive_core::condition::CompiledExpr;
use motive_core::projection::compact::{Astar, GoalId, NoPlan};
use motive_core::vocabulary::{Facts, Id};

/// The current state of one goal: its target, its symbols, and the costs of the actions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Situation {
    /// The name of the goal.
    pub goal: String,
    /// The goal, in the planner's [problem](Goap::problem).
    pub id: GoalId,
    /// Its target.
    pub target: Option<Id>,
    /// Its priority.
    pub priority: f64,
    /// Whether it is satisfied.
    pub met: bool,
    /// The value of each symbol.
    pub state: Vec<i64>,
    /// The cost of each action, for an agent that observes the ambiances for the first time; none for actions that cannot be done.
    pub costs: Vec<f64>,
}

impl Goap {
    /// The active goals, highest priority first; among equals the one declared first.
    #[must_use]
    pub fn situations(&self, facts: &impl Facts) -> Vec<Situation> {
        let mut all: Vec<Situation> = Vec::new();
        let (mut observed, mut ambiance) = (AmbianceState::default(), Vec::new());
        self.ambiances.observe(&mut observed, facts);
        self.ambiances.add(&observed, facts.time().micros, &mut ambiance);
        for goal in &self.goals {
            let Some((priority, target)) = self.wanted(goal, facts) else { continue };
            let (mut state, mut costs) = (Vec::new(), Vec::new());
            self.sense(target, facts, &mut state);
            self.costs(target, facts, &ambiance, &mut costs);
            let met = self.problem.meets(&state, self.problem.goal(goal.id));
            all.push(Situation {
                goal: goal.name.to_string(),
                id: goal.id,
                target,
                priority,
                met,
                state,
                costs,
            });
        }
        all.sort_by(|a, b| b.priority.total_cmp(&a.priority));
        all
    }

    /// The cheapest plan for a goal, as the numbers of actions, and its cost.
    ///
    /// # Errors
    /// If there is no plan, or the budget is used up.
    pub fn plan(&self, at: &Situation, budget: &mut Budget) -> Result<(Vec<u16>, f64), NoPlan> {
        let mut search = Astar::new();
        let found = search.plan_at(&self.problem, &at.state, at.id, &at.costs, budget)?;
        Ok((found.actions.to_vec(), found.cost))
    }

    /// The command of an action for a goal with this target; none if an argument has no value.
    #[must_use]
    pub fn command(&self, action: u16, target: Option<Id>, facts: &impl Facts) -> Option<Command> {
        let action = self.actions.get(usize::from(action))?;
        let value = |of: &CompiledExpr| of.value(facts, &mut with_target(VARIABLES, target));
        let arguments: Option<Arguments> = action.arguments.iter().map(value).collect();
        Some(Command::Act { action: action.action, arguments: arguments? })
    }

    /// The priority and target of a goal; none if it is not active or has no target.
    pub(super) fn wanted(&self, goal: &CompiledGoapGoal, facts: &impl Facts) -> Option<(f64, Option<Id>)> {
        let target = match &goal.target {
            None => None,
            Some(target) => Some(target.value(facts, &mut with_target(VARIABLES, None))?.id()?),
        };
        if !goal.when.holds(facts, &mut with_target(goal.when.variables, target)) {
            return None;
        }
        let priority = goal.priority.number(facts, &mut with_target(VARIABLES, target))?;
        Some((priority, target))
    }
}
