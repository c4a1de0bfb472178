//! The Motive language: the text in which characters are written.
//!
//! - [`syntax`] turns text into a lossless tree, with typed views of it. Parsing never fails: it gives a tree and a
//!   list of errors.
//! - [`diagnostic`] is how every layer says what is wrong, where, and what would put it right.

pub mod diagnostic;
pub mod syntax;
