//! Expressions: values in conditions and effects.

use super::pattern::Pattern;
use super::written::{Condition, ConditionNode};
use crate::vocabulary::{Function, Id, Point, Property, Symbol, Value};
use std::ops;
use std::sync::Arc;

/// Deeper nesting is an error when a program is built, so no program can exhaust the stack.
pub(crate) const DEEPEST: u16 = 100;

/// An expression: a constant, a property of a thing, arithmetic, a host function.
///
/// An expression may have no value (a missing property, a division by 0); a condition that uses it is then false.
///
/// ```
/// use motive_core::{Expr, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let (health, wounds) = (names.own("health", Type::Number), names.own("wounds", Type::Number));
/// let urgency = Expr::from(200) - Expr::own(health) * Expr::own(wounds);
/// # let _ = urgency;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Expr {
    pub(crate) depth: u16,
    /// The root of the expression tree.
    pub node: ExprNode,
}

/// The parts of an expression. Build them with the methods of [`Expr`], which keep track of nesting.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprNode {
    /// A constant.
    Constant(Value),
    /// A variable by name.
    Variable(Arc<str>),
    /// A property of a thing.
    Get(Box<Expr>, Property),
    /// A property of a thing as of the previous decision.
    Was(Box<Expr>, Property),
    /// Arithmetic on two numbers.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// A built-in function.
    Builtin(BuiltinFunction, Vec<Expr>),
    /// A function of the host.
    Call(Function, Vec<Expr>),
    /// The best matching thing.
    Choose(Box<Pattern>),
    /// How many things match.
    Count(Box<Pattern>),
    /// An aggregate over all matching things.
    Aggregate(Aggregate, Box<Pattern>, Box<Expr>),
    /// The time in seconds.
    Now,
    /// One of these at random.
    Drawn(Vec<Expr>),
    /// A list.
    List(Vec<Expr>),
    /// One of two values.
    If(Box<Condition>, Box<Expr>, Box<Expr>),
    /// Stands for a tree that was nested too deeply; building it is an error.
    TooDeep,
}

/// Arithmetic on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`; no value if the divisor is 0
    Divide,
    /// `%`
    Remainder,
}

/// Aggregates over the values of many things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// The sum; 0 without any things.
    Sum,
    /// The minimum; no value without any things.
    Min,
    /// The maximum; no value without any things.
    Max,
    /// Whether each is true.
    All,
    /// Whether one is true.
    Any,
}

impl Aggregate {
    /// How it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Min => "min",
            Self::Max => "max",
            Self::All => "all",
            Self::Any => "any",
        }
    }
}

/// Built-in functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinFunction {
    /// The minimum.
    Min,
    /// The maximum.
    Max,
    /// The absolute value.
    Abs,
    /// Rounds down.
    Floor,
    /// Rounds up.
    Ceil,
    /// The straight-line distance between two places.
    Distance,
    /// The first item of a list.
    First,
    /// A list without its first item.
    Rest,
    /// A list with its first item moved to the end.
    Rotate,
    /// How many items a list has.
    Length,
    /// An item of a list by its number, from 0.
    Item,
    /// A list with one more item at the end.
    Append,
    /// A list in random order.
    Shuffle,
}

