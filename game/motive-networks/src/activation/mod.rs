//! Activation of all skills: external input, spreading, inhibition, normalization.

mod bandwidth;
pub(crate) mod by_link;
pub(crate) mod by_proposition;
pub(crate) mod coefficients;
pub(crate) mod conflicters;
pub(crate) mod engine;
pub(crate) mod external;
pub(crate) mod field;
mod generation_set;
pub(crate) mod inhibition;
pub(crate) mod normalization;
pub(crate) mod precision;
mod sums;
pub(crate) mod true_literals;
