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

/// A network, and what its script does with it.
#[derive(Clone, Debug, PartialEq)]
pub struct TclNetwork {
    /// The network.
    pub blueprint: Blueprint,
    /// Steps, reports of sensors and ends of skills that the script orders once the network is there, as a script for
    /// `motive net run --script`; empty if it orders none.
    pub script: String,
}

/// Reads a network by running a script. Procedures that nothing calls are called with the names of their parameters, the last one
/// first, until there is a network.
///
/// # Errors
/// If the script is not in the part of Tcl that is known, or describes no network.
pub fn read(text: &str) -> Result<TclNetwork, ImportError> {
    let mut interpreter = run::Interpreter::new(text.len());
    interpreter.script(text, 0)?;
    if interpreter.is_empty() {
        interpreter.call_something()?;
    }
    interpreter.finish()
}
