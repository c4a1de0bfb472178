//! The stores of things: indexed and, with the feature `list-memory`, a plain list.

use super::indexed_store::IndexedStore;
#[cfg(any(test, feature = "list-memory"))]
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
    #[cfg(any(test, feature = "list-memory"))]
    List(ListStore),
}

/// One expression for the indexed store and one for the list.
macro_rules! by_store {
    ($things:expr, $store:ident => $indexed:expr, $list:expr) => {
        match $things {
            Things::Indexed($store) => $indexed,
            #[cfg(any(test, feature = "list-memory"))]
            Things::List($store) => $list,
        }
    };
}

impl Store {
    /// A store without indexes.
    #[cfg(any(test, feature = "list-memory"))]
    pub(super) fn list() -> Self {
        Self(Some(Box::new(Things::List(ListStore::default()))))
    }

    fn indexed(&self) -> Option<&IndexedStore> {
        match self.0.as_deref()? {
            Things::Indexed(store) => Some(store),
            #[cfg(any(test, feature = "list-memory"))]
            Things::List(_) => None,
        }
    }

    fn indexed_mut(&mut self) -> Option<&mut IndexedStore> {
        match self.0.as_deref_mut()? {
            Things::Indexed(store) => Some(store),
            #[cfg(any(test, feature = "list-memory"))]
            Things::List(_) => None,
        }
    }

    pub(super) fn get(&self, id: Id) -> Option<&Thing> {
        by_store!(self.0.as_deref()?, store => store.get(id), store.get(id))
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Thing> {
        by_store!(self.0.as_deref_mut()?, store => store.get_mut(id), store.get_mut(id))
    }

    pub(super) fn insert(&mut self, thing: Thing, vocabulary: &Vocabulary) {
        let things = self.0.get_or_insert_with(|| Box::new(Things::Indexed(IndexedStore::default())));
        by_store!(&mut **things, store => store.insert(thing, vocabulary), store.insert(thing));
    }

    pub(super) fn remove(&mut self, id: Id, vocabulary: &Vocabulary) -> Option<Thing> {
        by_store!(self.0.as_deref_mut()?, store => store.remove(id, vocabulary), store.remove(id))
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
        let all = self.indexed().into_iter().flat_map(IndexedStore::all);
        #[cfg(any(test, feature = "list-memory"))]
        let listed = if let Some(Things::List(store)) = self.0.as_deref() { Some(store) } else { None };
        #[cfg(any(test, feature = "list-memory"))]
        let all = all.chain(listed.into_iter().flat_map(ListStore::all));
        all
    }

    pub(super) fn len(&self) -> usize {
        self.0.as_deref().map_or(0, |things| by_store!(things, store => store.len(), store.len()))
    }

    pub(super) fn visit(
        &self,
        query: &Query<'_>,
        vocabulary: &Vocabulary,
        visit: &mut dyn FnMut(&Thing) -> ControlFlow<()>,
    ) {
        if let Some(things) = self.0.as_deref() {
            by_store!(things, store => store.visit(query, vocabulary, visit), store.visit(query, visit));
        }
    }
}
