//! What the parameters of a family can stand for.

use crate::program::ground::MAX_GROUND_SKILLS;
use motive_core::action::Arguments;
use motive_core::condition::{Bindings, BuildError, Condition, Pattern, Scope};
use motive_core::engine::{ConditionCode, Eval, NoClaims};
use motive_core::memory::Memory;
use motive_core::vocabulary::{Id, Value, Vocabulary};
use std::sync::Arc;

/// One of the patterns by which a parameter finds its things.
#[derive(Clone, Debug)]
struct CandidateQuery {
    ask: ConditionCode,
    variable: u16,
    /// It says what it prefers, so that only the best is meant.
    best: bool,
    /// The best of earlier is kept for as long as it fits.
    persistent: bool,
}

/// By parameter, how it finds its things. What an earlier parameter stands for can be used by a later one.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    parameters: Vec<Vec<CandidateQuery>>,
    /// How many variables the patterns have.
    room: usize,
}

impl Candidates {
    pub(crate) fn new(with: &[Vec<Pattern>], names: &Vocabulary) -> Result<Self, BuildError> {
        let mut scope = Scope::new(names);
        let mut parameters = Vec::new();
        for (number, patterns) in with.iter().enumerate() {
            // All patterns of a parameter are about the same thing, under whatever name.
            let choices = patterns.iter().map(|pattern| CandidateQuery::new(pattern, number, &mut scope));
            parameters.push(choices.collect::<Result<_, _>>()?);
        }
        Ok(Self { parameters, room: scope.names().len() })
    }

    /// What the parameters can stand for now, at most [`MAX_GROUND_SKILLS`] times; what was known earlier comes first. `before` is what they stood for
    /// in the tick before.
    pub(crate) fn tuples(&self, memory: &Memory, before: &[&Arguments]) -> Vec<Arguments> {
        let mut all = vec![(Arguments::new(), Bindings::new(self.room))];
        for choices in &self.parameters {
            let mut longer = Vec::new();
            for (tuple, bindings) in &all {
                let room = MAX_GROUND_SKILLS - longer.len();
                // A thing is kept for those that the earlier parameters stand for, and for no others.
                let same = before.iter().find(|before| before.starts_with(tuple));
                let kept = same.and_then(|before| before.get(tuple.len())?.id());
                for (thing, variable) in things(choices, memory, bindings, kept).into_iter().take(room) {
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
        let ask = scope.code(&Condition::bind(pattern))?;
        let variable = scope.variable(&name).ok_or(BuildError::Foreign)?;
        Ok(Self { ask, variable, best, persistent })
    }

    fn things(&self, memory: &Memory, bindings: &Bindings, kept: Option<Id>) -> Vec<Id> {
        let ask = |bound: Option<Id>| {
            let mut bindings = bindings.clone();
            if let Some(id) = bound {
                // What is bound already is only checked.
                bindings.set(self.variable, id);
            }
            let mut eval = Eval { facts: memory, bindings: &mut bindings, claims: &mut NoClaims::new() };
            let found = eval.holds(&self.ask);
            bindings.thing(self.variable).filter(|_| found)
        };
        if self.best {
            let kept = kept.filter(|_| self.persistent).and_then(|kept| ask(Some(kept)));
            return kept.or_else(|| ask(None)).into_iter().collect();
        }
        let mut bindings = bindings.clone();
        let mut eval = Eval { facts: memory, bindings: &mut bindings, claims: &mut NoClaims::new() };
        eval.matching(&self.ask, self.variable, &ConditionCode::Always)
    }
}

/// The things that one of the choices is about, each with the variable under which it goes.
fn things(
    choices: &[CandidateQuery],
    memory: &Memory,
    bindings: &Bindings,
    kept: Option<Id>,
) -> Vec<(Id, u16)> {
    let mut found: Vec<(Id, u16)> = Vec::new();
    for choice in choices {
        for thing in choice.things(memory, bindings, kept) {
            if thing != Id::SELF && !found.iter().any(|(known, _)| *known == thing) {
                found.push((thing, choice.variable));
            }
            if found.len() >= MAX_GROUND_SKILLS {
                return found;
            }
        }
    }
    found
}
