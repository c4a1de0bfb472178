//! What must change for a condition to become true or false.
//!
//! `self.health < 30` reads a number, but its truth changes only when the number crosses 30. Conditions of which only the truth matters
//! need not be evaluated again for every change. Degrees are different: they may change with the number.

use super::compiled::Scope;
use super::expression::{Expr, ExprNode};
use super::pattern::{Pattern, PropertyRequest, PropertyTest};
use super::read_set::ReadSet;
use super::written::{Condition, ConditionNode};
use crate::vocabulary::{Dependency, Id, Property, Threshold, Value, Vocabulary};

impl Condition {
    /// Splits off comparisons with constants. Returns the rest of the condition, and the thresholds as dependencies.
    #[must_use]
    pub fn split_thresholds(&self, names: &Vocabulary) -> (Self, Vec<Dependency>) {
        let mut rest = self.clone();
        let mut thresholds = ThresholdExtractor { names, found: Vec::new() };
        thresholds.take_from(&mut rest);
        (rest, thresholds.found)
    }

    /// What must change for [`CompiledCondition::check`](super::CompiledCondition::check) to return something else. None if the condition
    /// cannot be compiled on its own.
    pub fn reads_to_check(&self, names: &Vocabulary) -> Option<ReadSet> {
        let (rest, thresholds) = self.split_thresholds(names);
        let mut reads = Scope::new(names).condition(&rest).ok()?.reads().clone();
        thresholds.into_iter().for_each(|threshold| reads.add(threshold));
        Some(reads)
    }
}

/// Removes comparisons with constant numbers from a condition, and collects what they read.
struct ThresholdExtractor<'a> {
    names: &'a Vocabulary,
    found: Vec<Dependency>,
}

impl ThresholdExtractor<'_> {
    fn take_from(&mut self, condition: &mut Condition) {
        match &mut condition.node {
            ConditionNode::All(parts) | ConditionNode::Any(parts) => {
                parts.iter_mut().for_each(|part| self.take_from(part));
            }
            ConditionNode::Not(inner) => self.take_from(inner),
            ConditionNode::Exists(pattern) | ConditionNode::No(pattern) => self.take_from_pattern(pattern),
            ConditionNode::Compare(left, _, right) => {
                let own = |of: &Expr, with: &Expr| Some((own_property(of)?, number(with)?));
                if let Some((property, number)) = own(left, right).or_else(|| own(right, left))
                    && let Some(mark) = self.mark(property, number)
                {
                    self.found.push(Dependency::OwnCrosses(property, mark));
                    *condition = Condition::always();
                }
            }
            _ => {}
        }
    }

    fn take_from_pattern(&mut self, pattern: &mut Pattern) {
        let Some(kind) = pattern.kinds.first().copied() else { return };
        pattern.required.retain(|request| {
            let PropertyRequest { property, test: PropertyTest::Compares(_, value) } = request else {
                return true;
            };
            let mark = number(value).and_then(|number| self.mark(*property, number));
            self.found.extend(mark.map(|mark| Dependency::KindCrosses(kind, *property, mark)));
            mark.is_none()
        });
    }

    /// A computed property changes with what it is computed from, which is not known here.
    fn mark(&self, property: Property, number: f64) -> Option<Threshold> {
        let info = self.names.property_info(property)?;
        Threshold::new(number).filter(|_| info.computed.is_none())
    }
}

fn own_property(expression: &Expr) -> Option<Property> {
    match &expression.node {
        ExprNode::Get(of, property) if matches!(of.node, ExprNode::Constant(Value::Id(Id::SELF))) => {
            Some(*property)
        }
        _ => None,
    }
}

fn number(expression: &Expr) -> Option<f64> {
    expression.constant().and_then(Value::number)
}
