//! Planning over states of a few machine words.
//!
//! If a state consists of a few booleans and bounded numbers, it fits into a few machine words, actions are masks, and [`Astar`] finds the
//! cheapest plan in microseconds. Variables, actions and goals are declared once; only the start state differs from plan to plan.
//!
//! ```
//! use motive_core::projection::compact::{Astar, Problem};
//! use motive_core::{Budget, Comparison};
//!
//! let mut problem = Problem::new();
//! let (drawn, loaded, dead) = (problem.truth("drawn"), problem.truth("loaded"), problem.truth("target_is_dead"));
//! problem.action("draw_weapon", 1.0).sets(drawn, true);
//! problem.action("reload_weapon", 1.0).needs(drawn, true).sets(loaded, true);
//! problem.action("attack", 1.0).needs(loaded, true).sets(dead, true);
//! let kill = problem.goal(&[(dead, Comparison::Equal, 1)]);
//! let problem = problem.build()?;
//!
//! let mut search = Astar::new();
//! let plan = search.plan(&problem, &problem.start(), kill, &mut Budget::default()).ok();
//! assert_eq!(plan.map(|plan| problem.display(plan.actions)), Some(vec!["draw_weapon", "reload_weapon", "attack"]));
//! # Ok::<(), motive_core::projection::compact::CompactError>(())
//! ```

mod astar;
mod landmarks;
mod packed_problem;

pub use astar::{Astar, CompactPlan, NoPlan};

use crate::condition::Comparison;
pub use packed_problem::{PackedForm, PackedNeeds, PackedProblem};
use std::sync::Arc;

/// A variable of a problem: a boolean or a bounded number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(u16);

impl Variable {
    /// Its index in a state.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A goal of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GoalId(u16);

/// A condition on a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Need {
    /// The variable.
    pub variable: Variable,
    /// The comparison.
    pub comparison: Comparison,
    /// The value to compare with.
    pub value: i64,
}

impl Need {
    /// Whether a value satisfies it.
    pub fn holds(&self, value: i64) -> bool {
        compares(self.comparison, value, self.value)
    }
}

fn compares(comparison: Comparison, left: i64, right: i64) -> bool {
    match comparison {
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::Equal => left == right,
        Comparison::Unequal => left != right,
        Comparison::AtLeast => left >= right,
        Comparison::More => left > right,
    }
}

/// How an operator changes a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Becomes {
    /// To this value.
    To(i64),
    /// By this amount, clamped to its bounds.
    By(i64),
}

/// An action of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Operator {
    /// Its name.
    pub name: Arc<str>,
    /// Its preconditions.
    pub needs: Vec<Need>,
    /// Its effects, which happen at once; each variable occurs at most once.
    pub changes: Vec<(Variable, Becomes)>,
    /// Its cost; positive.
    pub cost: f64,
}

impl Operator {
    /// Adds a precondition: a variable has this value.
    pub fn needs(&mut self, variable: Variable, value: impl Into<i64>) -> &mut Self {
        self.needs_that(variable, Comparison::Equal, value)
    }

    /// Adds a precondition: a variable compares like this with a value.
    pub fn needs_that(
        &mut self,
        variable: Variable,
        comparison: Comparison,
        value: impl Into<i64>,
    ) -> &mut Self {
        self.needs.push(Need { variable, comparison, value: value.into() });
        self
    }

    /// Adds an effect: sets a variable. It replaces an earlier effect on the same variable.
    pub fn sets(&mut self, variable: Variable, value: impl Into<i64>) -> &mut Self {
        self.change(variable, Becomes::To(value.into()))
    }

    /// Adds an effect: adds to a number. It replaces an earlier effect on the same variable.
    pub fn adds(&mut self, variable: Variable, by: i64) -> &mut Self {
        self.change(variable, Becomes::By(by))
    }

    fn change(&mut self, variable: Variable, becomes: Becomes) -> &mut Self {
        self.changes.retain(|(known, _)| *known != variable);
        self.changes.push((variable, becomes));
        self
    }
}

/// The values of all variables, in the order of declaration.
pub type State = Vec<i64>;

