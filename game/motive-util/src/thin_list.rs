//! A list that takes one word while it is empty.

use std::ops::{Deref, DerefMut};

/// A list that takes one word, for places where it is nearly always empty: an agent has many such lists.
///
/// ```
/// use motive_util::ThinList;
///
/// let mut list = ThinList::default();
/// assert!(list.is_empty());
/// list.make().push(7);
/// assert_eq!(*list, [7]);
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::box_collection, reason = "one word instead of three, which is what this list is for")]
pub struct ThinList<T>(Option<Box<Vec<T>>>);

impl<T> ThinList<T> {
    /// The list as a vector, for which room is made if need be.
    pub fn make(&mut self) -> &mut Vec<T> {
        self.0.get_or_insert_default()
    }

    /// Removes all entries, but keeps the room.
    pub fn clear(&mut self) {
        if let Some(list) = &mut self.0 {
            list.clear();
        }
    }
}

impl<T> Default for ThinList<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Deref for ThinList<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.0.as_ref().map_or(&[], |list| list)
    }
}

impl<T> DerefMut for ThinList<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_mut().map_or(&mut [], |list| list)
    }
}

impl<T> From<Vec<T>> for ThinList<T> {
    fn from(list: Vec<T>) -> Self {
        Self((!list.is_empty()).then(|| Box::new(list)))
    }
}

#[cfg(test)]
#[path = "../tests/unit/thin_list.rs"]
mod tests;
