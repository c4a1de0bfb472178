//! The names that a world or host declares, and the values that go with them.
//!
//! A [`Vocabulary`] is built once, then shared and never changed:
//!
//! ```
//! use motive::{Type, Vocabulary};
//!
//! let mut names = Vocabulary::new();
//! let ghost = names.kind("ghost");
//! let distance = names.property("distance", Type::Number);
//! let health = names.own("health", Type::Number);          // a property of the agent itself
//! let at = names.relation("at", 2);                        // at(thing, place)
//! let flee = names.external("flee", 1);                    // an action with one argument
//! let names = names.finish()?;
//!
//! assert_eq!(names.find_property("DISTANCE"), Some(distance)); // case never matters
//! # let _ = (ghost, health, at, flee);
//! # Ok::<(), motive::VocabularyError>(())
//! ```
//!
//! Mistakes made while declaring (one name with two meanings) are collected and reported by
//! [`Vocabulary::finish`], so that declarations read as a list.

mod facts;
mod symbol;
mod value;

pub use facts::{Dependency, Facts, FactsMut, Found, Query, Time};
pub use symbol::Symbol;
pub use value::{Id, Point, Value};

use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;
use symbol::Names;

/// A sort of thing: `ghost`, `tile_stack`. A thing may be of several kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Kind(pub(crate) Symbol);

impl Kind {
    /// The kind's name.
    #[must_use]
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
    /// Something that a thing can have: `distance`, `amount`.
    Property
);
handle!(
    /// Something that holds between things: `at(bot, place)`.
    Relation
);
handle!(
    /// A function that the host provides and conditions call.
    Function
);
handle!(
    /// A declared action: `move_to`, `pick_up`.
    Verb
);

impl Property {
    /// The id of a thing, readable and testable like any other property.
    pub const ID: Self = Self(0);
    /// The kinds of a thing, as symbols.
    pub const KIND: Self = Self(1);
}

/// Which values a property, column or parameter may hold.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Type {
    /// Any value.
    Any,
    /// Numbers.
    Number,
    /// True and false.
    Truth,
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
    #[must_use]
    pub fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Any, _)
            | (Self::Number, Value::Number(_))
            | (Self::Truth, Value::Truth(_))
            | (Self::Symbol, Value::Symbol(_))
            | (Self::Id, Value::Id(_))
            | (Self::Point, Value::Point(_))
            | (Self::Text, Value::Text(_))
            | (Self::List, Value::List(_)) => true,
            (Self::OneOf(symbols), Value::Symbol(symbol)) => symbols.contains(symbol),
            _ => false,
        }
    }

    /// Whether equality with a value of this type picks out few things, so that an index pays.
    fn is_discrete(&self) -> bool {
        matches!(self, Self::Any | Self::Symbol | Self::OneOf(_) | Self::Id | Self::Truth)
    }
}

/// How far the result of a function depends on more than its arguments. Say the truth here: results are kept until
/// something that the function says it reads has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Purity {
    /// On nothing else.
    Pure,
    /// On these things in memory.
    Reads(Vec<Dependency>),
    /// On anything; it is asked again each tick.
    Volatile,
}

/// A function of the host: what it may read, and its arguments, to a value or nothing.
pub type HostFunction = dyn Fn(&dyn Facts, &[Value]) -> Option<Value> + Send + Sync;

/// Whether an action changes only the agent's memory or acts on the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reach {
    /// Changes memory only.
    Internal,
    /// Goes to the world.
    External,
}

/// How long a started action goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Life {
    /// While a behaviour goes on proposing it.
    WhileProposed,
    /// Until the world reports its end, proposed or not.
    Latched,
}

/// What is known of a property.
#[derive(Clone)]
#[non_exhaustive]
pub struct PropertyInfo {
    /// Its name.
    pub name: Symbol,
    /// What it holds.
    pub holds: Type,
    /// Numbers are kept within these limits.
    pub limits: Option<(f64, f64)>,
    /// It counts down in seconds, and the thing is forgotten when it reaches nought.
    pub is_life_span: bool,
    pub(crate) indexed: bool,
    pub(crate) own: Option<u32>,
    pub(crate) computed: Option<Computed>,
}

