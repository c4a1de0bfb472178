//! Values by the places of a text that they belong to.

use super::Place;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// File, start and end.
type Key = (usize, usize, usize);

/// Values by place. While files are checked they are looked up by the place; an editor then asks for what lies at an offset.
#[derive(Clone, Debug)]
pub(super) struct PlaceMap<T> {
    values: FxHashMap<Key, T>,
    /// The length of the longest place.
    longest: usize,
    /// The places in order. Made when they are first asked for: a game never does.
    sorted: OnceLock<Vec<Key>>,
}

impl<T> Default for PlaceMap<T> {
    fn default() -> Self {
        Self { values: FxHashMap::default(), longest: 0, sorted: OnceLock::new() }
    }
}

fn key(place: &Place) -> Key {
    (place.file, place.span.start, place.span.end)
}

impl<T> PlaceMap<T> {
    pub(super) fn get(&self, place: &Place) -> Option<&T> {
        self.values.get(&key(place))
    }

    /// Sets the value of a place, and gives the one that it had.
    pub(super) fn insert(&mut self, place: &Place, value: T) -> Option<T> {
        self.sorted.take();
        self.longest = self.longest.max(place.span.len());
        self.values.insert(key(place), value)
    }

    /// All places with their values, in the order of the files.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Place, &T)> {
        let place = |(file, start, end): &Key| Place { file: *file, span: *start..*end };
        self.sorted().iter().filter_map(move |key| Some((place(key), self.values.get(key)?)))
    }

    /// The value of the shortest place that contains an offset. Its end counts as inside, as where a cursor stands after a name.
    pub(super) fn innermost(&self, file: usize, offset: usize) -> Option<&T> {
        let sorted = self.sorted();
        let end = sorted.partition_point(|key| *key <= (file, offset, usize::MAX));
        let first = (file, offset.saturating_sub(self.longest), 0);
        let near = sorted[..end].iter().rev().take_while(|key| **key >= first);
        let around = near.filter(|(_, _, end)| *end >= offset);
        // Of places of the same length the first in the file.
        let shortest = around.min_by_key(|(_, start, end)| (end - start, *start))?;
        self.values.get(shortest)
    }

    fn sorted(&self) -> &[Key] {
        self.sorted.get_or_init(|| {
            let mut keys: Vec<Key> = self.values.keys().copied().collect();
            keys.sort_unstable();
            keys
        })
    }
}
