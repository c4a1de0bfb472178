//! From syntax trees to the checked model: every name resolved, every type checked, against a world's vocabulary.
//!
//! The [`Checker`] works in passes: declarations, then definitions engine by engine, then warnings. It never stops at the first error.

mod actions;
mod ambiance;
mod conditions;
mod declarations;
mod drive_plans;
mod drives;
mod expressions;
mod goals;
mod goap;
mod initial_state;
mod lints;
mod machines;
mod minds;
#[cfg(feature = "networks")]
mod networks;
#[cfg(not(feature = "networks"))]
mod networks_left_out;
mod patterns;
mod programs;
mod schedules;
mod steps;
mod tasks;
mod teams;
mod trial_build;
mod types;
mod used_files;

pub(crate) use teams::COORDINATOR;
pub(crate) use used_files::MOST_FILES;

use crate::diagnostic::{Diagnostic, Span};
use crate::load::{Problem, WorldVocabulary};
use crate::model::{CheckedModel, DefinitionId, DefinitionKind, EngineCalls, Place, SemanticIndex};
use crate::source::{Files, NoFiles, SourceText};
use crate::syntax::Parse;
use crate::syntax::ast::{AstNode, Name, NameRef, ParamList, SourceFile};
use declarations::Declared;
use motive_core::{Catalogue, Expr, Type, Vocabulary};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Checks a text that declares a vocabulary, with functions.
pub(crate) fn check_names(text: SourceText) -> (Vec<SourceText>, CheckedModel, Vec<Problem>) {
    let world = WorldVocabulary { vocabulary: &Vocabulary::new(), catalogue: &Catalogue::default() };
    let mut checker = Checker::new(&world);
    checker.declares_functions = true;
    let texts = checker.read_all(text, None, &NoFiles);
    let model = checker.model(&texts);
    (texts, model, checker.problems)
}

/// Reads and checks a text and every file that it uses. The text need not be parsed if its tree is known.
pub(crate) fn check(
    text: SourceText,
    parsed: Option<&Parse>,
    world: &WorldVocabulary<'_>,
    files: &dyn Files,
) -> (Vec<SourceText>, CheckedModel, Vec<Problem>) {
    let mut checker = Checker::new(world);
    let texts = checker.read_all(text, parsed, files);
    let model = checker.model(&texts);
    (texts, model, checker.problems)
}

/// The state of a check: what is declared, where the check is, and what it found.
struct Checker<'w> {
    world: &'w WorldVocabulary<'w>,
    names: Arc<Vocabulary>,
    declared: Declared,
    /// Whether `function` declares a function. Otherwise it states that the world has one.
    declares_functions: bool,
    files: Vec<SourceFile>,
    file: usize,
    problems: Vec<Problem>,
    /// What names mean at this point of a rule.
    scope: Vec<LocalName>,
    /// What names refer to, and the types of expressions.
    index: SemanticIndex,
    /// How deep named values and conditions are used inside each other.
    depth: usize,
    /// How many conditions and values around this point are being read.
    nesting: usize,
    /// How often named values and conditions have been used in the outermost of them.
    uses: usize,
    /// The types of what tasks return, as far as they have been worked out.
    task_results: BTreeMap<String, Option<Type>>,
    /// How many of them are being worked out.
    result_depth: usize,
    fresh: usize,
    /// Which engines are called by others.
    calls: EngineCalls,
}

/// How many known names a message lists at most.
const MOST_LISTED: usize = 24;

/// For how many problems similar names are looked up. A file with more of them is not for this world.
const MOST_SUGGESTED: usize = 200;

/// A name that is visible at this point of a rule.
#[derive(Clone, Debug)]
struct LocalName {
    name: String,
    meaning: NameMeaning,
    value_type: Type,
    /// Where it is defined, unless the language itself binds it.
    definition: Option<DefinitionId>,
}

impl LocalName {
    /// The name under which the library knows it, if it is a variable.
    fn variable(&self) -> Option<&str> {
        match &self.meaning {
            NameMeaning::Variable(inner) => Some(inner),
            NameMeaning::Value(_) => None,
        }
    }
}

/// What a name stands for inside a rule.
#[derive(Clone, Debug)]
enum NameMeaning {
    /// A variable of the rule, and how the library knows it.
    Variable(String),
    /// A value: the argument of a named value or condition.
    Value(Box<Expr>),
}

