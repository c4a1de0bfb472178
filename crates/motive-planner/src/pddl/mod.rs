//! PDDL: classical planning problems as the International Planning Competition writes them, for planners over symbols.
//!
//! [`read`] turns a domain and a problem into a [`Task`], or says everything that is wrong with them, each with its place;
//! [`Task::ground`] works out which facts can change and which actions can ever be done.
//!
//! Understood is the part of PDDL that planners over symbols can express: typed objects and constants, predicates, actions whose conditions are lists of facts
//! and of facts that do not hold (`:strips`, `:typing`, `:negative-preconditions`), equality, goals of the same form, and costs by
//! `(increase (total-cost) ...)`. Where a domain has no costs, each action costs 1. All else is refused where it stands.

mod ground;
mod read;

pub use crate::hddl::{File, Flaw};
pub use ground::{Grounded, GroundedAction, TooLarge};
pub use read::read;

/// A parameter of an action by its number, or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// A parameter.
    Parameter(usize),
    /// An object.
    Object(usize),
}

/// A predicate with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The predicate.
    pub predicate: usize,
    /// The arguments.
    pub terms: Vec<Term>,
}

/// A predicate and objects.
pub type Fact = (usize, Vec<usize>);

/// An action with parameters.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Schema {
    /// What it is called.
    pub name: String,
    /// The names of its parameters, and of which type each is.
    pub parameters: Vec<(String, usize)>,
    /// What must hold, or must not.
    pub needs: Vec<(Atom, bool)>,
    /// Which terms must be the same, or must not.
    pub equal: Vec<(Term, Term, bool)>,
    /// What becomes true, or false.
    pub effects: Vec<(Atom, bool)>,
    /// What it costs whatever it is done with.
    pub cost: f64,
    /// What it costs besides, by functions of what it is done with.
    pub costs: Vec<Atom>,
}

/// A domain and a problem.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Task {
    /// The name of the domain.
    pub domain: String,
    /// The name of the problem.
    pub problem: String,
    /// Types, and of which type each is one. The first is `object`.
    pub types: Vec<(String, usize)>,
    /// Objects and their types.
    pub objects: Vec<(String, usize)>,
    /// Predicates and how many arguments they have.
    pub predicates: Vec<(String, usize)>,
    /// Functions and how many arguments they have.
    pub functions: Vec<(String, usize)>,
    /// What the functions are.
    pub values: Vec<(Fact, f64)>,
    /// The actions.
    pub schemas: Vec<Schema>,
    /// What is true at the beginning.
    pub init: Vec<Fact>,
    /// What is to become true, or false.
    pub goal: Vec<(Fact, bool)>,
}

impl Task {
    /// Whether a type is another, or one of its kind.
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
