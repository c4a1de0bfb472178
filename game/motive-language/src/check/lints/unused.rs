//! Tasks that nothing uses.

use super::TaskReview;
use crate::check::{Problem, span_of};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{AstNode, Item, Name, NameRef, TaskItem};
use crate::syntax::{SyntaxKind, SyntaxNode};
use std::collections::BTreeSet;

impl TaskReview<'_, '_> {
    /// Tasks of the loaded file that cannot be reached from a mind, a team or anything else that is no task. Any occurrence of its name
    /// counts as a use: a call, an order, or the value of a slot. A file without minds and teams is a library, and not warned about.
    pub(super) fn unused(&self) -> Vec<Problem> {
        let checker = self.checker;
        let is_whole = checker
            .files
            .first()
            .is_some_and(|file| file.items().any(|item| matches!(item, Item::Mind(_) | Item::Team(_))));
        if !is_whole {
            return Vec::new();
        }
        let mut next: Vec<String> = Vec::new();
        for item in checker.files.iter().flat_map(|file| file.items()) {
            if !matches!(item, Item::Task(_)) {
                next.extend(names_in(item.syntax()));
            }
        }
        let mut used: BTreeSet<String> = next.iter().cloned().collect();
        while let Some(name) = next.pop() {
            for name in self.task(&name).into_iter().flat_map(|task| names_in(task.syntax())) {
                if used.insert(name.clone()) {
                    next.push(name);
                }
            }
        }
        let declared =
            checker.declared.tasks.iter().filter(|(name, (file, _))| *file == 0 && !used.contains(*name));
        declared
            .filter_map(|(_, (file, item))| Some(Problem { file: *file, diagnostic: unused(item)? }))
            .collect()
    }
}

fn unused(item: &TaskItem) -> Option<Diagnostic> {
    let name = item.name()?;
    let message = format!("task `{}` is never used", name.text());
    let warning = Diagnostic::warning("W-UNUSED", span_of(&name), message);
    Some(warning.with_help("call it, assign it to a member, or remove it"))
}

/// All names in a piece of the text, except where a task is declared.
fn names_in(node: &SyntaxNode) -> Vec<String> {
    let names = node.descendants().filter(|node| {
        let heads = || node.parent().is_some_and(|parent| parent.kind() == SyntaxKind::TASK_ITEM);
        match node.kind() {
            SyntaxKind::NAME_REF => true,
            SyntaxKind::NAME => !heads(),
            _ => false,
        }
    });
    let text = |node: SyntaxNode| {
        Name::cast(node.clone())
            .map(|name| name.text().to_owned())
            .or_else(|| NameRef::cast(node).map(|name| name.text().to_owned()))
    };
    names.filter_map(text).collect()
}
