//! When two conditions say the same thing in different words.

use super::expression::{Expr, ExprNode};
use super::pattern::{Pattern, Test};
use super::tree::{Column, Condition, Tree};
use std::sync::Arc;

impl Condition {
    /// Whether two conditions are the same but for the names of their variables and the order of properties in a pattern.
    ///
    /// Parts of "and" and "or" are tried in order, so their order matters.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        normal(self) == normal(other)
    }
}

fn normal(condition: &Condition) -> Condition {
    let mut condition = condition.clone();
    Renaming::default().condition(&mut condition);
    condition
}

/// Numbers variables by their first use.
#[derive(Default)]
struct Renaming {
    known: Vec<Arc<str>>,
}

impl Renaming {
    fn name(&mut self, name: &mut Arc<str>) {
        let at = self.known.iter().position(|known| known == name).unwrap_or_else(|| {
            self.known.push(name.clone());
            self.known.len() - 1
        });
        *name = format!("v{at}").into();
    }

    fn condition(&mut self, condition: &mut Condition) {
        match &mut condition.tree {
            Tree::Always | Tree::TooDeep => {}
            Tree::Bind(p)
            | Tree::Optional(p)
            | Tree::Exists(p)
            | Tree::No(p)
            | Tree::NoFree(p)
            | Tree::NotFound(p) => self.pattern(p),
            Tree::Holds(value) => self.expr(value),
            Tree::Compare(left, _, right) => {
                self.expr(left);
                self.expr(right);
            }
            Tree::Related(_, columns) => columns.iter_mut().for_each(|column| match column {
                Column::Is(value) => self.expr(value),
                Column::Named(name) => self.name(name),
                Column::Any => {}
            }),
            Tree::Not(inner) => self.condition(inner),
            Tree::All(parts) | Tree::Any(parts) => parts.iter_mut().for_each(|part| self.condition(part)),
            Tree::Every(pattern, body) => {
                self.pattern(pattern);
                self.condition(body);
            }
            Tree::Let(name, value) => {
                self.expr(value);
                self.name(name);
            }
        }
    }

    fn pattern(&mut self, pattern: &mut Pattern) {
        pattern.kinds.sort();
        pattern.required.sort_by_key(|request| request.property);
        pattern.preferred.sort_by_key(|liked| liked.request.property);
        // An unnamed pattern and one whose name nobody uses say the same.
        self.name(pattern.name.get_or_insert_with(|| "".into()));
        if let Some(given) = &mut pattern.given {
            self.condition(given);
        }
        let preferred = pattern.preferred.iter_mut().map(|liked| &mut liked.request);
        for request in pattern.required.iter_mut().chain(preferred) {
            match &mut request.test {
                Test::Any => {}
                Test::Is(values) => values.iter_mut().for_each(|value| self.expr(value)),
                Test::In(range) => {
                    range.low.iter_mut().chain(&mut range.high).for_each(|bound| self.expr(bound));
                }
                Test::Compares(_, value) => self.expr(value),
            }
        }
    }

    fn expr(&mut self, expression: &mut Expr) {
        match &mut expression.node {
            ExprNode::Constant(_) | ExprNode::Now | ExprNode::TooDeep => {}
            ExprNode::Variable(name) => self.name(name),
            ExprNode::Get(thing, _) | ExprNode::Was(thing, _) => self.expr(thing),
            ExprNode::Arithmetic(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprNode::Builtin(_, parts)
            | ExprNode::Call(_, parts)
            | ExprNode::Drawn(parts)
            | ExprNode::List(parts) => parts.iter_mut().for_each(|part| self.expr(part)),
            ExprNode::Choose(pattern) | ExprNode::Count(pattern) => self.pattern(pattern),
            ExprNode::Fold(_, pattern, value) => {
                self.pattern(pattern);
                self.expr(value);
            }
            ExprNode::If(condition, then, otherwise) => {
                self.condition(condition);
                self.expr(then);
                self.expr(otherwise);
            }
        }
    }
}
