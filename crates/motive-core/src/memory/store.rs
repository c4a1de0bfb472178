//! The two stores of things: indexed, and as a plain list.

use super::indexed_store::IndexedStore;
use super::list_store::ListStore;
use super::thing::{Thing, ValueVec};
use crate::vocabulary::{Id, Query, Vocabulary};
use std::ops::ControlFlow;

#[derive(Clone, Debug)]
pub(super) enum Store {
    Indexed(IndexedStore),
    List(ListStore),
}

impl Store {
    pub(super) fn get(&self, id: Id) -> Option<&Thing> {
        match self {
            Self::Indexed(store) => store.get(id),
            Self::List(store) => store.get(id),
        }
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Thing> {
        match self {
            Self::Indexed(store) => store.get_mut(id),
            Self::List(store) => store.get_mut(id),
        }
    }

    pub(super) fn insert(&mut self, thing: Thing, vocabulary: &Vocabulary) {
        match self {
            Self::Indexed(store) => store.insert(thing, vocabulary),
            Self::List(store) => store.insert(thing),
        }
    }

    pub(super) fn remove(&mut self, id: Id, vocabulary: &Vocabulary) -> Option<Thing> {
        match self {
            Self::Indexed(store) => store.remove(id, vocabulary),
            Self::List(store) => store.remove(id),
        }
    }

    /// Updates the index after an entry of a thing changed.
    pub(super) fn reindex(&mut self, id: Id, entry: usize, old: &ValueVec, vocabulary: &Vocabulary) {
        if let Self::Indexed(store) = self {
            store.reindex(id, entry, old, vocabulary);
        }
    }

    /// Rebuilds the index, since another vocabulary may index other properties.
    pub(super) fn rebuild(&mut self, vocabulary: &Vocabulary) {
        if let Self::Indexed(store) = self {
            store.rebuild(vocabulary);
        }
    }

    /// Prefetches what it refers to.
    pub(super) fn prefetch(&self) {
        if let Self::Indexed(store) = self {
            store.prefetch();
        }
    }

    /// Prefetches what its things refer to.
    pub(super) fn prefetch_things(&self) {
        if let Self::Indexed(store) = self {
            store.prefetch_things();
        }
    }

    pub(super) fn all(&self) -> Box<dyn Iterator<Item = &Thing> + '_> {
        match self {
            Self::Indexed(store) => Box::new(store.all()),
            Self::List(store) => Box::new(store.all()),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Indexed(store) => store.len(),
            Self::List(store) => store.len(),
        }
    }

    pub(super) fn visit(
        &self,
        query: &Query<'_>,
        vocabulary: &Vocabulary,
        visit: &mut dyn FnMut(&Thing) -> ControlFlow<()>,
    ) {
        match self {
            Self::Indexed(store) => store.visit(query, vocabulary, visit),
            Self::List(store) => store.visit(query, visit),
        }
    }
}
