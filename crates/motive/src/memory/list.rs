//! Things in one plain list, searched from the front: how the 2005 system kept them.
//!
//! It behaves exactly as the indexed store does and is there to be compared with it, for results and for speed.

use super::resource::Resource;
use crate::vocabulary::{Id, Query};
use std::ops::ControlFlow;

#[derive(Clone, Debug, Default)]
pub(super) struct List {
    things: Vec<Resource>,
}

impl List {
    fn position(&self, id: Id) -> Option<usize> {
        self.things.iter().position(|thing| thing.id == id)
    }

    pub(super) fn get(&self, id: Id) -> Option<&Resource> {
        self.things.iter().find(|thing| thing.id == id)
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Resource> {
        self.things.iter_mut().find(|thing| thing.id == id)
    }

    pub(super) fn insert(&mut self, thing: Resource) {
        self.things.push(thing);
    }

    pub(super) fn remove(&mut self, id: Id) -> Option<Resource> {
        self.position(id).map(|at| self.things.remove(at))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Resource> {
        self.things.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.things.len()
    }

    pub(super) fn visit(&self, query: &Query<'_>, visit: &mut dyn FnMut(&Resource) -> ControlFlow<()>) {
        for thing in &self.things {
            if query.kind.is_some_and(|kind| !thing.is_a(kind)) {
                continue;
            }
            if visit(thing).is_break() {
                return;
            }
        }
    }
}
