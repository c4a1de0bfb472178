//! Rust types as property values and arguments.

use crate::kernel::{Id, Point, Symbol, Type, Value, Vocabulary};
use smallvec::SmallVec;

use std::sync::Arc;

/// The values of a property, usually one.
pub type ValueVec = SmallVec<[Value; 1]>;

/// The symbols of the variants of an enum; empty for other types.
pub type ValueNames = Arc<[Symbol]>;

/// A type that a property can hold and an action can take: numbers, `bool`, [`Id`], [`Point`], text, enums without
/// fields that derive it, an `Arc<[T]>` of these as a list, and with the feature `glam` its `Vec2` and `Vec3`.
///
/// ```
/// use motive::prelude::*;
///
/// #[derive(PropertyValue, PartialEq)]
/// enum Mood { Calm, Angry }
///
/// #[derive(Percept)]
/// struct Guard { id: Id, mood: Mood, target: Option<Id> }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of a property or an argument",
    note = "numbers, `bool`, `Id`, `Point` and text can",
    note = "derive `PropertyValue` for an enum without fields",
    note = "mark a field that the agent need not know `#[motive(skip)]`"
)]
pub trait PropertyValue: Sized + 'static {
    /// The type of its values in a mind in Rust: `f64` for every number, the type itself for most others.
    type Term: 'static;

    /// Declares the type of the values, and the symbols of the variants of an enum in order.
    fn declare(vocabulary: &mut Vocabulary) -> (Type, ValueNames);

    /// Converts to a value. `None` for NaN.
    fn to_value(&self, names: &[Symbol]) -> Option<Value>;

    /// Converts a value back. `None` if it is of another type.
    fn from_value(value: &Value, names: &[Symbol]) -> Option<Self>;

    /// Whether it is equal to a value.
    fn equals_value(&self, value: &Value, names: &[Symbol]) -> bool {
        self.to_value(names).as_ref() == Some(value)
    }

    /// The value as a number, if it has one: see [`Value::code`].
    fn code(&self, names: &[Symbol]) -> Option<f64> {
        self.to_value(names)?.code()
    }
}

/// A type of a field of a percept: a [`PropertyValue`], an `Option` of one (a property that can be missing) or a `Vec` of them (a property
/// with several values).
///
/// A plug-in of an engine implements it for types of that engine, with a type of its own for `Host`: no type has two implementations, so
/// the derives leave it to the compiler to find the `Host`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a property",
    note = "numbers, `bool`, `Id`, `Point`, text, and `Option` or `Vec` of these can",
    note = "derive `PropertyValue` for an enum without fields",
    note = "mark a field that the agent need not know `#[motive(skip)]`"
)]
pub trait PropertyField<Host = ()>: Sized {
    /// The type of its values in a mind in Rust.
    type Term: 'static;

    /// As for [`PropertyValue`].
    fn declare(vocabulary: &mut Vocabulary) -> (Type, ValueNames);

    /// Adds the values.
    fn write(&self, names: &[Symbol], values: &mut ValueVec);

    /// Whether these are its values.
    fn equals(&self, values: &[Value], names: &[Symbol]) -> bool {
        let mut own = ValueVec::new();
        self.write(names, &mut own);
        own.as_slice() == values
    }

    /// Its one value as a number, if it has one: see [`Value::code`].
    fn code(&self, names: &[Symbol]) -> Option<f64> {
        let mut values = ValueVec::new();
        self.write(names, &mut values);
        if let [value] = values.as_slice() { value.code() } else { None }
    }
}

/// A type of an argument of an action, which has exactly one value: a [`PropertyValue`], or a type of an engine.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of an action",
    note = "numbers, `bool`, `Id`, `Point` and text can",
    note = "derive `PropertyValue` for an enum without fields"
)]
pub trait ActionArgument<Host = ()>: PropertyField<Host> {
    /// The value. `None` for NaN.
    fn to_argument(&self, names: &[Symbol]) -> Option<Value>;

    /// Converts a value back. `None` if it is of another type.
    fn from_argument(value: &Value, names: &[Symbol]) -> Option<Self>;
}

impl<T: PropertyValue> ActionArgument for T {
    fn to_argument(&self, names: &[Symbol]) -> Option<Value> {
        self.to_value(names)
    }

    fn from_argument(value: &Value, names: &[Symbol]) -> Option<Self> {
        T::from_value(value, names)
    }
}

impl<T: PropertyValue> PropertyField for T {
    type Term = T::Term;

    fn declare(vocabulary: &mut Vocabulary) -> (Type, ValueNames) {
        T::declare(vocabulary)
    }

    fn write(&self, names: &[Symbol], values: &mut ValueVec) {
        values.extend(self.to_value(names));
    }

    #[inline]
    fn code(&self, names: &[Symbol]) -> Option<f64> {
        PropertyValue::code(self, names)
    }

    fn equals(&self, values: &[Value], names: &[Symbol]) -> bool {
        matches!(values, [value] if self.equals_value(value, names))
    }
}

