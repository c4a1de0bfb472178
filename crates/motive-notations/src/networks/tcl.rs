//! Johnson's network descriptions: Tcl scripts of `ASNA-become-*` commands.
//!
//! A small part of Tcl is run: procedures, variables, lists, loops and sums. What it would have sent to daemons and agents makes a
//! network instead. Work and nesting are bounded.

mod agents;
mod builtins;
mod expr;
mod run;
mod words;

use crate::ImportError;
use motive_networks::Blueprint;

/// Reads a network by running a script. Procedures that nothing calls are called with the names of their parameters, the last one
/// first, until there is a network.
///
/// # Errors
/// If the script is not in the part of Tcl that is known, or describes no network.
pub fn read(text: &str) -> Result<Blueprint, ImportError> {
    let mut interpreter = run::Interpreter::new(text.len());
    interpreter.script(text, 0)?;
    if interpreter.is_empty() {
        interpreter.call_something()?;
    }
    interpreter.finish()
}
