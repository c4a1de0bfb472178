//! The declarations of the files, collected before anything else is checked.

use super::{Checker, span_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::DefinitionKind;
use crate::syntax::ast::{
    ActionClause, ActionItem, AstNode, ConditionItem, FactItem, FieldList, FunctionItem, GoalItem, GoapItem,
    Item, KindItem, LetItem, MachineItem, MindItem, Name, NetworkItem, ProgramItem, PropertyItem,
    ScheduleItem, TaskItem, TeamItem, ThingItem, Type as TypeView,
};
use motive_core::{Id, Purity, Symbol, Type, Vocabulary};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An item and the file that it stands in.
pub(super) type Placed<T> = (usize, T);

/// Everything that the files declare, by name.
#[derive(Default)]
pub(super) struct Declared {
    pub(super) world: Option<String>,
    pub(super) enums: BTreeMap<String, Vec<Symbol>>,
    /// Symbols that can be values.
    pub(super) symbols: BTreeMap<String, Symbol>,
    pub(super) things: BTreeMap<String, Id>,
    /// Tags of actions.
    pub(super) tags: BTreeMap<String, Symbol>,
    pub(super) lets: BTreeMap<String, Placed<LetItem>>,
    pub(super) conditions: BTreeMap<String, Placed<ConditionItem>>,
    pub(super) goals: BTreeMap<String, Placed<GoalItem>>,
    pub(super) programs: BTreeMap<String, Placed<ProgramItem>>,
    pub(super) networks: BTreeMap<String, Placed<NetworkItem>>,
    pub(super) tasks: BTreeMap<String, Placed<TaskItem>>,
    pub(super) goaps: BTreeMap<String, Placed<GoapItem>>,
    pub(super) machines: BTreeMap<String, Placed<MachineItem>>,
    pub(super) schedules: BTreeMap<String, Placed<ScheduleItem>>,
    pub(super) teams: Vec<Placed<TeamItem>>,
    /// Things that are there at the beginning, and what is true then.
    pub(super) thing_items: Vec<Placed<ThingItem>>,
    pub(super) facts: Vec<Placed<FactItem>>,
    pub(super) actions: Vec<Placed<ActionItem>>,
    pub(super) others: Vec<Placed<Item>>,
    pub(super) minds: Vec<Placed<MindItem>>,
    /// What each name was first declared as, and where, by namespace and name.
    seen: FxHashMap<&'static str, FxHashMap<String, (&'static str, usize, Span)>>,
}

