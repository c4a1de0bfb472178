//! Errors of networks.

use thiserror::Error;

/// Why a network or an update was rejected. A rejected update does not change the network.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
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
    /// There is no such parameter.
    #[error("there is no parameter `{name}`; there are {known}")]
    UnknownParameter {
        /// The unknown name.
        name: String,
        /// The known names.
        known: &'static str,
    },
    /// A coefficient is negative, infinite or badly formed.
    #[error("the coefficient of {of} must be 0 or from 1e-9 to 1e9, with rising steps and a positive period")]
    Coefficient {
        /// What has the coefficient.
        of: String,
    },
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
    /// A name is empty.
    #[error("{what} needs a name")]
    NoName {
        /// What has no name.
        what: &'static str,
    },
    /// A value is infinite or not a number.
    #[error("the value of `{proposition}` must be a finite number")]
    NotFinite {
        /// The proposition.
        proposition: String,
    },
    /// There is already an agent of this name.
    #[error("there is already a {kind} `{name}`; remove it first or use another name")]
    Duplicate {
        /// A sensor, goal, skill, receptor or resource.
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// There is no agent of this name.
    #[error("there is no {kind} `{name}`")]
    Unknown {
        /// A sensor, goal, skill, receptor, proposition or resource.
        kind: &'static str,
        /// The unknown name.
        name: String,
    },
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
    #[error("`{skill}` is not executing, so it cannot finish")]
    NotExecuting {
        /// The skill.
        skill: String,
    },
    /// A limit on the size of a network is reached.
    #[error("a network can have at most {limit} {what}")]
    TooMany {
        /// Agents, links or list entries.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// A variable of a template is not on its add list, so nothing determines its value.
    #[error("the variable `?{parameter}` of the template `{template}` does not occur on its add list")]
    FreeParameter {
        /// The template.
        template: String,
        /// The variable.
        parameter: String,
    },
    /// A condition over memory cannot be built.
    #[error("in the network `{network}`: {source}")]
    Condition {
        /// The network.
        network: String,
        /// The reason.
        source: motive_core::condition::BuildError,
    },
    /// A sensor function is not valid.
    #[error("the sensor `{sensor}` cannot be derived: {why}")]
    SensorFunction {
        /// The sensor.
        sensor: String,
        /// The reason.
        why: &'static str,
    },
}
