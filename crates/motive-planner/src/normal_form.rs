//! Conditions written out: quantifiers over all objects expanded, negations at the atoms, alternatives apart.
//!
//! After this a condition is a list of clauses of which one must hold, each a list of literals that all must hold. What is asked to exist
//! becomes a further variable of the clause, which whoever grounds it has to find.

use super::error::PlanError;
use super::object_types::ObjectTypes;
use super::problem::{Atom, Formula, ObjectId, Term, TypeId, Variables};
use smallvec::SmallVec;

/// How many literals one condition may have when written out. Ours.
const LIMIT: usize = 200_000;

/// The smallest part of a condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Literal {
    /// An atom is true, or false.
    Atom(Atom, bool),
    /// Two terms are the same, or not.
    Equal(Term, Term, bool),
    /// A term is of a type, or not.
    OfType(Term, TypeId, bool),
}

/// Literals that all must hold, over parameters and the variables that it adds to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) literals: Vec<Literal>,
}

/// What to do with "some".
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existence {
    /// Add a variable to the clause.
    Variable,
    /// Write out one alternative for each object.
    Alternatives,
}

/// Writes conditions of one schema out.
pub(crate) struct Normaliser<'a> {
    kinds: &'a ObjectTypes,
    of: &'a str,
    existence: Existence,
    /// The types of parameters and of variables that were added.
    pub(crate) types: Vec<TypeId>,
    declared: &'a [TypeId],
    meaning: Vec<Term>,
    size: usize,
}

impl<'a> Normaliser<'a> {
    pub(crate) fn new(kinds: &'a ObjectTypes, of: &'a str, variables: &'a Variables) -> Self {
        let arity = variables.arity.min(variables.types.len());
        Self {
            kinds,
            of,
            existence: Existence::Variable,
            types: variables.types[..arity].to_vec(),
            declared: &variables.types,
            meaning: (0..variables.types.len() as u32).map(Term::Variable).collect(),
            size: 0,
        }
    }

    /// The clauses of a condition.
    pub(crate) fn clauses(
        &mut self,
        formula: &Formula,
        existence: Existence,
    ) -> Result<Vec<Clause>, PlanError> {
        self.existence = existence;
        self.expand(formula, true)
    }

    /// Goes through all objects of quantified variables.
    pub(crate) fn each(
        &mut self,
        variables: &[u32],
        visit: &mut dyn FnMut(&mut Self) -> Result<(), PlanError>,
    ) -> Result<(), PlanError> {
        let Some((first, rest)) = variables.split_first() else { return visit(self) };
        let kind = self.declared.get(*first as usize).copied().unwrap_or(u32::MAX);
        let kinds = self.kinds;
        for object in kinds.members(kind) {
            self.assign(*first, Term::Object(*object));
            self.pay(1)?;
            self.each(rest, visit)?;
        }
        Ok(())
    }

    /// An atom with what its quantified variables stand for.
    pub(crate) fn atom(&self, atom: &Atom) -> Atom {
        Atom { predicate: atom.predicate, terms: atom.terms.iter().map(|term| self.term(*term)).collect() }
    }

    fn term(&self, term: Term) -> Term {
        match term {
            Term::Variable(variable) => self.meaning.get(variable as usize).copied().unwrap_or(term),
            Term::Object(_) => term,
        }
    }

    fn assign(&mut self, variable: u32, term: Term) {
        if let Some(meaning) = self.meaning.get_mut(variable as usize) {
            *meaning = term;
        }
    }

    fn pay(&mut self, amount: usize) -> Result<(), PlanError> {
        self.size += amount;
        if self.size > LIMIT {
            return Err(PlanError::ConditionTooLarge { of: self.of.to_owned(), limit: LIMIT });
        }
        Ok(())
    }

    fn expand(&mut self, formula: &Formula, positive: bool) -> Result<Vec<Clause>, PlanError> {
        self.pay(1)?;
        match formula {
            Formula::True => Ok(if positive { vec![Clause::default()] } else { Vec::new() }),
            Formula::Atom(atom) => Ok(self.literal(self.atom(atom), positive)),
            Formula::Equal(first, second) => Ok(self.equal(*first, *second, positive)),
            Formula::OfType(term, kind) => Ok(self.of_type(*term, *kind, positive)),
            Formula::Not(inner) => self.expand(inner, !positive),
            Formula::And(parts) if positive => self.all_of(parts, positive),
            Formula::Or(parts) if !positive => self.all_of(parts, positive),
            Formula::And(parts) | Formula::Or(parts) => {
                let mut clauses = Vec::new();
                for part in parts {
                    clauses.extend(self.expand(part, positive)?);
                    // Where one of them holds in any case, the others do not matter.
                    if clauses.last().is_some_and(|clause| clause.literals.is_empty()) {
                        return Ok(vec![Clause::default()]);
                    }
                }
                Ok(clauses)
            }
            Formula::All(variables, inner) => self.quantified(variables, inner, positive, positive),
            Formula::Some(variables, inner) => self.quantified(variables, inner, !positive, positive),
        }
    }

