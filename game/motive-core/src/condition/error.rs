/// What is wrong with a condition, expression or rule. Found when it is compiled, never when it runs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A name that nothing before it in the rule binds.
    #[error("`{name}` is used but nothing before it binds it{}", suggestion(.nearest))]
    UnknownVariable {
        /// The name.
        name: String,
        /// A similar known name.
        nearest: Option<String>,
    },
    /// A name that is bound in one branch of an "or" and used outside it.
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
    /// A handle from another vocabulary.
    #[error("a name from another vocabulary was used; declare it in this one")]
    Foreign,
    /// A constant that is not a number.
    #[error("the condition on `{property}` contains NaN")]
    NotANumber {
        /// The property, or `an expression`.
        property: String,
    },
    /// A range with two soft sides but only one bound, which is ambiguous.
    #[error("the range for `{property}` has two soft sides, so both bounds must be given")]
    HalfSoft {
        /// The property.
        property: String,
    },
    /// Nesting that is too deep.
    #[error("conditions and expressions can be nested {} deep at most", super::expression::DEEPEST)]
    TooDeep,
    /// Too many variables in one rule.
    #[error("a rule can have {} variables at most", u16::MAX)]
    TooManyVariables,
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
