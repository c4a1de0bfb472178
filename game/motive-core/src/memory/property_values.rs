//! The values of a property of a thing.

use crate::vocabulary::Value;
use std::ops::{Deref, DerefMut};

/// The values of a property, usually one. As large as a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum ValueList {
    #[default]
    Nothing,
    One(Value),
    /// At least two.
    #[expect(clippy::box_collection, reason = "a list is to be no larger than a value")]
    Several(Box<Vec<Value>>),
}

impl ValueList {
    pub(crate) fn push(&mut self, value: Value) {
        *self = match std::mem::take(self) {
            Self::Nothing => Self::One(value),
            Self::One(first) => Self::Several(Box::new(vec![first, value])),
            Self::Several(mut values) => {
                values.push(value);
                Self::Several(values)
            }
        };
    }
}

impl Deref for ValueList {
    type Target = [Value];

    #[inline]
    fn deref(&self) -> &[Value] {
        match self {
            Self::Nothing => &[],
            Self::One(value) => std::slice::from_ref(value),
            Self::Several(values) => values,
        }
    }
}

impl DerefMut for ValueList {
    fn deref_mut(&mut self) -> &mut [Value] {
        match self {
            Self::Nothing => &mut [],
            Self::One(value) => std::slice::from_mut(value),
            Self::Several(values) => values,
        }
    }
}

impl FromIterator<Value> for ValueList {
    fn from_iter<T: IntoIterator<Item = Value>>(values: T) -> Self {
        let mut list = Self::Nothing;
        values.into_iter().for_each(|value| list.push(value));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_as_large_as_a_value() {
        assert_eq!(size_of::<ValueList>(), size_of::<Value>());
    }

    #[test]
    fn a_list_holds_what_was_pushed_in_order() {
        let values = [1, 2, 3].map(Value::from);
        for count in 0..=values.len() {
            let mut list: ValueList = values[..count].iter().cloned().collect();
            assert_eq!(*list, values[..count]);
            list.iter_mut().for_each(|value| *value = Value::from(7));
            assert_eq!(*list, vec![Value::from(7); count]);
        }
    }
}
