//! What the agents of a network are in a world: what sensors look at, and what skills do.

use crate::program::derive::SensorCondition;
use crate::templates::{matched, variables};
use motive_core::action::{Arguments, Command};
use motive_core::condition::{BuildError, CompiledCondition, CompiledExpr, Expr, Scope};
use motive_core::memory::Memory;
use motive_core::vocabulary::{ActionId, Facts, Id, Value, Vocabulary};
use std::sync::Arc;

/// What a skill does in a world: actions that are proposed together while it is being done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SkillBody {
    /// Which skill.
    pub skill: Arc<str>,
    /// Which actions, with what.
    pub acts: Vec<(ActionId, Vec<Expr>)>,
    /// After how many ticks it has finished, whatever came of it.
    pub ticks: Option<u64>,
}

impl SkillBody {
    /// A skill that does nothing yet.
    #[must_use]
    pub fn new(skill: &str) -> Self {
        Self { skill: skill.into(), acts: Vec::new(), ticks: None }
    }

    /// Adds an action.
    #[must_use]
    pub fn act(mut self, action: ActionId, arguments: impl Into<Vec<Expr>>) -> Self {
        self.acts.push((action, arguments.into()));
        self
    }

    /// After how many ticks it has finished, whatever came of it.
    #[must_use]
    pub fn ticks(mut self, ticks: u64) -> Self {
        self.ticks = Some(ticks);
        self
    }
}

/// What a sensor looks at, or all sensors that are made from a template.
#[derive(Clone, Debug)]
pub(crate) struct CompiledSensor {
    pub(crate) proposition: Arc<str>,
    pub(crate) condition: CompiledCondition,
    /// The variables of a template; none if it is a sensor itself.
    pub(crate) variables: Vec<Arc<str>>,
}

impl CompiledSensor {
    /// `is_template`: whether it is of a template, whose name has variables.
    pub(crate) fn new(
        meaning: &SensorCondition,
        is_template: bool,
        names: &Vocabulary,
    ) -> Result<Self, BuildError> {
        let (mut scope, variables) = scope_of(&meaning.proposition, is_template, names)?;
        let condition = scope.condition(&meaning.condition)?;
        Ok(Self { proposition: meaning.proposition.clone(), condition, variables })
    }

    /// What the variables stand for in the proposition of a sensor that was made from this template.
    pub(crate) fn arguments(&self, proposition: &str, memory: &Memory) -> Option<Arguments> {
        arguments(&self.proposition, &self.variables, proposition, memory)
    }
}

/// What a skill does, or all skills that are made from a template.
#[derive(Clone, Debug)]
pub(crate) struct CompiledBody {
    pub(crate) skill: Arc<str>,
    pub(crate) ticks: Option<u64>,
    acts: Vec<(ActionId, Vec<CompiledExpr>)>,
    /// The variables of a template; none if it is a skill itself.
    variables: Vec<Arc<str>>,
    /// How many variables the arguments have.
    room: usize,
}

impl CompiledBody {
    /// `is_template`: whether it is of a template, whose name has variables.
    pub(crate) fn new(body: &SkillBody, is_template: bool, names: &Vocabulary) -> Result<Self, BuildError> {
        let (mut scope, variables) = scope_of(&body.skill, is_template, names)?;
        let mut acts = Vec::new();
        for (action, arguments) in &body.acts {
            let arguments = arguments.iter().map(|value| scope.expression(value));
            acts.push((*action, arguments.collect::<Result<_, _>>()?));
        }
        let room = scope.names().len();
        Ok(Self { skill: body.skill.clone(), ticks: body.ticks, acts, variables, room })
    }

    /// Whether a skill is this one, or was made from this template.
    pub(crate) fn is_of(&self, skill: &str) -> bool {
        if self.variables.is_empty() { *self.skill == *skill } else { matched(&self.skill, skill).is_some() }
    }

    /// The actions of a skill with the values that their arguments have now.
    pub(crate) fn commands(&self, skill: &str, memory: &Memory) -> Option<Vec<Command>> {
        let given = arguments(&self.skill, &self.variables, skill, memory)?;
        let value = |value: &CompiledExpr| -> Option<Value> {
            let mut bindings = motive_core::condition::Bindings::new(self.room);
            for (variable, value) in (0..).zip(&given) {
                bindings.set(variable, value.clone());
            }
            value.value(memory, &mut bindings)
        };
        let command = |(action, arguments): &(ActionId, Vec<CompiledExpr>)| {
            let arguments = arguments.iter().map(value).collect::<Option<Arguments>>()?;
            Some(Command::Act { action: *action, arguments })
        };
        self.acts.iter().map(command).collect()
    }
}

/// A scope that knows the variables of a template, and those variables.
fn scope_of<'v>(
    pattern: &str,
    is_template: bool,
    names: &'v Vocabulary,
) -> Result<(Scope<'v>, Vec<Arc<str>>), BuildError> {
    let mut scope = Scope::new(names);
    let mut known: Vec<Arc<str>> = Vec::new();
    for name in variables(pattern).into_iter().filter(|_| is_template) {
        if !known.iter().any(|known| **known == *name) {
            scope.parameter(&name)?;
            known.push(name.into());
        }
    }
    Ok((scope, known))
}

/// What the variables of a template stand for in the name of something that was made from it: the thing of that name if there is one, else the name as a symbol.
fn arguments(pattern: &str, variables: &[Arc<str>], name: &str, memory: &Memory) -> Option<Arguments> {
    if variables.is_empty() {
        return Some(Arguments::new());
    }
    let meaning = matched(pattern, name)?;
    let value = |variable: &Arc<str>| {
        let symbol = memory.vocabulary().find_symbol(meaning.get(&**variable)?)?;
        let thing = Id::named(symbol);
        Some(if memory.exists(thing) { Value::Id(thing) } else { Value::Symbol(symbol) })
    };
    variables.iter().map(value).collect()
}
