//! Goal-oriented action planning (GOAP): one goal at a time, with one target, by the cheapest plan over symbols.
//!
//! The knowledge of the agent is reduced to a few [symbols](GoapBuilder::truth); goals are conditions on symbols, and actions have
//! preconditions and effects on them. The planner finds the cheapest plan for the unmet goal with the highest priority, with A*
//! ([`compact`](motive_core::projection::compact)).
//!
//! GOAP is the baseline for planning with drives: it pursues one goal at a time, goals are met or not, and the world is assumed to stand
//! still.

mod behaviour;
mod compiled;

pub use behaviour::{GoapBehaviour, GoapFor};
pub use compiled::{Goap, Situation};

use crate::ambiance::{Ambiance, AmbianceError, Sensitivity};
use motive_core::condition::{BuildError, Comparison, Condition, Expr};
use motive_core::projection::compact::{CompactError, ProblemBuilder, Variable};
use motive_core::vocabulary::{ActionId, Symbol, Vocabulary};
use std::sync::Arc;

/// What is wrong with a GOAP agent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GoapError {
    /// A condition or expression cannot be built.
    /// Its parts: where, what is wrong.
    #[error("{0}: {1}")]
    Build(String, #[source] BuildError),
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
pub struct GoapSymbol(pub(super) Variable);

/// A symbol, how it is compared, and with what.
pub type Wanted = (GoapSymbol, Comparison, i64);

#[derive(Clone, Debug)]
enum SymbolSensor {
    Truth(Condition),
    Number(Expr),
}

/// An action over symbols.
#[derive(Clone, Debug)]
#[must_use]
pub struct GoapAction {
    action: ActionId,
    arguments: Vec<Expr>,
    needs: Vec<Wanted>,
    sets: Vec<(GoapSymbol, i64)>,
    context: Condition,
    cost: f64,
    /// Expressions that are added to the cost at planning time.
    more: Vec<Expr>,
    /// The tags by which ambiances apply to it.
    tags: Vec<Symbol>,
}

impl GoapAction {
    /// An action with these arguments, in which `target` is the target of the goal.
    pub fn new(action: ActionId, arguments: Vec<Expr>, cost: f64) -> Self {
        let (needs, sets, more, tags) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { action, arguments, needs, sets, context: Condition::always(), cost, more, tags }
    }

    /// Adds a precondition: a symbol has this value.
    pub fn needs(mut self, symbol: GoapSymbol, value: impl Into<i64>) -> Self {
        self.needs.push((symbol, Comparison::Equal, value.into()));
        self
    }

    /// Adds an effect: a symbol gets this value.
    pub fn sets(mut self, symbol: GoapSymbol, value: impl Into<i64>) -> Self {
        self.sets.push((symbol, value.into()));
        self
    }

    /// Adds an expression to the cost at planning time, for influences of the place, the hour or other agents. The cost stays positive. An
    /// expression without a value adds nothing.
    pub fn costs_more(mut self, by: impl Into<Expr>) -> Self {
        self.more.push(by.into());
        self
    }

    /// Sets its tags. An [ambiance](GoapBuilder::ambiance) on one of them changes its cost.
    pub fn tagged(mut self, tags: impl IntoIterator<Item = Symbol>) -> Self {
        self.tags.extend(tags);
        self
    }

    /// Sets a context precondition, evaluated once at planning time, for what symbols cannot express.
    pub fn context(mut self, condition: impl Into<Condition>) -> Self {
        self.context = self.context & condition.into();
        self
    }
}

/// A goal over symbols.
#[derive(Clone, Debug)]
#[must_use]
pub struct GoapGoal {
    name: Arc<str>,
    wants: Vec<Wanted>,
    priority: Expr,
    target: Option<Expr>,
    when: Condition,
}

impl GoapGoal {
    /// A goal with a fixed priority.
    pub fn fixed(name: &str, priority: f64) -> Self {
        Self::ranked(name, priority)
    }

    /// A goal whose priority is higher the lower a number is.
    pub fn lowest(name: &str, value: impl Into<Expr>) -> Self {
        Self::ranked(name, -value.into())
    }

    /// A goal whose priority is an expression.
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
    pub fn wants(mut self, symbol: GoapSymbol, value: impl Into<i64>) -> Self {
        self.wants.push((symbol, Comparison::Equal, value.into()));
        self
    }

    /// Sets its target, which is evaluated each time: [`Expr::choose`] gives the best match.
    pub fn target(mut self, target: impl Into<Expr>) -> Self {
        self.target = Some(target.into());
        self
    }

    /// Sets when the goal is active.
    pub fn when(mut self, condition: impl Into<Condition>) -> Self {
        self.when = self.when & condition.into();
        self
    }
}

/// Builds a [`Goap`].
#[derive(Clone, Debug, Default)]
pub struct GoapBuilder {
    names: Arc<Vocabulary>,
    problem: ProblemBuilder,
    sensors: Vec<(Arc<str>, SymbolSensor, i64, i64)>,
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
    pub fn truth(&mut self, name: &str, condition: impl Into<Condition>) -> GoapSymbol {
        self.sensors.push((name.into(), SymbolSensor::Truth(condition.into()), 0, 1));
        GoapSymbol(self.problem.truth(name))
    }

    /// Adds a symbol that is a whole number within bounds.
    pub fn number(&mut self, name: &str, value: impl Into<Expr>, low: i64, high: i64) -> GoapSymbol {
        self.sensors.push((name.into(), SymbolSensor::Number(value.into()), low, high));
        GoapSymbol(self.problem.number(name, low, high))
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
}