impl BuiltinFunction {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Min,
        Self::Max,
        Self::Abs,
        Self::Floor,
        Self::Ceil,
        Self::Distance,
        Self::First,
        Self::Rest,
        Self::Rotate,
        Self::Length,
        Self::Item,
        Self::Append,
        Self::Shuffle,
    ];

    /// Whether it takes and returns only numbers.
    pub const fn is_of_numbers(self) -> bool {
        matches!(self, Self::Min | Self::Max | Self::Abs | Self::Floor | Self::Ceil)
    }

    /// How it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::Abs => "abs",
            Self::Floor => "floor",
            Self::Ceil => "ceil",
            Self::Distance => "distance",
            Self::First => "first",
            Self::Rest => "rest",
            Self::Rotate => "rotate",
            Self::Length => "length",
            Self::Item => "item",
            Self::Append => "append",
            Self::Shuffle => "shuffle",
        }
    }

    /// How many arguments it takes; `min` and `max` take more as well.
    pub const fn arity(self) -> usize {
        match self {
            Self::Distance | Self::Item | Self::Append => 2,
            _ => 1,
        }
    }

    /// Whether it can be given so many arguments.
    pub const fn takes(self, arguments: usize) -> bool {
        match self {
            Self::Min | Self::Max => arguments >= 1,
            _ => arguments == self.arity(),
        }
    }

    /// The function of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|builtin| builtin.name() == name)
    }
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Comparison {
    /// Whether it holds between two values. Only numbers are ordered; all values can be equal.
    pub fn holds(self, left: &Value, right: &Value) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            _ => match (left.number(), right.number()) {
                (Some(left), Some(right)) => match self {
                    Self::Less => left < right,
                    Self::AtMost => left <= right,
                    Self::AtLeast => left >= right,
                    Self::More => left > right,
                    Self::Equal | Self::Unequal => false,
                },
                _ => false,
            },
        }
    }

    /// The comparison that holds exactly when this one does not, between values that can be compared.
    pub const fn negated(self) -> Self {
        match self {
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::More,
            Self::Equal => Self::Unequal,
            Self::Unequal => Self::Equal,
            Self::AtLeast => Self::Less,
            Self::More => Self::AtMost,
        }
    }

    /// The equivalent comparison with exchanged sides.
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::Equal | Self::Unequal => self,
            Self::AtLeast => Self::AtMost,
            Self::More => Self::Less,
        }
    }

    /// Whether the comparison may become true (or false) when a number is added to its left side.
    pub fn can_become(self, holds: bool, by: f64) -> bool {
        match self {
            Self::AtLeast | Self::More => holds == (by > 0.0),
            Self::AtMost | Self::Less => holds == (by < 0.0),
            Self::Equal | Self::Unequal => by != 0.0,
        }
    }

    /// How it is written.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::AtLeast => ">=",
            Self::More => ">",
        }
    }
}

impl Expr {
    fn leaf(node: ExprNode) -> Self {
        Self { depth: 1, node }
    }

    /// Whether this is a tree that was cut off because it was too deep. Building it is an error.
    pub fn is_too_deep(&self) -> bool {
        matches!(self.node, ExprNode::TooDeep)
    }

    /// A node over parts of a known depth. A tree that is too deep is cut off and reported when it is built.
    pub(crate) fn nested(depth: u16, node: ExprNode) -> Self {
        if depth >= DEEPEST { Self::leaf(ExprNode::TooDeep) } else { Self { depth: depth + 1, node } }
    }

    fn over(parts: Vec<Self>, node: impl FnOnce(Vec<Self>) -> ExprNode) -> Self {
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
        Self::nested(depth, node(parts))
    }

    /// A variable that a pattern, a `let` or a parameter has bound.
    pub fn var(name: &str) -> Self {
        Self::leaf(ExprNode::Variable(name.into()))
    }

    /// The value, if this is a constant.
    pub fn constant(&self) -> Option<&Value> {
        if let ExprNode::Constant(value) = &self.node { Some(value) } else { None }
    }

    /// A property of the agent itself.
    pub fn own(property: Property) -> Self {
        Self::from(Id::SELF).get(property)
    }

    /// The time, in seconds.
    pub fn now() -> Self {
        Self::leaf(ExprNode::Now)
    }

    /// The best thing that matches a pattern, free or not. Nothing is reserved.
    pub fn choose(pattern: Pattern) -> Self {
        Self::nested(pattern.depth(), ExprNode::Choose(Box::new(pattern)))
    }

    /// The number of things that match a pattern, free or not.
    pub fn count(pattern: Pattern) -> Self {
        Self::nested(pattern.depth(), ExprNode::Count(Box::new(pattern)))
    }

    /// Aggregates a value over all things that match a named pattern.
    pub fn aggregate(fold: Aggregate, pattern: Pattern, value: Self) -> Self {
        let depth = pattern.depth().max(value.depth);
        Self::nested(depth, ExprNode::Aggregate(fold, Box::new(pattern), Box::new(value)))
    }

    /// The result of a function of the host.
    pub fn call<const N: usize>(function: Function, arguments: [Self; N]) -> Self {
        Self::call_with(function, arguments.into())
    }

    /// The result of a function of the host, with any number of arguments.
    pub fn call_with(function: Function, arguments: Vec<Self>) -> Self {
        Self::over(arguments, |arguments| ExprNode::Call(function, arguments))
    }