impl<'w> Checker<'w> {
    /// Checks everything. Warnings are reported only if there are no errors.
    fn model(&mut self, texts: &[SourceText]) -> CheckedModel {
        // The minds of the file that was asked for come after those of the files that it uses.
        self.declared.minds.sort_by_key(|(file, _)| *file == 0);
        let items = self.items();
        let mut minds = self.minds(&items);
        let mut teams = self.teams(&items);
        self.unused_names();
        if !self.has_errors() {
            self.try_all_tasks(&items, &minds);
            let members = teams.iter_mut().map(|team| &mut team.member);
            minds.iter_mut().chain(members).for_each(|mind| self.plan_for_drives(mind, &items));
        }
        if !self.has_errors() {
            self.review_tasks();
            self.review_goals_and_rules();
            self.filtered_goals(&minds);
        }
        let mut hasher = DefaultHasher::new();
        texts.iter().for_each(|text| text.text.hash(&mut hasher));
        let mut model = CheckedModel {
            world: self.declared.world.clone(),
            vocabulary: self.names.clone(),
            index: std::mem::take(&mut self.index),
            items,
            minds,
            teams,
            version: hasher.finish(),
        };
        // Minds and teams may have added calls.
        model.items.calls = std::mem::take(&mut self.calls);
        model
    }

    /// Checks named values and conditions that nothing uses. The others have been checked at their uses.
    fn unused_names(&mut self) {
        for (name, (file, item)) in self.declared.lets.clone() {
            if !self.index.is_used(DefinitionKind::Value, &name) {
                self.within(file, |this| {
                    this.scoped(|this| {
                        this.bind_parameters(item.params());
                        item.value().and_then(|value| this.value(&value))
                    })
                });
            }
        }
        for (name, (file, item)) in self.declared.conditions.clone() {
            if !self.index.is_used(DefinitionKind::Condition, &name) {
                self.within(file, |this| {
                    this.scoped(|this| {
                        this.bind_parameters(item.params());
                        item.condition().and_then(|condition| this.conditions(&condition))
                    })
                });
            }
        }
    }

    /// A view's place in the file at hand.
    fn place_of(&self, node: &impl AstNode) -> Place {
        Place { file: self.file, span: span_of(node) }
    }

    fn new(world: &'w WorldVocabulary<'w>) -> Self {
        Self {
            world,
            names: Arc::new(world.vocabulary.clone()),
            declared: Declared::default(),
            declares_functions: false,
            files: Vec::new(),
            file: 0,
            problems: Vec::new(),
            scope: Vec::new(),
            index: SemanticIndex::default(),
            depth: 0,
            nesting: 0,
            uses: 0,
            task_results: BTreeMap::new(),
            result_depth: 0,
            fresh: 0,
            calls: EngineCalls::default(),
        }
    }

    fn has_errors(&self) -> bool {
        self.problems.iter().any(Problem::is_error)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.problems.push(Problem { file: self.file, diagnostic });
    }

