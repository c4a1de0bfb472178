//! Actions, declared once for every engine.

use super::effect::{Effect, Effects, ExpectedFact};
use crate::condition::{Bindings, BuildError, CompiledCondition, CompiledExpr, Condition, Expr, Scope};
use crate::vocabulary::{ActionId, Facts, FactsMut, Symbol, Value, Vocabulary};
use smallvec::SmallVec;
use std::sync::Arc;

/// What an action needs, changes, takes and costs. Declared once; every engine takes from it what it works with.
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
pub struct Action {
    /// Its name.
    pub action: ActionId,
    /// What its arguments are called in its conditions and effects.
    pub parameters: Vec<Arc<str>>,
    /// When it can be done.
    pub needs: Condition,
    /// What it changes.
    pub effects: Vec<Effect>,
    /// How the world may answer it; planners simulate that too.
    pub replies: Vec<Effect>,
    /// How long it takes, in microseconds.
    pub duration: u64,
    /// How long it takes, in seconds, where that depends on circumstances: a walk, or a sleep until one is rested.
    pub lasting: Option<Expr>,
    /// What it costs a planner.
    pub cost: f64,
    /// What is said of it: `loud`.
    pub tags: Vec<Symbol>,
    /// Whether it is brought to its end once it is begun, whatever else comes up.
    pub steady: bool,
}

impl Action {
    /// An action that can always be done, changes nothing, takes no time and costs 1.
    #[must_use]
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

    /// Adds something that must hold for it to be done.
    #[must_use]
    pub fn needs(mut self, condition: impl Into<Condition>) -> Self {
        self.needs = self.needs & condition.into();
        self
    }

    /// Adds a change.
    #[must_use]
    pub fn effect(mut self, effect: Effect) -> Self {
        self.effects.push(effect);
        self
    }

    /// Adds a way in which the world may answer.
    #[must_use]
    pub fn reply(mut self, effect: Effect) -> Self {
        self.replies.push(effect);
        self
    }

    /// How long it takes, in microseconds.
    #[must_use]
    pub fn takes(mut self, micros: u64) -> Self {
        self.duration = micros;
        self
    }

    /// How long it takes, in seconds, where that depends on circumstances. The names of its parameters can be used.
    #[must_use]
    pub fn lasts(mut self, seconds: impl Into<Expr>) -> Self {
        self.lasting = Some(seconds.into());
        self
    }

    /// What it costs a planner.
    #[must_use]
    pub fn costs(mut self, cost: f64) -> Self {
        self.cost = cost;
        self
    }

    /// Says something of it.
    #[must_use]
    pub fn tag(mut self, tag: Symbol) -> Self {
        self.tags.push(tag);
        self
    }

    /// It is brought to its end once it is begun: planners do not break it off for something better.
    #[must_use]
    pub fn steady(mut self) -> Self {
        self.steady = true;
        self
    }

    /// Makes it ready to be tested and applied.
    pub fn build(&self, vocabulary: &Vocabulary) -> Result<CompiledAction, BuildError> {
        let info = vocabulary.action_info(self.action).ok_or(BuildError::Foreign)?;
        if info.arity != self.parameters.len() {
            let name = vocabulary.name(info.name).to_owned();
            return Err(BuildError::Arity { name, expected: info.arity, found: self.parameters.len() });
        }
        if self.cost.is_nan() {
            let property = format!("the cost of {}", vocabulary.action_name(self.action));
            return Err(BuildError::NotANumber { property });
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

/// An action ready to be tested and applied, in memory or in a planner's view of the world.
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
    /// As it was declared.
    #[must_use]
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

    /// Whether it can be done with these arguments.
    #[must_use]
    pub fn can(&self, facts: &impl Facts, arguments: &[Value]) -> bool {
        self.needs.holds(facts, &mut self.bindings(arguments))
    }

    /// To what degree it can be done, from 0 to 1.
    #[must_use]
    pub fn degree(&self, facts: &impl Facts, arguments: &[Value]) -> f64 {
        self.needs.degree(facts, &mut self.bindings(arguments))
    }

    /// Makes its changes. Says how many could not be made.
    pub fn apply<F: FactsMut>(&self, facts: &mut F, arguments: &[Value]) -> usize {
        let mut bindings = self.bindings(arguments);
        // Effects may use what the needs bound, such as the place that an agent leaves.
        self.needs.holds(facts, &mut bindings);
        self.effects.apply(facts, &mut bindings)
    }

    /// Makes the changes by which the world may answer.
    pub fn answer<F: FactsMut>(&self, facts: &mut F, arguments: &[Value]) -> usize {
        self.replies.apply(facts, &mut self.bindings(arguments))
    }

    /// Makes the changes by which the world may answer, and those by which it may answer these, until nothing more happens or
    /// `rounds` rounds have passed. Gives the number of rounds in which something happened.
    pub fn settle<F: FactsMut>(&self, facts: &mut F, arguments: &[Value], rounds: usize) -> usize {
        if self.replies.is_empty() {
            return 0;
        }
        self.replies.settle(facts, &mut self.bindings(arguments), rounds)
    }

    /// How long it takes with these arguments, in seconds. What cannot be told takes as long as was declared.
    #[must_use]
    pub fn seconds(&self, facts: &impl Facts, arguments: &[Value]) -> f64 {
        let declared = self.declared.duration as f64 / 1e6;
        let Some(lasting) = &self.lasting else { return declared };
        let seconds = lasting.number(facts, &mut self.bindings(arguments));
        seconds.filter(|seconds| seconds.is_finite()).map_or(declared, |seconds| seconds.max(0.0))
    }

    /// What it is to change, as far as that can be told before it is done.
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
