//! The things of a memory behind a pointer, since many agents know nothing but themselves.

use super::indexed_store::IndexedStore;
use super::thing::Thing;
use crate::vocabulary::{Id, Value, Vocabulary};
use std::ops::Deref;

/// The things; `None` is a store without any. What only reads is asked of the [`IndexedStore`] itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Store(Option<Box<IndexedStore>>);

impl Deref for Store {
    type Target = IndexedStore;

    fn deref(&self) -> &IndexedStore {
        static EMPTY: IndexedStore = IndexedStore::new(false);
        self.0.as_deref().unwrap_or(&EMPTY)
    }
}

impl Store {
    /// A store without indexes.
    #[cfg(any(test, feature = "list-memory"))]
    pub(super) fn list() -> Self {
        Self(Some(Box::new(IndexedStore::new(true))))
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Thing> {
        self.0.as_deref_mut()?.get_mut(id)
    }

    pub(super) fn insert(&mut self, thing: Thing, vocabulary: &Vocabulary) {
        self.0.get_or_insert_with(|| Box::new(IndexedStore::new(false))).insert(thing, vocabulary);
    }

    pub(super) fn remove(&mut self, id: Id, vocabulary: &Vocabulary) -> Option<Thing> {
        self.0.as_deref_mut()?.remove(id, vocabulary)
    }

    /// Updates the index after an entry of a thing changed.
    pub(super) fn reindex(&mut self, id: Id, entry: usize, old: &[Value], vocabulary: &Vocabulary) {
        self.0.iter_mut().for_each(|store| store.reindex(id, entry, old, vocabulary));
    }

    /// Rebuilds the index, since another vocabulary may index other properties.
    pub(super) fn rebuild(&mut self, vocabulary: &Vocabulary) {
        self.0.iter_mut().for_each(|store| store.rebuild(vocabulary));
    }
}
