//! The links between skills, compiled to flat arrays.

pub(crate) mod growable;
pub(crate) mod links;
pub(crate) mod packed;
pub(crate) mod rows;
