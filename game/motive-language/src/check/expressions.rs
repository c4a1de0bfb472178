//! Values: literals, names, properties, calls, arithmetic.

use super::findings::MOST_LISTED;
use super::names::names_of;
use super::types::{builtin_parameter, fits, type_text};
use super::{ItemChecker, NameMeaning, every, span_of};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::DefinitionKind;
use crate::syntax::ast::{
    Argument, ArithmeticOp, CallExpr, Expr as View, FieldExpr, Literal, LiteralValue, NameRef, TimeValue,
};
use motive_core::{Aggregate, BuiltinFunction, Expr, Point, Property, Type, Value};

impl ItemChecker<'_> {
    /// A value of any type.
    pub(super) fn value(&mut self, view: &View) -> Option<Expr> {
        self.value_as(view, None)
    }

    /// A value of an expected type: names are looked up among the values of that type.
    pub(super) fn value_as(&mut self, view: &View, expected: Option<&Type>) -> Option<Expr> {
        let value = self.noted_value(view, expected)?;
        if let Some(expected) = expected {
            self.expect_type(view, expected, "the value here")?;
        }
        Some(value)
    }

    /// A value, with its type noted but not compared with what is expected.
    fn noted_value(&mut self, view: &View, expected: Option<&Type>) -> Option<Expr> {
        let value = self.untyped_value(view, expected)?;
        if value.is_too_deep() {
            return self.too_deep(view);
        }
        let place = self.findings.place_of(view);
        let found = self.infer(view);
        self.findings.index.set_type(&place, found);
        Some(value)
    }

    /// A value that must be of a type. `what` says what it is, as in "a priority".
    pub(super) fn value_for(&mut self, view: &View, expected: &Type, what: &str) -> Option<Expr> {
        // A name is looked up among the symbols that are expected.
        let is_choice = matches!((view, expected), (View::Name(_), Type::OneOf(_)));
        let value = self.noted_value(view, is_choice.then_some(expected))?;
        self.expect_type(view, expected, what)?;
        Some(value)
    }

    fn untyped_value(&mut self, view: &View, expected: Option<&Type>) -> Option<Expr> {
        match view {
            View::Paren(paren) => self.value_as(&paren.inner()?, expected),
            View::Literal(literal) => literal_value(literal),
            View::Duration(duration) => match duration.value()? {
                TimeValue::Microseconds(micros) => Some(Expr::from(micros / 1e6)),
                TimeValue::Ticks(_) => {
                    self.refuse("no-ticks", duration, "expected a time in `s`, `ms` or `min`, not in ticks")
                }
            },
            View::Name(name) => self.name(&name.name()?, expected),
            View::Field(field) => self.field(field),
            View::Call(call) => self.call(call),
            View::Sum(sum) => self.chain(view, sum.first(), sum.rest()),
            View::Product(product) => self.chain(view, product.first(), product.rest()),
            View::Negate(negate) => {
                Some(-self.value_for(&negate.operand()?, &Type::Number, "what `-` negates")?)
            }
            View::If(choice) => {
                let condition = self.scoped(|this| this.test(&choice.condition()?))?;
                let (then, otherwise) =
                    (self.value_as(&choice.then()?, expected), self.value_as(&choice.otherwise()?, expected));
                Some(Expr::when(condition, then?, otherwise?))
            }
            View::Point(point) => {
                let coordinates: Vec<Option<f64>> =
                    point.coordinates().map(|view| constant_number(&view)).collect();
                match coordinates[..] {
                    [Some(x), Some(y)] => Some(Expr::from(Point::flat(x as f32, y as f32))),
                    [Some(x), Some(y), Some(z)] => {
                        Some(Expr::from(Point { x: x as f32, y: y as f32, z: z as f32 }))
                    }
                    _ => self.refuse("not-constant", point, "the coordinates of a point must be numbers"),
                }
            }
            View::List(list) => {
                let items = every(list.elements().map(|view| self.value(&view)))?;
                // A list of constants is a constant.
                let known: Option<Vec<Value>> = items.iter().map(|item| item.constant().cloned()).collect();
                Some(known.map_or_else(|| Expr::list(items), |known| Expr::from(Value::from(known))))
            }
            View::Or(_) | View::And(_) | View::Not(_) | View::Compare(_) | View::In(_) => {
                let condition = self.scoped(|this| this.test(view))?;
                Some(Expr::when(condition, true, false))
            }
            View::Pattern(pattern) => {
                let message = "a pattern is a condition, not a value";
                let help = "bind it in a condition first, or use `nearest(kind)` or `count(kind)`";
                self.refuse_with_help("not-a-value", pattern, message, help)
            }
            View::Take(take) => self.refuse("not-a-value", take, "`take` is a condition, not a value"),
        }
    }

    /// Reports a constant that cannot have the expected type.
    fn check_type(&mut self, value: &Value, expected: Option<&Type>, span: Span) -> Option<()> {
        match expected {
            Some(expected) if !expected.admits(value) => {
                let names = &self.names.vocabulary;
                let found = value.display(names);
                let message =
                    format!("the value here must be {}, and this is `{found}`", type_text(expected, names));
                self.error("wrong-type", span, message);
                None
            }
            _ => Some(()),
        }
    }

    fn chain(&mut self, whole: &View, first: Option<View>, rest: Vec<(ArithmeticOp, View)>) -> Option<Expr> {
        let what = "an operand of arithmetic";
        let mut sum = self.value_for(&first?, &Type::Number, what);
        for (op, view) in rest {
            let right = self.value_for(&view, &Type::Number, what);
            sum = match (sum, right) {
                (Some(left), Some(right)) => Some(match op {
                    ArithmeticOp::Add => left + right,
                    ArithmeticOp::Subtract => left - right,
                    ArithmeticOp::Multiply => left * right,
                    ArithmeticOp::Divide => left / right,
                    ArithmeticOp::Remainder => left % right,
                }),
                _ => None,
            };
            if sum.as_ref().is_some_and(Expr::is_too_deep) {
                return self.too_deep(whole);
            }
        }
        sum
    }

    /// A name: a variable, a named value, the agent, a symbol, a thing of the file, a function without arguments.
    fn name(&mut self, name: &NameRef, expected: Option<&Type>) -> Option<Expr> {
        let text = name.text();
        if name.is_self() {
            return Some(Expr::from(motive_core::Id::SELF));
        }
        let local = match self.meaning(text) {
            Some(NameMeaning::Variable(inner)) => Some(Expr::var(inner)),
            Some(NameMeaning::Value(value)) => Some((**value).clone()),
            None => None,
        };
        if local.is_some() {
            self.refer_local(name);
            return local;
        }
        if self.names.lets.contains_key(text) {
            self.refer(DefinitionKind::Value, name);
            return self.use_let(text, &[], span_of(name));
        }
        if let Some(Type::OneOf(symbols)) = expected {
            let names = &self.names.vocabulary;
            let found = names.find_symbol(text).filter(|symbol| symbols.contains(symbol));
            let is_other = text == "now"
                || self.names.things.contains_key(text)
                || self.names.vocabulary.find_function(text).is_some();
            if found.is_none() && !is_other {
                let known: Vec<&str> = symbols.iter().map(|symbol| names.name(*symbol)).collect();
                let message = match known.len() {
                    0..=MOST_LISTED => format!("`{text}` is not one of {}", known.join(", ")),
                    many => format!("`{text}` is none of the {many} values that can stand here"),
                };
                let diagnostic = Diagnostic::error("unknown-value", span_of(name), message);
                self.report(self.findings.with_nearest(diagnostic, text, known));
                return None;
            }
            if let Some(found) = found {
                self.refer(DefinitionKind::Symbol, name);
                return Some(Expr::from(found));
            }
        }
        if text == "now" {
            return Some(Expr::now());
        }
        if let Some(symbol) = self.names.symbols.get(text).copied() {
            self.check_type(&Value::Symbol(symbol), expected, span_of(name))?;
            self.refer(DefinitionKind::Symbol, name);
            return Some(Expr::from(symbol));
        }
        if let Some(id) = self.names.things.get(text).copied() {
            self.refer(DefinitionKind::Thing, name);
            return Some(Expr::from(id));
        }
        if let Some(function) = self.names.vocabulary.find_function(text) {
            self.refer(DefinitionKind::Function, name);
            return self.host_call(function, &[], span_of(name));
        }
        self.unknown_name(name);
        None
    }

    fn unknown_name(&mut self, name: &NameRef) {
        let names = self.names;
        // The names in scope belong to the checker itself, which reports.
        let scope = std::mem::take(&mut self.scope);
        let known = scope.iter().map(|local| &*local.name).chain(names_of(&names.lets));
        let known = known.chain(names_of(&names.conditions)).chain(names.symbols.keys().map(String::as_str));
        let functions = names.vocabulary.functions().map(|known| names.vocabulary.function_name(known));
        self.unknown("name", name.text(), span_of(name), known.chain(functions));
        self.scope = scope;
    }

    /// `x.p`, `self.p`, `nearest(k).p.q`
    fn field(&mut self, field: &FieldExpr) -> Option<Expr> {
        let names: Vec<NameRef> = field.names().collect();
        let (last, before) = names.split_last()?;
        let thing = self.thing_of(field, before);
        let property = self.property(last)?;
        Some(thing?.get(property))
    }

    /// The thing whose property a field is: its base, and then the things that the names before the last one lead to.
    pub(super) fn thing_of(&mut self, field: &FieldExpr, names: &[NameRef]) -> Option<Expr> {
        let mut value = self.value_for(&field.base()?, &Type::Id, "what has properties");
        for name in names {
            let Some(property) = self.property(name) else {
                value = None;
                continue;
            };
            let holds =
                self.names.vocabulary.property_info(property).map_or(Type::Any, |info| info.holds.clone());
            if !fits(&Type::Id, &holds) {
                let names = &self.names.vocabulary;
                let message =
                    format!("`{}` is {}, so it has no properties", name.text(), type_text(&holds, names));
                self.error("wrong-type", span_of(name), message);
                value = None;
            }
            value = value.map(|value| value.get(property));
        }
        value
    }

    /// A property by its name.
    pub(super) fn property(&mut self, name: &NameRef) -> Option<Property> {
        let names = &self.names.vocabulary;
        let found = names.find_property(name.text());
        if found.is_none() {
            let known: Vec<&str> = names.properties().map(|property| names.property_name(property)).collect();
            self.unknown("property", name.text(), span_of(name), known);
        } else {
            self.refer(DefinitionKind::Property, name);
        }
        found
    }

    fn call(&mut self, call: &CallExpr) -> Option<Expr> {
        let name = call.name()?;
        let (text, span) = (name.text(), span_of(&name));
        let arguments: Vec<Argument> = call.arguments().collect();
        if let Some(value) = self.over_many(text, &arguments) {
            return value;
        }
        match text {
            "was" => return self.was(&arguments, span),
            "random" => return self.random(&arguments, span),
            _ => {}
        }
        if let Some(builtin) = BuiltinFunction::of_name(text) {
            let values = self.arguments(&arguments)?;
            self.expect_arguments(text, &arguments, &vec![builtin_parameter(builtin); arguments.len()])?;
            if !builtin.takes(values.len()) {
                self.findings.wrong_arity(text, builtin.arity(), values.len(), span);
                return None;
            }
            return Some(Expr::builtin(builtin, values));
        }
        if self.names.lets.contains_key(text) {
            self.refer(DefinitionKind::Value, &name);
            let values = self.arguments(&arguments)?;
            let params = self.names.lets.get(text).and_then(|(_, item)| item.params());
            self.expect_arguments(text, &arguments, &self.names.parameter_types(params.as_ref()))?;
            return self.use_let(text, &values, span);
        }
        if self.names.conditions.contains_key(text) || self.names.vocabulary.find_relation(text).is_some() {
            let condition = self.scoped(|this| this.test(&View::Call(call.clone())))?;
            return Some(Expr::when(condition, true, false));
        }
        let Some(function) = self.names.vocabulary.find_function(text) else {
            self.unknown_function(text, span);
            return None;
        };
        self.refer(DefinitionKind::Function, &name);
        let arguments = self.arguments(&arguments)?;
        self.host_call(function, &arguments, span)
    }

    fn unknown_function(&mut self, text: &str, span: Span) {
        let (names, vocabulary) = (self.names, &self.names.vocabulary);
        let functions = vocabulary.functions().map(|known| vocabulary.function_name(known));
        let relations = vocabulary.relations().map(|known| vocabulary.relation_name(known));
        let known =
            functions.chain(relations).chain(names_of(&names.lets)).chain(names_of(&names.conditions));
        let built_in = BuiltinFunction::ALL.map(BuiltinFunction::name);
        let known = known.chain(["was", "random", "count", "nearest"]).chain(built_in);
        self.unknown("function", text, span, known);
    }

    pub(super) fn arguments(&mut self, arguments: &[Argument]) -> Option<Vec<Expr>> {
        every(arguments.iter().map(|argument| match argument {
            Argument::Expr(view) => self.value(view),
            Argument::Each(each) => {
                self.refuse("not-a-value", each, "`for` belongs in `sum`, `min`, `max`, `all` or `any`")
            }
        }))
    }

    fn host_call(&mut self, function: motive_core::Function, arguments: &[Expr], span: Span) -> Option<Expr> {
        let info = self.names.vocabulary.function_info(function)?;
        let (name, arity) = (self.names.vocabulary.name(info.name).to_owned(), info.arity);
        if let Some(expected) = arity
            && expected != arguments.len()
        {
            self.findings.wrong_arity(&name, expected, arguments.len(), span);
            return None;
        }
        Some(Expr::call_with(function, arguments.to_vec()))
    }

    /// Aggregates over many things: `count(kind)`, `nearest(kind)`, `sum(v for x: kind)`.
    fn over_many(&mut self, name: &str, arguments: &[Argument]) -> Option<Option<Expr>> {
        let [argument] = arguments else { return None };
        let fold = match name {
            "sum" => Some(Aggregate::Sum),
            "min" => Some(Aggregate::Min),
            "max" => Some(Aggregate::Max),
            "all" => Some(Aggregate::All),
            "any" => Some(Aggregate::Any),
            _ => None,
        };
        match (argument, fold) {
            (Argument::Each(each), Some(fold)) => Some(self.scoped(|this| {
                let pattern = this.binder(&each.binder()?)?;
                let (expected, what) = match fold {
                    Aggregate::All | Aggregate::Any => (Type::Any, "what holds for things"),
                    _ => (Type::Number, "what is summed up or compared"),
                };
                let value = this.value_for(&each.value()?, &expected, what)?;
                Some(Expr::aggregate(fold, pattern, value))
            })),
            (Argument::Expr(view), None) if matches!(name, "count" | "nearest" | "farthest" | "best") => {
                Some(self.scoped(|this| {
                    let pattern = this.kind_pattern(view)?;
                    this.chosen(name, span_of(view), pattern)
                }))
            }
            _ => None,
        }
    }

    fn chosen(&mut self, name: &str, span: Span, pattern: motive_core::Pattern) -> Option<Expr> {
        if name == "count" {
            return Some(Expr::count(pattern));
        }
        if name == "best" {
            return Some(Expr::choose(pattern));
        }
        let Some(distance) = self.names.vocabulary.find_property("distance") else {
            self.error("no-distance", span, format!("`{name}` needs a property called `distance`"));
            return None;
        };
        let all = motive_core::Range::soft(f64::NEG_INFINITY, f64::INFINITY);
        let range = if name == "nearest" { all.lowest() } else { all.highest() };
        Some(Expr::choose(pattern.prefer_within(distance, range)))
    }

    fn was(&mut self, arguments: &[Argument], span: Span) -> Option<Expr> {
        let [Argument::Expr(View::Field(field))] = arguments else {
            self.error("not-a-property", span, "`was` needs a property, as in `was(self.health)`");
            return None;
        };
        let names: Vec<NameRef> = field.names().collect();
        let (last, before) = names.split_last()?;
        let thing = self.thing_of(field, before)?;
        Some(thing.was(self.property(last)?))
    }

    /// `random(dir)` draws one of an enumeration, `random(a, b)` one of several values.
    fn random(&mut self, arguments: &[Argument], span: Span) -> Option<Expr> {
        if let [Argument::Expr(View::Name(name))] = arguments
            && let Some(symbols) = self.names.enumeration(name.name()?.text())
        {
            return Some(Expr::drawn(symbols.into_iter().map(Expr::from).collect()));
        }
        if arguments.is_empty() {
            self.error("wrong-arity", span, "`random` needs an enumeration or the values to draw from");
            return None;
        }
        Some(Expr::drawn(self.arguments(arguments)?))
    }

    /// A named value, with its parameters standing for the arguments.
    fn use_let(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Expr> {
        let (file, item) = self.names.lets.get(name).cloned()?;
        self.inline(name, file, item.params(), arguments, span, |this| this.value(&item.value()?))
    }
}

fn literal_value(literal: &Literal) -> Option<Expr> {
    Some(match literal.value()? {
        LiteralValue::Number(number) => Expr::from(number),
        LiteralValue::Truth(truth) => Expr::from(truth),
        LiteralValue::Text(text) => Expr::from(Value::from(text.as_str())),
    })
}

/// A number that is written out, with a sign perhaps.
pub(super) fn constant_number(view: &View) -> Option<f64> {
    match view {
        View::Literal(literal) => match literal.value()? {
            LiteralValue::Number(n) => Some(n),
            _ => None,
        },
        View::Negate(negate) => Some(-constant_number(&negate.operand()?)?),
        View::Paren(paren) => constant_number(&paren.inner()?),
        _ => None,
    }
}
