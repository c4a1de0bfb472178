//! Building the symbols, actions and goals of a GOAP agent.

use crate::ambiance::{Ambiance, AmbianceError, CompiledAmbiances, Sensitivity};
use motive_core::condition::{
    Bindings, BuildError, Comparison, CompiledCondition, CompiledExpr, Condition, Expr, ReadSet, Scope,
};
use motive_core::projection::compact::{CompactError, GoalId, Problem, Variable};
use motive_core::vocabulary::{self, ActionId, Dependency, Facts, Id, Value, Vocabulary};
use std::sync::Arc;

/// What is wrong with a GOAP agent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GoapError {
    /// A condition or expression cannot be built.
    #[error("{what}: {source}")]
    Build {
        /// Where.
        what: String,
        /// What is wrong.
        source: BuildError,
    },
    /// The symbols, actions and goals do not make a problem.
    #[error(transparent)]
    Compact(#[from] CompactError),
    /// An ambiance is invalid.
    #[error(transparent)]
    Ambiance(#[from] AmbianceError),
    /// An action is given more or fewer arguments than it takes.
    #[error("`{action}` takes {expected} arguments but is given {found}")]
    Arity {
        /// The action.
        action: String,
        /// How many it takes.
        expected: usize,
        /// How many it is given.
        found: usize,
    },
}

/// A symbol: a truth or a whole number that is computed from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(pub(super) Variable);

/// A symbol, how it is compared, and with what.
pub type Wanted = (Symbol, Comparison, i64);

#[derive(Clone, Debug)]
enum Sensor {
    Truth(Condition),
    Number(Expr),
}

/// An action over symbols.
#[derive(Clone, Debug)]
pub struct GoapAction {
    action: ActionId,
    arguments: Vec<Expr>,
    needs: Vec<Wanted>,
    sets: Vec<(Symbol, i64)>,
    context: Condition,
    cost: f64,
    /// Expressions that are added to the cost at planning time.
    more: Vec<Expr>,
    /// The tags by which ambiances apply to it.
    tags: Vec<vocabulary::Symbol>,
}

impl GoapAction {
    /// An action with these arguments, in which `target` is the target of the goal.
    #[must_use]
    pub fn new(action: ActionId, arguments: Vec<Expr>, cost: f64) -> Self {
        let (needs, sets, more, tags) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { action, arguments, needs, sets, context: Condition::always(), cost, more, tags }
    }

    /// Adds a precondition: a symbol has this value.
    #[must_use]
    pub fn needs(mut self, symbol: Symbol, value: impl Into<i64>) -> Self {
        self.needs.push((symbol, Comparison::Equal, value.into()));
        self
    }

    /// Adds an effect: a symbol gets this value.
    #[must_use]
    pub fn sets(mut self, symbol: Symbol, value: impl Into<i64>) -> Self {
        self.sets.push((symbol, value.into()));
        self
    }

    /// Adds an expression to the cost at planning time, for influences of the place, the hour or other agents. The cost stays positive. An
    /// expression without a value adds nothing.
    #[must_use]
    pub fn costs_more(mut self, by: impl Into<Expr>) -> Self {
        self.more.push(by.into());
        self
    }

    /// Sets its tags. An [ambiance](GoapBuilder::ambiance) on one of them changes its cost.
    #[must_use]
    pub fn tagged(mut self, tags: impl IntoIterator<Item = vocabulary::Symbol>) -> Self {
        self.tags.extend(tags);
        self
    }

    /// Sets a context precondition, evaluated once at planning time, for what symbols cannot express.
    #[must_use]
    pub fn context(mut self, condition: impl Into<Condition>) -> Self {
        self.context = self.context & condition.into();
        self
    }
}

/// A goal over symbols.
#[derive(Clone, Debug)]
pub struct GoapGoal {
    name: Arc<str>,
    wants: Vec<Wanted>,
    priority: Expr,
    target: Option<Expr>,
    when: Condition,
}

impl GoapGoal {
    /// A goal with a fixed priority.
    #[must_use]
    pub fn fixed(name: &str, priority: f64) -> Self {
        Self::ranked(name, priority)
    }

    /// A goal whose priority is higher the lower a number is.
    #[must_use]
    pub fn lowest(name: &str, value: impl Into<Expr>) -> Self {
        Self::ranked(name, -value.into())
    }

    /// A goal whose priority is an expression.
    #[must_use]
    pub fn ranked(name: &str, priority: impl Into<Expr>) -> Self {
        Self {
            name: name.into(),
            wants: Vec::new(),
            priority: priority.into(),
            target: None,
            when: Condition::always(),
        }
    }

    /// Adds a condition: a symbol has this value.
    #[must_use]
    pub fn wants(mut self, symbol: Symbol, value: impl Into<i64>) -> Self {
        self.wants.push((symbol, Comparison::Equal, value.into()));
        self
    }

    /// Sets its target, which is evaluated each time: [`Expr::choose`] gives the best match.
    #[must_use]
    pub fn target(mut self, target: impl Into<Expr>) -> Self {
        self.target = Some(target.into());
        self
    }

    /// Sets when the goal is active.
    #[must_use]
    pub fn when(mut self, condition: impl Into<Condition>) -> Self {
        self.when = self.when & condition.into();
        self
    }
}

/// Builds a [`Goap`].
#[derive(Clone, Debug)]
pub struct GoapBuilder {
    names: Arc<Vocabulary>,
    problem: motive_core::projection::compact::ProblemBuilder,
    sensors: Vec<(Arc<str>, Sensor, i64, i64)>,
    actions: Vec<GoapAction>,
    goals: Vec<GoapGoal>,
    period: u64,
    busy: Option<Condition>,
    interrupts: bool,
    ambiances: Vec<Ambiance>,
    sensitivity: Sensitivity,
}

impl GoapBuilder {
    /// Adds a symbol that says whether a condition holds. The condition can use `target`, the target of the goal.
    pub fn truth(&mut self, name: &str, condition: impl Into<Condition>) -> Symbol {
        self.sensors.push((name.into(), Sensor::Truth(condition.into()), 0, 1));
        Symbol(self.problem.truth(name))
    }

    /// Adds a symbol that is a whole number within bounds.
    pub fn number(&mut self, name: &str, value: impl Into<Expr>, low: i64, high: i64) -> Symbol {
        self.sensors.push((name.into(), Sensor::Number(value.into()), low, high));
        Symbol(self.problem.number(name, low, high))
    }

    /// Adds an action.
    pub fn action(&mut self, action: GoapAction) -> &mut Self {
        self.actions.push(action);
        self
    }

    /// Adds a goal.
    pub fn goal(&mut self, goal: GoapGoal) -> &mut Self {
        self.goals.push(goal);
        self
    }

    /// Sets how often to plan while a plan is followed, in microseconds; 0 for only when something changes that it depends on.
    pub fn period(&mut self, micros: u64) -> &mut Self {
        self.period = micros;
        self
    }

    /// Sets when the agent is committed: while the condition holds, the current plan is not replaced.
    pub fn committed_while(&mut self, condition: impl Into<Condition>) -> &mut Self {
        self.busy = Some(condition.into());
        self
    }

    /// Sets whether a running action may be interrupted. The default is yes: the goal with the highest priority is followed at any time.
    pub fn interrupts(&mut self, interrupts: bool) -> &mut Self {
        self.interrupts = interrupts;
        self
    }

    /// Adds an ambiance, which changes the cost of actions with some tags, for agents that [react](Self::sensitive_to) to the tag.
    pub fn ambiance(&mut self, ambiance: Ambiance) -> &mut Self {
        self.ambiances.push(ambiance);
        self
    }

    /// Sets the tags that the agents react to. The default is none.
    pub fn sensitive_to(&mut self, sensitivity: Sensitivity) -> &mut Self {
        self.sensitivity = sensitivity;
        self
    }

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
    #[must_use]
    pub fn new(names: Arc<Vocabulary>) -> GoapBuilder {
        GoapBuilder {
            names,
            problem: Problem::new(),
            sensors: Vec::new(),
            actions: Vec::new(),
            goals: Vec::new(),
            period: 200_000,
            busy: None,
            interrupts: true,
            ambiances: Vec::new(),
            sensitivity: Sensitivity::default(),
        }
    }

    /// The names in use.
    #[must_use]
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.names
    }

    /// The planning problem over its symbols.
    #[must_use]
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
            costs.push(if possible {
                cost.max(super::super::ambiance::MIN_COST.min(action.cost))
            } else {
                0.0
            });
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
        let wrong = |source| GoapError::Build { what: what.to_owned(), source };
        scope.parameter("target").map_err(wrong)?;
        Ok(scope)
    }

    fn condition(&mut self, condition: &Condition, what: &str) -> Result<CompiledCondition, GoapError> {
        let built = self.scope(what)?.condition(condition);
        let built = built.map_err(|source| GoapError::Build { what: what.to_owned(), source })?;
        self.reads.extend(built.reads());
        Ok(built)
    }

    fn expression(&mut self, expression: &Expr, what: &str) -> Result<CompiledExpr, GoapError> {
        let mut scope = self.scope(what)?;
        let wrong = |source| GoapError::Build { what: what.to_owned(), source };
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
        sensor: &Sensor,
        low: i64,
        high: i64,
    ) -> Result<CompiledSensor, GoapError> {
        let what = format!("the symbol `{name}`");
        Ok(match sensor {
            Sensor::Truth(condition) => CompiledSensor::Truth(self.condition(condition, &what)?),
            Sensor::Number(value) => CompiledSensor::Number(self.expression(value, &what)?, low, high),
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
