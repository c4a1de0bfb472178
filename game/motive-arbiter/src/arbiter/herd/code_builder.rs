//! Compiles conditions and expressions to the instructions of a [`ColumnProgram`](super::program::ColumnProgram). Common
//! subexpressions are computed once.

use super::columns::{ColumnType, encode};
use super::program::{AgentSet, EVERYBODY, Instruction, NOBODY, NumberOp, SetOp, Source};
use motive_core::condition::{BuiltinFunction, Comparison};
use motive_core::engine::{ConditionCode, ExprCode};
use motive_core::vocabulary::{Id, Property, Value, Vocabulary};

/// Why something cannot be computed over columns.
pub(super) type Reason = &'static str;

/// The most instructions that a program may have.
const MAX_OPS: usize = 4096;

/// The most work that one decision of a single agent may take, with all calls expanded. It is far below the work budget of an
/// agent, so a single agent could not have run out of it where the herd does not.
const MAX_WORK: usize = 100_000;

/// The compiled value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    Varies(Source, ColumnType),
    Fixed(Value),
}

/// The values of the variables of a rule.
pub(super) type Variables = Vec<Option<Operand>>;

pub(super) struct CodeBuilder<'v> {
    vocabulary: &'v Vocabulary,
    pub(super) code: Vec<Instruction>,
    pub(super) registers: usize,
    pub(super) constants: Vec<(usize, f64)>,
    pub(super) sets: usize,
    /// Slots whose values at the last decision are read.
    pub(super) before: Vec<usize>,
    /// The key of the random draws of the task whose program is being compiled.
    pub(super) task: Option<u64>,
    work: usize,
    pub(super) variables: Variables,
}

impl<'v> CodeBuilder<'v> {
    pub(super) fn new(vocabulary: &'v Vocabulary) -> Self {
        Self {
            vocabulary,
            code: Vec::new(),
            registers: 0,
            constants: Vec::new(),
            sets: EVERYBODY.0 + 1,
            before: Vec::new(),
            task: None,
            work: 0,
            variables: Vec::new(),
        }
    }

    fn number_op(&mut self, op: NumberOp) -> Result<Source, Reason> {
        let known = self.code.iter().find_map(|known| match known {
            Instruction::Number(register, known) if *known == op => Some(*register),
            _ => None,
        });
        if let Some(register) = known {
            return Ok(Source::Register(register));
        }
        let register = self.next_register();
        self.push(Instruction::Number(register, op))?;
        Ok(Source::Register(register))
    }

    fn next_register(&mut self) -> usize {
        self.registers += 1;
        self.registers - 1
    }

    fn set_op(&mut self, op: SetOp) -> Result<AgentSet, Reason> {
        let known = self.code.iter().find_map(|known| match known {
            Instruction::Set(set, known) if *known == op => Some(*set),
            _ => None,
        });
        if let Some(set) = known {
            return Ok(set);
        }
        self.sets += 1;
        let set = AgentSet(self.sets - 1);
        self.push(Instruction::Set(set, op))?;
        Ok(set)
    }

    /// Counts one unit of work that a single agent would spend.
    pub(super) fn work(&mut self) -> Result<(), Reason> {
        self.work += 1;
        if self.work > MAX_WORK { Err("takes too much work") } else { Ok(()) }
    }

    fn push(&mut self, op: Instruction) -> Result<(), Reason> {
        if self.code.len() >= MAX_OPS {
            return Err("is too long");
        }
        self.code.push(op);
        Ok(())
    }

    pub(super) fn and(&mut self, one: AgentSet, other: AgentSet) -> Result<AgentSet, Reason> {
        match (one, other) {
            (EVERYBODY, set) | (set, EVERYBODY) => Ok(set),
            (NOBODY, _) | (_, NOBODY) => Ok(NOBODY),
            _ if one == other => Ok(one),
            _ => self.set_op(SetOp::And(one, other)),
        }
    }

