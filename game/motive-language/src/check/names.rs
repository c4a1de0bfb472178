//! The table of names: everything that the files and their world declare. The first pass fills it, the others only read it.

use crate::model::DefinitionKind;
use crate::syntax::ast::{
    ActionItem, ConditionItem, FactItem, GoalItem, GoapItem, Item, LetItem, MachineItem, MindItem, NameRef,
    NetworkItem, ParamList, ProgramItem, ScheduleItem, SourceFile, TaskItem, TeamItem, ThingItem,
    Type as TypeView,
};
use motive_core::{ActionId, Id, Property, Symbol, Type, Vocabulary};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An item and the file that it stands in.
pub(super) type InFile<T> = (usize, T);

/// Items by name.
pub(super) type Named<T> = BTreeMap<String, InFile<T>>;

/// Everything that the files declare, by name.
#[derive(Default)]
pub(super) struct NameTable {
    /// The names of the world and those that the files add.
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) files: Vec<SourceFile>,
    pub(super) world: Option<String>,
    pub(super) enums: BTreeMap<String, Vec<Symbol>>,
    /// Symbols that can be values.
    pub(super) symbols: BTreeMap<String, Symbol>,
    pub(super) things: BTreeMap<String, Id>,
    /// Tags of actions.
    pub(super) tags: BTreeMap<String, Symbol>,
    pub(super) lets: Named<LetItem>,
    pub(super) conditions: Named<ConditionItem>,
    pub(super) goals: Named<GoalItem>,
    pub(super) programs: Named<ProgramItem>,
    pub(super) networks: Named<NetworkItem>,
    pub(super) tasks: Named<TaskItem>,
    pub(super) goaps: Named<GoapItem>,
    pub(super) machines: Named<MachineItem>,
    pub(super) schedules: Named<ScheduleItem>,
    /// What each name of a program, task or other engine stands for.
    pub(super) behaviours: BTreeMap<String, DefinitionKind>,
    pub(super) teams: Vec<InFile<TeamItem>>,
    /// Things that are there at the beginning, and what is true then.
    pub(super) thing_items: Vec<InFile<ThingItem>>,
    pub(super) facts: Vec<InFile<FactItem>>,
    pub(super) actions: Vec<InFile<ActionItem>>,
    pub(super) others: Vec<InFile<Item>>,
    /// The minds. Those of the file that was asked for come after those of the files that it uses.
    pub(super) minds: Vec<InFile<MindItem>>,
    /// The place of the first mind of each name among them.
    pub(super) mind_places: BTreeMap<String, usize>,
}

/// The names of what is declared in a map of the table.
pub(super) fn names_of<T>(declared: &Named<T>) -> impl Iterator<Item = &str> {
    declared.keys().map(String::as_str)
}

impl NameTable {
    /// Whether the loaded file has minds or teams. A file without them is a library.
    pub(super) fn is_whole(&self) -> bool {
        let is_played = |item: Item| matches!(item, Item::Mind(_) | Item::Team(_));
        self.files.first().is_some_and(|file| file.items().any(is_played))
    }

    /// What a program, task or other engine of this name is. All of them share one namespace.
    pub(super) fn behaviour_kind(&self, name: &str) -> Option<DefinitionKind> {
        self.behaviours.get(name).copied()
    }

    /// What a network, machine, planner or schedule of this name is.
    pub(super) fn engine_kind(&self, name: &str) -> Option<DefinitionKind> {
        let is_engine = |kind: &_| !matches!(kind, DefinitionKind::Program | DefinitionKind::Task);
        self.behaviour_kind(name).filter(is_engine)
    }

    /// The order of a name, if there are teams and no task or program has that name.
    pub(super) fn order_named(&self, name: &str) -> Option<Order> {
        let (_, arity, order) = *ORDERS.iter().find(|(known, ..)| *known == name)?;
        let is_other = self.tasks.contains_key(name) || self.programs.contains_key(name);
        let action = self.vocabulary.find_action(name).and_then(|action| self.vocabulary.action_info(action));
        let arity_fits = name == "ask" || action.is_some_and(|action| action.arity == arity);
        (!self.teams.is_empty() && !is_other && arity_fits).then_some(order)
    }

