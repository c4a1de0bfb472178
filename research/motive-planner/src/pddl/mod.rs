//! PDDL: classical planning problems as the International Planning Competition writes them, for planners over symbols.
//!
//! [`read`] turns a domain and a problem into a [`PddlTask`], or says everything that is wrong with them, each with its place;
//! [`PddlTask::ground`] works out which facts can change and which actions can ever be done.
//!
//! Understood is the part of PDDL that planners over symbols can express: typed objects and constants, predicates, actions whose conditions are lists of facts
//! and of facts that do not hold (`:strips`, `:typing`, `:negative-preconditions`), equality, goals of the same form, and costs by
//! `(increase (total-cost) ...)`. Where a domain has no costs, each action costs 1. All else is refused where it stands.

mod read;

pub use crate::hddl::{FileDiagnostic, InputFile};
pub use read::read;

use crate::problem::{Atom, PredicateId, Term};
use std::collections::{BTreeMap, BTreeSet};

/// A predicate and objects.
pub type PddlFact = (usize, Vec<usize>);

/// An action with parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PddlAction {
    /// Its name.
    pub name: String,
    /// The names and types of its parameters.
    pub parameters: Vec<(String, usize)>,
    /// Its preconditions: atoms that must be true or false.
    pub preconditions: Vec<(Atom, bool)>,
    /// Which terms must be the same, or must not.
    pub equal: Vec<(Term, Term, bool)>,
    /// Its effects.
    pub effects: Vec<(Atom, bool)>,
    /// The constant part of its cost.
    pub cost: f64,
    /// Functions of its parameters that are added to its cost.
    pub costs: Vec<Atom>,
}

/// A domain and a problem.
#[derive(Clone, Debug, Default, PartialEq)]
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

/// The most bindings of parameters that are tried. Our choice.
const MOST_TRIED: usize = 5_000_000;
/// The most grounded actions. Our choice.
const MOST_ACTIONS: usize = 20_000;
/// The most facts that may change: as many as fit into a state of the planner.
const MOST_SYMBOLS: usize = 512;

/// A problem that is too large for a planner over symbols, or that cannot be one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TooLarge {
    /// Too many grounded actions.
    #[error(
        "there are more than {MOST_ACTIONS} ways to do the actions; a planner over symbols is for smaller problems"
    )]
    Actions,
    /// Too many bindings were tried.
    #[error(
        "`{0}` can be given objects in more than {MOST_TRIED} ways; give its parameters types, or take objects away"
    )]
    Ways(String),
    /// Too many facts.
    #[error("{0} facts can change, but a planner over symbols can have {MOST_SYMBOLS} at most")]
    Symbols(usize),
    /// An action that costs nothing.
    #[error(
        "`{0}` costs nothing, but to a planner over symbols each action costs something; give it a cost above 0"
    )]
    Free(String),
}

/// A grounded action.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundedAction {
    /// The number of its schema.
    pub schema: usize,
    /// The objects of its parameters.
    pub objects: Vec<usize>,
    /// Its preconditions on facts that can change.
    pub preconditions: BTreeMap<PddlFact, bool>,
    /// Its effects.
    pub effects: BTreeMap<PddlFact, bool>,
    /// What it costs.
    pub cost: f64,
}

/// A grounded task.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundedTask {
    /// The facts that can change or are part of the goal, sorted.
    pub symbols: Vec<PddlFact>,
    /// The reachable actions.
    pub actions: Vec<GroundedAction>,
}

impl PddlTask {
    /// Grounds the task.
    ///
    /// # Errors
    /// If it is too large for a planner over symbols.
    pub fn ground(&self) -> Result<GroundedTask, TooLarge> {
        let effects = self.schemas.iter().flat_map(|schema| &schema.effects);
        let changing = effects.map(|(atom, _)| atom.predicate).collect();
        let grounding = Grounding { task: self, changing, init: self.init.iter().cloned().collect() };
        let actions = grounding.reachable(grounding.possible()?);
        let mut symbols: BTreeSet<PddlFact> = self.goal.iter().map(|(fact, _)| fact.clone()).collect();
        for action in &actions {
            symbols.extend(action.preconditions.keys().chain(action.effects.keys()).cloned());
        }
        if symbols.len() > MOST_SYMBOLS {
            return Err(TooLarge::Symbols(symbols.len()));
        }
        Ok(GroundedTask { symbols: symbols.into_iter().collect(), actions })
    }
}

struct Grounding<'a> {
    task: &'a PddlTask,
    /// Predicates that some action changes.
    changing: BTreeSet<PredicateId>,
    init: BTreeSet<PddlFact>,
}

