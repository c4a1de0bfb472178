//! Texts and lists that values share.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A text or list that is shared by all values that have it. It is one pointer, so that a [`Value`](super::Value) is two words: most
/// values are numbers and names, and memory is full of them.
///
/// ```
/// use motive_core::Shared;
///
/// let text: Shared<str> = "hello".into();
/// assert_eq!(text.len(), 5);
/// ```
pub struct Shared<T: ?Sized>(Arc<Box<T>>);

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: ?Sized + Eq> Eq for Shared<T> {}

impl<T: ?Sized + Hash> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized> From<Box<T>> for Shared<T> {
    fn from(value: Box<T>) -> Self {
        Self(Arc::new(value))
    }
}

impl From<&str> for Shared<str> {
    fn from(text: &str) -> Self {
        Box::<str>::from(text).into()
    }
}

impl<T> From<Vec<T>> for Shared<[T]> {
    fn from(items: Vec<T>) -> Self {
        items.into_boxed_slice().into()
    }
}

impl<T: Clone> From<&[T]> for Shared<[T]> {
    fn from(items: &[T]) -> Self {
        items.to_vec().into()
    }
}

impl<T, const N: usize> From<[T; N]> for Shared<[T]> {
    fn from(items: [T; N]) -> Self {
        Vec::from(items).into()
    }
}

impl<T> FromIterator<T> for Shared<[T]> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().collect::<Box<[T]>>().into()
    }
}

#[cfg(feature = "serde")]
impl<T: ?Sized + serde::Serialize> serde::Serialize for Shared<T> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(to)
    }
}

#[cfg(feature = "serde")]
impl<'de, T: ?Sized> serde::Deserialize<'de> for Shared<T>
where
    Box<T>: serde::Deserialize<'de>,
{
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Box::<T>::deserialize(from).map(Into::into)
    }
}
