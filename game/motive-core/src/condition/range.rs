//! Value ranges with firm and soft bounds and a preferred end.

use super::binding_rules::RangeOrder;
use super::compiled::ConditionCode;
use super::eval::Eval;
use super::expression::Comparison;
use crate::vocabulary::{Facts, Value};

/// Which end of a [`Range`] is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PreferredEnd {
    /// All numbers inside are equally good.
    #[default]
    Neither,
    /// Lower is better.
    Lowest,
    /// Higher is better.
    Highest,
}

/// A range of numbers, bounds included. Numbers beyond a firm bound do not match; numbers beyond a soft one match, but are worse the
/// farther away they are.
///
/// ```
/// use motive_core::Range;
///
/// let near = Range::new(1.0, 10.0).lowest();               // 1..10 lowest
/// assert!(near.matches(10.0) && !near.matches(11.0));
/// assert!(near.better(2.0, 9.0));
///
/// let about = Range::soft(5.0, 10.0).highest();            // ~5..~10 highest
/// assert!(about.matches(100.0) && about.better(6.0, 100.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Range {
    /// Lower bound; `-infinity` for none.
    pub low: f64,
    /// Upper bound; `infinity` for none.
    pub high: f64,
    /// Whether numbers below `low` still match.
    pub low_is_soft: bool,
    /// Whether numbers above `high` still match.
    pub high_is_soft: bool,
    /// The better end.
    pub toward: PreferredEnd,
}

impl Range {
    /// A range with two firm bounds.
    pub const fn new(low: f64, high: f64) -> Self {
        Self { low, high, low_is_soft: false, high_is_soft: false, toward: PreferredEnd::Neither }
    }

    /// A range with two soft bounds: every number matches.
    pub const fn soft(low: f64, high: f64) -> Self {
        Self { low, high, low_is_soft: true, high_is_soft: true, toward: PreferredEnd::Neither }
    }

    /// Every number from `low` on.
    pub const fn at_least(low: f64) -> Self {
        Self::new(low, f64::INFINITY)
    }

    /// Every number up to `high`.
    pub const fn at_most(high: f64) -> Self {
        Self::new(f64::NEG_INFINITY, high)
    }

    /// Lower is better.
    pub const fn lowest(mut self) -> Self {
        self.toward = PreferredEnd::Lowest;
        self
    }

    /// Higher is better.
    pub const fn highest(mut self) -> Self {
        self.toward = PreferredEnd::Highest;
        self
    }

    /// Whether a number satisfies the firm bounds.
    pub fn matches(&self, n: f64) -> bool {
        (self.low_is_soft || n >= self.low) && (self.high_is_soft || n <= self.high)
    }

    /// Whether a number lies between the bounds, firm or soft.
    pub fn contains(&self, n: f64) -> bool {
        self.low <= n && n <= self.high
    }

    /// How far a number lies outside the bounds.
    pub fn distance(&self, n: f64) -> f64 {
        if self.contains(n) {
            0.0
        } else if n < self.low {
            self.low - n
        } else {
            n - self.high
        }
    }

    /// Whether `a` is better than `b`.
    pub fn better(&self, a: f64, b: f64) -> bool {
        match (self.contains(a), self.contains(b)) {
            (true, false) => true,
            (false, true) => false,
            (false, false) => self.distance(a) < self.distance(b),
            (true, true) => match self.toward {
                PreferredEnd::Neither => false,
                PreferredEnd::Lowest => a < b,
                PreferredEnd::Highest => a > b,
            },
        }
    }

    /// [`Range::better`] under a rule; the 2005 program compared by number alone.
    pub(crate) fn better_by(&self, a: f64, b: f64, order: RangeOrder) -> bool {
        match (order, self.toward) {
            (RangeOrder::Sound, _) => self.better(a, b),
            (RangeOrder::ByNumber, PreferredEnd::Highest) => a > b,
            (RangeOrder::ByNumber, PreferredEnd::Lowest | PreferredEnd::Neither) => a < b,
        }
    }

    /// The best portion of a divisible quantity.
    pub fn optimum(&self) -> f64 {
        match self.toward {
            PreferredEnd::Highest => self.high,
            _ if self.low == f64::NEG_INFINITY => 0.0,
            _ => self.low,
        }
    }

    /// How well a number fits, from 0 to 1: 1 inside, falling with the distance outside a soft bound, 0 beyond a firm one.
    pub fn degree(&self, n: f64) -> f64 {
        if !self.matches(n) {
            return 0.0;
        }
        let distance = self.distance(n);
        if distance == 0.0 {
            return 1.0;
        }
        let width = self.high - self.low;
        let scale = if width.is_finite() && width > 0.0 { width } else { 1.0 };
        scale / (scale + distance)
    }
}

impl<F: Facts> Eval<'_, F> {
    pub(crate) fn degree(&mut self, code: &ConditionCode) -> f64 {
        match code {
            ConditionCode::All(parts) => parts.iter().map(|part| self.degree(part)).fold(1.0, f64::min),
            ConditionCode::Any(parts) => self.greatest(parts),
            ConditionCode::Not(inner) => {
                let mark = self.bindings.mark();
                let degree = self.degree(inner);
                self.bindings.undo(mark);
                1.0 - degree
            }
            ConditionCode::Compare(left, comparison, right) => match (self.value(left), self.value(right)) {
                (Some(left), Some(right)) => graded(*comparison, &left, &right),
                _ => 0.0,
            },
            ConditionCode::Holds(value) => match self.value(value) {
                Some(Value::Number(n)) => n.clamp(0.0, 1.0),
                Some(value) => f64::from(u8::from(value.is_true())),
                None => 0.0,
            },
            other => f64::from(u8::from(self.holds(other))),
        }
    }

    /// Bindings of one branch do not affect the next; the first branch with degree 1 decides.
    fn greatest(&mut self, parts: &[ConditionCode]) -> f64 {
        let mut greatest = 0.0_f64;
        for part in parts {
            let mark = self.bindings.mark();
            greatest = greatest.max(self.degree(part));
            if greatest >= 1.0 {
                break;
            }
            self.bindings.undo(mark);
        }
        greatest
    }
}

fn graded(comparison: Comparison, left: &Value, right: &Value) -> f64 {
    if comparison.holds(left, right) {
        return 1.0;
    }
    match (comparison, left.number(), right.number()) {
        (Comparison::AtLeast | Comparison::More | Comparison::Equal, Some(less), Some(more))
            if less < more =>
        {
            share(less, more)
        }
        (Comparison::AtMost | Comparison::Less | Comparison::Equal, Some(more), Some(less))
            if less < more =>
        {
            share(less, more)
        }
        _ => 0.0,
    }
}

/// The ratio of the smaller to the larger; 0 for different signs.
fn share(less: f64, more: f64) -> f64 {
    if less < 0.0 || more.is_infinite() { 0.0 } else { less / more }
}

#[cfg(test)]
#[path = "../../tests/unit/range.rs"]
mod tests;
