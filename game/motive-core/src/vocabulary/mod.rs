//! The names that a game declares, and values.
//!
//! A [`Vocabulary`] is built once, then shared and never changed:
//!
//! ```
//! use motive_core::{Type, Vocabulary};
//!
//! let mut names = Vocabulary::new();
//! let ghost = names.kind("ghost");
//! let distance = names.property("distance", Type::Number);
//! let health = names.own("health", Type::Number);          // a property of the agent itself
//! let at = names.relation("at", 2);                        // at(thing, place)
//! let flee = names.action("flee", 1);                    // an action with one argument
//! let names = names.finish()?;
//!
//! assert_eq!(names.find_property("DISTANCE"), Some(distance)); // case never matters
//! # let _ = (ghost, health, at, flee);
//! # Ok::<(), motive_core::VocabularyError>(())
//! ```
//!
//! Mistakes made while declaring (one name with two meanings) are collected and reported by
//! [`Vocabulary::finish`], so that declarations read as a list.

mod declarations;
mod description;
mod facts;
mod lookup;
mod shared;
mod value;

pub use declarations::{
    ActionId, ActionInfo, ActionLifetime, ActionTarget, Function, FunctionInfo, HostFunction, Kind, Property,
    PropertyInfo, Purity, Relation, RelationInfo, Type, VocabularyError,
};
pub use description::Declaration;
pub use facts::{Dependency, Facts, FactsMut, PropertyValues, Query, Time};
pub use shared::Shared;
pub use value::{Id, NameSource, Point, Symbol, Threshold, Value};

pub(crate) use declarations::Computed;

use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;
use value::SymbolTable;

/// The names in use: symbols, kinds, properties, relations, functions and actions.
#[derive(Clone)]
pub struct Vocabulary {
    names: SymbolTable,
    kinds: FxHashMap<Symbol, Vec<Kind>>,
    kind_order: Vec<Kind>,
    properties: Vec<PropertyInfo>,
    own: Vec<Property>,
    /// By property: its slot and one more, if it is a number of the agent itself without limits. Filled when the vocabulary is finished.
    free_own_numbers: Vec<u32>,
    relations: Vec<RelationInfo>,
    functions: Vec<FunctionInfo>,
    actions: Vec<ActionInfo>,
    by_name: FxHashMap<(Category, Symbol), u32>,
    builtin: BuiltinNames,
    /// The property that holds the name of a thing.
    display_name: Option<Property>,
    descriptions: FxHashMap<Declaration, Arc<str>>,
    mistakes: Vec<VocabularyError>,
}

/// Built-in names, by which memory shows running actions.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinNames {
    /// The kind of things that show latched actions which run or have just ended.
    pub action: Kind,
    /// The name of the action.
    pub name: Property,
    /// The number of the run.
    pub run: Property,
    /// `running`, `succeeded` or `failed`.
    pub status: Property,
    /// Why it failed.
    pub reason: Property,
    /// The action runs.
    pub running: Symbol,
    /// The action succeeded.
    pub succeeded: Symbol,
    /// The action failed.
    pub failed: Symbol,
}

const BUILTIN_DESCRIPTIONS: &[(&str, &str)] = &[
    ("id", "the thing itself"),
    ("kind", "what sort of thing it is"),
    ("action", "a latched action of this agent that runs or has just ended"),
    ("action_name", "which action it is"),
    ("action_run", "the number of this start of the action"),
    ("action_status", "running, succeeded or failed"),
    ("action_reason", "why the action failed"),
];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Category {
    Property,
    Relation,
    Function,
    Action,
}

impl Category {
    const fn noun(self) -> &'static str {
        match self {
            Self::Property => "a property",
            Self::Relation => "a relation",
            Self::Function => "a function",
            Self::Action => "an action",
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
            .field("actions", &self.actions.len())
            .finish()
    }
}

impl Vocabulary {
    /// A vocabulary with the built-in names only.
    pub fn new() -> Self {
        let nothing = (Kind(Symbol(0)), Property(0), Symbol(0));
        let mut new = Self {
            names: SymbolTable::default(),
            kinds: FxHashMap::default(),
            kind_order: Vec::new(),
            properties: Vec::new(),
            own: Vec::new(),
            free_own_numbers: Vec::new(),
            relations: Vec::new(),
            functions: Vec::new(),
            actions: Vec::new(),
            by_name: FxHashMap::default(),
            builtin: BuiltinNames {
                action: nothing.0,
                name: nothing.1,
                run: nothing.1,
                status: nothing.1,
                reason: nothing.1,
                running: nothing.2,
                succeeded: nothing.2,
                failed: nothing.2,
            },
            display_name: None,
            descriptions: FxHashMap::default(),
            mistakes: Vec::new(),
        };
        new.property("id", Type::Id);
        new.property("kind", Type::Symbol);
        new.builtin = BuiltinNames {
            action: new.kind("action"),
            name: new.property("action_name", Type::Symbol),
            run: new.property("action_run", Type::Number),
            status: new.property("action_status", Type::Symbol),
            reason: new.property("action_reason", Type::Symbol),
            running: new.symbol("running"),
            succeeded: new.symbol("succeeded"),
            failed: new.symbol("failed"),
        };
        new.describe_all(BUILTIN_DESCRIPTIONS);
        new
    }

