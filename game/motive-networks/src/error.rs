//! Errors of networks.

use thiserror::Error;

/// Why a network or an update was rejected. A rejected update does not change the network.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NetworkError {
    /// A parameter is out of range.
    #[error("the parameter `{name}` must be {must}, not {value}")]
    Parameter {
        /// The parameter.
        name: &'static str,
        /// The allowed range.
        must: &'static str,
        /// The rejected value.
        value: f64,
    },
    /// There is no such parameter; and the known names.
    #[error("there is no parameter `{0}`; there are {1}")]
    UnknownParameter(String, &'static str),
    /// A coefficient is negative, infinite or badly formed.
    #[error("the coefficient of {0} must be 0 or from 1e-9 to 1e9, with rising steps and a positive period")]
    Coefficient(String),
    /// A weight, expectation, decay, amount or quantum is out of range.
    #[error("the {what} of `{of}` must be {must}, not {value}")]
    Number {
        /// What the number is.
        what: &'static str,
        /// What it belongs to.
        of: String,
        /// The allowed range.
        must: &'static str,
        /// The rejected value.
        value: f64,
    },
    /// A name is empty: that of a sensor, goal, skill or proposition.
    #[error("{0} needs a name")]
    NoName(&'static str),
    /// A value is infinite or not a number.
    #[error("the value of `{0}` must be a finite number")]
    NotFinite(String),
    /// There is already an agent of this kind and name.
    #[error("there is already a {0} `{1}`; remove it first or use another name")]
    Duplicate(&'static str, String),
    /// There is no agent of this kind and name.
    #[error("there is no {0} `{1}`")]
    Unknown(&'static str, String),
    /// The lists of a skill contradict themselves.
    #[error("`{skill}` {list} `{proposition}` both as {one} and as {other}; remove one of them")]
    Contradiction {
        /// The skill.
        skill: String,
        /// "needs" or "predicts".
        list: &'static str,
        /// The proposition.
        proposition: String,
        /// One value.
        one: String,
        /// The other value.
        other: String,
    },
    /// In the profile `maes1989`, preconditions and add lists can only have the value true.
    #[error(
        "`{skill}` {list} `{literal}`, but in the profile maes1989 only true propositions can be listed; use `signed` or `bad1990`"
    )]
    OnlyTrue {
        /// The skill.
        skill: String,
        /// "needs" or "adds".
        list: &'static str,
        /// The entry.
        literal: String,
    },
    /// A skill that is not executing was reported as finished.
    #[error("`{0}` is not executing, so it cannot finish")]
    NotExecuting(String),
    /// A limit on the number of agents, links or list entries is reached.
    #[error("a network can have at most {1} {0}")]
    TooMany(&'static str, u64),
    /// On the add list of a template a variable is missing, so nothing determines its value.
    #[error("the variable `?{1}` of the template `{0}` does not occur on its add list")]
    FreeParameter(String, String),
    /// A condition of the network over memory cannot be built.
    #[error("in the network `{0}`: {1}")]
    Condition(String, #[source] motive_core::condition::BuildError),
    /// The function of a sensor is not valid, for a reason.
    #[error("the sensor `{0}` cannot be derived: {1}")]
    SensorFunction(String, &'static str),
}
