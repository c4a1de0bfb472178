//! The types of expressions.

use super::{ItemChecker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::FileSpan;
use crate::syntax::ast::{Argument, CallExpr, Expr as View, LiteralValue, NameRef};
use motive_core::{BuiltinFunction, Symbol, Type, Vocabulary};

impl ItemChecker<'_> {
    /// The type of an expression that has been checked. [`Type::Any`] where nothing is known.
    pub(super) fn type_of_expr(&self, view: &View) -> Type {
        self.findings
            .index
            .type_of(&self.findings.place_of(view))
            .cloned()
            .unwrap_or_else(|| self.infer(view))
    }

    /// The type of an expression whose parts have been checked.
    pub(super) fn infer(&self, view: &View) -> Type {
        match view {
            View::Paren(paren) => paren.inner().map_or(Type::Any, |inner| self.type_of_expr(&inner)),
            View::Literal(literal) => match literal.value() {
                Some(LiteralValue::Number(_)) => Type::Number,
                Some(LiteralValue::Truth(_)) => Type::Bool,
                Some(LiteralValue::Text(_)) => Type::Text,
                None => Type::Any,
            },
            View::Duration(_) | View::Sum(_) | View::Product(_) | View::Negate(_) => Type::Number,
            View::Or(_) | View::And(_) | View::Not(_) | View::Compare(_) | View::In(_) | View::Take(_) => {
                Type::Bool
            }
            View::Point(_) => Type::Point,
            View::List(_) => Type::List,
            View::Pattern(_) => Type::Any,
            View::If(choice) => {
                let of = |part: Option<View>| part.map_or(Type::Any, |part| self.type_of_expr(&part));
                join(of(choice.then()), of(choice.otherwise()))
            }
            View::Name(name) => name.name().map_or(Type::Any, |name| self.type_of_name(&name)),
            View::Field(field) => field.names().last().map_or(Type::Any, |name| self.type_of_property(&name)),
            View::Call(call) => self.type_of_call(call),
        }
    }

    fn type_of_property(&self, name: &NameRef) -> Type {
        let found = self.names.vocabulary.find_property(name.text());
        found
            .and_then(|found| self.names.vocabulary.property_info(found))
            .map_or(Type::Any, |info| info.holds.clone())
    }

    fn type_of_name(&self, name: &NameRef) -> Type {
        let text = name.text();
        if name.is_self() {
            return Type::Id;
        }
        if let Some(local) = self.scope.find(text) {
            return local.value_type.clone();
        }
        if self.names.lets.contains_key(text) {
            return self.type_of_named_value(text);
        }
        if text == "now" {
            Type::Number
        } else if let Some(symbol) = self.names.symbols.get(text) {
            Type::OneOf([*symbol].into())
        } else if self.names.things.contains_key(text) {
            Type::Id
        } else {
            self.type_of_function(text)
        }
    }

    /// The type of a named value, as found at its last use.
    fn type_of_named_value(&self, name: &str) -> Type {
        let value = self.names.lets.get(name).and_then(|(file, item)| Some((*file, item.value()?)));
        let place = value.map(|(file, value)| FileSpan { file, span: span_of(&value) });
        place.and_then(|place| self.findings.index.type_of(&place).cloned()).unwrap_or(Type::Any)
    }

    fn type_of_function(&self, name: &str) -> Type {
        let found = self.names.vocabulary.find_function(name);
        found
            .and_then(|found| self.names.vocabulary.function_info(found))
            .map_or(Type::Any, |info| info.result.clone())
    }

    fn type_of_call(&self, call: &CallExpr) -> Type {
        let Some(name) = call.name() else { return Type::Any };
        let name = name.text();
        let arguments: Vec<Argument> = call.arguments().collect();
        match (name, &arguments[..]) {
            ("count", [_]) | ("sum", [Argument::Each(_)]) => return Type::Number,
            ("nearest" | "farthest" | "best", [_]) => return Type::Id,
            ("all" | "any", [Argument::Each(_)]) => return Type::Bool,
            ("was", [Argument::Expr(view)]) => return self.type_of_expr(view),
            ("random", values) => return self.type_of_drawn(values),
            _ => {}
        }
        if let Some(builtin) = BuiltinFunction::of_name(name) {
            return type_of_builtin(builtin);
        }
        if self.names.lets.contains_key(name) {
            return self.type_of_named_value(name);
        }
        if self.names.conditions.contains_key(name) || self.names.vocabulary.find_relation(name).is_some() {
            return Type::Bool;
        }
        self.type_of_function(name)
    }

    /// What `random` draws: one of an enumeration, or one of several values.
    fn type_of_drawn(&self, values: &[Argument]) -> Type {
        if let [Argument::Expr(View::Name(name))] = values
            && let Some(symbols) = name.name().and_then(|name| self.names.enumeration(name.text()))
        {
            return Type::OneOf(symbols.into());
        }
        let types = values.iter().map(|value| match value {
            Argument::Expr(view) => self.type_of_expr(view),
            Argument::Each(_) => Type::Any,
        });
        types.reduce(join).unwrap_or(Type::Any)
    }

    /// Whether a name is a symbol, and means nothing else here.
    pub(super) fn is_symbol(&self, name: &NameRef) -> bool {
        let text = name.text();
        self.meaning(text).is_none()
            && !self.names.lets.contains_key(text)
            && self.names.symbols.contains_key(text)
    }

    /// Reports an expression that cannot have the type that is expected. `what` says what needs it, as in "a priority".
    pub(super) fn expect_type(&mut self, view: &View, expected: &Type, what: &str) -> Option<()> {
        let found = self.type_of_expr(view);
        if fits(expected, &found) {
            return Some(());
        }
        let names = &self.names.vocabulary;
        let message = format!(
            "{what} must be {}, and this is {}",
            type_text(expected, names),
            type_text(&found, names)
        );
        let label = format!("{} expected", type_text(expected, names));
        self.findings.report_once(Diagnostic::error("wrong-type", span_of(view), message).with_label(label));
        None
    }

    /// Checks arguments against the types of the parameters that they are for.
    pub(super) fn expect_arguments(
        &mut self,
        callee: &str,
        arguments: &[Argument],
        types: &[Type],
    ) -> Option<()> {
        let mut whole = Some(());
        for (number, (argument, expected)) in arguments.iter().zip(types).enumerate() {
            if let Argument::Expr(view) = argument {
                let what = format!("argument {} of `{callee}`", number + 1);
                whole = self.expect_type(view, expected, &what).and(whole);
            }
        }
        whole
    }
}

