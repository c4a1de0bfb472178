//! Compiling conditions: names are resolved to numbers and constants are checked.

use super::BuildError;
use super::expression::{Aggregate, Arithmetic, BuiltinFunction, Comparison, Expr, ExprNode};
use super::pattern::{Access, Pattern, PropertyRequest, PropertyTest, RangeExpr};
use super::range::PreferredEnd;
use super::read_set::ReadSet;
use super::written::{Column, Condition, ConditionNode};
use crate::vocabulary::{Function, Id, Kind, Property, Relation, Value, Vocabulary};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A compiled condition: variables and own properties are numbers, constants are checked.
#[derive(Clone, Debug)]
pub enum ConditionCode {
    /// Always true.
    Always,
    /// Finds a thing, reserves it and sets the variable.
    Bind(Box<PatternCode>),
    /// Like `Bind`, but holds in any case.
    Optional(Box<PatternCode>),
    /// Some thing matches, free or not.
    Exists(Box<PatternCode>),
    /// No thing matches.
    No(Box<PatternCode>),
    /// No thing matches that is free.
    NoFree(Box<PatternCode>),
    /// `No` or `NoFree`, as the binding rules say.
    NotFound(Box<PatternCode>),
    /// The value is present and not `false`.
    Holds(ExprCode),
    /// Compares two values.
    Compare(ExprCode, Comparison, ExprCode),
    /// A row is in a relation.
    Related(Relation, Box<[ColumnCode]>),
    /// Negation.
    Not(Box<ConditionCode>),
    /// Conjunction, tried in order.
    All(Box<[ConditionCode]>),
    /// Disjunction, tried in order.
    Any(Box<[ConditionCode]>),
    /// All matching things satisfy a condition.
    Every(Box<PatternCode>, Box<ConditionCode>),
    /// Sets a variable to a value.
    Let(u16, ExprCode),
}

/// One compiled column of a relation.
#[derive(Clone, Debug)]
pub enum ColumnCode {
    /// It equals this value.
    Is(ExprCode),
    /// Its value goes to this variable.
    Bind(u16),
    /// Any value.
    Any,
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct PatternCode {
    pub(crate) var: Option<u16>,
    pub(crate) name: Option<Arc<str>>,
    pub(crate) kinds: Box<[Kind]>,
    pub(crate) access: Access,
    pub(crate) persistent: bool,
    pub(crate) required: Box<[RequestCode]>,
    pub(crate) preferred: Box<[(RequestCode, f64)]>,
    pub(crate) time: Option<f64>,
    /// A further condition on candidates, and the variable that stands for the candidate.
    pub(crate) given: Option<(u16, ConditionCode)>,
    /// The place of its random draws.
    pub(crate) place: u64,
}

/// One compiled property request.
#[derive(Clone, Debug)]
pub(crate) struct RequestCode {
    pub(crate) property: Property,
    pub(crate) test: TestCode,
}

/// A compiled test of a property.
#[derive(Clone, Debug)]
pub(crate) enum TestCode {
    /// The property is present.
    Any,
    /// It has these values.
    Is(Box<[ExprCode]>),
    /// It lies in a range.
    In(RangeCode),
    /// It compares with a value.
    Compares(Comparison, ExprCode),
}

/// A compiled range.
#[derive(Clone, Debug)]
pub(crate) struct RangeCode {
    pub(crate) low: Option<ExprCode>,
    pub(crate) high: Option<ExprCode>,
    pub(crate) low_is_soft: bool,
    pub(crate) high_is_soft: bool,
    pub(crate) toward: PreferredEnd,
}

/// A compiled expression.
#[derive(Clone, Debug)]
pub enum ExprCode {
    /// A constant.
    Constant(Value),
    /// A variable of the scope.
    Variable(u16),
    /// A property of the agent itself, by slot.
    Own(u32),
    /// A property of a thing.
    Get(Box<ExprCode>, Property),
    /// A property of a thing as of the previous decision.
    Was(Box<ExprCode>, Property),
    /// Arithmetic on two numbers.
    Arithmetic(Arithmetic, Box<ExprCode>, Box<ExprCode>),
    /// A built-in function.
    Builtin(BuiltinFunction, Box<[ExprCode]>),
    /// A function of the host.
    Call(Function, Box<[ExprCode]>),
    /// The best matching thing.
    Choose(Box<PatternCode>),
    /// How many things match.
    Count(Box<PatternCode>),
    /// An aggregate over all matching things.
    Aggregate(Aggregate, Box<PatternCode>, u16, Box<ExprCode>),
    /// The time in seconds.
    Now,
    /// One of these at random.
    Drawn(u64, Box<[ExprCode]>),
    /// A list in random order.
    Shuffled(u64, Box<ExprCode>),
    /// A list.
    List(Box<[ExprCode]>),
    /// One of two values.
    If(Box<ConditionCode>, Box<ExprCode>, Box<ExprCode>),
}

/// Whether a variable is bound at this point of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Certainty {
    Bound,
    /// Bound by an `optional` pattern: may be used, and has no value if nothing was found.
    Perhaps,
    /// Bound in one branch of an `or`.
    Branch,
}

