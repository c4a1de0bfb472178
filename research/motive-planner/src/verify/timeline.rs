//! Which facts are true after which step of a plan.

use super::super::problem::{ObjectId, PredicateId};
use rustc_hash::{FxHashMap, FxHashSet};

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
