//! Values: literals, names, properties, calls, arithmetic.

use super::programs::parameter_names;
use super::types::{builtin_parameter, fits, type_text};
use super::{Checker, NameMeaning, span_of};
use crate::diagnostic::{Diagnostic, Span, wrong_arity};
use crate::model::DefinitionKind;
use crate::syntax::ast::{
    Argument, ArithmeticOp, CallExpr, Expr as View, FieldExpr, Literal, LiteralValue, NameRef, ParamList,
    Time,
};
use motive_core::{Aggregate, BuiltinFunction, Expr, Point, Property, Type, Value};

/// How deep named values and conditions can be used inside each other.
const DEEPEST_USE: usize = 32;

/// How often named values and conditions can be used in one condition or value, counting those inside each other.
const MOST_USES: usize = 4096;

impl Checker<'_> {
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
        let value = self.compiled(view, |this| this.untyped_value(view, expected))?;
        let place = self.place_of(view);
        let found = self.infer(view);
        self.index.set_type(&place, found);
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
                Time::Microseconds(micros) => Some(Expr::from(micros / 1e6)),
                Time::Ticks(_) => {
                    self.error(
                        "no-ticks",
                        span_of(duration),
                        "expected a time in `s`, `ms` or `min`, not in ticks",
                    );
                    None
                }
            },
            View::Name(name) => self.name(&name.name()?, expected),
            View::Field(field) => self.field(field),
            View::Call(call) => self.call(call),
            View::Sum(sum) => self.chain(sum.first(), sum.rest()),
            View::Product(product) => self.chain(product.first(), product.rest()),
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
                    _ => {
                        self.error(
                            "not-constant",
                            span_of(point),
                            "the coordinates of a point must be numbers",
                        );
                        None
                    }
                }
            }
            View::List(list) => {
                let items: Vec<Option<Expr>> = list.elements().map(|view| self.value(&view)).collect();
                let items: Vec<Expr> = items.into_iter().collect::<Option<_>>()?;
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
                self.report(Diagnostic::error("not-a-value", span_of(pattern), message).with_help(help));
                None
            }
            View::Take(take) => {
                self.error("not-a-value", span_of(take), "`take` is a condition, not a value");
                None
            }
        }
    }

    /// Reports a constant that cannot have the expected type.
    fn check_type(&mut self, value: &Value, expected: Option<&Type>, span: Span) -> Option<()> {
        match expected {
            Some(expected) if !expected.admits(value) => {
                let (names, found) = (self.shared_names(), value.display(&self.names));
                let message =
                    format!("the value here must be {}, and this is `{found}`", type_text(expected, &names));
                self.error("wrong-type", span, message);
                None
            }
            _ => Some(()),
        }
    }

    fn chain(&mut self, first: Option<View>, rest: Vec<(ArithmeticOp, View)>) -> Option<Expr> {
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
        if self.declared.lets.contains_key(text) {
            self.refer(DefinitionKind::Value, name);
            return self.use_let(text, &[], span_of(name));
        }
        if let Some(Type::OneOf(symbols)) = expected {
            let names = self.shared_names();
            let found = names.find_symbol(text).filter(|symbol| symbols.contains(symbol));
            let is_other = text == "now"
                || self.declared.things.contains_key(text)
                || self.names.find_function(text).is_some();
            if found.is_none() && !is_other {
                let known: Vec<&str> = symbols.iter().map(|symbol| names.name(*symbol)).collect();
                let message = format!("`{text}` is not one of {}", known.join(", "));
                let diagnostic = Diagnostic::error("unknown-value", span_of(name), message);
                self.report(diagnostic.with_nearest(text, known));
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
        if let Some(symbol) = self.declared.symbols.get(text).copied() {
            self.check_type(&Value::Symbol(symbol), expected, span_of(name))?;
            self.refer(DefinitionKind::Symbol, name);
            return Some(Expr::from(symbol));
        }
        if let Some(id) = self.declared.things.get(text).copied() {
            self.refer(DefinitionKind::Thing, name);
            return Some(Expr::from(id));
        }
        if let Some(function) = self.names.find_function(text) {
            self.refer(DefinitionKind::Function, name);
            return self.host_call(function, &[], span_of(name));
        }
        self.unknown_name(text, span_of(name));
        None
    }

    pub(super) fn unknown_name(&mut self, text: &str, span: Span) {
        let mut known: Vec<String> = self.scope.iter().map(|local| local.name.clone()).collect();
        known.extend(self.declared.lets.keys().cloned());
        known.extend(self.declared.conditions.keys().cloned());
        known.extend(self.declared.symbols.keys().cloned());
        let names = self.shared_names();
        known.extend(names.functions().map(|function| names.function_name(function).to_owned()));
        self.unknown("name", text, span, known.iter().map(String::as_str));
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
            let holds = self.names.property_info(property).map_or(Type::Any, |info| info.holds.clone());
            if !fits(&Type::Id, &holds) {
                let names = self.shared_names();
                let message =
                    format!("`{}` is {}, so it has no properties", name.text(), type_text(&holds, &names));
                self.error("wrong-type", span_of(name), message);
                value = None;
            }
            value = value.map(|value| value.get(property));
        }
        value
    }

    /// A property by its name.
    pub(super) fn property(&mut self, name: &NameRef) -> Option<Property> {
        let names = self.shared_names();
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
        let arguments: Vec<Argument> =
            call.arguments().map(|list| list.arguments().collect()).unwrap_or_default();
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
            return Some(Expr::builtin(builtin, values));
        }
        if self.declared.lets.contains_key(text) {
            self.refer(DefinitionKind::Value, &name);
            let values = self.arguments(&arguments)?;
            let params = self.declared.lets.get(text).and_then(|(_, item)| item.params());
            self.expect_arguments(text, &arguments, &self.parameter_types(params))?;
            return self.use_let(text, &values, span);
        }
        if self.declared.conditions.contains_key(text) || self.names.find_relation(text).is_some() {
            let condition = self.scoped(|this| this.test(&View::Call(call.clone())))?;
            return Some(Expr::when(condition, true, false));
        }
        let Some(function) = self.names.find_function(text) else {
            self.unknown_function(text, span);
            return None;
        };
        self.refer(DefinitionKind::Function, &name);
        let arguments = self.arguments(&arguments)?;
        self.host_call(function, &arguments, span)
    }

    pub(super) fn unknown_function(&mut self, text: &str, span: Span) {
        let names = self.shared_names();
        let mut known: Vec<String> =
            names.functions().map(|function| names.function_name(function).to_owned()).collect();
        known.extend(names.relations().map(|relation| names.relation_name(relation).to_owned()));
        known.extend(self.declared.lets.keys().cloned());
        known.extend(self.declared.conditions.keys().cloned());
        let built_in = ["was", "random", "count", "nearest"]
            .into_iter()
            .chain(BuiltinFunction::ALL.map(BuiltinFunction::name));
        known.extend(built_in.map(str::to_owned));
        self.unknown("function", text, span, known.iter().map(String::as_str));
    }

    pub(super) fn arguments(&mut self, arguments: &[Argument]) -> Option<Vec<Expr>> {
        let values: Vec<Option<Expr>> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Expr(view) => self.value(view),
                Argument::Each(each) => {
                    self.error(
                        "not-a-value",
                        span_of(each),
                        "`for` belongs in `sum`, `min`, `max`, `all` or `any`",
                    );
                    None
                }
            })
            .collect();
        values.into_iter().collect()
    }

    fn host_call(&mut self, function: motive_core::Function, arguments: &[Expr], span: Span) -> Option<Expr> {
        let info = self.names.function_info(function)?;
        let (name, arity) = (self.names.name(info.name).to_owned(), info.arity);
        if let Some(expected) = arity
            && expected != arguments.len()
        {
            self.wrong_arity(&name, expected, arguments.len(), span);
            return None;
        }
        Some(Expr::call_with(function, arguments.to_vec()))
    }

    pub(super) fn wrong_arity(&mut self, name: &str, expected: usize, found: usize, span: Span) {
        self.error("wrong-arity", span, wrong_arity(name, expected, found));
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
        let Some(distance) = self.names.find_property("distance") else {
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
            && let Some(symbols) = self.enumeration(name.name()?.text())
        {
            return Some(Expr::drawn(symbols.into_iter().map(Expr::from).collect()));
        }
        if arguments.is_empty() {
            self.error("wrong-arity", span, "`random` needs an enumeration or the values to draw from");
            return None;
        }
        Some(Expr::drawn(self.arguments(arguments)?))
    }

    /// The symbols of an enumeration of the file, or of a property of the world.
    pub(super) fn enumeration(&self, name: &str) -> Option<Vec<motive_core::Symbol>> {
        if let Some(symbols) = self.declared.enums.get(name) {
            return Some(symbols.clone());
        }
        let property = self.names.find_property(name)?;
        match &self.names.property_info(property)?.holds {
            Type::OneOf(symbols) => Some(symbols.to_vec()),
            _ => None,
        }
    }

    /// A named value, with its parameters standing for the arguments.
    fn use_let(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Expr> {
        let (file, item) = self.declared.lets.get(name).cloned()?;
        self.inline(name, file, item.params(), arguments, span, |this| this.value(&item.value()?))
    }

    /// Reads the definition of a name in its own file, with nothing in scope but its parameters, which stand for the arguments.
    pub(super) fn inline<T>(
        &mut self,
        name: &str,
        file: usize,
        params: Option<ParamList>,
        arguments: &[Expr],
        span: Span,
        work: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let parameters = parameter_names(params.clone());
        if parameters.len() != arguments.len() {
            self.wrong_arity(name, parameters.len(), arguments.len(), span);
            return None;
        }
        self.enter(name, span, |this| {
            this.within(file, |this| {
                let outer = std::mem::take(&mut this.scope);
                let (types, ids) = (this.parameter_types(params.clone()), this.define_parameters(params));
                let parameters = parameters.into_iter().zip(types).zip(ids);
                for (((parameter, value_type), id), value) in parameters.zip(arguments) {
                    let meaning = NameMeaning::Value(Box::new(value.clone()));
                    this.push_local(&parameter, meaning, value_type, Some(id));
                }
                let read = work(this);
                this.scope = outer;
                read
            })
        })
    }

    /// Enters the definition of a name, unless names use each other too deep or too often.
    fn enter<T>(&mut self, name: &str, span: Span, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST_USE {
            self.error("uses-itself", span, format!("`{name}` uses itself, directly or through others"));
            return None;
        }
        self.uses += 1;
        if self.uses > MOST_USES {
            // Said once: everything around it has too many.
            if self.uses == MOST_USES + 1 {
                let message = format!("this uses named values and conditions more than {MOST_USES} times");
                let help = "a name is replaced by what it stands for; names that use others twice double the size each time";
                self.report(Diagnostic::error("too-large", span, message).with_help(help));
            }
            return None;
        }
        self.depth += 1;
        let value = work(self);
        self.depth -= 1;
        value
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
