//! Relations: the rows of each, with an index per column.

use super::validation::{agrees, check_row};
use super::{Memory, MemoryError};
use crate::vocabulary::{Relation, Value};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

type Row = Box<[Value]>;

#[derive(Clone, Debug, Default)]
pub(super) struct RelationRows {
    /// Rows in the order of insertion. Removed ones leave a gap until there are many.
    rows: Vec<Option<Row>>,
    gaps: usize,
    columns: FxHashMap<(usize, (u8, u64)), Vec<u32>>,
}

impl RelationRows {
    pub(super) fn len(&self) -> usize {
        self.rows.len() - self.gaps
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[Value]> {
        self.rows.iter().flatten().map(|row| &**row)
    }

    pub(super) fn contains(&self, row: &[Value]) -> bool {
        self.position(row).is_some()
    }

    fn position(&self, row: &[Value]) -> Option<u32> {
        let same = |at: &u32| self.row(*at).is_some_and(|known| known == row);
        match self.shortest(|column| row.get(column)) {
            Some(places) => places.iter().copied().find(|at| same(at)),
            None => (0..self.rows.len() as u32).find(|at| same(at)),
        }
    }

    fn row(&self, at: u32) -> Option<&[Value]> {
        self.rows.get(at as usize)?.as_deref()
    }

    /// The shortest list of positions that agree with one known column; none if no column is known.
    fn shortest<'v>(&self, known: impl Fn(usize) -> Option<&'v Value>) -> Option<&[u32]> {
        let mut best: Option<&[u32]> = None;
        let mut column = 0;
        // A relation has few columns.
        while column < 16 {
            if let Some(value) = known(column) {
                let places = self.columns.get(&(column, value.key())).map_or(&[][..], |places| places);
                if best.is_none_or(|best| places.len() < best.len()) {
                    best = Some(places);
                }
            }
            column += 1;
        }
        best
    }

    pub(super) fn insert(&mut self, row: &[Value]) -> bool {
        if self.contains(row) {
            return false;
        }
        let at = self.rows.len() as u32;
        self.rows.push(Some(row.into()));
        for (column, value) in row.iter().enumerate().take(16) {
            self.columns.entry((column, value.key())).or_default().push(at);
        }
        true
    }

    pub(super) fn remove(&mut self, row: &[Value]) -> bool {
        let Some(at) = self.position(row) else { return false };
        self.rows[at as usize] = None;
        self.gaps += 1;
        for (column, value) in row.iter().enumerate().take(16) {
            let key = (column, value.key());
            if let Some(places) = self.columns.get_mut(&key) {
                places.retain(|place| *place != at);
                if places.is_empty() {
                    self.columns.remove(&key);
                }
            }
        }
        if self.gaps > 32 && self.gaps * 2 > self.rows.len() {
            self.close_gaps();
        }
        true
    }

    fn close_gaps(&mut self) {
        let rows = std::mem::take(self);
        for row in rows.rows.into_iter().flatten() {
            self.insert(&row);
        }
    }

    pub(super) fn visit(&self, known: &[Option<Value>], visit: &mut dyn FnMut(&[Value]) -> ControlFlow<()>) {
        match self.shortest(|column| known.get(column).and_then(Option::as_ref)) {
            Some(places) => {
                for row in places.iter().filter_map(|at| self.row(*at)) {
                    if agrees(known, row) && visit(row).is_break() {
                        return;
                    }
                }
            }
            None => {
                for row in self.iter() {
                    if agrees(known, row) && visit(row).is_break() {
                        return;
                    }
                }
            }
        }
    }
}

impl Memory {
    /// Adds a row to a relation. Returns whether it is new.
    pub fn relate(&mut self, relation: Relation, row: &[Value]) -> Result<bool, MemoryError> {
        check_row(&self.vocabulary, relation, row)?;
        let new = self.relations[relation.index()].insert(row);
        if new {
            self.rows_changed = true;
            self.watches.relation_changed(relation);
        }
        Ok(new)
    }

    /// Removes a row from a relation. Returns whether it was there.
    pub fn unrelate(&mut self, relation: Relation, row: &[Value]) -> Result<bool, MemoryError> {
        check_row(&self.vocabulary, relation, row)?;
        let was_there = self.relations[relation.index()].remove(row);
        if was_there {
            self.rows_changed = true;
            self.watches.relation_changed(relation);
        }
        Ok(was_there)
    }

    /// All rows of a relation, oldest first.
    pub fn rows_of(&self, relation: Relation) -> impl Iterator<Item = &[Value]> + '_ {
        self.relations.get(relation.index()).into_iter().flat_map(RelationRows::iter)
    }

    /// How many rows a relation has.
    pub fn count_rows(&self, relation: Relation) -> usize {
        self.relations.get(relation.index()).map_or(0, RelationRows::len)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/relation_rows.rs"]
mod tests;
