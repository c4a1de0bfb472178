//! Values of a study file that can be written in several ways, and the places of what is wrong.

use crate::error::{StudyError, suggestion};
use motive_language::diagnostic::nearest;
use serde::de::{Deserialize, Deserializer, Error};
use std::collections::BTreeMap;
use toml::de::{DeTable, DeValue};

/// A study file, to say where in it something is wrong.
pub(super) struct StudyFile<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
}

impl StudyFile<'_> {
    /// The error for what is wrong at a path of keys and numbers, such as `part.2.world`. Of a path that is not there, what is there counts.
    pub(super) fn error(&self, path: &str, what: impl Into<String>, help: impl Into<String>) -> StudyError {
        self.error_at(self.offset(path), what.into(), Some(help.into()))
    }

    /// The error for an unknown name, with a similar one or all that are known.
    pub(super) fn unknown<'n>(
        &self,
        path: &str,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> StudyError {
        self.error(path, format!("there is no {what} `{name}`"), suggestion(name, known, "known are"))
    }

    /// The parser's error, with a similar name where a name is unknown.
    pub(super) fn malformed(&self, error: &toml::de::Error) -> StudyError {
        let message = error.message().trim().replace('\n', ", ");
        let mut quoted = message.split('`').skip(1).step_by(2);
        let offset = error.span().map_or(0, |span| span.start);
        if let Some(rest) = message.strip_prefix("unknown field ")
            && let Some(name) = quoted.next()
        {
            let what = format!("unknown field `{name}`");
            let help = match nearest(name, quoted) {
                Some(near) => format!("did you mean `{near}`?"),
                None => rest.split_once(", ").map_or(String::new(), |(_, expected)| expected.to_owned()),
            };
            return self.error_at(offset, what, Some(help).filter(|help| !help.is_empty()));
        }
        self.error_at(offset, message, None)
    }

    fn error_at(&self, offset: usize, what: String, help: Option<String>) -> StudyError {
        let line = self.text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1;
        StudyError { file: self.name.to_owned(), line: Some(line), what, help }
    }

    fn offset(&self, path: &str) -> usize {
        let Ok(table) = DeTable::parse(self.text) else { return 0 };
        let table = DeValue::Table(table.into_inner());
        let (mut value, mut offset) = (&table, 0);
        for key in path.split('.') {
            let next = match key.parse::<usize>() {
                Ok(number) => value.get(number),
                Err(_) => value.get(key),
            };
            // A list of one may be written without its brackets.
            let Some(next) = next else { continue };
            (value, offset) = (next.get_ref(), next.span().start);
        }
        offset
    }
}

/// A value of an option, however it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionText(pub String);

impl<'de> Deserialize<'de> for OptionText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Scalar {
            Text(String),
            Whole(i64),
            Number(f64),
            Truth(bool),
        }
        Ok(Self(match Scalar::deserialize(deserializer)? {
            Scalar::Text(text) => text,
            Scalar::Whole(number) => number.to_string(),
            Scalar::Number(number) => number.to_string(),
            Scalar::Truth(truth) => truth.to_string(),
        }))
    }
}

/// Several things, or one without brackets.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    pub(super) fn all(self) -> Vec<T> {
        match self {
            Self::One(one) => vec![one],
            Self::Many(many) => many,
        }
    }
}

pub(super) fn one_or_many<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    OneOrMany::deserialize(deserializer).map(OneOrMany::all)
}

/// The names of open points: at least one, if there is a list.
pub(super) fn readings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let names: Vec<String> = one_or_many(deserializer)?;
    let none = "the study has no open points; declare one with `[[open]]`";
    if names.is_empty() { Err(D::Error::custom(none)) } else { Ok(names) }
}

/// Values of an option, as texts.
pub(super) fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let values = Vec::<OptionText>::deserialize(deserializer)?;
    Ok(values.into_iter().map(|value| value.0).collect())
}

/// Options with their values, in order of their names.
pub(super) fn options<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, String)>, D::Error> {
    let options = BTreeMap::<String, OptionText>::deserialize(deserializer)?;
    Ok(options.into_iter().map(|(name, value)| (name, value.0)).collect())
}

/// A table as pairs, in order of their names.
pub(super) fn pairs<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<(String, T)>, D::Error> {
    BTreeMap::deserialize(deserializer).map(|table| table.into_iter().collect())
}

pub(super) fn two() -> usize {
    2
}

/// A seed. Negative ones are allowed.
pub(super) fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    i64::deserialize(deserializer).map(|seed| seed as u64)
}

pub(super) fn runs<'de, D: Deserializer<'de>, T: From<usize>>(deserializer: D) -> Result<T, D::Error> {
    count(deserializer, "the number of runs").map(T::from)
}

pub(super) fn quick_runs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    count(deserializer, "the number of quick runs")
}

pub(super) fn steps<'de, D: Deserializer<'de>, T: From<usize>>(deserializer: D) -> Result<T, D::Error> {
    count(deserializer, "the number of steps").map(T::from)
}

/// A number of at least 1.
fn count<'de, D: Deserializer<'de>>(deserializer: D, what: &str) -> Result<usize, D::Error> {
    // More than this is a typing mistake.
    const MOST: i64 = 1_000_000_000;
    let count = i64::deserialize(deserializer)?;
    if (1..=MOST).contains(&count) {
        return Ok(count as usize);
    }
    Err(D::Error::custom(format!("{what} cannot be {count}; write a whole number from 1 to {MOST}")))
}
