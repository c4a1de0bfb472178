//! Action schemas: actions with parameters, from which a skill is created for each binding.

use super::derive::SensorCondition;
use super::ground::MAX_GROUND_SKILLS;
use motive_core::action::{Action, Arguments, CompiledAction};
use motive_core::condition::{
    Bindings, BuildError, Comparison, CompiledCondition, CompiledExpr, Condition, Expr, Pattern, Scope,
};
use motive_core::engine::{ConditionCode, ConditionNode, Eval, NoClaims, PossibleChange};
use motive_core::memory::Memory;
use motive_core::vocabulary::{Facts, Id, Value, Vocabulary};
use std::sync::Arc;

/// An action, and the patterns of the things that each of its parameters can be bound to.
///
/// A pattern without preferences matches every thing; one with preferences only the best, and keeps it as long as it matches unless
/// it is [`fresh`](Pattern::fresh). A program creates a skill for each binding and removes it when the binding no longer
/// matches. The preconditions of the skill are those of the action. Its add and delete list are what the action would change in the
/// current state of memory; a condition on a number that only comes closer to holding counts as added.
///
/// ```
/// use motive::networks::{Blueprint, ActionSchema, NetworkProgram, NetworkProfile};
/// use motive::kernel::{Action, Effect, Expr, Pattern, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let spot = names.kind("spot");
/// let at = names.own("at", Type::Id);
/// let go = names.action("go", 1);
/// let go = Action::new(go, &["there"]).effect(Effect::set_own(at, Expr::var("there")));
///
/// let program = NetworkProgram::new(&Blueprint::new("walker", NetworkProfile::Signed), &[], &[], &names)?;
/// let program = program.with_schemas(&[ActionSchema::new(go, [vec![Pattern::of(spot)]])], &names)?;
/// # let _ = program;
/// # Ok::<(), motive::networks::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ActionSchema {
    /// The action.
    pub action: Action,
    /// By parameter, the patterns of the things that it can be bound to.
    pub patterns: Vec<Vec<Pattern>>,
}

impl ActionSchema {
    /// An action, and by parameter the patterns of the things that it can be bound to.
    pub fn new(action: Action, patterns: impl Into<Vec<Vec<Pattern>>>) -> Self {
        Self { action, patterns: patterns.into() }
    }
}

/// How to compute the distance of a condition from holding.
#[derive(Clone, Debug)]
enum Distance {
    /// The distance between two numbers.
    Between(CompiledExpr, Comparison, CompiledExpr),
    /// The number of things that should not exist.
    TooMany(CompiledExpr),
}

