//! What a planner over symbols has before it, for those who look at it without following it.

use super::build::{CompiledGoapGoal, Goap, VARIABLES, with_target};
use crate::ambiance::Felt;
use motive_core::action::{Arguments, Command};
use motive_core::binding::Budget;
use motive_core::condition::CompiledExpr;
use motive_core::projection::compact::{Astar, GoalId, NoPlan};
use motive_core::vocabulary::{Facts, Id};

/// A goal as it stands here and now: what it is about, how things are seen from it, and what the actions cost.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Situation {
    /// The name of the goal.
    pub goal: String,
    /// The goal, in the planner's [problem](Goap::problem).
    pub id: GoalId,
    /// The one thing that it is about.
    pub target: Option<Id>,
    /// How important it is.
    pub priority: f64,
    /// Whether it is met.
    pub met: bool,
    /// The value of each symbol.
    pub state: Vec<i64>,
    /// What each action costs, for one who comes to know of what is around just now; nothing for one that cannot be done at all.
    pub costs: Vec<f64>,
}

impl Goap {
    /// The goals that are wanted, the most important first, among equals the earlier.
    #[must_use]
    pub fn situations(&self, facts: &impl Facts) -> Vec<Situation> {
        let mut all: Vec<Situation> = Vec::new();
        let (mut felt, mut mood) = (Felt::default(), Vec::new());
        self.around.look(&mut felt, facts);
        self.around.add(&felt, facts.time().micros, &mut mood);
        for goal in &self.goals {
            let Some((priority, target)) = self.wanted(goal, facts) else { continue };
            let (mut state, mut costs) = (Vec::new(), Vec::new());
            self.sense(target, facts, &mut state);
            self.costs(target, facts, &mood, &mut costs);
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

    /// The cheapest plan for a goal as it stands, as the numbers of actions, and what it costs.
    ///
    /// # Errors
    /// If there is none, or the budget is spent.
    pub fn plan(&self, at: &Situation, budget: &mut Budget) -> Result<(Vec<u16>, f64), NoPlan> {
        let mut search = Astar::new();
        let found = search.plan_at(&self.problem, &at.state, at.id, &at.costs, budget)?;
        Ok((found.actions.to_vec(), found.cost))
    }

    /// What an action is when it is done for a goal with this target; nothing if its arguments are not known.
    #[must_use]
    pub fn command(&self, action: u16, target: Option<Id>, facts: &impl Facts) -> Option<Command> {
        let action = self.actions.get(usize::from(action))?;
        let value = |of: &CompiledExpr| of.value(facts, &mut with_target(VARIABLES, target));
        let arguments: Option<Arguments> = action.arguments.iter().map(value).collect();
        Some(Command::Act { action: action.action, arguments: arguments? })
    }

    /// How important a goal is and what it is about; nothing if it is not wanted, or there is nothing for it to be about.
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
