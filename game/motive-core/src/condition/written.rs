//! Conditions in their written form.

use super::expression::{Comparison, DEEPEST, Expr};
use super::pattern::Pattern;
use crate::vocabulary::Relation;
use std::ops;
use std::sync::Arc;

/// A condition: it holds or not, and where that makes sense to a degree from 0 to 1.
///
/// ```
/// use motive_core::{Condition, Expr, Pattern, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let (ghost, pill) = (names.kind("ghost"), names.kind("pill"));
/// let blue = names.property("blue", Type::Bool);
/// let lives = names.own("lives", Type::Number);
///
/// let in_danger = Condition::bind(Pattern::of(ghost).with(blue, false))
///     & Condition::no(Pattern::of(pill))
///     & Expr::own(lives).below(2);
/// # let _ = in_danger;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Condition {
    pub(crate) depth: u16,
    /// The root of the condition tree.
    pub node: ConditionNode,
}

/// The parts of a condition. Build them with the methods of [`Condition`], which keep track of nesting.
#[derive(Clone, Debug, PartialEq)]
pub enum ConditionNode {
    /// Always true.
    Always,
    /// See [`Condition::bind`].
    Bind(Pattern),
    /// See [`Condition::optional`].
    Optional(Pattern),
    /// See [`Condition::exists`].
    Exists(Pattern),
    /// See [`Condition::no`].
    No(Pattern),
    /// See [`Condition::no_free`].
    NoFree(Pattern),
    /// See [`Condition::not_found`].
    NotFound(Pattern),
    /// The value is present and not `false`.
    Holds(Expr),
    /// Compares two values.
    Compare(Expr, Comparison, Expr),
    /// A row is in a relation.
    Related(Relation, Vec<Column>),
    /// Negation.
    Not(Box<Condition>),
    /// Conjunction, tried in order.
    All(Vec<Condition>),
    /// Disjunction, tried in order.
    Any(Vec<Condition>),
    /// All matching things satisfy a condition.
    Every(Pattern, Box<Condition>),
    /// Gives a value a name.
    Let(Arc<str>, Expr),
    /// Stands for a tree that was nested too deeply; building it is an error.
    TooDeep,
}

/// One column of a relation in a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// It has this value.
    Is(Expr),
    /// Its value is bound to this name.
    Named(Arc<str>),
    /// It may have any value.
    Any,
}

impl Column {
    /// Binds the value of the column to a name.
    pub fn named(name: &str) -> Self {
        Self::Named(name.into())
    }
}

impl<T: Into<Expr>> From<T> for Column {
    fn from(value: T) -> Self {
        Self::Is(value.into())
    }
}

impl Condition {
    fn leaf(node: ConditionNode) -> Self {
        Self { depth: 1, node }
    }

    /// Whether this is a tree that was cut off because it was too deep. Building it is an error.
    pub fn is_too_deep(&self) -> bool {
        matches!(self.node, ConditionNode::TooDeep)
    }

    pub(crate) fn nested(depth: u16, node: ConditionNode) -> Self {
        if depth >= DEEPEST { Self::leaf(ConditionNode::TooDeep) } else { Self { depth: depth + 1, node } }
    }

    /// A condition of this depth that gained a part of another depth.
    fn extended(depth: u16, part: u16, node: ConditionNode) -> Self {
        Self::nested(part.max(depth - 1), node)
    }

    /// Holds always.
    pub fn always() -> Self {
        Self::leaf(ConditionNode::Always)
    }

    /// Holds never.
    pub fn never() -> Self {
        !Self::always()
    }

    fn pattern(pattern: Pattern, node: impl FnOnce(Pattern) -> ConditionNode) -> Self {
        Self::nested(pattern.depth(), node(pattern))
    }

    /// A matching thing is free; it is bound to the pattern's name.
    pub fn bind(pattern: Pattern) -> Self {
        Self::pattern(pattern, ConditionNode::Bind)
    }

    /// Always holds; if a matching thing is free, it is bound to the pattern's name.
    pub fn optional(pattern: Pattern) -> Self {
        Self::pattern(pattern, ConditionNode::Optional)
    }

