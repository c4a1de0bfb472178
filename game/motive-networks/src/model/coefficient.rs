//! Factors of agents, of kinds of links and of single links, which may change with time; and the range of numbers.

use crate::error::NetworkError;
use std::sync::Arc;

/// A factor for a flow of activation, which may change with time.
///
/// ```
/// use motive::networks::Coefficient;
///
/// let tide = Coefficient::Sine { period: 4.0, amplitude: 0.5, phase: 0.0, offset: 1.0 };
/// assert_eq!(tide.at(0), 1.0);
/// assert_eq!(tide.at(1), 1.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Coefficient {
    /// A constant.
    Constant(f64),
    /// `offset + amplitude * sin(2 pi * (step / period + phase))`, at least 0.
    Sine {
        /// The number of steps of a period.
        period: f64,
        /// The largest difference from the offset.
        amplitude: f64,
        /// The position of step 0 in the period, from 0 to 1.
        phase: f64,
        /// The mean.
        offset: f64,
    },
    /// Linear interpolation between points (step, value); constant before the first and after the last.
    Table(Arc<[(u64, f64)]>),
}

impl Default for Coefficient {
    fn default() -> Self {
        Self::Constant(1.0)
    }
}

impl From<f64> for Coefficient {
    fn from(value: f64) -> Self {
        Self::Constant(value)
    }
}

impl Coefficient {
    /// Its value at a step; never negative.
    pub fn at(&self, step: u64) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Sine { period, amplitude, phase, offset } => {
                let turn = step as f64 / period + phase;
                (offset + amplitude * (std::f64::consts::TAU * turn).sin()).max(0.0)
            }
            Self::Table(points) => interpolated(points, step),
        }
    }

    /// Whether it never changes.
    pub(crate) fn is_constant(&self) -> bool {
        matches!(self, Self::Constant(_))
    }

    /// Whether it is the constant 1.
    pub fn is_one(&self) -> bool {
        *self == Self::Constant(1.0)
    }

    /// Rejects values that are negative, infinite or not a number.
    pub(crate) fn check(&self, of: &str) -> Result<(), NetworkError> {
        let small = |value: f64| value.abs() <= LARGEST;
        let good = match self {
            Self::Constant(value) => is_zero_or_positive(*value),
            Self::Sine { period, amplitude, phase, offset } => {
                is_positive(*period) && [*amplitude, *phase, *offset].into_iter().all(small)
            }
            Self::Table(points) => {
                !points.is_empty()
                    && points.iter().all(|(_, value)| is_zero_or_positive(*value))
                    && points.windows(2).all(|pair| pair[0].0 < pair[1].0)
            }
        };
        if good { Ok(()) } else { Err(NetworkError::Coefficient(of.to_owned())) }
    }
}

fn interpolated(points: &[(u64, f64)], step: u64) -> f64 {
    let after = points.partition_point(|(at, _)| *at <= step);
    match (after.checked_sub(1).and_then(|before| points.get(before)), points.get(after)) {
        (Some((from, low)), Some((to, high))) => {
            low + (high - low) * (step - from) as f64 / (to - from) as f64
        }
        (Some((_, value)), None) | (None, Some((_, value))) => *value,
        (None, None) => 1.0,
    }
}

/// A kind of flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LinkKind {
    /// From what is sensed to the skills that need it.
    State,
    /// From goals to the skills that achieve them.
    Goals,
    /// Taken away from skills that delete a protected goal.
    Protected,
    /// From a skill to its predecessors: those that add what it lacks.
    Backward,
    /// From an executable skill to its successors: those that need what it adds.
    Forward,
    /// From a skill to those that were selected after it before.
    Followers,
    /// Taken away from the conflicters of a skill: those that delete a precondition of it that holds.
    Inhibition,
}

impl LinkKind {
    /// All kinds, in the order in which they are summed.
    pub const ALL: [Self; 7] = [
        Self::State,
        Self::Goals,
        Self::Protected,
        Self::Backward,
        Self::Forward,
        Self::Followers,
        Self::Inhibition,
    ];

    /// Its name in logs and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Goals => "goals",
            Self::Protected => "protected",
            Self::Backward => "backward",
            Self::Forward => "forward",
            Self::Followers => "followers",
            Self::Inhibition => "inhibition",
        }
    }

    /// The kind of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it takes activation away.
    pub fn takes_away(self) -> bool {
        matches!(self, Self::Protected | Self::Inhibition)
    }
}

/// The largest value of a parameter, coefficient, weight or amount; its inverse is the smallest above 0. In this range nothing
/// overflows or underflows in single precision.
pub(crate) const LARGEST: f64 = 1e9;

/// Whether a number is above 0 and in the range that can be calculated with.
pub(crate) fn is_positive(value: f64) -> bool {
    (1.0 / LARGEST..=LARGEST).contains(&value)
}

/// Whether a number is 0, or above 0 and in the range that can be calculated with.
pub(crate) fn is_zero_or_positive(value: f64) -> bool {
    value == 0.0 || is_positive(value)
}

/// Rejects parameters that are out of range; each with its name, value, whether it is valid, and the allowed range.
pub(crate) fn check_parameters(
    rules: &[(&'static str, f64, bool, &'static str)],
) -> Result<(), NetworkError> {
    match rules.iter().find(|(_, _, valid, _)| !valid) {
        Some((name, value, _, must)) => Err(NetworkError::Parameter { name, must, value: *value }),
        None => Ok(()),
    }
}

/// Rejects a number that is not [`is_positive`].
pub(crate) fn check_positive(what: &'static str, of: &str, value: f64) -> Result<(), NetworkError> {
    if is_positive(value) {
        return Ok(());
    }
    Err(NetworkError::Number { what, of: of.to_owned(), must: "from 1e-9 to 1e9", value })
}