    /// Reports a problem that may be found several times, once.
    fn report_once(&mut self, diagnostic: Diagnostic) {
        let problem = Problem { file: self.file, diagnostic };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn error(&mut self, code: &str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// Reports an unknown name, with the most similar known one, or else a list of the known ones.
    fn unknown<'n>(&mut self, what: &str, name: &str, span: Span, known: impl IntoIterator<Item = &'n str>) {
        let message = format!("there is no {what} called `{name}`");
        // The code of "task, action or program" is `unknown-task`.
        let code = what.split(',').next().unwrap_or(what).replace(' ', "-");
        let known: Vec<&str> = known.into_iter().collect();
        let mut diagnostic = Diagnostic::error(format!("unknown-{code}"), span, message);
        diagnostic = diagnostic.with_label(format!("no such {what}"));
        if self.problems.len() < MOST_SUGGESTED {
            diagnostic = diagnostic.with_nearest(name, known.iter().copied());
        }
        if diagnostic.help.is_empty() && (1..=MOST_LISTED).contains(&known.len()) {
            diagnostic = diagnostic.with_help(format!("known here: {}", known.join(", ")));
        }
        self.report(diagnostic);
    }

    /// Binds a name from here on, and gives the name under which the library knows it. Inside a named condition that is
    /// another one, so that it cannot clash with names of the rule that uses the condition.
    fn bind(&mut self, node: &impl AstNode, name: &str, value_type: Type) -> String {
        let inner = if self.depth == 0 {
            name.to_owned()
        } else {
            self.fresh += 1;
            format!("{name}'{}", self.fresh)
        };
        let (place, visible) = (self.place_of(node), self.visible_from(node));
        let kind = DefinitionKind::Variable;
        let id = self.index.define_local(kind, name, place, visible, value_type.clone());
        self.push_local(name, NameMeaning::Variable(inner.clone()), value_type, Some(id));
        inner
    }

    fn push_local(
        &mut self,
        name: &str,
        meaning: NameMeaning,
        value_type: Type,
        definition: Option<DefinitionId>,
    ) {
        self.scope.push(LocalName { name: name.to_owned(), meaning, value_type, definition });
    }

    /// Binds a name that the language itself defines, such as `it`.
    fn bind_implicit(&mut self, name: &str, value_type: Type) {
        self.push_local(name, NameMeaning::Variable(name.to_owned()), value_type, None);
    }

    /// Binds parameters to themselves.
    fn bind_parameters(&mut self, params: Option<ParamList>) {
        self.distinct_parameters(params.clone());
        let types = self.parameter_types(params.clone());
        let names = programs::parameter_names(params.clone());
        let ids = self.define_parameters(params);
        for ((name, value_type), id) in names.into_iter().zip(types).zip(ids) {
            self.push_local(&name, NameMeaning::Variable(name.clone()), value_type, Some(id));
        }
    }

    /// Reports parameters of the same name.
    fn distinct_parameters(&mut self, params: Option<ParamList>) {
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let params = params.into_iter().flat_map(|params| params.params().collect::<Vec<_>>());
        for name in params.filter_map(|param| param.name()) {
            let (text, span) = (name.text(), span_of(&name));
            if let Some(first) = seen.insert(text.to_owned(), span.clone()) {
                let message = format!("there are two parameters called `{text}`");
                let diagnostic = Diagnostic::error("declared-twice", span, message);
                self.report_once(diagnostic.with_secondary(first, "the first one"));
            }
        }
    }

    /// Notes where parameters are defined.
    fn define_parameters(&mut self, params: Option<ParamList>) -> Vec<DefinitionId> {
        let types = self.parameter_types(params.clone());
        let params = params.into_iter().flat_map(|params| params.params().collect::<Vec<_>>());
        let names: Vec<Name> = params.filter_map(|param| param.name()).collect();
        let kind = DefinitionKind::Parameter;
        let define = |(name, value_type): (Name, Type)| {
            let (place, visible) = (self.place_of(&name), self.visible_from(&name));
            self.index.define_local(kind, name.text(), place, visible, value_type)
        };
        names.into_iter().zip(types).map(define).collect()
    }

    /// The names of all kinds but that of actions, which every world has.
    fn kind_names(&self) -> Vec<String> {
        let (names, builtin) = (&self.names, self.names.builtin().action);
        let kinds = names.kinds().iter().filter(|kind| **kind != builtin);
        kinds.map(|kind| names.name(kind.symbol()).to_owned()).collect()
    }

    /// Reports a kind that is not there.
    fn unknown_kind(&mut self, name: &str, span: Span) {
        let known = self.kind_names();
        self.unknown("kind", name, span, known.iter().map(String::as_str));
    }

    /// Notes a definition that is visible everywhere.
    fn define(&mut self, kind: DefinitionKind, name: &Name, value_type: Type) {
        let place = self.place_of(name);
        self.index.define(kind, name.text(), Some(place), value_type);
    }

    /// Notes that a name refers to a definition that is visible everywhere.
    fn refer(&mut self, kind: DefinitionKind, name: &NameRef) {
        let id = self.index.define(kind, name.text(), None, Type::Any);
        let place = self.place_of(name);
        self.index.refer(&place, id);
    }

    /// Notes that a name refers to a definition that is visible in a part of a file only.
    fn refer_to(&mut self, name: &NameRef, id: DefinitionId) {
        let place = self.place_of(name);
        self.index.refer(&place, id);
    }

    /// Notes a definition that is visible in the item around it only, such as a state of a machine.
    fn define_within(&mut self, kind: DefinitionKind, name: &Name) -> DefinitionId {
        let around = name.syntax().ancestors().find(|node| node.kind().is_item());
        let span = around.unwrap_or_else(|| name.syntax().clone()).span();
        let visible = Place { file: self.file, span };
        self.index.define_local(kind, name.text(), self.place_of(name), visible, Type::Any)
    }

    /// Notes that a name refers to a parameter or variable.
    fn refer_local(&mut self, name: &NameRef) {
        let (place, text) = (self.place_of(name), name.text());
        let local = self.scope.iter().rev().find(|local| local.name == text);
        if let Some(id) = local.and_then(|local| local.definition) {
            self.index.refer(&place, id);
        }
    }

    /// A new name for something without a name in the text.
    fn hidden(&mut self) -> String {
        self.fresh += 1;
        format!("'{}", self.fresh)
    }

    /// Runs `work` in a scope of its own.
    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.len();
        let done = work(self);
        self.scope.truncate(before);
        done
    }

    /// Runs `work` with another file as the current one.
    fn within<T>(&mut self, file: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.file, file);
        let done = work(self);
        self.file = before;
        done
    }
}

/// The place of a view in the text, without the space around it.
fn span_of(node: &impl AstNode) -> Span {
    node.syntax().trimmed_span()
}
