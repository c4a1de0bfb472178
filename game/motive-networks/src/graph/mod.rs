//! The links between skills, compiled to flat arrays.

pub(crate) mod links;
