//! A state as tables of facts that can be queried by any column, with undo.

use crate::problem::{HtnProblem, ObjectId, PredicateId};
use crate::storage::list_bytes;
use motive_util::splitmix64;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The most bytes of a fact in a table and in each of its columns, as a rule, while the table is copied to grow. Our choice.
const FACT_BYTES: usize = 160;
const COLUMN_BYTES: usize = 32;
/// The most facts that an action changes, as a rule. Our choice.
const MOST_CHANGES: usize = 256;

/// The objects of a fact.
pub(super) type Tuple = SmallVec<[ObjectId; 4]>;

/// All facts of a predicate that were ever true, and whether they are now.
#[derive(Default)]
struct PredicateTable {
    numbers: FxHashMap<Tuple, u32>,
    rows: Vec<Tuple>,
    present: Vec<bool>,
    /// For each column the rows that have an object in it.
    columns: Vec<FxHashMap<ObjectId, Vec<u32>>>,
}

impl PredicateTable {
    fn number(&mut self, objects: &[ObjectId]) -> u32 {
        if let Some(number) = self.numbers.get(objects) {
            return *number;
        }
        let number = self.rows.len() as u32;
        self.columns.resize_with(objects.len(), FxHashMap::default);
        for (column, object) in self.columns.iter_mut().zip(objects) {
            column.entry(*object).or_default().push(number);
        }
        self.numbers.insert(objects.into(), number);
        self.rows.push(objects.into());
        self.present.push(false);
        number
    }
}

/// A state.
pub(super) struct FactTables {
    /// One for each predicate; none for those that no condition reads.
    tables: Vec<Option<PredicateTable>>,
    /// The changes in order, for undo.
    trail: Vec<(PredicateId, u32)>,
    /// A hash of the state.
    pub(super) print: u64,
    bytes: usize,
}

impl FactTables {
    /// The initial state of a problem, for the predicates that conditions read.
    pub(super) fn of(problem: &HtnProblem, asked: &[bool]) -> Self {
        let tables = asked.iter().map(|asked| asked.then(PredicateTable::default)).collect();
        let mut world = Self { tables, trail: Vec::new(), print: 0, bytes: 0 };
        for (predicate, objects) in &problem.facts {
            world.set(*predicate, objects, true);
        }
        world.trail.clear();
        world
    }

    /// Makes a fact true or false.
    pub(super) fn set(&mut self, predicate: PredicateId, objects: &[ObjectId], becomes: bool) {
        let Some(Some(table)) = self.tables.get_mut(predicate as usize) else { return };
        if !becomes && !table.numbers.contains_key(objects) {
            return;
        }
        let known = table.rows.len();
        let row = table.number(objects);
        if table.rows.len() > known {
            self.bytes += FACT_BYTES + COLUMN_BYTES * objects.len();
        }
        if table.present[row as usize] != becomes {
            self.toggle(predicate, row);
            self.trail.push((predicate, row));
        }
    }

    fn toggle(&mut self, predicate: PredicateId, row: u32) {
        let table = self.tables.get_mut(predicate as usize).and_then(Option::as_mut);
        if let Some(present) = table.and_then(|table| table.present.get_mut(row as usize)) {
            *present = !*present;
            self.print ^= splitmix64(u64::from(predicate) << 32 | u64::from(row));
        }
    }

    /// A point to undo to.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all changes since a mark.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some((predicate, row)) = self.trail.pop() {
                self.toggle(predicate, row);
            }
        }
    }

    /// Whether a fact is true.
    pub(super) fn holds(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let Some(Some(table)) = self.tables.get(predicate as usize) else { return false };
        table.numbers.get(objects).is_some_and(|row| table.present[*row as usize])
    }

    /// The facts of a predicate that may match the known columns: those of the most selective one. Not all of them match.
    pub(super) fn candidates(&self, predicate: PredicateId, known: &[Option<ObjectId>]) -> MatchingFacts<'_> {
        let Some(Some(table)) = self.tables.get(predicate as usize) else { return MatchingFacts::None };
        let mut best: Option<&[u32]> = None;
        for (column, object) in known.iter().enumerate() {
            let Some(object) = object else { continue };
            let rows = table.columns.get(column).and_then(|rows| rows.get(object));
            let rows = rows.map_or(&[][..], Vec::as_slice);
            if best.is_none_or(|best| rows.len() < best.len()) {
                best = Some(rows);
            }
        }
        match best {
            Some(rows) => MatchingFacts::Some(table.rows.as_slice(), table.present.as_slice(), rows.iter()),
            None => MatchingFacts::All(table.rows.as_slice(), table.present.as_slice(), 0),
        }
    }

    /// Its approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + list_bytes(&self.trail, MOST_CHANGES)
    }
}

/// True facts that may match.
pub(super) enum MatchingFacts<'w> {
    None,
    Some(&'w [Tuple], &'w [bool], std::slice::Iter<'w, u32>),
    All(&'w [Tuple], &'w [bool], usize),
}

impl<'w> Iterator for MatchingFacts<'w> {
    type Item = &'w Tuple;

    fn next(&mut self) -> Option<&'w Tuple> {
        match self {
            Self::None => None,
            Self::Some(rows, present, numbers) => {
                let number = numbers.find(|number| present[**number as usize])?;
                rows.get(*number as usize)
            }
            Self::All(rows, present, at) => {
                while *at < rows.len() {
                    *at += 1;
                    if present[*at - 1] {
                        return rows.get(*at - 1);
                    }
                }
                None
            }
        }
    }
}
