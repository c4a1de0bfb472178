//! Symbols, actions and goals of a GOAP agent, made ready to plan with.

use crate::ambiance::{Ambiance, AmbianceError, Surroundings, Temper};
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
    /// An ambiance cannot be minded.
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

/// Something that the agent knows, as GOAP sees it.
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
    /// What is added to the cost when a plan is made.
    more: Vec<Expr>,
    /// The tags by which ambiances lie on it.
    tags: Vec<vocabulary::Symbol>,
}

impl GoapAction {
    /// An action that is done with these arguments, in which `target` is the target of the goal.
    #[must_use]
    pub fn new(action: ActionId, arguments: Vec<Expr>, cost: f64) -> Self {
        let (needs, sets, more, tags) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { action, arguments, needs, sets, context: Condition::always(), cost, more, tags }
    }

    /// It needs a symbol to have this value.
    #[must_use]
    pub fn needs(mut self, symbol: Symbol, value: impl Into<i64>) -> Self {
        self.needs.push((symbol, Comparison::Equal, value.into()));
        self
    }

    /// It gives a symbol this value.
    #[must_use]
    pub fn sets(mut self, symbol: Symbol, value: impl Into<i64>) -> Self {
        self.sets.push((symbol, value.into()));
        self
    }

    /// When a plan is made this is added to the cost, which stays above nothing: what the place, the hour or those around make of
    /// an action. What cannot be told adds nothing.
    #[must_use]
    pub fn costs_more(mut self, by: impl Into<Expr>) -> Self {
        self.more.push(by.into());
        self
    }

    /// It has these tags: an [ambiance](GoapBuilder::ambiance) that touches one of them changes what it costs.
    #[must_use]
    pub fn tagged(mut self, tags: impl IntoIterator<Item = vocabulary::Symbol>) -> Self {
        self.tags.extend(tags);
        self
    }

    /// It is not considered at all unless this holds when a plan is made: the escape hatch for what symbols cannot say.
    #[must_use]
    pub fn context(mut self, condition: impl Into<Condition>) -> Self {
        self.context = self.context & condition.into();
        self
    }
}

/// Something to be reached.
#[derive(Clone, Debug)]
pub struct GoapGoal {
    name: Arc<str>,
    wants: Vec<Wanted>,
    priority: Expr,
    target: Option<Expr>,
    when: Condition,
}

impl GoapGoal {
    /// A goal of fixed importance.
    #[must_use]
    pub fn fixed(name: &str, priority: f64) -> Self {
        Self::ranked(name, priority)
    }

    /// A goal that is the more important the lower a number is: the lowest drive comes first.
    #[must_use]
    pub fn lowest(name: &str, value: impl Into<Expr>) -> Self {
        Self::ranked(name, -value.into())
    }

    /// A goal whose importance is worked out.
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

    /// It asks for a symbol to have this value.
    #[must_use]
    pub fn wants(mut self, symbol: Symbol, value: impl Into<i64>) -> Self {
        self.wants.push((symbol, Comparison::Equal, value.into()));
        self
    }

    /// The one thing that it is about, chosen anew whenever it is looked at: [`Expr::choose`] gives the best.
    #[must_use]
    pub fn target(mut self, target: impl Into<Expr>) -> Self {
        self.target = Some(target.into());
        self
    }

    /// When it is wanted at all.
    #[must_use]
    pub fn when(mut self, condition: impl Into<Condition>) -> Self {
        self.when = self.when & condition.into();
        self
    }
}

/// Collects the symbols, actions and goals of a GOAP agent.
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
    temper: Temper,
}

impl GoapBuilder {
    /// A symbol that says whether a condition holds. `target` is the target of the goal at hand.
    pub fn truth(&mut self, name: &str, condition: impl Into<Condition>) -> Symbol {
        self.sensors.push((name.into(), Sensor::Truth(condition.into()), 0, 1));
        Symbol(self.problem.truth(name))
    }

