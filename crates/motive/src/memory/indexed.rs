//! Things with an index per kind and per discrete property value.

use super::resource::{Entry, Resource, Values};
use crate::vocabulary::{Id, Property, Query, Value, Vocabulary};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// Things that share a value, in the order in which they came into memory.
type Bucket = Vec<Place>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    order: u64,
    slot: u32,
}

type BucketKey = (Property, (u8, u64));

#[derive(Clone, Debug, Default)]
pub(super) struct Indexed {
    slots: Vec<Option<Resource>>,
    free: Vec<u32>,
    by_id: FxHashMap<Id, u32>,
    all: Bucket,
    index: Index,
}

/// Who has which value of which property.
#[derive(Clone, Debug, Default)]
struct Index {
    buckets: FxHashMap<BucketKey, Bucket>,
    /// Buckets that ran empty, kept for reuse so that a steady tick allocates nothing.
    spare: Vec<Bucket>,
}

impl Index {
    fn add(&mut self, key: BucketKey, place: Place) {
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

    fn remove(&mut self, key: BucketKey, place: Place) {
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
}

impl Indexed {
    pub(super) fn get(&self, id: Id) -> Option<&Resource> {
        self.slots.get(*self.by_id.get(&id)? as usize)?.as_ref()
    }

    /// For changes that no index sees.
    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Resource> {
        self.slots.get_mut(*self.by_id.get(&id)? as usize)?.as_mut()
    }

    pub(super) fn insert(&mut self, thing: Resource, vocabulary: &Vocabulary) {
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        let place = Place { order: thing.order, slot };
        self.by_id.insert(thing.id, slot);
        self.all.push(place);
        for entry in &thing.entries {
            if is_indexed(vocabulary, entry.property) {
                for value in &entry.values {
                    self.index.add((entry.property, value.key()), place);
                }
            }
        }
        match self.slots.get_mut(slot as usize) {
            Some(empty) => *empty = Some(thing),
            None => self.slots.push(Some(thing)),
        }
    }

    pub(super) fn remove(&mut self, id: Id, vocabulary: &Vocabulary) -> Option<Resource> {
        let slot = self.by_id.remove(&id)?;
        let thing = self.slots.get_mut(slot as usize)?.take()?;
        self.free.push(slot);
        let place = Place { order: thing.order, slot };
        if let Ok(at) = self.all.binary_search(&place) {
            self.all.remove(at);
        }
        for entry in &thing.entries {
            if is_indexed(vocabulary, entry.property) {
                for value in &entry.values {
                    self.index.remove((entry.property, value.key()), place);
                }
            }
        }
        Some(thing)
    }

    /// Moves a thing between buckets after one of its entries changed.
    pub(super) fn reindex(&mut self, id: Id, entry: usize, old: &Values, vocabulary: &Vocabulary) {
        let Some(&slot) = self.by_id.get(&id) else { return };
        let Some(thing) = &self.slots[slot as usize] else { return };
        let Some(Entry { property, values: new, .. }) = thing.entries.get(entry) else { return };
        if !is_indexed(vocabulary, *property) {
            return;
        }
        let place = Place { order: thing.order, slot };
        let index = &mut self.index;
        for value in old.iter().filter(|value| !new.contains(value)) {
            index.remove((*property, value.key()), place);
        }
        for value in new.iter().filter(|value| !old.contains(value)) {
            index.add((*property, value.key()), place);
        }
    }

    pub(super) fn rebuild(&mut self, vocabulary: &Vocabulary) {
        let mut old = std::mem::take(self);
        for place in old.all {
            if let Some(thing) = old.slots[place.slot as usize].take() {
                self.insert(thing, vocabulary);
            }
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Resource> {
        self.all.iter().filter_map(|place| self.slots[place.slot as usize].as_ref())
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn visit(
        &self,
        query: &Query<'_>,
        vocabulary: &Vocabulary,
        visit: &mut dyn FnMut(&Resource) -> ControlFlow<()>,
    ) {
        if let Some((_, Value::Id(id))) = query.equal.iter().find(|(property, _)| *property == Property::ID) {
            if let Some(thing) = self.get(*id) {
                let _ = visit(thing);
            }
            return;
        }
        for place in self.smallest(query, vocabulary) {
            if let Some(thing) = &self.slots[place.slot as usize]
                && visit(thing).is_break()
            {
                return;
            }
        }
    }

    /// The shortest list that is sure to have every match.
    fn smallest(&self, query: &Query<'_>, vocabulary: &Vocabulary) -> &[Place] {
        let kind = query.kind.map(|kind| (Property::KIND, Value::Symbol(kind.symbol()).key()));
        let equal = query
            .equal
            .iter()
            .filter(|(property, _)| is_indexed(vocabulary, *property))
            .map(|(property, value)| (*property, value.key()));
        let mut best: &[Place] = &self.all;
        for key in kind.into_iter().chain(equal) {
            match self.index.buckets.get(&key) {
                None => return &[],
                Some(bucket) if bucket.len() < best.len() => best = bucket,
                Some(_) => {}
            }
        }
        best
    }
}

/// What is computed when it is asked for cannot be looked up.
fn is_indexed(vocabulary: &Vocabulary, property: Property) -> bool {
    vocabulary.property_info(property).is_some_and(|info| info.indexed && info.computed.is_none())
}
