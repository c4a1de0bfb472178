/// What is wrong with a condition, expression or rule. Found when it is built, never when it runs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A name that nothing before it in the rule gives a meaning to.
    #[error("`{name}` is used but nothing before it binds it{}", suggestion(.nearest))]
    UnknownVariable {
        /// The name.
        name: String,
        /// A known name that looks like it.
        nearest: Option<String>,
    },
    /// A name bound in one branch of an "or" and used outside it, where it may mean nothing.
    #[error(
        "`{name}` is bound in only one branch of an `or`, so it cannot be used after it; write a rule for each case"
    )]
    BoundInOneBranch {
        /// The name.
        name: String,
    },
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
    /// A handle that is not of this vocabulary.
    #[error("a name from another vocabulary was used; declare it in this one")]
    Foreign,
    /// A constant that is not a number.
    #[error("a number in the condition on `{property}` is not a number")]
    NotANumber {
        /// The property, or `an expression`.
        property: String,
    },
    /// A range with two soft sides and one bound, which could be read in two ways.
    #[error("the range for `{property}` has two soft sides, so both bounds must be given")]
    HalfSoft {
        /// The property.
        property: String,
    },
    /// Nesting that could exhaust the stack.
    #[error("conditions and expressions can be nested {} deep at most", super::expression::DEEPEST)]
    TooDeep,
    /// More variables in one rule than can be numbered.
    #[error("a rule can have {} variables at most", u16::MAX)]
    TooManyVariables,
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
