//! Options of worlds: `key=value`, checked.

use crate::error::WorldError;
use serde::Serialize;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde_json::{Map, Value};
use std::ops::{Bound, RangeBounds};

/// What is known of an option of a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// What may be given.
    pub expects: String,
    /// What holds if nothing is given.
    pub default: String,
    /// What it is for.
    pub summary: String,
}

impl OptionInfo {
    pub(crate) fn new(name: &str, expects: &str, default: &str, summary: &str) -> Self {
        let [name, expects, default, summary] = [name, expects, default, summary].map(str::to_owned);
        Self { name, expects, default, summary }
    }
}

/// A value that an option can have.
pub(crate) trait OptionValue: Sized {
    /// What may be given.
    const EXPECTS: &'static str;

    /// Reads it; nothing if the text is no value of it.
    fn read(text: &str) -> Option<Self>;

    /// As it is written.
    fn written(&self) -> String;
}

impl OptionValue for f64 {
    const EXPECTS: &'static str = "a number from 0 on";

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &Self| number.is_finite() && *number >= 0.0)
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

macro_rules! counts {
    ($($count:ty),*) => {$(
        impl OptionValue for $count {
            const EXPECTS: &'static str = "a number from 0 on";

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn written(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
counts!(u32, usize);

impl OptionValue for bool {
    const EXPECTS: &'static str = "`yes` or `no`";

    fn read(text: &str) -> Option<Self> {
        // Files of studies have truths of their own.
        match text {
            "yes" | "true" => Some(true),
            "no" | "false" => Some(false),
            _ => None,
        }
    }

    fn written(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl OptionValue for [f64; 2] {
    const EXPECTS: &'static str = "two numbers, such as `2,3`";

    fn read(text: &str) -> Option<Self> {
        let (from, to) = text.split_once(',')?;
        Some([f64::read(from.trim())?, f64::read(to.trim())?])
    }

    fn written(&self) -> String {
        let [from, to] = self;
        format!("{from},{to}")
    }
}

/// Reads a word that stands for a variant of an enum without fields.
pub(crate) fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    T::deserialize(text.into_deserializer()).map_err(|_: ExpectedWords| ()).ok()
}

/// Declares settings once: their fields with types and defaults, of which the first ones are options of a world. The first line of documentation is
/// what an option is for. `[RANGE]` after a type narrows what may be given.
macro_rules! settings {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            options: $(
                #[doc = $summary:literal]
                $(#[doc = $more:literal])*
                $option:ident: $kind:ty $([$range:expr])? = $usual:expr,
            )*
            fixed: $($(#[doc = $doc:literal])+ $field:ident: $type:ty = $default:expr,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(#[doc = $summary] $(#[doc = $more])* pub $option: $kind,)*
            $($(#[doc = $doc])+ pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($option: $usual,)* $($field: $default,)* }
            }
        }

        impl $name {
            /// What is known of the options.
            pub(crate) fn options() -> Vec<$crate::options::OptionInfo> {
                use $crate::options::OptionValue;
                let usual = Self::default();
                vec![$($crate::options::OptionInfo {
                    name: stringify!($option).to_owned(),
                    expects: None::<String>$(.or(Some($crate::options::expects_within(&$range))))?.unwrap_or_else(|| <$kind>::EXPECTS.to_owned()),
                    default: usual.$option.written(),
                    summary: $summary.trim().to_owned(),
                }),*]
            }

            /// The same with the options that are given.
            pub(crate) fn with(
                mut self,
                options: &$crate::options::Options<'_>,
            ) -> Result<Self, $crate::error::WorldError> {
                $(options.set(stringify!($option), &mut self.$option, |text| {
                    let value: Option<$kind> = $crate::options::OptionValue::read(text);
                    $(let value = value.filter(|value| $range.contains(value));)?
                    value
                })?;)*
                Ok(self)
            }
        }
    };
}
pub(crate) use settings;

/// What may be given for an option with a range.
pub(crate) fn expects_within<T: std::fmt::Display>(range: &impl RangeBounds<T>) -> String {
    match (range.start_bound(), range.end_bound()) {
        (Bound::Included(least), Bound::Included(most)) => format!("a number from {least} to {most}"),
        (Bound::Included(least), _) => format!("a number from {least} on"),
        _ => "a number".to_owned(),
    }
}

/// Options as they were given, split and known to the world, each at most once.
#[derive(Debug)]
pub(crate) struct Options<'a> {
    given: Vec<(&'a OptionInfo, &'a str)>,
}

impl<'a> Options<'a> {
    /// Splits options and looks each up among those of a world.
    pub(crate) fn read<S: AsRef<str>>(
        world: &str,
        known: &'a [OptionInfo],
        given: &'a [S],
    ) -> Result<Self, WorldError> {
        let mut options = Self { given: Vec::with_capacity(given.len()) };
        for text in given.iter().map(AsRef::as_ref) {
            let Some((name, value)) = text.split_once('=') else {
                return Err(WorldError::NotAnOption(text.into()));
            };
            let name = name.trim();
            let Some(info) = known.iter().find(|info| info.name == name) else {
                return Err(unknown(world, name, known));
            };
            if options.given.iter().any(|(other, _)| other.name == name) {
                return Err(WorldError::OptionTwice(name.into()));
            }
            options.given.push((info, value.trim()));
        }
        Ok(options)
    }

    /// Reads an option, if it is given, with a function that gives nothing for what is no value of it.
    pub(crate) fn set<T>(
        &self,
        name: &str,
        into: &mut T,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<(), WorldError> {
        let Some((info, value)) = self.given.iter().find(|(info, _)| info.name == name) else {
            return Ok(());
        };
        let Some(read) = read(value) else {
            let (option, value, expects) = (name.into(), (*value).into(), info.expects.clone());
            return Err(WorldError::BadValue(option, value, expects));
        };
        *into = read;
        Ok(())
    }

    /// Reads all options into a struct with a field for each.
    pub(crate) fn read_into<T: Default + Serialize + DeserializeOwned>(&self) -> Result<T, WorldError> {
        let mut fields = fields_of(&T::default());
        for (info, value) in &self.given {
            let Some(field) = fields.get_mut(&info.name) else { continue };
            let bad = |expects| WorldError::BadValue(info.name.clone(), (*value).into(), expects);
            let before =
                std::mem::replace(field, value_of(field, value).ok_or_else(|| bad(info.expects.clone()))?);
            // Read one at a time, so that an error names the option.
            if let Err(error) = serde_json::from_value::<T>(Value::Object(fields.clone())) {
                let kind = kind_of(&before);
                let said = info.expects != kind;
                return Err(bad(if said { info.expects.clone() } else { format!("{kind}: {error}") }));
            }
        }
        if fields.is_empty() {
            return Ok(T::default());
        }
        serde_json::from_value(Value::Object(fields))
            .map_err(|error| WorldError::NotAnOption(error.to_string()))
    }
}

/// The fields of a struct with their values; none of what is no struct.
fn fields_of<T: Serialize>(options: &T) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// A text as a value of the same kind as another.
fn value_of(like: &Value, text: &str) -> Option<Value> {
    match like {
        Value::Bool(_) => bool::read(text).map(Value::Bool),
        Value::Number(_) => serde_json::from_str(text).ok().filter(Value::is_number),
        Value::String(_) => Some(Value::String(text.to_owned())),
        _ => serde_json::from_str(text).ok().or_else(|| Some(Value::String(text.to_owned()))),
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Number(_) => "a number",
        Value::Bool(_) => bool::EXPECTS,
        Value::String(_) => "a word",
        _ => "a value, or `null` for none",
    }
}

/// The options that the fields of a struct are.
pub(crate) fn of_defaults<T: Default + Serialize + DeserializeOwned>() -> Vec<OptionInfo> {
    let describe = |(name, value): (String, Value)| {
        let default = match &value {
            Value::String(word) => word.clone(),
            Value::Bool(truth) => truth.written(),
            other => other.to_string(),
        };
        let expects = words_of::<T>(&name).map_or_else(|| kind_of(&value).to_owned(), any_of);
        OptionInfo { name, expects, default, summary: String::new() }
    };
    fields_of(&T::default()).into_iter().map(describe).collect()
}

/// The words that an option can be, if it is an enum: serde names them when it is given none of them.
fn words_of<T: DeserializeOwned>(option: &str) -> Option<&'static [&'static str]> {
    let no_word = MapDeserializer::<_, ExpectedWords>::new([(option, "")].into_iter());
    T::deserialize(no_word).err()?.0
}

/// An error that keeps the words that serde expected.
#[derive(Debug, thiserror::Error)]
#[error("this is none of the words")]
struct ExpectedWords(Option<&'static [&'static str]>);

impl serde::de::Error for ExpectedWords {
    fn custom<M: std::fmt::Display>(_: M) -> Self {
        Self(None)
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self(Some(expected))
    }
}

/// `a`, `b` or `c`
fn any_of(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

fn unknown(world: &str, name: &str, known: &[OptionInfo]) -> WorldError {
    WorldError::UnknownOption(
        world.into(),
        name.into(),
        nearest(name, known.iter().map(|info| &*info.name)),
        known.iter().map(|info| info.name.clone()).collect(),
    )
}

/// The known name that looks most like one, if any looks like it at all.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let name = name.to_lowercase();
    let (edits, best) = known
        .map(|other| (strsim::damerau_levenshtein(&name, other), other))
        .min_by_key(|(edits, _)| *edits)?;
    (edits * 3 <= name.chars().count().max(3)).then(|| best.to_owned())
}
