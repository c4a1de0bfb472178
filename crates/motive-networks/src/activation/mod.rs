//! Activation of all skills: external input, spreading, inhibition, normalization.

pub(crate) mod by_link;
pub(crate) mod by_proposition;
pub(crate) mod coefficients;
pub(crate) mod conflicters;
pub(crate) mod engine;
pub(crate) mod external;
pub(crate) mod field;
pub(crate) mod float;
pub(crate) mod inhibition;
mod marks;
pub(crate) mod normalization;
pub(crate) mod truth;
