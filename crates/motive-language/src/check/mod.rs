//! From syntax trees to the checked model: every name resolved, every type checked, against a world's vocabulary.
//!
//! The [`Checker`] reads the files in passes: declarations first, then what they say, engine by engine, then warnings about
//! what is allowed but probably not meant. It never stops at the first mistake.

mod actions;
mod ambiance;
mod conditions;
mod declarations;
mod drives;
mod expressions;
mod goals;
mod goap;
mod initial_state;
mod lints;
mod machines;
mod minds;
mod networks;
mod patterns;
mod programs;
mod schedules;
mod steps;
mod tasks;
mod teams;
mod used_files;

pub(crate) use teams::COORDINATOR;

use crate::diagnostic::{Diagnostic, Span};
use crate::load::{Problem, WorldVocabulary};
use crate::model::{CheckedModel, EngineCalls, Place};
use crate::source::{Files, SourceText};
use crate::syntax::ast::{AstNode, SourceFile};
use declarations::Declared;
use motive_core::{Expr, Vocabulary};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Reads a text and all that it uses, and checks them. Gives the texts, what they say, and what is wrong with them.
pub(crate) fn check(
    text: SourceText,
    world: &WorldVocabulary<'_>,
    files: &dyn Files,
) -> (Vec<SourceText>, CheckedModel, Vec<Problem>) {
    let mut checker = Checker::new(world);
    let texts = checker.read_all(text, files);
    let model = checker.model(&texts);
    (texts, model, checker.problems)
}

/// The state of a check: what is declared, where the check is, and what it found.
struct Checker<'w> {
    world: &'w WorldVocabulary<'w>,
    names: Arc<Vocabulary>,
    declared: Declared,
    files: Vec<SourceFile>,
    file: usize,
    problems: Vec<Problem>,
    /// What names mean at this point of a rule.
    scope: Vec<(String, NameMeaning)>,
    /// How deep named values and conditions are used inside each other.
    depth: usize,
    fresh: usize,
    /// Which engines are called by others.
    calls: EngineCalls,
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
    /// What the files say. Warnings are only worth reading once there are no errors.
    fn model(&mut self, texts: &[SourceText]) -> CheckedModel {
        // The minds of the file that was asked for come after those of the files that it uses.
        self.declared.minds.sort_by_key(|(file, _)| *file == 0);
        let items = self.items();
        let minds = self.minds(&items);
        let teams = self.teams();
        if !self.has_errors() {
            self.review_tasks();
        }
        let mut hasher = DefaultHasher::new();
        texts.iter().for_each(|text| text.text.hash(&mut hasher));
        let mut model = CheckedModel {
            world: self.declared.world.clone(),
            vocabulary: self.names.clone(),
            items,
            minds,
            teams,
            version: hasher.finish(),
        };
        // Minds and teams may have called more.
        model.items.calls = std::mem::take(&mut self.calls);
        model
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
            files: Vec::new(),
            file: 0,
            problems: Vec::new(),
            scope: Vec::new(),
            depth: 0,
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

    /// Reports something once, however many minds are a reason for it.
    fn report_once(&mut self, diagnostic: Diagnostic) {
        let problem = Problem { file: self.file, diagnostic };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn error(&mut self, code: &str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// Says that a name means nothing, and which one may be meant.
    fn unknown<'n>(&mut self, what: &str, name: &str, span: Span, known: impl IntoIterator<Item = &'n str>) {
        let message = format!("there is no {what} called `{name}`");
        // The code of "task, action or program" is `unknown-task`.
        let code = what.split(',').next().unwrap_or(what).replace(' ', "-");
        let diagnostic = Diagnostic::error(format!("unknown-{code}"), span, message);
        self.report(diagnostic.with_label(format!("no such {what}")).with_nearest(name, known));
    }

    /// Looks a name up in the rule at hand, the innermost meaning first.
    fn meaning(&self, name: &str) -> Option<&NameMeaning> {
        self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, meaning)| meaning)
    }

    /// Gives a name a meaning from here on. Inside a named condition the library gets another name for it, so that
    /// names of the rule that uses it stay what they are.
    fn bind(&mut self, name: &str) -> String {
        let inner = if self.depth == 0 {
            name.to_owned()
        } else {
            self.fresh += 1;
            format!("{name}'{}", self.fresh)
        };
        self.scope.push((name.to_owned(), NameMeaning::Variable(inner.clone())));
        inner
    }

    /// A name for something that the text does not name.
    fn hidden(&mut self) -> String {
        self.fresh += 1;
        format!("'{}", self.fresh)
    }

    /// Does something in a scope of its own.
    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.len();
        let done = work(self);
        self.scope.truncate(before);
        done
    }

    /// Does something in the file that an item stands in.
    fn within<T>(&mut self, file: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.file, file);
        let done = work(self);
        self.file = before;
        done
    }
}

/// Where a view lies in the text, without the space around it.
fn span_of(node: &impl AstNode) -> Span {
    let range = node.syntax().text_range();
    let text = node.syntax().text().to_string();
    let start = usize::from(range.start()) + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}
