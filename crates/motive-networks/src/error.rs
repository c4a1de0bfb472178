//! What can be wrong with a network or with what arrives at it.

use thiserror::Error;

/// What is wrong with a network or with what arrived at it. The network stays as it was.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// A parameter of the network is out of range.
    #[error("the parameter `{name}` must be {must}, not {value}")]
    Parameter {
        /// Which.
        name: &'static str,
        /// What it must be.
        must: &'static str,
        /// What was given.
        value: f64,
    },
    /// There is no such parameter.
    #[error("there is no parameter `{name}`; there are {known}")]
    UnknownParameter {
        /// What was asked for.
        name: String,
        /// What there is.
        known: &'static str,
    },
    /// A coefficient is negative, infinite or badly formed.
    #[error("the coefficient of {of} must be 0 or from 1e-9 to 1e9, with rising steps and a positive period")]
    Coefficient {
        /// Whose.
        of: String,
    },
    /// A weight, expectation, part, amount or step is out of range.
    #[error("the {what} of `{of}` must be {must}, not {value}")]
    Number {
        /// What number.
        what: &'static str,
        /// Whose.
        of: String,
        /// What it must be.
        must: &'static str,
        /// What was given.
        value: f64,
    },
    /// A name is empty.
    #[error("{what} needs a name")]
    NoName {
        /// What.
        what: &'static str,
    },
    /// A value is infinite or not a number.
    #[error("the value of `{proposition}` must be a finite number")]
    NotFinite {
        /// Of which proposition.
        proposition: String,
    },
    /// Somebody of this name is there already.
    #[error("there is already a {kind} `{name}`; remove it first or use another name")]
    Twice {
        /// A sensor, goal, skill, receptor or resource.
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// Nobody of this name is there.
    #[error("there is no {kind} `{name}`")]
    Unknown {
        /// A sensor, goal, skill, receptor, proposition or resource.
        kind: &'static str,
        /// What was asked for.
        name: String,
    },
    /// A list says a thing and its opposite.
    #[error("`{skill}` {verb} `{proposition}` both as {one} and as {other}; leave one of them out")]
    Contradiction {
        /// Whose list.
        skill: String,
        /// needs, adds, deletes or predicts.
        verb: &'static str,
        /// About what.
        proposition: String,
        /// One value.
        one: String,
        /// Another.
        other: String,
    },
    /// A profile that knows only true propositions was given another value.
    #[error(
        "`{skill}` {verb} `{literal}`, but the profile maes1989 knows only what is true; use `signed` or `bad1990`"
    )]
    OnlyTrue {
        /// Whose list.
        skill: String,
        /// needs or adds.
        verb: &'static str,
        /// The entry.
        literal: String,
    },
    /// A skill that is not being done was said to be finished.
    #[error("`{skill}` is not being done, so it cannot be finished")]
    NotExecuting {
        /// Which.
        skill: String,
    },
    /// There would be more agents or links than a network can have.
    #[error("a network has at most {limit} {what}")]
    TooMany {
        /// Agents, links or list entries.
        what: &'static str,
        /// How many.
        limit: u64,
    },
    /// A parameter of a template does not come up in what it adds.
    #[error("the parameter `{parameter}` of the template `{template}` comes up in nothing that it adds")]
    FreeParameter {
        /// Which template.
        template: String,
        /// Which parameter.
        parameter: String,
    },
    /// A condition over memory cannot be built.
    #[error("in the network `{network}`: {source}")]
    Condition {
        /// Which network.
        network: String,
        /// Why.
        source: motive_core::condition::BuildError,
    },
    /// A sensor function asks for a receptor that is not there, or is nested too deeply.
    #[error("the sensor `{sensor}` cannot be worked out: {why}")]
    SensorFunction {
        /// Which.
        sensor: String,
        /// Why.
        why: &'static str,
    },
}
