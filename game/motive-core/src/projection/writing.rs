//! Changing a projection, and undoing changes.

use super::fingerprint::FactId;
use super::row_changes::{RowChanges, RowId};
use super::{ImaginedThing, Projection, fingerprint};
use crate::memory::{Thing, check_row, check_values, clamp};
use crate::vocabulary::{Facts, FactsMut, Id, Kind, Property, Relation, Value};

/// A point to undo changes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Checkpoint(usize);

/// One change, with what is needed to undo it.
#[derive(Clone, Debug)]
pub(super) enum UndoEntry {
    Wrote(FactId, Option<Value>),
    Created,
    /// A thing that was imagined here, by its place.
    Died(usize),
    /// A thing of the base.
    Gone(Id),
    Added(RowId),
    Took(RowId, usize),
    Hid(RowId),
}

impl<F: Facts + ?Sized> Projection<'_, F> {
    /// A point to undo to. Checkpoints can be nested.
    pub fn mark(&self) -> Checkpoint {
        Checkpoint(self.trail.len())
    }

    /// Undoes all changes made since the checkpoint. A checkpoint that was itself undone has no effect.
    pub fn undo(&mut self, mark: Checkpoint) {
        while self.trail.len() > mark.0
            && let Some(change) = self.trail.pop()
        {
            self.undo_one(change);
        }
    }

    fn undo_one(&mut self, change: UndoEntry) {
        match change {
            UndoEntry::Wrote(fact, old) => {
                self.set(fact, old);
            }
            UndoEntry::Created => {
                if let Some(imagined) = self.imagined.pop() {
                    self.print = self.print.wrapping_sub(fingerprint::imagined(&imagined));
                }
            }
            UndoEntry::Died(place) => {
                if let Some(imagined) = self.imagined.get_mut(place) {
                    imagined.alive = true;
                    self.print = self.print.wrapping_add(fingerprint::imagined(imagined));
                }
            }
            UndoEntry::Gone(id) => {
                if let Ok(at) = self.gone.binary_search(&id) {
                    self.gone.remove(at);
                    self.print = self.print.wrapping_sub(fingerprint::gone(id));
                }
            }
            UndoEntry::Added(row) => self.change_row(row, |rows| rows.undo_add(row)),
            UndoEntry::Took(row, at) => self.change_row(row, |rows| rows.undo_take(row, at)),
            UndoEntry::Hid(row) => self.change_row(row, |rows| rows.undo_hide(row)),
        }
    }

    /// Changes a row, and the fingerprint with it.
    fn change_row(&mut self, row: RowId, change: impl FnOnce(&mut RowChanges)) {
        self.print = self.print.wrapping_sub(self.rows.print(row));
        change(&mut self.rows);
        self.print = self.print.wrapping_add(self.rows.print(row));
    }

    /// Sets the value of a fact. Returns whether that was possible.
    pub fn write(&mut self, fact: FactId, value: Value) -> bool {
        self.about(fact).is_some_and(|(id, _)| self.exists(id)) && self.overwrite(fact, value)
    }

    /// The same for a thing that exists.
    fn overwrite(&mut self, fact: FactId, mut value: Value) -> bool {
        let Some((id, property)) = self.about(fact) else { return false };
        let divisible = self.divisible(id, property);
        let allowed = property != Property::KIND
            && check_values(self.vocabulary(), property, std::slice::from_ref(&value), divisible).is_ok();
        if !allowed {
            return false;
        }
        clamp(self.vocabulary(), property, std::slice::from_mut(&mut value));
        let same = |values: &[Value]| matches!(values, [only] if *only == value);
        if same(self.read(fact).as_slice()) {
            return true;
        }
        // A value equal to that of the base is no difference, so the fingerprint returns to its old value.
        let as_below = self.prints && same(self.base.values(id, property).as_slice());
        let new = if as_below { None } else { Some(value) };
        let old = self.set(fact, new);
        self.trail.push(UndoEntry::Wrote(fact, old));
        true
    }

    /// Sets or removes the simulated value of a fact. Returns the old one.
    fn set(&mut self, fact: FactId, new: Option<Value>) -> Option<Value> {
        let (id, property) = self.facts.about(fact)?;
        let value = self.written.get_mut(fact.index())?;
        let count = self.written_of.get_mut(property.index())?;
        let print =
            |value: &Option<Value>| value.as_ref().map_or(0, |value| fingerprint::fact(id, property, value));
        *count = *count + u32::from(new.is_some()) - u32::from(value.is_some());
        if self.prints {
            self.print = self.print.wrapping_sub(print(value)).wrapping_add(print(&new));
        }
        std::mem::replace(value, new)
    }

    /// Adds a thing with the next number.
    fn imagine(&mut self, imagined: ImaginedThing) {
        self.print = self.print.wrapping_add(fingerprint::imagined(&imagined));
        self.imagined.push(imagined);
        self.trail.push(UndoEntry::Created);
    }

    fn forget_values(&mut self, id: Id) {
        let written: Vec<FactId> = self
            .facts
            .iter()
            .filter(|(fact, of, _)| *of == id && self.written[fact.index()].is_some())
            .map(|(fact, ..)| fact)
            .collect();
        for fact in written {
            let old = self.set(fact, None);
            self.trail.push(UndoEntry::Wrote(fact, old));
        }
    }
}

impl<F: Facts + ?Sized> FactsMut for Projection<'_, F> {
    fn put(&mut self, id: Id, property: Property, value: Value) -> bool {
        if !self.exists(id) || self.vocabulary().property_info(property).is_none() {
            return false;
        }
        let fact = self.fact(id, property);
        self.overwrite(fact, value)
    }

    fn create(&mut self, kind: Kind) -> Option<Id> {
        let id = Id::imagined(self.next_imagined());
        let mut thing = Thing::new(id).kind(kind);
        for kind in self.vocabulary().ancestors(kind) {
            thing.add_kind(kind);
        }
        self.imagine(ImaginedThing { thing, alive: true });
        Some(id)
    }

    fn destroy(&mut self, id: Id) -> bool {
        if id == Id::SELF || !self.exists(id) {
            return false;
        }
        self.forget_values(id);
        match self.place(id) {
            Some(place) => {
                let imagined = &mut self.imagined[place];
                imagined.alive = false;
                self.print = self.print.wrapping_sub(fingerprint::imagined(imagined));
                self.trail.push(UndoEntry::Died(place));
            }
            None => {
                let at = self.gone.binary_search(&id).unwrap_or_else(|at| at);
                self.gone.insert(at, id);
                self.print = self.print.wrapping_add(fingerprint::gone(id));
                self.trail.push(UndoEntry::Gone(id));
            }
        }
        true
    }

    fn relate(&mut self, relation: Relation, row: &[Value]) -> bool {
        if check_row(self.vocabulary(), relation, row).is_err() || self.related(relation, row) {
            return false;
        }
        let id = self.rows.mention(relation, row);
        self.change_row(id, |rows| rows.add(id));
        self.trail.push(UndoEntry::Added(id));
        true
    }

    fn unrelate(&mut self, relation: Relation, row: &[Value]) -> bool {
        if check_row(self.vocabulary(), relation, row).is_err() || !self.related(relation, row) {
            return false;
        }
        let id = self.rows.mention(relation, row);
        if let Some(at) = self.rows.place(id) {
            self.change_row(id, |rows| rows.take(id, at));
            self.trail.push(UndoEntry::Took(id, at));
        } else {
            self.change_row(id, |rows| rows.hide(id));
            self.trail.push(UndoEntry::Hid(id));
        }
        true
    }
}