#[derive(Clone)]
pub(crate) struct Computed {
    pub(crate) purity: Purity,
    pub(crate) body: Arc<HostFunction>,
}

/// What is known of a function.
#[derive(Clone)]
#[non_exhaustive]
pub struct FunctionInfo {
    /// Its name.
    pub name: Symbol,
    /// How many arguments it takes; `None` for any number.
    pub arity: Option<usize>,
    /// What its result depends on.
    pub purity: Purity,
    pub(crate) body: Arc<HostFunction>,
}

/// What is known of a relation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RelationInfo {
    /// Its name.
    pub name: Symbol,
    /// How many columns it has.
    pub arity: usize,
}

/// What is known of an action by name alone. Its conditions and effects are in [`Action`](crate::Action).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerbInfo {
    /// Its name.
    pub name: Symbol,
    /// How many arguments it takes.
    pub arity: usize,
    /// Memory or world.
    pub reach: Reach,
    /// How long it goes on.
    pub life: Life,
}

/// What went wrong while declaring names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VocabularyError {
    /// One name was declared with two meanings.
    #[error("`{name}` is declared twice as {what}, with different meanings; give one of them another name")]
    Twice {
        /// The name.
        name: String,
        /// Property, relation, function or action.
        what: &'static str,
    },
    /// Limits that leave no number.
    #[error("the limits of `{name}` leave no number: {low} to {high}")]
    Limits {
        /// The property.
        name: String,
        /// Lower limit.
        low: String,
        /// Upper limit.
        high: String,
    },
    /// A kind that is, over some steps, one of its own parents.
    #[error("the kind `{name}` would be its own parent")]
    KindCycle {
        /// The kind.
        name: String,
    },
    /// The vocabulary to continue with lacks names of the one in use.
    #[error("the new vocabulary does not extend the one in use; build it from a clone of that one")]
    NotAnExtension,
}

/// The names in use: symbols, kinds, properties, relations, functions and actions.
#[derive(Clone)]
pub struct Vocabulary {
    names: Names,
    kinds: FxHashMap<Symbol, Vec<Kind>>,
    kind_order: Vec<Kind>,
    properties: Vec<PropertyInfo>,
    own: Vec<Property>,
    relations: Vec<RelationInfo>,
    functions: Vec<FunctionInfo>,
    verbs: Vec<VerbInfo>,
    by_name: FxHashMap<(Category, Symbol), u32>,
    builtin: BuiltIn,
    mistakes: Vec<VocabularyError>,
}

/// Names that every vocabulary has: how memory shows the actions that are being done.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BuiltIn {
    /// The kind of a latched action that is being done or has just ended.
    pub action: Kind,
    /// What such an action is called.
    pub verb: Property,
    /// Which start of it this is.
    pub run: Property,
    /// `running`, `succeeded` or `failed`.
    pub status: Property,
    /// Why it failed.
    pub reason: Property,
    /// It is being done.
    pub running: Symbol,
    /// It did what it was meant to do.
    pub succeeded: Symbol,
    /// It did not.
    pub failed: Symbol,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Category {
    Property,
    Relation,
    Function,
    Verb,
}

impl Category {
    const fn noun(self) -> &'static str {
        match self {
            Self::Property => "a property",
            Self::Relation => "a relation",
            Self::Function => "a function",
            Self::Verb => "an action",
        }
    }
}

impl Default for Vocabulary {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vocabulary")
            .field("kinds", &self.kind_order.len())
            .field("properties", &self.properties.len())
            .field("relations", &self.relations.len())
            .field("functions", &self.functions.len())
            .field("verbs", &self.verbs.len())
            .finish()
    }
}