impl Grounding<'_> {
    /// All groundings of all actions that the static facts allow.
    fn possible(&self) -> Result<Vec<GroundedAction>, TooLarge> {
        let mut all = Vec::new();
        for (number, schema) in self.task.schemas.iter().enumerate() {
            let mut tried = 0;
            self.bind(number, schema, &mut Vec::new(), &mut tried, &mut all)?;
        }
        Ok(all)
    }

    /// Binds the next parameter to each object of its type that the static facts allow.
    fn bind(
        &self,
        number: usize,
        schema: &PddlAction,
        objects: &mut Vec<usize>,
        tried: &mut usize,
        all: &mut Vec<GroundedAction>,
    ) -> Result<(), TooLarge> {
        *tried += 1;
        if *tried > MOST_TRIED {
            return Err(TooLarge::Ways(schema.name.clone()));
        }
        if !self.allowed(schema, objects) {
            return Ok(());
        }
        let Some((_, kind)) = schema.parameters.get(objects.len()) else {
            if all.len() >= MOST_ACTIONS {
                return Err(TooLarge::Actions);
            }
            all.push(self.action(number, schema, objects)?);
            return Ok(());
        };
        for (object, (_, of)) in self.task.objects.iter().enumerate() {
            if self.task.is_a(*of, *kind) {
                objects.push(object);
                self.bind(number, schema, objects, tried, all)?;
                objects.pop();
            }
        }
        Ok(())
    }

    /// Whether the binding so far agrees with the static facts.
    fn allowed(&self, schema: &PddlAction, objects: &[usize]) -> bool {
        let unchanging =
            schema.preconditions.iter().filter(|(atom, _)| !self.changing.contains(&atom.predicate));
        let preconditions = unchanging.filter_map(|(atom, holds)| Some((fact(atom, objects)?, holds)));
        let mut equal = schema.equal.iter().filter_map(|(one, other, holds)| {
            Some((object(*one, objects)? == object(*other, objects)?, *holds))
        });
        equal.all(|(same, holds)| same == holds)
            && preconditions.into_iter().all(|(fact, holds)| self.init.contains(&fact) == *holds)
    }

    fn action(
        &self,
        number: usize,
        schema: &PddlAction,
        objects: &[usize],
    ) -> Result<GroundedAction, TooLarge> {
        let changing =
            schema.preconditions.iter().filter(|(atom, _)| self.changing.contains(&atom.predicate));
        let preconditions =
            changing.filter_map(|(atom, holds)| Some((fact(atom, objects)?, *holds))).collect();
        let mut effects = BTreeMap::new();
        // Additions win over deletions, as in PDDL.
        for wanted in [false, true] {
            let some = schema.effects.iter().filter(|(_, becomes)| *becomes == wanted);
            effects.extend(some.filter_map(|(atom, becomes)| Some((fact(atom, objects)?, *becomes))));
        }
        let paid = schema.costs.iter().filter_map(|atom| fact(atom, objects)).map(|fact| {
            self.task.values.iter().rev().find(|(known, _)| *known == fact).map_or(0.0, |(_, value)| *value)
        });
        let cost = schema.cost + paid.sum::<f64>();
        if cost <= 0.0 {
            return Err(TooLarge::Free(schema.name.clone()));
        }
        Ok(GroundedAction { schema: number, objects: objects.to_vec(), preconditions, effects, cost })
    }

    /// The actions that are reachable without deletions. An action with contradictory preconditions is not.
    fn reachable(&self, mut possible: Vec<GroundedAction>) -> Vec<GroundedAction> {
        let (mut facts, mut all) = (self.init.clone(), Vec::new());
        loop {
            let met = |action: &GroundedAction, facts: &BTreeSet<PddlFact>| {
                action.preconditions.iter().all(|(fact, holds)| !holds || facts.contains(fact))
            };
            let before = all.len();
            let (now, later): (Vec<_>, Vec<_>) = possible.into_iter().partition(|action| met(action, &facts));
            for action in &now {
                facts.extend(
                    action.effects.iter().filter(|(_, becomes)| **becomes).map(|(fact, _)| fact.clone()),
                );
            }
            all.extend(now);
            possible = later;
            if all.len() == before {
                break;
            }
        }
        all.sort_by(|a: &GroundedAction, b| (a.schema, &a.objects).cmp(&(b.schema, &b.objects)));
        all
    }
}

fn object(term: Term, objects: &[usize]) -> Option<usize> {
    match term {
        Term::Object(object) => Some(object as usize),
        Term::Variable(parameter) => objects.get(parameter as usize).copied(),
    }
}

/// A fact, if all of its parameters are bound.
fn fact(atom: &Atom, objects: &[usize]) -> Option<PddlFact> {
    let terms: Option<Vec<usize>> = atom.terms.iter().map(|term| object(*term, objects)).collect();
    Some((atom.predicate as usize, terms?))
}
