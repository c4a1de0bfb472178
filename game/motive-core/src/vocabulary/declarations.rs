//! Handles and declarations of kinds, properties, relations, functions and actions.

use super::facts::{Dependency, Facts};
use super::value::{Symbol, Value};
use std::sync::Arc;

/// A sort of thing: `ghost`, `tile_stack`. A thing may be of several kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Kind(pub(crate) Symbol);

impl Kind {
    /// The kind's name.
    pub const fn symbol(self) -> Symbol {
        self.0
    }
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub(crate) u32);

        impl $name {
            pub(crate) const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle!(
    /// A property of things: `distance`, `amount`.
    Property
);
handle!(
    /// A relation between things: `at(bot, place)`.
    Relation
);
handle!(
    /// A function that the host provides and conditions call.
    Function
);
handle!(
    /// A declared action: `move_to`, `pick_up`.
    ActionId
);

impl Property {
    /// The id of a thing, readable and testable like any other property.
    pub const ID: Self = Self(0);
    /// The kinds of a thing, as symbols.
    pub const KIND: Self = Self(1);
}

/// Which values a property, column or parameter may hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Any value.
    Any,
    /// Numbers.
    Number,
    /// True and false.
    Bool,
    /// Any symbol.
    Symbol,
    /// One of these symbols.
    OneOf(Arc<[Symbol]>),
    /// Things.
    Id,
    /// Places.
    Point,
    /// Text.
    Text,
    /// Lists.
    List,
}

impl Type {
    /// Whether a value is of this type.
    pub fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Any, _)
            | (Self::Number, Value::Number(_))
            | (Self::Bool, Value::Bool(_))
            | (Self::Symbol, Value::Symbol(_))
            | (Self::Id, Value::Id(_))
            | (Self::Point, Value::Point(_))
            | (Self::Text, Value::Text(_))
            | (Self::List, Value::List(_)) => true,
            (Self::OneOf(symbols), Value::Symbol(symbol)) => symbols.contains(symbol),
            _ => false,
        }
    }

    /// The value of this type that a [code](Value::code) stands for. NaN stands for none.
    pub fn decode(&self, code: f64) -> Option<Value> {
        let value = match self {
            Self::Number => Value::Number(code),
            Self::Bool => Value::Bool(code != 0.0),
            Self::Symbol | Self::OneOf(_) => Value::Symbol(Symbol(code as u32)),
            _ => return None,
        };
        Some(value).filter(|_| !code.is_nan())
    }

    /// Whether equality with a value of this type selects few things, so that an index is worthwhile.
    pub(super) fn is_discrete(&self) -> bool {
        matches!(self, Self::Any | Self::Symbol | Self::OneOf(_) | Self::Id | Self::Bool)
    }
}

/// What the result of a function depends on besides its arguments. It must be declared correctly: results are cached until something that
/// the function reads changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Purity {
    /// Nothing else.
    Pure,
    /// These parts of memory.
    Reads(Vec<Dependency>),
    /// Anything; it is evaluated in every tick.
    Volatile,
}

/// A function of the host. It gets the facts to read and its arguments, and returns a value or none.
pub type HostFunction = dyn Fn(&dyn Facts, &[Value]) -> Option<Value> + Send + Sync;

/// Whether an action changes only the agent's memory or acts on the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ActionTarget {
    /// Changes memory only.
    Memory,
    /// Goes to the world.
    World,
}

/// How long a started action runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ActionLifetime {
    /// While a behaviour proposes it.
    WhileProposed,
    /// Until the world reports its end, proposed or not.
    Latched,
}

/// The declaration of a property.
#[derive(Clone)]
pub struct PropertyInfo {
    /// Its name.
    pub name: Symbol,
    /// The type of its values.
    pub holds: Type,
    /// Numbers are kept within these limits.
    pub limits: Option<(f64, f64)>,
    /// Whether it counts down in seconds until the thing is forgotten.
    pub is_life_span: bool,
    pub(crate) indexed: bool,
    /// Its slot, if it is a property of the agent itself.
    pub own: Option<u32>,
    /// How it is computed, if it is not stored.
    pub computed: Option<Computed>,
}

/// A function that computes a property.
#[derive(Clone)]
pub struct Computed {
    pub(crate) purity: Purity,
    pub(crate) body: Arc<HostFunction>,
}

/// The declaration of a function.
#[derive(Clone)]
pub struct FunctionInfo {
    /// Its name.
    pub name: Symbol,
    /// How many arguments it takes; `None` for any number.
    pub arity: Option<usize>,
    /// What it returns; [`Type::Any`] unless it was declared with [`Vocabulary::returns`](super::Vocabulary::returns).
    pub result: Type,
    /// What its result depends on.
    pub purity: Purity,
    pub(crate) body: Arc<HostFunction>,
}

/// The declaration of a relation.
#[derive(Clone, Debug)]
pub struct RelationInfo {
    /// Its name.
    pub name: Symbol,
    /// How many columns it has.
    pub arity: usize,
}

/// The declaration of an action in the vocabulary. Precondition and effects are in [`Action`](crate::Action).
#[derive(Clone, Debug)]
pub struct ActionInfo {
    /// Its name.
    pub name: Symbol,
    /// How many arguments it takes.
    pub arity: usize,
    /// The types of its arguments, if they were declared with [`Vocabulary::takes`](super::Vocabulary::takes).
    pub parameters: Option<Arc<[Type]>>,
    /// Memory or world.
    pub target: ActionTarget,
    /// How long it runs.
    pub lifetime: ActionLifetime,
}

/// What is wrong with the declarations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VocabularyError {
    /// A name was declared twice with different meanings.
    /// Its parts: the name, property, relation, function or action.
    #[error("`{0}` is declared twice as {1}, with different meanings; give one of them another name")]
    Twice(String, &'static str),
    /// Empty limits.
    #[error("the limits of `{name}` leave no number: {low} to {high}")]
    Limits {
        /// The property.
        name: String,
        /// Lower limit.
        low: String,
        /// Upper limit.
        high: String,
    },
    /// A kind that is its own ancestor.
    #[error("the kind `{0}` would be its own parent")]
    KindCycle(String),
    /// A description of a name that is not declared.
    #[error("`{0}` is described, but not declared")]
    NothingToDescribe(String),
    /// The new vocabulary lacks names of the one in use.
    #[error("the new vocabulary does not extend the one in use; build it from a clone of that one")]
    NotAnExtension,
}
