//! Lists and tables that say how many bytes they take at most until a search asks again.
//!
//! None of them copies all that it holds in order to grow: lists grow by chunks, and a table consists of many small ones. So a search that asks
//! before each step for what its lists and tables take, with their next growth, stays below its limit and can use nearly all of it.

use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::{Index, IndexMut};

/// The bytes that a list takes at most while so many entries are added: a list that has to grow is copied.
pub(crate) fn list_bytes<T>(list: &Vec<T>, more: usize) -> usize {
    let (capacity, wanted) = (list.capacity(), list.len() + more);
    let grown = if wanted > capacity { wanted.max(2 * capacity) } else { 0 };
    (capacity + grown) * size_of::<T>()
}

/// The entries of a chunk. Our choice.
const CHUNK: usize = 1024;

/// A list that grows by chunks.
#[derive(Clone, Debug)]
pub(crate) struct ChunkedList<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for ChunkedList<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T> ChunkedList<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn push(&mut self, entry: T) {
        let chunk = self.len / CHUNK;
        if chunk == self.chunks.len() {
            self.chunks.push(if chunk == 0 { Vec::new() } else { Vec::with_capacity(CHUNK) });
        }
        self.chunks[chunk].push(entry);
        self.len += 1;
    }

    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        self.chunks.get(place / CHUNK)?.get(place % CHUNK)
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        let last = self.len.checked_sub(1)?;
        self.chunks.get_mut(last / CHUNK)?.get_mut(last % CHUNK)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// Leaves out all entries from a place on. One empty chunk is kept for those to come.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        let full = len / CHUNK;
        self.chunks.truncate(full + 2);
        if let Some(spare) = self.chunks.get_mut(full + 1) {
            spare.clear();
        }
        self.chunks[full].truncate(len % CHUNK);
        self.len = len;
    }

    /// The bytes that it takes at most until a chunk of entries is added.
    pub(crate) fn bytes(&self) -> usize {
        match self.chunks.as_slice() {
            [] => 0,
            [first] if first.capacity() < CHUNK => list_bytes(first, first.len()),
            chunks => (chunks.len() + 1) * CHUNK * size_of::<T>(),
        }
    }
}

impl<T> Index<u32> for ChunkedList<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: u32) -> &T {
        &self.chunks[place as usize / CHUNK][place as usize % CHUNK]
    }
}

impl<T> IndexMut<u32> for ChunkedList<T> {
    #[inline]
    fn index_mut(&mut self, place: u32) -> &mut T {
        &mut self.chunks[place as usize / CHUNK][place as usize % CHUNK]
    }
}

/// The tables of a [`ShardedMap`]. Our choice.
const SHARDS: usize = 32;

/// A hash map that consists of many small ones, which grow one at a time.
#[derive(Clone, Debug)]
pub(crate) struct ShardedMap<K, V> {
    shards: Vec<FxHashMap<K, V>>,
    /// The slots of all shards, and of the largest.
    slots: usize,
    largest: usize,
}

impl<K, V> Default for ShardedMap<K, V> {
    fn default() -> Self {
        Self { shards: Vec::new(), slots: 0, largest: 0 }
    }
}

impl<K: Hash + Eq, V> ShardedMap<K, V> {
    fn shard(key: &K) -> usize {
        // The best bits of this hash are the lower ones, of which the tables themselves use the lowest.
        (FxBuildHasher.hash_one(key) >> 20) as usize % SHARDS
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.shards.get(Self::shard(key))?.get(key)
    }

    /// Sets the value of a key. Gives the one before.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        if self.shards.is_empty() {
            self.shards.resize_with(SHARDS, FxHashMap::default);
        }
        let shard = &mut self.shards[Self::shard(&key)];
        let before = slots(shard.capacity());
        let known = shard.insert(key, value);
        let after = slots(shard.capacity());
        self.slots += after - before;
        self.largest = self.largest.max(after);
        known
    }

    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        self.shards.get_mut(Self::shard(key))?.remove(key)
    }

    /// The bytes that it takes at most until its largest shard has grown.
    pub(crate) fn bytes(&self) -> usize {
        (self.slots + 2 * self.largest) * (size_of::<(K, V)>() + 1)
    }
}

/// The slots of a hash table of this capacity.
fn slots(capacity: usize) -> usize {
    (capacity + capacity / 7).next_power_of_two()
}

/// A set of rows of one width. The number of a row is its insertion order.
#[derive(Clone, Debug)]
pub(crate) struct TupleSet {
    width: usize,
    count: u32,
    /// Chunks of so many rows each, a power of two.
    data: Vec<Vec<u32>>,
    rows_of_chunk: usize,
    table: Vec<u32>,
}

