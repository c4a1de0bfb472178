//! GOAP compiled: what the symbols, actions and goals of agents are in a state of memory.

use super::{GoapAction, GoapBuilder, GoapError, GoapGoal, SymbolSensor};
use crate::ambiance::{AmbianceState, CompiledAmbiances, MIN_COST};
use motive_core::action::{Arguments, Command};
use motive_core::binding::Budget;
use motive_core::condition::{
    Bindings, BuildError, CompiledCondition, CompiledExpr, Condition, Expr, ReadSet, Scope,
};
use motive_core::projection::compact::{Astar, GoalId, NoPlan, Problem};
use motive_core::vocabulary::{ActionId, Dependency, Facts, Id, Value, Vocabulary};
use std::sync::Arc;

impl GoapBuilder {
    /// Builds the planner.
    pub fn build(mut self) -> Result<Arc<Goap>, GoapError> {
        let names = self.names.clone();
        let mut reads = ReadSet::default();
        let mut compiler = GoapCompiler { names: &names, reads: &mut reads };
        let mut sensors = Vec::new();
        for (name, sensor, low, high) in &self.sensors {
            sensors.push(compiler.sensor(name, sensor, *low, *high)?);
        }
        let (mut actions, mut goals) = (Vec::new(), Vec::new());
        for action in &self.actions {
            let operator = self.problem.action(names.action_name(action.action), action.cost);
            for (symbol, comparison, value) in &action.needs {
                operator.needs_that(symbol.0, *comparison, *value);
            }
            for (symbol, value) in &action.sets {
                operator.sets(symbol.0, *value);
            }
            actions.push(compiler.action(action)?);
        }
        for goal in &self.goals {
            let wants: Vec<_> =
                goal.wants.iter().map(|(symbol, how, value)| (symbol.0, *how, *value)).collect();
            goals.push(compiler.goal(goal, self.problem.goal(&wants))?);
        }
        let busy =
            self.busy.as_ref().map(|busy| compiler.condition(busy, "when it is committed")).transpose()?;
        let tags = self.actions.iter().map(|action| &action.tags[..]);
        let ambiances = CompiledAmbiances::new(&self.ambiances, &self.sensitivity, tags, &names, &mut reads)?;
        let problem = self.problem.build()?;
        let (period, interrupts) = (self.period, self.interrupts);
        if !interrupts {
            // Whether a latched action runs is read from memory.
            let builtin = names.builtin();
            reads.add(Dependency::Kind(builtin.action));
            reads.add(Dependency::KindProperty(builtin.action, builtin.status));
        }
        Ok(Arc::new(Goap {
            names,
            problem,
            sensors,
            actions,
            goals,
            reads,
            period,
            busy,
            interrupts,
            ambiances,
        }))
    }
}

#[derive(Clone, Debug)]
pub(super) enum CompiledSensor {
    Truth(CompiledCondition),
    Number(CompiledExpr, i64, i64),
}

#[derive(Clone, Debug)]
pub(super) struct CompiledGoapAction {
    pub(super) action: ActionId,
    pub(super) arguments: Vec<CompiledExpr>,
    pub(super) context: CompiledCondition,
    pub(super) cost: f64,
    pub(super) more: Vec<CompiledExpr>,
}

#[derive(Clone, Debug)]
pub(super) struct CompiledGoapGoal {
    pub(super) name: Arc<str>,
    pub(super) id: GoalId,
    pub(super) priority: CompiledExpr,
    pub(super) target: Option<CompiledExpr>,
    pub(super) when: CompiledCondition,
}

/// The symbols, actions and goals of GOAP agents of one sort. Immutable; share it between agents.
#[derive(Debug)]
pub struct Goap {
    pub(super) names: Arc<Vocabulary>,
    pub(super) problem: Problem,
    pub(super) sensors: Vec<CompiledSensor>,
    pub(super) actions: Vec<CompiledGoapAction>,
    pub(super) goals: Vec<CompiledGoapGoal>,
    pub(super) reads: ReadSet,
    pub(super) period: u64,
    pub(super) busy: Option<CompiledCondition>,
    pub(super) interrupts: bool,
    pub(super) ambiances: CompiledAmbiances,
}

impl Goap {
    /// A builder without symbols, actions and goals.
    #[expect(clippy::new_ret_no_self, reason = "an agent's planner is made by its builder")]
    pub fn new(names: Arc<Vocabulary>) -> GoapBuilder {
        GoapBuilder { names, period: 200_000, interrupts: true, ..GoapBuilder::default() }
    }