    pub(super) fn or(&mut self, one: AgentSet, other: AgentSet) -> Result<AgentSet, Reason> {
        match (one, other) {
            (NOBODY, set) | (set, NOBODY) => Ok(set),
            (EVERYBODY, _) | (_, EVERYBODY) => Ok(EVERYBODY),
            _ if one == other => Ok(one),
            _ => self.set_op(SetOp::Or(one, other)),
        }
    }

    pub(super) fn not(&mut self, set: AgentSet) -> Result<AgentSet, Reason> {
        match set {
            NOBODY => Ok(EVERYBODY),
            EVERYBODY => Ok(NOBODY),
            _ => self.set_op(SetOp::Not(set)),
        }
    }

    pub(super) fn without(&mut self, one: AgentSet, other: AgentSet) -> Result<AgentSet, Reason> {
        match (one, other) {
            (_, NOBODY) => Ok(one),
            (NOBODY, _) | (_, EVERYBODY) => Ok(NOBODY),
            (EVERYBODY, _) => self.not(other),
            _ if one == other => Ok(NOBODY),
            _ => self.set_op(SetOp::Without(one, other)),
        }
    }

    pub(super) fn select(
        &mut self,
        who: AgentSet,
        then: Source,
        otherwise: Source,
    ) -> Result<Source, Reason> {
        match who {
            EVERYBODY => Ok(then),
            NOBODY => Ok(otherwise),
            _ if then == otherwise => Ok(then),
            _ => self.number_op(NumberOp::Select(who, then, otherwise)),
        }
    }

    pub(super) fn constant(&mut self, n: f64) -> Source {
        let same = |(_, known): &&(usize, f64)| known.to_bits() == n.to_bits();
        let known = self.constants.iter().find(same).map(|(register, _)| *register);
        Source::Register(known.unwrap_or_else(|| {
            let register = self.next_register();
            self.constants.push((register, n));
            register
        }))
    }

    fn constant_of(&self, source: Source) -> Option<f64> {
        let is_it = |(register, _): &&(usize, f64)| source == Source::Register(*register);
        self.constants.iter().find(is_it).map(|(_, n)| *n)
    }

    /// The agents for which an operand has a value.
    pub(super) fn known(&mut self, operand: &Operand) -> Result<AgentSet, Reason> {
        match operand {
            Operand::Fixed(_) => Ok(EVERYBODY),
            Operand::Varies(source, _) => match self.constant_of(*source) {
                Some(n) => Ok(if n.is_nan() { NOBODY } else { EVERYBODY }),
                None => self.set_op(SetOp::Known(*source)),
            },
        }
    }

    /// The operand as a column of numbers, if its type can be encoded as one.
    fn varying(&mut self, operand: &Operand) -> Option<(Source, ColumnType)> {
        match operand {
            Operand::Varies(source, column_type) => Some((*source, *column_type)),
            Operand::Fixed(value) => {
                encode(value).map(|(column_type, code)| (self.constant(code), column_type))
            }
        }
    }

    /// The value of an expression as a number; NaN where it has no value or another type.
    pub(super) fn number(&mut self, code: &ExprCode) -> Result<Source, Reason> {
        let operand = self.expr(code)?;
        match self.varying(&operand) {
            Some((source, ColumnType::Number)) => Ok(source),
            _ => Ok(self.constant(f64::NAN)),
        }
    }
}

