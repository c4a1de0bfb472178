//! Changes of relations relative to the base.

use super::fingerprint;
use crate::vocabulary::{Relation, Value, Vocabulary};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The number of a row that was mentioned.
pub(super) type RowId = u32;

/// Rows that were used, and which of them were added or removed.
#[derive(Clone, Debug)]
pub(super) struct RowChanges {
    mentioned: Vec<NumberedRow>,
    numbers: FxHashMap<u64, SmallVec<[RowId; 1]>>,
    relations: Vec<RelationChange>,
}

#[derive(Clone, Debug)]
struct NumberedRow {
    relation: Relation,
    row: Box<[Value]>,
    print: u64,
    /// The base has it, and it was removed.
    hidden: bool,
    /// It was added. A row that was removed and added again is both; it then comes last.
    added: bool,
}

#[derive(Clone, Debug, Default)]
struct RelationChange {
    /// Rows that were added, oldest first.
    added: Vec<RowId>,
    /// How many rows of the base are hidden.
    hidden: usize,
}

/// The status of a row relative to the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowStatus {
    AsInBase,
    Added,
    Removed,
}

impl RowChanges {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        let relations = vec![RelationChange::default(); vocabulary.relations().count()];
        Self { mentioned: Vec::new(), numbers: FxHashMap::default(), relations }
    }

    /// The rows of a relation that were added, oldest first.
    pub(super) fn added(&self, relation: Relation) -> impl Iterator<Item = &Box<[Value]>> + '_ {
        let added = self.relations.get(relation.index()).into_iter().flat_map(|change| &change.added);
        added.map(|id| &self.mentioned[*id as usize].row)
    }

    /// Whether a row of the base was removed. It may have been added again since.
    pub(super) fn is_hidden(&self, relation: Relation, row: &[Value]) -> bool {
        let any = self.relations.get(relation.index()).is_some_and(|change| change.hidden > 0);
        any && self.find(relation, row).is_some_and(|id| self.mentioned[id as usize].hidden)
    }

    pub(super) fn standing(&self, relation: Relation, row: &[Value]) -> RowStatus {
        match self.find(relation, row).map(|id| &self.mentioned[id as usize]) {
            Some(known) if known.added => RowStatus::Added,
            Some(known) if known.hidden => RowStatus::Removed,
            _ => RowStatus::AsInBase,
        }
    }

    fn find(&self, relation: Relation, row: &[Value]) -> Option<RowId> {
        if self.mentioned.is_empty() {
            return None;
        }
        let same = |id: &&RowId| {
            let known = &self.mentioned[**id as usize];
            known.relation == relation && *known.row == *row
        };
        self.numbers.get(&fingerprint::row(relation, row))?.iter().find(same).copied()
    }

    /// The number of a row, assigned at first use.
    pub(super) fn mention(&mut self, relation: Relation, row: &[Value]) -> RowId {
        if let Some(known) = self.find(relation, row) {
            return known;
        }
        let (id, print) = (self.mentioned.len() as RowId, fingerprint::row(relation, row));
        let row = row.into();
        self.mentioned.push(NumberedRow { relation, row, print, hidden: false, added: false });
        self.numbers.entry(print).or_default().push(id);
        id
    }

    /// Adds a row that is not in the relation.
    pub(super) fn add(&mut self, id: RowId) {
        let row = &mut self.mentioned[id as usize];
        row.added = true;
        self.relations[row.relation.index()].added.push(id);
    }

    /// The position of a row among those that were added.
    pub(super) fn place(&self, id: RowId) -> Option<usize> {
        let row = &self.mentioned[id as usize];
        let added = &self.relations[row.relation.index()].added;
        if row.added { added.iter().rposition(|other| *other == id) } else { None }
    }

    /// Removes a row that was added.
    pub(super) fn take(&mut self, id: RowId, at: usize) {
        let row = &mut self.mentioned[id as usize];
        row.added = false;
        self.relations[row.relation.index()].added.remove(at);
    }

    /// Removes a row of the base.
    pub(super) fn hide(&mut self, id: RowId) {
        let row = &mut self.mentioned[id as usize];
        row.hidden = true;
        self.relations[row.relation.index()].hidden += 1;
    }

    pub(super) fn undo_add(&mut self, id: RowId) {
        let row = &mut self.mentioned[id as usize];
        row.added = false;
        // Later additions were undone already, so it is the last one.
        self.relations[row.relation.index()].added.pop();
    }

    pub(super) fn undo_take(&mut self, id: RowId, at: usize) {
        let row = &mut self.mentioned[id as usize];
        row.added = true;
        self.relations[row.relation.index()].added.insert(at, id);
    }

    pub(super) fn undo_hide(&mut self, id: RowId) {
        let row = &mut self.mentioned[id as usize];
        row.hidden = false;
        self.relations[row.relation.index()].hidden -= 1;
    }

    /// The part of the row in the fingerprint; 0 if it is as in the base.
    pub(super) fn print(&self, id: RowId) -> u64 {
        let row = &self.mentioned[id as usize];
        if row.added == row.hidden { 0 } else { row.print }
    }
}