/// The variables of one rule. Compiles the conditions and expressions that use them.
///
/// ```
/// use motive_core::{Condition, Expr, Memory, Scope, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let at = names.relation("at", 2);
/// let (bot, x) = (names.id("bot"), names.id("x"));
/// let names = names.finish()?;
///
/// let mut scope = Scope::new(&names);
/// scope.parameter("b")?;
/// scope.parameter("x")?;
/// let there = scope.condition(&Condition::related(at, [Expr::var("b").into(), Expr::var("x").into()]))?;
///
/// let mut memory = Memory::new(names.clone());
/// memory.relate(at, &[bot.into(), x.into()])?;
/// let mut bindings = scope.bindings();
/// bindings.set(0, bot);
/// bindings.set(1, x);
/// assert!(there.holds(&memory, &mut bindings));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Scope<'v> {
    vocabulary: &'v Vocabulary,
    names: Vec<Arc<str>>,
    by_name: FxHashMap<Arc<str>, u16>,
    certainty: Vec<Certainty>,
    reads: ReadSet,
    place: u64,
    forbid_branch_use: bool,
}

impl<'v> Scope<'v> {
    /// A scope without variables.
    pub fn new(vocabulary: &'v Vocabulary) -> Self {
        Self {
            vocabulary,
            names: Vec::new(),
            by_name: FxHashMap::default(),
            certainty: Vec::new(),
            reads: ReadSet::default(),
            place: 0,
            forbid_branch_use: true,
        }
    }

    /// Allows variables of one branch of an `or` to be used after it. They have no value if another branch held.
    pub fn lenient(mut self) -> Self {
        self.forbid_branch_use = false;
        self
    }

    /// Sets the key of the random draws of this scope. Give each rule of each program a different number.
    pub fn at(mut self, place: u64) -> Self {
        self.place = place;
        self
    }

    /// Adds a variable that the caller will set. Returns its number.
    pub fn parameter(&mut self, name: &str) -> Result<u16, BuildError> {
        self.declare(&name.into(), Certainty::Bound)
    }

    /// The number of a variable.
    pub fn variable(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// The names of the variables, by number.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// Bindings for the variables, all unset.
    pub fn bindings(&self) -> super::Bindings {
        super::Bindings::new(self.names.len())
    }

    pub(crate) fn vocabulary(&self) -> &'v Vocabulary {
        self.vocabulary
    }

    /// What everything compiled so far reads.
    pub fn reads(&self) -> &ReadSet {
        &self.reads
    }

    /// Compiles a condition. The variables it binds can be used by what is compiled after it.
    pub fn condition(&mut self, condition: &Condition) -> Result<super::CompiledCondition, BuildError> {
        let code = self.code(condition)?;
        Ok(super::CompiledCondition { code, reads: self.reads.clone(), variables: self.names.len() })
    }

    /// Compiles an expression.
    pub fn expression(&mut self, expression: &Expr) -> Result<super::CompiledExpr, BuildError> {
        Ok(super::CompiledExpr { code: self.expr(expression)?, reads: self.reads.clone() })
    }

    fn declare(&mut self, name: &Arc<str>, certainty: Certainty) -> Result<u16, BuildError> {
        if let Some(known) = self.variable(name) {
            let slot = &mut self.certainty[known as usize];
            if certainty == Certainty::Bound || *slot == Certainty::Branch {
                *slot = certainty;
            }
            return Ok(known);
        }
        let number = u16::try_from(self.names.len()).map_err(|_| BuildError::TooManyVariables)?;
        self.names.push(name.clone());
        self.by_name.insert(name.clone(), number);
        self.certainty.push(certainty);
        Ok(number)
    }

    fn next_place(&mut self) -> u64 {
        self.place = self.place.wrapping_add(1);
        self.place
    }

