//! Checking one item: the names that it binds, and where they are visible.

use super::findings::{Findings, span_of};
use super::names::{NameTable, parameter_names};
use super::scope::{LocalName, LocalScope, NameMeaning};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::{DefinitionId, DefinitionKind, FileSpan, SHALLOWER};
use crate::syntax::SyntaxKind as K;
use crate::syntax::ast::{AstNode, Name, NameRef, ParamList};
use motive_core::{BuildError, Expr, Kind, Type};
use std::collections::BTreeMap;

/// How deep named values and conditions can be used inside each other.
const DEEPEST_USE: usize = 32;

/// How often named values and conditions can be used in one place, counting those inside each other.
const MOST_USES: usize = 4096;

/// Checks an item of a file. All items share a read-only table of names and a list of findings; nothing else of one item matters to
/// another, so that any of them can be checked on its own.
pub(super) struct ItemChecker<'a> {
    pub(super) names: &'a NameTable,
    pub(super) findings: &'a mut Findings,
    /// What names mean at this point of the item.
    pub(super) scope: LocalScope,
    /// How deep named values and conditions are used inside each other.
    depth: usize,
    /// How often named values and conditions have been used in the outermost of them.
    uses: usize,
    /// How many results of tasks are being worked out.
    pub(super) result_depth: usize,
    /// How many names have been made up.
    fresh: usize,
}

/// The parts of something if none is missing. All are looked at, so that all mistakes are found.
pub(super) fn every<T>(parts: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let parts: Vec<Option<T>> = parts.collect();
    parts.into_iter().collect()
}