#[derive(Clone, Debug)]
struct VariableInfo {
    name: Arc<str>,
    low: i64,
    high: i64,
}

impl VariableInfo {
    fn after(&self, value: i64, becomes: Becomes) -> i64 {
        match becomes {
            Becomes::To(to) => to,
            Becomes::By(by) => value.saturating_add(by).clamp(self.low, self.high),
        }
    }
}

/// What is wrong with a problem.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompactError {
    /// The variables take too many bits.
    #[error("the variables of the problem take {0} bits; {most} is the most", most = packed_problem::MOST_BITS)]
    TooLarge(usize),
    /// A cost that is not positive.
    /// Its parts: the action, what it costs.
    #[error("`{0}` costs {1}; the cost of an action must be positive")]
    Cost(Arc<str>, f64),
    /// A variable of another problem.
    #[error("`{0}` uses a variable that was not declared in this problem")]
    Foreign(Arc<str>),
    /// A value outside the bounds of a variable.
    #[error("`{action}` gives `{variable}` the value {value}, which lies outside its bounds")]
    OutOfBounds {
        /// The action.
        action: Arc<str>,
        /// The variable.
        variable: Arc<str>,
        /// The value.
        value: i64,
    },
    /// An action with two effects on one variable.
    /// Its parts: the action, the variable.
    #[error("`{0}` changes `{1}` twice; all changes of an action happen at once")]
    Twice(Arc<str>, Arc<str>),
    /// Bounds in the wrong order.
    #[error("the least value of `{0}` is above its greatest")]
    Bounds(Arc<str>),
    /// Too many actions, variables or goals.
    #[error("a problem can have 65,535 actions, variables and goals at most")]
    TooMany,
}

/// Builds a [`Problem`].
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    variables: Vec<VariableInfo>,
    operators: Vec<Operator>,
    goals: Vec<Vec<Need>>,
}

/// A compiled planning problem. Immutable; share it between agents.
#[derive(Clone, Debug)]
pub struct Problem {
    variables: Vec<VariableInfo>,
    operators: Vec<Operator>,
    goals: Vec<Vec<Need>>,
    code: PackedProblem,
}

impl ProblemBuilder {
    /// Adds a boolean: 0 or 1.
    pub fn truth(&mut self, name: &str) -> Variable {
        self.number(name, 0, 1)
    }

    /// Adds a number within inclusive bounds. Additions are clamped to them.
    pub fn number(&mut self, name: &str, low: i64, high: i64) -> Variable {
        self.variables.push(VariableInfo { name: name.into(), low, high });
        Variable((self.variables.len() - 1) as u16)
    }

    /// Adds an action. Set its preconditions and effects on the result.
    pub fn action(&mut self, name: &str, cost: f64) -> &mut Operator {
        let at = self.operators.len();
        self.operators.push(Operator { name: name.into(), needs: Vec::new(), changes: Vec::new(), cost });
        &mut self.operators[at]
    }

    /// Adds a goal: a conjunction of conditions.
    pub fn goal(&mut self, needs: &[(Variable, Comparison, i64)]) -> GoalId {
        let need = |(variable, comparison, value): &(Variable, Comparison, i64)| Need {
            variable: *variable,
            comparison: *comparison,
            value: *value,
        };
        self.goals.push(needs.iter().map(need).collect());
        GoalId((self.goals.len() - 1) as u16)
    }

    /// Builds the problem.
    pub fn build(self) -> Result<Problem, CompactError> {
        self.check()?;
        let code = PackedProblem::new(&self)?;
        let Self { variables, operators, goals } = self;
        Ok(Problem { variables, operators, goals, code })
    }

