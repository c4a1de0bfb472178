//! Normal form of conditions: universal quantifiers expanded, negations at the atoms, disjunctions split.
//!
//! A condition becomes a disjunction of clauses, each a conjunction of literals. An existential quantifier adds a variable to the clause,
//! which grounding has to bind.

use crate::error::PlanError;
use crate::problem::{Atom, Formula, ObjectId, ObjectTypes, SchemaVariables, Term, TypeId};
use smallvec::SmallVec;

/// The most literals of a condition in normal form. Our choice.
const LIMIT: usize = 200_000;

/// A literal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum FormulaLiteral {
    /// An atom is true, or false.
    Atom(Atom, bool),
    /// Two terms are the same, or not.
    Equal(Term, Term, bool),
    /// A term is of a type, or not.
    OfType(Term, TypeId, bool),
}

impl FormulaLiteral {
    /// Its variables, each as often as it occurs.
    pub(crate) fn variables(&self) -> impl Iterator<Item = u32> + '_ {
        let (list, pair): (&[Term], [Option<Term>; 2]) = match self {
            Self::Atom(atom, _) => (&atom.terms, [None, None]),
            Self::Equal(first, second, _) => (&[], [Some(*first), Some(*second)]),
            Self::OfType(term, ..) => (&[], [Some(*term), None]),
        };
        let terms = list.iter().copied().chain(pair.into_iter().flatten());
        terms.filter_map(|term| if let Term::Variable(variable) = term { Some(variable) } else { None })
    }

    /// Visits its terms.
    pub(crate) fn each_term_mut(&mut self, each: &mut dyn FnMut(&mut Term)) {
        match self {
            Self::Atom(atom, _) => atom.terms.iter_mut().for_each(each),
            Self::Equal(first, second, _) => [first, second].into_iter().for_each(each),
            Self::OfType(term, ..) => each(term),
        }
    }
}

/// A conjunction of literals, over the parameters and added variables.
pub(crate) type Conjunction = Vec<FormulaLiteral>;

/// How existential quantifiers are handled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existence {
    /// By a variable of the clause.
    Variable,
    /// By one alternative for each object.
    Alternatives,
}

/// Converts the conditions of one schema.
pub(crate) struct Normaliser<'a> {
    kinds: &'a ObjectTypes,
    of: &'a str,
    existence: Existence,
    /// The types of parameters and added variables.
    pub(crate) types: Vec<TypeId>,
    declared: &'a [TypeId],
    meaning: Vec<Term>,
    size: usize,
}

impl<'a> Normaliser<'a> {
    pub(crate) fn new(kinds: &'a ObjectTypes, of: &'a str, variables: &'a SchemaVariables) -> Self {
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
    ) -> Result<Vec<Conjunction>, PlanError> {
        self.existence = existence;
        self.expand(formula, true)
    }

    /// Visits all bindings of quantified variables.
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

    /// An atom with its quantified variables replaced.
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
            return Err(PlanError::ConditionTooLarge(self.of.to_owned(), LIMIT));
        }
        Ok(())
    }

    fn expand(&mut self, formula: &Formula, positive: bool) -> Result<Vec<Conjunction>, PlanError> {
        self.pay(1)?;
        match formula {
            Formula::True => Ok(if positive { vec![Conjunction::new()] } else { Vec::new() }),
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
                    // If one of them always holds, the others do not matter.
                    if clauses.last().is_some_and(Vec::is_empty) {
                        return Ok(vec![Conjunction::new()]);
                    }
                }
                Ok(clauses)
            }
            Formula::All(variables, inner) => self.quantified(variables, inner, positive, positive),
            Formula::Some(variables, inner) => self.quantified(variables, inner, !positive, positive),
        }
    }

    /// An atom. Static atoms with a known truth are evaluated.
    fn literal(&self, atom: Atom, positive: bool) -> Vec<Conjunction> {
        let objects: Option<SmallVec<[ObjectId; 4]>> = atom
            .terms
            .iter()
            .map(|term| if let Term::Object(object) = term { Some(*object) } else { None })
            .collect();
        match objects.and_then(|objects| self.kinds.always(atom.predicate, &objects)) {
            Some(truth) => known(truth == positive),
            None => vec![vec![FormulaLiteral::Atom(atom, positive)]],
        }
    }

    fn equal(&self, first: Term, second: Term, positive: bool) -> Vec<Conjunction> {
        let (first, second) = (self.term(first), self.term(second));
        match (first, second) {
            (Term::Object(first), Term::Object(second)) => known((first == second) == positive),
            _ if first == second => known(positive),
            _ => vec![vec![FormulaLiteral::Equal(first, second, positive)]],
        }
    }

    fn of_type(&self, term: Term, kind: TypeId, positive: bool) -> Vec<Conjunction> {
        match self.term(term) {
            Term::Object(object) => known(self.kinds.is(object, kind) == positive),
            variable => vec![vec![FormulaLiteral::OfType(variable, kind, positive)]],
        }
    }

    fn all_of(&mut self, parts: &[Formula], positive: bool) -> Result<Vec<Conjunction>, PlanError> {
        let mut clauses = vec![Conjunction::new()];
        for part in parts {
            let more = self.expand(part, positive)?;
            self.conjoin(&mut clauses, more)?;
        }
        Ok(clauses)
    }

    fn conjoin(&mut self, clauses: &mut Vec<Conjunction>, more: Vec<Conjunction>) -> Result<(), PlanError> {
        if let [only] = more.as_slice() {
            self.pay(clauses.len() * only.len())?;
            clauses.iter_mut().for_each(|clause| clause.extend_from_slice(only));
            return Ok(());
        }
        let mut product = Vec::new();
        for clause in clauses.iter() {
            for other in &more {
                self.pay(clause.len() + other.len())?;
                product.push(clause.iter().chain(other).cloned().collect());
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
    ) -> Result<Vec<Conjunction>, PlanError> {
        let before: Vec<Term> =
            variables.iter().map(|variable| self.term(Term::Variable(*variable))).collect();
        let clauses = if all {
            let mut clauses = vec![Conjunction::new()];
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

/// A part with a known truth: no literal, or no clause.
fn known(truth: bool) -> Vec<Conjunction> {
    if truth { vec![Conjunction::new()] } else { Vec::new() }
}

/// The object of a term under a binding.
pub(crate) fn object(term: Term, row: &[ObjectId]) -> ObjectId {
    match term {
        Term::Object(object) => object,
        Term::Variable(variable) => row.get(variable as usize).copied().unwrap_or(u32::MAX),
    }
}
