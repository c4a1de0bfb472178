//! Conditions of a mind, and the things that they ask for.

use super::names::{Later, NameResolver, TypedProperty, Var, VarPlace};
use super::term::{Place, ValueTerm};
use crate::kernel::{Aggregate, Comparison, Condition, Expr, Id, Pattern, Property, Range, RangeExpr};
use crate::traits::Percept;
use std::marker::PhantomData;
use std::ops;
use std::sync::Arc;

/// A condition. Truth values and [`ThingsOf`] convert into it; join several with `&`, `|` and `!`.
#[derive(Clone)]
pub struct ConditionTerm(pub(crate) Later<Condition>);

impl ConditionTerm {
    pub(crate) fn condition(&self, names: &mut NameResolver<'_>) -> Condition {
        (self.0)(names)
    }
}

impl From<Condition> for ConditionTerm {
    fn from(condition: Condition) -> Self {
        Self(Arc::new(move |_| condition.clone()))
    }
}

impl From<ValueTerm<bool>> for ConditionTerm {
    fn from(truth: ValueTerm<bool>) -> Self {
        truth.holds()
    }
}

impl From<Place<bool>> for ConditionTerm {
    fn from(truth: Place<bool>) -> Self {
        truth.holds()
    }
}

impl<P: Percept> From<ThingsOf<P>> for ConditionTerm {
    fn from(things: ThingsOf<P>) -> Self {
        Self(Arc::new(move |names| (things.asks)((things.pattern)(names))))
    }
}

macro_rules! logic {
    ($($of:ty $(, $p:ident: $bound:ident)?;)*) => {$(
        impl<$($p: $bound,)? R: Into<ConditionTerm>> ops::BitAnd<R> for $of {
            type Output = ConditionTerm;
            fn bitand(self, right: R) -> ConditionTerm {
                let (left, right) = (ConditionTerm::from(self), right.into());
                ConditionTerm(Arc::new(move |names| left.condition(names) & right.condition(names)))
            }
        }

        impl<$($p: $bound,)? R: Into<ConditionTerm>> ops::BitOr<R> for $of {
            type Output = ConditionTerm;
            fn bitor(self, right: R) -> ConditionTerm {
                let (left, right) = (ConditionTerm::from(self), right.into());
                ConditionTerm(Arc::new(move |names| left.condition(names) | right.condition(names)))
            }
        }

        impl$(<$p: $bound>)? ops::Not for $of {
            type Output = ConditionTerm;
            fn not(self) -> ConditionTerm {
                let inner = ConditionTerm::from(self);
                ConditionTerm(Arc::new(move |names| !inner.condition(names)))
            }
        }
    )*};
}
logic! {
    ConditionTerm;
    ValueTerm<bool>;
    Place<bool>;
    ThingsOf<P>, P: Percept;
}

/// Things of a kind that have certain properties: a condition on them, or a value from them.
pub struct ThingsOf<P> {
    pattern: Later<Pattern>,
    asks: fn(Pattern) -> Condition,
    of: PhantomData<fn() -> P>,
}

impl<P> Clone for ThingsOf<P> {
    fn clone(&self) -> Self {
        Self { pattern: self.pattern.clone(), asks: self.asks, of: PhantomData }
    }
}

/// Such a thing is known.
pub fn some<P: Percept>() -> ThingsOf<P> {
    ThingsOf { pattern: of_kind::<P>(), asks: Condition::exists, of: PhantomData }
}

/// No such thing is known.
pub fn none<P: Percept>() -> ThingsOf<P> {
    ThingsOf { asks: Condition::no, ..some() }
}

/// No such thing is free: there is none, or more important tasks hold them all.
pub fn none_free<P: Percept>() -> ThingsOf<P> {
    ThingsOf { asks: Condition::no_free, ..some() }
}

/// Any thing of a kind.
pub(crate) fn of_kind<P: Percept>() -> Later<Pattern> {
    Arc::new(|names| names.names::<P>().map_or(Pattern::anything(), |names| Pattern::of(P::kind(names))))
}

impl<P: Percept> ThingsOf<P> {
    fn value<T: 'static>(
        self,
        make: impl Fn(&mut NameResolver<'_>, Pattern) -> Expr + Send + Sync + 'static,
    ) -> ValueTerm<T> {
        ValueTerm::later(move |names| {
            let pattern = (self.pattern)(names);
            make(names, pattern)
        })
    }

    /// How many there are.
    pub fn count(self) -> ValueTerm<f64> {
        self.value(|_, pattern| Expr::count(pattern))
    }

    /// The best of them, free or not. Nothing is reserved.
    pub fn best(self) -> ValueTerm<Id> {
        self.value(|_, pattern| Expr::choose(pattern))
    }

    /// A property of the best of them.
    pub fn get<T: 'static>(self, property: TypedProperty<P, T>) -> Place<T> {
        self.best().get(property)
    }

    fn aggregate<T: 'static>(self, how: Aggregate, property: TypedProperty<P, T>) -> ValueTerm<T> {
        self.value(move |names, pattern| {
            let name = names.variable(Var::<P>::new(VarPlace::Other(names.depth)));
            match property.of(names) {
                Some(property) => Expr::aggregate(how, pattern.named(&name), Expr::var(&name).get(property)),
                None => Expr::from(0),
            }
        })
    }

    /// The sum of a property over all of them.
    pub fn sum(self, property: TypedProperty<P, f64>) -> ValueTerm<f64> {
        self.aggregate(Aggregate::Sum, property)
    }

    /// The least value of a property among them; no value without any.
    pub fn least(self, property: TypedProperty<P, f64>) -> ValueTerm<f64> {
        self.aggregate(Aggregate::Min, property)
    }

    /// The greatest value of a property among them; no value without any.
    pub fn greatest(self, property: TypedProperty<P, f64>) -> ValueTerm<f64> {
        self.aggregate(Aggregate::Max, property)
    }

    /// All of them satisfy a condition.
    pub fn every(self, satisfies: impl Fn(Var<P>) -> ConditionTerm + Send + Sync + 'static) -> ConditionTerm {
        ConditionTerm(Arc::new(move |names| {
            let pattern = (self.pattern)(names);
            let (name, condition) = names.on_other(&satisfies);
            Condition::every(pattern.named(&name), condition)
        }))
    }
}

