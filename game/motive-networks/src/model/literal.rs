//! Propositions and their values.

use std::fmt;
use std::sync::Arc;

/// The value of a proposition: true, false, a number or a word.
///
/// ```
/// use motive::networks::SensorValue;
///
/// assert_eq!(SensorValue::from("TRUE"), SensorValue::TRUE);
/// assert_eq!(SensorValue::from("72.0"), SensorValue::from(72.0));
/// assert_eq!(SensorValue::from("warm").to_string(), "warm");
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SensorValue {
    /// True or false.
    Truth(bool),
    /// A measured quantity.
    Number(f64),
    /// One of several named states.
    Word(Arc<str>),
}

impl SensorValue {
    /// True.
    pub const TRUE: Self = Self::Truth(true);
    /// False.
    pub const FALSE: Self = Self::Truth(false);

    /// The degree of truth, from 0 to 1: numbers are clamped, words are true.
    pub fn degree(&self) -> f64 {
        match self {
            Self::Truth(truth) => f64::from(u8::from(*truth)),
            Self::Number(number) => number.clamp(0.0, 1.0),
            Self::Word(_) => 1.0,
        }
    }

    /// Whether it is anything but an infinite number or NaN.
    pub fn is_finite(&self) -> bool {
        !matches!(self, Self::Number(number) if !number.is_finite())
    }

    /// The same value; a number is rounded to a multiple of the step.
    fn rounded(&self, step: f64) -> Self {
        match self {
            Self::Number(number) if step > 0.0 => Self::Number((number / step).round() * step),
            other => other.clone(),
        }
    }

    /// Whether a reported value is the one that a literal names. Numbers are rounded to multiples of `step`. Where truth has degrees, a number is
    /// true from 1 on, and false up to 0.
    pub(crate) fn agrees(&self, named: &Self, step: f64, has_degrees: bool) -> bool {
        match (self, named) {
            (Self::Number(_), Self::Truth(truth)) if has_degrees => {
                self.degree() == f64::from(u8::from(*truth))
            }
            _ => self.rounded(step) == named.rounded(step),
        }
    }

    /// Bits that are equal for equal values of one variant; 0 for words.
    fn bits(&self) -> u64 {
        match self {
            Self::Truth(truth) => u64::from(*truth),
            // 0.0 and -0.0 are equal.
            Self::Number(number) => (number + 0.0).to_bits(),
            Self::Word(_) => 0,
        }
    }
}

impl PartialEq for SensorValue {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(one), Self::Word(two)) => one == two,
            (Self::Truth(_), Self::Truth(_)) | (Self::Number(_), Self::Number(_)) => {
                self.bits() == other.bits()
            }
            _ => false,
        }
    }
}

impl Eq for SensorValue {}

impl From<bool> for SensorValue {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<f64> for SensorValue {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for SensorValue {
    /// `T`, `TRUE`, `true` and `F`, `FALSE`, `false` are truth values; then come numbers; everything else is a word.
    fn from(text: &str) -> Self {
        match text {
            "T" | "TRUE" | "true" => Self::TRUE,
            "F" | "FALSE" | "false" => Self::FALSE,
            _ => match text.parse::<f64>() {
                Ok(number) if number.is_finite() => Self::Number(number),
                _ => Self::Word(text.into()),
            },
        }
    }
}

impl fmt::Display for SensorValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(true) => f.write_str("T"),
            Self::Truth(false) => f.write_str("F"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// A proposition and a value that it may have: `door-is-open F`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Literal {
    /// The proposition.
    pub proposition: Arc<str>,
    /// Its value.
    pub value: SensorValue,
}

impl Literal {
    /// A proposition with a value.
    pub fn new(proposition: &str, value: impl Into<SensorValue>) -> Self {
        Self { proposition: proposition.into(), value: value.into() }
    }
}

impl From<&str> for Literal {
    /// The proposition is true.
    fn from(proposition: &str) -> Self {
        Self::new(proposition, true)
    }
}

impl From<&String> for Literal {
    /// The proposition is true.
    fn from(proposition: &String) -> Self {
        Self::new(proposition, true)
    }
}

impl<V: Into<SensorValue>> From<(&str, V)> for Literal {
    fn from((proposition, value): (&str, V)) -> Self {
        Self::new(proposition, value)
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.proposition, self.value)
    }
}