/// The most rows that are added to a set between two questions about its bytes, as a rule. Our choice.
const FEW_ROWS: usize = 64;
const EMPTY: u32 = u32::MAX;
/// The most numbers in a chunk of rows, unless one row has more. Our choice.
const CHUNK_OF_ROWS: usize = 1 << 14;

impl TupleSet {
    pub(crate) fn new(width: usize) -> Self {
        let rows_of_chunk = (CHUNK_OF_ROWS / width.max(1)).max(1);
        let rows_of_chunk = 1 << rows_of_chunk.ilog2();
        Self { width, count: 0, data: Vec::new(), rows_of_chunk, table: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.count as usize
    }

    /// The row of this number.
    pub(crate) fn row(&self, number: u32) -> &[u32] {
        let start = number as usize % self.rows_of_chunk * self.width;
        let chunk = self.data.get(number as usize / self.rows_of_chunk);
        chunk.and_then(|chunk| chunk.get(start..start + self.width)).unwrap_or(&[])
    }

    /// The number of a row, if it is there.
    pub(crate) fn find(&self, row: &[u32]) -> Option<u32> {
        self.slot(row).and_then(|slot| self.table.get(slot).copied()).filter(|number| *number != EMPTY)
    }

    /// Adds a row, unless it is there. Gives its number and whether it is new.
    pub(crate) fn add(&mut self, row: &[u32]) -> (u32, bool) {
        if (self.count as usize + 1) * 4 > self.table.len() * 3 {
            self.grow();
        }
        let Some(slot) = self.slot(row) else { return (EMPTY, false) };
        let found = self.table[slot];
        if found != EMPTY {
            return (found, false);
        }
        let number = self.count;
        self.table[slot] = number;
        let chunk = number as usize / self.rows_of_chunk;
        if chunk == self.data.len() {
            let all = self.rows_of_chunk * self.width;
            self.data.push(if chunk == 0 { Vec::new() } else { Vec::with_capacity(all) });
        }
        self.data[chunk].extend_from_slice(row);
        self.count += 1;
        (number, true)
    }

    /// The bytes that it takes at most until a few rows are added.
    pub(crate) fn bytes(&self) -> usize {
        let is_growing = (self.count as usize + FEW_ROWS) * 4 > self.table.len() * 3;
        let table = self.table.len() * size_of::<u32>() * if is_growing { 3 } else { 1 };
        table
            + match self.data.as_slice() {
                [] => 0,
                [first] => list_bytes(first, FEW_ROWS * self.width),
                chunks => (chunks.len() + 1) * self.rows_of_chunk * self.width * size_of::<u32>(),
            }
    }

    /// Where a row is, or where it would be.
    fn slot(&self, row: &[u32]) -> Option<usize> {
        let mask = self.table.len().checked_sub(1)?;
        let mut slot = hash(row) as usize & mask;
        loop {
            let number = self.table[slot];
            if number == EMPTY || self.row(number) == row {
                return Some(slot);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(8);
        self.table.clear();
        self.table.resize(size, EMPTY);
        for number in 0..self.count {
            let mut slot = hash(self.row(number)) as usize & (size - 1);
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = number;
        }
    }
}

fn hash(row: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    for value in row {
        hasher.write_u32(*value);
    }
    // The lowest bits of this hash are weak, and the table uses them.
    let hash = hasher.finish();
    hash ^ (hash >> 32)
}

/// Whether all facts are true.
#[inline]
pub(crate) fn holds(state: &[u32], facts: &[u32]) -> bool {
    facts.iter().all(|fact| state[*fact as usize / 32] >> (fact % 32) & 1 == 1)
}

/// Makes facts false, then others true.
#[inline]
pub(crate) fn change(state: &mut [u32], drops: &[u32], adds: &[u32]) {
    for fact in drops {
        state[*fact as usize / 32] &= !(1 << (fact % 32));
    }
    for fact in adds {
        state[*fact as usize / 32] |= 1 << (fact % 32);
    }
}

/// The facts that are true in a state.
pub(crate) fn facts(state: &[u32]) -> impl Iterator<Item = u32> + '_ {
    state.iter().enumerate().flat_map(|(word, bits)| {
        let mut bits = *bits;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            Some(word as u32 * 32 + bit)
        })
    })
}

#[cfg(test)]
#[path = "../tests/unit/storage.rs"]
mod tests;
