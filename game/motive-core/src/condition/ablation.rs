//! Conditions with a feature removed, for ablation studies.

use super::expression::{BuiltinFunction, Expr};
use super::pattern::{Pattern, Preference, PropertyRequest, PropertyTest, RangeExpr};
use super::range::PreferredEnd;
use super::written::{Condition, ConditionNode};
use crate::vocabulary::{Property, Value};

impl Condition {
    /// The condition with every pattern in it replaced. Patterns inside expressions, such as what is counted, stay as
    /// they are.
    #[must_use]
    pub fn with_patterns(&self, replace: &dyn Fn(Pattern) -> Pattern) -> Self {
        let inner = |pattern: &Pattern| {
            let mut pattern = pattern.clone();
            pattern.given = pattern.given.map(|given| Box::new(given.with_patterns(replace)));
            replace(pattern)
        };
        let each = |parts: &[Self]| parts.iter().map(|part| part.with_patterns(replace)).collect();
        match &self.node {
            ConditionNode::Bind(pattern) => Self::bind(inner(pattern)),
            ConditionNode::Optional(pattern) => Self::optional(inner(pattern)),
            ConditionNode::Exists(pattern) => Self::exists(inner(pattern)),
            ConditionNode::No(pattern) => Self::no(inner(pattern)),
            ConditionNode::NoFree(pattern) => Self::no_free(inner(pattern)),
            ConditionNode::NotFound(pattern) => Self::not_found(inner(pattern)),
            ConditionNode::Not(part) => !part.with_patterns(replace),
            ConditionNode::All(parts) => Self::all(each(parts)),
            ConditionNode::Any(parts) => Self::any(each(parts)),
            ConditionNode::Every(pattern, body) => Self::every(inner(pattern), body.with_patterns(replace)),
            ConditionNode::Always
            | ConditionNode::Holds(_)
            | ConditionNode::Compare(..)
            | ConditionNode::Related(..)
            | ConditionNode::Let(..)
            | ConditionNode::TooDeep => self.clone(),
        }
    }

    /// Only the parts of a conjunction that bind variables. Nothing else is tested.
    #[must_use]
    pub fn only_names(&self) -> Self {
        let names = |part: &&Self| {
            matches!(part.node, ConditionNode::Bind(_) | ConditionNode::Optional(_) | ConditionNode::Let(..))
        };
        self.conjuncts().iter().filter(names).fold(Self::always(), |all, part| all & part.clone())
    }
}

impl Pattern {
    /// Turns preferences into requirements. Two ranges of one property become their intersection, without a preferred end. Several
    /// preferred values of one property contradict each other and are left out.
    #[must_use]
    pub fn preferences_required(mut self) -> Self {
        let preferred = std::mem::take(&mut self.preferred);
        let values_of = |property: Property| {
            let values = preferred.iter().filter(|liked| matches!(liked.request.test, PropertyTest::Is(_)));
            values.filter(|liked| liked.request.property == property).count()
        };
        for Preference { request, .. } in &preferred {
            let property = request.property;
            if matches!(request.test, PropertyTest::Is(_)) && values_of(property) > 1 {
                continue;
            }
            let known = self.required.iter_mut().find(|known| known.property == property);
            match (&request.test, known) {
                (PropertyTest::In(liked), Some(PropertyRequest { test: PropertyTest::In(known), .. })) => {
                    known.narrow(liked);
                }
                (PropertyTest::In(liked), _) => {
                    let test = PropertyTest::In(liked.clone().toward(PreferredEnd::Neither));
                    self.required.push(PropertyRequest { property, test });
                }
                _ => self.required.push(request.clone()),
            }
        }
        self
    }

    /// Removes ranges: a property that must lie in one must only exist, and none is preferred. Where a boolean property marks the lowest
    /// value of another, as `nearest: true` for the lowest distance, a preference for that end becomes one for the mark.
    #[must_use]
    pub fn without_ranges(mut self, marks: &[(Property, Property)]) -> Self {
        for request in &mut self.required {
            if matches!(request.test, PropertyTest::In(_)) {
                request.test = PropertyTest::Any;
            }
        }
        self.preferred.retain_mut(|liked| {
            let PropertyTest::In(range) = &liked.request.test else { return true };
            let lowest = range.toward == PreferredEnd::Lowest;
            let mark = marks.iter().find(|(of, _)| lowest && *of == liked.request.property);
            let Some((_, mark)) = mark else { return false };
            let test = PropertyTest::Is(vec![Expr::from(Value::Bool(true))]);
            liked.request = PropertyRequest { property: *mark, test };
            true
        });
        self
    }
}

impl RangeExpr {
    /// Intersects with another range. A bound is firm if it is firm in either.
    fn narrow(&mut self, other: &Self) {
        let tighter = |one: &mut Option<Expr>, two: &Option<Expr>, which| match (one.take(), two) {
            (Some(one), Some(two)) if one == *two => Some(one),
            (Some(one), Some(two)) => Some(Expr::builtin(which, vec![one, two.clone()])),
            (one, two) => one.or_else(|| two.clone()),
        };
        self.low = tighter(&mut self.low, &other.low, BuiltinFunction::Max);
        self.high = tighter(&mut self.high, &other.high, BuiltinFunction::Min);
        (self.low_is_soft, self.high_is_soft) =
            (self.low_is_soft && other.low_is_soft, self.high_is_soft && other.high_is_soft);
        self.toward = PreferredEnd::Neither;
    }
}