/// Conditions.
impl CodeBuilder<'_> {
    /// The agents for which a condition holds.
    pub(super) fn condition(&mut self, code: &ConditionCode) -> Result<AgentSet, Reason> {
        match code {
            ConditionCode::Always => Ok(EVERYBODY),
            ConditionCode::Holds(value) => {
                let operand = self.expr(value)?;
                match operand {
                    Operand::Fixed(value) => Ok(if value.is_true() { EVERYBODY } else { NOBODY }),
                    Operand::Varies(source, ColumnType::Truth) => self.set_op(SetOp::Nonzero(source)),
                    Operand::Varies(..) => self.known(&operand),
                }
            }
            ConditionCode::Compare(left, comparison, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                self.compare(&left, *comparison, &right)
            }
            ConditionCode::Not(inner) => {
                self.work()?;
                let inner = self.condition_in_own_scope(inner)?;
                self.not(inner)
            }
            ConditionCode::All(parts) => parts.iter().try_fold(EVERYBODY, |all, part| {
                let part = self.condition(part)?;
                self.and(all, part)
            }),
            ConditionCode::Any(parts) => parts.iter().try_fold(NOBODY, |any, part| {
                let part = self.condition_in_own_scope(part)?;
                self.or(any, part)
            }),
            ConditionCode::Let(variable, value) => {
                let operand = self.expr(value)?;
                let known = self.known(&operand)?;
                self.bind(*variable, operand)?;
                Ok(known)
            }
            ConditionCode::Related(..) => Err("reads a relation"),
            ConditionCode::Bind(_)
            | ConditionCode::Optional(_)
            | ConditionCode::Exists(_)
            | ConditionCode::No(_)
            | ConditionCode::NoFree(_)
            | ConditionCode::NotFound(_)
            | ConditionCode::Every(..) => Err("searches for things"),
        }
    }

    /// The agents for which a condition holds. Variables that it binds are unbound again afterwards, since a single agent may skip it.
    fn condition_in_own_scope(&mut self, code: &ConditionCode) -> Result<AgentSet, Reason> {
        let variables = self.variables.clone();
        let who = self.condition(code);
        self.variables = variables;
        who
    }

    fn bind(&mut self, variable: u16, operand: Operand) -> Result<(), Reason> {
        let at = variable as usize;
        if self.variables.len() <= at {
            self.variables.resize(at + 1, None);
        }
        match &mut self.variables[at] {
            // Its value would depend on which branch was evaluated last.
            Some(_) => Err("binds one variable twice"),
            empty => {
                *empty = Some(operand);
                Ok(())
            }
        }
    }

    fn compare(
        &mut self,
        left: &Operand,
        comparison: Comparison,
        right: &Operand,
    ) -> Result<AgentSet, Reason> {
        if let (Operand::Fixed(left), Operand::Fixed(right)) = (left, right) {
            return Ok(if comparison.holds(left, right) { EVERYBODY } else { NOBODY });
        }
        let comparable = match (self.varying(left), self.varying(right)) {
            (Some((left, column_type)), Some((right, other))) if column_type == other => {
                Some((left, right, column_type))
            }
            _ => None,
        };
        match (comparable, comparison) {
            (Some((left, right, _)), Comparison::Equal | Comparison::Unequal)
            | (Some((left, right, ColumnType::Number)), _) => self.compare_numbers(left, comparison, right),
            // Values of different types differ.
            (None, Comparison::Unequal) => {
                let (left, right) = (self.known(left)?, self.known(right)?);
                self.and(left, right)
            }
            _ => Ok(NOBODY),
        }
    }

    fn compare_numbers(
        &mut self,
        left: Source,
        comparison: Comparison,
        right: Source,
    ) -> Result<AgentSet, Reason> {
        self.set_op(match self.constant_of(right) {
            Some(n) => SetOp::CompareTo(comparison, left, n.to_bits()),
            None => SetOp::Compare(comparison, left, right),
        })
    }
}

