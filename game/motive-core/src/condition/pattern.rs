//! Patterns: what a rule requests from memory.

use super::expression::{Comparison, Expr};
use super::range::PreferredEnd;
use super::written::Condition;
use crate::vocabulary::{Kind, Property};
use std::sync::Arc;

/// Whether other tasks may use a thing while a rule holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Access {
    /// Others may use it too.
    #[default]
    Shared,
    /// No task of lower priority gets it in this tick.
    Exclusive,
}

/// A request for a thing of a kind, with required and preferred properties.
///
/// ```
/// use motive_core::{Pattern, Range, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let gun = names.kind("gun");
/// let (rounds, distance) = (names.property("rounds", Type::Number), names.property("distance", Type::Number));
///
/// // gun: exclusive gun { rounds: 1.. } prefer { distance: 0.. lowest }
/// let pattern = Pattern::of(gun)
///     .named("gun")
///     .exclusive()
///     .within(rounds, Range::at_least(1.0))
///     .prefer_within(distance, Range::at_least(0.0).lowest());
/// # let _ = pattern;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Pattern {
    /// The variable that is bound to the thing.
    pub name: Option<Arc<str>>,
    /// Kinds that the thing must be of.
    pub kinds: Vec<Kind>,
    /// Exclusive or shared.
    pub access: Access,
    /// Whether the thing of the previous tick is kept while it matches.
    pub persistent: bool,
    /// Properties that the thing must have.
    pub required: Vec<PropertyRequest>,
    /// Properties by which matching things are ranked.
    pub preferred: Vec<Preference>,
    pub(crate) time: Option<f64>,
    /// A further condition on candidates, which refers to them by the name of the pattern.
    pub(crate) given: Option<Box<Condition>>,
}

/// A request about one property.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertyRequest {
    /// The property.
    pub property: Property,
    /// The test.
    pub test: PropertyTest,
}

/// A preferred property with its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Preference {
    pub(crate) request: PropertyRequest,
    pub(crate) weight: f64,
}

/// A test of a property.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyTest {
    /// The property exists.
    Any,
    /// It has these values; of a divisible quantity, this much is reserved.
    Is(Vec<Expr>),
    /// It lies in a range; of a divisible quantity, the best portion is reserved.
    In(RangeExpr),
    /// It compares with a value. Nothing is reserved.
    Compares(Comparison, Expr),
}

/// A range whose bounds are expressions. A plain [`Range`](crate::Range) converts into it.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct RangeExpr {
    pub(crate) low: Option<Expr>,
    pub(crate) high: Option<Expr>,
    pub(crate) low_is_soft: bool,
    pub(crate) high_is_soft: bool,
    pub(crate) toward: PreferredEnd,
}

impl RangeExpr {
    /// A range with firm bounds; `None` for an open end.
    pub fn new(low: Option<Expr>, high: Option<Expr>) -> Self {
        Self { low, high, low_is_soft: false, high_is_soft: false, toward: PreferredEnd::Neither }
    }

    /// Makes bounds soft.
    pub fn soft(mut self, low: bool, high: bool) -> Self {
        (self.low_is_soft, self.high_is_soft) = (low, high);
        self
    }

    /// Prefers one end.
    pub fn toward(mut self, toward: PreferredEnd) -> Self {
        self.toward = toward;
        self
    }

    fn depth(&self) -> u16 {
        [&self.low, &self.high].into_iter().flatten().map(|bound| bound.depth).max().unwrap_or(0)
    }
}

impl From<super::Range> for RangeExpr {
    fn from(range: super::Range) -> Self {
        // NaN stays a bound, so that it is reported when the program is built.
        let bound = |n: f64| (!n.is_infinite()).then(|| Expr::from(n));
        // A bound at the wrong infinity excludes every number, so it is kept.
        let low = if range.low == f64::INFINITY { Some(Expr::from(range.low)) } else { bound(range.low) };
        let high =
            if range.high == f64::NEG_INFINITY { Some(Expr::from(range.high)) } else { bound(range.high) };
        Self {
            low,
            high,
            low_is_soft: range.low_is_soft,
            high_is_soft: range.high_is_soft,
            toward: range.toward,
        }
    }
}

impl Pattern {
    /// A pattern for things of a kind.
    pub fn of(kind: Kind) -> Self {
        Self::anything().and_of(kind)
    }

    /// A pattern for any thing. Narrow it with [`Pattern::with`].
    pub const fn anything() -> Self {
        Self {
            name: None,
            kinds: Vec::new(),
            access: Access::Shared,
            persistent: true,
            required: Vec::new(),
            preferred: Vec::new(),
            time: None,
            given: None,
        }
    }

