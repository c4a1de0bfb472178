//! The formatter: one canonical layout for every text.
//!
//! It writes the same tokens and comments in the same order and changes nothing but white space; formatting what it
//! wrote gives the same again. A text with errors is left alone.
//!
//! Three parts: `tokens` flattens the tree into tokens and their comments, `layout` says where lines may break,
//! `printer` decides where they do, in one pass.

mod layout;
mod printer;
mod tokens;

use crate::{Parse, parse};
use motive_diagnostics::Diagnostic;

/// Columns a line may have.
const WIDTH: usize = 100;
/// Columns of one level of indentation.
const INDENT: usize = 4;

/// The text in canonical layout, or the errors that keep it from being formatted.
///
/// ```
/// let text = "goal eat   achieves EatDots{priority 20}";
/// assert_eq!(motive_syntax::format::format(text).unwrap(), "goal eat achieves EatDots { priority 20 }\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    format_parsed(&parse(text))
}

/// The same for a text that is already parsed.
pub fn format_parsed(parsed: &Parse) -> Result<String, Vec<Diagnostic>> {
    if !parsed.errors().is_empty() {
        return Err(parsed.errors().to_vec());
    }
    let root = parsed.syntax();
    let stream = tokens::flatten(&root);
    Ok(printer::print(&layout::layout(&root, &stream)))
}