    fn check(&self) -> Result<(), CompactError> {
        let most = usize::from(u16::MAX);
        if self.variables.len() > most || self.operators.len() > most || self.goals.len() > most {
            return Err(CompactError::TooMany);
        }
        if let Some(bad) = self.variables.iter().find(|variable| variable.low > variable.high) {
            return Err(CompactError::Bounds(bad.name.clone()));
        }
        let known = |needs: &[Need], action: &Arc<str>| {
            let all = needs.iter().all(|need| usize::from(need.variable.0) < self.variables.len());
            if all { Ok(()) } else { Err(CompactError::Foreign(action.clone())) }
        };
        for operator in &self.operators {
            let action = operator.name.clone();
            if !(operator.cost > 0.0 && operator.cost.is_finite()) {
                return Err(CompactError::Cost(action, operator.cost));
            }
            known(&operator.needs, &action)?;
            for (at, (variable, becomes)) in operator.changes.iter().enumerate() {
                let Some(info) = self.variables.get(usize::from(variable.0)) else {
                    return Err(CompactError::Foreign(action));
                };
                if operator.changes.iter().take(at).any(|(other, _)| other == variable) {
                    return Err(CompactError::Twice(action, info.name.clone()));
                }
                if let Becomes::To(value) = becomes
                    && !(info.low..=info.high).contains(value)
                {
                    return Err(CompactError::OutOfBounds {
                        action,
                        variable: info.name.clone(),
                        value: *value,
                    });
                }
            }
        }
        self.goals.iter().try_for_each(|goal| known(goal, &"a goal".into()))
    }
}

impl Problem {
    /// A builder without declarations.
    #[expect(clippy::new_ret_no_self, reason = "a problem is made by its builder")]
    pub fn new() -> ProblemBuilder {
        ProblemBuilder::default()
    }

    /// The problem in machine words.
    pub fn code(&self) -> &PackedProblem {
        &self.code
    }

    /// The state in which every variable has its least value.
    pub fn start(&self) -> State {
        self.variables.iter().map(|variable| variable.low).collect()
    }

    /// The names of the variables, in the order in which they were declared, with their least and greatest values.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = (&str, i64, i64)> {
        self.variables.iter().map(|variable| (&*variable.name, variable.low, variable.high))
    }

    /// The actions, in the order in which they were declared.
    pub fn operators(&self) -> &[Operator] {
        &self.operators
    }

    /// The conditions of a goal.
    pub fn goal(&self, goal: GoalId) -> &[Need] {
        self.goals.get(usize::from(goal.0)).map_or(&[], |needs| needs)
    }

    /// The names of actions by their numbers.
    pub fn display(&self, actions: &[u16]) -> Vec<&str> {
        actions.iter().filter_map(|at| Some(&*self.operators.get(usize::from(*at))?.name)).collect()
    }

    /// Whether all conditions hold. This reads the declaration, not the compiled form.
    pub fn meets(&self, state: &[i64], needs: &[Need]) -> bool {
        let value = |need: &Need| state.get(usize::from(need.variable.0)).copied();
        needs.iter().all(|need| value(need).is_some_and(|value| need.holds(value)))
    }

    /// Applies the declared effects of an action, without checking its preconditions.
    pub fn apply(&self, state: &mut [i64], operator: &Operator) {
        for (variable, becomes) in &operator.changes {
            let at = usize::from(variable.0);
            if let (Some(info), Some(value)) = (self.variables.get(at), state.get_mut(at)) {
                *value = info.after(*value, *becomes);
            }
        }
    }

    /// Whether an action would change anything in a state.
    pub fn would_change(&self, state: &[i64], operator: &Operator) -> bool {
        operator.changes.iter().any(|(variable, becomes)| {
            let at = usize::from(variable.0);
            let known = self.variables.get(at).zip(state.get(at));
            known.is_some_and(|(info, value)| info.after(*value, *becomes) != *value)
        })
    }

    /// Checks a plan against the declaration: all preconditions hold, and the goal holds at the end. Returns its cost, or the index of the
    /// first step that cannot be done; the number of steps if only the goal fails.
    pub fn check(&self, start: &[i64], actions: &[u16], goal: GoalId) -> Result<f64, usize> {
        let (mut state, mut cost) = (start.to_vec(), 0.0);
        for (at, action) in actions.iter().enumerate() {
            let operator = self.operators.get(usize::from(*action)).ok_or(at)?;
            if !self.meets(&state, &operator.needs) {
                return Err(at);
            }
            self.apply(&mut state, operator);
            cost += operator.cost;
        }
        if self.meets(&state, self.goal(goal)) { Ok(cost) } else { Err(actions.len()) }
    }
}
