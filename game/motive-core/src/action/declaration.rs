//! Actions, declared once for every engine.

use super::effect::{Effect, Effects, ExpectedFact};
use crate::condition::{Bindings, BuildError, CompiledCondition, CompiledExpr, Condition, Expr, Scope};
use crate::vocabulary::{ActionId, Facts, FactsMut, Symbol, Value, Vocabulary};
use smallvec::SmallVec;
use std::sync::Arc;

/// The declaration of an action: precondition, effects, duration and cost. Declared once for all engines; each uses the parts it needs.
///
/// ```
/// use motive_core::{Action, Effect, Expr, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let (mana, health) = (names.own("mana", Type::Number), names.own("health", Type::Number));
/// let lightning = names.latched("lightning", 1);
///
/// let lightning = Action::new(lightning, &["target"])
///     .needs(Expr::own(mana).at_least(20))
///     .effect(Effect::add_own(mana, -20))
///     .effect(Effect::set(Expr::var("target"), health, 0))
///     .takes(1_500_000)
///     .costs(0.71);
/// # let _ = lightning;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Action {
    /// The action.
    pub action: ActionId,
    /// The names of its arguments in conditions and effects.
    pub parameters: Vec<Arc<str>>,
    /// Its precondition.
    pub needs: Condition,
    /// Its effects.
    pub effects: Vec<Effect>,
    /// Reactions of the world, which planners simulate too.
    pub replies: Vec<Effect>,
    /// Its duration in microseconds.
    pub duration: u64,
    /// Its duration in seconds, if it depends on the state: a walk, or a sleep until the agent is rested.
    pub lasting: Option<Expr>,
    /// Its cost for planners.
    pub cost: f64,
    /// Its tags, such as `loud`.
    pub tags: Vec<Symbol>,
    /// Whether it is never interrupted.
    pub steady: bool,
}

impl Action {
    /// An action without precondition, effects and duration, at a cost of 1.
    pub fn new(action: ActionId, parameters: &[&str]) -> Self {
        Self {
            action,
            parameters: parameters.iter().map(|name| Arc::from(*name)).collect(),
            needs: Condition::always(),
            effects: Vec::new(),
            replies: Vec::new(),
            duration: 0,
            lasting: None,
            cost: 1.0,
            tags: Vec::new(),
            steady: false,
        }
    }

    /// Adds a condition to its precondition.
    pub fn needs(mut self, condition: impl Into<Condition>) -> Self {
        self.needs = self.needs & condition.into();
        self
    }

    /// Adds an effect.
    pub fn effect(mut self, effect: Effect) -> Self {
        self.effects.push(effect);
        self
    }

    /// Adds a reaction of the world.
    pub fn reply(mut self, effect: Effect) -> Self {
        self.replies.push(effect);
        self
    }

    /// Sets its duration in microseconds.
    pub fn takes(mut self, micros: u64) -> Self {
        self.duration = micros;
        self
    }

    /// Sets its duration in seconds, if it depends on the state. The expression can use its parameters.
    pub fn lasts(mut self, seconds: impl Into<Expr>) -> Self {
        self.lasting = Some(seconds.into());
        self
    }

    /// Sets its cost for planners.
    pub fn costs(mut self, cost: f64) -> Self {
        self.cost = cost;
        self
    }

    /// Adds a tag.
    pub fn tag(mut self, tag: Symbol) -> Self {
        self.tags.push(tag);
        self
    }

    /// Makes it an action that planners never interrupt.
    pub fn steady(mut self) -> Self {
        self.steady = true;
        self
    }

