//! PDDL: classical planning problems as the International Planning Competition writes them, for planners over symbols.
//!
//! [`read`] turns a domain and a problem into a [`PddlTask`], or says everything that is wrong with them, each with its place;
//! [`PddlTask::ground`] works out which facts can change and which actions can ever be done.
//!
//! Understood is the part of PDDL that planners over symbols can express: typed objects and constants, predicates, actions whose conditions are lists of facts
//! and of facts that do not hold (`:strips`, `:typing`, `:negative-preconditions`), equality, goals of the same form, and costs by
//! `(increase (total-cost) ...)`. Where a domain has no costs, each action costs 1. All else is refused where it stands.

mod ground;
mod read;

pub use crate::hddl::{FileDiagnostic, InputFile};
pub use ground::{GroundedAction, GroundedTask, TooLarge};
pub use read::read;

/// A parameter of an action by its number, or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PddlTerm {
    /// A parameter.
    Parameter(usize),
    /// An object.
    Object(usize),
}

/// A predicate with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PddlAtom {
    /// The predicate.
    pub predicate: usize,
    /// The arguments.
    pub terms: Vec<PddlTerm>,
}

/// A predicate and objects.
pub type PddlFact = (usize, Vec<usize>);

/// An action with parameters.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PddlAction {
    /// Its name.
    pub name: String,
    /// The names and types of its parameters.
    pub parameters: Vec<(String, usize)>,
    /// Its preconditions: atoms that must be true or false.
    pub preconditions: Vec<(PddlAtom, bool)>,
    /// Which terms must be the same, or must not.
    pub equal: Vec<(PddlTerm, PddlTerm, bool)>,
    /// Its effects.
    pub effects: Vec<(PddlAtom, bool)>,
    /// The constant part of its cost.
    pub cost: f64,
    /// Functions of its parameters that are added to its cost.
    pub costs: Vec<PddlAtom>,
}

/// A domain and a problem.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PddlTask {
    /// The name of the domain.
    pub domain: String,
    /// The name of the problem.
    pub problem: String,
    /// Types with their parents. The first is `object`.
    pub types: Vec<(String, usize)>,
    /// Objects and their types.
    pub objects: Vec<(String, usize)>,
    /// Predicates and how many arguments they have.
    pub predicates: Vec<(String, usize)>,
    /// Functions and how many arguments they have.
    pub functions: Vec<(String, usize)>,
    /// The values of functions.
    pub values: Vec<(PddlFact, f64)>,
    /// The actions.
    pub schemas: Vec<PddlAction>,
    /// The initial facts.
    pub init: Vec<PddlFact>,
    /// The goal: facts that must be true or false.
    pub goal: Vec<(PddlFact, bool)>,
}

impl PddlTask {
    /// Whether a type is another or one of its descendants.
    pub(super) fn is_a(&self, mut kind: usize, wanted: usize) -> bool {
        // Types may be declared in a circle; the way up is never longer than there are types.
        for _ in 0..=self.types.len() {
            if kind == wanted {
                return true;
            }
            match self.types.get(kind) {
                Some((_, parent)) if *parent != kind => kind = *parent,
                _ => return false,
            }
        }
        false
    }
}