/// Checks each item on its own, and gives those in which nothing is wrong.
pub(super) fn each<I, T>(
    names: &NameTable,
    findings: &mut Findings,
    items: &BTreeMap<String, (usize, I)>,
    check: impl Fn(&mut ItemChecker<'_>, &I) -> Option<T>,
) -> BTreeMap<String, T> {
    let checked = items.iter().map(|(name, (file, item))| {
        let found = check(&mut ItemChecker::new(names, findings, *file), item)?;
        Some((name.clone(), found))
    });
    checked.flatten().collect()
}

impl<'a> ItemChecker<'a> {
    pub(super) fn new(names: &'a NameTable, findings: &'a mut Findings, file: usize) -> Self {
        findings.file = file;
        Self { names, findings, scope: LocalScope::default(), depth: 0, uses: 0, result_depth: 0, fresh: 0 }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.report(diagnostic);
    }

    pub(super) fn error(&mut self, code: &str, span: Span, message: impl Into<String>) {
        self.findings.error(code, span, message);
    }

    pub(super) fn unknown<'n>(
        &mut self,
        what: &str,
        name: &str,
        span: Span,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        self.findings.unknown(what, name, span, known);
    }

    /// Reports what is wrong with a part of the text. Gives nothing, as the part does.
    pub(super) fn refuse<T>(
        &mut self,
        code: &str,
        node: &impl AstNode,
        message: impl Into<String>,
    ) -> Option<T> {
        self.error(code, span_of(node), message);
        None
    }

    /// As [`ItemChecker::refuse`], and says what to do.
    pub(super) fn refuse_with_help<T>(
        &mut self,
        code: &str,
        node: &impl AstNode,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.report(Diagnostic::error(code, span_of(node), message).with_help(help));
        None
    }

    /// As [`ItemChecker::unknown`]. Gives nothing.
    pub(super) fn no_such<'n, T>(
        &mut self,
        what: &str,
        name: &str,
        node: &impl AstNode,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Option<T> {
        self.unknown(what, name, span_of(node), known);
        None
    }

    /// Reports a condition or value that is nested deeper than the engines allow.
    pub(super) fn too_deep<T>(&mut self, node: &impl AstNode) -> Option<T> {
        let diagnostic = Diagnostic::error("too-deep", span_of(node), BuildError::TooDeep.to_string());
        self.findings.report_once(diagnostic.with_help(SHALLOWER));
        None
    }

    /// Reports a kind that is not there. That of actions, which every world has, is not offered.
    pub(super) fn unknown_kind(&mut self, name: &str, node: &impl AstNode) {
        let names = &self.names.vocabulary;
        let kinds = names.kinds().iter().filter(|kind| **kind != names.builtin().action);
        self.unknown("kind", name, span_of(node), kinds.map(|kind| names.name(kind.symbol())));
    }

    /// The kind of thing that a name refers to.
    pub(super) fn kind(&mut self, name: &NameRef) -> Option<Kind> {
        let found = self.names.vocabulary.find_kind(name.text());
        match found {
            Some(_) => self.refer(DefinitionKind::Kind, name),
            None => self.unknown_kind(name.text(), name),
        }
        found
    }

    /// What was found under a name, to which that refers from now on. Reports it if nothing was found.
    pub(super) fn referred<'n, T>(
        &mut self,
        kind: DefinitionKind,
        name: &NameRef,
        found: Option<T>,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Option<T> {
        match found {
            Some(_) => self.refer(kind, name),
            None => self.unknown(&kind.word(), name.text(), span_of(name), known),
        }
        found
    }

    pub(super) fn refer(&mut self, kind: DefinitionKind, name: &NameRef) {
        self.findings.refer(kind, name);
    }

    /// Notes that a name refers to a parameter or variable.
    pub(super) fn refer_local(&mut self, name: &NameRef) {
        let text = name.text();
        let local = self.scope.find(text);
        if let Some(id) = local.and_then(|local| local.definition) {
            self.findings.refer_to(name, id);
        }
    }

    /// What a local name means.
    pub(super) fn meaning(&self, name: &str) -> Option<&NameMeaning> {
        self.scope.find(name).map(|local| &local.meaning)
    }

    /// The variable of the rule that a name stands for. `None` if it stands for none, which is reported.
    pub(super) fn variable(&mut self, name: &NameRef, message: &str) -> Option<Expr> {
        let text = name.text();
        let Some(NameMeaning::Variable(inner)) = self.meaning(text) else {
            return self.refuse("not-bound", name, format!("`{text}` is not bound here{message}"));
        };
        let variable = Expr::var(inner);
        self.refer_local(name);
        Some(variable)
    }

    /// Binds a name from here on, and gives the name under which the library knows it. Inside a named condition that is
    /// another one, so that it cannot clash with names of the rule that uses the condition.
    pub(super) fn bind(&mut self, node: &impl AstNode, name: &str, value_type: Type) -> String {
        let inner = if self.depth == 0 { name.to_owned() } else { format!("{name}{}", self.hidden()) };
        let id = self.define_local(DefinitionKind::Variable, node, name, value_type.clone());
        self.push_local(name, NameMeaning::Variable(inner.clone()), value_type, Some(id));
        inner
    }

    fn define_local(
        &mut self,
        kind: DefinitionKind,
        node: &impl AstNode,
        name: &str,
        value_type: Type,
    ) -> DefinitionId {
        let (place, visible) = (self.findings.place_of(node), self.visible_from(node));
        self.findings.index.define_local(kind, name, place, visible, value_type)
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
    pub(super) fn bind_implicit(&mut self, name: &str, value_type: Type) {
        self.push_local(name, NameMeaning::Variable(name.to_owned()), value_type, None);
    }

    /// Binds parameters to themselves.
    pub(super) fn bind_parameters(&mut self, params: Option<&ParamList>) {
        self.findings.distinct_parameters(params);
        for (name, value_type, id) in self.define_parameters(params) {
            self.push_local(&name, NameMeaning::Variable(name.clone()), value_type, Some(id));
        }
    }

    /// Notes where parameters are defined. Gives each with its type.
    fn define_parameters(&mut self, params: Option<&ParamList>) -> Vec<(String, Type, DefinitionId)> {
        let types = self.names.parameter_types(params);
        let params = params.into_iter().flat_map(|params| params.params().collect::<Vec<_>>());
        let names: Vec<Name> = params.filter_map(|param| param.name()).collect();
        let define = |(name, value_type): (Name, Type)| {
            let id = self.define_local(DefinitionKind::Parameter, &name, name.text(), value_type.clone());
            (name.text().to_owned(), value_type, id)
        };
        names.into_iter().zip(types).map(define).collect()
    }

    /// Where a name that is bound in a clause is visible: the rule, goal, method, or other construct around it.
    fn visible_from(&self, name: &impl AstNode) -> FileSpan {
        let around = name.syntax().ancestors().find(|node| {
            matches!(
                node.kind(),
                K::RULE | K::OTHERWISE | K::DONE_CLAUSE | K::GOAL_CLAUSE | K::METHOD | K::SKILL | K::STATE
            ) || node.kind().is_item()
        });
        let span = around.unwrap_or_else(|| name.syntax().clone()).span();
        FileSpan { file: self.findings.file, span }
    }

    /// A new name for something without a name in the text.
    pub(super) fn hidden(&mut self) -> String {
        self.fresh += 1;
        format!("'{}", self.fresh)
    }

    /// Runs `work` in a scope of its own.
    pub(super) fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.len();
        let done = work(self);
        self.scope.cut(before);
        done
    }

    /// Runs `work` in another file, with nothing in scope.
    pub(super) fn elsewhere<T>(&mut self, file: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let scope = std::mem::take(&mut self.scope);
        let before = std::mem::replace(&mut self.findings.file, file);
        let done = work(self);
        self.findings.file = before;
        self.scope = scope;
        done
    }

    /// Reads the definition of a name in its own file, with nothing in scope but its parameters, which stand for the arguments.
    pub(super) fn inline<T>(
        &mut self,
        name: &str,
        file: usize,
        params: Option<ParamList>,
        arguments: &[Expr],
        span: Span,
        work: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let expected = parameter_names(params.as_ref()).len();
        if expected != arguments.len() {
            self.findings.wrong_arity(name, expected, arguments.len(), span);
            return None;
        }
        self.enter(name, span, |this| {
            this.elsewhere(file, |this| {
                let parameters = this.define_parameters(params.as_ref());
                for ((parameter, value_type, id), value) in parameters.into_iter().zip(arguments) {
                    let meaning = NameMeaning::Value(Box::new(value.clone()));
                    this.push_local(&parameter, meaning, value_type, Some(id));
                }
                work(this)
            })
        })
    }

    /// Enters the definition of a name, unless names use each other too deep or too often.
    fn enter<T>(&mut self, name: &str, span: Span, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST_USE {
            self.error("uses-itself", span, format!("`{name}` uses itself, directly or through others"));
            return None;
        }
        if self.depth == 0 {
            self.uses = 0;
        }
        let before = self.uses;
        self.uses += 1;
        // What is too large alone is not worked out again for each name that uses it.
        if before <= MOST_USES && self.findings.too_large.contains(name) {
            self.uses = MOST_USES + 1;
        }
        if self.uses > MOST_USES {
            // Said once: everything around it has too many.
            if self.uses == MOST_USES + 1 {
                let message = format!("this uses named values and conditions more than {MOST_USES} times");
                let help = "a name is replaced by what it stands for; names that use others twice double the size each time";
                self.report(Diagnostic::error("too-large", span, message).with_help(help));
            }
            return None;
        }
        self.depth += 1;
        let value = work(self);
        self.depth -= 1;
        if self.depth == 0 && before == 0 && self.uses > MOST_USES {
            self.findings.too_large.insert(name.to_owned());
        }
        value
    }
}