    /// The result of a built-in function.
    pub fn builtin(builtin: BuiltinFunction, arguments: Vec<Self>) -> Self {
        Self::over(arguments, |arguments| ExprNode::Builtin(builtin, arguments))
    }

    /// The lesser of two numbers.
    pub fn min(self, other: impl Into<Self>) -> Self {
        Self::builtin(BuiltinFunction::Min, vec![self, other.into()])
    }

    /// The greater of two numbers.
    pub fn max(self, other: impl Into<Self>) -> Self {
        Self::builtin(BuiltinFunction::Max, vec![self, other.into()])
    }

    /// One of these at random, keyed by seed, agent, tick and place in the program.
    pub fn drawn(choices: Vec<Self>) -> Self {
        Self::over(choices, ExprNode::Drawn)
    }

    /// A list.
    pub fn list(items: Vec<Self>) -> Self {
        Self::over(items, ExprNode::List)
    }

    /// One value if a condition holds, else another.
    pub fn when(condition: Condition, then: impl Into<Self>, otherwise: impl Into<Self>) -> Self {
        let (then, otherwise) = (then.into(), otherwise.into());
        let depth = condition.depth.max(then.depth).max(otherwise.depth);
        Self::nested(depth, ExprNode::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    /// A property of the thing that this expression gives.
    pub fn get(self, property: Property) -> Self {
        Self::nested(self.depth, ExprNode::Get(Box::new(self), property))
    }

    /// The value of a property of the thing at the previous decision.
    pub fn was(self, property: Property) -> Self {
        Self::nested(self.depth, ExprNode::Was(Box::new(self), property))
    }

    /// A condition that compares two values.
    pub fn compare(self, comparison: Comparison, other: impl Into<Self>) -> Condition {
        let other = other.into();
        Condition::nested(self.depth.max(other.depth), ConditionNode::Compare(self, comparison, other))
    }

    /// `=`
    pub fn equals(self, other: impl Into<Self>) -> Condition {
        self.compare(Comparison::Equal, other)
    }

    /// `!=`
    pub fn differs(self, other: impl Into<Self>) -> Condition {
        self.compare(Comparison::Unequal, other)
    }

    /// `<`
    pub fn below(self, other: impl Into<Self>) -> Condition {
        self.compare(Comparison::Less, other)
    }

    /// `<=`
    pub fn at_most(self, other: impl Into<Self>) -> Condition {
        self.compare(Comparison::AtMost, other)
    }

    /// `>`
    pub fn above(self, other: impl Into<Self>) -> Condition {
        self.compare(Comparison::More, other)
    }

    /// `>=`
    pub fn at_least(self, other: impl Into<Self>) -> Condition {
        self.compare(Comparison::AtLeast, other)
    }

    /// A condition that holds if this has a value other than `false`.
    pub fn holds(self) -> Condition {
        Condition::nested(self.depth, ConditionNode::Holds(self))
    }

    pub(crate) fn arithmetic(self, sign: Arithmetic, other: Self) -> Self {
        let depth = self.depth.max(other.depth);
        Self::nested(depth, ExprNode::Arithmetic(sign, Box::new(self), Box::new(other)))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $sign:ident) => {
        impl<T: Into<Expr>> ops::$trait<T> for Expr {
            type Output = Expr;
            fn $method(self, other: T) -> Expr {
                self.arithmetic(Arithmetic::$sign, other.into())
            }
        }
    };
}
operator!(Add, add, Add);
operator!(Sub, sub, Subtract);
operator!(Mul, mul, Multiply);
operator!(Div, div, Divide);
operator!(Rem, rem, Remainder);

impl ops::Neg for Expr {
    type Output = Self;
    fn neg(self) -> Self {
        Self::from(0).arithmetic(Arithmetic::Subtract, self)
    }
}

impl From<Value> for Expr {
    fn from(value: Value) -> Self {
        Self::leaf(ExprNode::Constant(value))
    }
}

macro_rules! constant {
    ($($type:ty),*) => {$(
        impl From<$type> for Expr {
            fn from(value: $type) -> Self {
                Self::from(Value::from(value))
            }
        }
    )*};
}
constant!(f64, i32, bool, Symbol, Id, Point);
