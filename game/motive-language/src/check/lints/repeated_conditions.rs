//! Conditions that every first step of a task needs, and that the task itself should need.

use super::task_endings::called;
use super::{TaskReview, value_of};
use crate::check::findings::span_of;
use crate::check::names::{NameTable, parameter_names};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{
    Argument, AstNode, Condition, Expr, Method, Name, NameExpr, NameRef, Step, TaskItem,
};
use crate::syntax::{SyntaxKind, SyntaxNode};
use std::collections::{BTreeMap, BTreeSet};

impl TaskReview<'_> {
    /// Conditions that all first steps need and the task does not.
    pub(super) fn hoist(&self, item: &TaskItem) -> Option<Vec<Diagnostic>> {
        let name = item.name()?;
        if self.planned.contains(name.text()) {
            return None;
        }
        let mut common = self.needs_to_begin(item)?;
        for own in item.needs().filter_map(|clause| clause.condition()) {
            for term in terms(&own) {
                let own = words_of(&term);
                common.retain(|need| *need != own);
            }
        }
        let warnings = common.into_iter().map(|need| {
            let message =
                format!("every first step of `{}` needs `{need}`, but the task does not", name.text());
            let help =
                format!("add `needs {need}` to the task, so that it does not begin where it cannot go on");
            Diagnostic::warning("W-HOIST", span_of(&name), message).with_help(help)
        });
        Some(warnings.collect())
    }

    fn needs_to_begin(&self, item: &TaskItem) -> Option<Vec<String>> {
        let methods: Vec<Method> = item.methods().collect();
        if methods.is_empty() {
            let first = item.action().next()?.steps()?.steps().next()?;
            // The task's needs are tested before its `let` clauses, so that they cannot use those names.
            let later: BTreeSet<String> =
                item.lets().flat_map(|clause| names_given(clause.syntax())).collect();
            return (!mentions(first.syntax(), &later)).then(|| self.needs_of(&first));
        }
        let needed = methods.iter().map(|method| {
            // With a single method, its condition decides only about that method.
            let asked = method.when().filter(|_| methods.len() > 1).and_then(|when| when.condition());
            let mut needs: Vec<String> = asked
                .map(|asked| terms(&asked).iter().filter(|term| !binds(term)).map(words_of).collect())
                .unwrap_or_default();
            let given: BTreeSet<String> = names_given(method.syntax()).collect();
            let steps = method.action().and_then(|clause| clause.steps());
            if let Some(first) = steps.and_then(|steps| steps.steps().next())
                && !mentions(first.syntax(), &given)
            {
                needs.extend(self.needs_of(&first));
            }
            needs
        });
        common(needed)
    }

    /// What a step needs in order to begin, in terms of the task around it.
    fn needs_of(&self, step: &Step) -> Vec<String> {
        match step {
            Step::Alternatives(all) => {
                common(all.steps().map(|step| self.needs_of(&step))).unwrap_or_default()
            }
            Step::Together(all) => all.steps().flat_map(|step| self.needs_of(&step)).collect(),
            Step::Weighted(weighted) => weighted.step().map(|step| self.needs_of(&step)).unwrap_or_default(),
            Step::Paren(paren) => {
                let first = paren.steps().and_then(|steps| steps.steps().next());
                first.map(|step| self.needs_of(&step)).unwrap_or_default()
            }
            other => called(other)
                .map(|(name, arguments)| self.needs_of_call(&name, arguments))
                .unwrap_or_default(),
        }
    }

    fn needs_of_call(&self, name: &NameRef, arguments: Vec<Argument>) -> Vec<String> {
        let Some(task) = self.task(name.text()) else { return Vec::new() };
        let values = arguments.into_iter().map(|argument| Some(words_of(&value_of(argument)?)));
        let Some(values) = values.collect::<Option<Vec<String>>>() else { return Vec::new() };
        let passed: BTreeMap<String, String> =
            parameter_names(task.params().as_ref()).into_iter().zip(values).collect();
        let asked = self.asked.get(name.text()).map_or(&[][..], Vec::as_slice);
        asked.iter().map(|term| written(term.syntax(), &passed)).collect()
    }
}

/// How many needs of a task are compared, and how many words each may have. The limits are ours.
const MOST_NEEDS: usize = 16;
const MOST_WORDS: usize = 64;

/// The needs of each task that mention nothing but its parameters. A task with `achieves` has none: where that holds already, it needs nothing.
pub(super) fn asked(names: &NameTable) -> BTreeMap<String, Vec<Expr>> {
    let all = names.tasks.iter().filter(|(_, (_, task))| task.achieves().next().is_none());
    all.map(|(name, (_, task))| {
        let needs = || task.needs().filter_map(|clause| clause.condition());
        let given = needs().flat_map(|asked| names_given(asked.syntax()));
        let found: BTreeSet<String> =
            given.chain(task.lets().flat_map(|clause| names_given(clause.syntax()))).collect();
        let short = |term: &Expr| term.syntax().descendants_with_tokens().nth(4 * MOST_WORDS).is_none();
        let kept = needs()
            .flat_map(|asked| terms(&asked))
            .filter(|term| short(term) && !binds(term) && !mentions(term.syntax(), &found))
            .take(MOST_NEEDS);
        (name.clone(), kept.collect())
    })
    .collect()
}

fn names_given(node: &SyntaxNode) -> impl Iterator<Item = String> + use<> {
    node.descendants().filter_map(Name::cast).map(|name| name.text().to_owned())
}

/// The elements that all lists have in common.
fn common(mut all: impl Iterator<Item = Vec<String>>) -> Option<Vec<String>> {
    let first = all.next()?;
    Some(all.fold(first, |common, next| common.into_iter().filter(|need| next.contains(need)).collect()))
}

/// The parts of a condition that must all hold.
fn terms(condition: &Condition) -> Vec<Expr> {
    condition
        .terms()
        .flat_map(|term| match term {
            Expr::And(and) => and.operands().collect(),
            other => vec![other],
        })
        .collect()
}

/// Whether a term binds a name.
fn binds(term: &Expr) -> bool {
    term.syntax().descendants().any(|node| Name::cast(node).is_some())
}

fn mentions(node: &SyntaxNode, names: &BTreeSet<String>) -> bool {
    node.descendants().filter_map(NameRef::cast).any(|name| names.contains(name.text()))
}

/// A piece of the text in one line, without comments.
pub(super) fn words_of(node: &impl AstNode) -> String {
    written(node.syntax(), &BTreeMap::new())
}

/// The text of a condition in one line, with parameters replaced by values.
fn written(node: &SyntaxNode, values: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    let mut space = false;
    for token in node.tokens() {
        if token.kind().is_trivia() {
            space = !text.is_empty();
            continue;
        }
        if std::mem::take(&mut space) {
            text.push(' ');
        }
        let is_name = token.parent().is_some_and(|parent| {
            parent.kind() == SyntaxKind::NAME_REF
                && parent.parent().is_some_and(|above| NameExpr::cast(above).is_some())
        });
        match values.get(token.text()).filter(|_| is_name) {
            Some(value) if value.contains(' ') => text.extend(["(", value, ")"]),
            Some(value) => text.push_str(value),
            None => text.push_str(token.text()),
        }
    }
    text
}