/// Expressions.
impl CodeBuilder<'_> {
    /// Compiles an expression.
    pub(super) fn expr(&mut self, code: &ExprCode) -> Result<Operand, Reason> {
        match code {
            ExprCode::Constant(value) => Ok(Operand::Fixed(value.clone())),
            ExprCode::Variable(variable) => {
                let meaning = self.variables.get(*variable as usize).cloned().flatten();
                meaning.ok_or("uses a variable that may have no value")
            }
            ExprCode::Own(slot) => {
                let property = self.vocabulary.own_properties().get(*slot as usize).copied();
                self.slot(property.ok_or("reads an unknown property")?)
            }
            ExprCode::Was(thing, property) => {
                if !matches!(**thing, ExprCode::Constant(Value::Id(Id::SELF))) {
                    return Err("reads properties of things");
                }
                let Operand::Varies(Source::Slot(slot), column_type) = self.slot(*property)? else {
                    return Err("reads properties of things");
                };
                let at = self.before.iter().position(|known| *known == slot).unwrap_or_else(|| {
                    self.before.push(slot);
                    self.before.len() - 1
                });
                Ok(Operand::Varies(Source::Before(at), column_type))
            }
            ExprCode::Arithmetic(sign, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.varies(NumberOp::Arithmetic(*sign, left, right), ColumnType::Number)
            }
            ExprCode::Builtin(builtin, arguments) => self.builtin(*builtin, arguments),
            ExprCode::Now => self.varies(NumberOp::Now, ColumnType::Number),
            ExprCode::Drawn(place, choices) => self.drawn(*place, choices),
            ExprCode::If(condition, then, otherwise) => {
                let who = self.condition_in_own_scope(condition)?;
                let (then, otherwise) = (self.expr(then)?, self.expr(otherwise)?);
                let branches = [self.varying(&then), self.varying(&otherwise)];
                match branches {
                    [Some((then, column_type)), Some((otherwise, other))] if column_type == other => {
                        Ok(Operand::Varies(self.select(who, then, otherwise)?, column_type))
                    }
                    _ => Err("chooses among values of different types"),
                }
            }
            ExprCode::Get(..) | ExprCode::Choose(_) | ExprCode::Count(_) | ExprCode::Aggregate(..) => {
                Err("reads properties of things")
            }
            ExprCode::Call(..) => Err("calls a function of the host"),
            ExprCode::List(_) | ExprCode::Shuffled(..) => Err("makes lists"),
        }
    }

    fn varies(&mut self, op: NumberOp, column_type: ColumnType) -> Result<Operand, Reason> {
        Ok(Operand::Varies(self.number_op(op)?, column_type))
    }

    /// The column of an own property.
    fn slot(&mut self, property: Property) -> Result<Operand, Reason> {
        let info = self.vocabulary.property_info(property).ok_or("reads an unknown property")?;
        let column_type = ColumnType::of(&info.holds)
            .ok_or("reads a property that is neither number, truth value nor symbol")?;
        match info.own {
            Some(slot) if info.computed.is_none() => {
                Ok(Operand::Varies(Source::Slot(slot as usize), column_type))
            }
            _ => Err("reads a computed property"),
        }
    }

    fn builtin(&mut self, builtin: BuiltinFunction, arguments: &[ExprCode]) -> Result<Operand, Reason> {
        if builtin == BuiltinFunction::Distance {
            return Err("measures distances");
        }
        if !builtin.is_of_numbers() {
            return Err("reads elements of lists");
        }
        let mut so_far = None;
        for argument in arguments {
            let number = self.number(argument)?;
            so_far = Some(self.number_op(NumberOp::Fold(builtin, so_far, number))?);
        }
        let none = self.constant(f64::NAN);
        Ok(Operand::Varies(so_far.unwrap_or(none), ColumnType::Number))
    }

    fn drawn(&mut self, place: u64, choices: &[ExprCode]) -> Result<Operand, Reason> {
        let mut sources = Vec::with_capacity(choices.len());
        let mut common = None;
        for choice in choices {
            let operand = self.expr(choice)?;
            let (source, column_type) = self.varying(&operand).ok_or("draws among things")?;
            if *common.get_or_insert(column_type) != column_type {
                return Err("draws among values of different types");
            }
            sources.push(source);
        }
        match common {
            None => Ok(Operand::Varies(self.constant(f64::NAN), ColumnType::Number)),
            Some(column_type) => {
                self.varies(NumberOp::Drawn { place, task: self.task, choices: sources }, column_type)
            }
        }
    }
}
