//! What sensors read from memory, and the actions of skills.

use super::derive::SensorCondition;
use crate::model::{matched, variables};
use motive_core::action::{Arguments, Command};
use motive_core::condition::{BuildError, CompiledCondition, CompiledExpr, Expr, Scope};
use motive_core::memory::Memory;
use motive_core::vocabulary::{ActionId, Facts, Id, Value, Vocabulary};
use std::sync::Arc;

/// The actions of a skill, which are proposed together while it is executing.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct SkillBody {
    /// The skill.
    pub skill: Arc<str>,
    /// The actions and their arguments.
    pub actions: Vec<(ActionId, Vec<Expr>)>,
    /// After how many ticks it finishes, successfully or not.
    pub ticks: Option<u64>,
}

impl SkillBody {
    /// A skill without actions.
    pub fn new(skill: &str) -> Self {
        Self { skill: skill.into(), actions: Vec::new(), ticks: None }
    }

    /// Adds an action.
    pub fn action(mut self, action: ActionId, arguments: impl Into<Vec<Expr>>) -> Self {
        self.actions.push((action, arguments.into()));
        self
    }

    /// After how many ticks it finishes, successfully or not.
    pub fn ticks(mut self, ticks: u64) -> Self {
        self.ticks = Some(ticks);
        self
    }
}

/// The condition of a sensor, or of all instances of a sensor template.
#[derive(Clone, Debug)]
pub(crate) struct SensorQuery {
    pub(crate) proposition: Arc<str>,
    pub(crate) condition: CompiledCondition,
    /// The variables of a template; empty for a sensor.
    pub(crate) variables: Vec<Arc<str>>,
}

impl SensorQuery {
    /// `is_template`: whether it belongs to a template, whose name has variables.
    pub(crate) fn new(
        sensor: &SensorCondition,
        is_template: bool,
        names: &Vocabulary,
    ) -> Result<Self, BuildError> {
        let (mut scope, variables) = scope_of(&sensor.proposition, is_template, names)?;
        let condition = scope.condition(&sensor.condition)?;
        Ok(Self { proposition: sensor.proposition.clone(), condition, variables })
    }

    /// The values of the variables in the proposition of an instance.
    pub(crate) fn arguments(&self, proposition: &str, memory: &Memory) -> Option<Arguments> {
        arguments(&self.proposition, &self.variables, proposition, memory)
    }
}

/// The actions of a skill, or of all instances of a skill template.
#[derive(Clone, Debug)]
pub(crate) struct CompiledSkillBody {
    pub(crate) skill: Arc<str>,
    pub(crate) ticks: Option<u64>,
    actions: Vec<(ActionId, Vec<CompiledExpr>)>,
    /// The variables of a template; empty for a skill.
    variables: Vec<Arc<str>>,
    /// The number of variables of the arguments.
    variable_count: usize,
}

impl CompiledSkillBody {
    /// `is_template`: whether it belongs to a template, whose name has variables.
    pub(crate) fn new(body: &SkillBody, is_template: bool, names: &Vocabulary) -> Result<Self, BuildError> {
        let (mut scope, variables) = scope_of(&body.skill, is_template, names)?;
        let mut actions = Vec::new();
        for (action, arguments) in &body.actions {
            let arguments = arguments.iter().map(|value| scope.expression(value));
            actions.push((*action, arguments.collect::<Result<_, _>>()?));
        }
        let variable_count = scope.names().len();
        Ok(Self { skill: body.skill.clone(), ticks: body.ticks, actions, variables, variable_count })
    }

    /// Whether a skill is this one or an instance of this template.
    pub(crate) fn is_of(&self, skill: &str) -> bool {
        if self.variables.is_empty() { *self.skill == *skill } else { matched(&self.skill, skill).is_some() }
    }

    /// The actions of a skill with the current values of their arguments.
    pub(crate) fn commands(&self, skill: &str, memory: &Memory) -> Option<Vec<Command>> {
        let given = arguments(&self.skill, &self.variables, skill, memory)?;
        let value = |value: &CompiledExpr| -> Option<Value> {
            let mut bindings = motive_core::condition::Bindings::new(self.variable_count);
            for (variable, value) in (0..).zip(&given) {
                bindings.set(variable, value.clone());
            }
            value.value(memory, &mut bindings)
        };
        let command = |(action, arguments): &(ActionId, Vec<CompiledExpr>)| {
            let arguments = arguments.iter().map(value).collect::<Option<Arguments>>()?;
            Some(Command::Act { action: *action, arguments })
        };
        self.actions.iter().map(command).collect()
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

/// The values of the variables of a template in the name of an instance: the thing of that name if there is one, otherwise the
/// name as a symbol.
fn arguments(pattern: &str, variables: &[Arc<str>], name: &str, memory: &Memory) -> Option<Arguments> {
    if variables.is_empty() {
        return Some(Arguments::new());
    }
    let substitution = matched(pattern, name)?;
    let value = |variable: &Arc<str>| {
        let symbol = memory.vocabulary().find_symbol(substitution.get(&**variable)?)?;
        let thing = Id::named(symbol);
        Some(if memory.exists(thing) { Value::Id(thing) } else { Value::Symbol(symbol) })
    };
    variables.iter().map(value).collect()
}
