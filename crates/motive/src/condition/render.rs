//! Conditions as a person reads them, in the notation of the language.

use super::expression::{Arithmetic, Expr, ExprNode};
use super::pattern::{Access, Pattern, RangeOf, Request, Test};
use super::range::Toward;
use super::tree::{Column, Condition, Tree};
use crate::vocabulary::{Id, Value, Vocabulary};

impl Condition {
    /// The condition as a person would write it.
    #[must_use]
    pub fn display(&self, names: &Vocabulary) -> String {
        match &self.tree {
            Tree::Always => "always".into(),
            Tree::Bind(pattern) => pattern.display(names),
            Tree::Optional(pattern) => format!("optional {}", pattern.display(names)),
            Tree::Exists(pattern) => format!("some {}", pattern.display(names)),
            Tree::No(pattern) => format!("no {}", pattern.display(names)),
            Tree::NoFree(pattern) => format!("no free {}", pattern.display(names)),
            Tree::NotFound(pattern) => format!("not {}", pattern.display(names)),
            Tree::Holds(value) => value.display(names),
            Tree::Compare(left, comparison, right) => {
                format!("{} {} {}", left.display(names), comparison.sign(), right.display(names))
            }
            Tree::Related(relation, columns) => {
                let columns: Vec<_> = columns.iter().map(|column| display_column(column, names)).collect();
                format!("{}({})", names.relation_name(*relation), columns.join(", "))
            }
            Tree::Not(inner) => format!("not ({})", inner.display(names)),
            Tree::All(parts) => join(parts, " and ", names),
            Tree::Any(parts) => format!("({})", join(parts, " or ", names)),
            Tree::Every(pattern, body) => {
                format!("every {}: {}", pattern.display(names), body.display(names))
            }
            Tree::Let(name, value) => format!("{name} = {}", value.display(names)),
            Tree::TooDeep => "(nested too deeply)".into(),
        }
    }
}

fn join(parts: &[Condition], between: &str, names: &Vocabulary) -> String {
    let parts: Vec<_> = parts.iter().map(|part| part.display(names)).collect();
    parts.join(between)
}

fn display_column(column: &Column, names: &Vocabulary) -> String {
    match column {
        Column::Is(value) => value.display(names),
        Column::Named(name) => name.to_string(),
        Column::Any => "any".into(),
    }
}

impl Pattern {
    /// The pattern as a person would write it.
    #[must_use]
    pub fn display(&self, names: &Vocabulary) -> String {
        let mut text = String::new();
        if self.access == Access::Exclusive {
            text.push_str("exclusive ");
        }
        if !self.persistent {
            text.push_str("fresh ");
        }
        if let Some(name) = &self.name {
            text.push_str(name);
            text.push_str(": ");
        }
        let kinds: Vec<_> = self.kinds.iter().map(|kind| names.name(kind.symbol())).collect();
        text.push_str(if kinds.is_empty() { "anything" } else { "" });
        text.push_str(&kinds.join(" "));
        if !self.required.is_empty() {
            let required: Vec<_> = self.required.iter().map(|request| request.display(names)).collect();
            text.push_str(&format!(" {{ {} }}", required.join(", ")));
        }
        if let Some(given) = &self.given {
            text.push_str(&format!(" where {}", given.display(names)));
        }
        if !self.preferred.is_empty() {
            let preferred = self.preferred.iter().map(|liked| match liked.weight {
                1.0 => liked.request.display(names),
                weight => format!("{} weight {weight}", liked.request.display(names)),
            });
            text.push_str(&format!(" prefer {{ {} }}", preferred.collect::<Vec<_>>().join(", ")));
        }
        text
    }
}

impl Request {
    fn display(&self, names: &Vocabulary) -> String {
        let property = names.property_name(self.property);
        match &self.test {
            Test::Any => format!("{property}: any"),
            Test::Is(values) => {
                let values: Vec<_> = values.iter().map(|value| value.display(names)).collect();
                format!("{property}: {}", values.join(" "))
            }
            Test::In(range) => format!("{property}: {}", range.display(names)),
            Test::Compares(comparison, value) => {
                format!("{property} {} {}", comparison.sign(), value.display(names))
            }
        }
    }
}

impl RangeOf {
    fn display(&self, names: &Vocabulary) -> String {
        let bound = |bound: &Option<Expr>, soft: bool| {
            let text = bound.as_ref().map_or_else(String::new, |bound| bound.display(names));
            if soft && !text.is_empty() { format!("~{text}") } else { text }
        };
        let toward = match self.toward {
            Toward::Neither => "",
            Toward::Lowest => " lowest",
            Toward::Highest => " highest",
        };
        format!("{}..{}{toward}", bound(&self.low, self.low_is_soft), bound(&self.high, self.high_is_soft))
    }
}

impl Expr {
    /// The expression as a person would write it.
    #[must_use]
    pub fn display(&self, names: &Vocabulary) -> String {
        let list =
            |parts: &[Self]| parts.iter().map(|part| part.display(names)).collect::<Vec<_>>().join(", ");
        match &self.node {
            ExprNode::Constant(Value::Id(Id::SELF)) => "self".into(),
            ExprNode::Constant(value) => value.display(names),
            ExprNode::Variable(name) => name.to_string(),
            ExprNode::Get(thing, property) => {
                format!("{}.{}", thing.display(names), names.property_name(*property))
            }
            ExprNode::Was(thing, property) => {
                format!("was({}.{})", thing.display(names), names.property_name(*property))
            }
            ExprNode::Arithmetic(sign, left, right) => {
                format!("({} {} {})", left.display(names), sign.sign(), right.display(names))
            }
            ExprNode::Builtin(builtin, arguments) => format!("{}({})", builtin.name(), list(arguments)),
            ExprNode::Call(function, arguments) => {
                format!("{}({})", names.function_name(*function), list(arguments))
            }
            ExprNode::Choose(pattern) => format!("best({})", pattern.display(names)),
            ExprNode::Count(pattern) => format!("count({})", pattern.display(names)),
            ExprNode::Fold(fold, pattern, value) => {
                format!("{}({} for {})", fold.name(), value.display(names), pattern.display(names))
            }
            ExprNode::Now => "now".into(),
            ExprNode::Drawn(choices) => format!("random({})", list(choices)),
            ExprNode::List(items) => format!("[{}]", list(items)),
            ExprNode::If(condition, then, otherwise) => format!(
                "if {} then {} else {}",
                condition.display(names),
                then.display(names),
                otherwise.display(names)
            ),
            ExprNode::TooDeep => "(nested too deeply)".into(),
        }
    }
}

impl Arithmetic {
    const fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }
}