impl NameResolver<'_> {
    /// A condition on the things of a pattern, and the name that the pattern needs for it.
    fn on_other<P: Percept>(&mut self, on: &dyn Fn(Var<P>) -> ConditionTerm) -> (String, Condition) {
        let variable = Var::new(VarPlace::Other(self.depth));
        self.depth += 1;
        let condition = on(variable).condition(self);
        self.depth -= 1;
        (self.variable(variable), condition)
    }
}

/// What narrows the things that are asked for, by their properties.
pub trait Narrow<P: Percept>: Sized {
    /// Changes the pattern of the kernel that asks for the things.
    fn narrow(
        self,
        change: impl Fn(&mut NameResolver<'_>, Pattern) -> Pattern + Send + Sync + 'static,
    ) -> Self;

    /// Changes the pattern by what it asks of a property.
    fn by<T: 'static>(
        self,
        property: TypedProperty<P, T>,
        change: impl Fn(&mut NameResolver<'_>, Pattern, Property) -> Pattern + Send + Sync + 'static,
    ) -> Self {
        self.narrow(move |names, pattern| match property.of(names) {
            Some(property) => change(names, pattern, property),
            None => pattern,
        })
    }

    /// A property has this value. Of a divisible quantity, so much is reserved.
    fn with<T: 'static>(self, property: TypedProperty<P, T>, value: impl Into<ValueTerm<T>>) -> Self {
        let value = value.into();
        self.by(property, move |names, pattern, property| pattern.with(property, value.expr(names)))
    }

    /// A property has a value at all.
    fn has<T: 'static>(self, property: TypedProperty<P, T>) -> Self {
        self.by(property, |_, pattern, property| pattern.has(property))
    }

    /// A number lies in a range: `Range::at_least(1.0).highest()`. Of a divisible quantity, the best portion is reserved.
    fn within(self, property: TypedProperty<P, f64>, range: impl Into<RangeExpr>) -> Self {
        let range = range.into();
        self.by(property, move |_, pattern, property| pattern.within(property, range.clone()))
    }

    /// A number is less than another.
    fn below(self, property: TypedProperty<P, f64>, value: impl Into<ValueTerm<f64>>) -> Self {
        let value = value.into();
        self.by(property, move |names, pattern, property| {
            pattern.where_is(property, Comparison::Less, value.expr(names))
        })
    }

    /// A number is greater than another.
    fn above(self, property: TypedProperty<P, f64>, value: impl Into<ValueTerm<f64>>) -> Self {
        let value = value.into();
        self.by(property, move |names, pattern, property| {
            pattern.where_is(property, Comparison::More, value.expr(names))
        })
    }

    /// The variable of the thing, if a rule finds it.
    fn found(&self) -> Option<Var<P>> {
        None
    }

    /// A further condition on each thing.
    fn given(self, satisfies: impl Fn(Var<P>) -> ConditionTerm + Send + Sync + 'static) -> Self {
        let found = self.found();
        self.narrow(move |names, pattern| match found {
            Some(found) => pattern.given(satisfies(found).condition(names)),
            None => {
                let (name, condition) = names.on_other(&satisfies);
                pattern.named(&name).given(condition)
            }
        })
    }

    /// The higher a number the better.
    fn highest(self, property: TypedProperty<P, f64>) -> Self {
        self.by(property, |_, pattern, property| pattern.prefer_within(property, ANY.highest()))
    }

    /// The lower a number the better.
    fn lowest(self, property: TypedProperty<P, f64>) -> Self {
        self.by(property, |_, pattern, property| pattern.prefer_within(property, ANY.lowest()))
    }

    /// A thing with this value is better.
    fn prefer<T: 'static>(self, property: TypedProperty<P, T>, value: impl Into<ValueTerm<T>>) -> Self {
        let value = value.into();
        self.by(property, move |names, pattern, property| pattern.prefer(property, value.expr(names)))
    }

    /// How much the last preference counts; 1 by default.
    fn weight(self, weight: f64) -> Self {
        self.narrow(move |_, pattern| pattern.weight(weight))
    }

    /// No task of lower priority gets the thing in this tick.
    fn exclusive(self) -> Self {
        self.narrow(|_, pattern| pattern.exclusive())
    }

    /// The best thing is chosen anew in every tick, instead of keeping that of the tick before.
    fn fresh(self) -> Self {
        self.narrow(|_, pattern| pattern.fresh())
    }
}

const ANY: Range = Range::new(f64::NEG_INFINITY, f64::INFINITY);

impl<P: Percept> Narrow<P> for ThingsOf<P> {
    fn narrow(
        self,
        change: impl Fn(&mut NameResolver<'_>, Pattern) -> Pattern + Send + Sync + 'static,
    ) -> Self {
        Self { pattern: narrowed(self.pattern, change), asks: self.asks, of: PhantomData }
    }
}

pub(crate) fn narrowed(
    pattern: Later<Pattern>,
    change: impl Fn(&mut NameResolver<'_>, Pattern) -> Pattern + Send + Sync + 'static,
) -> Later<Pattern> {
    Arc::new(move |names| {
        let pattern = pattern(names);
        change(names, pattern)
    })
}
