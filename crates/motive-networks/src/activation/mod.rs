//! Activation of all skills: external input, spreading, inhibition, normalization.

mod bandwidth;
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
mod sums;
pub(crate) mod truth;