impl Checker<'_> {
    /// Declares everything in all files.
    pub(super) fn declare(&mut self) {
        let mut names = (*self.names).clone();
        self.collect_symbols(&names);
        let files = self.files.clone();
        // Enumerations and kinds come first: other declarations use them.
        for (at, file) in files.iter().enumerate() {
            self.file = at;
            for item in file.items() {
                match &item {
                    Item::Enum(item) => self.declare_enum(item, &mut names),
                    Item::Kind(item) => self.declare_kind_name(item.name(), &mut names),
                    Item::Note(item) => self.declare_kind_name(item.name(), &mut names),
                    _ => {}
                }
            }
        }
        for (at, file) in files.iter().enumerate() {
            self.file = at;
            for item in file.items() {
                self.declare_item(at, item, &mut names);
            }
        }
        self.declare_teams(&mut names);
        match names.finish() {
            Ok(names) => self.names = names,
            Err(error) => self.error("cannot-be-built", 0..0, error.to_string()),
        }
        self.define_world_names();
    }

    /// Adds the names of the world to the index, so that an editor can offer them.
    fn define_world_names(&mut self) {
        let names = self.shared_names();
        for kind in names.kinds() {
            self.index.define(DefinitionKind::Kind, names.name(kind.symbol()), None, Type::Any);
        }
        for property in names.properties() {
            let holds = names.property_info(property).map_or(Type::Any, |info| info.holds.clone());
            self.index.define(DefinitionKind::Property, names.property_name(property), None, holds);
        }
        for relation in names.relations() {
            self.index.define(DefinitionKind::Relation, names.relation_name(relation), None, Type::Bool);
        }
        for function in names.functions() {
            let result = names.function_info(function).map_or(Type::Any, |info| info.result.clone());
            self.index.define(DefinitionKind::Function, names.function_name(function), None, result);
        }
        for action in names.actions() {
            self.index.define(DefinitionKind::Action, names.action_name(action), None, Type::Any);
        }
        for name in self.declared.symbols.keys().filter(|name| names.find_kind(name).is_none()) {
            self.index.define(DefinitionKind::Symbol, name, None, Type::Symbol);
        }
    }

    /// Makes the symbols of an enumeration known as values.
    fn add_symbols(&mut self, holds: &Type, names: &Vocabulary) {
        if let Type::OneOf(symbols) = holds {
            for symbol in symbols.iter() {
                self.declared.symbols.insert(names.name(*symbol).to_owned(), *symbol);
            }
        }
    }

    /// The symbols that properties, arguments and results of a world can be, its kinds, and the states of actions.
    fn collect_symbols(&mut self, names: &Vocabulary) {
        for property in names.properties() {
            if let Some(info) = names.property_info(property) {
                self.add_symbols(&info.holds, names);
            }
        }
        for action in names.actions() {
            let types = names.action_info(action).and_then(|info| info.parameters.as_ref());
            types.into_iter().flat_map(|types| types.iter()).for_each(|holds| self.add_symbols(holds, names));
        }
        for function in names.functions() {
            if let Some(info) = names.function_info(function) {
                self.add_symbols(&info.result, names);
            }
        }
        for kind in names.kinds() {
            self.declared.symbols.insert(names.name(kind.symbol()).to_owned(), kind.symbol());
        }
        for tag in self.world.catalogue.actions().flat_map(|action| &action.declared().tags) {
            self.declared.tags.insert(names.name(*tag).to_owned(), *tag);
        }
        let builtin = names.builtin();
        for symbol in [builtin.running, builtin.succeeded, builtin.failed] {
            self.declared.symbols.insert(names.name(symbol).to_owned(), symbol);
        }
    }

    fn declare_enum(&mut self, item: &crate::syntax::ast::EnumItem, names: &mut Vocabulary) {
        let Some(name) = item.name() else { return };
        if self.once("enumeration", Some(name.clone())).is_none() {
            return;
        }
        let variants = item.variants().map(|list| list.variants().collect::<Vec<_>>()).unwrap_or_default();
        let symbols: Vec<Symbol> = variants
            .iter()
            .enumerate()
            .map(|(at, variant)| {
                if variants.iter().take(at).any(|other| other.text() == variant.text()) {
                    let message = format!("`{}` is listed twice", variant.text());
                    self.error("declared-twice", span_of(variant), message);
                }
                let symbol = names.symbol(variant.text());
                self.declared.symbols.insert(variant.text().to_owned(), symbol);
                self.define(DefinitionKind::Symbol, variant, Type::Symbol);
                symbol
            })
            .collect();
        self.declared.enums.insert(name.text().to_owned(), symbols);
    }

    fn declare_item(&mut self, at: usize, item: Item, names: &mut Vocabulary) {
        let description = description_of(&item);
        self.declare_undescribed(at, item, names);
        if let Some((name, line)) = description {
            names.describe(&name, &line);
        }
    }

    fn declare_undescribed(&mut self, at: usize, item: Item, names: &mut Vocabulary) {
        match item {
            Item::World(world) => {
                self.declared.world =
                    self.declared.world.take().or(world.name().map(|name| name.text().to_owned()));
            }
            Item::Use(_) | Item::Enum(_) => {}
            Item::Fact(fact) => self.declared.facts.push((at, fact)),
            Item::Kind(kind) => {
                self.declare_kind(kind.name(), kind.fields(), names);
                self.declare_parents(&kind, names);
            }
            Item::Note(note) => self.declare_kind(note.name(), note.fields(), names),
            Item::Relation(relation) => {
                let Some(name) = relation.name() else { return };
                let columns = relation.params().map_or(0, |params| params.params().count());
                let known = names.find_relation(name.text()).and_then(|known| names.relation_info(known));
                if let Some(arity) = known.map(|info| info.arity).filter(|arity| *arity != columns) {
                    let message =
                        format!("`{}` is already a relation of {arity} columns, not {columns}", name.text());
                    self.error("declared-twice", span_of(&name), message);
                    return;
                }
                self.distinct_parameters(relation.params());
                self.define(DefinitionKind::Relation, &name, Type::Bool);
                names.relation(name.text(), columns);
            }
            Item::Function(function) if self.declares_functions => self.declare_function(&function, names),
            Item::Function(function) => self.check_function(&function),
            Item::Property(property) => self.declare_property(&property, names),
            Item::Thing(thing) => {
                if let Some(name) = self.once("thing", thing.name()) {
                    let id = names.id(&name);
                    self.declared.things.insert(name, id);
                    self.declared.thing_items.push((at, thing));
                }
            }
            Item::Let(item) => {
                if let Some(name) = self.once("value", item.name()) {
                    self.declared.lets.insert(name, (at, item));
                }
            }
            Item::Condition(item) => {
                if let Some(name) = self.once("condition", item.name()) {
                    self.declared.conditions.insert(name, (at, item));
                }
            }
            Item::Goal(item) => {
                if let Some(name) = self.once("goal", item.name()) {
                    self.declared.goals.insert(name, (at, item));
                }
            }
            Item::Program(item) => {
                if let Some(name) = self.once("program", item.name()) {
                    self.declared.programs.insert(name, (at, item));
                }
            }
            Item::Action(item) => {
                if self.once("action", item.name()).is_some() {
                    self.declare_action(&item, names);
                    self.declared.actions.push((at, item));
                }
            }
            Item::Mind(item) => {
                if self.once("mind", item.name()).is_some() {
                    self.declared.minds.push((at, item));
                }
            }
            other => self.declare_engine(at, other),
        }
    }

    /// Declares what belongs to an engine beside the arbiter.
    fn declare_engine(&mut self, at: usize, item: Item) {
        match item {
            Item::Task(item) => {
                if let Some(name) = self.once("task", item.name()) {
                    self.declared.tasks.insert(name, (at, item));
                }
            }
            Item::Team(item) => {
                if self.once("team", item.name()).is_some() {
                    self.declared.teams.push((at, item));
                }
            }
            Item::Network(item) => {
                if let Some(name) = self.once("network", item.name()) {
                    self.declared.networks.insert(name, (at, item));
                }
            }
            Item::Machine(item) => {
                if let Some(name) = self.once("machine", item.name()) {
                    self.declared.machines.insert(name, (at, item));
                }
            }
            Item::Schedule(item) => {
                if let Some(name) = self.once("schedule", item.name()) {
                    self.declared.schedules.insert(name, (at, item));
                }
            }
            Item::Goap(item) => {
                if let Some(name) = self.once("planner", item.name()) {
                    self.declared.goaps.insert(name, (at, item));
                }
            }
            other => {
                let is_new = match &other {
                    Item::Drive(drive) => self.once("drive", drive.name()).is_some(),
                    _ => true,
                };
                if is_new {
                    self.declared.others.push((at, other));
                }
            }
        }
    }

    /// A name may be declared once; the second time is an error that points at the first.
    fn once(&mut self, what: &'static str, name: Option<Name>) -> Option<String> {
        let name = name?;
        let (text, span) = (name.text(), span_of(&name));
        let seen = self.declared.seen.entry(namespace(what)).or_default();
        if let Some((kind, file, first)) = seen.get(text).cloned() {
            let message = if kind == what {
                format!("there are two {what}s called `{text}`")
            } else {
                format!("`{text}` is already the name of a {kind}, so a {what} cannot have it")
            };
            let mut diagnostic =
                Diagnostic::error("declared-twice", span, message).with_label("the second one");
            if file == self.file {
                diagnostic = diagnostic.with_secondary(first, "the first one");
            }
            self.report(diagnostic.with_help("give one of them another name"));
            return None;
        }
        seen.insert(text.to_owned(), (what, self.file, span));
        if let Some(kind) = definition_kind(what) {
            self.define(kind, &name, Type::Any);
        }
        Some(text.to_owned())
    }

    fn declare_kind_name(&mut self, name: Option<Name>, names: &mut Vocabulary) {
        let Some(name) = name else { return };
        let kind = names.kind(name.text());
        self.define(DefinitionKind::Kind, &name, Type::Any);
        self.declared.symbols.insert(name.text().to_owned(), kind.symbol());
    }

    fn declare_kind(&mut self, name: Option<Name>, fields: Option<FieldList>, names: &mut Vocabulary) {
        if name.is_none() {
            return;
        }
        for field in fields.into_iter().flat_map(|fields| fields.fields().collect::<Vec<_>>()) {
            let (Some(property), Some(written)) = (field.name(), field.ty()) else { continue };
            let holds = self.type_of(&written, names);
            let text = property.text();
            // A world's property keeps its type; a file may not change what the world fills in.
            let known = names.find_property(text).and_then(|known| names.property_info(known)).cloned();
            match known {
                Some(info) if info.holds != holds && info.holds != Type::Any => {
                    let message = format!("`{text}` is already a property of another type");
                    self.error("other-type", span_of(&property), message);
                }
                Some(_) => {}
                None => {
                    self.define(DefinitionKind::Property, &property, holds.clone());
                    names.property(text, holds);
                }
            }
        }
    }

    fn declare_parents(&mut self, item: &KindItem, names: &mut Vocabulary) {
        let (Some(name), Some(parents)) = (item.name(), item.parents()) else { return };
        let Some(kind) = names.find_kind(name.text()) else { return };
        for parent in parents.names() {
            let Some(found) = names.find_kind(parent.text()) else {
                let known: Vec<&str> = names.kinds().iter().map(|kind| names.name(kind.symbol())).collect();
                self.unknown("kind", parent.text(), span_of(&parent), known);
                continue;
            };
            self.refer(DefinitionKind::Kind, &parent);
            if found == kind || names.ancestors(found).contains(&kind) {
                let message = format!("the kind `{}` would be its own parent", name.text());
                self.error("kind-cycle", span_of(&parent), message);
                continue;
            }
            names.kind_of(name.text(), found);
        }
    }

    /// `property health: number own`
    fn declare_property(&mut self, item: &PropertyItem, names: &mut Vocabulary) {
        let (Some(name), Some(written)) = (item.name(), item.ty()) else { return };
        let holds = self.type_of(&written, names);
        let known = names.find_property(name.text()).and_then(|known| names.property_info(known));
        if known.is_some_and(|info| info.holds != holds) {
            let message = format!("`{}` is already a property of another type", name.text());
            self.error("other-type", span_of(&name), message);
            return;
        }
        self.define(DefinitionKind::Property, &name, holds.clone());
        if item.is_own() {
            names.own(name.text(), holds);
        } else {
            names.property(name.text(), holds);
        }
    }

    /// `function way_to(x: id): dir pure`, without a body.
    fn declare_function(&mut self, item: &FunctionItem, names: &mut Vocabulary) {
        let (Some(name), Some(result)) = (item.name(), item.result()) else { return };
        let result = self.type_of(&result, names);
        let purity = if item.is_pure() { Purity::Pure } else { Purity::Volatile };
        let function = match item.params() {
            Some(params) => names.function(name.text(), params.params().count(), purity, |_, _| None),
            None => names.variadic(name.text(), purity, |_, _| None),
        };
        names.returns(function, result.clone());
        self.define(DefinitionKind::Function, &name, result);
    }

    fn type_of(&mut self, written: &TypeView, names: &mut Vocabulary) -> Type {
        let Some(name) = written.name() else { return Type::Any };
        match name.text() {
            "number" => Type::Number,
            "truth" => Type::Bool,
            "text" => Type::Text,
            "symbol" => Type::Symbol,
            "id" => Type::Id,
            "point" => Type::Point,
            "list" => Type::List,
            "any" => Type::Any,
            "enum" => {
                let variants = written.arguments().map(|list| list.types().collect::<Vec<_>>());
                let mut symbols = Vec::new();
                for variant in variants.unwrap_or_default().iter().filter_map(TypeView::name) {
                    let symbol = names.symbol(variant.text());
                    self.declared.symbols.insert(variant.text().to_owned(), symbol);
                    symbols.push(symbol);
                }
                Type::OneOf(symbols.into())
            }
            other => match self.declared.enums.get(other).cloned() {
                Some(symbols) => {
                    self.refer(DefinitionKind::Enumeration, &name);
                    Type::OneOf(symbols.into())
                }
                None => self.world_type(other, &name, names),
            },
        }
    }

    /// A type by the name of a world's property of that type (`dir`), or of a kind, whose things are meant.
    fn world_type(&mut self, text: &str, name: &crate::syntax::ast::NameRef, names: &Vocabulary) -> Type {
        if names.find_kind(text).is_some() {
            self.refer(DefinitionKind::Kind, name);
            return Type::Id;
        }
        if let Some(info) = names.find_property(text).and_then(|property| names.property_info(property)) {
            return info.holds.clone();
        }
        let built_in = ["number", "truth", "text", "symbol", "id", "point", "list", "any"];
        let known: Vec<String> = self.declared.enums.keys().cloned().collect();
        let known = built_in.into_iter().chain(known.iter().map(String::as_str));
        self.unknown("type", text, span_of(name), known);
        Type::Any
    }

    /// A file cannot define a function, only state that the host has it.
    fn check_function(&mut self, item: &FunctionItem) {
        let Some(name) = item.name() else { return };
        let names = self.names.clone();
        if names.find_function(name.text()).is_none() {
            let known: Vec<&str> = names.functions().map(|function| names.function_name(function)).collect();
            self.unknown("function of the host", name.text(), span_of(&name), known);
        }
    }

    fn declare_action(&mut self, item: &ActionItem, names: &mut Vocabulary) {
        let Some(name) = item.name() else { return };
        self.distinct_parameters(item.params());
        let (text, arity) = (name.text(), item.params().map_or(0, |params| params.params().count()));
        for clause in item.clauses() {
            if let ActionClause::Tags(tags) = clause {
                for tag in tags.tags().into_iter().flat_map(|list| list.names().collect::<Vec<_>>()) {
                    self.declared.tags.insert(tag.text().to_owned(), names.symbol(tag.text()));
                    let place = self.place_of(&tag);
                    self.index.define(DefinitionKind::Tag, tag.text(), Some(place), Type::Symbol);
                }
            }
        }
        match names.find_action(text).and_then(|action| names.action_info(action)).cloned() {
            Some(info) if info.arity != arity => {
                let message =
                    format!("`{text}` takes {} arguments in this world, and {arity} here", info.arity);
                self.error("wrong-arity", span_of(&name), message);
            }
            Some(_) => {}
            None => {
                let action = match (item.is_internal(), item.is_latched()) {
                    (true, _) => names.internal(text, arity),
                    (false, true) => names.latched(text, arity),
                    (false, false) => names.action(text, arity),
                };
                let params = item.params().into_iter().flat_map(|params| params.params().collect::<Vec<_>>());
                let types: Vec<Type> =
                    params.map(|param| param.ty().map_or(Type::Any, |ty| self.type_of(&ty, names))).collect();
                names.takes(action, types);
            }
        }
    }

    /// The names as they are shared by everything that is built.
    pub(super) fn shared_names(&self) -> Arc<Vocabulary> {
        self.names.clone()
    }
}

