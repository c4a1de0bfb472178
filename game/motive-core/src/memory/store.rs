//! The two stores of things: indexed, and as a plain list.

use super::indexed_store::IndexedStore;
use super::list_store::ListStore;
use super::thing::Thing;
use crate::vocabulary::{Id, Query, Value, Vocabulary};
use std::ops::ControlFlow;

/// Behind a pointer, since many agents know nothing but themselves: `None` is an indexed store without things.
#[derive(Clone, Debug, Default)]
pub(super) struct Store(Option<Box<Things>>);

#[derive(Clone, Debug)]
enum Things {
    Indexed(IndexedStore),
    List(ListStore),
}

impl Store {
    /// A store without indexes.
    pub(super) fn list() -> Self {
        Self(Some(Box::new(Things::List(ListStore::default()))))
    }

    fn indexed(&self) -> Option<&IndexedStore> {
        match self.0.as_deref()? {
            Things::Indexed(store) => Some(store),
            Things::List(_) => None,
        }
    }

    fn indexed_mut(&mut self) -> Option<&mut IndexedStore> {
        match self.0.as_deref_mut()? {
            Things::Indexed(store) => Some(store),
            Things::List(_) => None,
        }
    }

    pub(super) fn get(&self, id: Id) -> Option<&Thing> {
        match self.0.as_deref()? {
            Things::Indexed(store) => store.get(id),
            Things::List(store) => store.get(id),
        }
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Thing> {
        match self.0.as_deref_mut()? {
            Things::Indexed(store) => store.get_mut(id),
            Things::List(store) => store.get_mut(id),
        }
    }

    pub(super) fn insert(&mut self, thing: Thing, vocabulary: &Vocabulary) {
        match &mut **self.0.get_or_insert_with(|| Box::new(Things::Indexed(IndexedStore::default()))) {
            Things::Indexed(store) => store.insert(thing, vocabulary),
            Things::List(store) => store.insert(thing),
        }
    }

    pub(super) fn remove(&mut self, id: Id, vocabulary: &Vocabulary) -> Option<Thing> {
        match self.0.as_deref_mut()? {
            Things::Indexed(store) => store.remove(id, vocabulary),
            Things::List(store) => store.remove(id),
        }
    }

    /// Updates the index after an entry of a thing changed.
    pub(super) fn reindex(&mut self, id: Id, entry: usize, old: &[Value], vocabulary: &Vocabulary) {
        if let Some(store) = self.indexed_mut() {
            store.reindex(id, entry, old, vocabulary);
        }
    }

    /// Rebuilds the index, since another vocabulary may index other properties.
    pub(super) fn rebuild(&mut self, vocabulary: &Vocabulary) {
        if let Some(store) = self.indexed_mut() {
            store.rebuild(vocabulary);
        }
    }

    /// Prefetches what it refers to.
    pub(super) fn prefetch(&self) {
        if let Some(store) = self.indexed() {
            store.prefetch();
        }
    }

    /// Prefetches what its things refer to.
    pub(super) fn prefetch_things(&self) {
        if let Some(store) = self.indexed() {
            store.prefetch_things();
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Thing> + '_ {
        let (indexed, list) = match self.0.as_deref() {
            Some(Things::Indexed(store)) => (Some(store), None),
            Some(Things::List(store)) => (None, Some(store)),
            None => (None, None),
        };
        let indexed = indexed.into_iter().flat_map(IndexedStore::all);
        indexed.chain(list.into_iter().flat_map(ListStore::all))
    }

    pub(super) fn len(&self) -> usize {
        match self.0.as_deref() {
            Some(Things::Indexed(store)) => store.len(),
            Some(Things::List(store)) => store.len(),
            None => 0,
        }
    }

    pub(super) fn visit(
        &self,
        query: &Query<'_>,
        vocabulary: &Vocabulary,
        visit: &mut dyn FnMut(&Thing) -> ControlFlow<()>,
    ) {
        match self.0.as_deref() {
            Some(Things::Indexed(store)) => store.visit(query, vocabulary, visit),
            Some(Things::List(store)) => store.visit(query, visit),
            None => {}
        }
    }
}