    /// A symbol that is a whole number within bounds.
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

    /// How often a plan is looked for while one is followed, in microseconds; 0 for never, as long as nothing changes that it depends on.
    pub fn period(&mut self, micros: u64) -> &mut Self {
        self.period = micros;
        self
    }

    /// While this holds the plan at hand goes on, whatever comes up: something is being done that must not be broken off.
    pub fn committed_while(&mut self, condition: impl Into<Condition>) -> &mut Self {
        self.busy = Some(condition.into());
        self
    }

    /// Whether an action may be given up before it has ended. Normally it may: the most important goal is followed at every
    /// moment.
    pub fn interrupts(&mut self, interrupts: bool) -> &mut Self {
        self.interrupts = interrupts;
        self
    }

    /// Something around the agents makes actions with some tags dearer or cheaper for them, if they [mind](Self::minds) the tag.
    pub fn ambiance(&mut self, ambiance: Ambiance) -> &mut Self {
        self.ambiances.push(ambiance);
        self
    }

    /// Which tags of actions the agents mind. None, unless said otherwise.
    pub fn minds(&mut self, temper: Temper) -> &mut Self {
        self.temper = temper;
        self
    }

    /// Makes it ready to plan with.
    pub fn build(mut self) -> Result<Arc<Goap>, GoapError> {
        let names = self.names.clone();
        let mut reads = ReadSet::default();
        let mut maker = GoapCompiler { names: &names, reads: &mut reads };
        let mut sensors = Vec::new();
        for (name, sensor, low, high) in &self.sensors {
            sensors.push(maker.sensor(name, sensor, *low, *high)?);
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
            actions.push(maker.action(action)?);
        }
        for goal in &self.goals {
            let wants: Vec<_> =
                goal.wants.iter().map(|(symbol, how, value)| (symbol.0, *how, *value)).collect();
            goals.push(maker.goal(goal, self.problem.goal(&wants))?);
        }
        let busy =
            self.busy.as_ref().map(|busy| maker.condition(busy, "when it is committed")).transpose()?;
        let tags = self.actions.iter().map(|action| &action.tags[..]);
        let around = Surroundings::new(&self.ambiances, &self.temper, tags, &names, &mut reads)?;
        let problem = self.problem.build()?;
        let (period, interrupts) = (self.period, self.interrupts);
        if !interrupts {
            // Whether an action is under way is seen in what memory shows of it.
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
            around,
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

/// A GOAP agent's symbols, actions and goals. Immutable, shared by all agents of a sort.
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
    pub(super) around: Surroundings,
}

impl Goap {
    /// Begins with nothing known, nothing to do and nothing wanted.
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
            temper: Temper::default(),
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

    /// The names of the goals, in the order in which they were declared.
    pub fn goal_names(&self) -> impl Iterator<Item = &str> {
        self.goals.iter().map(|goal| &*goal.name)
    }

    /// What the symbols are, seen by a goal with this target.
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

    /// What the actions cost right now: those whose context fails cannot be done. `mood` is added to the declared cost, which
    /// stays above nothing.
    pub(super) fn costs(&self, target: Option<Id>, facts: &impl Facts, mood: &[f64], costs: &mut Vec<f64>) {
        costs.clear();
        for (at, action) in self.actions.iter().enumerate() {
            let possible = action.context.holds(facts, &mut with_target(action.context.variables, target));
            let worth = |more: &CompiledExpr| more.number(facts, &mut with_target(VARIABLES, target));
            let more: f64 = action.more.iter().filter_map(worth).filter(|more| more.is_finite()).sum();
            let cost = action.cost + mood.get(at).copied().unwrap_or(0.0) + more;
            costs.push(if possible {
                cost.max(super::super::ambiance::LEAST_COST.min(action.cost))
            } else {
                0.0
            });
        }
    }
}

/// Room for the variables of an expression: the target and what its patterns name.
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
