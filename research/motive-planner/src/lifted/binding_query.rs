//! Finding bindings for the variables of a condition: an order of literals that tests early and enumerates late.

use super::fact_tables::{FactTables, Tuple};
use crate::limits::{LimitReached, WorkMeter};
use crate::problem::{Atom, ObjectId, ObjectTypes, Term, TypeId};
use crate::schema::normal_form::{FormulaLiteral, object};

/// One variable is bound, then every literal that can be tested is tested.
enum BindingSource {
    /// From the facts that are true.
    Fact(Atom),
    /// From all objects of its type.
    Each(u32),
}

/// A query for the unknown variables of a schema.
pub(super) struct BindingQuery {
    types: Vec<TypeId>,
    /// The tests before the first step, then the steps, each with the tests after it.
    first: Vec<FormulaLiteral>,
    guesses: Vec<(BindingSource, Vec<FormulaLiteral>)>,
}

impl BindingQuery {
    /// A query for these literals, given the known variables.
    pub(super) fn new(
        types: &[TypeId],
        literals: &[FormulaLiteral],
        known: impl Iterator<Item = u32>,
    ) -> Self {
        let mut bound = vec![false; types.len()];
        known.for_each(|variable| bind(&mut bound, variable));
        let mut left: Vec<&FormulaLiteral> = literals.iter().collect();
        let first = testable(&mut left, &bound);
        let mut guesses = Vec::new();
        loop {
            let free = |literal: &FormulaLiteral| {
                literal.variables().filter(|variable| !is_bound(&bound, *variable)).count()
            };
            let facts = left.iter().enumerate().filter_map(|(place, literal)| match literal {
                FormulaLiteral::Atom(atom, true) => {
                    let free = free(literal);
                    // Prefer literals with few unknown and many known variables.
                    Some((free, usize::MAX - (atom.terms.len() - free.min(atom.terms.len())), place))
                }
                _ => None,
            });
            let guess = if let Some((.., place)) = facts.min() {
                let literal = left.remove(place);
                literal.variables().for_each(|variable| bind(&mut bound, variable));
                let FormulaLiteral::Atom(atom, _) = literal else { break };
                BindingSource::Fact(atom.clone())
            } else if let Some(variable) = bound.iter().position(|bound| !bound) {
                bound[variable] = true;
                BindingSource::Each(variable as u32)
            } else {
                break;
            };
            guesses.push((guess, testable(&mut left, &bound)));
        }
        Self { types: types.to_vec(), first, guesses }
    }