    /// An atom. What no action can change and is known is not asked.
    fn literal(&self, atom: Atom, positive: bool) -> Vec<Clause> {
        let objects: Option<SmallVec<[ObjectId; 4]>> = atom
            .terms
            .iter()
            .map(|term| if let Term::Object(object) = term { Some(*object) } else { None })
            .collect();
        match objects.and_then(|objects| self.kinds.always(atom.predicate, &objects)) {
            Some(truth) => known(truth == positive),
            None => vec![Clause { literals: vec![Literal::Atom(atom, positive)] }],
        }
    }

    fn equal(&self, first: Term, second: Term, positive: bool) -> Vec<Clause> {
        let (first, second) = (self.term(first), self.term(second));
        match (first, second) {
            (Term::Object(first), Term::Object(second)) => known((first == second) == positive),
            _ if first == second => known(positive),
            _ => vec![Clause { literals: vec![Literal::Equal(first, second, positive)] }],
        }
    }

    fn of_type(&self, term: Term, kind: TypeId, positive: bool) -> Vec<Clause> {
        match self.term(term) {
            Term::Object(object) => known(self.kinds.is(object, kind) == positive),
            variable => vec![Clause { literals: vec![Literal::OfType(variable, kind, positive)] }],
        }
    }

    fn all_of(&mut self, parts: &[Formula], positive: bool) -> Result<Vec<Clause>, PlanError> {
        let mut clauses = vec![Clause::default()];
        for part in parts {
            let more = self.expand(part, positive)?;
            self.conjoin(&mut clauses, more)?;
        }
        Ok(clauses)
    }

    fn conjoin(&mut self, clauses: &mut Vec<Clause>, more: Vec<Clause>) -> Result<(), PlanError> {
        if let [only] = more.as_slice() {
            self.pay(clauses.len() * only.literals.len())?;
            clauses.iter_mut().for_each(|clause| clause.literals.extend_from_slice(&only.literals));
            return Ok(());
        }
        let mut product = Vec::new();
        for clause in clauses.iter() {
            for other in &more {
                self.pay(clause.literals.len() + other.literals.len())?;
                let literals = clause.literals.iter().chain(&other.literals).cloned().collect();
                product.push(Clause { literals });
            }
        }
        *clauses = product;
        Ok(())
    }

    /// A quantifier: over all objects, or over at least one.
    fn quantified(
        &mut self,
        variables: &[u32],
        inner: &Formula,
        all: bool,
        positive: bool,
    ) -> Result<Vec<Clause>, PlanError> {
        let before: Vec<Term> =
            variables.iter().map(|variable| self.term(Term::Variable(*variable))).collect();
        let clauses = if all {
            let mut clauses = vec![Clause::default()];
            self.each(variables, &mut |this| {
                let more = this.expand(inner, positive)?;
                this.conjoin(&mut clauses, more)
            })?;
            clauses
        } else if self.existence == Existence::Alternatives {
            let mut clauses = Vec::new();
            self.each(variables, &mut |this| {
                clauses.extend(this.expand(inner, positive)?);
                Ok(())
            })?;
            clauses
        } else {
            for variable in variables {
                let kind = self.declared.get(*variable as usize).copied().unwrap_or(u32::MAX);
                let fresh = self.types.len() as u32;
                self.types.push(kind);
                self.assign(*variable, Term::Variable(fresh));
            }
            self.expand(inner, positive)?
        };
        for (variable, term) in variables.iter().zip(before) {
            self.assign(*variable, term);
        }
        Ok(clauses)
    }
}

/// A part whose truth is known: no condition at all, or no way.
fn known(truth: bool) -> Vec<Clause> {
    if truth { vec![Clause::default()] } else { Vec::new() }
}

/// What a term stands for when variables have these objects.
pub(crate) fn object(term: Term, row: &[ObjectId]) -> ObjectId {
    match term {
        Term::Object(object) => object,
        Term::Variable(variable) => row.get(variable as usize).copied().unwrap_or(u32::MAX),
    }
}
