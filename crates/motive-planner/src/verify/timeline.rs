//! Which facts are true after which step of a plan.

use super::super::problem::{ObjectId, PredicateId};
use rustc_hash::FxHashMap;

/// A predicate with its objects.
pub(super) type GroundFact = (PredicateId, Vec<ObjectId>);

/// For every fact, when it became true or false. Takes room for what changes, not for every state.
#[derive(Default)]
pub(super) struct Timeline {
    changes: FxHashMap<GroundFact, Vec<(usize, bool)>>,
}

/// The state after so many steps of a plan.
#[derive(Clone, Copy)]
pub(super) struct Moment<'t> {
    timeline: &'t Timeline,
    steps: usize,
}

impl Timeline {
    /// The timeline of an initial state.
    pub(super) fn new(facts: impl IntoIterator<Item = GroundFact>) -> Self {
        let mut timeline = Self::default();
        for fact in facts {
            timeline.set(fact, 0, true);
        }
        timeline
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
        let Some(changes) = self.timeline.changes.get(fact) else { return false };
        let earlier = changes.partition_point(|(steps, _)| *steps <= self.steps);
        earlier.checked_sub(1).and_then(|last| changes.get(last)).is_some_and(|(_, becomes)| *becomes)
    }
}