impl Vocabulary {
    /// A vocabulary with only what every agent has: ids and kinds.
    #[must_use]
    pub fn new() -> Self {
        let nothing = (Kind(Symbol(0)), Property(0), Symbol(0));
        let mut new = Self {
            names: Names::default(),
            kinds: FxHashMap::default(),
            kind_order: Vec::new(),
            properties: Vec::new(),
            own: Vec::new(),
            relations: Vec::new(),
            functions: Vec::new(),
            verbs: Vec::new(),
            by_name: FxHashMap::default(),
            builtin: BuiltIn {
                action: nothing.0,
                verb: nothing.1,
                run: nothing.1,
                status: nothing.1,
                reason: nothing.1,
                running: nothing.2,
                succeeded: nothing.2,
                failed: nothing.2,
            },
            mistakes: Vec::new(),
        };
        new.property("id", Type::Id);
        new.property("kind", Type::Symbol);
        new.builtin = BuiltIn {
            action: new.kind("action"),
            verb: new.property("action_verb", Type::Symbol),
            run: new.property("action_run", Type::Number),
            status: new.property("action_status", Type::Symbol),
            reason: new.property("action_reason", Type::Symbol),
            running: new.symbol("running"),
            succeeded: new.symbol("succeeded"),
            failed: new.symbol("failed"),
        };
        new
    }

    /// Ends the declarations, or says what is wrong with the first bad one.
    pub fn finish(self) -> Result<Arc<Self>, VocabularyError> {
        match self.mistakes.into_iter().next() {
            Some(mistake) => Err(mistake),
            None => Ok(Arc::new(Self { mistakes: Vec::new(), ..self })),
        }
    }

