//! Conditions as text in the notation of the language; the text can be parsed back.

use super::expression::{Arithmetic, Comparison, Expr, ExprNode};
use super::pattern::{Access, Pattern, Preference, PropertyRequest, PropertyTest, RangeExpr};
use super::range::PreferredEnd;
use super::written::{Column, Condition, ConditionNode};
use crate::vocabulary::{Id, Value, Vocabulary};
use std::borrow::Cow;

impl Condition {
    /// Whether what follows it would be read as a part of it.
    fn ends_open(&self) -> bool {
        match &self.node {
            ConditionNode::Bind(pattern)
            | ConditionNode::Optional(pattern)
            | ConditionNode::Exists(pattern)
            | ConditionNode::No(pattern)
            | ConditionNode::NoFree(pattern)
            | ConditionNode::NotFound(pattern) => pattern.given.is_some(),
            _ => false,
        }
    }

    /// The condition as text.
    #[must_use]
    pub fn display(&self, names: &Vocabulary) -> String {
        match &self.node {
            ConditionNode::Always => "true".into(),
            ConditionNode::Bind(pattern) => pattern.display(names),
            ConditionNode::Optional(pattern) => format!("optional {}", pattern.display(names)),
            ConditionNode::Exists(pattern) => format!("some {}", pattern.display(names)),
            ConditionNode::No(pattern) => format!("no {}", pattern.display(names)),
            ConditionNode::NoFree(pattern) => format!("no free {}", pattern.display(names)),
            ConditionNode::NotFound(pattern) => format!("not {}", pattern.display(names)),
            ConditionNode::Holds(value) => value.display(names),
            ConditionNode::Compare(left, comparison, right) => {
                format!("{} {} {}", left.display(names), comparison.sign(), right.display(names))
            }
            ConditionNode::Related(relation, columns) => {
                let columns: Vec<_> = columns.iter().map(|column| display_column(column, names)).collect();
                format!("{}({})", names.relation_name(*relation), columns.join(", "))
            }
            ConditionNode::Not(inner) => match &inner.node {
                ConditionNode::Let(name, value) if is_hidden(name) => {
                    format!("{} == none", value.display(names))
                }
                _ => format!("not ({})", inner.display(names)),
            },
            ConditionNode::All(parts) => join(parts, " and ", names),
            ConditionNode::Any(parts) => format!("({})", join(parts, " or ", names)),
            ConditionNode::Every(pattern, body) => {
                format!("all({} for {})", body.display(names), pattern.display(names))
            }
            ConditionNode::Let(name, value) if is_hidden(name) => format!("{} != none", value.display(names)),
            ConditionNode::Let(name, value) => format!("let {} = {}", spoken(name), value.display(names)),
            ConditionNode::TooDeep => "(nested too deeply)".into(),
        }
    }
}

/// Whether a name was made up by who read the text, for something that the text does not name.
fn is_hidden(name: &str) -> bool {
    name.starts_with('\'')
}

/// A name that can be written. Readers of texts make up names such as `'2` and `goblin'2`, which nobody can have written.
fn spoken(name: &str) -> Cow<'_, str> {
    match name.split_once('\'') {
        None => Cow::Borrowed(name),
        Some(("", number)) => Cow::Owned(format!("it_{number}")),
        Some((name, number)) => Cow::Owned(format!("{name}_{}", number.replace('\'', "_"))),
    }
}

fn join(parts: &[Condition], between: &str, names: &Vocabulary) -> String {
    let one = |part: &Condition| {
        let text = part.display(names);
        // `where` reaches as far as it can.
        if part.ends_open() && parts.len() > 1 { format!("({text})") } else { text }
    };
    parts.iter().map(one).collect::<Vec<_>>().join(between)
}

fn display_column(column: &Column, names: &Vocabulary) -> String {
    match column {
        Column::Is(value) => value.display(names),
        Column::Named(name) => spoken(name).into_owned(),
        Column::Any => "any".into(),
    }
}

impl Pattern {
    /// The pattern as text.
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
            text.push_str(&spoken(name));
            text.push_str(": ");
        }
        let kinds: Vec<_> = self.kinds.iter().map(|kind| names.name(kind.symbol())).collect();
        text.push_str(if kinds.is_empty() { "thing" } else { "" });
        text.push_str(&kinds.join(" "));
        if !self.required.is_empty() {
            let required: Vec<_> = self.required.iter().map(|request| request.display(names)).collect();
            text.push_str(&format!(" {{ {} }}", required.join(", ")));
        }
        if let Some(given) = &self.given {
            text.push_str(&format!(" where {}", given.display(names)));
        }
        // A required range with a better end is preferred implicitly.
        let said = |liked: &&Preference| {
            liked.weight == 1.0 && liked.request.ranks() && self.required.contains(&liked.request)
        };
        let preferred: Vec<String> =
            self.preferred.iter().filter(|liked| !said(liked)).map(|liked| liked.display(names)).collect();
        if !preferred.is_empty() {
            text.push_str(&format!(" prefer {{ {} }}", preferred.join(", ")));
        }
        text
    }
}