fn type_of_builtin(builtin: BuiltinFunction) -> Type {
    use BuiltinFunction as B;
    match builtin {
        B::Min | B::Max | B::Abs | B::Floor | B::Ceil | B::Distance | B::Length => Type::Number,
        B::Rest | B::Rotate | B::Append | B::Shuffle => Type::List,
        _ => Type::Any,
    }
}

/// A type that both belong to.
fn join(one: Type, other: Type) -> Type {
    match (one, other) {
        (one, other) if one == other => one,
        (Type::OneOf(these), Type::OneOf(those)) => {
            let more: Vec<Symbol> = those.iter().filter(|symbol| !these.contains(symbol)).copied().collect();
            Type::OneOf(these.iter().copied().chain(more).collect())
        }
        (Type::Symbol | Type::OneOf(_), Type::Symbol | Type::OneOf(_)) => Type::Symbol,
        _ => Type::Any,
    }
}

/// The type of each argument of a built-in function.
pub(super) fn builtin_parameter(builtin: BuiltinFunction) -> Type {
    use BuiltinFunction as B;
    match builtin {
        B::Min | B::Max | B::Abs | B::Floor | B::Ceil => Type::Number,
        _ => Type::Any,
    }
}

/// Whether a value of one type can be used where the other is expected. An unknown type fits everywhere.
pub(super) fn fits(expected: &Type, found: &Type) -> bool {
    match (expected, found) {
        (Type::Any, _) | (_, Type::Any) => true,
        (Type::OneOf(these), Type::OneOf(those)) => these.iter().any(|symbol| those.contains(symbol)),
        (Type::Symbol | Type::OneOf(_), Type::Symbol | Type::OneOf(_)) => true,
        (expected, found) => expected == found,
    }
}

/// A type in words: `a number`, `one of n, s, e, w`.
pub(super) fn type_text(value_type: &Type, names: &Vocabulary) -> String {
    match value_type {
        Type::Number => "a number".into(),
        Type::Bool => "true or false".into(),
        Type::Symbol => "a symbol".into(),
        Type::OneOf(symbols) => {
            let symbols: Vec<&str> = symbols.iter().map(|symbol| names.name(*symbol)).collect();
            if let [only] = symbols[..] {
                return format!("the symbol `{only}`");
            }
            format!("one of {}", symbols.join(", "))
        }
        Type::Id => "a thing".into(),
        Type::Point => "a point".into(),
        Type::Text => "a text".into(),
        Type::List => "a list".into(),
        Type::Any => "any value".into(),
    }
}
