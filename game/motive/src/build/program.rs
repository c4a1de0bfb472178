//! Programs of ordered rules, with what they find as variables.

use super::condition::{ConditionTerm, Narrow, narrowed, of_kind};
use super::names::{Change, Later, NameResolver, Var, VarPlace};
use super::term::{ActionTerm, ArgumentTerm, Place, ValueTerm};
use super::{EngineBuilder, GoalBuilder};
use crate::kernel::{Callable, Condition, Expr, Id, Pattern};
use crate::traits::Percept;
use motive_arbiter::teleo::{Caching, Definition, Rule, Step};
use std::any::TypeId;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// A teleo-reactive program: in each tick the first of its rules that can run does.
#[derive(Clone)]
#[must_use]
pub struct ProgramBuilder {
    pub(crate) name: Arc<str>,
    parameters: Vec<Later<String>>,
    rules: Vec<Later<Rule>>,
    caching: Caching,
    pub(crate) called: Vec<ProgramBuilder>,
    pub(crate) asked: Vec<EngineBuilder>,
}

/// A program without rules.
pub fn program(name: &str) -> ProgramBuilder {
    ProgramBuilder {
        name: name.into(),
        parameters: Vec::new(),
        rules: Vec::new(),
        caching: Caching::None,
        called: Vec::new(),
        asked: Vec::new(),
    }
}

impl ProgramBuilder {
    /// The program gets a thing from whatever calls it. Only programs without parameters can pursue a goal.
    pub fn parameter<P: Percept>(mut self) -> (Self, Var<P>) {
        let variable = Var::new(VarPlace::Given(self.parameters.len() as u16));
        self.parameters.push(Arc::new(move |names| names.variable(variable)));
        (self, variable)
    }

    /// The goal is reached when a condition holds. Say so before the rules.
    pub fn done_when(mut self, condition: impl Into<ConditionTerm>) -> Self {
        let condition = condition.into();
        self.rules.push(Arc::new(move |names| Rule::new("done").when(condition.condition(names)).succeeds()));
        self
    }

    /// Adds a rule: what it finds, its further conditions, and what it does.
    pub fn rule(mut self, name: &str, describe: impl FnOnce(&RuleBuilder)) -> Self {
        let rule = RuleBuilder::default();
        describe(&rule);
        let RuleParts { parts, changes, called, asked, .. } = rule.0.into_inner();
        self.called.extend(called);
        self.asked.extend(asked);
        let name = name.to_owned();
        self.rules.push(Arc::new(move |names| {
            let rule = parts.iter().fold(Rule::new(&name), |rule, part| {
                rule.when(match part {
                    RulePart::Find(pattern) => Condition::bind(pattern(names)),
                    RulePart::FindOptional(pattern) => Condition::optional(pattern(names)),
                    RulePart::When(condition) => condition.condition(names),
                })
            });
            changes.iter().fold(rule, |rule, change| change(names, rule))
        }));
        self
    }

    /// Which rules are tried first; by default all from the top.
    pub fn caching(mut self, caching: Caching) -> Self {
        self.caching = caching;
        self
    }

    /// A call of the program with a first argument.
    pub fn with<T: 'static>(&self, argument: impl Into<ValueTerm<T>>) -> ProgramCall {
        ProgramCall::from(self).with(argument)
    }

    pub(crate) fn definition(&self, names: &mut NameResolver<'_>) -> Definition {
        let mut definition = Definition::new(&self.name).caching(self.caching);
        for parameter in &self.parameters {
            definition = definition.parameter(&parameter(names));
        }
        self.rules.iter().fold(definition, |definition, rule| definition.rule(rule(names)))
    }
}

/// A call of a program. A program itself converts into it, without arguments.
pub struct ProgramCall {
    program: ProgramBuilder,
    arguments: Vec<ArgumentTerm>,
}

impl From<&ProgramBuilder> for ProgramCall {
    fn from(program: &ProgramBuilder) -> Self {
        Self { program: program.clone(), arguments: Vec::new() }
    }
}