    /// A symbol, made if need be.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        self.names.intern(name)
    }

    /// The id of a thing that is known by a name.
    pub fn id(&mut self, name: &str) -> Id {
        Id::named(self.names.intern(name))
    }

    /// A type whose values are exactly these symbols.
    pub fn one_of<const N: usize>(&mut self, names: [&str; N]) -> Type {
        Type::OneOf(names.iter().map(|name| self.symbol(name)).collect())
    }

    /// Declares a kind of thing.
    pub fn kind(&mut self, name: &str) -> Kind {
        let kind = Kind(self.symbol(name));
        self.kinds.entry(kind.0).or_insert_with(|| {
            self.kind_order.push(kind);
            Vec::new()
        });
        kind
    }

    /// Declares a kind whose things are also things of the parent kind.
    pub fn kind_of(&mut self, name: &str, parent: Kind) -> Kind {
        let kind = self.kind(name);
        if parent == kind || self.ancestors(parent).contains(&kind) {
            self.mistakes.push(VocabularyError::KindCycle { name: name.into() });
            return kind;
        }
        let parents = self.kinds.entry(kind.0).or_default();
        if !parents.contains(&parent) {
            parents.push(parent);
        }
        kind
    }

    /// Declares a property.
    pub fn property(&mut self, name: &str, holds: Type) -> Property {
        let symbol = self.symbol(name);
        let known = self.lookup(Category::Property, symbol).map(Property);
        if let Some(property) = known {
            if self.properties[property.index()].holds != holds {
                self.twice(Category::Property, name);
            }
            return property;
        }
        let indexed = holds.is_discrete();
        let info = PropertyInfo {
            name: symbol,
            holds,
            limits: None,
            is_life_span: false,
            indexed,
            own: None,
            computed: None,
        };
        let property = Property(self.properties.len() as u32);
        self.properties.push(info);
        self.by_name.insert((Category::Property, symbol), property.0);
        property
    }

    /// Declares a property of the agent itself. Such properties are fixed slots: reading one is an array access, and a
    /// [`Herd`](crate::Herd) keeps each as a column. Other things may have the property too.
    pub fn own(&mut self, name: &str, holds: Type) -> Property {
        let property = self.property(name, holds);
        let slot = self.own.len() as u32;
        let info = &mut self.properties[property.index()];
        if info.own.is_none() {
            info.own = Some(slot);
            self.own.push(property);
        }
        property
    }

    /// Declares a property whose value is worked out when it is asked for, such as a distance: the function gets the id of
    /// the thing. A move then marks one position as changed, not every distance.
    pub fn computed<F>(&mut self, name: &str, holds: Type, purity: Purity, body: F) -> Property
    where
        F: Fn(&dyn Facts, Id) -> Option<Value> + Send + Sync + 'static,
    {
        let property = self.property(name, holds);
        let body = move |facts: &dyn Facts, args: &[Value]| body(facts, args.first()?.id()?);
        if self.properties[property.index()].computed.is_some() {
            self.twice(Category::Property, name);
        }
        let info = &mut self.properties[property.index()];
        info.computed = Some(Computed { purity, body: Arc::new(body) });
        // Nothing is stored, so an index would say that no thing has the value.
        info.indexed = false;
        property
    }

    /// Keeps the numbers of a property within limits: what is written beyond them is stored as the limit.
    pub fn limit(&mut self, property: Property, low: f64, high: f64) {
        if low.is_nan() || high.is_nan() || low > high {
            let name = self.property_name(property).to_owned();
            self.mistakes.push(VocabularyError::Limits {
                name,
                low: low.to_string(),
                high: high.to_string(),
            });
        } else if let Some(info) = self.properties.get_mut(property.index()) {
            info.limits = Some((low, high));
        }
    }

    /// Makes a property a life span in seconds: [`Memory::pass`](crate::Memory::pass) counts it down and forgets the
    /// thing when it has run out.
    pub fn life_span(&mut self, property: Property) {
        if let Some(info) = self.properties.get_mut(property.index()) {
            info.is_life_span = true;
        }
    }

    /// The properties that are life spans.
    pub fn life_spans(&self) -> impl Iterator<Item = Property> + '_ {
        self.properties().filter(|property| self.properties[property.index()].is_life_span)
    }

    /// Keeps an index of a property that has none by default (numbers, places, text), for one that conditions compare
    /// by equality and that changes seldom.
    pub fn index(&mut self, property: Property) {
        if let Some(info) = self.properties.get_mut(property.index()) {
            info.indexed = info.computed.is_none();
        }
    }

    /// Declares a relation with a number of columns.
    pub fn relation(&mut self, name: &str, arity: usize) -> Relation {
        let symbol = self.symbol(name);
        if let Some(known) = self.lookup(Category::Relation, symbol).map(Relation) {
            if self.relations[known.index()].arity != arity {
                self.twice(Category::Relation, name);
            }
            return known;
        }
        let relation = Relation(self.relations.len() as u32);
        self.relations.push(RelationInfo { name: symbol, arity });
        self.by_name.insert((Category::Relation, symbol), relation.0);
        relation
    }

    /// Declares a function with a number of arguments.
    pub fn function<F>(&mut self, name: &str, arity: usize, purity: Purity, body: F) -> Function
    where
        F: Fn(&dyn Facts, &[Value]) -> Option<Value> + Send + Sync + 'static,
    {
        self.declare_function(name, Some(arity), purity, Arc::new(body))
    }

    /// Declares a function that takes any number of arguments.
    pub fn variadic<F>(&mut self, name: &str, purity: Purity, body: F) -> Function
    where
        F: Fn(&dyn Facts, &[Value]) -> Option<Value> + Send + Sync + 'static,
    {
        self.declare_function(name, None, purity, Arc::new(body))
    }

    fn declare_function(
        &mut self,
        name: &str,
        arity: Option<usize>,
        purity: Purity,
        body: Arc<HostFunction>,
    ) -> Function {
        let symbol = self.symbol(name);
        if let Some(known) = self.lookup(Category::Function, symbol) {
            self.twice(Category::Function, name);
            return Function(known);
        }
        let function = Function(self.functions.len() as u32);
        self.functions.push(FunctionInfo { name: symbol, arity, purity, body });
        self.by_name.insert((Category::Function, symbol), function.0);
        function
    }

    /// Declares an action on the world that goes on while it is proposed.
    pub fn external(&mut self, name: &str, arity: usize) -> Verb {
        self.verb(name, arity, Reach::External, Life::WhileProposed)
    }

    /// Declares an action on the world that goes on until the world reports its end.
    pub fn latched(&mut self, name: &str, arity: usize) -> Verb {
        self.verb(name, arity, Reach::External, Life::Latched)
    }

    /// Declares an action on the agent's memory.
    pub fn internal(&mut self, name: &str, arity: usize) -> Verb {
        self.verb(name, arity, Reach::Internal, Life::WhileProposed)
    }

    fn verb(&mut self, name: &str, arity: usize, reach: Reach, life: Life) -> Verb {
        let symbol = self.symbol(name);
        if let Some(known) = self.lookup(Category::Verb, symbol).map(Verb) {
            let info = &self.verbs[known.index()];
            if (info.arity, info.reach, info.life) != (arity, reach, life) {
                self.twice(Category::Verb, name);
            }
            return known;
        }
        let verb = Verb(self.verbs.len() as u32);
        self.verbs.push(VerbInfo { name: symbol, arity, reach, life });
        self.by_name.insert((Category::Verb, symbol), verb.0);
        verb
    }

    fn twice(&mut self, category: Category, name: &str) {
        self.mistakes.push(VocabularyError::Twice { name: name.into(), what: category.noun() });
    }

    fn lookup(&self, category: Category, symbol: Symbol) -> Option<u32> {
        self.by_name.get(&(category, symbol)).copied()
    }

    fn find(&self, category: Category, name: &str) -> Option<u32> {
        self.lookup(category, self.names.find(name)?)
    }
}

