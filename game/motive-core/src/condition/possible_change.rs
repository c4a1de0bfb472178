//! Which conditions a change may make true or false, decided without a memory.

use super::expression::{Comparison, Expr, ExprNode};
use super::pattern::{Pattern, PropertyRequest, PropertyTest};
use super::range::Range;
use super::written::{Column, Condition, ConditionNode};
use crate::vocabulary::{Dependency, Id, Kind, Property, Purity, Relation, Value, Vocabulary};

/// Whose property changes.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyOwner {
    /// The agent's own.
    Own,
    /// That of a thing of one of these kinds; of any thing if the list is empty. A variable is assumed not to be the agent itself.
    Of(Vec<Kind>),
}

/// How a property changes.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueChange {
    /// It gets this value.
    To(Value),
    /// It grows by this number, or shrinks if that is negative.
    By(f64),
    /// It gets a value that is not known in advance.
    Somehow,
}

/// A change that an action may make, as far as it is known in advance.
#[derive(Clone, Debug, PartialEq)]
pub enum PossibleChange {
    /// A property changes.
    Property(PropertyOwner, Property, ValueChange),
    /// A thing is created.
    Comes(Kind),
    /// A thing of one of these kinds is removed; any thing if the list is empty.
    Goes(Vec<Kind>),
    /// A row is added to a relation.
    Related(Relation),
    /// A row is removed from a relation.
    Unrelated(Relation),
}

impl PossibleChange {
    /// Whether the change may give the condition this truth value. `false` is certain; `true` means that it cannot be excluded.
    ///
    /// Kinds of which neither is an ancestor of the other are assumed to have no things in common.
    pub fn can_make(&self, condition: &Condition, truth: bool, names: &Vocabulary) -> bool {
        match &condition.node {
            ConditionNode::Always | ConditionNode::Optional(_) | ConditionNode::TooDeep => false,
            ConditionNode::Bind(pattern) | ConditionNode::Exists(pattern) => {
                self.can_fit(pattern, truth, names)
            }
            ConditionNode::No(pattern)
            | ConditionNode::NoFree(pattern)
            | ConditionNode::NotFound(pattern) => self.can_fit(pattern, !truth, names),
            ConditionNode::Holds(value) | ConditionNode::Let(_, value) => self.touches(value, names),
            ConditionNode::Compare(left, comparison, right) => {
                self.can_compare(left, *comparison, right, truth, names)
            }
            ConditionNode::Related(relation, columns) => {
                let rows = match self {
                    Self::Related(of) => of == relation && truth,
                    Self::Unrelated(of) => of == relation && !truth,
                    _ => false,
                };
                let reads =
                    |column: &Column| matches!(column, Column::Is(value) if self.touches(value, names));
                rows || columns.iter().any(reads)
            }
            ConditionNode::Not(inner) => self.can_make(inner, !truth, names),
            ConditionNode::All(parts) | ConditionNode::Any(parts) => {
                parts.iter().any(|part| self.can_make(part, truth, names))
            }
            ConditionNode::Every(pattern, body) => {
                self.can_fit(pattern, !truth, names) || self.can_make(body, truth, names)
            }
        }
    }

    /// Whether the change may make something match, or make nothing match.
    fn can_fit(&self, pattern: &Pattern, fits: bool, names: &Vocabulary) -> bool {
        match self {
            Self::Comes(kind) => fits && overlap(&pattern.kinds, &[*kind], names),
            Self::Goes(kinds) => !fits && overlap(&pattern.kinds, kinds, names),
            Self::Property(PropertyOwner::Of(kinds), _, _) if !overlap(&pattern.kinds, kinds, names) => false,
            _ => pattern.required.iter().any(|request| self.can_meet(request, fits, names)),
        }
    }

    fn can_meet(&self, request: &PropertyRequest, meets: bool, names: &Vocabulary) -> bool {
        if request.test.expressions().iter().any(|value| self.touches(value, names)) {
            return true;
        }
        match self {
            Self::Property(PropertyOwner::Of(_), property, how) if *property == request.property => {
                match (&request.test, how) {
                    (test, ValueChange::To(value)) => {
                        test.admits(value).is_none_or(|admitted| admitted == meets)
                    }
                    (PropertyTest::Compares(comparison, _), ValueChange::By(by)) => {
                        comparison.can_become(meets, *by)
                    }
                    _ => true,
                }
            }
            _ => self.touches_property(false, request.property, names),
        }
    }

    fn can_compare(
        &self,
        left: &Expr,
        comparison: Comparison,
        right: &Expr,
        truth: bool,
        names: &Vocabulary,
    ) -> bool {
        let (left_touched, right_touched) = (self.touches(left, names), self.touches(right, names));
        let (changed, comparison, other) = match (left_touched, right_touched) {
            (false, false) => return false,
            (true, false) => (left, comparison, right),
            (false, true) => (right, comparison.mirrored(), left),
            (true, true) => return true,
        };
        let (ExprNode::Get(thing, of), Some(other)) = (&changed.node, other.constant()) else { return true };
        if self.touches(thing, names) {
            return true;
        }
        match self {
            Self::Property(_, property, ValueChange::To(value)) if property == of => {
                comparison.holds(value, other) == truth
            }
            Self::Property(_, property, ValueChange::By(by)) if property == of => {
                comparison.can_become(truth, *by)
            }
            _ => true,
        }
    }