    /// Compiles it.
    pub fn build(&self, vocabulary: &Vocabulary) -> Result<CompiledAction, BuildError> {
        let info = vocabulary.action_info(self.action).ok_or(BuildError::Foreign)?;
        if info.arity != self.parameters.len() {
            let name = vocabulary.name(info.name).to_owned();
            return Err(BuildError::Arity { name, expected: info.arity, found: self.parameters.len() });
        }
        if self.cost.is_nan() {
            let property = format!("the cost of {}", vocabulary.action_name(self.action));
            return Err(BuildError::NotANumber(property));
        }
        let mut scope = Scope::new(vocabulary);
        for name in &self.parameters {
            scope.parameter(name)?;
        }
        let needs = scope.condition(&self.needs)?;
        let effects = Effects::new(&self.effects, &mut scope)?;
        let lasting = self.lasting.as_ref().map(|seconds| scope.expression(seconds)).transpose()?;
        let replies = Effects::new(&self.replies, &mut scope)?;
        let variables = scope.names().len();
        Ok(CompiledAction { declared: self.clone(), needs, effects, replies, lasting, variables })
    }
}

/// A compiled action, to be tested and applied in memory or in a [`Projection`](crate::Projection).
#[derive(Clone, Debug)]
pub struct CompiledAction {
    declared: Action,
    needs: CompiledCondition,
    effects: Effects,
    replies: Effects,
    lasting: Option<CompiledExpr>,
    variables: usize,
}

impl CompiledAction {
    /// The declaration.
    pub fn declared(&self) -> &Action {
        &self.declared
    }

    fn bindings(&self, arguments: &[Value]) -> Bindings {
        let mut bindings = Bindings::new(self.variables);
        for (variable, value) in (0..).zip(arguments.iter().take(self.declared.parameters.len())) {
            bindings.set(variable, value.clone());
        }
        bindings
    }

    /// Whether its precondition holds for these arguments.
    pub fn can(&self, facts: &impl Facts, arguments: &[Value]) -> bool {
        self.needs.holds(facts, &mut self.bindings(arguments))
    }

    /// The degree to which its precondition holds, from 0 to 1.
    pub fn degree(&self, facts: &impl Facts, arguments: &[Value]) -> f64 {
        self.needs.degree(facts, &mut self.bindings(arguments))
    }

    /// Applies its effects. Returns the number of those that could not be applied.
    pub fn apply<F: FactsMut>(&self, facts: &mut F, arguments: &[Value]) -> usize {
        let mut bindings = self.bindings(arguments);
        // Effects may use what the precondition binds, such as the place that an agent leaves.
        self.needs.holds(facts, &mut bindings);
        self.effects.apply(facts, &mut bindings)
    }

    /// Applies the reactions of the world once.
    pub fn answer<F: FactsMut>(&self, facts: &mut F, arguments: &[Value]) -> usize {
        self.replies.apply(facts, &mut self.bindings(arguments))
    }

    /// Applies the reactions of the world repeatedly, until nothing more happens or `rounds` rounds have passed. Returns the number of
    /// rounds in which something happened.
    pub fn settle<F: FactsMut>(&self, facts: &mut F, arguments: &[Value], rounds: usize) -> usize {
        if self.replies.is_empty() {
            return 0;
        }
        self.replies.settle(facts, &mut self.bindings(arguments), rounds)
    }

    /// Its duration with these arguments, in seconds. If the expression has no value, the declared duration.
    pub fn seconds(&self, facts: &impl Facts, arguments: &[Value]) -> f64 {
        let declared = self.declared.duration as f64 / 1e6;
        let Some(lasting) = &self.lasting else { return declared };
        let seconds = lasting.number(facts, &mut self.bindings(arguments));
        seconds.filter(|seconds| seconds.is_finite()).map_or(declared, |seconds| seconds.max(0.0))
    }

    /// Its expected effects, as far as they are known in advance.
    pub fn expected(&self, facts: &impl Facts, arguments: &[Value]) -> SmallVec<[ExpectedFact; 2]> {
        let mut bindings = self.bindings(arguments);
        self.effects.expected(facts, &mut bindings)
    }

    /// Its compiled precondition.
    pub fn needs(&self) -> &CompiledCondition {
        &self.needs
    }

    /// Its compiled effects.
    pub fn effects(&self) -> &Effects {
        &self.effects
    }
}