impl Pattern {
    /// The best match; written as nearest or farthest if distance is the only preference.
    fn chosen(&self, names: &Vocabulary) -> String {
        let distance = match &self.preferred[..] {
            [
                Preference {
                    request: PropertyRequest { property, test: PropertyTest::In(range) },
                    weight: 1.0,
                },
            ] if names.property_name(*property) == "distance" && range.is_endless() => range.toward,
            _ => PreferredEnd::Neither,
        };
        let all = || Self { preferred: Vec::new(), ..self.clone() }.display(names);
        match distance {
            PreferredEnd::Lowest => format!("nearest({})", all()),
            PreferredEnd::Highest => format!("farthest({})", all()),
            // A kind alone is followed by requests or nothing.
            PreferredEnd::Neither if self.name.is_none() && self.required.is_empty() => {
                format!("best(it: {})", self.display(names))
            }
            PreferredEnd::Neither => format!("best({})", self.display(names)),
        }
    }
}

impl Preference {
    fn display(&self, names: &Vocabulary) -> String {
        match self.weight {
            1.0 => self.request.display(names),
            weight => format!("{} weight {weight}", self.request.display(names)),
        }
    }
}

impl PropertyRequest {
    /// Whether it has a better end.
    fn ranks(&self) -> bool {
        matches!(&self.test, PropertyTest::In(range) if range.toward != PreferredEnd::Neither)
    }

    fn display(&self, names: &Vocabulary) -> String {
        let property = names.property_name(self.property);
        match &self.test {
            PropertyTest::Any => format!("{property}: any"),
            PropertyTest::Is(values) => {
                let shown: Vec<_> = values.iter().map(|value| value.display(names)).collect();
                match &shown[..] {
                    [value] => format!("{property}: {value}"),
                    _ => format!("{property}: [{}]", shown.join(", ")),
                }
            }
            PropertyTest::In(range) => format!("{property}: {}", range.display(names)),
            PropertyTest::Compares(comparison, value) => {
                let value = value.display(names);
                match comparison {
                    Comparison::Less | Comparison::More => {
                        format!("{property}: {} {value}", comparison.sign())
                    }
                    Comparison::AtMost => format!("{property}: ..{value}"),
                    Comparison::AtLeast => format!("{property}: {value}.."),
                    Comparison::Equal => format!("{property}: {value}"),
                    Comparison::Unequal => format!("{property}: not {value}"),
                }
            }
        }
    }
}

/// Whether a bound rules nothing out.
fn is_endless(bound: &Expr) -> bool {
    bound.constant().and_then(Value::number).is_some_and(f64::is_infinite)
}

impl RangeExpr {
    /// Whether everything lies in it.
    fn is_endless(&self) -> bool {
        [&self.low, &self.high].into_iter().all(|bound| bound.as_ref().is_none_or(is_endless))
    }

    fn display(&self, names: &Vocabulary) -> String {
        let bound = |bound: &Option<Expr>, soft: bool| match bound.as_ref().filter(|bound| !is_endless(bound))
        {
            None => String::new(),
            Some(bound) if soft => format!("~{}", bound.display(names)),
            Some(bound) => bound.display(names),
        };
        let toward = match self.toward {
            PreferredEnd::Neither => "",
            PreferredEnd::Lowest => " lowest",
            PreferredEnd::Highest => " highest",
        };
        let (low, high) = (bound(&self.low, self.low_is_soft), bound(&self.high, self.high_is_soft));
        if self.is_endless() { format!("any{toward}") } else { format!("{low}..{high}{toward}") }
    }
}

impl Expr {
    /// The expression as text.
    #[must_use]
    pub fn display(&self, names: &Vocabulary) -> String {
        let list =
            |parts: &[Self]| parts.iter().map(|part| part.display(names)).collect::<Vec<_>>().join(", ");
        match &self.node {
            ExprNode::Constant(Value::Id(Id::SELF)) => "self".into(),
            ExprNode::Constant(value) => value.display(names),
            ExprNode::Variable(name) => spoken(name).into_owned(),
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
            ExprNode::Choose(pattern) => pattern.chosen(names),
            ExprNode::Count(pattern) => format!("count({})", pattern.display(names)),
            ExprNode::Aggregate(fold, pattern, value) => {
                format!("{}({} for {})", fold.name(), value.display(names), pattern.display(names))
            }
            ExprNode::Now => "now".into(),
            ExprNode::Drawn(choices) => format!("random({})", list(choices)),
            ExprNode::List(items) => format!("[{}]", list(items)),
            ExprNode::If(condition, then, otherwise) => format!(
                "(if {} then {} else {})",
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
