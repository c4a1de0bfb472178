//! The two ways to keep things: indexed, and as a plain list.

use super::indexed_store::IndexedStore;
use super::list_store::ListStore;
use super::thing::{Thing, ValueVec};
use crate::vocabulary::{Id, Query, Vocabulary};
use std::ops::ControlFlow;

#[derive(Clone, Debug)]
pub(super) enum Store {
    IndexedStore(IndexedStore),
    ListStore(ListStore),
}

impl Store {
    pub(super) fn get(&self, id: Id) -> Option<&Thing> {
        match self {
            Self::IndexedStore(store) => store.get(id),
            Self::ListStore(store) => store.get(id),
        }
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Thing> {
        match self {
            Self::IndexedStore(store) => store.get_mut(id),
            Self::ListStore(store) => store.get_mut(id),
        }
    }

    pub(super) fn insert(&mut self, thing: Thing, vocabulary: &Vocabulary) {
        match self {
            Self::IndexedStore(store) => store.insert(thing, vocabulary),
            Self::ListStore(store) => store.insert(thing),
        }
    }

    pub(super) fn remove(&mut self, id: Id, vocabulary: &Vocabulary) -> Option<Thing> {
        match self {
            Self::IndexedStore(store) => store.remove(id, vocabulary),
            Self::ListStore(store) => store.remove(id),
        }
    }

    /// An entry of a thing changed.
    pub(super) fn reindex(&mut self, id: Id, entry: usize, old: &ValueVec, vocabulary: &Vocabulary) {
        if let Self::IndexedStore(store) = self {
            store.reindex(id, entry, old, vocabulary);
        }
    }

    /// Another vocabulary may index other properties.
    pub(super) fn rebuild(&mut self, vocabulary: &Vocabulary) {
        if let Self::IndexedStore(store) = self {
            store.rebuild(vocabulary);
        }
    }

    /// What it refers to is prefetched.
    pub(super) fn prefetch(&self) {
        if let Self::IndexedStore(store) = self {
            store.prefetch();
        }
    }

    /// What the things in it refer to is prefetched.
    pub(super) fn approach_things(&self) {
        if let Self::IndexedStore(store) = self {
            store.approach_things();
        }
    }

    pub(super) fn all(&self) -> Box<dyn Iterator<Item = &Thing> + '_> {
        match self {
            Self::IndexedStore(store) => Box::new(store.all()),
            Self::ListStore(store) => Box::new(store.all()),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::IndexedStore(store) => store.len(),
            Self::ListStore(store) => store.len(),
        }
    }

    pub(super) fn visit(
        &self,
        query: &Query<'_>,
        vocabulary: &Vocabulary,
        visit: &mut dyn FnMut(&Thing) -> ControlFlow<()>,
    ) {
        match self {
            Self::IndexedStore(store) => store.visit(query, vocabulary, visit),
            Self::ListStore(store) => store.visit(query, visit),
        }
    }
}