    /// Requires another kind too.
    pub fn and_of(mut self, kind: Kind) -> Self {
        self.kinds.push(kind);
        self
    }

    /// Names the variable that is bound to the thing. The same name in another rule keeps the same thing from tick to tick.
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Requests exclusive access.
    pub const fn exclusive(mut self) -> Self {
        self.access = Access::Exclusive;
        self
    }

    /// Requests shared access. This is the default.
    pub const fn shared(mut self) -> Self {
        self.access = Access::Shared;
        self
    }

    /// Chooses the best thing in every tick instead of keeping that of the previous tick.
    pub const fn fresh(mut self) -> Self {
        self.persistent = false;
        self
    }

    /// Adds a condition on candidates, which refers to them by the name of the pattern.
    pub fn given(mut self, condition: impl Into<Condition>) -> Self {
        let condition = condition.into();
        self.given = Some(Box::new(match self.given.take() {
            Some(known) => *known & condition,
            None => condition,
        }));
        self
    }

    /// Requests this many seconds of time.
    pub const fn for_seconds(mut self, seconds: f64) -> Self {
        self.time = Some(seconds);
        self
    }

    fn require(mut self, property: Property, test: PropertyTest) -> Self {
        self.required.push(PropertyRequest { property, test });
        self
    }

    /// Requires a value of a property. Of a divisible quantity, this much is reserved.
    pub fn with(self, property: Property, value: impl Into<Expr>) -> Self {
        self.require(property, PropertyTest::Is(vec![value.into()]))
    }

    /// Requires all these values of a property.
    pub fn with_all(self, property: Property, values: impl IntoIterator<Item = Expr>) -> Self {
        self.require(property, PropertyTest::Is(values.into_iter().collect()))
    }

    /// Requires that a property exists.
    pub fn has(self, property: Property) -> Self {
        self.require(property, PropertyTest::Any)
    }

    /// Requires that a property lies in a range. Of a divisible quantity, the best portion is reserved.
    pub fn within(self, property: Property, range: impl Into<RangeExpr>) -> Self {
        self.require(property, PropertyTest::In(range.into()))
    }

    /// Requires that a property compares with a value. Nothing is reserved.
    pub fn where_is(self, property: Property, comparison: Comparison, value: impl Into<Expr>) -> Self {
        self.require(property, PropertyTest::Compares(comparison, value.into()))
    }

    fn like(mut self, property: Property, test: PropertyTest) -> Self {
        self.preferred.push(Preference { request: PropertyRequest { property, test }, weight: 1.0 });
        self
    }

    /// Prefers a value.
    pub fn prefer(self, property: Property, value: impl Into<Expr>) -> Self {
        self.like(property, PropertyTest::Is(vec![value.into()]))
    }

    /// Prefers a range: the best thing in it gets a point.
    pub fn prefer_within(self, property: Property, range: impl Into<RangeExpr>) -> Self {
        self.like(property, PropertyTest::In(range.into()))
    }

    /// Prefers things that satisfy a comparison.
    pub fn prefer_where(self, property: Property, comparison: Comparison, value: impl Into<Expr>) -> Self {
        self.like(property, PropertyTest::Compares(comparison, value.into()))
    }

    /// Sets the weight of the last preference. The default is 1.
    pub fn weight(mut self, weight: f64) -> Self {
        if let Some(last) = self.preferred.last_mut() {
            last.weight = weight;
        }
        self
    }

    pub(crate) fn requests(&self) -> impl Iterator<Item = &PropertyRequest> {
        self.required.iter().chain(self.preferred.iter().map(|preference| &preference.request))
    }

    pub(crate) fn depth(&self) -> u16 {
        let given = self.given.as_ref().map_or(0, |given| given.depth);
        self.requests().map(|request| request.test.depth()).max().unwrap_or(0).max(given)
    }
}

impl PropertyTest {
    fn depth(&self) -> u16 {
        match self {
            Self::Any => 0,
            Self::Is(values) => values.iter().map(|value| value.depth).max().unwrap_or(0),
            Self::In(range) => range.depth(),
            Self::Compares(_, value) => value.depth,
        }
    }

    pub(crate) fn expressions(&self) -> Vec<&Expr> {
        match self {
            Self::Any => Vec::new(),
            Self::Is(values) => values.iter().collect(),
            Self::In(range) => range.low.iter().chain(&range.high).collect(),
            Self::Compares(_, value) => vec![value],
        }
    }
}
