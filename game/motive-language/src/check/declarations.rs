//! The first pass: reads a file and every file that it uses, and collects what they declare in the table of names.

use super::findings::{Findings, span_of};
use super::names::{InFile, NameTable, Named, ORDERS, PLAIN_TYPES, plain_type};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::{COORDINATOR, DefinitionKind, WorldVocabulary};
use crate::source::{Files, SourceText};
use crate::syntax::ast::{
    ActionClause, ActionItem, AstNode, EnumItem, Field, FunctionItem, Item, KindItem, Name, NameRef,
    PropertyItem, RelationItem, SourceFile, Type as TypeView,
};
use crate::syntax::{Parse, parse};
use motive_core::{Purity, Symbol, Type, Vocabulary};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The limit ends files that use ever new ones, as a generator could.
pub(crate) const MOST_FILES: usize = 1000;

/// Of how many kinds a kind can be, counting those that these are of.
const MOST_ANCESTORS: usize = 64;

/// Reads a text, of which `parsed` is the tree, and all that it uses, each once.
pub(super) fn read_all(
    text: SourceText,
    parsed: &Parse,
    files: &dyn Files,
    findings: &mut Findings,
) -> (Vec<SourceText>, Vec<SourceFile>) {
    let (mut texts, mut trees, mut first) = (vec![text], Vec::new(), Some(parsed));
    let mut known: FxHashSet<_> = texts.iter().map(|text| text.name.clone()).collect();
    while let Some(text) = texts.get(trees.len()) {
        findings.file = trees.len();
        let parsed = first.take().cloned().unwrap_or_else(|| parse(&text.text));
        for error in parsed.errors() {
            findings.report(error.clone());
        }
        let file = parsed.file();
        for item in file.items() {
            if let Item::Use(item) = item
                && let Some(path) = item.path()
            {
                match files.read(&path, &texts[findings.file].name) {
                    Ok(text) if known.contains(&text.name) => {}
                    Ok(_) if texts.len() >= MOST_FILES => {
                        let message = format!("more than {MOST_FILES} files are used");
                        findings.error("too-many-files", item.span(), message);
                    }
                    Ok(text) => {
                        known.insert(text.name.clone());
                        texts.push(text);
                    }
                    Err(why) => {
                        let message = format!("`{path}` cannot be used: {why}");
                        findings.error("unreadable", item.span(), message);
                    }
                }
            }
        }
        trees.push(file);
    }
    (texts, trees)
}

/// Collects what files declare. If `declares_functions`, `function` declares one; otherwise it states that the world has it.
pub(super) fn declare(
    files: Vec<SourceFile>,
    world: &WorldVocabulary<'_>,
    declares_functions: bool,
    findings: &mut Findings,
) -> NameTable {
    let mut declarer = Declarer {
        vocabulary: world.vocabulary.clone(),
        table: NameTable { files, ..NameTable::default() },
        findings,
        declares_functions,
        seen: FxHashMap::default(),
    };
    declarer.collect_symbols(world);
    declarer.declare_all();
    declarer.finish(world)
}

/// The table of names while it is filled.
struct Declarer<'f> {
    vocabulary: Vocabulary,
    table: NameTable,
    findings: &'f mut Findings,
    declares_functions: bool,
    /// What each name was first declared as, and where, by namespace and name.
    seen: FxHashMap<DefinitionKind, FxHashMap<String, (DefinitionKind, usize, Span)>>,
}

