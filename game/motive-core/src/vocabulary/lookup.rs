//! Looking up names and their declarations.

use super::value::Symbol;
use super::{
    ActionId, ActionInfo, BuiltinNames, Category, Function, FunctionInfo, Kind, Property, PropertyInfo,
    Relation, RelationInfo, Vocabulary,
};
use rustc_hash::FxHashSet;

impl Vocabulary {
    /// How a symbol was first written.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.written(symbol)
    }

    /// The symbol of a name, if the name is in use.
    pub fn find_symbol(&self, name: &str) -> Option<Symbol> {
        self.names.find(name)
    }

    /// The kind of a name.
    pub fn find_kind(&self, name: &str) -> Option<Kind> {
        self.names.find(name).filter(|symbol| self.kinds.contains_key(symbol)).map(Kind)
    }

    /// The property of a name.
    pub fn find_property(&self, name: &str) -> Option<Property> {
        self.find(Category::Property, name).map(Property)
    }

    /// The relation of a name.
    pub fn find_relation(&self, name: &str) -> Option<Relation> {
        self.find(Category::Relation, name).map(Relation)
    }

    /// The function of a name.
    pub fn find_function(&self, name: &str) -> Option<Function> {
        self.find(Category::Function, name).map(Function)
    }

    /// The action of a name.
    pub fn find_action(&self, name: &str) -> Option<ActionId> {
        self.find(Category::Action, name).map(ActionId)
    }

    /// The declaration of a property.
    pub fn property_info(&self, property: Property) -> Option<&PropertyInfo> {
        self.properties.get(property.index())
    }

    /// The slot of a number of the agent itself that has no limits and is not computed.
    #[inline]
    pub(crate) fn free_own_number(&self, property: Property) -> Option<usize> {
        (*self.free_own_numbers.get(property.index())? as usize).checked_sub(1)
    }

    /// The declaration of a relation.
    pub fn relation_info(&self, relation: Relation) -> Option<&RelationInfo> {
        self.relations.get(relation.index())
    }

    /// The declaration of a function.
    pub fn function_info(&self, function: Function) -> Option<&FunctionInfo> {
        self.functions.get(function.index())
    }

    /// The declaration of an action.
    pub fn action_info(&self, action: ActionId) -> Option<&ActionInfo> {
        self.actions.get(action.index())
    }

    /// The property that holds the names of things for output; see [`Vocabulary::display_name`].
    pub fn name_property(&self) -> Option<Property> {
        self.display_name
    }

    /// A property's name.
    pub fn property_name(&self, property: Property) -> &str {
        self.property_info(property).map_or("?", |info| self.name(info.name))
    }

    /// A relation's name.
    pub fn relation_name(&self, relation: Relation) -> &str {
        self.relation_info(relation).map_or("?", |info| self.name(info.name))
    }

    /// A function's name.
    pub fn function_name(&self, function: Function) -> &str {
        self.function_info(function).map_or("?", |info| self.name(info.name))
    }

    /// An action's name.
    pub fn action_name(&self, action: ActionId) -> &str {
        self.action_info(action).map_or("?", |info| self.name(info.name))
    }

    /// The properties of the agent itself, in the order of their slots.
    pub fn own_properties(&self) -> &[Property] {
        &self.own
    }

    /// All kinds, in the order of declaration.
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
    pub fn actions(&self) -> impl Iterator<Item = ActionId> + use<> {
        (0..self.actions.len() as u32).map(ActionId)
    }

    /// The names that every vocabulary has.
    pub fn builtin(&self) -> &BuiltinNames {
        &self.builtin
    }

    /// Every name in use, for suggestions.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        self.names.all()
    }

    /// All ancestors of a kind, nearest first.
    pub fn ancestors(&self, kind: Kind) -> Vec<Kind> {
        let mut found: Vec<Kind> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut next = vec![kind];
        while let Some(kind) = next.pop() {
            for parent in self.kinds.get(&kind.0).into_iter().flatten() {
                if seen.insert(*parent) {
                    found.push(*parent);
                    next.push(*parent);
                }
            }
        }
        found
    }

    /// Whether things of a kind are of another kind too.
    pub fn inherits(&self, kind: Kind, from: Kind) -> bool {
        let mut parents = self.kinds.get(&kind.0).into_iter().flatten();
        parents.any(|parent| *parent == from || self.inherits(*parent, from))
    }

    /// Whether every name of `older` means the same here.
    pub fn extends(&self, older: &Self) -> bool {
        self.names.all().take(older.names.all().count()).eq(older.names.all())
            && self.own.starts_with(&older.own)
            && older.kind_order.iter().all(|kind| self.has_kind(*kind))
            && begins(&self.properties, &older.properties, |a, b| (a.name, &a.holds) == (b.name, &b.holds))
            && begins(&self.relations, &older.relations, |a, b| (a.name, a.arity) == (b.name, b.arity))
            && begins(&self.functions, &older.functions, |a, b| (a.name, a.arity) == (b.name, b.arity))
            && begins(&self.actions, &older.actions, |a, b| {
                (a.name, a.arity, a.target, a.lifetime) == (b.name, b.arity, b.target, b.lifetime)
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