    /// A matching thing is known, free or not.
    pub fn exists(pattern: Pattern) -> Self {
        Self::pattern(pattern, ConditionNode::Exists)
    }

    /// No matching thing is known.
    pub fn no(pattern: Pattern) -> Self {
        Self::pattern(pattern, ConditionNode::No)
    }

    /// No matching thing is free: there is none, or others hold them all.
    pub fn no_free(pattern: Pattern) -> Self {
        Self::pattern(pattern, ConditionNode::NoFree)
    }

    /// The negated pattern of the sources. The profile decides whether it means [`Condition::no`] or [`Condition::no_free`].
    pub fn not_found(pattern: Pattern) -> Self {
        Self::pattern(pattern, ConditionNode::NotFound)
    }

    /// A row is in a relation; named columns get their values from the first matching row.
    pub fn related<const N: usize>(relation: Relation, columns: [Column; N]) -> Self {
        Self::related_with(relation, columns.into())
    }

    /// Like [`Condition::related`], for any number of columns.
    pub fn related_with(relation: Relation, columns: Vec<Column>) -> Self {
        let depth = columns.iter().map(|column| if let Column::Is(value) = column { value.depth } else { 0 });
        Self::nested(depth.max().unwrap_or(0), ConditionNode::Related(relation, columns))
    }

    /// All things that match the pattern satisfy the condition.
    pub fn every(pattern: Pattern, body: Self) -> Self {
        Self::nested(pattern.depth().max(body.depth), ConditionNode::Every(pattern, Box::new(body)))
    }

    /// Binds a value to a name for the rest of the rule; fails without a value.
    pub fn named(name: &str, value: impl Into<Expr>) -> Self {
        let value = value.into();
        Self::nested(value.depth, ConditionNode::Let(name.into(), value))
    }

    /// All of these hold. They are tried in order.
    pub fn all(parts: Vec<Self>) -> Self {
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
        Self::nested(depth, ConditionNode::All(parts))
    }

    /// At least one of these holds. They are tried in order, and only the first that holds reserves anything.
    pub fn any(parts: Vec<Self>) -> Self {
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
        Self::nested(depth, ConditionNode::Any(parts))
    }

    /// The parts of a conjunction; a condition of any other form is its own only part.
    pub fn conjuncts(&self) -> &[Self] {
        match &self.node {
            ConditionNode::All(parts) => parts,
            ConditionNode::Always => &[],
            _ => std::slice::from_ref(self),
        }
    }
}

impl Default for Condition {
    fn default() -> Self {
        Self::always()
    }
}

impl From<Pattern> for Condition {
    fn from(pattern: Pattern) -> Self {
        Self::bind(pattern)
    }
}

impl ops::BitAnd for Condition {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        match (self.node, other.node) {
            (ConditionNode::Always, node) => Self { depth: other.depth, node },
            (node, ConditionNode::Always) => Self { depth: self.depth, node },
            (ConditionNode::All(mut parts), node) => {
                // Not by way of all parts again, so that a long chain is built in linear time.
                parts.push(Self { depth: other.depth, node });
                Self::extended(self.depth, other.depth, ConditionNode::All(parts))
            }
            (left, right) => Self::all(vec![
                Self { depth: self.depth, node: left },
                Self { depth: other.depth, node: right },
            ]),
        }
    }
}

impl ops::BitOr for Condition {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        match self.node {
            ConditionNode::Any(mut parts) => {
                let part = other.depth;
                parts.push(other);
                Self::extended(self.depth, part, ConditionNode::Any(parts))
            }
            node => Self::any(vec![Self { depth: self.depth, node }, other]),
        }
    }
}

impl ops::Not for Condition {
    type Output = Self;
    fn not(self) -> Self {
        match self.node {
            ConditionNode::Bind(pattern) => {
                Self { depth: self.depth, node: ConditionNode::NotFound(pattern) }
            }
            node => Self::nested(self.depth, ConditionNode::Not(Box::new(Self { depth: self.depth, node }))),
        }
    }
}
