//! `motive studio` in a program that is built without it: it explains how to get it.

use crate::console::{Console, Failure, Outcome};
use clap::Args;

/// What to do about it.
pub(crate) const NOT_HERE: &str =
    "the studio is not in this build; build the program with `--features studio`";

/// Shows minds at work in a browser (not in this build)
#[derive(Args, Debug)]
pub struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _arguments: Vec<String>,
}

/// Says how to get the command.
///
/// # Errors
/// Always.
pub fn run(_arguments: &Arguments, _console: &mut Console) -> Outcome {
    Err(Failure::Input(NOT_HERE.to_owned()))
}