/// Looking names up.
impl Vocabulary {
    /// How a symbol was first written.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.written(symbol)
    }

    /// The symbol of a name, if the name is in use.
    #[must_use]
    pub fn find_symbol(&self, name: &str) -> Option<Symbol> {
        self.names.find(name)
    }

    /// The kind of a name.
    #[must_use]
    pub fn find_kind(&self, name: &str) -> Option<Kind> {
        self.names.find(name).filter(|symbol| self.kinds.contains_key(symbol)).map(Kind)
    }

    /// The property of a name.
    #[must_use]
    pub fn find_property(&self, name: &str) -> Option<Property> {
        self.find(Category::Property, name).map(Property)
    }

    /// The relation of a name.
    #[must_use]
    pub fn find_relation(&self, name: &str) -> Option<Relation> {
        self.find(Category::Relation, name).map(Relation)
    }

    /// The function of a name.
    #[must_use]
    pub fn find_function(&self, name: &str) -> Option<Function> {
        self.find(Category::Function, name).map(Function)
    }

    /// The action of a name.
    #[must_use]
    pub fn find_verb(&self, name: &str) -> Option<Verb> {
        self.find(Category::Verb, name).map(Verb)
    }

    /// What is known of a property.
    #[must_use]
    pub fn property_info(&self, property: Property) -> Option<&PropertyInfo> {
        self.properties.get(property.index())
    }

    /// What is known of a relation.
    #[must_use]
    pub fn relation_info(&self, relation: Relation) -> Option<&RelationInfo> {
        self.relations.get(relation.index())
    }

    /// What is known of a function.
    #[must_use]
    pub fn function_info(&self, function: Function) -> Option<&FunctionInfo> {
        self.functions.get(function.index())
    }

    /// What is known of an action.
    #[must_use]
    pub fn verb_info(&self, verb: Verb) -> Option<&VerbInfo> {
        self.verbs.get(verb.index())
    }

    /// A property's name.
    #[must_use]
    pub fn property_name(&self, property: Property) -> &str {
        self.property_info(property).map_or("?", |info| self.name(info.name))
    }

    /// A relation's name.
    #[must_use]
    pub fn relation_name(&self, relation: Relation) -> &str {
        self.relation_info(relation).map_or("?", |info| self.name(info.name))
    }

    /// A function's name.
    #[must_use]
    pub fn function_name(&self, function: Function) -> &str {
        self.function_info(function).map_or("?", |info| self.name(info.name))
    }

    /// An action's name.
    #[must_use]
    pub fn verb_name(&self, verb: Verb) -> &str {
        self.verb_info(verb).map_or("?", |info| self.name(info.name))
    }

    /// The properties of the agent itself, in the order of their slots.
    #[must_use]
    pub fn own_properties(&self) -> &[Property] {
        &self.own
    }

    /// All kinds, in the order of declaration.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kind_order
    }

    /// All properties, in the order of declaration.
    pub fn properties(&self) -> impl Iterator<Item = Property> + use<> {
        (0..self.properties.len() as u32).map(Property)
    }

    /// All relations, in the order of declaration.
    pub fn relations(&self) -> impl Iterator<Item = Relation> + use<> {
        (0..self.relations.len() as u32).map(Relation)
    }

    /// All functions, in the order of declaration.
    pub fn functions(&self) -> impl Iterator<Item = Function> + use<> {
        (0..self.functions.len() as u32).map(Function)
    }

    /// All actions, in the order of declaration.
    pub fn verbs(&self) -> impl Iterator<Item = Verb> + use<> {
        (0..self.verbs.len() as u32).map(Verb)
    }

    /// The names that every vocabulary has.
    #[must_use]
    pub fn builtin(&self) -> &BuiltIn {
        &self.builtin
    }

    /// Every name in use, for suggestions.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        self.names.all()
    }

    /// The kinds that things of a kind are as well, nearest first.
    #[must_use]
    pub fn ancestors(&self, kind: Kind) -> Vec<Kind> {
        let mut found: Vec<Kind> = Vec::new();
        let mut next = vec![kind];
        while let Some(kind) = next.pop() {
            for parent in self.kinds.get(&kind.0).into_iter().flatten() {
                if !found.contains(parent) {
                    found.push(*parent);
                    next.push(*parent);
                }
            }
        }
        found
    }

    /// Whether every name of `older` means the same here.
    #[must_use]
    pub fn extends(&self, older: &Self) -> bool {
        self.names.all().take(older.names.all().count()).eq(older.names.all())
            && self.own.starts_with(&older.own)
            && older.kind_order.iter().all(|kind| self.has_kind(*kind))
            && begins(&self.properties, &older.properties, |a, b| (a.name, &a.holds) == (b.name, &b.holds))
            && begins(&self.relations, &older.relations, |a, b| (a.name, a.arity) == (b.name, b.arity))
            && begins(&self.functions, &older.functions, |a, b| (a.name, a.arity) == (b.name, b.arity))
            && begins(&self.verbs, &older.verbs, |a, b| {
                (a.name, a.arity, a.reach, a.life) == (b.name, b.arity, b.reach, b.life)
            })
    }

    pub(crate) fn has_kind(&self, kind: Kind) -> bool {
        self.kinds.contains_key(&kind.0)
    }
}

