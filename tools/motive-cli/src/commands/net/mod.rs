//! `motive net`: skill networks loaded, run, queried, drawn, and spread over processes.

pub(crate) mod console_command;
pub(crate) mod curves;
pub(crate) mod draw;
pub(crate) mod load;
#[cfg(feature = "net")]
pub(crate) mod processes;
#[cfg(not(feature = "net"))]
#[path = "processes_left_out.rs"]
pub(crate) mod processes;
pub(crate) mod prompt;
pub(crate) mod shell;

use motive::network::Blueprint;
use std::path::Path;

/// Executes the lines of a script on a network, as `motive net run --script` does. It can use the scripts of the current folder.
///
/// # Errors
/// A sentence with the first line that cannot be executed.
pub fn run_script(network: &Blueprint, script: &str) -> Result<String, String> {
    let mut shell = shell::Shell::new(network, Path::new(".")).map_err(|error| error.to_string())?;
    let mut out = String::new();
    shell.script("script", script, &mut out).map(|_| out)
}
