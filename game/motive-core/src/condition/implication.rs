//! Implication and contradiction of conditions, decided syntactically.

use super::expression::{Comparison, Expr};
use super::pattern::{Access, Pattern, PropertyRequest, PropertyTest};
use super::rewriting::NameUse;
use super::written::{Condition, ConditionNode};
use crate::vocabulary::{Value, Vocabulary};
use std::mem::discriminant;
use std::sync::Arc;

impl Condition {
    /// Whether another condition holds whenever this one does. Decided syntactically: `false` means unknown.
    pub fn implies(&self, other: &Self) -> bool {
        let (given, wanted) = (self.flat(), other.flat());
        wanted.iter().enumerate().all(|(at, part)| {
            // A bound name is not chosen again, and a part that uses a name is meaningful only here.
            part.is_always()
                || given
                    .iter()
                    .enumerate()
                    .any(|(at, given_part)| part_implies(given_part, part) && names_nothing_known(&given, at))
                    && stands_alone(part)
                    && names_nothing_known(&wanted, at)
        })
    }

    /// The parts of a conjunction, flattened.
    pub fn flat(&self) -> Vec<&Self> {
        match &self.node {
            ConditionNode::All(parts) => parts.iter().flat_map(Self::flat).collect(),
            ConditionNode::Always => Vec::new(),
            _ => vec![self],
        }
    }

    /// Whether it holds in every state.
    pub fn is_always(&self) -> bool {
        match &self.node {
            ConditionNode::Always | ConditionNode::Optional(_) => true,
            ConditionNode::All(parts) => parts.iter().all(Self::is_always),
            ConditionNode::Any(parts) => parts.iter().any(Self::is_always),
            ConditionNode::Not(inner) => inner.contradiction_of_form().is_some(),
            ConditionNode::Compare(left, comparison, right) => {
                constant_comparison(left, *comparison, right) == Some(true)
            }
            _ => false,
        }
    }

    /// Whether it is syntactically the negation of the other.
    pub fn is_opposite_of(&self, other: &Self) -> bool {
        let one_way = |a: &Self, b: &Self| match (&a.node, &b.node) {
            (ConditionNode::Not(inner), _) => inner.same_as(b),
            (ConditionNode::Bind(p), ConditionNode::NotFound(q) | ConditionNode::NoFree(q))
            | (ConditionNode::Exists(p), ConditionNode::No(q)) => {
                Self::bind(p.clone()).same_as(&Self::bind(q.clone()))
            }
            (
                ConditionNode::Compare(left, comparison, right),
                ConditionNode::Compare(left2, comparison2, right2),
            ) => {
                (left, right) == (left2, right2) && *comparison == comparison2.negated()
                    || (left, right) == (right2, left2) && *comparison == comparison2.mirrored().negated()
            }
            _ => false,
        };
        one_way(self, other) || one_way(other, self)
    }

    /// Why it can never hold, if that is known.
    pub fn contradiction(&self, names: &Vocabulary) -> Option<String> {
        let parts = self.flat();
        if let Some(part) = parts.iter().find_map(|part| part_contradicts(part, names)) {
            return Some(part);
        }
        for (at, part) in parts.iter().enumerate() {
            let excluded = |earlier: &&&Self| {
                (stands_alone(part) && stands_alone(earlier) && part.is_opposite_of(earlier))
                    || excludes(part, earlier)
            };
            if let Some(earlier) = parts[..at].iter().find(excluded) {
                return Some(format!("`{}` and `{}`", earlier.display(names), part.display(names)));
            }
        }
        None
    }

    fn contradiction_of_form(&self) -> Option<()> {
        match &self.node {
            ConditionNode::Not(inner) => inner.is_always().then_some(()),
            ConditionNode::All(parts) => parts.iter().find_map(Self::contradiction_of_form),
            ConditionNode::Compare(left, comparison, right) => {
                (constant_comparison(left, *comparison, right) == Some(false)).then_some(())
            }
            _ => None,
        }
    }
}

/// Whether a part uses no variables, so that its meaning does not depend on its position.
fn stands_alone(part: &Condition) -> bool {
    part.mentions().iter().all(|(mention, _)| *mention == NameUse::Bound)
}

/// Whether a part mentions no name that earlier parts mention.
fn names_nothing_known(parts: &[&Condition], at: usize) -> bool {
    let own = parts[at].mentions();
    let is_own = |(_, name): &(NameUse, Arc<str>)| own.iter().any(|(_, own)| own == name);
    own.is_empty() || !parts[..at].iter().any(|part| part.mentions().iter().any(is_own))
}