/// Whether a list begins with items that mean the same as those of another.
fn begins<T>(longer: &[T], shorter: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    longer.len() >= shorter.len() && longer.iter().zip(shorter).all(|(a, b)| same(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_declaration_twice_is_one() {
        let mut names = Vocabulary::new();
        let a = names.property("distance", Type::Number);
        assert_eq!(names.property("Distance", Type::Number), a);
        assert!(names.finish().is_ok());
    }

    #[test]
    fn one_name_with_two_meanings_is_reported() {
        let mut names = Vocabulary::new();
        names.property("distance", Type::Number);
        names.property("distance", Type::Symbol);
        let error = names.finish().unwrap_err();
        assert_eq!(error, VocabularyError::Twice { name: "distance".into(), what: "a property" });
        assert!(error.to_string().contains("`distance` is declared twice as a property"));
    }

    #[test]
    fn limits_must_leave_a_number() {
        for (low, high) in [(1.0, 0.0), (f64::NAN, 1.0)] {
            let mut names = Vocabulary::new();
            let health = names.own("health", Type::Number);
            names.limit(health, low, high);
            assert!(matches!(names.finish(), Err(VocabularyError::Limits { .. })));
        }
    }

    #[test]
    fn a_kind_cannot_be_its_own_parent() {
        let mut names = Vocabulary::new();
        let piano = names.kind("piano");
        let keyboard = names.kind_of("keyboard", piano);
        assert_eq!(names.ancestors(keyboard), [piano]);
        names.kind_of("piano", keyboard);
        assert!(matches!(names.finish(), Err(VocabularyError::KindCycle { .. })));
    }

    #[test]
    fn an_extension_keeps_the_meaning_of_every_name() {
        let mut names = Vocabulary::new();
        names.property("size", Type::Number);
        let old = names.finish().unwrap();
        let mut new = (*old).clone();
        new.property("shape", Type::Number);
        assert!(new.extends(&old));
        assert!(!old.extends(&new));
        assert!(!Vocabulary::new().extends(&old));
    }
}
