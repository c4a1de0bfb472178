//! Patterns over things.

use super::{ItemChecker, every, span_of};
use crate::syntax::ast::{
    BetterEnd, Binder, Bound, CompareOp, Expr as View, NameRef, Pattern as PatternView, Quantifier,
    RangeValue, Request, Value as Asked, WhereClause,
};
use motive_core::{Comparison, Condition, Expr, Pattern, PreferredEnd, Property, Range, RangeExpr, Type};

impl ItemChecker<'_> {
    /// A pattern as a condition.
    pub(super) fn pattern_condition(&mut self, view: &PatternView) -> Option<Condition> {
        let quantifier = view.quantifier();
        if quantifier == Quantifier::Bind {
            let (pattern, _) = self.pattern(view, true)?;
            return Some(if view.is_optional() {
                Condition::optional(pattern)
            } else {
                Condition::bind(pattern)
            });
        }
        let (pattern, _) = self.scoped(|this| this.pattern(view, false))?;
        Some(match quantifier {
            Quantifier::Some | Quantifier::Bind => Condition::exists(pattern),
            Quantifier::SomeFree => !Condition::no_free(pattern),
            Quantifier::No => Condition::no(pattern),
            Quantifier::NoFree => Condition::no_free(pattern),
        })
    }

    /// A pattern and the name that it binds, which is in scope from here on.
    pub(super) fn pattern(&mut self, view: &PatternView, binds: bool) -> Option<(Pattern, String)> {
        let mut pattern = self.of_kind(&view.kind()?)?;
        if view.is_exclusive() {
            pattern = pattern.exclusive();
        }
        if view.is_fresh() {
            pattern = pattern.fresh();
        }
        let written = view.name();
        // Its own requests cannot use the name that it is about to bind.
        let mut alternatives = Vec::new();
        let requested = self.requests(pattern, view.requests(), &mut alternatives);
        let preferred = view.prefer().into_iter().flat_map(|prefer| prefer.requests());
        let ranked = requested.and_then(|pattern| self.preferences(pattern, preferred));
        let name = match &written {
            Some(name) => self.bind(name, name.text(), Type::Id),
            None => self.hidden(),
        };
        let narrowed = self.narrow(ranked?, &name, view.condition(), alternatives)?;
        let named = binds && written.is_some();
        let needs_name = named || narrowed.1;
        let pattern = if needs_name { narrowed.0.named(&name) } else { narrowed.0 };
        Some((pattern, written.map_or(name, |written| written.text().to_owned())))
    }

    /// Adds `where` and alternatives to a pattern. The flag tells whether they need the pattern to have a name.
    fn narrow(
        &mut self,
        pattern: Pattern,
        name: &str,
        clause: Option<WhereClause>,
        alternatives: Vec<Alternatives>,
    ) -> Option<(Pattern, bool)> {
        let mut given = Condition::always();
        let needed = clause.is_some() || !alternatives.is_empty();
        for Alternatives { property, values, excluded } in alternatives {
            let one_of =
                values.into_iter().map(|value| Expr::var(name).get(property).equals(value)).collect();
            let any = Condition::any(one_of);
            given = given & if excluded { !any } else { any };
        }
        if let Some(clause) = clause {
            given = given & self.scoped(|this| this.test(&clause.condition()?))?;
        }
        Some((if needed { pattern.given(given) } else { pattern }, needed))
    }

    /// `x: kind { ... } where C`, as in `for`.
    pub(super) fn binder(&mut self, binder: &Binder) -> Option<Pattern> {
        let pattern = self.of_kind(&binder.kind()?)?;
        let mut alternatives = Vec::new();
        let pattern = self.requests(pattern, binder.requests(), &mut alternatives)?;
        let name = binder.name()?;
        let name = self.bind(&name, name.text(), Type::Id);
        let (pattern, _) = self.narrow(pattern, &name, binder.condition(), alternatives)?;
        Some(pattern.named(&name))
    }

    /// A kind, with or without requests, as the argument of `count` or `nearest`.
    pub(super) fn kind_pattern(&mut self, view: &View) -> Option<Pattern> {
        match view {
            View::Name(name) => self.of_kind(&name.name()?),
            View::Pattern(pattern) => Some(self.pattern(pattern, false)?.0),
            other => self.refuse(
                "not-a-kind",
                other,
                "expected a kind of thing, such as `enemy { visible: true }`",
            ),
        }
    }

    fn of_kind(&mut self, name: &NameRef) -> Option<Pattern> {
        if self.names.is_any_thing(name) {
            return Some(Pattern::anything());
        }
        self.kind(name).map(Pattern::of)
    }

    fn requests(
        &mut self,
        mut pattern: Pattern,
        requests: impl Iterator<Item = Request>,
        alternatives: &mut Vec<Alternatives>,
    ) -> Option<Pattern> {
        let mut whole = true;
        for request in requests {
            let ranks = match request.value() {
                Some(Asked::Any(any)) => any.better().is_some(),
                Some(Asked::Range(range)) => range.better().is_some(),
                _ => false,
            };
            match self.request(&request) {
                Some((property, Test::Any)) => pattern = pattern.has(property),
                Some((property, Test::Is(values))) => pattern = pattern.with_all(property, values),
                Some((property, Test::In(range))) => {
                    // A required range with a better end also ranks the values in it.
                    if ranks {
                        pattern = pattern.prefer_within(property, range.clone());
                    }
                    pattern = pattern.within(property, range);
                }
                Some((property, Test::Compares(sign, value))) => {
                    pattern = pattern.where_is(property, sign, value);
                }
                Some((property, Test::OneOf(values, excluded))) => {
                    pattern = pattern.has(property);
                    alternatives.push(Alternatives { property, values, excluded });
                }
                None => whole = false,
            }
        }
        whole.then_some(pattern)
    }

    fn preferences(
        &mut self,
        mut pattern: Pattern,
        requests: impl Iterator<Item = Request>,
    ) -> Option<Pattern> {
        let mut whole = true;
        for request in requests {
            let weight = match request.weight() {
                None => Some(1.0),
                Some(view) => self.number(&view),
            };
            let (Some(weight), Some((property, test))) = (weight, self.request(&request)) else {
                whole = false;
                continue;
            };
            pattern = match test {
                Test::Any => pattern.prefer_within(property, Range::soft(f64::NEG_INFINITY, f64::INFINITY)),
                Test::Is(values) => values
                    .into_iter()
                    .fold(pattern, |pattern, value| pattern.prefer(property, value).weight(weight)),
                Test::In(range) => pattern.prefer_within(property, range),
                Test::Compares(sign, value) => pattern.prefer_where(property, sign, value),
                Test::OneOf(values, false) => values
                    .into_iter()
                    .fold(pattern, |pattern, value| pattern.prefer(property, value).weight(weight)),
                Test::OneOf(values, true) => values.into_iter().fold(pattern, |pattern, value| {
                    pattern.prefer_where(property, Comparison::Unequal, value).weight(weight)
                }),
            }
            .weight(weight);
        }
        whole.then_some(pattern)
    }

    /// A constant number, or the name of one.
    pub(super) fn number(&mut self, view: &View) -> Option<f64> {
        let number = self.known_number(view, 0).filter(|n| n.is_finite());
        if number.is_none() {
            self.error("not-constant", span_of(view), "expected a number, or the name of a constant number");
        }
        number
    }

    /// A constant number: a literal, or a named value (`let patience = 5`) that is one.
    fn known_number(&self, view: &View, depth: usize) -> Option<f64> {
        let View::Name(name) = view else { return super::expressions::constant_number(view) };
        let (_, item) = self.names.lets.get(name.name()?.text())?;
        // The limit ends circles of names.
        if depth < 8 { self.known_number(&item.value()?, depth + 1) } else { None }
    }

    fn request(&mut self, request: &Request) -> Option<(Property, Test)> {
        let name = request.name()?;
        let property = self.property(&name)?;
        let holds = self.names.vocabulary.property_info(property)?.holds.clone();
        let expected = Some(&holds);
        let test = match request.value()? {
            Asked::Any(any) => match any.better() {
                None => Test::Any,
                Some(end) => {
                    self.check_ordered(&holds, &name)?;
                    let all = Range::soft(f64::NEG_INFINITY, f64::INFINITY);
                    Test::In(RangeExpr::from(all).toward(toward(Some(end))))
                }
            },
            Asked::Limit(limit) => {
                let sign = match limit.op()? {
                    CompareOp::Less => Comparison::Less,
                    _ => Comparison::More,
                };
                self.check_ordered(&holds, &name)?;
                Test::Compares(sign, self.value_for(&limit.bound()?, &Type::Number, "a limit")?)
            }
            Asked::Range(range) => {
                self.check_ordered(&holds, &name)?;
                Test::In(self.range(&range)?)
            }
            Asked::Expr(View::Or(or)) => {
                Test::OneOf(every(or.operands().map(|view| self.value_as(&view, expected)))?, false)
            }
            Asked::Expr(View::Not(not)) => Test::OneOf(vec![self.value_as(&not.operand()?, expected)?], true),
            Asked::Expr(View::List(list)) => {
                Test::Is(every(list.elements().map(|view| self.value_as(&view, expected)))?)
            }
            Asked::Expr(view) => Test::Is(vec![self.value_as(&view, expected)?]),
        };
        Some((property, test))
    }

    /// Reports a property that has no order.
    fn check_ordered(&mut self, holds: &Type, name: &NameRef) -> Option<()> {
        if matches!(holds, Type::Number | Type::Any) {
            return Some(());
        }
        let message = format!("`{}` is not a number, so it cannot lie in a range", name.text());
        self.refuse("wrong-type", name, message)
    }

    pub(super) fn range(&mut self, range: &RangeValue) -> Option<RangeExpr> {
        let (lower, upper) = (range.lower(), range.upper());
        let soft = |bound: &Option<Bound>| bound.as_ref().is_some_and(Bound::is_soft);
        let (low_soft, high_soft) = (soft(&lower), soft(&upper));
        let mut value = |bound: Option<Bound>| match bound {
            None => Some(None),
            Some(bound) => self.value_for(&bound.value()?, &Type::Number, "a bound of a range").map(Some),
        };
        let (low, high) = (value(lower)?, value(upper)?);
        if let (Some(low), Some(high)) = (&low, &high)
            && let (Some(low), Some(high)) = (number_of(low), number_of(high))
            && low > high
        {
            let message = format!("nothing lies in {low}..{high}: the lower bound is above the upper");
            return self.refuse("empty-range", range, message);
        }
        Some(RangeExpr::new(low, high).soft(low_soft, high_soft).toward(toward(range.better())))
    }
}

/// The test of one property.
enum Test {
    Any,
    Is(Vec<Expr>),
    In(RangeExpr),
    Compares(Comparison, Expr),
    /// One of these values, or none of them.
    OneOf(Vec<Expr>, bool),
}

/// A property that must have one of several values, or none of them.
pub(super) struct Alternatives {
    property: Property,
    values: Vec<Expr>,
    excluded: bool,
}

fn toward(end: Option<BetterEnd>) -> PreferredEnd {
    match end {
        None => PreferredEnd::Neither,
        Some(BetterEnd::Highest) => PreferredEnd::Highest,
        Some(BetterEnd::Lowest) => PreferredEnd::Lowest,
    }
}

fn number_of(value: &Expr) -> Option<f64> {
    value.constant().and_then(motive_core::Value::number)
}