    /// Compiles a condition without its read set.
    pub fn code(&mut self, condition: &Condition) -> Result<ConditionCode, BuildError> {
        Ok(match &condition.node {
            ConditionNode::Always => ConditionCode::Always,
            ConditionNode::TooDeep => return Err(BuildError::TooDeep),
            ConditionNode::Bind(pattern) => ConditionCode::Bind(self.ask(pattern, Some(Certainty::Bound))?),
            ConditionNode::Optional(pattern) => {
                ConditionCode::Optional(self.ask(pattern, Some(Certainty::Perhaps))?)
            }
            ConditionNode::Exists(pattern) => ConditionCode::Exists(self.ask(pattern, None)?),
            ConditionNode::No(pattern) => ConditionCode::No(self.ask(pattern, None)?),
            ConditionNode::NoFree(pattern) => ConditionCode::NoFree(self.ask(pattern, None)?),
            ConditionNode::NotFound(pattern) => ConditionCode::NotFound(self.ask(pattern, None)?),
            ConditionNode::Holds(value) => ConditionCode::Holds(self.expr(value)?),
            ConditionNode::Compare(left, comparison, right) => {
                ConditionCode::Compare(self.expr(left)?, *comparison, self.expr(right)?)
            }
            ConditionNode::Related(relation, columns) => self.related(*relation, columns)?,
            ConditionNode::Not(inner) => {
                ConditionCode::Not(Box::new(self.without_binding(|scope| scope.code(inner))?))
            }
            ConditionNode::All(parts) => {
                ConditionCode::All(parts.iter().map(|part| self.code(part)).collect::<Result<_, _>>()?)
            }
            ConditionNode::Any(parts) => self.any(parts)?,
            ConditionNode::Every(pattern, body) => self.without_binding(|scope| {
                let ask = scope.ask(pattern, Some(Certainty::Bound))?;
                Ok(ConditionCode::Every(ask, Box::new(scope.code(body)?)))
            })?,
            ConditionNode::Let(name, value) => {
                let value = self.expr(value)?;
                ConditionCode::Let(self.declare(name, Certainty::Bound)?, value)
            }
        })
    }

    /// Variables bound inside are not visible outside.
    fn without_binding<T>(
        &mut self,
        build: impl FnOnce(&mut Self) -> Result<T, BuildError>,
    ) -> Result<T, BuildError> {
        let before = self.certainty.clone();
        let built = build(self);
        for (at, certainty) in self.certainty.iter_mut().enumerate() {
            *certainty = before.get(at).copied().unwrap_or(Certainty::Branch);
        }
        built
    }

    fn any(&mut self, parts: &[Condition]) -> Result<ConditionCode, BuildError> {
        let before = self.certainty.clone();
        let mut built = Vec::with_capacity(parts.len());
        for part in parts {
            built.push(self.code(part)?);
            for (at, certainty) in self.certainty.iter_mut().enumerate() {
                *certainty = before.get(at).copied().unwrap_or(Certainty::Branch);
            }
        }
        Ok(ConditionCode::Any(built.into()))
    }

    fn related(&mut self, relation: Relation, columns: &[Column]) -> Result<ConditionCode, BuildError> {
        let info = self.vocabulary.relation_info(relation).ok_or(BuildError::Foreign)?;
        if info.arity != columns.len() {
            let name = self.vocabulary.name(info.name).to_owned();
            return Err(BuildError::Arity { name, expected: info.arity, found: columns.len() });
        }
        self.reads.relation(relation);
        let mut built = Vec::with_capacity(columns.len());
        for column in columns {
            built.push(match column {
                Column::Any | Column::Named(_) => ColumnCode::Any,
                Column::Is(value) => ColumnCode::Is(self.expr(value)?),
            });
        }
        // A name refers to its value before this row; a name that is new here gets its value from the row, in every column.
        let before = self.certainty.clone();
        for (column, built) in columns.iter().zip(&mut built) {
            if let Column::Named(name) = column {
                let number = self.declare(name, Certainty::Bound)?;
                *built = match before.get(number as usize) {
                    Some(Certainty::Bound) => ColumnCode::Is(ExprCode::Variable(number)),
                    _ => ColumnCode::Bind(number),
                };
            }
        }
        Ok(ConditionCode::Related(relation, built.into()))
    }