    /// The names in use.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names
    }

    /// The planning problem over its symbols.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The values of the symbols for a goal with this target.
    pub(super) fn sense(&self, target: Option<Id>, facts: &impl Facts, state: &mut Vec<i64>) {
        state.clear();
        for sensor in &self.sensors {
            state.push(match sensor {
                CompiledSensor::Truth(condition) => {
                    i64::from(condition.holds(facts, &mut with_target(condition.variables, target)))
                }
                CompiledSensor::Number(value, low, high) => {
                    let number =
                        value.number(facts, &mut with_target(VARIABLES, target)).unwrap_or(*low as f64);
                    (number.floor() as i64).clamp(*low, *high)
                }
            });
        }
    }

    /// The current costs of the actions; actions whose context precondition fails have none. `ambiance` is added to the declared cost,
    /// which stays positive.
    pub(super) fn costs(
        &self,
        target: Option<Id>,
        facts: &impl Facts,
        ambiance: &[f64],
        costs: &mut Vec<f64>,
    ) {
        costs.clear();
        for (at, action) in self.actions.iter().enumerate() {
            let possible = action.context.holds(facts, &mut with_target(action.context.variables, target));
            let worth = |more: &CompiledExpr| more.number(facts, &mut with_target(VARIABLES, target));
            let more: f64 = action.more.iter().filter_map(worth).filter(|more| more.is_finite()).sum();
            let cost = action.cost + ambiance.get(at).copied().unwrap_or(0.0) + more;
            costs.push(if possible { cost.max(MIN_COST.min(action.cost)) } else { 0.0 });
        }
    }
}

/// Bindings for an expression: the target and the names of its patterns.
pub(super) const VARIABLES: usize = 16;

pub(super) fn with_target(variables: usize, target: Option<Id>) -> Bindings {
    let mut bindings = Bindings::new(variables.max(1));
    bindings.set(0, Value::Id(target.unwrap_or(Id::SELF)));
    bindings
}

struct GoapCompiler<'a> {
    names: &'a Vocabulary,
    reads: &'a mut ReadSet,
}

impl GoapCompiler<'_> {
    fn scope(&self, what: &str) -> Result<Scope<'_>, GoapError> {
        let mut scope = Scope::new(self.names);
        let wrong = |source| GoapError::Build(what.to_owned(), source);
        scope.parameter("target").map_err(wrong)?;
        Ok(scope)
    }

    fn condition(&mut self, condition: &Condition, what: &str) -> Result<CompiledCondition, GoapError> {
        let built = self.scope(what)?.condition(condition);
        let built = built.map_err(|source| GoapError::Build(what.to_owned(), source))?;
        self.reads.extend(built.reads());
        Ok(built)
    }

    fn expression(&mut self, expression: &Expr, what: &str) -> Result<CompiledExpr, GoapError> {
        let mut scope = self.scope(what)?;
        let wrong = |source| GoapError::Build(what.to_owned(), source);
        let built = scope.expression(expression).map_err(wrong)?;
        if scope.names().len() > VARIABLES {
            return Err(wrong(BuildError::TooManyVariables));
        }
        self.reads.extend(built.reads());
        Ok(built)
    }

    fn sensor(
        &mut self,
        name: &str,
        sensor: &SymbolSensor,
        low: i64,
        high: i64,
    ) -> Result<CompiledSensor, GoapError> {
        let what = format!("the symbol `{name}`");
        Ok(match sensor {
            SymbolSensor::Truth(condition) => CompiledSensor::Truth(self.condition(condition, &what)?),
            SymbolSensor::Number(value) => CompiledSensor::Number(self.expression(value, &what)?, low, high),
        })
    }

    fn action(&mut self, action: &GoapAction) -> Result<CompiledGoapAction, GoapError> {
        let name = self.names.action_name(action.action).to_owned();
        let expected = self.names.action_info(action.action).map_or(0, |info| info.arity);
        if expected != action.arguments.len() {
            return Err(GoapError::Arity { action: name, expected, found: action.arguments.len() });
        }
        let what = format!("the action `{name}`");
        let arguments =
            action.arguments.iter().map(|value| self.expression(value, &what)).collect::<Result<_, _>>()?;
        let context = self.condition(&action.context, &what)?;
        let more = action.more.iter().map(|more| self.expression(more, &what)).collect::<Result<_, _>>()?;
        Ok(CompiledGoapAction { action: action.action, arguments, context, cost: action.cost, more })
    }

    fn goal(&mut self, goal: &GoapGoal, id: GoalId) -> Result<CompiledGoapGoal, GoapError> {
        let what = format!("the goal `{}`", goal.name);
        let priority = self.expression(&goal.priority, &what)?;
        let target = goal.target.as_ref().map(|target| self.expression(target, &what)).transpose()?;
        let when = self.condition(&goal.when, &what)?;
        Ok(CompiledGoapGoal { name: goal.name.clone(), id, priority, target, when })
    }
}

/// The current state of one goal: its target, its symbols, and the costs of the actions.
#[derive(Clone, Debug, PartialEq)]
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