impl ProgramCall {
    /// The call with one more argument.
    #[must_use]
    pub fn with<T: 'static>(mut self, argument: impl Into<ValueTerm<T>>) -> Self {
        self.arguments.push(argument.into().into());
        self
    }
}

/// Describes a rule, inside of [`ProgramBuilder::rule`].
#[derive(Default)]
pub struct RuleBuilder(RefCell<RuleParts>);

#[derive(Default)]
struct RuleParts {
    parts: Vec<RulePart>,
    /// The types of the things found so far.
    found: Vec<TypeId>,
    changes: Vec<Change<Rule>>,
    called: Vec<ProgramBuilder>,
    asked: Vec<EngineBuilder>,
}

enum RulePart {
    Find(Later<Pattern>),
    FindOptional(Later<Pattern>),
    When(ConditionTerm),
}

impl RuleBuilder {
    /// Finds a thing that more important tasks have left. Two rules of a task that find a thing of the same kind keep the same thing.
    pub fn find<P: Percept>(&self) -> Found<'_, P> {
        self.found(RulePart::Find)
    }

    /// Finds a thing if there is one. Steps that use it fail without one.
    pub fn find_optional<P: Percept>(&self) -> Found<'_, P> {
        self.found(RulePart::FindOptional)
    }

    fn found<P: Percept>(&self, part: fn(Later<Pattern>) -> RulePart) -> Found<'_, P> {
        let mut parts = self.0.borrow_mut();
        let before = parts.found.iter().filter(|of| **of == TypeId::of::<P>()).count();
        parts.found.push(TypeId::of::<P>());
        let (variable, at) = (Var::new(VarPlace::Found(before as u16)), parts.parts.len());
        let named = narrowed(of_kind::<P>(), move |names, pattern| pattern.named(&names.variable(variable)));
        parts.parts.push(part(named));
        Found { rule: self, at, variable }
    }

    /// Adds a condition.
    pub fn when(&self, condition: impl Into<ConditionTerm>) {
        self.0.borrow_mut().parts.push(RulePart::When(condition.into()));
    }

    fn change(&self, change: impl Fn(&mut NameResolver<'_>, Rule) -> Rule + Send + Sync + 'static) {
        self.0.borrow_mut().changes.push(Box::new(change));
    }

    fn step(&self, step: impl Fn(&mut NameResolver<'_>) -> Option<Step> + Send + Sync + 'static) {
        self.change(move |names, rule| match step(names) {
            Some(step) => rule.step(step),
            None => rule,
        });
    }

    /// Does an action. All steps of a rule are taken in the same tick.
    pub fn does(&self, action: impl Into<ActionTerm>) {
        let action = action.into();
        self.step(move |names| action.resolve(names).map(|(action, arguments)| Step::Do(action, arguments)));
    }

    /// Does the first of these actions that can be done.
    pub fn does_first_of(&self, actions: impl IntoIterator<Item = ActionTerm>) {
        let actions: Vec<ActionTerm> = actions.into_iter().collect();
        self.step(move |names| {
            let actions = actions.iter().filter_map(|action| action.resolve(names));
            Some(Step::FirstOf(actions.map(|(action, arguments)| Step::Do(action, arguments)).collect()))
        });
    }

    /// Runs another program, as if its rules stood here.
    pub fn calls(&self, call: impl Into<ProgramCall>) {
        let ProgramCall { program, arguments } = call.into();
        let name = program.name.clone();
        self.0.borrow_mut().called.push(program);
        self.step(move |names| {
            let arguments = arguments.iter().map(|argument| argument.expr(names)).collect();
            Some(Step::Call(name.clone(), arguments))
        });
    }

    /// Runs another engine as long as the rule runs.
    pub fn runs(&self, engine: &EngineBuilder) {
        let name = engine.name.clone();
        self.0.borrow_mut().asked.push(engine.clone());
        self.step(move |_| Some(Step::Ask(name.clone(), Vec::new())));
    }

    /// Sets a property in memory.
    pub fn sets<T: 'static>(&self, place: &Place<T>, value: impl Into<ValueTerm<T>>) {
        let (place, value) = (place.clone(), value.into());
        self.step(move |names| {
            let (thing, property) = place.target(names)?;
            Some(Step::Set(thing, property, value.expr(names)))
        });
    }

    /// Writes a note to memory, which is forgotten when the task ends: a thing of a kind with the properties that the calls of
    /// [`NoteBuilder::with`] say.
    pub fn notes<P: Percept>(&self, describe: impl FnOnce(NoteBuilder<P>) -> NoteBuilder<P>) {
        let NoteBuilder { properties, .. } =
            describe(NoteBuilder { properties: Vec::new(), of: PhantomData });
        self.step(move |names| {
            let kind = P::kind(names.names::<P>()?);
            let properties = properties.iter().map(|property| property(names)).collect::<Option<_>>()?;
            Some(Step::Note(kind, properties))
        });
    }

    /// Forgets a thing.
    pub fn forgets(&self, thing: impl Into<ValueTerm<Id>>) {
        let thing = thing.into();
        self.step(move |names| Some(Step::Forget(thing.expr(names))));
    }

    /// Ends the task of another goal.
    pub fn ends(&self, goal: &GoalBuilder) {
        let goal = goal.name.clone();
        self.step(move |_| Some(Step::End(goal.clone())));
    }

    /// Once the rule runs, it also continues while this holds.
    pub fn holds_on_while(&self, condition: impl Into<ConditionTerm>) {
        let condition = condition.into();
        self.change(move |names, rule| rule.holds_on_while(condition.condition(names)));
    }

    /// Once the rule runs, no rule above it is tried until this holds.
    pub fn until(&self, condition: impl Into<ConditionTerm>) {
        let condition = condition.into();
        self.change(move |names, rule| rule.until(condition.condition(names)));
    }

    /// Once the rule runs, it continues for at least this time.
    pub fn for_at_least(&self, time: Duration) {
        self.change(move |_, rule| rule.for_at_least(micros(time)));
    }
}

