//! Things with an index by kind and by discrete property value.
//!
//! A memory of a few things has no index: a scan costs less, and most agents of a crowd know only a few things. With the feature
//! `list-memory`, a store can be told to have none at all: things in one plain list, searched from the front, as in the 2005 system. It
//! behaves exactly like the indexed store, and is a baseline for results and speed.

use super::thing::{PropertyEntry, Thing};
use crate::prefetch::prefetch_slice;
use crate::vocabulary::{Id, Property, Query, Value, Vocabulary};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// Up to this many things are searched linearly.
const FEW: usize = 16;

/// Things that share a value, in the order of insertion.
type Bucket = Vec<BucketEntry>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BucketEntry {
    order: u64,
    slot: u32,
}

type BucketKey = (Property, (u8, u64));

#[derive(Clone, Debug)]
pub(super) struct IndexedStore {
    slots: Vec<Option<Thing>>,
    free: Vec<u32>,
    /// The id in each slot; `Id::SELF` marks an empty slot.
    ids: Vec<Id>,
    all: Bucket,
    /// Built once there are more than a few things.
    index: Option<Box<Index>>,
    /// There is never an index.
    is_list: bool,
}

/// Slots by id, and things by property value.
#[derive(Clone, Debug, Default)]
struct Index {
    by_id: FxHashMap<Id, u32>,
    buckets: FxHashMap<BucketKey, Bucket>,
    /// Empty buckets, kept for reuse so that a steady tick does not allocate.
    spare: Vec<Bucket>,
}

impl Index {
    fn add(&mut self, key: BucketKey, place: BucketEntry) {
        let bucket = self.buckets.entry(key).or_insert_with(|| self.spare.pop().unwrap_or_default());
        match bucket.last() {
            Some(last) if *last >= place => {
                if let Err(at) = bucket.binary_search(&place) {
                    bucket.insert(at, place);
                }
            }
            _ => bucket.push(place),
        }
    }

    fn remove(&mut self, key: BucketKey, place: BucketEntry) {
        let Some(bucket) = self.buckets.get_mut(&key) else { return };
        if let Ok(at) = bucket.binary_search(&place) {
            bucket.remove(at);
        }
        if bucket.is_empty()
            && let Some(empty) = self.buckets.remove(&key)
            && self.spare.len() < 64
        {
            self.spare.push(empty);
        }
    }

    /// Adds a thing under all its keys.
    fn insert(&mut self, thing: &Thing, place: BucketEntry, vocabulary: &Vocabulary) {
        self.by_id.insert(thing.id, place.slot);
        for key in keys(thing, vocabulary) {
            self.add(key, place);
        }
    }
}

/// All index keys of a thing.
fn keys<'a>(thing: &'a Thing, vocabulary: &'a Vocabulary) -> impl Iterator<Item = BucketKey> + 'a {
    let entries = thing.entries.iter().filter(|entry| is_indexed(vocabulary, entry.property));
    entries.flat_map(|entry| entry.values.iter().map(|value| (entry.property, value.key())))
}

impl IndexedStore {
    /// An empty store; a list never has an index.
    pub(super) const fn new(is_list: bool) -> Self {
        let all = Vec::new();
        Self { slots: Vec::new(), free: Vec::new(), ids: Vec::new(), all, index: None, is_list }
    }

    fn slot(&self, id: Id) -> Option<u32> {
        match &self.index {
            Some(index) => index.by_id.get(&id).copied(),
            None if id == Id::SELF => None,
            None => self.ids.iter().position(|known| *known == id).map(|slot| slot as u32),
        }
    }

    pub(super) fn get(&self, id: Id) -> Option<&Thing> {
        self.slots.get(self.slot(id)? as usize)?.as_ref()
    }

    /// For changes that do not affect the index.
    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Thing> {
        let slot = self.slot(id)?;
        self.slots.get_mut(slot as usize)?.as_mut()
    }

    pub(super) fn insert(&mut self, thing: Thing, vocabulary: &Vocabulary) {
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        let place = BucketEntry { order: thing.order, slot };
        self.all.push(place);
        if let Some(index) = &mut self.index {
            index.insert(&thing, place, vocabulary);
        }
        match (self.slots.get_mut(slot as usize), self.ids.get_mut(slot as usize)) {
            (Some(slot), Some(id)) => {
                *id = thing.id;
                *slot = Some(thing);
            }
            _ => {
                self.ids.push(thing.id);
                self.slots.push(Some(thing));
            }
        }
        if self.index.is_none() && self.all.len() > FEW && !self.is_list {
            self.build_index(vocabulary);
        }
    }

    fn build_index(&mut self, vocabulary: &Vocabulary) {
        let mut index = Box::<Index>::default();
        for place in &self.all {
            if let Some(Some(thing)) = self.slots.get(place.slot as usize) {
                index.insert(thing, *place, vocabulary);
            }
        }
        self.index = Some(index);
    }