impl Declarer<'_> {
    fn declare_all(&mut self) {
        let files = self.table.files.clone();
        // Enumerations and kinds come first: other declarations use them.
        for (at, file) in files.iter().enumerate() {
            self.findings.file = at;
            for item in file.items() {
                match &item {
                    Item::Enum(item) => self.declare_enum(item),
                    Item::Kind(item) => self.declare_kind_name(item.name()),
                    Item::Note(item) => self.declare_kind_name(item.name()),
                    _ => {}
                }
            }
        }
        for (at, file) in files.iter().enumerate() {
            self.findings.file = at;
            for item in file.items() {
                let description = description_of(&item);
                self.declare_item(at, item);
                if let Some((name, line)) = description {
                    self.vocabulary.describe(&name, &line);
                }
            }
        }
        self.declare_teams();
    }

    fn finish(mut self, world: &WorldVocabulary<'_>) -> NameTable {
        self.table.vocabulary = self.vocabulary.finish().unwrap_or_else(|error| {
            self.findings.error("cannot-be-built", 0..0, error.to_string());
            Arc::new(world.vocabulary.clone())
        });
        // The minds of the file that was asked for come after those of the files that it uses.
        self.table.minds.sort_by_key(|(file, _)| *file == 0);
        for (place, (_, mind)) in self.table.minds.iter().enumerate() {
            if let Some(name) = mind.name() {
                self.table.mind_places.entry(name.text().to_owned()).or_insert(place);
            }
        }
        define_world_names(&self.table, self.findings);
        self.table
    }

    /// The symbols that properties, arguments and results of a world can be, its kinds, and the states of actions.
    fn collect_symbols(&mut self, world: &WorldVocabulary<'_>) {
        let (names, symbols) = (world.vocabulary, &mut self.table.symbols);
        let properties = names.properties().filter_map(|property| names.property_info(property));
        let actions = names.actions().filter_map(|action| names.action_info(action)?.parameters.as_ref());
        let functions = names.functions().filter_map(|function| names.function_info(function));
        let types = properties
            .map(|info| &info.holds)
            .chain(actions.flat_map(|types| types.iter()))
            .chain(functions.map(|info| &info.result));
        let variants = types.flat_map(|holds| match holds {
            Type::OneOf(symbols) => &symbols[..],
            _ => &[],
        });
        let kinds = names.kinds().iter().map(|kind| kind.symbol());
        let builtin = names.builtin();
        let states = [builtin.running, builtin.succeeded, builtin.failed];
        for symbol in variants.copied().chain(kinds).chain(states) {
            symbols.insert(names.name(symbol).to_owned(), symbol);
        }
        for tag in world.catalogue.actions().flat_map(|action| &action.declared().tags) {
            self.table.tags.insert(names.name(*tag).to_owned(), *tag);
        }
    }

    fn declare_enum(&mut self, item: &EnumItem) {
        let Some(name) = item.name() else { return };
        if self.once(DefinitionKind::Enumeration, Some(name.clone())).is_none() {
            return;
        }
        let variants: Vec<Name> = item.variants().collect();
        let mut listed = BTreeSet::new();
        let symbols: Vec<Symbol> = variants
            .iter()
            .map(|variant| {
                if !listed.insert(variant.text()) {
                    let message = format!("`{}` is listed twice", variant.text());
                    self.findings.error("declared-twice", span_of(variant), message);
                }
                let symbol = self.vocabulary.symbol(variant.text());
                self.table.symbols.insert(variant.text().to_owned(), symbol);
                self.findings.define(DefinitionKind::Symbol, variant, Type::Symbol);
                symbol
            })
            .collect();
        self.table.enums.insert(name.text().to_owned(), symbols);
    }

    fn declare_item(&mut self, at: usize, item: Item) {
        use DefinitionKind as K;
        match item {
            Item::World(world) => {
                let written = world.name().map(|name| name.text().to_owned());
                self.table.world = self.table.world.take().or(written);
            }
            Item::Use(_) | Item::Enum(_) => {}
            Item::Fact(fact) => self.table.facts.push((at, fact)),
            Item::Kind(kind) => {
                self.declare_kind(kind.name(), kind.fields());
                self.declare_parents(&kind);
            }
            Item::Note(note) => self.declare_kind(note.name(), note.fields()),
            Item::Relation(relation) => self.declare_relation(&relation),
            Item::Function(function) if self.declares_functions => self.declare_function(&function),
            Item::Function(function) => self.check_function(&function),
            Item::Property(property) => self.declare_property(&property),
            Item::Thing(thing) => {
                if let Some(name) = self.once(K::Thing, thing.name()) {
                    let id = self.vocabulary.id(&name);
                    self.table.things.insert(name, id);
                    self.table.thing_items.push((at, thing));
                }
            }
            Item::Action(item) => {
                if self.once(K::Action, item.name()).is_some() {
                    self.declare_action(&item);
                    self.table.actions.push((at, item));
                }
            }
            Item::Mind(item) => self.list(K::Mind, item.name(), (at, item), |table| &mut table.minds),
            Item::Team(item) => self.list(K::Team, item.name(), (at, item), |table| &mut table.teams),
            Item::Let(item) => self.keep(K::Value, item.name(), (at, item), |table| &mut table.lets),
            Item::Condition(item) => {
                self.keep(K::Condition, item.name(), (at, item), |table| &mut table.conditions);
            }
            Item::Goal(item) => self.keep(K::Goal, item.name(), (at, item), |table| &mut table.goals),
            Item::Program(item) => {
                self.keep(K::Program, item.name(), (at, item), |table| &mut table.programs);
            }
            Item::Task(item) => self.keep(K::Task, item.name(), (at, item), |table| &mut table.tasks),
            Item::Network(item) => {
                self.keep(K::Network, item.name(), (at, item), |table| &mut table.networks);
            }
            Item::Machine(item) => {
                self.keep(K::Machine, item.name(), (at, item), |table| &mut table.machines);
            }
            Item::Schedule(item) => {
                self.keep(K::Schedule, item.name(), (at, item), |table| &mut table.schedules);
            }
            Item::Goap(item) => self.keep(K::Planner, item.name(), (at, item), |table| &mut table.goaps),
            Item::Drive(item) => {
                self.list(K::Drive, item.name(), (at, Item::Drive(item)), |table| &mut table.others);
            }
            other => self.table.others.push((at, other)),
        }
    }

    /// Keeps an item in a list, if nothing else has its name.
    fn list<T>(
        &mut self,
        kind: DefinitionKind,
        name: Option<Name>,
        item: InFile<T>,
        list: impl FnOnce(&mut NameTable) -> &mut Vec<InFile<T>>,
    ) {
        if self.once(kind, name).is_some() {
            list(&mut self.table).push(item);
        }
    }

    /// Keeps an item by its name, if nothing else has that name.
    fn keep<T>(
        &mut self,
        kind: DefinitionKind,
        name: Option<Name>,
        item: InFile<T>,
        map: impl FnOnce(&mut NameTable) -> &mut Named<T>,
    ) {
        if let Some(name) = self.once(kind, name) {
            map(&mut self.table).insert(name, item);
        }
    }

    fn declare_relation(&mut self, relation: &RelationItem) {
        let Some(name) = relation.name() else { return };
        let columns = relation.params().map_or(0, |params| params.params().count());
        let known = self.vocabulary.find_relation(name.text());
        let known = known.and_then(|known| self.vocabulary.relation_info(known));
        if let Some(arity) = known.map(|info| info.arity).filter(|arity| *arity != columns) {
            let message =
                format!("`{}` is already a relation of {arity} columns, not {columns}", name.text());
            self.findings.error("declared-twice", span_of(&name), message);
            return;
        }
        self.findings.distinct_parameters(relation.params().as_ref());
        self.findings.define(DefinitionKind::Relation, &name, Type::Bool);
        self.vocabulary.relation(name.text(), columns);
    }

    /// Declares the members of all teams as things that a coordinator knows, and the orders as actions.
    fn declare_teams(&mut self) {
        let teams = self.table.teams.clone();
        if teams.is_empty() {
            return;
        }
        let kind = self.vocabulary.kind("member");
        self.table.symbols.insert("member".into(), kind.symbol());
        for (property, holds) in [("tasks", Type::Number), ("silent", Type::Number), ("doing", Type::Symbol)]
        {
            if self.vocabulary.find_property(property).is_none() {
                self.vocabulary.property(property, holds);
            }
        }
        for (name, arity, _) in ORDERS.iter().filter(|(name, ..)| *name != "ask") {
            if self.vocabulary.find_action(name).is_none() {
                self.vocabulary.action(name, *arity);
            }
        }
        let tasks: Vec<String> = self.table.tasks.keys().cloned().collect();
        for task in tasks {
            let symbol = self.vocabulary.symbol(&task);
            self.table.symbols.entry(task).or_insert(symbol);
        }
        for (file, team) in &teams {
            self.findings.file = *file;
            for role in team.roles().filter_map(|role| role.name()) {
                let symbol = self.vocabulary.symbol(role.text());
                self.table.symbols.entry(role.text().to_owned()).or_insert(symbol);
                self.findings.define(DefinitionKind::Role, &role, Type::Symbol);
            }
            for name in team.members().flat_map(|member| member.names()) {
                let place = self.findings.place_of(&name);
                self.findings.index.define(DefinitionKind::Thing, name.text(), Some(place), Type::Id);
                let id = self.vocabulary.id(name.text());
                self.table.things.insert(name.text().to_owned(), id);
            }
            let id = self.vocabulary.id(COORDINATOR);
            self.table.things.insert(COORDINATOR.into(), id);
        }
        self.ask_is_an_order();
    }

    /// `ask` is an order wherever there are teams, so that no task or program can have this name.
    fn ask_is_an_order(&mut self) {
        let task = self.table.tasks.get("ask").and_then(|(file, item)| Some((*file, item.name()?)));
        let program = self.table.programs.get("ask").and_then(|(file, item)| Some((*file, item.name()?)));
        for (file, name) in task.into_iter().chain(program) {
            let message = "`ask` is an order that members of teams give each other";
            let diagnostic = Diagnostic::error("declared-twice", span_of(&name), message);
            self.findings.file = file;
            self.findings.report(diagnostic.with_help("give this another name"));
        }
    }

    /// A name may be declared once; the second time is an error that points at the first.
    fn once(&mut self, kind: DefinitionKind, name: Option<Name>) -> Option<String> {
        let name = name?;
        let (text, span) = (name.text(), span_of(&name));
        let seen = self.seen.entry(namespace(kind)).or_default();
        if let Some((other, file, first)) = seen.get(text).cloned() {
            let what = kind.word();
            let message = if kind == other {
                format!("there are two {what}s called `{text}`")
            } else {
                format!("`{text}` is already the name of a {}, so a {what} cannot have it", other.word())
            };
            let mut diagnostic =
                Diagnostic::error("declared-twice", span, message).with_label("the second one");
            if file == self.findings.file {
                diagnostic = diagnostic.with_secondary(first, "the first one");
            }
            self.findings.report(diagnostic.with_help("give one of them another name"));
            return None;
        }
        seen.insert(text.to_owned(), (kind, self.findings.file, span));
        if namespace(kind) == DefinitionKind::Program {
            self.table.behaviours.insert(text.to_owned(), kind);
        }
        self.findings.define(kind, &name, Type::Any);
        Some(text.to_owned())
    }

    fn declare_kind_name(&mut self, name: Option<Name>) {
        let Some(name) = name else { return };
        let kind = self.vocabulary.kind(name.text());
        self.findings.define(DefinitionKind::Kind, &name, Type::Any);
        self.table.symbols.insert(name.text().to_owned(), kind.symbol());
    }

    fn declare_kind(&mut self, name: Option<Name>, fields: impl Iterator<Item = Field>) {
        if name.is_none() {
            return;
        }
        for field in fields {
            let (Some(property), Some(written)) = (field.name(), field.ty()) else { continue };
            let holds = self.type_of(&written);
            let text = property.text();
            // A world's property keeps its type; a file may not change what the world fills in.
            let known = self.holds(text);
            match known {
                Some(known) if known != holds && known != Type::Any => {
                    let message = format!("`{text}` is already a property of another type");
                    self.findings.error("other-type", span_of(&property), message);
                }
                Some(_) => {}
                None => {
                    self.findings.define(DefinitionKind::Property, &property, holds.clone());
                    self.vocabulary.property(text, holds);
                }
            }
        }
    }

    fn declare_parents(&mut self, item: &KindItem) {
        let Some(name) = item.name() else { return };
        let Some(kind) = self.vocabulary.find_kind(name.text()) else { return };
        for parent in item.parents() {
            let Some(found) = self.vocabulary.find_kind(parent.text()) else {
                let known: Vec<&str> =
                    self.vocabulary.kinds().iter().map(|kind| self.vocabulary.name(kind.symbol())).collect();
                self.findings.unknown("kind", parent.text(), span_of(&parent), known);
                continue;
            };
            self.findings.refer(DefinitionKind::Kind, &parent);
            let above = self.vocabulary.ancestors(found);
            if found == kind || above.contains(&kind) {
                let message = format!("the kind `{}` would be its own parent", name.text());
                self.findings.error("kind-cycle", span_of(&parent), message);
                continue;
            }
            if above.len() + self.vocabulary.ancestors(kind).len() >= MOST_ANCESTORS {
                let message = format!("the kind `{}` is of more than {MOST_ANCESTORS} kinds", name.text());
                self.findings.error("too-large", span_of(&parent), message);
                continue;
            }
            self.vocabulary.kind_of(name.text(), found);
        }
    }

    /// The type of a property of the world, or of one that is declared already.
    fn holds(&self, property: &str) -> Option<Type> {
        let known = self.vocabulary.find_property(property)?;
        self.vocabulary.property_info(known).map(|info| info.holds.clone())
    }

    /// `property health: number own`
    fn declare_property(&mut self, item: &PropertyItem) {
        let (Some(name), Some(written)) = (item.name(), item.ty()) else { return };
        let holds = self.type_of(&written);
        if self.holds(name.text()).is_some_and(|known| known != holds) {
            let message = format!("`{}` is already a property of another type", name.text());
            self.findings.error("other-type", span_of(&name), message);
            return;
        }
        self.findings.define(DefinitionKind::Property, &name, holds.clone());
        if item.is_own() {
            self.vocabulary.own(name.text(), holds);
        } else {
            self.vocabulary.property(name.text(), holds);
        }
    }

    /// `function way_to(x: id): dir pure`, without a body.
    fn declare_function(&mut self, item: &FunctionItem) {
        let (Some(name), Some(result)) = (item.name(), item.result()) else { return };
        let result = self.type_of(&result);
        let purity = if item.is_pure() { Purity::Pure } else { Purity::Volatile };
        let function = match item.params() {
            Some(params) => {
                self.vocabulary.function(name.text(), params.params().count(), purity, |_, _| None)
            }
            None => self.vocabulary.variadic(name.text(), purity, |_, _| None),
        };
        self.vocabulary.returns(function, result.clone());
        self.findings.define(DefinitionKind::Function, &name, result);
    }

    fn type_of(&mut self, written: &TypeView) -> Type {
        let Some(name) = written.name() else { return Type::Any };
        if let Some(plain) = plain_type(name.text()) {
            return plain;
        }
        match name.text() {
            "enum" => {
                let mut symbols = Vec::new();
                for variant in written.arguments().filter_map(|variant| variant.name()) {
                    let symbol = self.vocabulary.symbol(variant.text());
                    self.table.symbols.insert(variant.text().to_owned(), symbol);
                    symbols.push(symbol);
                }
                Type::OneOf(symbols.into())
            }
            other => match self.table.enums.get(other).cloned() {
                Some(symbols) => {
                    self.findings.refer(DefinitionKind::Enumeration, &name);
                    Type::OneOf(symbols.into())
                }
                None => self.world_type(other, &name),
            },
        }
    }

    /// A type by the name of a world's property of that type (`dir`), or of a kind, whose things are meant.
    fn world_type(&mut self, text: &str, name: &NameRef) -> Type {
        if self.vocabulary.find_kind(text).is_some() {
            self.findings.refer(DefinitionKind::Kind, name);
            return Type::Id;
        }
        if let Some(holds) = self.holds(text) {
            return holds;
        }
        let known = PLAIN_TYPES.iter().map(|(name, _)| *name);
        let known = known.chain(self.table.enums.keys().map(String::as_str));
        self.findings.unknown("type", text, span_of(name), known);
        Type::Any
    }

    /// A file cannot define a function, only state that the host has it.
    fn check_function(&mut self, item: &FunctionItem) {
        let Some(name) = item.name() else { return };
        if self.vocabulary.find_function(name.text()).is_none() {
            let known: Vec<&str> =
                self.vocabulary.functions().map(|function| self.vocabulary.function_name(function)).collect();
            self.findings.unknown("function of the host", name.text(), span_of(&name), known);
        }
    }

    fn declare_action(&mut self, item: &ActionItem) {
        let Some(name) = item.name() else { return };
        self.findings.distinct_parameters(item.params().as_ref());
        let (text, arity) = (name.text(), item.params().map_or(0, |params| params.params().count()));
        for clause in item.clauses() {
            if let ActionClause::Tags(tags) = clause {
                for tag in tags.tags() {
                    self.table.tags.insert(tag.text().to_owned(), self.vocabulary.symbol(tag.text()));
                    let place = self.findings.place_of(&tag);
                    self.findings.index.define(DefinitionKind::Tag, tag.text(), Some(place), Type::Symbol);
                }
            }
        }
        match self
            .vocabulary
            .find_action(text)
            .and_then(|action| self.vocabulary.action_info(action))
            .cloned()
        {
            Some(info) if info.arity != arity => {
                let message =
                    format!("`{text}` takes {} arguments in this world, and {arity} here", info.arity);
                self.findings.error("wrong-arity", span_of(&name), message);
            }
            Some(_) => {}
            None => {
                let action = match (item.is_internal(), item.is_latched()) {
                    (true, _) => self.vocabulary.internal(text, arity),
                    (false, true) => self.vocabulary.latched(text, arity),
                    (false, false) => self.vocabulary.action(text, arity),
                };
                let params = item.params().into_iter().flat_map(|params| params.params().collect::<Vec<_>>());
                let types: Vec<Type> =
                    params.map(|param| param.ty().map_or(Type::Any, |ty| self.type_of(&ty))).collect();
                self.vocabulary.takes(action, types);
            }
        }
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
fn namespace(kind: DefinitionKind) -> DefinitionKind {
    use DefinitionKind as K;
    match kind {
        K::Program | K::Task | K::Network | K::Machine | K::Schedule | K::Planner => K::Program,
        other => other,
    }
}

/// Adds the names of the world to the index, so that an editor can offer them.
fn define_world_names(table: &NameTable, findings: &mut Findings) {
    let (names, index) = (&table.vocabulary, &mut findings.index);
    for kind in names.kinds() {
        index.define(DefinitionKind::Kind, names.name(kind.symbol()), None, Type::Any);
    }
    for property in names.properties() {
        let holds = names.property_info(property).map_or(Type::Any, |info| info.holds.clone());
        index.define(DefinitionKind::Property, names.property_name(property), None, holds);
    }
    for relation in names.relations() {
        index.define(DefinitionKind::Relation, names.relation_name(relation), None, Type::Bool);
    }
    for function in names.functions() {
        let result = names.function_info(function).map_or(Type::Any, |info| info.result.clone());
        index.define(DefinitionKind::Function, names.function_name(function), None, result);
    }
    for action in names.actions() {
        index.define(DefinitionKind::Action, names.action_name(action), None, Type::Any);
    }
    for name in table.symbols.keys().filter(|name| names.find_kind(name).is_none()) {
        index.define(DefinitionKind::Symbol, name, None, Type::Symbol);
    }
}