pub(crate) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

type NoteProperty = Later<Option<(crate::kernel::Property, Expr)>>;

/// Describes a note, inside of [`RuleBuilder::notes`].
pub struct NoteBuilder<P> {
    properties: Vec<NoteProperty>,
    of: PhantomData<P>,
}

impl<P: Percept> NoteBuilder<P> {
    /// Sets a property of the note.
    #[must_use]
    pub fn with<T: 'static>(
        mut self,
        property: super::TypedProperty<P, T>,
        value: impl Into<ValueTerm<T>>,
    ) -> Self {
        let value = value.into();
        self.properties.push(Arc::new(move |names| Some((property.of(names)?, value.expr(names)))));
        self
    }
}

/// A thing that a rule finds. [`Narrow`] says which; as a value it stands for the thing.
pub struct Found<'r, P> {
    rule: &'r RuleBuilder,
    at: usize,
    variable: Var<P>,
}

impl<P> Clone for Found<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Found<'_, P> {}

impl<P: Percept> Found<'_, P> {
    /// The thing alone, as conditions on other things need it.
    pub fn thing(self) -> Var<P> {
        self.variable
    }

    /// A property of the thing.
    pub fn get<T: 'static>(self, property: super::TypedProperty<P, T>) -> Place<T> {
        self.variable.get(property)
    }
}

impl<P: Percept> From<Found<'_, P>> for ValueTerm<Id> {
    fn from(found: Found<'_, P>) -> Self {
        found.variable.into()
    }
}

impl<P: Percept> Narrow<P> for Found<'_, P> {
    fn narrow(
        self,
        change: impl Fn(&mut NameResolver<'_>, Pattern) -> Pattern + Send + Sync + 'static,
    ) -> Self {
        if let RulePart::Find(pattern) | RulePart::FindOptional(pattern) =
            &mut self.rule.0.borrow_mut().parts[self.at]
        {
            *pattern = narrowed(pattern.clone(), change);
        }
        self
    }

    fn found(&self) -> Option<Var<P>> {
        Some(self.variable)
    }
}

/// The callables of engines that rules run.
pub(crate) fn callable(
    engine: &EngineBuilder,
    names: &mut NameResolver<'_>,
) -> Result<Callable, crate::Error> {
    Ok(Callable::of(engine.program(names)?).named(&engine.name))
}