    /// What an action is given: the types of its arguments.
    pub(super) fn action_parameters(&self, action: ActionId) -> Vec<Type> {
        let Some(info) = self.vocabulary.action_info(action) else { return Vec::new() };
        info.parameters.as_ref().map_or_else(|| vec![Type::Any; info.arity], |types| types.to_vec())
    }

    /// The type of a property's value.
    pub(super) fn holds(&self, property: Property) -> Type {
        self.vocabulary.property_info(property).map_or(Type::Any, |info| info.holds.clone())
    }

    /// The symbols of an enumeration of the file, or of a property of the world.
    pub(super) fn enumeration(&self, name: &str) -> Option<Vec<Symbol>> {
        if let Some(symbols) = self.enums.get(name) {
            return Some(symbols.clone());
        }
        let property = self.vocabulary.find_property(name)?;
        match &self.vocabulary.property_info(property)?.holds {
            Type::OneOf(symbols) => Some(symbols.to_vec()),
            _ => None,
        }
    }

    /// Whether a name stands for things of all kinds.
    pub(super) fn is_any_thing(&self, name: &NameRef) -> bool {
        name.text() == "thing" && self.vocabulary.find_kind("thing").is_none()
    }

    /// The types of parameters: those that are written, [`Type::Any`] for the others.
    pub(super) fn parameter_types(&self, params: Option<&ParamList>) -> Vec<Type> {
        let params = params.into_iter().flat_map(|params| params.params().collect::<Vec<_>>());
        params.map(|param| param.ty().map_or(Type::Any, |written| self.written_type(&written))).collect()
    }

    /// A type as it is written, if it is known.
    fn written_type(&self, written: &TypeView) -> Type {
        let Some(name) = written.name() else { return Type::Any };
        let text = name.text();
        if let Some(plain) = plain_type(text) {
            return plain;
        }
        match self.enums.get(text) {
            Some(symbols) => Type::OneOf(symbols.clone().into()),
            None if self.vocabulary.find_kind(text).is_some() => Type::Id,
            None => self.vocabulary.find_property(text).map_or(Type::Any, |property| self.holds(property)),
        }
    }
}

/// The types that the language has by itself, by name.
pub(super) const PLAIN_TYPES: [(&str, Type); 8] = [
    ("number", Type::Number),
    ("truth", Type::Bool),
    ("text", Type::Text),
    ("symbol", Type::Symbol),
    ("id", Type::Id),
    ("point", Type::Point),
    ("list", Type::List),
    ("any", Type::Any),
];

/// A type of the language itself.
pub(super) fn plain_type(name: &str) -> Option<Type> {
    PLAIN_TYPES.iter().find(|(known, _)| *known == name).map(|(_, plain)| plain.clone())
}

/// The names of parameters, in order.
pub(super) fn parameter_names(params: Option<&ParamList>) -> Vec<String> {
    let params = params.into_iter().flat_map(|params| params.params().collect::<Vec<_>>());
    params.filter_map(|param| param.name()).map(|name| name.text().to_owned()).collect()
}

/// The number of parameters.
pub(super) fn count(params: Option<&ParamList>) -> usize {
    params.map_or(0, |params| params.params().count())
}

/// The orders that coordinators and members can give.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// `assign(ann, Scout)`, `only(ann, Scout)`, `ask(ann, Scout)`: a member and a task.
    Task,
    /// `clear(ann)`
    Member,
    /// `take_role(ann, scout)`
    Role,
    /// `wait()`
    Standalone,
}

/// The orders with the number of arguments of their actions.
pub(super) const ORDERS: [(&str, usize, Order); 6] = [
    ("assign", 3, Order::Task),
    ("only", 3, Order::Task),
    ("ask", 3, Order::Task),
    ("clear", 1, Order::Member),
    ("take_role", 2, Order::Role),
    ("wait", 0, Order::Standalone),
];
