//! Conditions and expressions over memory: patterns, ranges, comparisons, arithmetic, quantifiers, host functions.
//!
//! A [`Condition`] is written as a tree, compiled once in a [`Scope`], and then evaluated any number of times over a
//! [`Memory`](crate::Memory) or a planner's [`Projection`](crate::Projection). Every condition can be evaluated to true or false, and to a
//! degree.
//!
//! ```
//! use motive_core::{Condition, Expr, Memory, Scope, Type, Vocabulary};
//!
//! let mut names = Vocabulary::new();
//! let mana = names.own("mana", Type::Number);
//! let names = names.finish()?;
//! let enough = Scope::new(&names).condition(&Expr::own(mana).at_least(20))?;
//!
//! let mut memory = Memory::new(names);
//! memory.set_own(mana, 5)?;
//! assert!(!enough.check(&memory));
//! assert_eq!(enough.degree_of(&memory), 0.25);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod binding_rules;
pub(crate) mod claims;
pub(crate) mod compiled;
mod display;
pub(crate) mod eval;
pub(crate) mod expression;
mod implication;
pub(crate) mod pattern;
mod pattern_search;
pub(crate) mod possible_change;
mod range;
mod read_set;
mod rewriting;
pub(crate) mod written;

pub use binding_rules::{
    BindingRules, BindingTieBreak, CallFailure, MultiValueMatch, Negation, NumberMatch, PreferenceScoring,
    RangeOrder, SharedHold, Sharing,
};
pub use claims::Bindings;
pub use compiled::Scope;
pub use expression::{Aggregate, BuiltinFunction, Comparison, Expr};
pub use pattern::{Access, Pattern, RangeExpr};
pub use range::{PreferredEnd, Range};
pub use read_set::ReadSet;
pub use written::{Column, Condition};

pub(crate) use claims::{Claim, Claimant, NoClaims};
pub(crate) use compiled::{ConditionCode, ExprCode};
pub(crate) use eval::Eval;
pub(crate) use expression::ExprNode;
pub(crate) use possible_change::{PossibleChange, PropertyOwner, ValueChange};
pub(crate) use written::ConditionNode;

use crate::vocabulary::{Facts, Value};

/// A compiled condition.
#[derive(Clone, Debug)]
pub struct CompiledCondition {
    /// The compiled tree.
    pub code: ConditionCode,
    pub(crate) reads: ReadSet,
    /// The number of variables of its scope.
    pub variables: usize,
}

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct CompiledExpr {
    pub(crate) code: ExprCode,
    pub(crate) reads: ReadSet,
}

impl CompiledCondition {
    /// What it reads.
    pub fn reads(&self) -> &ReadSet {
        &self.reads
    }

    /// Whether it holds. Nothing is reserved. The variables it binds stay set only if it holds.
    pub fn holds(&self, facts: &impl Facts, bindings: &mut Bindings) -> bool {
        let mark = bindings.mark();
        let held = Eval { facts, bindings, claims: &mut NoClaims::new() }.holds(&self.code);
        if !held {
            bindings.undo(mark);
        }
        held
    }

    /// The degree to which it holds, from 0 to 1.
    pub fn degree(&self, facts: &impl Facts, bindings: &mut Bindings) -> f64 {
        let mark = bindings.mark();
        let degree = Eval { facts, bindings, claims: &mut NoClaims::new() }.degree(&self.code);
        bindings.undo(mark);
        degree
    }

    /// Whether a condition without parameters holds.
    pub fn check(&self, facts: &impl Facts) -> bool {
        self.holds(facts, &mut self.bindings(&[]))
    }

    /// The degree to which a condition without parameters holds.
    pub fn degree_of(&self, facts: &impl Facts) -> f64 {
        self.degree(facts, &mut self.bindings(&[]))
    }

    /// Bindings for its variables. The first ones, in the order of the parameters of the scope, get these values.
    pub fn bindings(&self, arguments: &[Value]) -> Bindings {
        let mut bindings = Bindings::new(self.variables);
        for (variable, value) in (0..).zip(arguments.iter().take(self.variables)) {
            bindings.set(variable, value.clone());
        }
        bindings
    }
}

impl CompiledExpr {
    /// What it reads.
    pub fn reads(&self) -> &ReadSet {
        &self.reads
    }

    /// Its value, if it has one.
    pub fn value(&self, facts: &impl Facts, bindings: &mut Bindings) -> Option<Value> {
        Eval { facts, bindings, claims: &mut NoClaims::new() }.value(&self.code)
    }

    /// Its value if that is a number.
    pub fn number(&self, facts: &impl Facts, bindings: &mut Bindings) -> Option<f64> {
        Eval { facts, bindings, claims: &mut NoClaims::new() }.number(&self.code)
    }
}

/// What is wrong with a condition, expression or rule. Found when it is compiled, never when it runs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// A name that nothing before it in the rule binds.
    /// Its parts: the name, a similar known name.
    #[error("`{0}` is used but nothing before it binds it{nearest}", nearest = suggestion(.1))]
    UnknownVariable(String, Option<String>),
    /// A name that is bound in one branch of an "or" and used outside it.
    #[error(
        "`{0}` is bound in only one branch of an `or`, so it cannot be used after it; write a rule for each case"
    )]
    BoundInOneBranch(String),
    /// A call with the wrong number of arguments.
    #[error("`{name}` takes {expected} arguments but is given {found}")]
    Arity {
        /// Function, relation, action or program.
        name: String,
        /// How many it takes.
        expected: usize,
        /// How many it is given.
        found: usize,
    },
    /// A handle from another vocabulary.
    #[error("a name from another vocabulary was used; declare it in this one")]
    Foreign,
    /// A constant that is not a number.
    #[error("the condition on `{0}` contains NaN")]
    NotANumber(String),
    /// A range with two soft sides but only one bound, which is ambiguous.
    #[error("the range for `{0}` has two soft sides, so both bounds must be given")]
    HalfSoft(String),
    /// Nesting that is too deep.
    #[error("conditions and expressions can be nested {} deep at most", expression::DEEPEST)]
    TooDeep,
    /// Too many variables in one rule.
    #[error("a rule can have {} variables at most", u16::MAX)]
    TooManyVariables,
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
