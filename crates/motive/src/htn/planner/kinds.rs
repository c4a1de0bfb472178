//! Which objects are of which type.

use super::form::{ObjectId, Problem, TypeId};

/// For each type its objects, in order, and a quick way to ask.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    members: Vec<Vec<ObjectId>>,
    words: usize,
    is_a: Vec<u64>,
}

impl Kinds {
    /// Works out the types of all objects. A cycle of types makes its members the same set.
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
        Self { members, words, is_a }
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
