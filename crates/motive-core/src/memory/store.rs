//! The two stores of things: indexed, and as a plain list.

use super::indexed_store::IndexedStore;
use super::list_store::ListStore;
use super::thing::{Thing, ValueVec};
use crate::vocabulary::{Id, Query, Vocabulary};
use std::ops::ControlFlow;

/// Behind a pointer, since many agents know nothing but themselves.
#[derive(Clone, Debug)]
pub(super) enum Store {
    /// `None` until a thing is added.
    Indexed(Option<Box<IndexedStore>>),
    List(Box<ListStore>),
}

impl Store {
    pub(super) fn get(&self, id: Id) -> Option<&Thing> {
        match self {
            Self::Indexed(store) => store.as_ref()?.get(id),
            Self::List(store) => store.get(id),
        }
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Thing> {
        match self {
            Self::Indexed(store) => store.as_mut()?.get_mut(id),
            Self::List(store) => store.get_mut(id),
        }
    }

    pub(super) fn insert(&mut self, thing: Thing, vocabulary: &Vocabulary) {
        match self {
            Self::Indexed(store) => store.get_or_insert_default().insert(thing, vocabulary),
            Self::List(store) => store.insert(thing),
        }
    }

    pub(super) fn remove(&mut self, id: Id, vocabulary: &Vocabulary) -> Option<Thing> {
        match self {
            Self::Indexed(store) => store.as_mut()?.remove(id, vocabulary),
            Self::List(store) => store.remove(id),
        }
    }

    /// Updates the index after an entry of a thing changed.
    pub(super) fn reindex(&mut self, id: Id, entry: usize, old: &ValueVec, vocabulary: &Vocabulary) {
        if let Self::Indexed(Some(store)) = self {
            store.reindex(id, entry, old, vocabulary);
        }
    }

    /// Rebuilds the index, since another vocabulary may index other properties.
    pub(super) fn rebuild(&mut self, vocabulary: &Vocabulary) {
        if let Self::Indexed(Some(store)) = self {
            store.rebuild(vocabulary);
        }
    }

    /// Prefetches what it refers to.
    pub(super) fn prefetch(&self) {
        if let Self::Indexed(Some(store)) = self {
            store.prefetch();
        }
    }

    /// Prefetches what its things refer to.
    pub(super) fn prefetch_things(&self) {
        if let Self::Indexed(Some(store)) = self {
            store.prefetch_things();
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Thing> + '_ {
        let (indexed, list) = match self {
            Self::Indexed(store) => (store.as_deref(), None),
            Self::List(store) => (None, Some(&**store)),
        };
        let indexed = indexed.into_iter().flat_map(IndexedStore::all);
        indexed.chain(list.into_iter().flat_map(ListStore::all))
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Indexed(store) => store.as_ref().map_or(0, |store| store.len()),
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
            Self::Indexed(Some(store)) => store.visit(query, vocabulary, visit),
            Self::Indexed(None) => {}
            Self::List(store) => store.visit(query, visit),
        }
    }
}
