//! Degrees of truth, from 0 to 1.
//!
//! "And" is the minimum of its parts, "or" the maximum, "not" the complement. A comparison of numbers that fails has the ratio of the
//! smaller to the larger as its degree, so "enough mana" is half true with half the mana. Everything else, patterns included, is 0 or 1.

use super::compiled::ConditionCode;
use super::eval::Eval;
use super::expression::Comparison;
use crate::vocabulary::{Facts, Value};

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