    /// Whether the value of an expression may change.
    fn touches(&self, value: &Expr, names: &Vocabulary) -> bool {
        match &value.node {
            ExprNode::Constant(_) | ExprNode::Variable(_) | ExprNode::Now | ExprNode::TooDeep => false,
            ExprNode::Get(thing, property) | ExprNode::Was(thing, property) => {
                let own = thing.constant() == Some(&Value::Id(Id::SELF));
                self.touches_property(own, *property, names) || self.touches(thing, names)
            }
            ExprNode::Arithmetic(_, left, right) => self.touches(left, names) || self.touches(right, names),
            ExprNode::Call(function, parts) => {
                let purity = names.function_info(*function).map(|info| &info.purity);
                purity.is_none_or(|purity| self.touches_purity(purity, names))
                    || parts.iter().any(|part| self.touches(part, names))
            }
            ExprNode::Builtin(_, parts) | ExprNode::Drawn(parts) | ExprNode::List(parts) => {
                parts.iter().any(|part| self.touches(part, names))
            }
            ExprNode::Choose(pattern) | ExprNode::Count(pattern) => {
                self.can_fit(pattern, true, names) || self.can_fit(pattern, false, names)
            }
            ExprNode::Aggregate(_, pattern, value) => {
                self.can_fit(pattern, true, names)
                    || self.can_fit(pattern, false, names)
                    || self.touches(value, names)
            }
            ExprNode::If(condition, then, otherwise) => {
                self.can_make(condition, true, names)
                    || self.can_make(condition, false, names)
                    || self.touches(then, names)
                    || self.touches(otherwise, names)
            }
        }
    }

    /// A computed property changes with what it is computed from.
    fn touches_property(&self, own: bool, property: Property, names: &Vocabulary) -> bool {
        if let Some(computed) = names.property_info(property).and_then(|info| info.computed.as_ref()) {
            return self.touches_purity(&computed.purity, names);
        }
        matches!(self, Self::Property(whose, changed, _)
            if *changed == property && (*whose == PropertyOwner::Own) == own)
    }

    fn touches_purity(&self, purity: &Purity, names: &Vocabulary) -> bool {
        match purity {
            Purity::Pure => false,
            Purity::Volatile => true,
            Purity::Reads(dependencies) => dependencies.iter().any(|on| self.touches_dependency(*on, names)),
        }
    }

    fn touches_dependency(&self, dependency: Dependency, names: &Vocabulary) -> bool {
        match (dependency, self) {
            (Dependency::Anything, _) => true,
            (Dependency::Kind(kind), Self::Comes(other)) => overlap(&[kind], &[*other], names),
            (Dependency::Kind(kind), Self::Goes(others)) => overlap(&[kind], others, names),
            (
                Dependency::Property(property)
                | Dependency::KindProperty(_, property)
                | Dependency::KindCrosses(_, property, _),
                _,
            ) => {
                matches!(self, Self::Property(PropertyOwner::Of(_), changed, _) if *changed == property)
            }
            (Dependency::Own(property) | Dependency::OwnCrosses(property, _), _) => {
                matches!(self, Self::Property(PropertyOwner::Own, changed, _) if *changed == property)
            }
            (Dependency::Relation(relation), Self::Related(of) | Self::Unrelated(of)) => relation == *of,
            _ => false,
        }
    }
}

impl PropertyTest {
    /// Whether the test accepts a value, if that is known.
    pub fn admits(&self, value: &Value) -> Option<bool> {
        match self {
            Self::Any => Some(true),
            Self::Is(wanted) => match &wanted[..] {
                [wanted] => wanted.constant().map(|wanted| wanted == value),
                _ => None,
            },
            Self::Compares(comparison, other) => other.constant().map(|other| comparison.holds(value, other)),
            Self::In(range) => {
                let bound = |bound: &Option<Expr>, open: f64| match bound {
                    None => Some(open),
                    Some(bound) => bound.constant().and_then(Value::number),
                };
                let low = bound(&range.low, f64::NEG_INFINITY)?;
                let high = bound(&range.high, f64::INFINITY)?;
                let (low_is_soft, high_is_soft, toward) =
                    (range.low_is_soft, range.high_is_soft, range.toward);
                let range = Range { low, high, low_is_soft, high_is_soft, toward };
                Some(value.number().is_some_and(|n| range.matches(n)))
            }
        }
    }
}

/// Whether things of some kinds may be of some other kinds.
fn overlap(some: &[Kind], others: &[Kind], names: &Vocabulary) -> bool {
    let related =
        |a: Kind, b: Kind| a == b || names.ancestors(a).contains(&b) || names.ancestors(b).contains(&a);
    some.is_empty() || others.is_empty() || some.iter().any(|a| others.iter().any(|b| related(*a, *b)))
}