    /// Ends the declarations, or returns the first mistake.
    pub fn finish(mut self) -> Result<Arc<Self>, VocabularyError> {
        let is_free = |info: &&PropertyInfo| {
            info.holds == Type::Number && info.computed.is_none() && info.limits.is_none()
        };
        let slot = |info: &PropertyInfo| Some(info).filter(is_free).and_then(|info| info.own);
        self.free_own_numbers =
            self.properties.iter().map(|info| slot(info).map_or(0, |slot| slot + 1)).collect();
        match self.mistakes.into_iter().next() {
            Some(mistake) => Err(mistake),
            None => Ok(Arc::new(Self { mistakes: Vec::new(), ..self })),
        }
    }

    /// The symbol of a name, which is added if it is new.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        self.names.intern(name)
    }

    /// The id of a thing with a name.
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

    /// Declares a sub-kind: its things are also things of the parent kind.
    pub fn kind_of(&mut self, name: &str, parent: Kind) -> Kind {
        let kind = self.kind(name);
        if parent == kind || self.ancestors(parent).contains(&kind) {
            self.mistakes.push(VocabularyError::KindCycle(name.into()));
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
    /// `Herd` keeps each as a column. Other things may have the property too.
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

    /// Declares a property that is computed when it is read, such as a distance. The function gets the id of the thing.
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
        // Nothing is stored, so an index would always be empty.
        info.indexed = false;
        property
    }

    /// Clamps the numbers of a property to limits.
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

    /// Makes a property the display name of things: `display` with a [`Memory`](crate::Memory) shows its value (text or a symbol) instead
    /// of the kind and number.
    pub fn display_name(&mut self, property: Property) {
        self.display_name = Some(property);
    }

    /// Makes a property a life span in seconds: [`Memory::age`](crate::Memory::age) counts it down and forgets the
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

    /// Adds an index for a property that has none by default (numbers, points, text). Worthwhile if conditions compare it by equality and
    /// it rarely changes.
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
        self.functions.push(FunctionInfo { name: symbol, arity, result: Type::Any, purity, body });
        self.by_name.insert((Category::Function, symbol), function.0);
        function
    }

    /// Declares an action on the world that runs while it is proposed.
    pub fn action(&mut self, name: &str, arity: usize) -> ActionId {
        self.declare_action(name, arity, ActionTarget::World, ActionLifetime::WhileProposed)
    }

    /// Declares an action on the world that runs until the world reports its end.
    pub fn latched(&mut self, name: &str, arity: usize) -> ActionId {
        self.declare_action(name, arity, ActionTarget::World, ActionLifetime::Latched)
    }

    /// Declares an action on the agent's memory.
    pub fn internal(&mut self, name: &str, arity: usize) -> ActionId {
        self.declare_action(name, arity, ActionTarget::Memory, ActionLifetime::WhileProposed)
    }

    /// Declares the types of the arguments of an action, so that files can be checked. Without this, an action takes any values. A list of
    /// the wrong length is ignored.
    pub fn takes(&mut self, action: ActionId, types: impl IntoIterator<Item = Type>) {
        if let Some(info) = self.actions.get_mut(action.index()) {
            info.parameters =
                Some(types.into_iter().collect::<Arc<[Type]>>()).filter(|types| types.len() == info.arity);
        }
    }

    /// Declares the result type of a function, so that files can be checked. Without this, it may return any value.
    pub fn returns(&mut self, function: Function, result: Type) {
        if let Some(info) = self.functions.get_mut(function.index()) {
            info.result = result;
        }
    }

    fn declare_action(
        &mut self,
        name: &str,
        arity: usize,
        target: ActionTarget,
        lifetime: ActionLifetime,
    ) -> ActionId {
        let symbol = self.symbol(name);
        if let Some(known) = self.lookup(Category::Action, symbol).map(ActionId) {
            let info = &self.actions[known.index()];
            if (info.arity, info.target, info.lifetime) != (arity, target, lifetime) {
                self.twice(Category::Action, name);
            }
            return known;
        }
        let action = ActionId(self.actions.len() as u32);
        self.actions.push(ActionInfo { name: symbol, arity, parameters: None, target, lifetime });
        self.by_name.insert((Category::Action, symbol), action.0);
        action
    }

    fn twice(&mut self, category: Category, name: &str) {
        self.mistakes.push(VocabularyError::Twice(name.into(), category.noun()));
    }

    fn lookup(&self, category: Category, symbol: Symbol) -> Option<u32> {
        self.by_name.get(&(category, symbol)).copied()
    }

    fn find(&self, category: Category, name: &str) -> Option<u32> {
        self.lookup(category, self.names.find(name)?)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/vocabulary.rs"]
mod tests;
