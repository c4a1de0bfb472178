//! Which facts can change, and which actions can ever be done.

use super::{PddlAction, PddlAtom, PddlFact, PddlTask, PddlTerm};
use std::collections::{BTreeMap, BTreeSet};

/// How many ways to give objects to parameters are tried. Ours.
const MOST_TRIED: usize = 5_000_000;
/// How many actions with their objects there may be. Ours: a planner over symbols looks at each of them for each state.
const MOST_ACTIONS: usize = 20_000;
/// How many facts may change: as many as fit a planner's state.
const MOST_SYMBOLS: usize = 512;

/// A problem that is too large for a planner over symbols, or that cannot be one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TooLarge {
    /// Too many ways to do the actions.
    #[error(
        "there are more than {MOST_ACTIONS} ways to do the actions; a planner over symbols is for smaller problems"
    )]
    Actions,
    /// Too many ways were looked at.
    #[error(
        "`{action}` can be given objects in more than {MOST_TRIED} ways; give its parameters types, or take objects away"
    )]
    Ways {
        /// The action.
        action: String,
    },
    /// Too many facts.
    #[error("{found} facts can change, but a planner over symbols can have {MOST_SYMBOLS} at most")]
    Symbols {
        /// How many there are.
        found: usize,
    },
    /// An action that costs nothing.
    #[error(
        "`{action}` costs nothing, but to a planner over symbols each action costs something; give it a cost above 0"
    )]
    Free {
        /// The action.
        action: String,
    },
}

/// An action with its objects.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GroundedAction {
    /// Which of the task's actions.
    pub schema: usize,
    /// What it is done with.
    pub objects: Vec<usize>,
    /// What must hold or not, of what can change.
    pub needs: BTreeMap<PddlFact, bool>,
    /// What becomes true or false.
    pub effects: BTreeMap<PddlFact, bool>,
    /// What it costs.
    pub cost: f64,
}

/// A task with its objects filled in.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GroundedTask {
    /// The facts that can change or are wanted, in order.
    pub symbols: Vec<PddlFact>,
    /// The actions that can ever be done.
    pub actions: Vec<GroundedAction>,
}

impl PddlTask {
    /// Works out which facts can change and which actions can ever be done.
    ///
    /// # Errors
    /// If that is too much for a planner over symbols.
    pub fn ground(&self) -> Result<GroundedTask, TooLarge> {
        let changing: BTreeSet<usize> = self
            .schemas
            .iter()
            .flat_map(|schema| schema.effects.iter().map(|(atom, _)| atom.predicate))
            .collect();
        let grounding = Grounding { task: self, changing, init: self.init.iter().cloned().collect() };
        let actions = grounding.reachable(grounding.possible()?);
        let mut symbols: BTreeSet<PddlFact> = self.goal.iter().map(|(fact, _)| fact.clone()).collect();
        for action in &actions {
            symbols.extend(action.needs.keys().chain(action.effects.keys()).cloned());
        }
        if symbols.len() > MOST_SYMBOLS {
            return Err(TooLarge::Symbols { found: symbols.len() });
        }
        Ok(GroundedTask { symbols: symbols.into_iter().collect(), actions })
    }
}

struct Grounding<'a> {
    task: &'a PddlTask,
    /// Predicates that some action changes.
    changing: BTreeSet<usize>,
    init: BTreeSet<PddlFact>,
}

impl Grounding<'_> {
    /// Every action with every choice of objects that what never changes allows.
    fn possible(&self) -> Result<Vec<GroundedAction>, TooLarge> {
        let mut all = Vec::new();
        for (number, schema) in self.task.schemas.iter().enumerate() {
            let mut tried = 0;
            self.bind(number, schema, &mut Vec::new(), &mut tried, &mut all)?;
        }
        Ok(all)
    }

    /// Gives the next parameter each object of its type, as far as nothing speaks against it.
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
            return Err(TooLarge::Ways { action: schema.name.clone() });
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

    /// Whether what is bound so far agrees with what never changes.
    fn allowed(&self, schema: &PddlAction, objects: &[usize]) -> bool {
        let unchanging = schema.needs.iter().filter(|(atom, _)| !self.changing.contains(&atom.predicate));
        let needs = unchanging.filter_map(|(atom, holds)| Some((fact(atom, objects)?, holds)));
        let mut equal = schema.equal.iter().filter_map(|(one, other, holds)| {
            Some((object(*one, objects)? == object(*other, objects)?, *holds))
        });
        equal.all(|(same, holds)| same == holds)
            && needs.into_iter().all(|(fact, holds)| self.init.contains(&fact) == *holds)
    }

    fn action(
        &self,
        number: usize,
        schema: &PddlAction,
        objects: &[usize],
    ) -> Result<GroundedAction, TooLarge> {
        let changing = schema.needs.iter().filter(|(atom, _)| self.changing.contains(&atom.predicate));
        let needs = changing.filter_map(|(atom, holds)| Some((fact(atom, objects)?, *holds))).collect();
        let mut effects = BTreeMap::new();
        // What an action takes away and brings at once is there afterwards, as PDDL has it.
        for wanted in [false, true] {
            let some = schema.effects.iter().filter(|(_, becomes)| *becomes == wanted);
            effects.extend(some.filter_map(|(atom, becomes)| Some((fact(atom, objects)?, *becomes))));
        }
        let paid = schema.costs.iter().filter_map(|atom| fact(atom, objects)).map(|fact| {
            self.task.values.iter().rev().find(|(known, _)| *known == fact).map_or(0.0, |(_, value)| *value)
        });
        let cost = schema.cost + paid.sum::<f64>();
        if cost <= 0.0 {
            return Err(TooLarge::Free { action: schema.name.clone() });
        }
        Ok(GroundedAction { schema: number, objects: objects.to_vec(), needs, effects, cost })
    }

    /// Those that can ever be done if nothing is ever taken away again. An action that needs something and its opposite cannot.
    fn reachable(&self, mut possible: Vec<GroundedAction>) -> Vec<GroundedAction> {
        let (mut facts, mut all) = (self.init.clone(), Vec::new());
        loop {
            let met = |action: &GroundedAction, facts: &BTreeSet<PddlFact>| {
                action.needs.iter().all(|(fact, holds)| !holds || facts.contains(fact))
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

fn object(term: PddlTerm, objects: &[usize]) -> Option<usize> {
    match term {
        PddlTerm::Object(object) => Some(object),
        PddlTerm::Parameter(at) => objects.get(at).copied(),
    }
}

/// A fact, if all of its parameters are bound.
fn fact(atom: &PddlAtom, objects: &[usize]) -> Option<PddlFact> {
    let terms: Option<Vec<usize>> = atom.terms.iter().map(|term| object(*term, objects)).collect();
    Some((atom.predicate, terms?))
}