    pub(super) fn remove(&mut self, id: Id, vocabulary: &Vocabulary) -> Option<Thing> {
        let slot = self.slot(id)?;
        let thing = self.slots.get_mut(slot as usize)?.take()?;
        self.free.push(slot);
        if let Some(known) = self.ids.get_mut(slot as usize) {
            *known = Id::SELF;
        }
        let place = BucketEntry { order: thing.order, slot };
        if let Ok(at) = self.all.binary_search(&place) {
            self.all.remove(at);
        }
        if let Some(index) = &mut self.index {
            index.by_id.remove(&id);
            for key in keys(&thing, vocabulary) {
                index.remove(key, place);
            }
        }
        Some(thing)
    }

    /// Moves a thing between buckets after one of its entries changed.
    pub(super) fn reindex(&mut self, id: Id, entry: usize, old: &[Value], vocabulary: &Vocabulary) {
        let Some(index) = &mut self.index else { return };
        let Some(&slot) = index.by_id.get(&id) else { return };
        let Some(thing) = &self.slots[slot as usize] else { return };
        let Some(PropertyEntry { property, values: new, .. }) = thing.entries.get(entry) else { return };
        if !is_indexed(vocabulary, *property) {
            return;
        }
        let place = BucketEntry { order: thing.order, slot };
        for value in old.iter().filter(|value| !new.contains(value)) {
            index.remove((*property, value.key()), place);
        }
        for value in new.iter().filter(|value| !old.contains(value)) {
            index.add((*property, value.key()), place);
        }
    }

    pub(super) fn rebuild(&mut self, vocabulary: &Vocabulary) {
        let mut old = std::mem::replace(self, Self::new(self.is_list));
        for place in old.all {
            if let Some(thing) = old.slots[place.slot as usize].take() {
                self.insert(thing, vocabulary);
            }
        }
    }

    /// Prefetches what it refers to.
    pub(super) fn prefetch(&self) {
        prefetch_slice(&self.slots);
        prefetch_slice(&self.ids);
        prefetch_slice(&self.all);
    }

    /// Prefetches what its things refer to.
    pub(super) fn prefetch_things(&self) {
        self.slots.iter().take(FEW).flatten().for_each(|thing| prefetch_slice(&thing.entries));
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Thing> {
        self.all.iter().filter_map(|place| self.slots[place.slot as usize].as_ref())
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn visit(
        &self,
        query: &Query<'_>,
        vocabulary: &Vocabulary,
        visit: &mut dyn FnMut(&Thing) -> ControlFlow<()>,
    ) {
        if let Some((_, Value::Id(id))) = query.equal.iter().find(|(property, _)| *property == Property::ID) {
            if let Some(thing) = self.get(*id) {
                let _ = visit(thing);
            }
            return;
        }
        let Some(index) = &self.index else {
            return self.visit_each(query, vocabulary, visit);
        };
        for place in index.smallest(query, vocabulary, &self.all) {
            if let Some(thing) = &self.slots[place.slot as usize]
                && visit(thing).is_break()
            {
                return;
            }
        }
    }

    /// Visits all matching things without an index.
    fn visit_each(
        &self,
        query: &Query<'_>,
        vocabulary: &Vocabulary,
        visit: &mut dyn FnMut(&Thing) -> ControlFlow<()>,
    ) {
        let has = |thing: &Thing, (property, value): &(Property, Value)| {
            !is_indexed(vocabulary, *property)
                || thing.values(*property).is_some_and(|values| values.contains(value))
        };
        for thing in self.all() {
            let fits = query.kind.is_none_or(|kind| thing.is_a(kind))
                && query.equal.iter().all(|wanted| has(thing, wanted));
            if fits && visit(thing).is_break() {
                return;
            }
        }
    }
}

impl Index {
    /// The shortest list that contains every match.
    fn smallest<'a>(
        &'a self,
        query: &Query<'_>,
        vocabulary: &Vocabulary,
        all: &'a [BucketEntry],
    ) -> &'a [BucketEntry] {
        let kind = query.kind.map(|kind| (Property::KIND, Value::Symbol(kind.symbol()).key()));
        let equal = query
            .equal
            .iter()
            .filter(|(property, _)| is_indexed(vocabulary, *property))
            .map(|(property, value)| (*property, value.key()));
        let mut best = all;
        for key in kind.into_iter().chain(equal) {
            match self.buckets.get(&key) {
                None => return &[],
                Some(bucket) if bucket.len() < best.len() => best = bucket,
                Some(_) => {}
            }
        }
        best
    }
}

/// Whether a property is in the index. Computed properties are not.
fn is_indexed(vocabulary: &Vocabulary, property: Property) -> bool {
    vocabulary.property_info(property).is_some_and(|info| info.indexed && info.computed.is_none())
}