/// Properties with no value, one or several.
macro_rules! several_values {
    ($($several:ident),*) => {$(
        impl<T: PropertyValue> PropertyField for $several<T> {
            type Term = T::Term;

            fn declare(vocabulary: &mut Vocabulary) -> (Type, ValueNames) {
                T::declare(vocabulary)
            }

            fn write(&self, names: &[Symbol], values: &mut ValueVec) {
                values.extend(self.iter().filter_map(|value| value.to_value(names)));
            }

            fn equals(&self, values: &[Value], names: &[Symbol]) -> bool {
                self.iter().len() == values.len()
                    && self.iter().zip(values).all(|(this, value)| this.equals_value(value, names))
            }
        }
    )*};
}

several_values!(Option, Vec);

/// Types that are converted without names.
macro_rules! plain_values {
    ($($rust:ty, $term:ty, $holds:ident, $to:expr, $from:expr;)*) => {$(
        impl PropertyValue for $rust {
            type Term = $term;

            fn declare(_: &mut Vocabulary) -> (Type, ValueNames) {
                (Type::$holds, ValueNames::default())
            }

            fn to_value(&self, _: &[Symbol]) -> Option<Value> {
                let to: fn(&$rust) -> Option<Value> = $to;
                to(self)
            }

            fn from_value(value: &Value, _: &[Symbol]) -> Option<Self> {
                let from: fn(&Value) -> Option<$rust> = $from;
                from(value)
            }
        }
    )*};
}

plain_values! {
    bool, bool, Bool, |truth| Some(Value::Bool(*truth)), Value::truth;
    Id, Id, Id, |id| Some(Value::Id(*id)), Value::id;
    Point, Point, Point, |point| Some(Value::Point(*point)).filter(Value::is_sound), Value::point;
    f64, f64, Number, |number| Some(Value::Number(*number)).filter(Value::is_sound), Value::number;
    f32, f64, Number, |number| Some(Value::Number((*number).into())).filter(Value::is_sound), |value| Some(value.number()? as f32);
}

/// Text: it is compared as it is, since a value of it has to be allocated.
macro_rules! texts {
    ($($rust:ty),*) => {$(
        impl PropertyValue for $rust {
            type Term = String;

            fn declare(_: &mut Vocabulary) -> (Type, ValueNames) {
                (Type::Text, ValueNames::default())
            }

            fn to_value(&self, _: &[Symbol]) -> Option<Value> {
                Some(Value::Text((&**self).into()))
            }

            fn from_value(value: &Value, _: &[Symbol]) -> Option<Self> {
                if let Value::Text(text) = value { Some((&**text).into()) } else { None }
            }

            fn equals_value(&self, value: &Value, _: &[Symbol]) -> bool {
                matches!(value, Value::Text(text) if **text == **self)
            }
        }
    )*};
}

texts!(String, Arc<str>, Box<str>);

/// A list as one value, as files compute with it. The elements of a `Vec` are several values of a property instead.
impl<T: PropertyValue> PropertyValue for Arc<[T]> {
    type Term = Arc<[T::Term]>;

    fn declare(vocabulary: &mut Vocabulary) -> (Type, ValueNames) {
        (Type::List, T::declare(vocabulary).1)
    }

    fn to_value(&self, names: &[Symbol]) -> Option<Value> {
        let items: Option<Vec<Value>> = self.iter().map(|item| item.to_value(names)).collect();
        Some(items?.into())
    }

    fn from_value(value: &Value, names: &[Symbol]) -> Option<Self> {
        let Value::List(items) = value else { return None };
        items.iter().map(|item| T::from_value(item, names)).collect()
    }
}

/// Vectors of `glam` as points.
#[cfg(feature = "glam")]
mod of_glam {
    use super::{Point, PropertyValue, Symbol, Type, Value, ValueNames, Vocabulary};
    use glam::{Vec2, Vec3};

    plain_values! {
        Vec2, Point, Point, |at| Point::flat(at.x, at.y).to_value(&[]), |value| value.point().map(|at| Vec2::new(at.x, at.y));
        Vec3, Point, Point, |at| Point { x: at.x, y: at.y, z: at.z }.to_value(&[]), |value| {
            value.point().map(|at| Vec3::new(at.x, at.y, at.z))
        };
    }
}

/// Any value: for properties that only programs write, and arguments that can be of several types.
impl PropertyValue for Value {
    type Term = Self;

    fn declare(_: &mut Vocabulary) -> (Type, ValueNames) {
        (Type::Any, ValueNames::default())
    }

    fn to_value(&self, _: &[Symbol]) -> Option<Value> {
        Some(self.clone()).filter(Value::is_sound)
    }

    fn from_value(value: &Value, _: &[Symbol]) -> Option<Self> {
        Some(value.clone())
    }

    fn equals_value(&self, value: &Value, _: &[Symbol]) -> bool {
        self == value
    }
}

/// Integers: a number with a fraction, or one that does not fit, is not converted.
macro_rules! whole_numbers {
    ($($rust:ty),*) => { plain_values! {$(
        $rust, f64, Number, |number| Some(Value::Number(*number as f64)), |value| {
            let number = value.number()?;
            let whole = number as $rust;
            (whole as f64 == number).then_some(whole)
        };
    )*} };
}

whole_numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);
