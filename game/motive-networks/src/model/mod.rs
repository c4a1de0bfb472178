//! The data that describes a network: agents, literals, settings and updates.

pub(crate) mod agents;
pub(crate) mod blueprint;
pub(crate) mod coefficient;
pub(crate) mod lint;
pub(crate) mod literal;
pub(crate) mod parameters;
pub(crate) mod profile;
pub(crate) mod update;
pub(crate) mod validate;
