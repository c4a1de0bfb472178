//! Typed values to attributes and back, by name, and the names that differ between the two generations of the protocol.

use crate::message::Message;
use crate::vector::{Location, Rotation};

/// Which generation of the protocol a peer speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// GameBots for Unreal Tournament, 2000.
    #[default]
    Ut99,
    /// GameBots 2004 for Unreal Tournament 2004.
    Ut2004,
}

/// An attribute of a kind of message that has another name in UT2004.
struct AttributeName {
    kind: &'static str,
    ut99: &'static str,
    ut2004: &'static str,
}

const ATTRIBUTES: &[AttributeName] = &[
    AttributeName { kind: "SLF", ut99: "CurrentAmmo", ut2004: "PrimaryAmmo" },
    AttributeName { kind: "INV", ut99: "Class", ut2004: "Type" },
    AttributeName { kind: "MOV", ut99: "Class", ut2004: "Type" },
    AttributeName { kind: "AIN", ut99: "Class", ut2004: "Type" },
    AttributeName { kind: "CWP", ut99: "Class", ut2004: "Type" },
];

impl Dialect {
    /// This dialect's name for an attribute of 2000.
    pub(crate) fn own_attribute<'a>(self, kind: &str, name: &'a str) -> &'a str {
        let known = ATTRIBUTES
            .iter()
            .find(|known| self == Dialect::Ut2004 && known.kind == kind && known.ut99 == name);
        known.map_or(name, |known| known.ut2004)
    }
}

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

/// Types that are written and read as elsewhere in Rust.
macro_rules! written_as_displayed {
    ($($value:ty: $expected:literal;)*) => { $(
        impl AttributeValue for $value {
            const EXPECTED: &'static str = $expected;

            fn parse(text: &str) -> Option<$value> {
                text.parse().ok()
            }

            fn print(&self) -> String {
                self.to_string()
            }
        }
    )* };
}

written_as_displayed! {
    String: "a text";
    Location: "a place such as 10,20,5";
    Rotation: "a rotation such as 0,16384,0";
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

    pub(crate) fn message(&self) -> &'a Message {
        self.message
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
pub(crate) trait AttributeRecord: Sized {
    fn read(reader: &AttributeReader<'_>) -> Result<Self, AttributeError>;
    fn write(&self, kind: &str, dialect: Dialect) -> Message;
}

/// Declares an enum of messages: for each variant its kind of message, and for each record a struct with public fields and their attributes.
/// Several kinds may have the same fields. Records that are written by hand implement [`AttributeRecord`] themselves; marks have no attributes.
macro_rules! messages {
    (
        $(#[$about:meta])*
        enum $name:ident $(or $other:ident)?
        records { $(
            $(#[$record_about:meta])*
            $($variant:ident $kind:literal)/+: $record:ident {
                $($field:ident: $type:ty = $attribute:literal, $doc:literal;)*
            }
        )* }
        written_by_hand { $($hand:ident $hand_kind:literal: $hand_record:ty, $hand_doc:literal;)* }
        marks { $($mark:ident $mark_kind:literal, $mark_doc:literal;)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        pub enum $name {
            $($(#[doc = concat!("`", $kind, "`")] $variant($record),)+)*
            $(#[doc = concat!("`", $hand_kind, "`: ", $hand_doc)] $hand($hand_record),)*
            $(#[doc = concat!("`", $mark_kind, "`: ", $mark_doc)] $mark,)*
            $(
                /// A kind of message that this crate does not know.
                #[serde(serialize_with = "crate::attributes::as_line")]
                $other(crate::Message),
            )?
        }

        impl $name {
            /// Reads a message; nothing if its kind is not in the table.
            fn read(reader: &AttributeReader<'_>) -> Result<Option<Self>, AttributeError> {
                use crate::attributes::AttributeRecord;
                Ok(Some(match reader.message().kind() {
                    $($($kind => Self::$variant(AttributeRecord::read(reader)?),)+)*
                    $($hand_kind => Self::$hand(AttributeRecord::read(reader)?),)*
                    $($mark_kind => Self::$mark,)*
                    _ => return Ok(None),
                }))
            }

            /// The one message of its kind.
            fn write(&self, dialect: Dialect) -> Message {
                use crate::attributes::AttributeRecord;
                match self {
                    $($(Self::$variant(record) => record.write($kind, dialect),)+)*
                    $(Self::$hand(record) => record.write($hand_kind, dialect),)*
                    $(Self::$mark => Message::new($mark_kind),)*
                    $(Self::$other(message) => message.clone(),)?
                }
            }
        }

        $(
            $(#[$record_about])*
            #[derive(Clone, Debug, PartialEq, serde::Serialize)]
            pub struct $record {
                $(#[doc = $doc] pub $field: $type,)*
            }

            impl crate::attributes::AttributeRecord for $record {
                fn read(reader: &AttributeReader<'_>) -> Result<Self, AttributeError> {
                    Ok($record { $($field: reader.field($attribute)?,)* })
                }

                fn write(&self, kind: &str, dialect: Dialect) -> Message {
                    let mut message = Message::new(kind);
                    $(if let Some(value) = crate::attributes::AttributeField::print(&self.$field) {
                        message = message.with(dialect.own_attribute(kind, $attribute), value);
                    })*
                    message
                }
            }
        )*
    };
}

pub(crate) use messages;

pub(crate) fn as_line<S: serde::Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(message)
}
