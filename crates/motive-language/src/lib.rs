//! The Motive language: the text in which characters are written.
//!
//! - [`syntax`] turns text into a lossless tree, with typed views of it. Parsing never fails: it gives a tree and a
//!   list of errors.
//! - [`mod@format`] gives a text its one canonical layout.
//! - [`lower`] checks names and types against a world and builds characters.
//! - [`hddl`] reads planning problems and plans as the planning competition writes them.
//! - [`import`] reads the notations that agents were published in; [`export`] writes those that other tools read.
//! - [`diagnostic`] is how every layer says what is wrong, where, and what would put it right.

pub mod diagnostic;
pub mod export;
pub mod format;
pub mod hddl;
pub mod import;
pub mod lower;
pub mod syntax;