fn part_implies(given: &Condition, wanted: &Condition) -> bool {
    match (&given.node, &wanted.node) {
        (ConditionNode::Bind(given), ConditionNode::Bind(wanted)) => {
            let as_free = wanted.access == Access::Shared || given.access == Access::Exclusive;
            as_free && wanted.time.is_none_or(|time| given.time == Some(time)) && given.narrows(wanted)
        }
        (ConditionNode::Bind(given) | ConditionNode::Exists(given), ConditionNode::Exists(wanted)) => {
            given.narrows(wanted)
        }
        (
            ConditionNode::No(given),
            ConditionNode::No(wanted) | ConditionNode::NotFound(wanted) | ConditionNode::NoFree(wanted),
        )
        | (ConditionNode::NotFound(given), ConditionNode::NotFound(wanted)) => wanted.narrows(given),
        (given_tree, wanted_tree) => {
            discriminant(given_tree) == discriminant(wanted_tree) && given.same_as(wanted)
        }
    }
}

impl Pattern {
    /// Whether every match of this pattern matches the other.
    fn narrows(&self, other: &Self) -> bool {
        other.kinds.iter().all(|kind| self.kinds.contains(kind))
            && other.required.iter().all(|request| self.required.contains(request))
    }
}

fn part_contradicts(part: &Condition, names: &Vocabulary) -> Option<String> {
    match &part.node {
        ConditionNode::Bind(pattern) | ConditionNode::Exists(pattern) => {
            pattern.required.iter().find_map(|request| request_contradicts(request, names))
        }
        ConditionNode::Any(parts) => {
            let all = parts.iter().all(|part| part.contradiction(names).is_some());
            (all || parts.is_empty()).then(|| format!("`{}`", part.display(names)))
        }
        _ => part.contradiction_of_form().map(|()| format!("`{}`", part.display(names))),
    }
}

/// An empty range, or a value that the property never has.
fn request_contradicts(request: &PropertyRequest, names: &Vocabulary) -> Option<String> {
    let name = names.property_name(request.property);
    let number = |bound: &Option<Expr>| bound.as_ref().and_then(Expr::constant).and_then(Value::number);
    match &request.test {
        PropertyTest::In(range) if !range.low_is_soft && !range.high_is_soft => {
            let (low, high) = (number(&range.low)?, number(&range.high)?);
            (low > high).then(|| format!("no `{name}` lies between {low} and {high}"))
        }
        PropertyTest::Is(values) => {
            let info = names.property_info(request.property)?;
            let never = |value: &&Value| value.is_sound() && !info.holds.admits(value);
            let value = values.iter().filter_map(Expr::constant).find(never)?;
            Some(format!("`{name}` is never {}", value.display(names)))
        }
        _ => None,
    }
}

fn constant_comparison(left: &Expr, comparison: Comparison, right: &Expr) -> Option<bool> {
    Some(comparison.holds(left.constant()?, right.constant()?))
}

/// Whether two comparisons of the same expression with constants exclude each other.
fn excludes(one: &Condition, other: &Condition) -> bool {
    if let (Some((subject, value)), Some((subject2, value2))) = (equality(one), equality(other)) {
        return subject == subject2 && value != value2;
    }
    let (Some((subject, low, high)), Some((subject2, low2, high2))) = (interval(one), interval(other)) else {
        return false;
    };
    let apart = |(high, high_open): (f64, bool), (low, low_open): (f64, bool)| {
        high < low || high == low && (high_open || low_open)
    };
    subject == subject2 && (apart(high, low2) || apart(high2, low))
}

/// The expression and constant of an equality.
fn equality(condition: &Condition) -> Option<(&Expr, &Value)> {
    match &condition.node {
        ConditionNode::Compare(left, Comparison::Equal, right) => match (left.constant(), right.constant()) {
            (None, Some(value)) => Some((left, value)),
            (Some(value), None) => Some((right, value)),
            _ => None,
        },
        _ => None,
    }
}

type Bound = (f64, bool);

/// The interval of a comparison with a constant. An open bound is excluded.
fn interval(condition: &Condition) -> Option<(&Expr, Bound, Bound)> {
    let ConditionNode::Compare(left, comparison, right) = &condition.node else { return None };
    let (subject, comparison, n) = match (left.constant(), right.constant()) {
        (None, Some(value)) => (left, *comparison, value.number()?),
        (Some(value), None) => (right, comparison.mirrored(), value.number()?),
        _ => return None,
    };
    let (none, any) = ((f64::NEG_INFINITY, false), (f64::INFINITY, false));
    Some(match comparison {
        Comparison::Less => (subject, none, (n, true)),
        Comparison::AtMost => (subject, none, (n, false)),
        Comparison::Equal => (subject, (n, false), (n, false)),
        Comparison::AtLeast => (subject, (n, false), any),
        Comparison::More => (subject, (n, true), any),
        Comparison::Unequal => return None,
    })
}