/// A condition that can be evaluated in memory and in a projection of it.
#[derive(Clone, Debug)]
pub(crate) struct GradedCondition {
    pub(crate) condition: Condition,
    holds: CompiledCondition,
    distance: Option<Distance>,
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
        let distance = match &condition.node {
            ConditionNode::Compare(left, comparison, right) => {
                Some(Distance::Between(scope.expression(left)?, *comparison, scope.expression(right)?))
            }
            ConditionNode::No(pattern) | ConditionNode::NotFound(pattern) => {
                Some(Distance::TooMany(scope.expression(&Expr::count(pattern.clone()))?))
            }
            _ => None,
        };
        Ok(Self { condition: condition.clone(), holds, distance, variables: scope.names().len() })
    }

    pub(crate) fn holds<F: Facts>(&self, facts: &F, arguments: &[Value]) -> bool {
        self.holds.holds(facts, &mut self.holds.bindings(arguments))
    }

    pub(crate) fn degree<F: Facts>(&self, facts: &F, arguments: &[Value]) -> f64 {
        self.holds.degree(facts, &mut self.holds.bindings(arguments))
    }

    /// The distance from holding; `None` if there is no measure for it.
    pub(crate) fn distance<F: Facts>(&self, facts: &F, arguments: &[Value]) -> Option<f64> {
        let number = |value: &CompiledExpr| {
            let mut bindings = Bindings::new(self.variables);
            for (variable, argument) in (0..).zip(arguments) {
                bindings.set(variable, argument.clone());
            }
            value.value(facts, &mut bindings).and_then(|value| value.number())
        };
        match self.distance.as_ref()? {
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

/// One precondition of an action.
#[derive(Clone, Debug)]
pub(crate) struct SchemaPrecondition {
    pub(crate) condition: GradedCondition,
    /// Whether it must hold or must not hold.
    pub(crate) truth: bool,
}

/// A schema whose conditions and patterns are compiled.
#[derive(Clone, Debug)]
pub(crate) struct CompiledSchema {
    pub(crate) action: CompiledAction,
    pub(crate) candidates: ParameterCandidates,
    pub(crate) needs: Vec<SchemaPrecondition>,
}

impl CompiledSchema {
    pub(crate) fn new(schema: &ActionSchema, names: &Vocabulary) -> Result<Self, BuildError> {
        let action = &schema.action;
        if schema.patterns.len() != action.parameters.len() {
            return Err(BuildError::Arity {
                name: names.action_name(action.action).to_owned(),
                expected: action.parameters.len(),
                found: schema.patterns.len(),
            });
        }
        let parts = action.needs.conjuncts().iter().filter(|part| part.node != ConditionNode::Always);
        let part = |part: &Condition| {
            let (inner, truth) = match &part.node {
                ConditionNode::Not(inner) => (&**inner, false),
                _ => (part, true),
            };
            Ok(SchemaPrecondition {
                condition: GradedCondition::new(inner, &action.parameters, names)?,
                truth,
            })
        };
        let needs: Result<Vec<SchemaPrecondition>, BuildError> = parts.map(part).collect();
        let needs = match needs {
            Ok(needs) => needs,
            // A part uses a variable that another binds: they can only be evaluated together.
            Err(_) => {
                let condition = GradedCondition::new(&action.needs, &action.parameters, names)?;
                vec![SchemaPrecondition { condition, truth: true }]
            }
        };
        Ok(Self {
            action: action.build(names)?,
            candidates: ParameterCandidates::new(&schema.patterns, names)?,
            needs,
        })
    }
}

/// All schemas of a program, and what each of them can change.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActionSchemas {
    pub(crate) list: Vec<CompiledSchema>,
    /// The propositions of the network that no schema creates.
    pub(crate) known: Vec<(Arc<str>, GradedCondition)>,
    /// By schema: whether it can change each known proposition.
    pub(crate) changes_known: Vec<Vec<bool>>,
    /// By schema, other schema and precondition: whether the first can change that precondition of the other.
    pub(crate) changes_part: Vec<Vec<Vec<bool>>>,
}

impl ActionSchemas {
    pub(crate) fn new(
        schemas: &[ActionSchema],
        sensors: &[SensorCondition],
        names: &Vocabulary,
    ) -> Result<Self, BuildError> {
        let list: Vec<CompiledSchema> =
            schemas.iter().map(|schema| CompiledSchema::new(schema, names)).collect::<Result<_, _>>()?;
        let known: Vec<(Arc<str>, GradedCondition)> = sensors
            .iter()
            .map(|sensor| {
                Ok((sensor.proposition.clone(), GradedCondition::new(&sensor.condition, &[], names)?))
            })
            .collect::<Result<_, BuildError>>()?;
        let mut all = Self { list, known, ..Self::default() };
        for schema in &all.list {
            let changes = schema.action.declared().changes();
            let may = |condition: &GradedCondition| touches(&changes, &condition.condition, names);
            all.changes_known.push(all.known.iter().map(|(_, condition)| may(condition)).collect());
            let parts =
                |other: &CompiledSchema| other.needs.iter().map(|part| may(&part.condition)).collect();
            all.changes_part.push(all.list.iter().map(parts).collect());
        }
        Ok(all)
    }
}

/// Whether one of the changes can make a condition true or false.
fn touches(changes: &[PossibleChange], condition: &Condition, names: &Vocabulary) -> bool {
    changes
        .iter()
        .any(|change| change.can_make(condition, true, names) || change.can_make(condition, false, names))
}

/// One of the patterns for the things of a parameter.
#[derive(Clone, Debug)]
struct CandidateQuery {
    condition: ConditionCode,
    variable: u16,
    /// The pattern has preferences, so that only the best thing counts.
    best: bool,
    /// The best thing of the last tick is kept as long as it matches.
    persistent: bool,
}

/// The patterns of each parameter. Patterns can refer to earlier parameters.
#[derive(Clone, Debug)]
pub(crate) struct ParameterCandidates {
    parameters: Vec<Vec<CandidateQuery>>,
    /// The number of variables of the patterns.
    variable_count: usize,
}

impl ParameterCandidates {
    pub(crate) fn new(with: &[Vec<Pattern>], names: &Vocabulary) -> Result<Self, BuildError> {
        let mut scope = Scope::new(names);
        let mut parameters = Vec::new();
        for (number, patterns) in with.iter().enumerate() {
            // All patterns of a parameter bind the same thing; each may give it another name.
            let queries = patterns.iter().map(|pattern| CandidateQuery::new(pattern, number, &mut scope));
            parameters.push(queries.collect::<Result<_, _>>()?);
        }
        Ok(Self { parameters, variable_count: scope.names().len() })
    }

    /// The bindings of all parameters now, at most [`MAX_GROUND_SKILLS`]; things known longer come first. `before` are the bindings of
    /// the last tick.
    pub(crate) fn tuples(&self, memory: &Memory, before: &[&Arguments]) -> Vec<Arguments> {
        let mut all = vec![(Arguments::new(), Bindings::new(self.variable_count))];
        for queries in &self.parameters {
            let mut longer = Vec::new();
            for (tuple, bindings) in &all {
                let room = MAX_GROUND_SKILLS - longer.len();
                // A thing is kept only together with the same things of earlier parameters.
                let same = before.iter().find(|before| before.starts_with(tuple));
                let kept = same.and_then(|before| before.get(tuple.len())?.id());
                for (thing, variable) in things(queries, memory, bindings, kept).into_iter().take(room) {
                    let (mut tuple, mut bindings) = (tuple.clone(), bindings.clone());
                    tuple.push(Value::Id(thing));
                    bindings.set(variable, thing);
                    longer.push((tuple, bindings));
                }
            }
            all = longer;
        }
        all.into_iter().map(|(tuple, _)| tuple).collect()
    }
}

impl CandidateQuery {
    fn new(pattern: &Pattern, number: usize, scope: &mut Scope<'_>) -> Result<Self, BuildError> {
        let mut pattern = pattern.clone();
        let name: Arc<str> = pattern.name.get_or_insert_with(|| format!("({number})").into()).clone();
        let (best, persistent) = (!pattern.preferred.is_empty(), pattern.persistent);
        let condition = scope.code(&Condition::bind(pattern))?;
        let variable = scope.variable(&name).ok_or(BuildError::Foreign)?;
        Ok(Self { condition, variable, best, persistent })
    }

    fn things(&self, memory: &Memory, bindings: &Bindings, kept: Option<Id>) -> Vec<Id> {
        let find = |bound: Option<Id>| {
            let mut bindings = bindings.clone();
            if let Some(id) = bound {
                // A variable that is bound is only checked.
                bindings.set(self.variable, id);
            }
            let mut eval = Eval { facts: memory, bindings: &mut bindings, claims: &mut NoClaims::new() };
            let found = eval.holds(&self.condition);
            bindings.thing(self.variable).filter(|_| found)
        };
        if self.best {
            let kept = kept.filter(|_| self.persistent).and_then(|kept| find(Some(kept)));
            return kept.or_else(|| find(None)).into_iter().collect();
        }
        let mut bindings = bindings.clone();
        let mut eval = Eval { facts: memory, bindings: &mut bindings, claims: &mut NoClaims::new() };
        eval.matching(&self.condition, self.variable, &ConditionCode::Always)
    }
}

/// The things that match one of the queries, each with the variable that it is bound to.
fn things(
    queries: &[CandidateQuery],
    memory: &Memory,
    bindings: &Bindings,
    kept: Option<Id>,
) -> Vec<(Id, u16)> {
    let mut found: Vec<(Id, u16)> = Vec::new();
    for query in queries {
        for thing in query.things(memory, bindings, kept) {
            if thing != Id::SELF && !found.iter().any(|(known, _)| *known == thing) {
                found.push((thing, query.variable));
            }
            if found.len() >= MAX_GROUND_SKILLS {
                return found;
            }
        }
    }
    found
}
