//! What the passes find: errors and warnings, what names refer to, and which engines call each other.

use crate::diagnostic::{Diagnostic, Span, wrong_arity};
use crate::model::{DefinitionId, DefinitionKind, EngineCalls, FileProblem, FileSpan, SemanticIndex};
use crate::syntax::ast::{AstNode, Name, NameRef, ParamList};
use motive_core::Type;
use std::collections::{BTreeMap, BTreeSet};

/// How many known names a message lists at most.
pub(super) const MOST_LISTED: usize = 24;

/// For how many problems similar names are looked up. A file with more of them is not for this world.
const MOST_SUGGESTED: usize = 200;

/// What the passes have found so far. Every pass adds to it.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) problems: Vec<FileProblem>,
    /// File, place and message of what is reported once.
    reported_once: BTreeSet<(usize, usize, usize, String)>,
    /// What names refer to, and the types of expressions.
    pub(super) index: SemanticIndex,
    /// Which engines are called by others.
    pub(super) calls: EngineCalls,
    /// The types of what tasks return, as far as a pass needed them.
    pub(super) task_results: BTreeMap<String, Option<Type>>,
    /// Named values and conditions that are too large even alone.
    pub(super) too_large: BTreeSet<String>,
    /// The file that is being checked.
    pub(super) file: usize,
}

impl Findings {
    pub(super) fn has_errors(&self) -> bool {
        self.problems.iter().any(FileProblem::is_error)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.problems.push(FileProblem { file: self.file, diagnostic });
    }

    /// Reports a problem that may be found several times, once.
    pub(super) fn report_once(&mut self, diagnostic: Diagnostic) {
        let span = &diagnostic.primary.span;
        if self.reported_once.insert((self.file, span.start, span.end, diagnostic.message.clone())) {
            self.report(diagnostic);
        }
    }

    pub(super) fn error(&mut self, code: &str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    pub(super) fn wrong_arity(&mut self, name: &str, expected: usize, found: usize, span: Span) {
        self.error("wrong-arity", span, wrong_arity(name, expected, found));
    }

    /// Reports an unknown name, with the most similar known one, or else a list of the known ones.
    pub(super) fn unknown<'n>(
        &mut self,
        what: &str,
        name: &str,
        span: Span,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let message = format!("there is no {what} called `{name}`");
        // The code of "task, action or program" is `unknown-task`.
        let code = what.split(',').next().unwrap_or(what).replace(' ', "-");
        let most = if self.suggests() { usize::MAX } else { MOST_LISTED + 1 };
        let known: Vec<&str> = known.into_iter().take(most).collect();
        let mut diagnostic = Diagnostic::error(format!("unknown-{code}"), span, message);
        diagnostic = diagnostic.with_label(format!("no such {what}"));
        diagnostic = self.with_nearest(diagnostic, name, known.iter().copied());
        if diagnostic.help.is_empty() && (1..=MOST_LISTED).contains(&known.len()) {
            diagnostic = diagnostic.with_help(format!("known here: {}", known.join(", ")));
        }
        self.report(diagnostic);
    }

    /// Whether there are few enough problems for similar names to be looked up.
    fn suggests(&self) -> bool {
        self.problems.len() < MOST_SUGGESTED
    }

    /// A diagnostic with the most similar known name, if there are few enough problems.
    pub(super) fn with_nearest<'n>(
        &self,
        diagnostic: Diagnostic,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Diagnostic {
        if self.suggests() { diagnostic.with_nearest(name, known) } else { diagnostic }
    }

    /// Reports parameters of the same name.
    pub(super) fn distinct_parameters(&mut self, params: Option<&ParamList>) {
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

    /// A view's place in the file at hand.
    pub(super) fn place_of(&self, node: &impl AstNode) -> FileSpan {
        FileSpan { file: self.file, span: span_of(node) }
    }

    /// Notes a definition that is visible everywhere.
    pub(super) fn define(&mut self, kind: DefinitionKind, name: &Name, value_type: Type) {
        let place = self.place_of(name);
        self.index.define(kind, name.text(), Some(place), value_type);
    }

    /// Notes a definition that is visible in the item around it only, such as a state of a machine.
    pub(super) fn define_within(&mut self, kind: DefinitionKind, name: &Name) -> DefinitionId {
        let around = name.syntax().ancestors().find(|node| node.kind().is_item());
        let span = around.unwrap_or_else(|| name.syntax().clone()).span();
        let visible = FileSpan { file: self.file, span };
        self.index.define_local(kind, name.text(), self.place_of(name), visible, Type::Any)
    }

    /// Notes that a name refers to a definition that is visible everywhere.
    pub(super) fn refer(&mut self, kind: DefinitionKind, name: &NameRef) {
        self.refer_at(kind, name.text(), name);
    }

    /// As [`Findings::refer`], for a name that is no plain reference.
    pub(super) fn refer_at(&mut self, kind: DefinitionKind, name: &str, node: &impl AstNode) {
        let id = self.index.define(kind, name, None, Type::Any);
        self.refer_to(node, id);
    }

    /// Notes that a name refers to a definition that is visible in a part of a file only.
    pub(super) fn refer_to(&mut self, node: &impl AstNode, id: DefinitionId) {
        let place = self.place_of(node);
        self.index.refer(&place, id);
    }
}

/// The place of a view in the text, without the space around it.
pub(super) fn span_of(node: &impl AstNode) -> Span {
    node.syntax().trimmed_span()
}
