//! Values and actions of a mind, with the types that they have in Rust.

use super::condition::ConditionTerm;
use super::names::{Later, NameResolver, TypedProperty};
use crate::kernel::{ActionId, BuildError, Command, Condition, Expr, Id, Property};
use crate::traits::{Actions, Percept, SelfState};
use crate::value::PropertyValue;
use std::marker::PhantomData;
use std::ops;
use std::sync::Arc;

/// A value that is computed when the mind decides: a constant, a property, arithmetic.
///
/// Constants convert into it, and so does an [`Expr`] of the kernel, whose type is then taken on trust.
pub struct ValueTerm<T> {
    expr: Later<Expr>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for ValueTerm<T> {
    fn clone(&self) -> Self {
        Self { expr: self.expr.clone(), of: PhantomData }
    }
}

impl<T: 'static> ValueTerm<T> {
    pub(crate) fn later(expr: impl Fn(&mut NameResolver<'_>) -> Expr + Send + Sync + 'static) -> Self {
        Self { expr: Arc::new(expr), of: PhantomData }
    }

    pub(crate) fn expr(&self, names: &mut NameResolver<'_>) -> Expr {
        (self.expr)(names)
    }

    /// Joins this and another value.
    fn with<S: 'static, R>(
        &self,
        other: impl Into<ValueTerm<S>>,
        join: impl Fn(Expr, Expr) -> R + Send + Sync + 'static,
    ) -> Later<R> {
        let (this, other) = (self.clone(), other.into());
        Arc::new(move |names| join(this.expr(names), other.expr(names)))
    }

    fn compared(
        &self,
        other: impl Into<Self>,
        compare: impl Fn(Expr, Expr) -> Condition + Send + Sync + 'static,
    ) -> ConditionTerm {
        ConditionTerm(self.with(other, compare))
    }

    /// Whether it equals another value.
    pub fn is(&self, other: impl Into<Self>) -> ConditionTerm {
        self.compared(other, Expr::equals)
    }

    /// Whether it has a value and differs from another one.
    pub fn is_not(&self, other: impl Into<Self>) -> ConditionTerm {
        self.compared(other, Expr::differs)
    }
}

impl ValueTerm<f64> {
    /// `<`
    pub fn below(&self, other: impl Into<Self>) -> ConditionTerm {
        self.compared(other, Expr::below)
    }

    /// `<=`
    pub fn at_most(&self, other: impl Into<Self>) -> ConditionTerm {
        self.compared(other, Expr::at_most)
    }

    /// `>=`
    pub fn at_least(&self, other: impl Into<Self>) -> ConditionTerm {
        self.compared(other, Expr::at_least)
    }

    /// `>`
    pub fn above(&self, other: impl Into<Self>) -> ConditionTerm {
        self.compared(other, Expr::above)
    }

    /// The lesser of two numbers.
    #[must_use]
    pub fn min(&self, other: impl Into<Self>) -> Self {
        Self { expr: self.with::<f64, _>(other, Expr::min), of: PhantomData }
    }

    /// The greater of two numbers.
    #[must_use]
    pub fn max(&self, other: impl Into<Self>) -> Self {
        Self { expr: self.with::<f64, _>(other, Expr::max), of: PhantomData }
    }
}

impl ValueTerm<bool> {
    /// Whether it is true.
    pub fn holds(&self) -> ConditionTerm {
        let this = self.clone();
        ConditionTerm(Arc::new(move |names| this.expr(names).holds()))
    }
}

impl ValueTerm<Id> {
    /// A property of the thing that this is.
    pub fn get<P: Percept, T: 'static>(&self, property: TypedProperty<P, T>) -> Place<T> {
        let (thing, number) = (self.clone(), property);
        Place::new(move |names| thing.expr(names), move |names| number.of(names))
    }
}

/// A value that can be changed: a property of the agent or of a thing. It can be used like any other [`ValueTerm`].
pub struct Place<T> {
    thing: Later<Expr>,
    property: Later<Option<Property>>,
    value: ValueTerm<T>,
}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        Self { thing: self.thing.clone(), property: self.property.clone(), value: self.value.clone() }
    }
}

