//! Whether a condition holds in a state, evaluated as it is written; and if not, why.

use crate::problem::{Atom, Formula, HtnProblem, ObjectId, ObjectTypes, PredicateId, Term, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The objects of variables; none for those without one yet.
pub(super) type Binding = Vec<Option<ObjectId>>;

/// Evaluates conditions of a problem.
pub(super) struct Evaluator<'a> {
    pub(super) problem: &'a HtnProblem,
    pub(super) kinds: &'a ObjectTypes,
}

impl Evaluator<'_> {
    /// The object of a term, if its variable has one.
    pub(super) fn object(&self, term: Term, binding: &Binding) -> Option<ObjectId> {
        match term {
            Term::Object(object) => Some(object),
            Term::Variable(variable) => binding.get(variable as usize).copied().flatten(),
        }
    }

    /// An atom with its objects.
    pub(super) fn fact(&self, atom: &Atom, binding: &Binding) -> Option<GroundFact> {
        let objects: Option<Vec<ObjectId>> =
            atom.terms.iter().map(|term| self.object(*term, binding)).collect();
        Some((atom.predicate, objects?))
    }

    /// Whether a condition cannot hold, whatever objects the variables get that have none yet. Only conjunctions are looked into.
    pub(super) fn is_refuted(&self, formula: &Formula, binding: &Binding, state: Moment<'_>) -> bool {
        let truth = |atom| self.fact(atom, binding).map(|fact| state.holds(&fact));
        match formula {
            Formula::And(parts) => parts.iter().any(|part| self.is_refuted(part, binding, state)),
            Formula::Atom(atom) => truth(atom) == Some(false),
            Formula::Not(inner) => matches!(&**inner, Formula::Atom(atom) if truth(atom) == Some(true)),
            Formula::Equal(first, second) => {
                let objects = (self.object(*first, binding), self.object(*second, binding));
                matches!(objects, (Some(first), Some(second)) if first != second)
            }
            _ => false,
        }
    }

    /// Why a condition does not hold. None if it holds.
    pub(super) fn why_not(
        &self,
        formula: &Formula,
        types: &[TypeId],
        binding: &mut Binding,
        state: Moment<'_>,
    ) -> Option<String> {
        Question { evaluator: self, types, binding, state }.failure(formula, true)
    }
}

/// A condition asked in a state, with the objects of its variables.
struct Question<'q> {
    evaluator: &'q Evaluator<'q>,
    /// The types of the variables.
    types: &'q [TypeId],
    binding: &'q mut Binding,
    state: Moment<'q>,
}

impl Question<'_> {
    /// Why a condition does not have the truth value `ought`. None if it has it.
    fn failure(&mut self, formula: &Formula, ought: bool) -> Option<String> {
        let Evaluator { problem, kinds } = self.evaluator;
        let is = if ought { "is not" } else { "is" };
        match formula {
            Formula::True => (!ought).then(|| "it always holds".to_owned()),
            Formula::Atom(atom) => {
                let Some(fact) = self.evaluator.fact(atom, self.binding) else {
                    return Some("a variable has no object".to_owned());
                };
                let is = if ought { "is not true" } else { "is true" };
                let fails = self.state.holds(&fact) != ought;
                fails.then(|| format!("{} {is}", problem.fact_name(fact.0, &fact.1)))
            }
            Formula::Equal(first, second) => {
                let object = |term| self.evaluator.object(term, self.binding);
                let (first, second) = (object(*first)?, object(*second)?);
                let names = (problem.object_name(first), problem.object_name(second));
                ((first == second) != ought).then(|| format!("{} {is} {}", names.0, names.1))
            }
            Formula::OfType(term, kind) => {
                let object = self.evaluator.object(*term, self.binding)?;
                let name = problem.types.get(*kind as usize).map_or("?", |kind| kind.name.as_str());
                (kinds.is(object, *kind) != ought)
                    .then(|| format!("{} {is} of type {name}", problem.object_name(object)))
            }
            Formula::Not(inner) => self.failure(inner, !ought),
            Formula::And(parts) => self.several(parts, ought, ought),
            Formula::Or(parts) => self.several(parts, ought, !ought),
            Formula::All(variables, inner) => self.each(variables, inner, ought, ought),
            Formula::Some(variables, inner) => self.each(variables, inner, ought, !ought),
        }
    }

    /// Why not all of the parts, or not one of them, have the truth value `ought`.
    fn several(&mut self, parts: &[Formula], ought: bool, all: bool) -> Option<String> {
        let mut failures = parts.iter().map(|part| self.failure(part, ought));
        if all {
            return failures.find_map(|failure| failure);
        }
        let reasons: Vec<String> = failures.collect::<Option<_>>()?;
        Some(if reasons.is_empty() { "there is no alternative".to_owned() } else { reasons.join(", and ") })
    }

    fn each(&mut self, variables: &[u32], inner: &Formula, ought: bool, all: bool) -> Option<String> {
        let Some((first, rest)) = variables.split_first() else { return self.failure(inner, ought) };
        let place = *first as usize;
        let kind = self.types.get(place).copied()?;
        let before = self.binding.get(place).copied().flatten();
        let mut last = (!all).then(|| "there is nothing of that type".to_owned());
        for object in self.evaluator.kinds.members(kind) {
            if let Some(slot) = self.binding.get_mut(place) {
                *slot = Some(*object);
            }
            let failure = self.each(rest, inner, ought, all);
            if failure.is_some() == all {
                last = failure;
                break;
            }
            last = if all { None } else { failure.or(last) };
        }
        if let Some(slot) = self.binding.get_mut(place) {
            *slot = before;
        }
        last
    }
}

/// A predicate with its objects.
pub(super) type GroundFact = (PredicateId, Vec<ObjectId>);

/// For every fact, when it became true or false. Takes room for what changes, not for every state.
pub(super) struct Timeline<'p> {
    /// The facts that are true at first.
    initial: FxHashSet<&'p GroundFact>,
    changes: FxHashMap<GroundFact, Vec<(usize, bool)>>,
}

/// The state after so many steps of a plan.
#[derive(Clone, Copy)]
pub(super) struct Moment<'t> {
    timeline: &'t Timeline<'t>,
    steps: usize,
}

impl<'p> Timeline<'p> {
    /// The timeline of an initial state.
    pub(super) fn new(facts: &'p [GroundFact]) -> Self {
        Self { initial: facts.iter().collect(), changes: FxHashMap::default() }
    }

    /// Makes a fact true or false from the state after so many steps on. Later steps are set later.
    pub(super) fn set(&mut self, fact: GroundFact, steps: usize, becomes: bool) {
        self.changes.entry(fact).or_default().push((steps, becomes));
    }

    /// The state after so many steps.
    pub(super) fn after(&self, steps: usize) -> Moment<'_> {
        Moment { timeline: self, steps }
    }
}

impl Moment<'_> {
    /// Whether a fact is true in this state.
    pub(super) fn holds(&self, fact: &GroundFact) -> bool {
        let last = self.timeline.changes.get(fact).and_then(|changes| {
            let earlier = changes.partition_point(|(steps, _)| *steps <= self.steps);
            changes.get(earlier.checked_sub(1)?)
        });
        last.map_or_else(|| self.timeline.initial.contains(fact), |(_, becomes)| *becomes)
    }
}