    fn ask(&mut self, pattern: &Pattern, binds: Option<Certainty>) -> Result<Box<PatternCode>, BuildError> {
        let place = self.next_place();
        if !pattern.kinds.iter().all(|kind| self.vocabulary.has_kind(*kind)) {
            return Err(BuildError::Foreign);
        }
        if pattern.time.is_some_and(f64::is_nan) {
            return Err(BuildError::NotANumber("the time needed".into()));
        }
        let mut required = Vec::with_capacity(pattern.required.len());
        for request in &pattern.required {
            required.push(self.request(request)?);
        }
        let mut preferred = Vec::with_capacity(pattern.preferred.len());
        for preference in &pattern.preferred {
            // Infinite weights could add up to NaN.
            if !preference.weight.is_finite() {
                return Err(self.not_a_number(preference.request.property));
            }
            preferred.push((self.request(&preference.request)?, preference.weight));
        }
        let given = self.given(pattern)?;
        self.reads.pattern(pattern, self.vocabulary);
        let var = match (&pattern.name, binds) {
            (Some(name), Some(certainty)) => Some(self.declare(name, certainty)?),
            // Under `no` and `exists` a bound name stands for its thing.
            (Some(name), None) => {
                self.variable(name).filter(|known| self.certainty[*known as usize] == Certainty::Bound)
            }
            (None, _) => None,
        };
        Ok(Box::new(PatternCode {
            var,
            name: pattern.name.clone(),
            kinds: pattern.kinds.clone().into(),
            access: pattern.access,
            persistent: pattern.persistent,
            required: required.into(),
            preferred: preferred.into(),
            time: pattern.time,
            given,
            place,
        }))
    }

    /// The candidate is bound to the name of the pattern, or to a name that cannot occur in a program.
    fn given(&mut self, pattern: &Pattern) -> Result<Option<(u16, ConditionCode)>, BuildError> {
        let Some(given) = &pattern.given else { return Ok(None) };
        let name = pattern.name.clone().unwrap_or_else(|| "(candidate)".into());
        self.without_binding(|scope| {
            let variable = scope.declare(&name, Certainty::Bound)?;
            Ok(Some((variable, scope.code(given)?)))
        })
    }

    fn request(&mut self, request: &PropertyRequest) -> Result<RequestCode, BuildError> {
        self.vocabulary.property_info(request.property).ok_or(BuildError::Foreign)?;
        if request.test.expressions().iter().any(|value| is_nan(value)) {
            return Err(self.not_a_number(request.property));
        }
        let test = match &request.test {
            PropertyTest::Any => TestCode::Any,
            PropertyTest::Is(values) => {
                TestCode::Is(values.iter().map(|value| self.expr(value)).collect::<Result<_, _>>()?)
            }
            PropertyTest::In(range) => TestCode::In(self.range(request.property, range)?),
            PropertyTest::Compares(comparison, value) => TestCode::Compares(*comparison, self.expr(value)?),
        };
        Ok(RequestCode { property: request.property, test })
    }

    fn range(&mut self, property: Property, range: &RangeExpr) -> Result<RangeCode, BuildError> {
        let one_bound = range.low.is_some() != range.high.is_some();
        if range.low_is_soft && range.high_is_soft && one_bound {
            let property = self.vocabulary.property_name(property).to_owned();
            return Err(BuildError::HalfSoft(property));
        }
        Ok(RangeCode {
            low: range.low.as_ref().map(|bound| self.expr(bound)).transpose()?,
            high: range.high.as_ref().map(|bound| self.expr(bound)).transpose()?,
            low_is_soft: range.low_is_soft,
            high_is_soft: range.high_is_soft,
            toward: range.toward,
        })
    }

    fn not_a_number(&self, property: Property) -> BuildError {
        BuildError::NotANumber(self.vocabulary.property_name(property).to_owned())
    }

    fn exprs(&mut self, parts: &[Expr]) -> Result<Box<[ExprCode]>, BuildError> {
        parts.iter().map(|part| self.expr(part)).collect()
    }

