//! Typed values to attributes and back, by name.

use crate::{Dialect, Location, Message, Rotation};

/// An attribute of a message that is missing or has a value of another type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttributeError {
    /// The message makes no sense without it.
    #[error("{kind}: attribute `{name}` is missing")]
    Missing {
        /// Kind of the message.
        kind: String,
        /// The attribute.
        name: &'static str,
    },
    /// The value is not what the attribute holds.
    #[error("{kind}: attribute `{name}` is `{value}`, and {expected} is expected")]
    Value {
        /// Kind of the message.
        kind: String,
        /// The attribute.
        name: &'static str,
        /// The beginning of what stands there.
        value: String,
        /// What should stand there.
        expected: &'static str,
    },
}

/// A type that an attribute can have.
pub(crate) trait AttributeValue: Sized {
    /// What to write, for people.
    const EXPECTED: &'static str;
    fn parse(text: &str) -> Option<Self>;
    fn print(&self) -> String;
}

impl AttributeValue for String {
    const EXPECTED: &'static str = "a text";

    fn parse(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn print(&self) -> String {
        self.clone()
    }
}

impl AttributeValue for bool {
    const EXPECTED: &'static str = "True or False";

    fn parse(text: &str) -> Option<bool> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    }

    fn print(&self) -> String {
        if *self { "True" } else { "False" }.to_owned()
    }
}

/// A truth that is written as 0 or 1: clients of the time read it as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Switch(pub bool);

impl AttributeValue for Switch {
    const EXPECTED: &'static str = "0 or 1";

    fn parse(text: &str) -> Option<Switch> {
        bool::parse(text).map(Switch)
    }

    fn print(&self) -> String {
        u8::from(self.0).to_string()
    }
}

impl AttributeValue for i32 {
    const EXPECTED: &'static str = "a whole number";

    /// Whole numbers may be written with a fraction: some are floating-point numbers in the game.
    fn parse(text: &str) -> Option<i32> {
        let number = f64::parse(text)?.trunc();
        (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number).then_some(number as i32)
    }

    fn print(&self) -> String {
        self.to_string()
    }
}

impl AttributeValue for f64 {
    const EXPECTED: &'static str = "a number";

    fn parse(text: &str) -> Option<f64> {
        text.parse().ok().filter(|number: &f64| number.is_finite())
    }

    fn print(&self) -> String {
        self.to_string()
    }
}

impl AttributeValue for Location {
    const EXPECTED: &'static str = "a place such as 10,20,5";

    fn parse(text: &str) -> Option<Location> {
        text.parse().ok()
    }

    fn print(&self) -> String {
        self.to_string()
    }
}

impl AttributeValue for Rotation {
    const EXPECTED: &'static str = "a rotation such as 0,16384,0";

    fn parse(text: &str) -> Option<Rotation> {
        text.parse().ok()
    }

    fn print(&self) -> String {
        self.to_string()
    }
}

/// A field of a record: a value that must be there, or one that may be left out.
pub(crate) trait AttributeField: Sized {
    fn read(reader: &AttributeReader<'_>, name: &'static str) -> Result<Self, AttributeError>;
    fn print(&self) -> Option<String>;
}

impl<T: AttributeValue> AttributeField for T {
    fn read(reader: &AttributeReader<'_>, name: &'static str) -> Result<T, AttributeError> {
        let missing = || AttributeError::Missing { kind: reader.message.kind().to_owned(), name };
        Option::read(reader, name)?.ok_or_else(missing)
    }

    fn print(&self) -> Option<String> {
        Some(AttributeValue::print(self))
    }
}

impl<T: AttributeValue> AttributeField for Option<T> {
    fn read(reader: &AttributeReader<'_>, name: &'static str) -> Result<Option<T>, AttributeError> {
        let Some(text) = reader.text(name).filter(|text| !text.is_empty()) else { return Ok(None) };
        let wrong = || AttributeError::Value {
            kind: reader.message.kind().to_owned(),
            name,
            value: text.chars().take(60).collect(),
            expected: T::EXPECTED,
        };
        T::parse(text).map(Some).ok_or_else(wrong)
    }

    fn print(&self) -> Option<String> {
        self.as_ref().map(AttributeValue::print)
    }
}

/// Attributes of a message, asked for by their names of 2000.
pub(crate) struct AttributeReader<'a> {
    message: &'a Message,
    dialect: Dialect,
}

impl<'a> AttributeReader<'a> {
    pub(crate) fn new(message: &'a Message, dialect: Dialect) -> AttributeReader<'a> {
        AttributeReader { message, dialect }
    }

    /// The attribute as the type of the field that it is for.
    pub(crate) fn field<T: AttributeField>(&self, name: &'static str) -> Result<T, AttributeError> {
        T::read(self, name)
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        let own = self.dialect.own_attribute(self.message.kind(), name);
        self.message.get(own).or_else(|| self.message.get(name))
    }
}

/// A message whose attributes are the fields of a struct.
pub(crate) trait Record: Sized {
    fn read(reader: &AttributeReader<'_>) -> Result<Self, AttributeError>;
    fn write(&self, kind: &str, dialect: Dialect) -> Message;
}

/// Declares structs with public fields and the attribute that each of them is.
macro_rules! records {
    ($($(#[$about:meta])* $record:ident { $($(#[$field_about:meta])* $field:ident: $type:ty = $attribute:literal,)* })*) => { $(
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        pub struct $record {
            $($(#[$field_about])* pub $field: $type,)*
        }

        impl crate::attributes::Record for $record {
            fn read(reader: &crate::attributes::AttributeReader<'_>) -> Result<Self, crate::AttributeError> {
                Ok($record { $($field: reader.field($attribute)?,)* })
            }

            fn write(&self, kind: &str, dialect: crate::Dialect) -> crate::Message {
                let mut message = crate::Message::new(kind);
                $(if let Some(value) = crate::attributes::AttributeField::print(&self.$field) {
                    message = message.with(dialect.own_attribute(kind, $attribute), value);
                })*
                message
            }
        }
    )* };
}

pub(crate) use records;
