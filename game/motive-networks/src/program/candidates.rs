//! The things that the parameters of an action schema can be bound to.

use crate::program::ground::MAX_GROUND_SKILLS;
use motive_core::action::Arguments;
use motive_core::condition::{Bindings, BuildError, Condition, Pattern, Scope};
use motive_core::engine::{ConditionCode, Eval, NoClaims};
use motive_core::memory::Memory;
use motive_core::vocabulary::{Id, Value, Vocabulary};
use std::sync::Arc;

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
pub(crate) struct Candidates {
    parameters: Vec<Vec<CandidateQuery>>,
    /// The number of variables of the patterns.
    variable_count: usize,
}

impl Candidates {
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
