//! Which objects are of which type.

use super::problem::{ObjectId, PredicateId, Problem, TypeId};
use rustc_hash::FxHashSet;

/// For each type its objects, in order, and a membership test.
#[derive(Clone, Debug)]
pub(crate) struct ObjectTypes {
    members: Vec<Vec<ObjectId>>,
    words: usize,
    is_a: Vec<u64>,
    /// Whether a predicate is one that no action changes.
    fixed: Vec<bool>,
    /// The facts of those.
    facts: FxHashSet<(PredicateId, Box<[ObjectId]>)>,
}

impl ObjectTypes {
    /// The bytes that they take for a problem, with the static facts.
    pub(crate) fn bytes_for(problem: &Problem) -> usize {
        let words = problem.types.len().div_ceil(64).max(1);
        problem.objects.len() * (words * 8 + 64) + problem.facts.len() * 64
    }

    /// Computes the types of all objects. Types in a cycle have the same members.
    pub(crate) fn of(problem: &Problem) -> Self {
        let types = problem.types.len();
        let words = types.div_ceil(64).max(1);
        let mut is_a = vec![0; words * problem.objects.len()];
        let mut members = vec![Vec::new(); types];
        let mut open = Vec::new();
        for (number, object) in problem.objects.iter().enumerate() {
            let row = &mut is_a[number * words..(number + 1) * words];
            open.clone_from(&object.types);
            while let Some(kind) = open.pop() {
                let Some(declared) = problem.types.get(kind as usize) else { continue };
                let (word, bit) = (kind as usize / 64, 1 << (kind % 64));
                if row[word] & bit == 0 {
                    row[word] |= bit;
                    members[kind as usize].push(number as ObjectId);
                    open.extend(&declared.parents);
                }
            }
        }
        let mut fixed = vec![true; problem.predicates.len()];
        for effect in problem.actions.iter().flat_map(|action| &action.effects) {
            if let Some(fixed) = fixed.get_mut(effect.atom.predicate as usize) {
                *fixed = false;
            }
        }
        let is_fixed = |predicate: PredicateId| fixed.get(predicate as usize) == Some(&true);
        let known = problem.facts.iter().filter(|(predicate, _)| is_fixed(*predicate));
        let facts = known.map(|(predicate, objects)| (*predicate, objects.as_slice().into())).collect();
        Self { members, words, is_a, fixed, facts }
    }

    /// The truth of a static fact; none if actions can change it.
    pub(crate) fn always(&self, predicate: PredicateId, objects: &[ObjectId]) -> Option<bool> {
        let is_fixed = self.fixed.get(predicate as usize) == Some(&true);
        is_fixed.then(|| self.facts.contains(&(predicate, objects.into())))
    }

    /// The objects of a type.
    pub(crate) fn members(&self, kind: TypeId) -> &[ObjectId] {
        self.members.get(kind as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether an object is of a type.
    pub(crate) fn is(&self, object: ObjectId, kind: TypeId) -> bool {
        let word = object as usize * self.words + kind as usize / 64;
        self.is_a.get(word).is_some_and(|bits| bits >> (kind % 64) & 1 == 1)
    }
}