    /// All bindings that satisfy the query, up to a limit. The given row has the known ones.
    pub(super) fn rows(
        &self,
        world: &FactTables,
        kinds: &ObjectTypes,
        row: &mut Vec<ObjectId>,
        most: usize,
        work: &mut WorkMeter<'_>,
    ) -> Result<Vec<Box<[ObjectId]>>, LimitReached> {
        let mut found = Vec::new();
        work.spend(1 + self.first.len() as u64)?;
        if self.first.iter().all(|literal| holds(literal, row, world, kinds)) {
            self.guess(0, world, kinds, row, most, work, &mut found)?;
        }
        Ok(found)
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one search, spelled out")]
    fn guess(
        &self,
        depth: usize,
        world: &FactTables,
        kinds: &ObjectTypes,
        row: &mut Vec<ObjectId>,
        most: usize,
        work: &mut WorkMeter<'_>,
        found: &mut Vec<Box<[ObjectId]>>,
    ) -> Result<(), LimitReached> {
        let Some((guess, tests)) = self.guesses.get(depth) else {
            // The list is copied to grow.
            work.hold_more(found.len() * (row_bytes(row.len()) + 2 * size_of::<Box<[ObjectId]>>()))?;
            found.push(row.as_slice().into());
            return Ok(());
        };
        match guess {
            BindingSource::Each(variable) => {
                let kind = self.types.get(*variable as usize).copied().unwrap_or(u32::MAX);
                for object in kinds.members(kind) {
                    work.spend(1 + tests.len() as u64)?;
                    row[*variable as usize] = *object;
                    if tests.iter().all(|literal| holds(literal, row, world, kinds)) {
                        self.guess(depth + 1, world, kinds, row, most, work, found)?;
                    }
                    if found.len() >= most {
                        return Ok(());
                    }
                }
                row[*variable as usize] = UNBOUND;
            }
            BindingSource::Fact(atom) => {
                let known: Vec<Option<ObjectId>> = atom
                    .terms
                    .iter()
                    .map(|term| Some(object(*term, row)).filter(|object| *object != UNBOUND))
                    .collect();
                for fact in world.candidates(atom.predicate, &known) {
                    work.spend(1 + tests.len() as u64)?;
                    if self.take(atom, fact, &known, kinds, row)
                        && tests.iter().all(|literal| holds(literal, row, world, kinds))
                    {
                        self.guess(depth + 1, world, kinds, row, most, work, found)?;
                    }
                    forget(atom, &known, row);
                    if found.len() >= most {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The condition on which the bindings that get furthest fail, and those bindings. None if a binding satisfies all.
    pub(super) fn failure(
        &self,
        world: &FactTables,
        kinds: &ObjectTypes,
        row: &mut [ObjectId],
        work: &mut WorkMeter<'_>,
    ) -> Result<Option<(FormulaLiteral, Vec<ObjectId>)>, LimitReached> {
        if let Some(literal) = self.first.iter().find(|literal| !holds(literal, row, world, kinds)) {
            return Ok(Some((literal.clone(), row.to_vec())));
        }
        let mut furthest = None;
        let is_satisfied = self.fail(0, world, kinds, row, work, &mut furthest)?;
        Ok(if is_satisfied { None } else { furthest.map(|(_, literal, row)| (literal, row)) })
    }

    /// Looks for a binding from a depth on. Notes the first failure of those that are deepest.
    fn fail(
        &self,
        depth: usize,
        world: &FactTables,
        kinds: &ObjectTypes,
        row: &mut [ObjectId],
        work: &mut WorkMeter<'_>,
        furthest: &mut Option<(usize, FormulaLiteral, Vec<ObjectId>)>,
    ) -> Result<bool, LimitReached> {
        let Some((guess, tests)) = self.guesses.get(depth) else { return Ok(true) };
        let mut note = |depth: usize, literal: &FormulaLiteral, row: &[ObjectId]| {
            if furthest.as_ref().is_none_or(|(known, ..)| depth > *known) {
                *furthest = Some((depth, literal.clone(), row.to_vec()));
            }
        };
        let mut passed = Vec::new();
        match guess {
            BindingSource::Each(variable) => {
                let kind = self.types.get(*variable as usize).copied().unwrap_or(u32::MAX);
                note(2 * depth, &FormulaLiteral::OfType(Term::Variable(*variable), kind, true), row);
                for object in kinds.members(kind) {
                    work.spend(1 + tests.len() as u64)?;
                    row[*variable as usize] = *object;
                    match tests.iter().find(|literal| !holds(literal, row, world, kinds)) {
                        Some(literal) => note(2 * depth + 1, literal, row),
                        None => passed.push(row.to_vec()),
                    }
                }
                row[*variable as usize] = UNBOUND;
            }
            BindingSource::Fact(atom) => {
                note(2 * depth, &FormulaLiteral::Atom(atom.clone(), true), row);
                let known: Vec<Option<ObjectId>> = atom
                    .terms
                    .iter()
                    .map(|term| Some(object(*term, row)).filter(|object| *object != UNBOUND))
                    .collect();
                for fact in world.candidates(atom.predicate, &known) {
                    work.spend(1 + tests.len() as u64)?;
                    if self.take(atom, fact, &known, kinds, row) {
                        match tests.iter().find(|literal| !holds(literal, row, world, kinds)) {
                            Some(literal) => note(2 * depth + 1, literal, row),
                            None => passed.push(row.to_vec()),
                        }
                    }
                    forget(atom, &known, row);
                }
            }
        }
        work.hold_more(passed.len() * (row_bytes(row.len()) + 24))?;
        for mut row in passed {
            if self.fail(depth + 1, world, kinds, &mut row, work, furthest)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Binds the variables of an atom to the objects of a fact, if they match.
    fn take(
        &self,
        atom: &Atom,
        fact: &Tuple,
        known: &[Option<ObjectId>],
        kinds: &ObjectTypes,
        row: &mut [ObjectId],
    ) -> bool {
        for ((term, object), known) in atom.terms.iter().zip(fact).zip(known) {
            if known.is_some_and(|known| known != *object) {
                return false;
            }
            if let Term::Variable(variable) = term {
                let place = &mut row[*variable as usize];
                let kind = self.types.get(*variable as usize).copied().unwrap_or(u32::MAX);
                if *place == UNBOUND && kinds.is(*object, kind) {
                    *place = *object;
                } else if *place != *object {
                    return false;
                }
            }
        }
        true
    }
}

/// The bytes of a binding in a list.
pub(super) fn row_bytes(width: usize) -> usize {
    size_of::<Box<[ObjectId]>>() + width * size_of::<ObjectId>() + 16
}

/// Marks an unknown object.
pub(super) const UNBOUND: ObjectId = ObjectId::MAX;

fn forget(atom: &Atom, known: &[Option<ObjectId>], row: &mut [ObjectId]) {
    for (term, known) in atom.terms.iter().zip(known) {
        if let (Term::Variable(variable), None) = (term, known) {
            row[*variable as usize] = UNBOUND;
        }
    }
}

/// Whether a literal whose variables all have objects holds.
pub(super) fn holds(
    literal: &FormulaLiteral,
    row: &[ObjectId],
    world: &FactTables,
    kinds: &ObjectTypes,
) -> bool {
    match literal {
        FormulaLiteral::Atom(atom, positive) => {
            let objects: Tuple = atom.terms.iter().map(|term| object(*term, row)).collect();
            world.holds(atom.predicate, &objects) == *positive
        }
        FormulaLiteral::Equal(first, second, positive) => {
            (object(*first, row) == object(*second, row)) == *positive
        }
        FormulaLiteral::OfType(term, kind, positive) => kinds.is(object(*term, row), *kind) == *positive,
    }
}

fn is_bound(bound: &[bool], variable: u32) -> bool {
    bound.get(variable as usize).copied().unwrap_or(true)
}

fn bind(bound: &mut [bool], variable: u32) {
    if let Some(bound) = bound.get_mut(variable as usize) {
        *bound = true;
    }
}

/// Removes the literals whose variables are all known.
fn testable(left: &mut Vec<&FormulaLiteral>, bound: &[bool]) -> Vec<FormulaLiteral> {
    let mut tests = Vec::new();
    left.retain(|literal| {
        let known = literal.variables().all(|variable| is_bound(bound, variable));
        if known {
            tests.push((*literal).clone());
        }
        !known
    });
    tests
}