/// The name of a declaration of the vocabulary and the `///` lines before it.
fn description_of(item: &Item) -> Option<(String, String)> {
    let name = match item {
        Item::Kind(item) => item.name(),
        Item::Property(item) => item.name(),
        Item::Relation(item) => item.name(),
        Item::Function(item) => item.name(),
        Item::Action(item) => item.name(),
        _ => None,
    }?;
    let keyword = item.syntax().tokens().find(|token| !token.kind().is_trivia())?;
    let before = std::iter::successors(keyword.prev_token(), |token| token.prev_token());
    let mut lines: Vec<String> = before
        .take_while(|token| token.kind().is_trivia())
        .filter_map(|token| Some(token.text().strip_prefix("///")?.trim().to_owned()))
        .collect();
    lines.reverse();
    (!lines.is_empty()).then(|| (name.text().to_owned(), lines.join(" ")))
}

/// Names are distinct within a namespace. Everything that can pursue a goal shares one.
fn namespace(what: &'static str) -> &'static str {
    match what {
        "program" | "task" | "network" | "machine" | "schedule" | "planner" => "behaviour",
        other => other,
    }
}

/// The kind of definition that a word of [`Checker::once`] stands for.
pub(super) fn definition_kind(what: &str) -> Option<DefinitionKind> {
    Some(match what {
        "value" => DefinitionKind::Value,
        "condition" => DefinitionKind::Condition,
        "goal" => DefinitionKind::Goal,
        "program" => DefinitionKind::Program,
        "mind" => DefinitionKind::Mind,
        "task" => DefinitionKind::Task,
        "team" => DefinitionKind::Team,
        "network" => DefinitionKind::Network,
        "machine" => DefinitionKind::Machine,
        "schedule" => DefinitionKind::Schedule,
        "planner" => DefinitionKind::Planner,
        "enumeration" => DefinitionKind::Enumeration,
        "thing" => DefinitionKind::Thing,
        "action" => DefinitionKind::Action,
        "drive" => DefinitionKind::Drive,
        _ => return None,
    })
}
