//! Actions with parameters, made ready to become skills: one for each thing that they can be done with.

use crate::program::candidates::Candidates;
use crate::program::derive::SensorCondition;
use motive_core::action::{Action, CompiledAction};
use motive_core::condition::{
    BuildError, Comparison, CompiledCondition, CompiledExpr, Condition, Expr, Pattern, Scope,
};
use motive_core::engine::{ConditionNode, PossibleChange};
use motive_core::vocabulary::{Facts, Value, Vocabulary};
use std::sync::Arc;

/// An action, and the patterns of the things that each of its parameters may stand for.
///
/// A pattern that says what it prefers stands for the best thing alone, and for the same one as long as that fits, unless it is
/// [`fresh`](Pattern::fresh); one that does not, for every thing that fits. A program that is given families makes a
/// skill for each thing that is meant, and takes it away when it no longer is. What such a skill needs is what the action needs. What it adds and deletes is what the action would change as things
/// stand, worked out on a copy of memory; a number that only comes nearer to what is wanted counts as added.
///
/// ```
/// use motive::network::{Blueprint, ActionSchema, NetworkProgram, Profile};
/// use motive::{Action, Effect, Expr, Pattern, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let spot = names.kind("spot");
/// let at = names.own("at", Type::Id);
/// let go = names.action("go", 1);
/// let go = Action::new(go, &["there"]).effect(Effect::set_own(at, Expr::var("there")));
///
/// let program = NetworkProgram::new(&Blueprint::new("walker", Profile::Signed), &[], &[], &names)?;
/// let program = program.families(&[ActionSchema::new(go, [vec![Pattern::of(spot)]])], &names)?;
/// # let _ = program;
/// # Ok::<(), motive::network::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ActionSchema {
    /// The action, as it was declared.
    pub action: Action,
    /// By parameter, the patterns of the things that it may stand for.
    pub with: Vec<Vec<Pattern>>,
}

impl ActionSchema {
    /// An action, and the patterns of the things that each of its parameters may stand for.
    #[must_use]
    pub fn new(action: Action, with: impl Into<Vec<Vec<Pattern>>>) -> Self {
        Self { action, with: with.into() }
    }
}

/// ValueChange far a condition that does not hold is from holding, where that can be counted.
#[derive(Clone, Debug)]
enum Distance {
    /// Two numbers that are too far apart, or in the wrong order.
    Between(CompiledExpr, Comparison, CompiledExpr),
    /// There are things that should not be there.
    TooMany(CompiledExpr),
}

/// A condition that can be asked of memory and of what an action would make of it.
#[derive(Clone, Debug)]
pub(crate) struct GradedCondition {
    pub(crate) condition: Condition,
    holds: CompiledCondition,
    gap: Option<Distance>,
    variables: usize,
}

impl GradedCondition {
    pub(crate) fn new(
        condition: &Condition,
        parameters: &[Arc<str>],
        names: &Vocabulary,
    ) -> Result<Self, BuildError> {
        let mut scope = Scope::new(names);
        for parameter in parameters {
            scope.parameter(parameter)?;
        }
        let holds = scope.condition(condition)?;
        let gap = match &condition.node {
            ConditionNode::Compare(left, comparison, right) => {
                Some(Distance::Between(scope.expression(left)?, *comparison, scope.expression(right)?))
            }
            ConditionNode::No(pattern) | ConditionNode::NotFound(pattern) => {
                Some(Distance::TooMany(scope.expression(&Expr::count(pattern.clone()))?))
            }
            _ => None,
        };
        Ok(Self { condition: condition.clone(), holds, gap, variables: scope.names().len() })
    }

    pub(crate) fn holds<F: Facts>(&self, facts: &F, arguments: &[Value]) -> bool {
        self.holds.holds(facts, &mut self.holds.bindings(arguments))
    }

    pub(crate) fn degree<F: Facts>(&self, facts: &F, arguments: &[Value]) -> f64 {
        self.holds.degree(facts, &mut self.holds.bindings(arguments))
    }

