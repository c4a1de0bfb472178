//! Renaming the variables of conditions, and comparing conditions up to renaming.

use super::expression::{Expr, ExprNode};
use super::pattern::{Pattern, PropertyTest};
use super::written::{Column, Condition, ConditionNode};
use std::sync::Arc;

impl Condition {
    /// Whether two conditions are equal up to the names of variables and the order of properties in patterns.
    ///
    /// The order of the parts of "and" and "or" matters.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        normal(self) == normal(other)
    }
}

fn normal(condition: &Condition) -> Condition {
    let mut known: Vec<Arc<str>> = Vec::new();
    // Variables are numbered by their first use. An unnamed pattern equals one whose name is not used.
    let mut number = |_, name: Option<&Arc<str>>| -> Option<Arc<str>> {
        let name = name.cloned().unwrap_or_default();
        let at = known.iter().position(|known| *known == name).unwrap_or_else(|| {
            known.push(name);
            known.len() - 1
        });
        Some(format!("v{at}").into())
    };
    let mut condition = condition.clone();
    VariableRenamer { sorts: true, to: &mut number }.condition(&mut condition);
    condition
}

/// How a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameUse {
    /// It is bound, or checked against its earlier binding.
    Bound,
    /// It is read.
    Read,
}

/// Maps names to new ones; an unnamed pattern may get one.
pub(crate) type Rename<'a> = dyn FnMut(NameUse, Option<&Arc<str>>) -> Option<Arc<str>> + 'a;

impl Condition {
    /// The condition with renamed variables.
    pub fn renamed(&self, to: &mut Rename<'_>) -> Self {
        let mut condition = self.clone();
        VariableRenamer { sorts: false, to }.condition(&mut condition);
        condition
    }

    /// Every name that is bound or read, in order.
    pub fn mentions(&self) -> Vec<(NameUse, Arc<str>)> {
        let mut found = Vec::new();
        self.renamed(&mut |mention, name| {
            found.extend(name.map(|name| (mention, name.clone())));
            name.cloned()
        });
        found
    }
}

struct VariableRenamer<'a, 'b> {
    /// Whether the properties in patterns are sorted as well.
    sorts: bool,
    to: &'a mut Rename<'b>,
}

impl VariableRenamer<'_, '_> {
    fn name(&mut self, mention: NameUse, name: &mut Arc<str>) {
        if let Some(new) = (self.to)(mention, Some(name)) {
            *name = new;
        }
    }

    fn condition(&mut self, condition: &mut Condition) {
        match &mut condition.node {
            ConditionNode::Always | ConditionNode::TooDeep => {}
            ConditionNode::Bind(p)
            | ConditionNode::Optional(p)
            | ConditionNode::Exists(p)
            | ConditionNode::No(p)
            | ConditionNode::NoFree(p)
            | ConditionNode::NotFound(p) => self.pattern(p),
            ConditionNode::Holds(value) => self.expr(value),
            ConditionNode::Compare(left, _, right) => {
                self.expr(left);
                self.expr(right);
            }
            ConditionNode::Related(_, columns) => columns.iter_mut().for_each(|column| match column {
                Column::Is(value) => self.expr(value),
                Column::Named(name) => self.name(NameUse::Bound, name),
                Column::Any => {}
            }),
            ConditionNode::Not(inner) => self.condition(inner),
            ConditionNode::All(parts) | ConditionNode::Any(parts) => {
                parts.iter_mut().for_each(|part| self.condition(part));
            }
            ConditionNode::Every(pattern, body) => {
                self.pattern(pattern);
                self.condition(body);
            }
            ConditionNode::Let(name, value) => {
                self.expr(value);
                self.name(NameUse::Bound, name);
            }
        }
    }

    fn pattern(&mut self, pattern: &mut Pattern) {
        if self.sorts {
            pattern.kinds.sort();
            pattern.required.sort_by_key(|request| request.property);
            pattern.preferred.sort_by_key(|liked| liked.request.property);
        }
        pattern.name = (self.to)(NameUse::Bound, pattern.name.as_ref());
        if let Some(given) = &mut pattern.given {
            self.condition(given);
        }
        let preferred = pattern.preferred.iter_mut().map(|liked| &mut liked.request);
        for request in pattern.required.iter_mut().chain(preferred) {
            match &mut request.test {
                PropertyTest::Any => {}
                PropertyTest::Is(values) => values.iter_mut().for_each(|value| self.expr(value)),
                PropertyTest::In(range) => {
                    range.low.iter_mut().chain(&mut range.high).for_each(|bound| self.expr(bound));
                }
                PropertyTest::Compares(_, value) => self.expr(value),
            }
        }
    }

    fn expr(&mut self, expression: &mut Expr) {
        match &mut expression.node {
            ExprNode::Constant(_) | ExprNode::Now | ExprNode::TooDeep => {}
            ExprNode::Variable(name) => self.name(NameUse::Read, name),
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
            ExprNode::Aggregate(_, pattern, value) => {
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
