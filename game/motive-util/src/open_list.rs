//! Open lists: the nodes that a search has reached and not yet expanded, best first.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};

/// A floating-point priority with a total order: the least first, NaN last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost(pub f64);

impl Ord for Cost {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Cost {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cost {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cost {}

/// Entries in ascending order of priority. Equal priorities come out in ascending order of the entry, so that the order never depends on
/// the shape of the heap.
///
/// Use [`Reverse`] for the priority to get the greatest first, or for the entry to get the newest node first.
#[derive(Clone, Debug)]
pub struct OpenList<P, T> {
    heap: BinaryHeap<Reverse<(P, T)>>,
}

impl<P: Ord, T: Ord> Default for OpenList<P, T> {
    fn default() -> Self {
        Self { heap: BinaryHeap::new() }
    }
}

impl<P: Ord, T: Ord> OpenList<P, T> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entry.
    #[inline]
    pub fn push(&mut self, priority: P, entry: T) {
        self.heap.push(Reverse((priority, entry)));
    }

    /// Removes the best entry.
    #[inline]
    pub fn pop(&mut self) -> Option<(P, T)> {
        self.heap.pop().map(|Reverse(best)| best)
    }

    /// The best entry.
    pub fn peek(&self) -> Option<&(P, T)> {
        self.heap.peek().map(|Reverse(best)| best)
    }

    /// All entries, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &(P, T)> {
        self.heap.iter().map(|Reverse(entry)| entry)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Removes all entries and keeps the memory.
    pub fn clear(&mut self) {
        self.heap.clear();
    }
}

/// An open list for few distinct priorities. Of equal priorities the entry that was added last comes out first, which makes a search with
/// a single priority depth first.
#[derive(Clone, Debug)]
pub struct BucketQueue<T> {
    buckets: BTreeMap<u32, Vec<T>>,
}

impl<T> Default for BucketQueue<T> {
    fn default() -> Self {
        Self { buckets: BTreeMap::new() }
    }
}

impl<T> BucketQueue<T> {
    /// An empty queue.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entry.
    pub fn push(&mut self, priority: u32, entry: T) {
        self.buckets.entry(priority).or_default().push(entry);
    }

    /// Removes the newest entry of the least priority.
    pub fn pop(&mut self) -> Option<T> {
        let mut least = self.buckets.first_entry()?;
        let entry = least.get_mut().pop();
        if least.get().is_empty() {
            least.remove();
        }
        entry
    }
}

#[cfg(test)]
#[path = "../tests/unit/open_list.rs"]
mod tests;