    /// ValueChange far it is from holding; nothing if that cannot be counted.
    pub(crate) fn gap<F: Facts>(&self, facts: &F, arguments: &[Value]) -> Option<f64> {
        let number = |value: &CompiledExpr| {
            let mut bindings = motive_core::condition::Bindings::new(self.variables);
            for (variable, argument) in (0..).zip(arguments) {
                bindings.set(variable, argument.clone());
            }
            value.value(facts, &mut bindings).and_then(|value| value.number())
        };
        match self.gap.as_ref()? {
            Distance::TooMany(count) => number(count),
            Distance::Between(left, comparison, right) => {
                let short = number(right)? - number(left)?;
                match comparison {
                    Comparison::More | Comparison::AtLeast => Some(short.max(0.0)),
                    Comparison::Less | Comparison::AtMost => Some((-short).max(0.0)),
                    Comparison::Equal => Some(short.abs()),
                    _ => None,
                }
            }
        }
    }
}

/// One part of what an action needs.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    pub(crate) question: GradedCondition,
    /// Whether it must hold, or must not.
    pub(crate) truth: bool,
}

/// A family ready to be filled.
#[derive(Clone, Debug)]
pub(crate) struct CompiledSchema {
    pub(crate) action: CompiledAction,
    pub(crate) choices: Candidates,
    pub(crate) needs: Vec<Need>,
}

impl CompiledSchema {
    pub(crate) fn new(family: &ActionSchema, names: &Vocabulary) -> Result<Self, BuildError> {
        let action = &family.action;
        if family.with.len() != action.parameters.len() {
            return Err(BuildError::Arity {
                name: names.action_name(action.action).to_owned(),
                expected: action.parameters.len(),
                found: family.with.len(),
            });
        }
        let parts = action.needs.conjuncts().iter().filter(|part| part.node != ConditionNode::Always);
        let part = |part: &Condition| {
            let (inner, truth) = match &part.node {
                ConditionNode::Not(inner) => (&**inner, false),
                _ => (part, true),
            };
            Ok(Need { question: GradedCondition::new(inner, &action.parameters, names)?, truth })
        };
        let needs: Result<Vec<Need>, BuildError> = parts.map(part).collect();
        let needs = match needs {
            Ok(needs) => needs,
            // A part uses what another binds: they can only be asked together.
            Err(_) => {
                let question = GradedCondition::new(&action.needs, &action.parameters, names)?;
                vec![Need { question, truth: true }]
            }
        };
        Ok(Self { action: action.build(names)?, choices: Candidates::new(&family.with, names)?, needs })
    }
}

/// All families of a program, and what each of them may change.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActionSchemas {
    pub(crate) list: Vec<CompiledSchema>,
    /// The propositions that the network has anyhow.
    pub(crate) known: Vec<(Arc<str>, GradedCondition)>,
    /// By family: whether it may change each known proposition.
    pub(crate) may_change_known: Vec<Vec<bool>>,
    /// By family, family, part: whether the first may change what the second needs.
    pub(crate) may_change_part: Vec<Vec<Vec<bool>>>,
}

impl ActionSchemas {
    pub(crate) fn new(
        families: &[ActionSchema],
        meanings: &[SensorCondition],
        names: &Vocabulary,
    ) -> Result<Self, BuildError> {
        let list: Vec<CompiledSchema> =
            families.iter().map(|family| CompiledSchema::new(family, names)).collect::<Result<_, _>>()?;
        let known: Vec<(Arc<str>, GradedCondition)> = meanings
            .iter()
            .map(|meaning| {
                Ok((meaning.proposition.clone(), GradedCondition::new(&meaning.condition, &[], names)?))
            })
            .collect::<Result<_, BuildError>>()?;
        let mut all = Self { list, known, ..Self::default() };
        for family in &all.list {
            let changes = family.action.declared().changes();
            let may = |question: &GradedCondition| touches(&changes, &question.condition, names);
            all.may_change_known.push(all.known.iter().map(|(_, question)| may(question)).collect());
            let parts = |other: &CompiledSchema| other.needs.iter().map(|part| may(&part.question)).collect();
            all.may_change_part.push(all.list.iter().map(parts).collect());
        }
        Ok(all)
    }
}

/// Whether one of the changes may make a condition true or false.
fn touches(changes: &[PossibleChange], condition: &Condition, names: &Vocabulary) -> bool {
    changes
        .iter()
        .any(|change| change.can_make(condition, true, names) || change.can_make(condition, false, names))
}
