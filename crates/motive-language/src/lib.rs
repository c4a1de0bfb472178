//! The Motive language: the text in which characters are written.
//!
//! - [`syntax`] turns text into a lossless tree, with typed views of it. Parsing never fails: it gives a tree and a
//!   list of errors.
//! - [`mod@format`] gives a text its one canonical layout.
//! - [`lower`] checks names and types against a world and builds characters.
//! - [`diagnostic`] is how every layer reports what is wrong, where, and how to fix it.

pub mod format;
pub mod lower;
pub mod syntax;

pub use motive_diagnostics as diagnostic;
