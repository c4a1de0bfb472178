//! Things in one plain list, searched from the front, as in the 2005 system.
//!
//! It behaves exactly like the indexed store, and is a baseline for results and speed.

use super::thing::Thing;
use crate::vocabulary::{Id, Query};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Debug, Default)]
pub(super) struct ListStore {
    things: Vec<Thing>,
    /// The position of the last access. A scan reads several properties of each thing in turn; without this, each read would search from
    /// the front and the baseline would be unfair.
    last: AtomicUsize,
}

impl Clone for ListStore {
    fn clone(&self) -> Self {
        Self { things: self.things.clone(), last: AtomicUsize::new(0) }
    }
}

impl ListStore {
    fn position(&self, id: Id) -> Option<usize> {
        let last = self.last.load(Ordering::Relaxed);
        if self.things.get(last).is_some_and(|thing| thing.id == id) {
            return Some(last);
        }
        let found = self.things.iter().position(|thing| thing.id == id)?;
        self.last.store(found, Ordering::Relaxed);
        Some(found)
    }

    pub(super) fn get(&self, id: Id) -> Option<&Thing> {
        self.things.get(self.position(id)?)
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Thing> {
        let at = self.position(id)?;
        self.things.get_mut(at)
    }

    pub(super) fn insert(&mut self, thing: Thing) {
        self.things.push(thing);
    }

    pub(super) fn remove(&mut self, id: Id) -> Option<Thing> {
        self.position(id).map(|at| self.things.remove(at))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Thing> {
        self.things.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.things.len()
    }

    pub(super) fn visit(&self, query: &Query<'_>, visit: &mut dyn FnMut(&Thing) -> ControlFlow<()>) {
        for (at, thing) in self.things.iter().enumerate() {
            if query.kind.is_some_and(|kind| !thing.is_a(kind)) {
                continue;
            }
            self.last.store(at, Ordering::Relaxed);
            if visit(thing).is_break() {
                return;
            }
        }
    }
}