    /// Compiles an expression without its read set.
    pub fn expr(&mut self, expression: &Expr) -> Result<ExprCode, BuildError> {
        if is_nan(expression) {
            return Err(BuildError::NotANumber("an expression".into()));
        }
        Ok(match &expression.node {
            ExprNode::TooDeep => return Err(BuildError::TooDeep),
            ExprNode::Constant(value) => ExprCode::Constant(value.clone()),
            ExprNode::Variable(name) => ExprCode::Variable(self.use_variable(name)?),
            ExprNode::Get(thing, property) => self.get(thing, *property)?,
            ExprNode::Was(thing, property) => {
                self.vocabulary.property_info(*property).ok_or(BuildError::Foreign)?;
                // Previous values change with every decision, whether or not memory does.
                self.reads.volatile();
                ExprCode::Was(Box::new(self.expr(thing)?), *property)
            }
            ExprNode::Arithmetic(sign, left, right) => {
                ExprCode::Arithmetic(*sign, Box::new(self.expr(left)?), Box::new(self.expr(right)?))
            }
            ExprNode::Builtin(builtin, arguments) => {
                if !builtin.takes(arguments.len()) {
                    let (name, expected) = (builtin.name().to_owned(), builtin.arity());
                    return Err(BuildError::Arity { name, expected, found: arguments.len() });
                }
                match (builtin, &arguments[..]) {
                    (BuiltinFunction::Shuffle, [list]) => {
                        self.reads.volatile();
                        ExprCode::Shuffled(self.next_place(), Box::new(self.expr(list)?))
                    }
                    _ => ExprCode::Builtin(*builtin, self.exprs(arguments)?),
                }
            }
            ExprNode::Call(function, arguments) => self.call(*function, arguments)?,
            ExprNode::Choose(pattern) => ExprCode::Choose(self.ask(pattern, None)?),
            ExprNode::Count(pattern) => ExprCode::Count(self.ask(pattern, None)?),
            ExprNode::Aggregate(fold, pattern, value) => self.without_binding(|scope| {
                let mut pattern = (**pattern).clone();
                let name = pattern.name.get_or_insert_with(|| "(each)".into()).clone();
                let ask = scope.ask(&pattern, None)?;
                let variable = scope.declare(&name, Certainty::Bound)?;
                Ok(ExprCode::Aggregate(*fold, ask, variable, Box::new(scope.expr(value)?)))
            })?,
            ExprNode::Now => {
                self.reads.volatile();
                ExprCode::Now
            }
            ExprNode::Drawn(choices) => {
                self.reads.volatile();
                ExprCode::Drawn(self.next_place(), self.exprs(choices)?)
            }
            ExprNode::List(items) => ExprCode::List(self.exprs(items)?),
            ExprNode::If(condition, then, otherwise) => {
                let condition = self.without_binding(|scope| scope.code(condition))?;
                ExprCode::If(Box::new(condition), Box::new(self.expr(then)?), Box::new(self.expr(otherwise)?))
            }
        })
    }

    fn get(&mut self, thing: &Expr, property: Property) -> Result<ExprCode, BuildError> {
        let info = self.vocabulary.property_info(property).ok_or(BuildError::Foreign)?;
        if matches!(&thing.node, ExprNode::Constant(Value::Id(Id::SELF))) {
            self.reads.own(property, self.vocabulary);
            if let Some(slot) = info.own
                && info.computed.is_none()
            {
                return Ok(ExprCode::Own(slot));
            }
        } else {
            self.reads.property(property, self.vocabulary);
        }
        Ok(ExprCode::Get(Box::new(self.expr(thing)?), property))
    }

    fn call(&mut self, function: Function, arguments: &[Expr]) -> Result<ExprCode, BuildError> {
        let info = self.vocabulary.function_info(function).ok_or(BuildError::Foreign)?;
        if let Some(expected) = info.arity
            && expected != arguments.len()
        {
            let name = self.vocabulary.name(info.name).to_owned();
            return Err(BuildError::Arity { name, expected, found: arguments.len() });
        }
        self.reads.purity(&info.purity);
        Ok(ExprCode::Call(function, self.exprs(arguments)?))
    }

    fn use_variable(&mut self, name: &Arc<str>) -> Result<u16, BuildError> {
        let Some(known) = self.variable(name) else {
            let nearest = closest_name(name, self.names.iter().map(|name| &**name));
            return Err(BuildError::UnknownVariable(name.to_string(), nearest));
        };
        if self.certainty[known as usize] == Certainty::Branch && self.forbid_branch_use {
            return Err(BuildError::BoundInOneBranch(name.to_string()));
        }
        Ok(known)
    }
}

fn is_nan(expression: &Expr) -> bool {
    matches!(&expression.node, ExprNode::Constant(value) if !value.is_sound())
}

/// The known name closest to a misspelt one, if any is close enough; for suggestions in error messages.
pub fn closest_name<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let close = |other: &str| (edits(name, other), other.len());
    let best = known.min_by_key(|other| close(other))?;
    (edits(name, best) * 3 <= name.len().max(3)).then(|| best.to_owned())
}

/// The edit distance of two words.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(!x.eq_ignore_ascii_case(y));
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