impl<T: 'static> Place<T> {
    fn new(
        thing: impl Fn(&mut NameResolver<'_>) -> Expr + Send + Sync + 'static,
        property: impl Fn(&mut NameResolver<'_>) -> Option<Property> + Send + Sync + 'static,
    ) -> Self {
        let thing: Later<Expr> = Arc::new(thing);
        let property: Later<Option<Property>> = Arc::new(property);
        let (of, read) = (thing.clone(), property.clone());
        let value = ValueTerm::later(move |names| match read(names) {
            Some(property) => of(names).get(property),
            None => Expr::from(0),
        });
        Self { thing, property, value }
    }

    /// A property of the agent itself. The derive of [`SelfState`](derive@crate::SelfState) makes it.
    pub fn own<S: SelfState>(find: fn(&S::Names) -> Property) -> Self {
        Self::new(|_| Expr::from(Id::SELF), move |names| names.names::<S>().map(find))
    }

    pub(crate) fn target(&self, names: &mut NameResolver<'_>) -> Option<(Expr, Property)> {
        Some(((self.thing)(names), (self.property)(names)?))
    }

    /// Its value at the previous decision.
    pub fn before(&self) -> ValueTerm<T> {
        let this = self.clone();
        ValueTerm::later(move |names| match this.target(names) {
            Some((thing, property)) => thing.was(property),
            None => Expr::from(0),
        })
    }
}

impl<T> ops::Deref for Place<T> {
    type Target = ValueTerm<T>;

    fn deref(&self) -> &ValueTerm<T> {
        &self.value
    }
}

impl<T> From<Place<T>> for ValueTerm<T> {
    fn from(place: Place<T>) -> Self {
        place.value
    }
}

impl<T: 'static> From<Expr> for ValueTerm<T> {
    fn from(expr: Expr) -> Self {
        Self::later(move |_| expr.clone())
    }
}

impl<V: PropertyValue<Term = V> + Send + Sync> From<V> for ValueTerm<V> {
    fn from(constant: V) -> Self {
        Self::later(move |names| {
            let symbols = names.symbols::<V>();
            constant.to_value(&symbols).map_or_else(
                || {
                    let property = "a constant".to_owned();
                    names.mistakes.push(BuildError::NotANumber(property).into());
                    Expr::from(0)
                },
                Expr::from,
            )
        })
    }
}

impl From<&str> for ValueTerm<String> {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

macro_rules! numbers {
    ($($rust:ty),*) => {$(
        impl From<$rust> for ValueTerm<f64> {
            fn from(number: $rust) -> Self {
                Self::from(f64::from(number))
            }
        }
    )*};
}
numbers!(f32, i32, u32);

macro_rules! arithmetic {
    ($($trait:ident $method:ident),*) => {$(
        impl<R: Into<ValueTerm<f64>>> ops::$trait<R> for ValueTerm<f64> {
            type Output = Self;
            fn $method(self, right: R) -> Self {
                Self { expr: self.with::<f64, _>(right, |left, right| ops::$trait::$method(left, right)), of: PhantomData }
            }
        }

        impl<R: Into<ValueTerm<f64>>> ops::$trait<R> for Place<f64> {
            type Output = ValueTerm<f64>;
            fn $method(self, right: R) -> ValueTerm<f64> {
                ops::$trait::$method(self.value, right)
            }
        }

        impl ops::$trait<ValueTerm<f64>> for f64 {
            type Output = ValueTerm<f64>;
            fn $method(self, right: ValueTerm<f64>) -> ValueTerm<f64> {
                ops::$trait::$method(ValueTerm::from(self), right)
            }
        }

        impl ops::$trait<Place<f64>> for f64 {
            type Output = ValueTerm<f64>;
            fn $method(self, right: Place<f64>) -> ValueTerm<f64> {
                ops::$trait::$method(ValueTerm::from(self), right)
            }
        }
    )*};
}
arithmetic!(Add add, Sub sub, Mul mul, Div div, Rem rem);

/// An action with values that are computed when it is done: `Act::throw(bucket, fire)`. An action itself converts into it, with constant
/// arguments.
#[derive(Clone)]
pub struct ActionTerm(Later<Option<(ActionId, Vec<Expr>)>>);

impl ActionTerm {
    /// The action that a function finds among the handles of the type, with these arguments. The derive of
    /// [`Actions`](derive@crate::Actions) calls it.
    pub fn new<A: Actions, const N: usize>(
        find: fn(&A::Names) -> ActionId,
        arguments: [ArgumentTerm; N],
    ) -> Self {
        Self(Arc::new(move |names| {
            let action = find(names.names::<A>()?);
            Some((action, arguments.iter().map(|argument| argument.expr(names)).collect()))
        }))
    }

    pub(crate) fn resolve(&self, names: &mut NameResolver<'_>) -> Option<(ActionId, Vec<Expr>)> {
        (self.0)(names)
    }
}

/// An argument of an action.
pub struct ArgumentTerm(Later<Expr>);

impl ArgumentTerm {
    pub(crate) fn expr(&self, names: &mut NameResolver<'_>) -> Expr {
        (self.0)(names)
    }
}

impl<T: 'static> From<ValueTerm<T>> for ArgumentTerm {
    fn from(value: ValueTerm<T>) -> Self {
        Self(Arc::new(move |names| value.expr(names)))
    }
}

impl<A: Actions + Send + Sync> From<A> for ActionTerm {
    fn from(action: A) -> Self {
        Self(Arc::new(move |names| match action.command(names.names::<A>()?) {
            Some(Command::Act { action, arguments }) => {
                Some((action, arguments.into_iter().map(Expr::from).collect()))
            }
            _ => {
                let property = "an action".to_owned();
                names.mistakes.push(BuildError::NotANumber(property).into());
                None
            }
        }))
    }
}
